"""States that a seat can't tell from the real one: what it can't know is dealt anew.

Unknown pieces are exchanged within what has been mixed (`alarife.engine.hidden.dealing`). What was
never mixed is not unknown: the rules and what the seat has seen say where it is. Faces rolled out
of sight are rolled again. Frames, decisions and notes that name an unknown piece name what it has
become. Secret answers of others, and what somebody else is being asked, are worked out anew
(`alarife.engine.hidden.answering`).

A deal under which the rules would not ask what they do ask is dropped, and another is tried. Where
that leads to nothing, a local search deals a few pieces at a time anew, towards more of what the
seat was told. It begins at a deal, never at the real state: so what is imagined can't depend on
what is hidden, only on the seed and on what the seat may know. Where nothing is found in a bounded
number of tries, or of seconds, there is a fault (E0520), for the same reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from time import process_time
from typing import Any

from alarife.engine import budget, logs
from alarife.engine.chance import spread
from alarife.engine.faults import Unimaginable
from alarife.engine.hidden.answering import IMPOSSIBLE, asked_again
from alarife.engine.hidden.dealing import Chance, Deal
from alarife.engine.hidden.mixing import pieces_of
from alarife.engine.hidden.naming import rename
from alarife.engine.hidden.secret_notes import SecretNote, SecretNotes, Told
from alarife.engine.machine import Machine
from alarife.engine.tables import GRID, PILE, ROW, SPACE
from alarife.engine.views import may_know
from alarife.lowering.layout import (
    COUNTERS,
    DECISION,
    FACTS,
    KNOWN,
    LOC,
    LOG,
    MIXED,
    SEED,
    Slots,
)

Result = Callable[[Slots], tuple[dict[int | str, int], list[int | str]]]

DEALS = 60
"""So many deals are tried for one imagined state, before those that were found before are asked."""
MORE_DEALS, MORE_WHERE_TOLD = 2000, 500
"""So many are tried once where those do not do; fewer where what was told leads a search."""
ENOUGH_FOUND = 4
"""So many that were found are enough to begin with."""
STEPS = 4000
"""So many steps a local search takes."""
WORSE = 20
"""One in so many of its steps may lead one further away from what was told."""
FURTHER = 120
"""So many steps lead from one that was found to the state of a seed."""


class Imagining:
    """What one seat (from 0) may imagine in a state; worked out once for many seeds. `result` gives
    everybody's points and who has won: when the game is over, all see them."""

    def __init__(self, machine: Machine, s: Slots, seat: int, result: Result) -> None:
        self.machine, self.s, self.seat = machine, s, seat
        self._result = result
        self._seen_result = result(s) if s[DECISION] is None else None
        pieces = range(machine.world.piece_count)
        self._unknown = [x for x in pieces if not may_know(machine, s, seat, x)]
        self._deal = Deal(machine, s, seat, self._unknown)
        self._notes = SecretNotes(machine, s, seat)
        self._until = 0.0

    def state(self, seed: int) -> Slots:
        """The state of a seed. Raises `Unimaginable` if none is found."""
        self._until = process_time() + budget.MOST_SECONDS
        chance = Chance(seed)
        for _ in self._tries(DEALS):
            t = self._dealt(self.s, self._deal, self._notes.notes, chance)
            if t is not None:
                return t
        if not self._found:
            raise Unimaginable(self.seat + 1)
        return self._walked(self._found[chance.below(len(self._found))], chance.seed)

    @cached_property
    def _found(self) -> list[Slots]:
        """States that a walk may begin from: they, too, are the same for states that the seat can't
        tell apart."""
        found: list[Slots] = []
        for number in self._tries(MORE_WHERE_TOLD if self.s[FACTS] else MORE_DEALS):
            t = self._dealt(self.s, self._deal, self._notes.notes, Chance(number))
            found += [] if t is None else [t]
            if len(found) == ENOUGH_FOUND:
                break
        for number in range(0 if found else ENOUGH_FOUND):
            t = self._sought(number)
            if t is None:
                break
            found.append(t)
        return found

    def _tries(self, most: int) -> Iterator[int]:
        """So many tries, or fewer where each takes long."""
        self._notes.tried = 0
        return takewhile(
            lambda _: self._notes.tried < 10 * most and process_time() < self._until, range(most)
        )

    def _sought(self, seed: int) -> Slots | None:
        """A state found by local search: from a deal on, towards those in which all is so that the
        seat was told, and among them until the rules ask there what they ask. None if none is
        found."""
        t, off = self.s, -1
        for step in self._tries(STEPS):
            chance = Chance(spread(seed) + step)
            deal, notes = (self._deal, self._notes.notes) if off < 0 else self._few(t, chance)
            u, becomes = self._laid(t, deal, chance)
            for note in notes:
                note.write(u, note.values[chance.below(len(note.values))])
            try:
                again = Told(self._notes, t, u, becomes).kept() + self._apart(u)
            except IMPOSSIBLE:
                continue
            if 0 <= off < again and (again > off + 1 or chance.below(WORSE)):
                continue
            t, off = u, again
            if not off:
                u = self.machine.copy(t)
                if self._is_asked(u, chance):
                    u[LOG] = _empty(self.s)
                    return u
        return None

    def _walked(self, s: Slots, seed: int) -> Slots:
        """Where a walk leads on which every state admits what is asked. Each step deals a few
        pieces and notes anew, where they lie and given all others."""
        t = self.machine.copy(s)
        for step in range(FURTHER):
            chance = Chance(spread(seed) + step)
            t = self._dealt(t, *self._few(t, chance), chance) or t
            if process_time() > self._until:
                break
        _new_chance(t, Chance(seed))
        return t

    def _few(self, t: Slots, chance: Chance) -> tuple[Deal, list[SecretNote]]:
        """A few pieces and notes, to be dealt anew in a state."""
        pieces, notes = self._unknown, self._notes.notes
        some = [pieces[i] for i in _some(len(pieces), chance)]
        few = [notes[i] for i in _some(len(notes), chance)]
        return Deal(self.machine, t, self.seat, some), few

    def _dealt(
        self, s: Slots, deal: Deal, notes: Sequence[SecretNote], chance: Chance
    ) -> Slots | None:
        """The state after one deal; None if the rules don't ask there what they ask here."""
        t, becomes = self._laid(s, deal, chance)
        try:
            fits = self._notes.noted_again(s, t, becomes, notes, chance)
        except IMPOSSIBLE:
            return None
        if not fits or not self._is_asked(t, chance):
            return None
        t[LOG] = _empty(self.s)
        return t

    def _laid(self, s: Slots, deal: Deal, chance: Chance) -> tuple[Slots, dict[int, int]]:
        """The state after one deal, and which piece has become which, whatever is asked there."""
        self.machine.budget.renew(self._until)
        t = self.machine.copy(s)
        _new_chance(t, chance)
        t[LOG] = None
        becomes, named, mixed = deal.names(chance)
        if becomes or named:
            _lay(self.machine, s, t, becomes)
            rename(self.machine, t, named)
            t[MIXED] = mixed
        _roll(self.machine, t, self.seat, becomes, deal.unknown, chance)
        return t, becomes

    def _is_asked(self, t: Slots, chance: Chance) -> bool:
        """Whether the rules ask here what they do ask; others answer again what is sealed. When the
        game is over, whether it ended like this."""
        if t[DECISION] is not None:
            return asked_again(self.machine, t, self.seat, chance)
        try:
            return not self._apart(t)
        except IMPOSSIBLE:
            return False

    def _apart(self, t: Slots) -> int:
        """How far the result of a game that is over is from the one that all see."""
        if self._seen_result is None:
            return 0
        (points, won), (others, winners) = self._seen_result, self._result(t)
        return sum(abs(n - others[p]) for p, n in points.items()) + (won != winners)


