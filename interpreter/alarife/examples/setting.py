"""Sets the table of an example: what its `given`s say becomes a state.

In: a checked example and an evaluator. Out: a state in which the pieces lie, the notes say and
chance will bring what was written, and values that are supposed to be something are that.
Everything else is as before the first step of a game: empty, in the box."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Pieces, Sides
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.engine.tables import PILE, SPACE
from alarife.examples.check import Checkup
from alarife.examples.check_given import START
from alarife.examples.drawing import Drawing
from alarife.examples.evaluate import Evaluator
from alarife.examples.looks import PieceClass
from alarife.examples.outcome import Failed
from alarife.geometry.grid import cell, xy
from alarife.linking.walk import conjuncts
from alarife.lowering.layout import Slots
from alarife.syntax import tree

SIDES = ("north", "east", "south", "west")
SEED = 1


class Setting:
    """The table of one example. `state` and `values` (cells named by drawings) are ready after
    `lay`; `undo` takes supposed values back."""

    def __init__(self, evaluator: Evaluator, example: tree.Example, checkup: Checkup) -> None:
        self.evaluator = evaluator
        self.bench = evaluator.bench
        self.example = example
        self.checkup = checkup
        self.state = self.bench.start(SEED)
        self.values: dict[Local, Any] = {}
        self._usual: dict[str, Callable[..., Any]] = {}

    def lay(self) -> None:
        """Do what the `given`s say: drawings, then places and notes, then what is supposed."""
        for given in self.example.given:
            if isinstance(given, tree.GivenMap):
                self._draw(given, self.checkup.drawings[given])
        suppositions: list[tree.Expr] = []
        for given in self.example.given:
            if isinstance(given, tree.Given):
                suppositions += [part for part in conjuncts(given.condition) if not self._put(part)]
        for part in suppositions:
            self._suppose(part)
        self.bench.forget(self.state)

    def undo(self) -> None:
        """Values are themselves again."""
        for name, function in self._usual.items():
            self.bench.suppose(name, function)

    # ----------------------------------------------------------------
    # places
    def _put(self, e: tree.Expr) -> bool:
        """Carry out a `given` about a place, a note or chance; False for what is supposed of a
        value."""
        refs = self.evaluator.writer.checked.refs
        target = e.left if isinstance(e, tree.Compare) else e.of if isinstance(e, tree.Not) else e
        ref = refs.get(target)
        if isinstance(e, tree.Compare) and (
            ref is None or ref.kind not in ("place", "cell", "note", "value", "rule")
        ):
            self._chance(e.right)
            return True
        assert ref is not None
        if isinstance(e, tree.Compare) and ref.kind == "place":
            self._fill(target, e.right)
        elif isinstance(e, tree.Compare) and ref.kind == "cell" and isinstance(target, tree.At):
            number = self.evaluator.place(target.of, self.state, self.values)
            spot = self.evaluator.value(target.keys[0], self.state, self.values)
            self._on_cell(e.right, number, spot)
        elif ref.kind == "note":
            assert isinstance(ref.target, NoteInfo)
            self._write(ref.target, target, e)
        else:
            return False
        return True

    def _fill(self, place: tree.Expr, e: tree.Expr) -> None:
        number = self.evaluator.place(place, self.state, self.values)
        self.bench.clear(self.state, number)
        pieces = self.claimed(e)
        shape = self.bench.tables.shape[number]
        if shape == SPACE and len(pieces) > 1:
            raise Failed(
                "E0802",
                f"`{self.bench.tables.name[number]}` holds one piece, and these are {len(pieces)}.",
                e.at,
                "The name of a type is all of its pieces. One of them is `[Stone]`.",
            )
        for x in reversed(pieces) if shape == PILE else pieces:
            self.bench.lay(self.state, x, number, None)

    def claimed(self, e: tree.Expr) -> list[int]:
        """The pieces that an expression claims: for each literal another one."""
        if isinstance(e, tree.Nothing):
            return []
        if isinstance(e, tree.Several):
            return list(chain.from_iterable(self.claimed(item) for item in e.items))
        looks = self.evaluator.looks
        found = self.evaluator.looked(e, self.state, self.values)
        if not isinstance(found, PieceClass):
            many: list[int] = [found] if isinstance(found, int) else list(found or ())
            looks.claimed += [x for x in many if x not in looks.claimed]
            return many
        x = looks.claim(self.state, found)
        if x is None:
            count = sum(1 for other in looks.tables.look if other == found.piece)
            raise Failed(
                "E0807",
                f"There {'is' if count == 1 else 'are'} only {count} of these.",
                e.at,
                "Each literal after `given` is another piece.",
            )
        return [x]

    # ----------------------------------------------------------------
    # notes and chance
    def _write(self, note: NoteInfo, target: tree.Expr, e: tree.Expr) -> None:
        index = self.evaluator.index(target, note, self.state, self.values)
        value = (
            self.evaluator.value_as(e.right, note.type, self.state, self.values)
            if isinstance(e, tree.Compare)
            else not isinstance(e, tree.Not)
        )
        if (note.low is not None and value is not None and value < note.low) or (
            note.high is not None and value is not None and value > note.high
        ):
            raise Failed("E0802", f"The note `{note.name}` is never {value}.", e.at)
        self.bench.write(self.state, note, index, value)

    def _chance(self, e: tree.Expr) -> None:
        outcomes: list[Any] = []
        for item in e.items if isinstance(e, tree.Several) else ():
            found = self.evaluator.looked(item, self.state, self.values)
            is_piece = isinstance(self.evaluator.writer.checked.types[item], Pieces)
            outcomes.append(
                (found.piece,)
                if isinstance(found, PieceClass)
                else (self.bench.tables.look[found],)
                if is_piece
                else found
            )
        self.bench.decide_chance(self.state, tuple(outcomes))

    # ----------------------------------------------------------------
    # what is supposed
    def _suppose(self, e: tree.Expr) -> None:
        """A value or rule gives something else for these arguments, as long as the example runs."""
        checked = self.evaluator.writer.checked
        target = e.left if isinstance(e, tree.Compare) else e.of if isinstance(e, tree.Not) else e
        ref = checked.refs[target]
        name = f"{ref.kind}·{ref.target}"
        owner = f"{ref.kind} {ref.target}"
        wanted = zip(
            target.args if isinstance(target, tree.Call) else (),
            checked.signatures.get(owner, ()),
            strict=False,
        )
        args = tuple(self.evaluator.value_as(a, t, self.state, self.values) for a, t in wanted)
        result = checked.results.get(owner, UNKNOWN)
        value = (
            self.evaluator.value_as(e.right, result, self.state, self.values)
            if isinstance(e, tree.Compare)
            else not isinstance(e, tree.Not)
        )
        usual = self.bench.table(name)
        self._usual.setdefault(name, usual)
        skip = 1 if owner in checked.you else 0

        def supposed(s: Slots, *given: Any) -> Any:
            return value if given[skip:] == args else usual(s, *given)

        self.bench.suppose(name, supposed)

    # ----------------------------------------------------------------
    # drawings
    def _draw(self, given: tree.GivenMap, drawing: Drawing) -> None:
        number = self.evaluator.place(given.place, self.state, self.values)
        west, north = self._corner(given, drawing, number)
        legend = dict(given.legend)
        held = self.bench.content(self.state, number)
        drawn = {
            held.cells[cell(west + x, north + y)]
            for (x, y), letter in drawing.letters.items()
            if letter == START
        }
        for x in list(held.cells.values()):
            if x not in drawn:
                self.bench.away(self.state, x)
        for (column, row), letter in sorted(
            drawing.letters.items(), key=lambda item: item[0][::-1]
        ):
            spot = cell(west + column, north + row)
            if letter in self.checkup.spots and letter not in legend:
                self.values[self.checkup.spots[letter]] = spot
            elif letter in legend:
                self._on_cell(legend[letter], number, spot)
        self._walls(given, drawing, number, west, north)
        self._lawful(given, number)

    def _corner(self, given: tree.GivenMap, drawing: Drawing, number: int) -> tuple[int, int]:
        """The coordinates of the north-west cell of a drawing."""
        if self.bench.tables.bounds[number] is not None:
            return 1, 1
        name = self.bench.tables.name[number]
        stars = [spot for spot, letter in drawing.letters.items() if letter == START]
        held = self.bench.content(self.state, number)
        if len(stars) != 1 or len(held.cells) != 1:
            if not held.cells and not stars:
                return 0, 0
            raise Failed(
                "E0804", f"Mark with `*`, once, the piece that `{name}` starts with.", given.at
            )
        x, y = xy(next(iter(held.cells)))
        return x - stars[0][0], y - stars[0][1]

    def _on_cell(self, e: tree.Expr, number: int, spot: int) -> None:
        pieces = self.claimed(e)
        if len(pieces) != 1:
            raise Failed("E0802", f"On a cell lies one piece, and these are {len(pieces)}.", e.at)
        held = self.bench.content(self.state, number)
        bounds = held.bounds
        if spot in held.cells:
            raise Failed("E0802", "A second piece would come to lie there.", e.at)
        if bounds is not None and not all(
            1 <= n <= size for n, size in zip(xy(spot), bounds, strict=True)
        ):
            raise Failed("E0802", "There is no such cell.", e.at)
        self.bench.lay(self.state, pieces[0], number, spot)

    def _walls(
        self, given: tree.GivenMap, drawing: Drawing, number: int, west: int, north: int
    ) -> None:
        """The sides drawn as walls must be those that the pieces have, if pieces of this place have
        such sides."""
        place: PlaceInfo = self.bench.place(number)
        assert isinstance(place.element, Pieces)
        infos = [self.bench.world.pieces[n] for n in place.element.names]
        field = next(
            (f for info in infos for f, t in info.field_types.items() if isinstance(t, Sides)), ""
        )
        if not field or not drawing.has_corners:
            return
        sides_of = self.bench.table(f"F·{field}")
        cells = {
            (xy(c)[0] - west, xy(c)[1] - north): sides_of[x] or 0
            for c, x in self.bench.content(self.state, number).cells.items()
        }
        for (x, y), mask in sorted(cells.items(), key=lambda item: item[0][::-1]):
            for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                there = bool(mask >> side & 1) or bool(
                    cells.get((x + dx, y + dy), 0) >> (side ^ 2) & 1
                )
                if there != ((x, y, side) in drawing.walls):
                    letter = drawing.letters[x, y]
                    drawn, has = ("without", "one") if there else ("with", "none")
                    message = (
                        f"The {SIDES[side]} side of `{letter}` is drawn {drawn} a wall, but it has"
                        f" {has}."
                    )
                    raise Failed("E0810", message, given.at, f"See `{field}` of the piece.")

    def _lawful(self, given: tree.GivenMap, number: int) -> None:
        broken, tables = self.bench.broken(self.state, number), self.bench.tables
        if broken:
            names = ", ".join(f"`{name}`" for name in broken)
            raise Failed(
                "E0811",
                f"What is drawn breaks {names}.",
                given.at,
                f"`{tables.name[number]}` is under the law `{tables.law[number]}`: draw what can"
                " come about.",
            )
