"""Expressions of examples, evaluated: they are lowered like any other, but for literals of pieces
and comparisons with them.

In: checked expressions, a machine, a state, and values for the cells that drawings name. Out:
values. Each expression becomes a function in the machine's own namespace once, so it sees the
values and rules of the game, supposed ones included."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from alarife.checking.scope import Checked, Local, Ref
from alarife.checking.types import Many, Maybe, Pieces, Type
from alarife.checking.world import NoteInfo, PieceInfo
from alarife.engine.machine import Machine
from alarife.examples.looks import Looks, is_set_field
from alarife.examples.outcome import Failed
from alarife.lowering.context import Names
from alarife.lowering.expressions import ExpressionWriter
from alarife.lowering.layout import Layout
from alarife.syntax import tree

State = list[Any]
Values = Mapping[Local, Any]


class ExampleNames(Names):
    """Names that nothing in a lowered program has."""

    def fresh(self, prefix: str) -> str:
        """A Python name that nothing else has."""
        return super().fresh("_ex_" + prefix)


class ExampleWriter(ExpressionWriter):
    """Writes the expressions of examples. `literals` are those written so far."""

    def __init__(self, checked: Checked, layout: Layout) -> None:
        super().__init__(checked, layout)
        self.names = ExampleNames()
        self.literals: list[tree.Call] = []
        self._as_look = False
        self.alias = {}

    def _declared_call(self, ref: Ref, e: tree.Call) -> str:
        name = str(ref.target)
        return self.call(f"{ref.kind}_{name}", f"{ref.kind} {name}", [self.code(a) for a in e.args])

    def literal(self, info: PieceInfo, e: tree.Call) -> str:
        """A look where it is compared, else a piece with that look."""
        as_look, self._as_look = self._as_look, False
        fields: list[str] = []
        face = "None"
        for name, arg in zip(info.field_types, e.args, strict=False):
            code = self.code(arg)
            if name == info.face:
                face = code
            else:
                fields.append(f"as_set({code})" if is_set_field(info, name) else code)
        self._as_look = as_look
        self.literals.append(e)
        kind = list(self.world.pieces).index(info.name)
        function = "_ex_look" if as_look else "_ex_piece"
        return (
            f"{function}(s, {len(self.literals) - 1}, {kind},"
            f" ({', '.join(fields)}{',' if len(fields) == 1 else ''}), {face})"
        )

    def _name(self, e: tree.Expr) -> str:
        ref = self.checked.refs[e]
        if isinstance(e, tree.Name) and isinstance(ref.target, PieceInfo):
            return self.literal(ref.target, tree.Call(e.id, [], at=e.at))
        return super()._name(e)

    def look(self, e: tree.Expr) -> str:
        """The code of an expression, its literals as looks."""
        self._as_look = True
        code = self.code(e)
        self._as_look = False
        return code

    def _compare(self, e: tree.Compare) -> str:
        literal = self.is_literal(e.left) or self.is_literal(e.right)
        if (
            not literal
            or e.op not in ("=", "differs from", "in", "not in")
            or not of_pieces(self.type(e.left))
        ):
            return super()._compare(e)
        sides = [
            self.look(side) if self.is_literal(side) else self.code(side)
            for side in (e.left, e.right)
        ]
        if e.op in ("in", "not in"):
            return f"({'not ' if e.op == 'not in' else ''}_ex_among(s, {sides[0]}, {sides[1]}))"
        ordered = all(
            isinstance(t, Many) and t.how == "list" for t in (self.type(e.left), self.type(e.right))
        )
        return f"({'not ' if e.op != '=' else ''}_ex_same(s, {sides[0]}, {sides[1]}, {ordered}))"

    def is_literal(self, e: tree.Expr) -> bool:
        """Whether an expression is a literal of a piece, or a list of them."""
        match e:
            case tree.Group():
                return self.is_literal(e.inner)
            case tree.Several():
                return all(self.is_literal(item) for item in e.items)
            case tree.Call() | tree.Name():
                return self.checked.refs[e].kind == "piece"
            case _:
                return False

    def type_test(self, names: frozenset[str], code: str) -> str:
        """The code that asks whether a piece belongs to these types."""
        ids = tuple(
            i for info in self.world.pieces.values() if info.name in names for i in info.ids
        )
        return f"({code} in {ids!r})"

    def index_of(self, e: tree.Expr, note: NoteInfo) -> str:
        """The code of the index of a note that an expression names."""
        return self._index(note.domains, e.keys if isinstance(e, tree.At) else [])


def of_pieces(t: Type) -> bool:
    """Whether values of a type are pieces or none, or hold some; an empty list may be of
    anything."""
    while isinstance(t, (Many, Maybe)):
        t = t.of
    return isinstance(t, Pieces)


class Evaluator:
    """Evaluates expressions of examples over one machine. `looks` is set anew for every example."""

    def __init__(self, machine: Machine, checked: Checked) -> None:
        self.machine = machine
        self.writer = ExampleWriter(checked, machine.lowered.layout)
        self.looks = Looks(machine)
        self._functions: dict[tuple[str, tree.Expr], tuple[Callable[..., Any], list[Local]]] = {}
        machine.names.update(
            _ex_look=self._look,
            _ex_piece=self._piece,
            _ex_same=self._same,
            _ex_among=self._among,
        )

    def _piece(
        self, s: State, literal: int, kind: int, fields: tuple[Any, ...], face: int | None
    ) -> int:
        return self.looks.one(s, self._look(s, literal, kind, fields, face))

    def _same(self, s: State, a: Any, b: Any, ordered: bool) -> bool:
        return self.looks.same(s, a, b, ordered)

    def _among(self, s: State, x: Any, many: Any) -> bool:
        return self.looks.among(s, x, many)

    def _look(
        self, s: State, literal: int, kind: int, fields: tuple[Any, ...], face: int | None
    ) -> Any:
        found = self.looks.literal(kind, fields, face)
        if found is None:
            e = self.writer.literals[literal]
            raise Failed(
                "E0806",
                f"There is no `{e.name}` with these fields.",
                e.at,
                "Look at the rows of the piece.",
            )
        return found

    # ----------------------------------------------------------------
    # asking
    def value(self, e: tree.Expr, s: State, values: Values) -> Any:
        """The value of an expression; a literal is a piece."""
        return self._ask("value", e, s, values, lambda: self.writer.returning(e))

    def looked(self, e: tree.Expr, s: State, values: Values) -> Any:
        """The value of an expression; a literal, or a list of them, is looks."""
        if not self.writer.is_literal(e):
            return self.value(e, s, values)
        return self._ask(
            "look", e, s, values, lambda: self.writer.cx.line(f"return {self.writer.look(e)}")
        )

    def place(self, e: tree.Expr, s: State, values: Values) -> int:
        """The number of the place that an expression names."""
        return self._ask(
            "place",
            e,
            s,
            values,
            lambda: self.writer.cx.line(f"return {self.writer.place_number(e)}"),
        )

    def index(self, e: tree.Expr, note: NoteInfo, s: State, values: Values) -> int:
        """Which of the values of a note an expression names."""
        return self._ask(
            "index",
            e,
            s,
            values,
            lambda: self.writer.cx.line(f"return {self.writer.index_of(e, note)}"),
        )

    def _ask(
        self, what: str, e: tree.Expr, s: State, values: Values, write: Callable[[], None]
    ) -> Any:
        if (what, e) not in self._functions:
            name, used = self.writer.apart("ask", write)
            source = "\n\n".join(self.writer.functions)
            self.writer.functions.clear()
            exec(compile(source, "<example>", "exec"), self.machine.names)  # noqa: S102 - our own generated text, ids and numbers only
            self._functions[what, e] = self.machine.names[name], used
        function, used = self._functions[what, e]
        self.machine.budget.renew()
        return function(s, *(values[local] for local in used))
