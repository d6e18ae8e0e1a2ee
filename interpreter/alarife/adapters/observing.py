"""What a seat sees as a fixed row of numbers from 0 to 1, from declared types.

Made from `state.view` alone, so nothing hidden gets in. The entries are, in this order: the seat
itself; who is asked; which question, if it is this seat's; then for each place and key how many
pieces of each class are seen there and how many are hidden (on a bounded board: for each cell which
class, or that a hidden one lies there); then the notes. A class is what pieces look like, with the
faces they show. Of a board that grows only what lies there is told, not where."""

from __future__ import annotations

from itertools import product
from typing import Any

from alarife.checking.types import KindOf, Maybe, Number, Seat, Truth
from alarife.engine.inspect import is_open, laid_out, question_number, questions, tables_of
from alarife.engine.state import Game, State

_Extent = tuple[tuple[int, int] | None, int]
"""The bounds of a board, and how many entries a cell has; None with those of any other place."""
_MIDDLE = 32
"""A number without an upper bound is told as `n / (n + _MIDDLE)`."""


class Observing:
    """The entries of one configuration; `names` says what each is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names: list[str] = []
        self._at: dict[str, int] = {}
        world = game.world
        parties = [str(game.party(p)) for p in range(world.parties)]
        self._you = self._run([f"I am seat {p + 1}" for p in range(game.players)])
        self._asked = self._run([f"seat {p + 1} is asked" for p in range(game.players)])
        self._site = self._run(
            [f"question {i}: {q.prompt or q.rule}" for i, q in enumerate(questions(game))]
        )
        self._classes()
        self._sections: list[tuple[str, str | None, int, _Extent]] = []
        for place in world.places.values():
            if place.name == "box":
                continue
            types = [d.type for d in place.domains]
            for key in product(*place.ranges()):
                text = game.words.keys_text(key, types) if types else None
                said = f"{place.name}[{text}]" if text else place.name
                bounds = place.bounds if place.shape in ("grid", "board") else None
                classes = self.classes
                if bounds is None or not is_open(game, place.first):
                    classes = [*classes, "hidden"]
                first = self._place(said, classes, bounds)
                self._sections.append((place.name, text, first, (bounds, len(classes))))
        self._notes: list[tuple[str, str | None, int, Any, list[str]]] = []
        for note in world.notes.values():
            types = [d.type for d in note.domains]
            for key in product(*note.ranges()):
                text = game.words.keys_text(key, types) if types else None
                said = f"{note.name}[{text}]" if text else note.name
                words = self._words(note.type, parties) + ["hidden"] * bool(note.decl.seen)
                first = self._run([f"{said} {w}".strip() for w in words])
                self._notes.append((note.name, text, first, note.type, words))

    @property
    def size(self) -> int:
        """How many entries there are."""
        return len(self.names)

    def _run(self, names: list[str]) -> int:
        first = len(self.names)
        self.names += names
        return first

    # ----------------------------------------------------------------
    # the entries
    def _classes(self) -> None:
        """Classes of pieces: by look and face."""
        tables, words = tables_of(self.game), self.game.words
        slots = laid_out(self.game)
        self.classes: list[str] = []
        self._class: dict[tuple[int, str], int] = {}
        for info in self.game.world.pieces.values():
            faces = [
                " ".join(
                    str(words.data(slots, info.shown(code)[name], info.field_types[name]))
                    for name in info.faces
                )
                for code in info.codes
            ] or [""]
            for look in sorted({tables.look[x] for x in info.ids}):
                for face in faces:
                    self._class[look, face] = len(self.classes)
                    self.classes.append(f"{words.piece_key(slots, look)} {face}".strip())

    def _place(self, said: str, classes: list[str], bounds: tuple[int, int] | None) -> int:
        if bounds is None:
            return self._run([f"{said}: {c}" for c in classes])
        columns, rows = bounds
        return self._run(
            [
                f"{said} {x},{y}: {c}"
                for y in range(1, rows + 1)
                for x in range(1, columns + 1)
                for c in classes
            ]
        )

    def _words(self, t: Any, parties: list[str]) -> list[str]:
        maybe = isinstance(t, Maybe)
        t = t.of if maybe else t
        if isinstance(t, KindOf) and t.name in self.game.world.kinds:
            return [f"is {name}" for name in self.game.world.kinds[t.name].names]
        if isinstance(t, Seat):
            return [f"is {party}" for party in parties]
        if isinstance(t, (Number, Truth)):
            return ["", "is there"] if maybe else [""]
        return ["is there"]

    # ----------------------------------------------------------------
    # filling
    def of(self, state: State, seat: int) -> list[float]:
        """What a seat (from 1) sees."""
        row = [0.0] * len(self.names)
        view = state.view(seat)
        row[self._you + seat - 1] = 1.0
        decision = state.decision
        if decision is not None:
            row[self._asked + decision.player - 1] = 1.0
            if decision.player == seat:
                row[self._site + question_number(state)] = 1.0
        for name, key, first, extent in self._sections:
            held = view["places"].get(name)
            held = held.get(key) if key is not None and isinstance(held, dict) else held
            self._fill(row, first, held, extent)
        for name, key, first, t, words in self._notes:
            value = view["notes"].get(name)
            value = value.get(key) if key is not None and isinstance(value, dict) else value
            self._note(row, first, value, t, words)
        return row

    def _fill(self, row: list[float], first: int, held: Any, extent: _Extent) -> None:
        if held is None:
            return
        bounds, many = extent
        if isinstance(held, dict) and "hidden" in held:
            number = held["hidden"]
            row[first + many - 1] = _share(1 if number is True else number)
            self._fill(row, first, held.get("known", []), extent)
            return
        counts: dict[int, int] = {}
        for entry in held if isinstance(held, list) else [held]:
            at, piece = (entry["at"], entry["piece"]) if "at" in entry else ((1, 1), entry)
            cell = (at[1] - 1) * bounds[0] + at[0] - 1 if bounds is not None else 0
            number = self._class_of(piece)
            index = first + cell * many + (many - 1 if number is None else number)
            counts[index] = counts.get(index, 0) + 1
        for index, n in counts.items():
            row[index] = _share(n) if bounds is None else 1.0

    def _class_of(self, piece: dict[str, Any]) -> int | None:
        if "id" not in piece:
            return None
        look = tables_of(self.game).look[piece["id"]]
        faces = self.game.world.pieces[piece["type"]].faces
        shown = " ".join(str(piece.get(name, "")) for name in faces)
        return self._class.get((look, shown), self._class.get((look, "")))

    @staticmethod
    def _note(row: list[float], first: int, value: Any, t: Any, words: list[str]) -> None:
        t = t.of if isinstance(t, Maybe) else t
        if value is None or value is False or value == []:
            return
        if value == {"hidden": True} and words[-1] == "hidden":
            row[first + len(words) - 1] = 1.0
            return
        if f"is {value}" in words:
            row[first + words.index(f"is {value}")] = 1.0
        elif isinstance(t, Number):
            row[first] = _scaled(value, t)
        else:
            row[first] = 1.0
        if words[:2] == ["", "is there"]:
            row[first + 1] = 1.0


def _share(n: int) -> float:
    """A count as a number from 0 to 1."""
    return n / (n + 1.0) if n > 0 else 0.0


def _scaled(n: int, t: Number) -> float:
    """A number from 0 to 1, by its declared bounds."""
    if t.low is not None and t.high is not None and t.high > t.low:
        return min(1.0, max(0.0, (n - t.low) / (t.high - t.low)))
    if t.low is not None:
        return max(0.0, (n - t.low) / (n - t.low + _MIDDLE))
    return 0.5 + 0.5 * n / (abs(n) + _MIDDLE)
