"""Numbers that stand in the rules of a linked program: constants with their changes, and how many
pieces there are.

In: a program. Out: numbers, or None for what is known only during play."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from alarife.diagnostics import Report
from alarife.linking.evaluate import Evaluator, Known, Names, NotKnown
from alarife.linking.program import Program
from alarife.syntax import tree
from alarife.syntax.parse import parse_expression

_HOLE = re.compile(r"\{([^{}]*)\}")
_FORM = re.compile(r":\w+$")


class ProgramFacts(Known):
    """What is known of a linked program: its configuration, values without parameters with their
    changes, sizes, cells of tables."""

    usually = False
    """Whether a value that changes during play counts as what it usually is."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._values: dict[str, Any] = {}
        self._busy: list[str] = []

    def in_play(self, e: tree.InPlay) -> bool:
        """Whether a module is in play."""
        return e.module in self.program.configuration.modules

    def name(self, e: tree.Name, asker: Evaluator) -> Any:
        """What a name stands for that nothing around it binds."""
        name = self.program.formerly.get(e.id, e.id)
        if name == "players":
            return self.program.configuration.players
        if len(cases := self.program.values.get(name, [])) == 1 and not cases[0].params:
            return self.named(e, name, asker)
        if name in self.program.settings:
            return self.program.settings[name]
        raise NotKnown(e, f"`{e.id}` is not known before play")

    def named(self, e: tree.Expr, name: str, asker: Evaluator | None = None) -> Any:
        """The value of a declared value without parameters, with its changes."""
        if name not in self._values:
            if name in self._busy:
                raise NotKnown(e, f"`{name}` needs itself")
            self._busy.append(name)
            try:
                run = asker or Evaluator(self)
                body = self.program.values[name][0].body
                chain = self.program.changes.get(name, [])
                found = self.changed(chain, lambda: run.inside({}).value(body), e, run)
                self._values[name] = self.declared(e, name, found)
            finally:
                self._busy.pop()
        return self._values[name]

    def declared(self, e: tree.Expr, name: str, value: Any) -> Any:
        """A value as the declaration of its name has it."""
        return self.made(e, value)

    def changed(
        self,
        chain: Sequence[tree.Change],
        original: Callable[[], Any],
        e: tree.Expr,
        asker: Evaluator,
    ) -> Any:
        """The value after a chain of changes of an original one."""
        result = original
        for change in reversed(chain):
            result = self._wrapped(change, result, e, asker)
        return result()

    def _wrapped(
        self, change: tree.Change, usual: Callable[[], Any], e: tree.Expr, asker: Evaluator
    ) -> Callable[[], Any]:
        def evaluate() -> Any:
            if change.pattern or change.guard:
                if self.usually:
                    return usual()
                raise NotKnown(e, f"`{change.target}` changes during play")
            inner = asker.inside({}, usual)
            chain = self.program.changes.get(change.name, []) if change.name else []
            return self.changed(chain, lambda: inner.value(change.body), e, asker)

        return evaluate

    def sides(self, left: tree.Expr, right: tree.Expr, asker: Evaluator) -> tuple[Any, Any]:
        """The values of both sides. A name beside a setting whose values are names is one of
        them."""
        settings = self.program.settings
        for one, other in ((left, right), (right, left)):
            of = settings.get(one.id) if isinstance(one, tree.Name) else None
            if isinstance(of, str) and isinstance(other, tree.Name) and other.id not in settings:
                return (of, other.id) if one is left else (other.id, of)
        return super().sides(left, right, asker)

    def entry(self, e: tree.At, asker: Evaluator) -> Any:
        """The value of `x[key]`."""
        table = self.program.tables.get(e.of.id) if isinstance(e.of, tree.Name) else None
        key = e.keys[0]
        if table is not None and len(e.keys) == 1 and isinstance(key, tree.Name):
            for row in table.rows[1:]:
                if len(row.cells) == 2 and row.cells[0].text == key.id:
                    return row.cells[1].text
        raise NotKnown(e)

    def call(self, e: tree.Call, asker: Evaluator) -> Any:
        """The value of `f(arguments)`."""
        if e.name == "size" and len(e.args) == 1 and isinstance(e.args[0], tree.Name):
            found = self.size_of(e.args[0].id)
            if found is not None:
                return found
        raise NotKnown(e)

    def size_of(self, name: str) -> int | None:
        """How many there are of a kind, a type of pieces or of parties."""
        players, neutrals = self.program.configuration.players, len(self.program.neutrals)
        parties = {"Player": players, "Neutral": neutrals, "Party": players + neutrals, "Side": 4}
        if name in self.program.kinds:
            return len(self.program.kinds[name].rows) - 1
        if name in self.program.pieces:
            return pieces_of(self.program.pieces[name], self.program)
        return parties.get(name)


