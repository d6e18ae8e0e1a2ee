"""States that a seat can't tell from the real one: what it can't know is dealt anew.

Unknown pieces are exchanged within what has been mixed (`alarife.engine.hidden.dealing`). What was
never mixed is not unknown: the rules and what the seat has seen say where it is. Faces rolled out
of sight are rolled again. Frames, decisions and notes that name an unknown piece name what it has
become. Secret answers of others, and what somebody else is being asked, are worked out anew.

A deal under which the rules would not ask what they do ask is dropped, and another is tried. Where
that leads to nothing, a local search deals a few pieces at a time anew, towards more of what the
seat was told. It begins at a deal, never at the real state: so what is imagined can't depend on
what is hidden, only on the seed and on what the seat may know. Where nothing is found in a bounded
number of tries, or of seconds, there is a fault (E0520), for the same reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from time import process_time
from typing import Any

from alarife.diagnostics import RuleError
from alarife.engine import budget, logs
from alarife.engine.chance import spread
from alarife.engine.faults import Unimaginable
from alarife.engine.hidden.dealing import Chance, Deal
from alarife.engine.hidden.mixing import pieces_of
from alarife.engine.hidden.naming import rename
from alarife.engine.hidden.secret_notes import SecretNote, SecretNotes, Told
from alarife.engine.machine import Machine
from alarife.engine.tables import GRID, PILE, ROW, SPACE
from alarife.engine.views import may_know
from alarife.geometry.grid import GridTooLarge
from alarife.lowering.flow.decisions import Site
from alarife.lowering.layout import (
    COUNTERS,
    DECISION,
    FACTS,
    FRAME,
    KNOWN,
    LOC,
    LOG,
    MIXED,
    SEED,
    Slots,
    standing,
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
IMPOSSIBLE = (RuleError, GridTooLarge, LookupError)
"""What rules may do in a state that can't be."""
MOST_ANSWERS = 400
"""So many answers may be given in somebody's place."""


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
            return _asked_again(self.machine, t, self.seat, chance)
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


# ----------------------------------------------------------------
# the decision
def _asked_again(machine: Machine, t: Slots, seat: int, chance: Chance) -> bool:
    """Put the decision again, if it is not this seat's own; and let others answer again what they
    have answered in secret. Whether the rules still ask the same."""
    site, you, options, env = standing(t)
    info = machine.site(site)
    try:
        if info.sealed:
            sealing = _Sealing(machine, t, info, dict(zip(info.env, env, strict=True)), chance)
            if not sealing.answered_again(seat, you):
                return False
            if you == seat:
                t[DECISION] = (site, you, options, sealing.env())
            return True
        if you != seat:
            frame = t[FRAME]
            machine.put_again(t)
            asked = t[DECISION]
            return (
                asked is not None
                and asked[:2] == (site, you)
                and asked[3] == env
                and t[FRAME] == frame
                and bool(asked[2])
            )
    except IMPOSSIBLE:
        return False
    return True


@dataclass
class _Sealing:
    """Answers in the middle of `as each … at once`. `held` are the names that the decision
    carries."""

    machine: Machine
    t: Slots
    info: Site
    held: dict[str, Any]
    chance: Chance

    def env(self) -> tuple[Any, ...]:
        """What the decision carries now."""
        return tuple([self.held[name] for name in self.info.env])

    def answered_again(self, seat: int, you: int) -> bool:
        """Let everybody but this seat answer again: those who have answered, and whoever is asked
        right now, up to the same question."""
        given: list[Any] = []
        for entry in self.held[self.info.sealed]:
            if entry[0] == seat:
                given.append(entry)
                continue
            again = self._answers_of(entry[0])
            if again is None:
                return False
            given.append(again)
        left = self.held[self.info.left]
        self.held[self.info.sealed] = tuple(given)
        return you == seat or self._anywhere(you, left)

    def _anywhere(self, party: int, left: Any) -> bool:
        """Let this party be asked something on its way through the questions, one way or another:
        which question it is tells what was answered before."""
        u = self._begun(party, self.held[self.info.sealed], left)
        stops = 0
        for _ in range(MOST_ANSWERS):
            frame = u[FRAME]
            if u[DECISION] is None:
                if frame is None or self._is_over(u, len(self.held[self.info.sealed])):
                    return stops > 0
                u[FRAME] = frame[1]
                self.machine.blocks[frame[0]](u, frame)
                continue
            stops += 1
            if self.chance.below(stops) == 0:
                self.t[FRAME], self.t[DECISION] = u[FRAME], u[DECISION]
            self._answer(u)
        return stops > 0

    def _is_over(self, u: Slots, before: int) -> bool:
        """Whether the party that has begun has answered everything."""
        frame = u[FRAME]
        if frame is None or frame == self.t[FRAME]:
            return True
        if frame[0] != self.info.head:
            return False
        names = self.machine.lowered.block_names[self.info.head]
        return len(dict(zip(names, frame[2:], strict=True))[self.info.sealed]) > before

    def _begun(self, party: int, sealed: Any = (), left: Any = ()) -> Slots:
        """A copy in which this party is asked next, and then those that are left."""
        names = self.machine.lowered.block_names[self.info.head]
        held = {**self.held, self.info.left: (party, *left), self.info.sealed: sealed}
        u = self.machine.copy(self.t)
        u[DECISION] = None
        u[FRAME] = (self.info.head, u[FRAME], *[held[name] for name in names])
        return u

    def _answers_of(self, party: int) -> Any:
        """What this party may have answered."""
        names = self.machine.lowered.block_names[self.info.head]
        u = self._begun(party)
        for _ in range(MOST_ANSWERS):
            if u[DECISION] is not None:
                self._answer(u)
                continue
            frame = u[FRAME]
            if frame is None or frame == self.t[FRAME]:
                return None
            if frame[0] == self.info.head:
                given = dict(zip(names, frame[2:], strict=True))[self.info.sealed]
                if given:
                    return given[0]
            u[FRAME] = frame[1]
            self.machine.blocks[frame[0]](u, frame)
        return None

    def _answer(self, u: Slots) -> None:
        site, _, options, env = standing(u)
        u[DECISION] = None
        self.machine.answer(u, site, options[self.chance.below(len(options))], env)
