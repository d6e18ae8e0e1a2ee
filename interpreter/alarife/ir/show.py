"""The IR as text, and back: one function after the other, each an expression in brackets.

`show` gives the text that `alarife dump GAME --stage ir` prints; `read` makes the same functions of
it again. Locals are told apart by a number, counted from 1 in each. Positions and the
types of locals are left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.nodes import (
    At,
    Bind,
    Builtin,
    Call,
    Const,
    Expr,
    Field,
    Function,
    Given,
    Holding,
    If,
    IsA,
    Let,
    Node,
    Once,
    Op,
    Over,
    PlaceOf,
    Read,
    Some,
    Table,
    Tuple,
    Use,
    Where,
)
from alarife.ir.ops import OPERATORS
from alarife.ir.show_statements import Forms
from alarife.ir.statements import Block, Procedure
from alarife.meanings import is_many
from alarife.syntax.tree import Span

WIDTH = 100
FLAGS = ("kept", "replaceable")
COUNTED = "counted:"
"""Begins a word that says with how much work something counts against the budget."""
NOWHERE = Span("", 0, 0, 0, 0)
QUOTE = "'"
"""Begins a word that is the name of a rule."""
WORDS = {None: "none", True: "yes", False: "no"}
Written = str | list[Any]
Made = Function | Procedure | Block


class IRError(Exception):
    """A text that is no IR."""


# ----------------------------------------------------------------
# to text
def show(program: Iterable[Made]) -> str:
    """Functions, procedures and blocks as text, in the order given."""
    return "\n\n".join(_declared(f) for f in program) + "\n"


def _declared(f: Made) -> str:
    locals_ = _Locals()
    if isinstance(f, Function):
        flags = [f"{COUNTED}{f.counted}"] if f.counted else []
        flags += [flag for flag in FLAGS if getattr(f, flag)]
        head = ["function", f.name, [locals_.of(p) for p in f.params], *flags]
        body = [_written(f.body, locals_)]
    else:
        forms = Forms(lambda e: _written(e, locals_), locals_.of)
        head, body = forms.head(f), [forms.written(s) for s in f.body]
    span = None if isinstance(f, Block) else f.origin
    origin = f"  ; line {span.line}" if span is not None and span.line else ""
    lines = [line for part in body for line in _lines(part, 1)]
    return "\n".join([f"({_flat(head)[1:-1]}{origin}", *lines]) + ")"


class _Locals:
    """The names of the locals of one function."""

    def __init__(self) -> None:
        self._names: dict[Local, str] = {}

    def of(self, local: Local) -> str:
        return self._names.setdefault(local, f"{local.name}.{len(self._names) + 1}")


def _constant(value: object) -> Written:
    if is_many(value):
        return ["list", *(_constant(v) for v in value)]
    if isinstance(value, str):
        return QUOTE + value
    return WORDS[value] if value is None or isinstance(value, bool) else str(value)


def _written(n: Node, names: _Locals) -> Written:
    def of(*nodes: Node | None) -> list[Written]:
        return [_written(node, names) for node in nodes if node is not None]

    match n:
        case Const():
            return _constant(n.value)
        case Use():
            return names.of(n.local)
        case Read():
            return [n.shelf, n.name, *of(n.index)]
        case PlaceOf():
            return ["number-of", n.name, *of(n.index)]
        case Table():
            return ["table", n.name]
        case Field():
            return ["field", n.table, *of(*n.keys)]
        case Op():
            return [n.op.replace(" ", "-"), *of(*n.args)]
        case If():
            return ["if", *of(n.test, n.then, n.other)]
        case IsA():
            return ["is-a", *of(n.of), *n.types]
        case Holding():
            return ["holding", *of(*n.tests)]
        case Tuple():
            return ["tuple", *of(*n.items)]
        case Call():
            return ["call", n.function, *of(*n.args)]
        case Builtin():
            return ["do", n.name, *of(*n.args)]
        case At():
            return ["at", *of(n.grid, n.cell)]
        case Over():
            clauses = of(*n.clauses)
            return ["over", n.kind, *clauses, *([["gives", *of(n.result)]] if n.result else [])]
        case Once():
            value = of(n.of)
            return ["once", names.of(n.local), *value]
        case Some():
            value = of(n.of)
            return ["some", names.of(n.local), *value]
        case Bind():
            value = of(n.source)
            counted = [f"{COUNTED}{n.counted}"] if n.counted else []
            return ["each", names.of(n.local), *counted, *value]
        case Given():
            value = of(n.source)
            return ["given", names.of(n.local), *value]
        case Let():
            value = of(n.value)
            return ["let", names.of(n.local), *value]
        case Where():
            return ["where", *of(n.test)]
        case _:
            raise AssertionError(type(n).__name__)


def _flat(w: Written) -> str:
    return w if isinstance(w, str) else f"({' '.join(_flat(part) for part in w)})"


def _lines(w: Written, depth: int) -> Iterator[str]:
    """A form on one line if it fits, else its head, and each longer part on lines of its own."""
    flat = _flat(w)
    plain = next((i for i, part in enumerate(w) if not isinstance(part, str)), len(w))  # pyright: ignore[reportUnnecessaryIsInstance]
    if plain == len(w) or 2 * depth + len(flat) <= WIDTH:
        yield "  " * depth + flat
        return
    yield "  " * depth + f"({' '.join(w[:plain])}"
    for i, part in enumerate(w[plain:], plain):
        lines = list(_lines(part, depth + 1))
        yield from lines[:-1]
        yield lines[-1] + (")" if i == len(w) - 1 else "")


# ----------------------------------------------------------------
# from text
def read(text: str) -> list[Any]:
    """The functions, procedures and blocks that a text tells."""
    parts = re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text))
    parts.reverse()
    found: list[Made] = []
    while parts:
        found.append(_as_made(_form(parts)))
    return found


def _as_made(form: Written) -> Made:
    if isinstance(form, list) and form and form[0] in ("procedure", "block"):
        names: dict[str, Local] = {}
        forms = Forms(lambda e: _expr(e, names), lambda x: _local(x, names))
        try:
            return forms.made(form)
        except (KeyError, ValueError, TypeError):
            raise IRError(f"this is no {form[0]}: {_flat(form)[:60]}") from None
    return _as_function(form)


def _form(parts: list[str]) -> Written:
    if not parts:
        raise IRError("a bracket is not closed")
    part = parts.pop()
    if part == ")":
        raise IRError("a bracket is closed that was never opened")
    if part != "(":
        return part
    form: list[Any] = []
    while parts and parts[-1] != ")":
        form.append(_form(parts))
    if not parts:
        raise IRError("a bracket is not closed")
    parts.pop()
    return form


def _as_function(form: Written) -> Function:
    if not isinstance(form, list) or len(form) < 4 or form[0] != "function":
        raise IRError(f"this is no function: {_flat(form)[:60]}")
    _, name, params, *flags, body = form
    locals_: dict[str, Local] = {}
    given = tuple(_local(p, locals_) for p in params)
    marks: dict[str, Any] = dict.fromkeys(flags, True)
    for flag in flags:
        if flag.startswith(COUNTED):
            del marks[flag]
            marks["counted"] = int(flag.removeprefix(COUNTED))
    return Function(name, given, _expr(body, locals_), **marks)


def _local(name: str, known: dict[str, Local]) -> Local:
    if name not in known:
        known[name] = Local(name.split(".", maxsplit=1)[0], UNKNOWN, NOWHERE)
    return known[name]


def _value(form: Written) -> object:
    if isinstance(form, list):
        return tuple(_value(part) for part in form[1:])
    if form.startswith(QUOTE):
        return form[1:]
    if form in WORDS.values():
        return next(value for value, word in WORDS.items() if word == form)
    return int(form)


def _expr(form: Written, names: dict[str, Local]) -> Expr:
    if isinstance(form, str):
        if re.fullmatch(r"-?\d+|'.*", form) or form in WORDS.values():
            return Const(_value(form))
        return Use(_local(form, names))
    head, *rest = form
    if head in _NODES:
        return _NODES[head](rest, names)
    op = head.replace("-", " ") if len(head) > 1 else head
    if op not in OPERATORS:
        raise IRError(f"there is no operator {op}")
    return Op(op, _exprs(rest, names))


def _exprs(forms: list[Written], names: dict[str, Local]) -> tuple[Expr, ...]:
    return tuple(_expr(form, names) for form in forms)


def _optional(forms: list[Written], names: dict[str, Local]) -> Expr | None:
    return _expr(forms[0], names) if forms else None


def _clause(form: Written, names: dict[str, Local]) -> Any:
    head, *rest = form
    if head == "where":
        return Where(_expr(rest[0], names))
    counted = 0
    if isinstance(rest[1], str) and rest[1].startswith(COUNTED):
        counted = int(rest.pop(1).removeprefix(COUNTED))
    value = _expr(rest[1], names)
    local = _local(rest[0], names)
    match head:
        case "each":
            return Bind(local, value, counted)
        case "given":
            return Given(local, value)
        case "let":
            return Let(local, value)
        case _:
            raise IRError(f"this is no clause: {head}")


def _over(rest: list[Any], names: dict[str, Local]) -> Over:
    kind, *parts = rest
    gives = parts.pop()[1] if parts and parts[-1][0] == "gives" else None
    clauses = tuple(_clause(part, names) for part in parts)
    return Over(kind, clauses, None if gives is None else _expr(gives, names))


_NODES: dict[str, Callable[[list[Any], dict[str, Local]], Expr]] = {
    "list": lambda rest, _: Const(_value(["list", *rest])),
    "note": lambda rest, names: Read("note", rest[0], _optional(rest[1:], names)),
    "place": lambda rest, names: Read("place", rest[0], _optional(rest[1:], names)),
    "face": lambda rest, names: Read("face", rest[0], _optional(rest[1:], names)),
    "number-of": lambda rest, names: PlaceOf(rest[0], _optional(rest[1:], names)),
    "table": lambda rest, _: Table(rest[0]),
    "field": lambda rest, names: Field(rest[0], _exprs(rest[1:], names)),
    "if": lambda rest, names: If(*_exprs(rest, names)),
    "is-a": lambda rest, names: IsA(_expr(rest[0], names), tuple(rest[1:])),
    "tuple": lambda rest, names: Tuple(_exprs(rest, names)),
    "call": lambda rest, names: Call(rest[0], _exprs(rest[1:], names)),
    "do": lambda rest, names: Builtin(rest[0], _exprs(rest[1:], names)),
    "holding": lambda rest, names: Holding(_exprs(rest, names)),
    "at": lambda rest, names: At(*_exprs(rest, names)),
    "some": lambda rest, names: Some(_local(rest[0], names), _expr(rest[1], names)),
    "once": lambda rest, names: Once(_local(rest[0], names), _expr(rest[1], names)),
    "over": _over,
}
