"""A world in the making, and what is read against it: types, keys and constants, which must be
known before play.

In: nodes of the tree. Out: types, domains of keys, numbers. What can't be known before play, or has
no end where it needs one, is reported (E0301 to E0303, E0311)."""

from __future__ import annotations

from alarife.checking.build.spots import spots_type
from alarife.checking.builtins import BUILT_IN_NAMES
from alarife.checking.constants import Constants
from alarife.checking.inference.foreign import meant_by_type
from alarife.checking.types import (
    CELL,
    CORNER,
    DECIMAL,
    EDGE,
    NEUTRAL,
    NUMBER,
    PARTY,
    PICTURE,
    PLACE,
    PLAYER,
    SIDE,
    SIDES,
    TEXT,
    TRUTH,
    UNKNOWN,
    CellType,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Type,
    Unknown,
    join,
)
from alarife.checking.world import Domain, World
from alarife.diagnostics import Report
from alarife.linking.evaluate import NotKnown
from alarife.linking.program import Program
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree

BUILT_IN_TYPES: dict[str, Type] = {
    "number": NUMBER,
    "decimal": DECIMAL,
    "text": TEXT,
    "Picture": PICTURE,
    "Player": PLAYER,
    "Neutral": NEUTRAL,
    "Party": PARTY,
    "Cell": CELL,
    "Edge": EDGE,
    "Corner": CORNER,
    "Side": SIDE,
    "Sides": SIDES,
    "place": PLACE,
}
MOST_PLACES = 20_000
"""How many instances a place may have, and how many entries a table or a note."""


class WorldDraft:
    """A world in the making: `world` is what is built so far, and types, keys and constants are
    read against it."""

    def __init__(self, program: Program, report: Report) -> None:
        self.program = program
        self.report = report
        self.world = World(program, program.configuration.players, tuple(program.neutrals))
        self.constants = Constants(self.world)
        self.missing: set[str] = set()
        """The types that there are not, as has been reported once for each."""

    def type_of(self, written: tree.TypeExpr | None) -> Type:
        """The type that a written type means."""
        match written:
            case tree.TruthType():
                return TRUTH
            case tree.RangeType():
                self._not_empty(written)
                number = Number(self._bound(written.low), self._bound(written.high))
                return Maybe(number) if written.optional else number
            case tree.NamedType():
                named = self._named_type(written)
                return Maybe(named) if written.optional else named
            case tree.EitherType():
                return join([self.type_of(t) for t in written.of])
            case tree.ManyType(how="grid"):
                return GridOf(self.type_of(written.of))
            case tree.ManyType():
                how = {"list": "list", "ranking": "ranking", "row": "list", "pile": "list"}.get(
                    written.how, "set"
                )
                return Many(how, self.type_of(written.of))
            case tree.BoardType():
                return GridOf(self.type_of(written.of))
            case _:
                return UNKNOWN

    def _named_type(self, written: tree.NamedType) -> Type:
        name = written.name
        if name == "Party" and not self.world.neutrals:
            return PLAYER
        if name in self.world.kinds:
            return KindOf(name)
        if name in self.world.members:
            return Pieces(self.world.members[name])
        if name in BUILT_IN_TYPES:
            return BUILT_IN_TYPES[name]
        if " of " in name:
            return spots_type(self.world, self.constants, self.report, name, written.at)
        if name not in self.missing:
            self.missing.add(name)
            program = self.program
            known = [*BUILT_IN_TYPES, *program.kinds, *program.types, *program.pieces]
            hint = meant_by_type(name) or did_you_mean(name, known)
            self.report.error("E0301", f"There is no type `{name}`.", written.at, hint=hint)
        return UNKNOWN

    def _not_empty(self, written: tree.RangeType) -> None:
        """A range whose bounds are written in the wrong order."""
        low, high = written.low, written.high
        if isinstance(low, tree.Int) and isinstance(high, tree.Int) and low.value > high.value:
            message = f"This range is empty: {low.value} is more than {high.value}."
            self.report.error("E0325", message, written.at, hint="Put the smaller number first.")

    def _bound(self, e: tree.Int | tree.Name | None) -> int | None:
        try:
            return None if e is None else self.constants.number(e)
        except NotKnown as wrong:
            self._not_known(wrong, "A bound of a range", "Use a number or the name of a constant.")
            return None

    def constant_number(self, e: tree.Expr, what: str, more: str = "") -> int | None:
        """A number that must be known before play; `more` is said to whom it is not. None after an
        error."""
        try:
            return self.constants.number(e)
        except NotKnown as wrong:
            hint = "Use a number, an option or a `value` that hangs on nothing in play."
            self._not_known(wrong, what, hint + more)
            return None

    def _not_known(self, wrong: NotKnown, what: str, hint: str) -> None:
        """Report what is not known before play; a name that nothing has, as such."""
        if any(wrong.at == label.at for d in self.report.errors for label in d.labels):
            return
        p, name = self.program, wrong.node.id if isinstance(wrong.node, tree.Name) else ""
        settings = {*p.settings, *p.options, *p.rulings}
        values = {n for kind in self.world.kinds.values() for n in kind.names}
        if name and not p.declared(name) and name not in BUILT_IN_NAMES | settings | values:
            constants = [n for n, cases in p.values.items() if not cases[0].params]
            hint = did_you_mean(name, ["players", *constants, *p.settings]) or hint
            self.report.error("E0340", f"Nothing is called `{name}` here.", wrong.at, hint=hint)
            return
        self.report.error(
            "E0302", f"{what} must be known before play: {wrong}.", wrong.at, hint=hint
        )

    def domain(self, key: tree.Key) -> Domain:
        """The keys that a written key allows; at most so many as a place may have (E0311)."""
        found = self._domain(key)
        if found.size > MOST_PLACES:
            self.report.error(
                "E0311",
                f"These are {found.size} keys; at most {MOST_PLACES} are allowed.",
                key.at,
                hint="Choose nearer bounds.",
            )
            return Domain(key.name, found.type, found.low, 1)
        return found

    def _domain(self, key: tree.Key) -> Domain:
        t = self.type_of(key.type)
        match t:
            case KindOf():
                return Domain(key.name, t, 0, len(self.world.kinds[t.name].names))
            case Seat():
                low = self.world.players if t.who == "Neutral" else 0
                size = {
                    "Player": self.world.players,
                    "Party": self.world.parties,
                    "Neutral": len(self.world.neutrals),
                }[t.who]
                return Domain(key.name, t, low, size)
            case Number() if t.low is not None and t.high is not None:
                return Domain(key.name, t, t.low, max(0, t.high - t.low + 1))
            case Pieces() if t.names:
                infos = [self.world.pieces[n] for n in t.names]
                low = min(i.first for i in infos)
                return Domain(key.name, t, low, max(i.first + i.count for i in infos) - low)
            case Pieces():
                return Domain(key.name, t, 0, 0)
            case Unknown():
                return Domain(key.name, t, 0, 1)
            case Number() if isinstance(key.type, tree.RangeType) and key.type.high is not None:
                return Domain(key.name, UNKNOWN, 0, 1)  # a bound is not known: that has been said
            case CellType() if t.board is not None:
                codes = self.world.spots[t.name]
                return Domain(key.name, t, 0, len(codes), codes)
            case _:
                self.report.error(
                    "E0303",
                    "This can't be a key: what it can be has no end.",
                    key.type.at,
                    hint=(
                        "Keys are kinds, parties, pieces, ranges with both ends (`1..5`), and the"
                        " cells, edges or corners of a board (`Cell of board`)."
                    ),
                )
                return Domain(key.name, UNKNOWN, 0, 1)
