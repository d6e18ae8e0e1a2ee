"""Numbers everything: a linked program becomes a `World`.

Order matters and is the order of this file: neutrals, kinds, types of pieces, tables, pieces, places, notes; each may use what
was
numbered before. Mistakes in rows, types and keys are reported here (E0301 to E0319).
"""

from __future__ import annotations

import re
from itertools import product
from math import prod

from alarife.checking.constants import Constants, NotConstant
from alarife.checking.read_cell import cell_reader, values_of
from alarife.checking.suggest import did_you_mean
from alarife.checking.types import (
    CELL,
    NEUTRAL,
    NUMBER,
    PARTY,
    PLACE,
    PLAYER,
    SIDE,
    SIDES,
    TEXT,
    TRUTH,
    UNKNOWN,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Type,
)
from alarife.checking.world import Domain, KindInfo, NoteInfo, PieceInfo, PlaceInfo, TableInfo, World
from alarife.diagnostics import Label, Report
from alarife.linking.program import Program
from alarife.syntax import tree

BUILT_IN_TYPES: dict[str, Type] = {
    "number": NUMBER,
    "text": TEXT,
    "Player": PLAYER,
    "Neutral": NEUTRAL,
    "Party": PARTY,
    "Cell": CELL,
    "Side": SIDE,
    "Sides": SIDES,
    "place": PLACE,
}
MOST_PIECES = 20_000
MOST_PLACES = 20_000
FEWER = "What need not be told apart can be counted with a `note`."


