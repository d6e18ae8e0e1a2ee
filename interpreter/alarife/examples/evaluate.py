"""Expressions of examples, evaluated: they are lowered like any other, but for literals of pieces
and comparisons with them.

In: checked expressions, a machine, a state, and values for the cells that drawings name. Out:
values. Each expression becomes a function in the machine's own namespace once, so it sees the
values and rules of the game, supposed ones included."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from alarife.checking.scope import Checked, Local
from alarife.checking.types import Many, Pieces, Type, holds_pieces
from alarife.checking.world import NoteInfo, PieceInfo
from alarife.code.symbols import Names
from alarife.engine.workbench import Workbench
from alarife.examples.looks import Faces, PieceFinder, is_set_field
from alarife.examples.outcome import Failed
from alarife.examples.written import AsWritten
from alarife.ir.nodes import Builtin, Const, Expr, Function, Op, Tuple
from alarife.ir.switches import Switches
from alarife.ir.walk import free
from alarife.lowering.layout import Slots
from alarife.lowering.values.access import index, place
from alarife.lowering.values.expressions import ExpressionBuilder
from alarife.lowering.writing import Writer
from alarife.syntax import tree

Values = Mapping[Local, Any]


class ExampleNames(Names):
    """Names that nothing in a lowered program has."""

    def fresh(self, prefix: str) -> str:
        """A Python name that nothing else has."""
        return super().fresh("_ex_" + prefix)


class ExampleBuilder(ExpressionBuilder):
    """Builds the expressions of examples. `literals` are those built so far."""

    def __init__(
        self, checked: Checked, work: Callable[[tree.Source], int], switches: Switches
    ) -> None:
        super().__init__(checked, work, switches)
        self.literals: list[tree.Call] = []
        self._as_look = False

    def literal(self, info: PieceInfo, e: tree.Call) -> Expr:
        """A look where it is compared, else a piece with that look."""
        as_look, self._as_look = self._as_look, False
        fields: list[Expr] = []
        faces: list[Expr] = []
        for name, arg in zip(info.field_types, e.args, strict=False):
            value = self.expr(arg)
            if name in info.faces:
                faces.append(Tuple((Const(name), value)))
            else:
                fields.append(Builtin("as_set", (value,)) if is_set_field(info, name) else value)
        self._as_look = as_look
        self.literals.append(e)
        kind = list(self.world.pieces).index(info.name)
        number = Const(len(self.literals) - 1)
        return Builtin(
            "_ex_look" if as_look else "_ex_piece",
            (number, Const(kind), Tuple(tuple(fields)), Tuple(tuple(faces))),
        )

    def name(self, e: tree.Name | tree.InPlay) -> Expr:
        """What a name stands for; the type of a piece without fields is a literal."""
        ref = self.checked.refs[e]
        if isinstance(e, tree.Name) and isinstance(ref.target, PieceInfo):
            return self.literal(ref.target, tree.Call(e.id, [], at=e.at))
        return super().name(e)

    def look(self, e: tree.Expr) -> Expr:
        """An expression, its literals as looks."""
        self._as_look = True
        found = self.expr(e)
        self._as_look = False
        return found

    def compare(self, e: tree.Compare) -> Expr:
        """A comparison; with a literal of a piece, of looks."""
        literal = self.is_literal(e.left) or self.is_literal(e.right)
        if (
            not literal
            or e.op not in ("=", "differs from", "in", "not in")
            or not holds_pieces(self.type(e.left))
        ):
            return super().compare(e)
        sides = [
            self.look(side) if self.is_literal(side) else self.expr(side)
            for side in (e.left, e.right)
        ]
        if e.op in ("in", "not in"):
            found = Builtin("_ex_among", tuple(sides))
        else:
            ordered = all(
                isinstance(t, Many) and t.how == "list"
                for t in (self.type(e.left), self.type(e.right))
            )
            found = Builtin("_ex_same", (*sides, Const(ordered)))
        return found if e.op in ("=", "in") else Op("not", (found,))

    def is_literal(self, e: tree.Expr) -> bool:
        """Whether an expression is a literal of a piece, or a list of them."""
        match e:
            case tree.Several():
                return all(self.is_literal(item) for item in e.items)
            case tree.Call() | tree.Name():
                return self.checked.refs[e].kind == "piece"
            case _:
                return False

    def type_test(self, names: frozenset[str], of: Expr) -> Expr:
        """Whether a piece belongs to these types; lowering is over, so no table can be made."""
        ids = tuple(
            i for info in self.world.pieces.values() if info.name in names for i in info.ids
        )
        return Op("in", (of, Const(ids)))


SAID = 3
"""So many pieces are named where one is meant that there is not."""


class Evaluator:
    """Evaluates expressions of examples over one bench. `looks` is set anew for every example."""

    def __init__(self, bench: Workbench, checked: Checked) -> None:
        self.bench = bench
        self.writer = Writer(checked, bench.layout, names=ExampleNames(), builder=ExampleBuilder)
        assert isinstance(self.writer.build, ExampleBuilder)
        self.build = self.writer.build
        self.looks = PieceFinder(bench)
        self._functions: dict[tuple[str, tree.Expr], tuple[str, Sequence[Local]]] = {}
        bench.bind(
            _ex_look=self._look,
            _ex_piece=self._piece,
            _ex_same=self._same,
            _ex_among=self._among,
        )

    def _piece(
        self, s: Slots, literal: int, kind: int, fields: tuple[Any, ...], faces: Faces
    ) -> int:
        return self.looks.one(s, self._look(s, literal, kind, fields, faces))

    def _same(self, s: Slots, a: Any, b: Any, ordered: bool) -> bool:
        return self.looks.same(s, a, b, ordered)

    def _among(self, s: Slots, x: Any, many: Any) -> bool:
        return self.looks.among(s, x, many)

    def _look(
        self, s: Slots, literal: int, kind: int, fields: tuple[Any, ...], faces: Faces
    ) -> Any:
        found = self.looks.literal(kind, fields, faces)
        if found is None:
            e = self.build.literals[literal]
            raise Failed(
                "E0806",
                f"There is no `{e.name}` with these fields.",
                e.at,
                self._nearest(s, kind, fields),
            )
        return found

    def _nearest(self, s: Slots, kind: int, fields: tuple[Any, ...]) -> str:
        """The pieces that have most fields in common with one that there is not."""
        info = self.looks.infos[kind]
        columns = list(info.fields.values())
        looks = {self.bench.tables.look[x]: x for x in reversed(info.ids)}
        near = sorted(
            looks.values(),
            key=lambda x: (
                -sum(
                    column[x - info.first] == field
                    for column, field in zip(columns, fields, strict=False)
                )
            ),
        )
        words = AsWritten(self.bench.world, self.bench.tables)
        said = [f"`{words.key(s, x, Pieces(frozenset({info.name})))}`" for x in near[:SAID]]
        return f"There are {', '.join(said)}{' and others' if len(near) > SAID else ''}."

    # ----------------------------------------------------------------
    # asking
    def value(self, e: tree.Expr, s: Slots, values: Values) -> Any:
        """The value of an expression; a literal is a piece."""
        return self._ask("value", e, s, values, lambda: self.build.expr(e))

    def value_as(self, e: tree.Expr, wanted: Type, s: Slots, values: Values) -> Any:
        """The same where a type is declared: a list becomes a set there."""
        return self._ask("value as", e, s, values, lambda: self.build.as_type(e, wanted))

    def looked(self, e: tree.Expr, s: Slots, values: Values) -> Any:
        """The value of an expression; a literal, or a list of them, is looks."""
        if not self.build.is_literal(e):
            return self.value(e, s, values)
        return self._ask("look", e, s, values, lambda: self.build.look(e))

    def place(self, e: tree.Expr, s: Slots, values: Values) -> int:
        """The number of the place that an expression names."""
        return self._ask("place", e, s, values, lambda: place(self.build, e))

    def index(self, e: tree.Expr, note: NoteInfo, s: Slots, values: Values) -> int:
        """Which of the values of a note an expression names."""
        keys = e.keys if isinstance(e, tree.At) else []
        build = self.build
        return self._ask(
            "index", e, s, values, lambda: index(build, note.domains, keys) or Const(0)
        )

    def _ask(
        self, what: str, e: tree.Expr, s: Slots, values: Values, build: Callable[[], Expr]
    ) -> Any:
        if (what, e) not in self._functions:
            asked = self.writer.improved(build())
            name = self.writer.names.fresh("ask")
            made = self.writer.finish(Function(name, tuple(free(asked)), asked))
            source = "\n\n".join(self.writer.functions)
            self.writer.functions.clear()
            self.bench.define(source)
            self._functions[what, e] = made.name, made.params
        name, used = self._functions[what, e]
        return self.bench.function(name)(s, *(values[local] for local in used))
