"""Statements of the IR as forms, and back; see `show`.

A form begins with the name of its class in small letters, then come its fields in order: a body or
several values as a form of their own, what is missing as `-`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import Field, fields
from typing import Any

from alarife.ir import statements
from alarife.ir.statements import Block, Procedure, Stmt
from alarife.meanings import is_many

CLASSES: dict[str, type[Stmt]] = {
    re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower(): cls
    for name, cls in vars(statements).items()
    if isinstance(cls, type) and issubclass(cls, Stmt) and cls is not Stmt
}
WORDS = {cls: word for word, cls in CLASSES.items()}
NOTHING = "-"
Expression = Callable[[Any], Any]


class Forms:
    """Makes forms of statements, or statements of forms. `expression` and `local` do the same with
    expressions and locals."""

    def __init__(self, expression: Expression, local: Expression) -> None:
        self.expression = expression
        self.local = local

    def written(self, s: Stmt) -> list[Any]:
        """The form of a statement."""
        return [WORDS[type(s)], *(self._part(f, getattr(s, f.name)) for f in fields(s))]

    def _part(self, f: Field[Any], value: Any) -> Any:
        kind = str(f.type)
        if is_many(value):
            if "Stmt" in kind:
                return [f.name, *(self.written(one) for one in value)]
            one = self.local if "Local" in kind else self.expression
            return [f.name, *(one(part) for part in value)]
        if value is None or value == "":
            return NOTHING
        return self.expression(value) if "Expr" in kind else str(value)

    def read(self, form: list[Any]) -> Stmt:
        """The statement of a form."""
        cls = CLASSES[form[0]]
        given = zip(fields(cls), form[1:], strict=True)
        return cls(*(self._value(str(f.type), part) for f, part in given))

    def _value(self, kind: str, part: Any) -> Any:
        if "tuple" in kind:
            one = (
                self.read if "Stmt" in kind else self.local if "Local" in kind else self.expression
            )
            return tuple(one(inner) for inner in part[1:])
        if part == NOTHING:
            return None if "None" in kind else ""
        if "Expr" in kind:
            return self.expression(part)
        return int(part) if kind == "int" else part

    # ----------------------------------------------------------------
    # declarations
    def head(self, made: Procedure | Block) -> list[Any]:
        """How a declaration begins."""
        if isinstance(made, Procedure):
            params = [self.local(x) for x in made.params]
            return ["procedure", made.name, params, *(["pure"] if made.pure else [])]
        given = [[self.local(x) for x in some] for some in (made.first, made.live)]
        return ["block", str(made.number), made.owner, *given]

    def made(self, form: list[Any]) -> Procedure | Block:
        """The declaration of a form."""
        if form[0] == "procedure":
            _, name, params, *body = form
            pure = bool(body) and body[0] == "pure"
            given = tuple(self.local(x) for x in params)
            return Procedure(name, given, tuple(map(self.read, body[pure:])), pure)
        _, number, owner, first, live, *body = form
        given, kept = (tuple(self.local(x) for x in some) for some in (first, live))
        return Block(int(number), owner, given, kept, tuple(map(self.read, body)))