class WorldBuilder:
    """Builds the world of a program; `types` reads a written type."""

    def __init__(self, program: Program, report: Report) -> None:
        self.program = program
        self.report = report
        self.world = World(program, program.configuration.players, tuple(program.neutrals))
        self.constants = Constants(self.world)

    def build(self) -> World:
        """Everything, in order."""
        self.world.kinds["Side"] = KindInfo("Side", None, ("N", "E", "S", "W"), ("north", "east", "south", "west"))
        for ruling in self.program.rulings.values():
            names = tuple(row.cells[0].text for row in ruling.rows[1:])
            self.world.kinds.setdefault(ruling.name, KindInfo(ruling.name, None, names, names))
        self._kinds()
        self._type_members()
        self._tables()
        self._pieces()
        self._late_tables()
        self._places()
        self._notes()
        return self.world

    # ------------------------------------------------------------------------------------------------ types
    def type_of(self, written: tree.TypeExpr | None) -> Type:
        """The type that a written type means."""
        match written:
            case tree.TruthType():
                return TRUTH
            case tree.RangeType():
                return Number(self._bound(written.low), self._bound(written.high))
            case tree.NamedType():
                named = self._named_type(written)
                return Maybe(named) if written.optional else named
            case tree.ManyType(how="grid"):
                return GridOf(self.type_of(written.of))
            case tree.ManyType():
                how = (
                    written.how
                    if written.how in ("set", "list", "ranking")
                    else "list"
                    if written.how in ("row", "pile")
                    else "set"
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
        if name in BUILT_IN_TYPES:
            return BUILT_IN_TYPES[name]
        if name in self.world.kinds:
            return KindOf(name)
        if name in self.world.members:
            return Pieces(self.world.members[name])
        known = [*BUILT_IN_TYPES, *self.program.kinds, *self.program.types, *self.program.pieces]
        self.report.error("E0301", f"There is no type `{name}`.", written.at, hint=did_you_mean(name, known))
        return UNKNOWN

    def _bound(self, e: tree.Int | tree.Name | None) -> int | None:
        try:
            return self.constants.bound(e)
        except NotConstant as wrong:
            self.report.error(
                "E0302",
                f"A bound of a range must be known before play: {wrong}.",
                wrong.at,
                hint="Use a number or the name of a constant.",
            )
            return None

    def constant_number(self, e: tree.Expr, what: str) -> int:
        """A number that must be known before play."""
        try:
            return self.constants.number(e)
        except NotConstant as wrong:
            self.report.error(
                "E0302",
                f"{what} must be known before play: {wrong}.",
                wrong.at,
                hint="Use a number, an option or a `value` that hangs on nothing in play.",
            )
            return 0

    def domain(self, key: tree.Key) -> Domain:
        """The keys that a written key allows; at most so many as a place may have (E0311)."""
        found = self._domain(key)
        if found.size > MOST_PLACES:
            self.report.error(
                "E0311", f"These are {found.size} keys; at most {MOST_PLACES} are allowed.", key.at, hint="Choose nearer bounds."
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
                size = {"Player": self.world.players, "Party": self.world.parties, "Neutral": len(self.world.neutrals)}[t.who]
                return Domain(key.name, t, low, size)
            case Number() if t.low is not None and t.high is not None:
                return Domain(key.name, t, t.low, max(0, t.high - t.low + 1))
            case Pieces() if t.names:
                infos = [self.world.pieces[n] for n in t.names]
                low = min(i.first for i in infos)
                return Domain(key.name, t, low, max(i.first + i.count for i in infos) - low)
            case Pieces():
                return Domain(key.name, t, 0, 0)
            case _:
                self.report.error(
                    "E0303",
                    "This can't be a key: what it can be has no end.",
                    key.type.at,
                    hint="Keys are kinds, parties, pieces, and ranges with both ends (`1..5`).",
                )
                return Domain(key.name, UNKNOWN, 0, 1)

    # ------------------------------------------------------------------------------------------------ kinds and pieces
    def _kinds(self) -> None:
        for decl in self.program.kinds.values():
            head, rows = self._head(decl, decl.rows)
            if not head:
                continue
            names = tuple(row.cells[0].text for row in rows)
            title_at = head.index("title") if "title" in head else None
            titles = tuple(row.cells[title_at].text if title_at is not None else row.cells[0].text for row in rows)
            self.world.kinds[decl.name] = KindInfo(decl.name, decl, names, titles)
            for name in names:
                if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
                    self.report.error(
                        "E0304", f"`{name}` can't be the name of a value.", decl.head, hint="Names are letters, digits and `_`."
                    )
        for decl in self.program.kinds.values():
            info = self.world.kinds.get(decl.name)
            if info is None:
                continue
            head, rows = self._head(decl, decl.rows)
            for f in decl.fields:
                info.field_types[f.name] = t = self.type_of(f.type)
                info.fields[f.name] = tuple(self._column(f, t, head, rows, decl))

    def _head(self, decl: tree.Decl, rows: list[tree.Row]) -> tuple[list[str], list[tree.Row]]:
        if not rows:
            return [], []
        head = [c.text for c in rows[0].cells]
        good: list[tree.Row] = []
        for row in rows[1:]:
            if len(row.cells) == len(head):
                good.append(row)
            elif not any(c.text not in head for c in row.cells):
                continue
            else:
                self.report.error(
                    "E0306",
                    f"This row has {len(row.cells)} cells, but the table's head has {len(head)}.",
                    row.at,
                    rows[0].at,
                    hint="Each row has as many cells as the first one; a cell may be empty.",
                )
        return head, [r for r in good if [c.text for c in r.cells] != head]

    def _column(self, f: tree.Field, t: Type, head: list[str], rows: list[tree.Row], decl: tree.Decl) -> list[object]:
        if f.name not in head:
            known = {field.name for field in getattr(decl, "fields", ())} | {"name", "title", "copies"}
            told = not isinstance(decl, tree.Kind) and not set(head) <= known  # a column that is no field is said by itself
            if f.default is None and not told:
                self.report.error(
                    "E0307", f"The rows of `{decl.name}` have no column `{f.name}`.", f.at, hint=did_you_mean(f.name, head)
                )
                return [None] * len(rows)
            return [self.default(f, t) if f.default is not None else None] * len(rows)
        at = head.index(f.name)
        read = cell_reader(self, t)
        return [self.default(f, t) if not row.cells[at].text and f.default else read(row.cells[at], f.name) for row in rows]

    def default(self, f: tree.Field, t: Type) -> object:
        """The default of a field."""
        e = f.default
        if e is None:
            return 0 if isinstance(t, Sides) else () if isinstance(t, Many) else None
        if isinstance(e, tree.Name) and e.id == "nowhere":
            return 0
        if isinstance(e, tree.Several) and not e.items:
            return ()
        try:
            if isinstance(e, tree.Name) and isinstance(t, KindOf) and e.id in self.world.kinds[t.name].names:
                return self.world.kinds[t.name].names.index(e.id)
            return self.constants.value(e)
        except NotConstant as wrong:
            self.report.error("E0302", f"A default must be known before play: {wrong}.", wrong.at)
            return None

    def _type_members(self) -> None:
        parents: dict[str, list[str]] = {t.name: t.is_a for t in self.program.types.values()}
        for decl in [*self.program.types.values(), *self.program.pieces.values()]:
            for parent in decl.is_a:
                if parent not in parents:
                    self.report.error(
                        "E0308",
                        f"`{decl.name}` is said to be a `{parent}`, but there is no such type.",
                        decl.head,
                        hint=did_you_mean(parent, parents),
                    )
        members: dict[str, set[str]] = {name: set() for name in parents}
        for piece in self.program.pieces.values():
            members[piece.name] = {piece.name}
            todo, seen = list(piece.is_a), set[str]()
            while todo:
                parent = todo.pop()
                if parent in seen or parent not in parents:
                    continue
                seen.add(parent)
                members[parent].add(piece.name)
                todo += parents[parent]
        self.world.members = {name: frozenset(m) for name, m in members.items()}

    def _pieces(self) -> None:
        for decl in self.program.pieces.values():
            info = PieceInfo(decl.name, decl, self.world.piece_count)
            self.world.pieces[decl.name] = info
            for f in decl.fields:
                info.field_types[f.name] = self.type_of(f.type)
                if f.face:
                    if info.face:
                        self.report.error(
                            "E0309", f"`{decl.name}` has two faces; a piece has at most one.", f.at, hint="Take one `face` away."
                        )
                    info.face = f.name
                    info.face_values = len(values_of(self.world, info.field_types[f.name]) or ())
                    if not info.face_values:
                        self.report.error(
                            "E0310",
                            "A face needs values that can be listed.",
                            f.at,
                            hint="For instance `1..6`, a kind, or `Player`.",
                        )
            self._number_pieces(decl, info)
            self._inherit(decl, info)
            self.world.piece_count += info.count
        if self.world.piece_count > MOST_PIECES:
            self.report.error(
                "E0311", f"There are {self.world.piece_count} pieces; at most {MOST_PIECES} are allowed.", hint=FEWER
            )

    def _number_pieces(self, decl: tree.Piece, info: PieceInfo) -> None:
        plain = [f for f in decl.fields if not f.face]
        columns: dict[str, list[object]] = {f.name: [] for f in plain}
        if decl.each is not None:
            copies = self.constant_number(decl.each, "How many there are")
            if not 0 <= copies <= MOST_PIECES:
                self.report.error(
                    "E0311", f"There can't be {copies} of each; 0 to {MOST_PIECES} are allowed.", decl.each.at, hint=FEWER
                )
                return
            free = [f for f in plain if f.default is None]
            pools = [values_of(self.world, info.field_types[f.name]) for f in free]
            for f, pool in zip(free, pools, strict=True):
                if pool is not None and len(pool) > MOST_PIECES:
                    self.report.error(
                        "E0311", f"`{f.name}` has {len(pool)} values; at most {MOST_PIECES} pieces are allowed.", f.at, hint=FEWER
                    )
                    return
                if pool is None:
                    self.report.error(
                        "E0312",
                        f"`of each` makes a piece for every value, and the values of `{f.name}` have no end.",
                        f.at,
                        hint="Give it a range with two ends, or list the pieces in rows.",
                    )
            for combination in product(*(p or () for p in pools)):
                for f in plain:
                    value = combination[free.index(f)] if f in free else self.default(f, info.field_types[f.name])
                    columns[f.name] += [value] * copies
                info.count += copies
                if info.count > MOST_PIECES:
                    break
        head, rows = self._head(decl, decl.rows)
        if rows:
            copies_at = head.index("copies") if "copies" in head else None
            times = [self._copies(r.cells[copies_at]) if copies_at is not None else 1 for r in rows]
            if sum(times) > MOST_PIECES:
                self.report.error(
                    "E0311", f"These are {sum(times)} pieces; at most {MOST_PIECES} are allowed.", decl.head, hint=FEWER
                )
                return
            for f in plain:
                for value, n in zip(self._column(f, info.field_types[f.name], head, rows, decl), times, strict=True):
                    columns[f.name] += [value] * n
            info.count += sum(times)
            for name in head:
                if name not in columns and name != "copies":
                    self.report.error(
                        "E0307",
                        f"`{decl.name}` has no field `{name}`.",
                        decl.rows[0].cells[head.index(name)].at,
                        hint=did_you_mean(name, columns),
                    )
        info.fields = {name: tuple(values) for name, values in columns.items()}
        optional = [f for f in decl.fields if self._optional(f, info.field_types[f.name])]
        info.defaults = {f.name: self.default(f, info.field_types[f.name]) for f in optional if not f.face}
        required = [i for i, f in enumerate(decl.fields) if f not in optional]
        info.optional_from = required[-1] + 1 if required else 0

    @staticmethod
    def _optional(f: tree.Field, t: Type) -> bool:
        """Whether a literal may leave out a field: it has a default, and that of a set is empty."""
        return f.default is not None or isinstance(t, Sides) or (isinstance(t, Many) and t.how == "set")

    def _copies(self, cell: tree.Cell) -> int:
        """The number in a column `copies`; nothing there means one."""
        if cell.text and not re.fullmatch(r"[0-9]{1,6}", cell.text):
            self.report.error("E0320", f"`{cell.text}` is not a number of copies.", cell.at, hint="Write it in digits.")
        return int(cell.text) if re.fullmatch(r"[0-9]{1,6}", cell.text) else 1

    def _inherit(self, decl: tree.Piece, info: PieceInfo) -> None:
        """A piece must have the fields of the open types it joins."""
        todo, seen = list(decl.is_a), set[str]()
        while todo:
            parent = todo.pop()
            if parent in seen or parent not in self.program.types:
                continue
            seen.add(parent)
            for f in self.program.types[parent].fields:
                if f.name not in info.field_types:
                    self.report.error(
                        "E0313",
                        f"`{decl.name}` is a `{parent}`, so it needs a field `{f.name}`.",
                        decl.head,
                        self.program.types[parent].head,
                        hint="Declare it between the brackets of the piece.",
                    )
            todo += self.program.types[parent].is_a

    # ------------------------------------------------------------------------------------------------ tables
    def _tables(self) -> None:
        self._waiting = [d for d in self.program.tables.values() if self._mentions_pieces(d)]
        for decl in self.program.tables.values():
            if decl not in self._waiting:
                self._table(decl)

    def _late_tables(self) -> None:
        for decl in self._waiting:
            self._table(decl)

    def _mentions_pieces(self, decl: tree.Table) -> bool:
        return any(isinstance(k.type, tree.NamedType) and k.type.name in self.world.members for k in decl.keys)

    def _table(self, decl: tree.Table) -> None:
        t = self.type_of(decl.type)
        domains = [self.domain(k) for k in decl.keys]
        info = TableInfo(decl.name, decl, t, domains)
        self.world.tables[decl.name] = info
        if not decl.rows or len(domains) not in (1, 2):
            self.report.error(
                "E0314",
                f"The table `{decl.name}` needs one or two keys, and rows.",
                decl.head,
                hint="Make two tables of it, or write its rows.",
            )
            return
        if prod(d.size for d in domains) > MOST_PLACES:
            self.report.error(
                "E0311",
                f"The table `{decl.name}` would have more than {MOST_PLACES} entries.",
                decl.head,
                hint="Choose nearer bounds.",
            )
            return
        head = [c.text for c in decl.rows[0].cells]
        read = cell_reader(self, t)
        first = cell_reader(self, domains[0].type)
        found: dict[tuple[int, ...], object] = {}
        before = len(self.report.errors)
        for row in decl.rows[1:]:
            if [c.text for c in row.cells] == head:
                continue
            if len(row.cells) != len(head):
                self.report.error(
                    "E0306",
                    f"This row has {len(row.cells)} cells, but the table's head has {len(head)}.",
                    row.at,
                    decl.rows[0].at,
                    hint="Each row has as many cells as the first one; a cell may be empty.",
                )
                continue
            key = first(row.cells[0], decl.keys[0].name or "key")
            if not isinstance(key, int):
                continue
            if len(domains) == 1:
                self._enter(found, (key,), read(row.cells[1], decl.name) if len(row.cells) > 1 else None, row)
            else:
                second = cell_reader(self, domains[1].type)
                for top, c in zip(decl.rows[0].cells[1:], row.cells[1:], strict=True):
                    k2 = second(top, decl.keys[1].name or "key")
                    if isinstance(k2, int):
                        self._enter(found, (key, k2), read(c, decl.name), row)
        if len(self.report.errors) == before:  # a row that can't be read is no row that is missing
            info.rows = self._nest(decl, domains, found)

    def _enter(self, found: dict[tuple[int, ...], object], key: tuple[int, ...], value: object, row: tree.Row) -> None:
        if key in found:
            self.report.error("E0315", "This key stands twice in the table.", row.at, hint="Take one of its rows away.")
        found[key] = value

    def _nest(self, decl: tree.Table, domains: list[Domain], found: dict[tuple[int, ...], object]) -> tuple[object, ...]:
        missing: list[str] = []

        def get(*key: int) -> object:
            if key not in found:
                missing.append(", ".join(self._key_name(d, k) for d, k in zip(domains, key, strict=True)))
                return None
            return found[key]

        ranges = [range(d.low, d.low + d.size) for d in domains]
        rows = tuple(tuple(get(a, b) for b in ranges[1]) if len(ranges) == 2 else get(a) for a in ranges[0])
        if missing:
            self._say_missing(decl, domains, missing)
        return rows

    def _say_missing(self, decl: tree.Table, domains: list[Domain], missing: list[str]) -> None:
        """A table is not whole: because of the file that brings further keys, if there is one."""
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        message = f"The table `{decl.name}` has no row for {'; '.join(missing[:3])}{more}."
        kinds = [d.type.name for d in domains if isinstance(d.type, KindOf)]
        brings = [one for kind in kinds for one in self.program.more.get(kind, [])]
        fresh = {row.cells[0].text for one in brings for row in one.rows[1:] if row.cells}
        if brings and all(fresh & set(key.split(", ")) for key in missing):
            labels = [Label(one.head, "this brings what the table does not have") for one in brings]
            hint = f"Add the rows in `{brings[0].module}`, under `more {decl.name}`."
            self.report.error("E0316", message, *labels, Label(decl.head, "the table"), hint=hint)
        else:
            self.report.error("E0316", message, decl.head, hint="Add what is missing.")

    def _key_name(self, domain: Domain, key: int) -> str:
        if isinstance(domain.type, KindOf):
            return self.world.kinds[domain.type.name].names[key]
        return str(key)

    # ------------------------------------------------------------------------------------------------ places and notes
    def _places(self) -> None:
        self.world.places["box"] = PlaceInfo("box", None, "set", Pieces(frozenset(self.world.pieces)))
        for decl in self.program.places.values():
            shape, element, bounds = self._shape(decl.shape)
            if not isinstance(element, Pieces) and element is not UNKNOWN:
                self.report.error(
                    "E0317",
                    f"Places hold pieces, and `{decl.name}` is said to hold something else.",
                    decl.shape.at,
                    hint="What is no piece is remembered in a `note`.",
                )
                element = Pieces(frozenset())
            info = PlaceInfo(
                decl.name, decl, shape, element, [self.domain(k) for k in decl.keys], self.world.place_count, bounds=bounds
            )
            for trait in decl.traits:
                if trait.kind == "under":
                    info.law = trait.law
            self.world.places[decl.name] = info
            self.world.place_count += info.count
        if self.world.place_count > MOST_PLACES:
            self.report.error(
                "E0311",
                f"There are {self.world.place_count} places; at most {MOST_PLACES} are allowed.",
                hint="Keep them for fewer keys.",
            )

    def _shape(self, written: tree.TypeExpr) -> tuple[str, Type, tuple[int, int] | None]:
        match written:
            case tree.BoardType():
                size = (
                    self.constant_number(written.width, "The width of a board"),
                    self.constant_number(written.height, "The height of a board"),
                )
                if not (1 <= size[0] <= 100 and 1 <= size[1] <= 100):
                    self.report.error(
                        "E0318",
                        "A board has 1 to 100 columns and rows.",
                        written.at,
                        hint="Leave the size out for a grid that grows as it is built: `grid of …`.",
                    )
                    size = (1, 1)
                return "board", self.type_of(written.of), size
            case tree.ManyType() if written.how in ("set", "bag", "row", "pile", "grid"):
                return written.how, self.type_of(written.of), None
            case tree.NamedType(optional=True):
                t = self.type_of(written)
                return "space", t.of if isinstance(t, Maybe) else t, None
            case _:
                self.report.error(
                    "E0319",
                    "This is no shape of a place.",
                    written.at,
                    hint="Say `T?` for a space, or `set of`, `bag of`, `row of`, `pile of`, `grid of`, `grid 7 by 6 of`.",
                )
                return "set", UNKNOWN, None

    def _notes(self) -> None:
        for decl in self.program.notes.values():
            t = self.type_of(decl.type)
            info = NoteInfo(decl.name, decl, t, [self.domain(k) for k in decl.keys])
            if isinstance(t, Number):
                info.low, info.high = t.low, t.high
            self.world.notes[decl.name] = info
            if info.count > MOST_PLACES:
                self.report.error(
                    "E0311",
                    f"The note `{decl.name}` has {info.count} values; at most {MOST_PLACES} are allowed.",
                    decl.head,
                    hint="Keep it for fewer keys.",
                )
