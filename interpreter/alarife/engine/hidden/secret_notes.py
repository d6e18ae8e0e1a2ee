"""Notes that a seat does not see: which values it may imagine in them.

Their values are looked for all together, never one by one beside what the others really hold: a
fact about two of them would else give away the one by the other. Where there are few enough
combinations, all are tried in a random order. Where there are more, values are changed one note at
a time, towards those with which more of what was told is so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from alarife.checking.read_cell import told_apart
from alarife.engine.hidden.dealing import Chance
from alarife.engine.hidden.facts import Fact, asked, in_force
from alarife.engine.hidden.naming import renamed_value
from alarife.lowering.layout import DECISION, FACTS, Slots

if TYPE_CHECKING:
    from alarife.engine.machine import Machine

MOST_TRIED = 2048
"""So many combinations of values are tried for one deal of the pieces."""


@dataclass(frozen=True, slots=True)
class SecretNote:
    """One value of a note: its slot, which one in the slot if it is packed (-1), its values."""

    slot: int
    at: int
    values: Sequence[Any]

    def write(self, t: Slots, value: Any) -> None:
        """Let it hold a value."""
        if self.at < 0:
            t[self.slot] = value
        else:
            held = t[self.slot]
            t[self.slot] = (*held[: self.at], value, *held[self.at + 1 :])


class SecretNotes:
    """The notes that a seat (from 0) does not see in a state; at the end everything is open."""

    def __init__(self, machine: Machine, s: Slots, seat: int) -> None:
        self.machine, self.seat = machine, seat
        self.tried = 0
        """How many combinations of values have been tried."""
        self.notes: list[SecretNote] = []
        for note in machine.world.notes.values():
            if not note.decl.seen or s[DECISION] is None:
                continue
            slots = machine.lowered.layout.notes[note.name]
            values = told_apart(machine.world, note.type) or ()
            for i, key in enumerate(product(*note.ranges())):
                if not note.is_seen(key, seat):
                    slot, at = (slots.base, i) if slots.packed else (slots.base + i, -1)
                    self.notes.append(SecretNote(slot, at, values))
        self._slots = {note.slot for note in self.notes}

    def noted_again(
        self,
        s: Slots,
        t: Slots,
        becomes: dict[int, int],
        notes: Sequence[SecretNote],
        chance: Chance,
    ) -> bool:
        """Give these notes values that go with all that the seat was told; whether there are some.
        Others are told what is so there."""
        if not s[FACTS]:
            for note in notes:
                note.write(t, note.values[chance.below(len(note.values))])
            return True
        told = Told(self, s, t, becomes)
        sizes = [len(note.values) for note in notes]
        combinations = reduce(lambda a, b: min(a * b, MOST_TRIED + 1), sizes, 1)
        if combinations > MOST_TRIED:
            return told.approached(notes, chance)
        for number in chance.shuffled(list(range(combinations))):
            left = number
            for note, size in zip(notes, sizes, strict=True):
                left, at = divmod(left, size)
                note.write(t, note.values[at])
            if told.again():
                return True
            if told.is_hopeless:
                return False
        return False

    def reads(self, fact: Fact) -> bool:
        """Whether a fact hangs on a note that the seat does not see."""
        return any(slot in self._slots for slot, _ in fact[4])


class Told:
    """What is so of all that a seat was told in `s`, in a state `t` that it may imagine."""

    def __init__(self, notes: SecretNotes, s: Slots, t: Slots, becomes: dict[int, int]) -> None:
        self.notes, self.t = notes, t
        machine = notes.machine
        self.is_hopeless = False
        """Whether something else is so that hangs on none of these notes."""
        self._asked: list[tuple[Fact, Any, list[Any]]] = []
        for fact in in_force(s):
            question = machine.lowered.told[fact[0]]
            types = zip(fact[2], question.given, strict=True)
            given = [renamed_value(value, of, becomes) for value, of in types]
            self._asked.append((fact, machine.names[question.function], given))

    def again(self) -> bool:
        """Whether all of it is so; if it is, the state holds it."""
        found: list[Fact] = []
        self.notes.tried += 1
        for fact, function, given in self._asked:
            again = asked(self.t, function, fact[0], fact[1], given)
            if again[3] != fact[3] and fact[1] >> self.notes.seat & 1:
                self.is_hopeless = not self.notes.reads(again)
                return False
            found.append(again)
        self.t[FACTS] = tuple(found)
        return True

    def kept(self) -> int:
        """How far it is from what the seat was told: numbers by their distance. The state holds it
        as it was told, so or not."""
        found: list[Fact] = []
        off = 0
        for fact, function, given in self._asked:
            again = asked(self.t, function, fact[0], fact[1], given)
            if fact[1] >> self.notes.seat & 1:
                off += _distance(again[3], fact[3])
                again = (*again[:3], fact[3], *again[4:])
            found.append(again)
        self.t[FACTS] = tuple(found)
        return off

    def _met(self) -> int:
        """How much of it is so."""
        self.notes.tried += 1
        return sum(function(self.t, *given) == fact[3] for fact, function, given in self._asked)

    def approached(self, notes: Sequence[SecretNote], chance: Chance) -> bool:
        """Look for values from random ones on, one note at a time."""
        for note in notes:
            note.write(self.t, note.values[chance.below(len(note.values))])
        for _ in range(MOST_TRIED // max(len(note.values) for note in notes)):
            if self.again():
                return True
            if self.is_hopeless:
                return False
            note = notes[chance.below(len(notes))]
            best: list[Any] = []
            most = -1
            for value in note.values:
                note.write(self.t, value)
                met = self._met()
                if met >= most:
                    best, most = ([*best, value] if met == most else [value]), met
            note.write(self.t, best[chance.below(len(best))])
        return False


def _distance(a: Any, b: Any) -> int:
    """How far apart two answers are: numbers by what is between them, lists by how many members are
    in one alone."""
    if a == b:
        return 0
    if isinstance(a, int) and isinstance(b, int):
        return abs(a - b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        alone = set(cast("tuple[Any, ...]", a)) ^ set(cast("tuple[Any, ...]", b))
        return max(1, len(alone))
    return 1
