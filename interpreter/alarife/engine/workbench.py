"""A game laid out by hand and carried on piece by piece: what examples are run on.

Where `Game` and `State` play by the rules, a workbench lets a position be put together that no game
may have come to, values be supposed, single steps be begun and decisions be answered. It is the
face of the engine for whoever needs that; a position is handed in and changed in place."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from alarife.checking.scope import Checked, Local
from alarife.checking.types import Type
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.engine.dumps import content, note_values, notes_of, places_of
from alarife.engine.machine import Machine
from alarife.engine.state import Game
from alarife.engine.tables import BOX, GRID
from alarife.engine.views import Views
from alarife.engine.words import Words
from alarife.geometry.grid import Grid
from alarife.lowering.flow.decisions import Site
from alarife.lowering.layout import (
    DECISION,
    FORCED,
    KNOWN,
    LOC,
    Layout,
    PlaceNo,
    Slots,
    Standing,
    standing,
)
from alarife.lowering.lower import Lowered


class Workbench:
    """One loaded game on which positions are laid out."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._lowered = lowered = machine.lowered
        self._contents = machine.contents
        self.checked: Checked = lowered.checked
        self.program = lowered.checked.program
        self.world = machine.world
        self.tables = machine.tables
        self.layout: Layout = lowered.layout

    @classmethod
    def new(cls, lowered: Lowered, auto: bool = False) -> Workbench:
        """A bench of its own: what is supposed on it is supposed nowhere else. `auto`: decisions
        with one option are taken without asking."""
        return cls(Machine(lowered, auto))

    @classmethod
    def of(cls, game: Game) -> Workbench:
        """For a loaded game, on copies of its positions. Nothing may be supposed here."""
        return cls(game.machine)

    # ----------------------------------------------------------------
    # positions
    def start(self, seed: int) -> Slots:
        """The position before the first step: everything is in the box, or where it starts."""
        s = self._machine.table(seed)
        self.forget(s)
        return s

    def set_up(self, seed: int) -> Slots:
        """The position after the step `setup`, or at its first decision."""
        with self.within_bounds():
            s = self._machine.table(seed, log=False)
            self.enter(s, "setup", (), None)
        return s

    def begun(self, seed: int) -> Slots:
        """The position at the first decision of a game."""
        return self._machine.start(seed)

    def view(self, s: Slots, seat: int) -> dict[str, Any]:
        """What a seat, counted from 0, sees of a position, without points."""
        views = Views(self._machine, self.words(), points=lambda _: {}, party=lambda p: p + 1)
        return views.view(s, seat)

    def copy(self, s: Slots) -> Slots:
        """A position of its own."""
        return self._machine.copy(s)

    def forget(self, s: Slots) -> None:
        """Nobody knows anything; no grid remembers a verdict of its law."""
        for number in range(1, len(self.tables.slot)):
            if self.tables.shape[number] == GRID:
                held = self._contents.of(s, number)
                self._contents.keep(s, number, Grid(dict(held.cells), held.bounds))
        s[KNOWN] = array("H", bytes(2 * self.world.piece_count))

    def place(self, number: int) -> PlaceInfo:
        """The place that an instance belongs to."""
        return self.world.places[self.tables.name[number]]

    def content(self, s: Slots, number: int) -> Any:
        """What an instance of a place holds, as the engine has it."""
        return self._contents.of(s, number)

    def pieces_in(self, s: Slots, number: int) -> Sequence[int]:
        """The pieces in an instance of a place, in their order."""
        return self._contents.pieces(s, number)

    def lies_in(self, s: Slots, piece: int) -> PlaceNo:
        """The instance of a place in which a piece lies; 0 is the box."""
        return PlaceNo(s[LOC][piece])

    def lay(self, s: Slots, piece: int, number: int, spot: int | None) -> None:
        """Put a piece somewhere, on top or last, or on a cell."""
        self._contents.take_out(s, piece)
        self._contents.put_in(s, piece, number, -1, spot)

    def keep(self, s: Slots, number: int, content: Any) -> None:
        """Let an instance of a place hold this, as the engine has it."""
        self._contents.keep(s, number, content)

    def away(self, s: Slots, piece: int) -> None:
        """Put a piece back in the box."""
        self._contents.take_out(s, piece)
        s[LOC][piece] = 0

    def clear(self, s: Slots, number: int) -> None:
        """Put all pieces of an instance of a place back in the box."""
        for x in self.pieces_in(s, number) if self.tables.shape[number] != BOX else ():
            self.away(s, x)

    def faces(self, s: Slots, piece: int) -> dict[str, int]:
        """What the faces of a piece show; nothing if it has none."""
        info = self.world.piece_of(piece)
        return info.shown(s[self.tables.face_slot[piece]][piece - info.first]) if info.faces else {}

    def turn(self, s: Slots, piece: int, shown: Mapping[str, int]) -> None:
        """Let the faces of a piece that are named show these values."""
        info = self.world.piece_of(piece)
        slot, at = self.tables.face_slot[piece], piece - info.first
        if shown and info.faces:
            code = info.code({**self.faces(s, piece), **shown})
            s[slot] = (*s[slot][:at], code, *s[slot][at + 1 :])

    def write(self, s: Slots, note: NoteInfo, index: int, value: Any) -> None:
        """Write one of the values of a note."""
        slots = self.layout.notes[note.name]
        if slots.packed:
            held = s[slots.base]
            s[slots.base] = (*held[:index], value, *held[index + 1 :])
        else:
            s[slots.base + index] = value

    def notes(self, s: Slots, name: str) -> list[tuple[tuple[int, ...], Any]]:
        """The values of a note by their keys."""
        return note_values(self._machine, s, name)

    def decide_chance(self, s: Slots, outcomes: tuple[Any, ...]) -> None:
        """What chance will bring, one after the other."""
        s[FORCED] = outcomes

    def broken(self, s: Slots, number: int) -> list[str]:
        """The rules of its law that an instance of a place breaks."""
        law = self.tables.law[number]
        if law is None:
            return []
        return self.function(f"broken·{law}")(s, self.content(s, number))

    # ----------------------------------------------------------------
    # as dumps write it
    def words(self) -> Words:
        """Values as data and in words."""
        return Words(self.world, self.tables)

    def content_data(self, s: Slots, number: int) -> Any:
        """What an instance of a place holds."""
        return content(self._machine, self.words(), s, number)

    def place_data(self, s: Slots, name: str) -> Any:
        """What all instances of a place hold, by their keys."""
        return places_of(self._machine, self.words(), s, name)

    def notes_data(self, s: Slots) -> dict[str, Any]:
        """All notes."""
        return notes_of(self._machine, self.words(), s)

    def key(self, number: int) -> str:
        """The key of an instance; none if there is only one."""
        types = [d.type for d in self.place(number).domains]
        return self.words().keys_text(self.tables.keys[number], types) if types else ""

    # ----------------------------------------------------------------
    # functions
    def within_bounds(self) -> AbstractContextManager[None]:
        """Errors of Python that rules can lead to are told as faults of the rules."""
        return self._machine.blame.within_bounds()

    def function(self, name: str) -> Callable[..., Any]:
        """A generated function, with a fresh budget."""
        self._machine.budget.renew()
        return self._machine.names[name]

    def table(self, name: str) -> Any:
        """A generated table."""
        return self._machine.names[name]

    def define(self, text: str) -> None:
        """Define further functions, in generated text."""
        exec(compile(text, "<example>", "exec"), self._machine.names)  # noqa: S102 - our own text, ids and numbers only

    def bind(self, **functions: Callable[..., Any]) -> None:
        """Let generated text call these by name."""
        self._machine.names.update(functions)

    def suppose(self, name: str, function: Callable[..., Any]) -> None:
        """Another function instead of a generated one."""
        self._machine.names[name] = function

    # ----------------------------------------------------------------
    # going on
    def decision(self, s: Slots) -> Standing | None:
        """The decision that stands."""
        return s[DECISION]

    def question(self, number: int) -> Site:
        """What is fixed about a question."""
        return self._lowered.sites[number]

    def answer(self, s: Slots, option: Any) -> None:
        """Answer the decision that stands, and go on to the next one."""
        self._machine.advance(s, option)

    def never_ends(self, s: Slots) -> None:
        """Raise the fault of rules that go on and on."""
        self._machine.blame.asked_again(standing(s)[0])

    def can_be_met(self, s: Slots, action: str, you: int, given: Sequence[Any]) -> bool:
        """Whether an action can be carried out in some way."""
        return self.function(f"exists·{action}")(s, you, *given)

    def why_not(
        self, s: Slots, action: str, you: int, given: Sequence[Any], answers: Sequence[Any]
    ) -> list[str | None]:
        """The rules that refuse an action with these answers; None for the action itself."""
        self._machine.budget.renew()
        return self._machine.why(s, action, you, list(given), answers)

    def why_refused(
        self, s: Slots, site: Site, you: int, held: dict[str, Any], answer: tuple[Any, ...]
    ) -> list[str]:
        """The rules that refuse an answer to a question; `held` are the values of its names."""
        if not site.why:
            return []
        args: list[Any] = []
        for local in site.why_needs:
            name = self._name_of(local)
            if name in held:
                args.append(held[name])
            elif local.name == "you":
                args.append(you)
            else:
                args.append(answer if site.kind == "set" else answer[0])
        return [name for name in self.function(site.why)(s, *args) if name]

    def _name_of(self, local: Local) -> str:
        return self._lowered.local_names[local]

    def asked_by(self, action: str) -> list[tuple[str, Type | None]]:
        """What the questions of an action are for, in order: their kind, and the type of what is
        chosen."""
        return list(self._lowered.action_items.get(action, []))

    def carry_out(self, s: Slots, action: str, you: int, given: Sequence[Any]) -> None:
        """Carry out an action up to its first decision."""
        work = self.function(f"action·{action}")
        self._begin(s, lambda: work(s, you, *given))

    def enter(self, s: Slots, step: str, given: Sequence[Any], you: int | None) -> None:
        """Carry out a step up to its first decision."""
        self._machine.budget.renew()
        if not self._machine.enter(s, step, list(given), you):
            self._machine.run(s)

    def moment(self, s: Slots, name: str, you: int, given: Sequence[Any]) -> None:
        """Let a moment come, up to the first decision of what is done then."""
        function = self._machine.names.get(f"moment·{name}")
        spoken = [you] if f"moment {name}" in self.checked.you else []
        if function is None:
            self._machine.run(s)
        else:
            self._begin(s, lambda: function(s, *spoken, *given))

    def _begin(self, s: Slots, work: Callable[[], Any]) -> None:
        self._machine.budget.renew()
        if not self._machine.begin(s, work):
            self._machine.run(s)
