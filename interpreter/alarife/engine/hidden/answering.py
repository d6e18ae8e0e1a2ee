"""The decision in an imagined state: put again, and what is sealed answered again.

What somebody else is being asked is worked out anew. Of answers given at once and in secret, those
of others are given again, by chance: a state is imagined only if the rules still ask the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from alarife.diagnostics import RuleError
from alarife.engine.hidden.dealing import Chance
from alarife.engine.machine import Machine
from alarife.geometry.grid import GridTooLarge
from alarife.lowering.flow.decisions import Site
from alarife.lowering.layout import DECISION, FRAME, Slots, standing

IMPOSSIBLE = (RuleError, GridTooLarge, LookupError)
"""What rules may do in a state that can't be."""
MOST_ANSWERS = 400
"""So many answers may be given in somebody's place."""


def asked_again(machine: Machine, t: Slots, seat: int, chance: Chance) -> bool:
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
