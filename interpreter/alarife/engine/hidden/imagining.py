"""States that a seat can't tell from the real one: what it can't know is dealt anew.

Unknown pieces are exchanged within what has been mixed (`alarife.engine.hidden.dealing`). What was
never mixed is not unknown: the rules and what the seat has seen say where it is. Faces rolled out
of sight are rolled again. Frames, decisions and notes that name an unknown piece name what it has
become. Secret answers of others, and what somebody else is being asked, are worked out anew.

A deal under which the rules would not ask what they do ask is dropped, and another is tried. Where
that leads to nothing, pieces are exchanged by twos. So the rules always ask the same there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from alarife.checking.read_cell import values_of
from alarife.checking.types import Many, member_of
from alarife.diagnostics import RuleError
from alarife.engine.chance import spread
from alarife.engine.hidden.dealing import Chance, Deal
from alarife.engine.hidden.facts import Fact, told_again
from alarife.engine.hidden.mixing import mask_of, pieces_of, renamed
from alarife.engine.hidden.naming import pieces_named, rename, renamed_value, values_named
from alarife.engine.machine import Machine
from alarife.engine.tables import GRID, PILE, ROW, SPACE
from alarife.engine.views import may_know
from alarife.geometry.grid import GridTooLarge
from alarife.lowering.flow.decisions import Site
from alarife.lowering.layout import COUNTERS, DECISION, FACTS, FRAME, KNOWN, LOC, LOG, MIXED, SEED
from alarife.lowering.layout import Slots as State

DEALS = 60
"""So many deals are tried before those pieces stay that the decision names."""
FEWER_DEALS = 20
"""So many of those, before pieces are exchanged by twos."""
EXCHANGES = 120
"""So many exchanges are tried."""
MOST_ANSWERS = 400
"""So many answers may be given in somebody's place."""


class Imagining:
    """What one seat (from 0) may imagine in a state; worked out once for many seeds."""

    def __init__(self, machine: Machine, s: State, seat: int) -> None:
        self.machine, self.s, self.seat = machine, s, seat
        pieces = range(machine.world.piece_count)
        self._unknown = [x for x in pieces if not may_know(machine, s, seat, x)]
        self._deal = Deal(machine, s, seat, self._unknown)

    def state(self, seed: int) -> State:
        """The state of a seed."""
        machine, s, seat, chance = self.machine, self.s, self.seat, Chance(seed)
        for _ in range(DEALS):
            t = _dealt(machine, s, self._deal, chance)
            if t is not None:
                return t
        named = mask_of(_named_by_decision(machine, s))
        fewer = Deal(machine, s, seat, [x for x in self._unknown if not named >> x & 1])
        for _ in range(FEWER_DEALS):
            t = _dealt(machine, s, fewer, chance)
            if t is not None:
                return t
        return _exchanged_by_twos(machine, s, seat, self._unknown, chance)


def _exchanged_by_twos(
    machine: Machine, s: State, seat: int, unknown: list[int], chance: Chance
) -> State:
    """Where hardly any deal admits what is asked: a random walk from the state itself, of exchanges
    of two pieces each, so that every state on the way admits it."""
    t = machine.copy(s)
    _new_chance(t, chance)
    for _ in range(EXCHANGES if len(unknown) > 1 else 0):
        two = [unknown[chance.below(len(unknown))] for _ in range(2)]
        t = _dealt(machine, t, Deal(machine, t, seat, sorted(set(two))), chance) or t
    return t


def _new_chance(t: State, chance: Chance) -> None:
    t[SEED] = spread(chance.seed ^ 0x5EED)
    t[COUNTERS] = (0,) * len(t[COUNTERS])
    t[LOG] = None if t[LOG] is None else ()


def _dealt(machine: Machine, s: State, deal: Deal, chance: Chance) -> State | None:
    """The state after one deal; None if the rules don't ask there what they ask here."""
    t, seat = machine.copy(s), deal.seat
    _new_chance(t, chance)
    log, t[LOG] = t[LOG], None
    becomes = deal.names(chance)
    if becomes:
        _lay(machine, s, t, becomes)
        rename(machine, t, becomes)
    _roll(machine, t, seat, becomes, deal.unknown, chance)
    if not _noted_again(machine, s, t, seat, becomes, chance):
        return None
    if t[DECISION] is not None and not _asked_again(machine, t, seat, chance):
        return None
    t[LOG] = log
    return t