def number_of(e: tree.Expr, program: Program, names: Names | None = None) -> int | None:
    """The number that an expression is, if it is known; `names` are bound in it."""
    try:
        return Evaluator(ProgramFacts(program), names).number(e)
    except NotKnown:
        return None


def constant_of(name: str, program: Program) -> int | None:
    """The number that a value without parameters is in this configuration, its changes included."""
    return number_of(tree.Name(name, at=tree.NOWHERE), program)


# ----------------------------------------------------------------
# pieces
Rows = dict[tuple[str, ...], int | None]


def copies_by_row(piece: tree.Piece, program: Program) -> Rows:
    """How many pieces there are of each row of a piece (its cells without the copies); `n of each`
    is one row without cells."""
    found: Rows = {}
    if piece.each is not None:
        each, combinations = number_of(piece.each, program), _combinations(piece, program)
        found[()] = None if each is None or combinations is None else each * combinations
    if not piece.rows:
        return found
    columns = [cell.text for cell in piece.rows[0].cells]
    for row in piece.rows[1:]:
        cells = {name: cell.text for name, cell in zip(columns, row.cells, strict=False)}
        copies = cells.pop("copies", "") or "1"
        key = tuple(cells.values())
        count = (
            int(copies) if copies.isascii() and copies.isdigit() else constant_of(copies, program)
        )
        before = found.get(key, 0)
        found[key] = None if count is None or before is None else before + count
    return found


def pieces_of(piece: tree.Piece, program: Program) -> int | None:
    """How many pieces of that name there are."""
    counts = list(copies_by_row(piece, program).values())
    return None if any(count is None for count in counts) else sum(count or 0 for count in counts)


def _combinations(piece: tree.Piece, program: Program) -> int | None:
    product = 1
    for field in piece.fields:
        if field.default is None and not field.face:
            size = _size_of(field.type, program)
            if size is None:
                return None
            product *= size
    return product


def _size_of(written: tree.TypeExpr | None, program: Program) -> int | None:
    """How many values a type of a field has."""
    match written:
        case tree.TruthType():
            return 2
        case tree.RangeType(low=low, high=high) if high is not None:
            first, last = number_of(low, program), number_of(high, program)
            return None if first is None or last is None else last - first + 1
        case tree.NamedType(name=name):
            return ProgramFacts(program).size_of(name)
        case _:
            return None


# ----------------------------------------------------------------
# sentences
def plain(text: str, program: Program) -> str:
    """A sentence with those holes filled whose number can be told here; others show their
    expression."""

    def fill(found: re.Match[str]) -> str:
        inside = _FORM.sub("", found[1].strip())
        if inside.startswith("="):
            return inside[1:].partition(":")[0].strip()
        name, equals, expression = inside.partition("=")
        wanted = expression.strip() if equals else name.strip()
        parsed = parse_expression(wanted, tree.NOWHERE, Report())
        try:
            value = None if parsed is None else Evaluator(facts).value(parsed)
        except NotKnown:
            value = None
        return wanted if value is None else str(value)

    facts = ProgramFacts(program)
    return _HOLE.sub(fill, text)