def _some(n: int, chance: Chance) -> list[int]:
    """Some numbers below n, in order: mostly two, at times a few more, at times all."""
    most = (2, 2, 2, 3, 4, 6, n)[chance.below(7)]
    return list(range(n)) if most >= n else sorted({chance.below(n) for _ in range(most)})


def _empty(s: Slots) -> logs.Log | None:
    """An empty log, if this state keeps one."""
    return None if s[LOG] is None else logs.begun()


def _new_chance(t: Slots, chance: Chance) -> None:
    t[SEED] = spread(chance.seed ^ 0x5EED)
    t[COUNTERS] = (0,) * len(t[COUNTERS])
    t[LOG] = _empty(t)


# ----------------------------------------------------------------
# pieces
def _lay(machine: Machine, s: Slots, t: Slots, becomes: dict[int, int]) -> None:
    """Lay each piece where the one lies that becomes it."""
    keep, content, shape = (
        machine.contents.keep,
        machine.contents.of,
        machine.tables.shape,
    )
    for number in sorted({s[LOC][x] for x in becomes}):
        held = content(s, number)
        if shape[number] == SPACE:
            held = becomes.get(held, held)
        elif shape[number] == GRID:
            for c, x in held.items_sorted():
                if x in becomes:
                    held = held.swap(c, becomes[x])
        else:
            moved: Any = [becomes.get(x, x) for x in held]
            held = tuple(moved if shape[number] in (PILE, ROW) else sorted(moved))
        keep(t, number, held)
    for x, y in becomes.items():
        t[LOC][y] = s[LOC][x]
        t[KNOWN][y] = s[KNOWN][x]


def _roll(
    machine: Machine,
    t: Slots,
    seat: int,
    becomes: dict[int, int],
    unknown: list[int],
    chance: Chance,
) -> None:
    """Roll again what has been rolled out of sight; a face that no rule rolls stays as it is."""
    if not t[MIXED]:
        return
    tables = machine.tables
    unseen = {becomes.get(x, x) for x in unknown}
    for x in pieces_of(t[MIXED][seat][0]):
        slot = tables.face_slot[x]
        if x in unseen and slot >= 0 and machine.faces[x]:
            faces, at = list(t[slot]), x - tables.face_first[x]
            info = machine.world.piece_of(x)
            rolled = machine.lowered.checked.rolled.get(info.name, info.faces.keys())
            if len(rolled) == len(info.faces):
                faces[at] = machine.faces[x][chance.below(len(machine.faces[x]))]
            else:
                shown = info.shown(faces[at])
                for face in sorted(rolled):
                    shown[face] = info.faces[face][chance.below(len(info.faces[face]))]
                faces[at] = info.code(shown)
            t[slot] = tuple(faces)