def _noted_again(
    machine: Machine, s: State, t: State, seat: int, becomes: dict[int, int], chance: Chance
) -> bool:
    """Give notes that the seat does not see values that go with all that it was told; whether there
    are some."""
    for note in machine.world.notes.values():
        if not note.decl.seen:
            continue
        slots = machine.lowered.layout.notes[note.name]
        every = values_of(machine.world, note.type) or ()
        for i, key in enumerate(product(*note.ranges())):
            if note.is_seen(key, seat):
                continue
            left = list(every)
            while left:
                value = left.pop(chance.below(len(left)))
                if slots.packed:
                    held = t[slots.base]
                    t[slots.base] = (*held[:i], value, *held[i + 1 :])
                else:
                    t[slots.base + i] = value
                if not s[FACTS] or _told_again(machine, s, t, seat, becomes):
                    break
    return not s[FACTS] or _told_again(machine, s, t, seat, becomes)


def _told_again(machine: Machine, s: State, t: State, seat: int, becomes: dict[int, int]) -> bool:
    """Whether what the seat was told is so; others are told what is so there."""
    told = machine.lowered.told

    def given(fact: Fact) -> list[Any]:
        types = told[fact[0]].given
        return [renamed_value(v, t, becomes) for v, t in zip(fact[2], types, strict=True)]

    functions = [machine.names[one.function] for one in told]
    return told_again(s, t, seat, functions, given)


# ----------------------------------------------------------------
# pieces
def _lay(machine: Machine, s: State, t: State, becomes: dict[int, int]) -> None:
    """Lay each piece where the one lies that becomes it."""
    keep, content, shape = (
        machine.transactions.keep,
        machine.transactions.content,
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
    t[MIXED] = tuple([renamed(history, becomes) for history in t[MIXED]])


def _roll(
    machine: Machine,
    t: State,
    seat: int,
    becomes: dict[int, int],
    unknown: list[int],
    chance: Chance,
) -> None:
    """Roll again what has been rolled out of sight."""
    if not t[MIXED]:
        return
    tables = machine.tables
    unseen = {becomes.get(x, x) for x in unknown}
    for x in pieces_of(t[MIXED][seat][0]):
        slot = tables.face_slot[x]
        if x in unseen and slot >= 0 and machine.faces[x]:
            faces, at = list(t[slot]), x - tables.face_first[x]
            faces[at] = machine.faces[x][chance.below(len(machine.faces[x]))]
            t[slot] = tuple(faces)


def _named_by_decision(machine: Machine, s: State) -> Iterable[int]:
    """The pieces that the decision names, as what it carries or offers."""
    if s[DECISION] is None:
        return
    site, _, options, env = s[DECISION]
    info = machine.site(site)
    held = values_named(machine, info.env, env)
    of = member_of(info.element) if isinstance(info.element, Many) else info.element
    held += [(v, of) for v in options if of is not None]
    for value, t in held:
        yield from [x for x, _ in pieces_named(value, t)]


# ----------------------------------------------------------------
# the decision
def _asked_again(machine: Machine, t: State, seat: int, chance: Chance) -> bool:
    """Put the decision again, if it is not this seat's own; and let others answer again what they
    have answered in secret. Whether the rules still ask the same."""
    site, you, options, env = t[DECISION]
    info = machine.site(site)
    machine.budget.renew()
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
    except (RuleError, GridTooLarge, LookupError):
        return False
    return True


@dataclass
class _Sealing:
    """Answers in the middle of `as each … at once`. `held` are the names that the decision
    carries."""

    machine: Machine
    t: State
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
            if u[DECISION] is None:
                if self._is_over(u, len(self.held[self.info.sealed])):
                    return stops > 0
                self._next_block(u)
                continue
            stops += 1
            if self.chance.below(stops) == 0:
                self.t[FRAME], self.t[DECISION] = u[FRAME], u[DECISION]
            self._answer(u)
        return stops > 0

    def _is_over(self, u: State, before: int) -> bool:
        """Whether the party that has begun has answered everything."""
        frame = u[FRAME]
        if frame is None or frame == self.t[FRAME]:
            return True
        if frame[0] != self.info.head:
            return False
        names = self.machine.lowered.block_names[self.info.head]
        return len(dict(zip(names, frame[2:], strict=True))[self.info.sealed]) > before

    def _begun(self, party: int, sealed: Any = (), left: Any = ()) -> State:
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
            if u[FRAME] is None or u[FRAME] == self.t[FRAME]:
                return None
            if u[FRAME][0] == self.info.head:
                given = dict(zip(names, u[FRAME][2:], strict=True))[self.info.sealed]
                if given:
                    return given[0]
            self._next_block(u)
        return None

    def _answer(self, u: State) -> None:
        site, _, options, env = u[DECISION]
        u[DECISION] = None
        self.machine.answer(u, site, options[self.chance.below(len(options))], env)

    def _next_block(self, u: State) -> None:
        frame = u[FRAME]
        u[FRAME] = frame[1]
        self.machine.blocks[frame[0]](u, frame)
