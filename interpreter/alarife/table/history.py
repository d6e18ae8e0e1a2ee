"""A game under way: the actions of its people, and the states that follow from them.

In: a game, a seed, actions one after the other. Out: states, how long the log was after each
answer, where points came from. Nothing is ever deleted: an undo is an action too, and which answers
count is worked out from all of them. Few states are kept; others are played again from the nearest
one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from alarife.diagnostics import rule_error
from alarife.engine.faults import Fault
from alarife.engine.inspect import (
    chance_between,
    last_logged,
    logged_between,
    points,
    somebody_learned,
)
from alarife.engine.state import Game, State
from alarife.table.sources import Source, sources_of
from alarife.texts.spoken import phrased

_EVERY = 32
_NEAR = 12


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat answered at once: the keys of options, several for a set."""

    seat: int
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """A seat takes back its newest answer, and what bots have answered since: as many answers
    count from now on as `to` says."""

    seat: int
    to: int


Action = Answer | Undo


@dataclass(slots=True)
class _Step:
    """An answer that counts: the action that brought it, how long the log and the list of sources
    were afterwards, and the points."""

    answer: Answer
    seq: int
    log: int
    sources: int
    scores: dict[int | str, int]


class History:
    """See the module. `bots` are the seats that no person plays; `first` is where it begins, if
    that is not the beginning of the game."""

    def __init__(
        self,
        game: Game,
        seed: int,
        actions: Sequence[Action] = (),
        bots: Collection[int] = (),
        first: State | None = None,
    ) -> None:
        self.game = game
        self.seed = seed
        self.bots = frozenset(bots)
        self.actions: list[Action] = []
        self._watch = sources_of(game)
        with self._watch.kept() as found:
            first = first or game.start(seed)
        self.sources: list[Source] = list(found)
        self._first = _Step(Answer(0, ()), 0, len(first.log), len(found), _open_points(first))
        self.memo: dict[Any, Any] = {}
        """What is worked out of this history once and kept; forgotten when something is taken
        back."""
        self._faults: dict[Answer, Fault] = {}
        """What came of answers that were tried here and can't be carried out."""
        self._steps: list[_Step] = []
        self._kept: dict[int, State] = {0: first}
        for action in actions:
            self.add(action)

    # ----------------------------------------------------------------
    # what stands
    @property
    def seq(self) -> int:
        """How many actions there are."""
        return len(self.actions)

    @property
    def position(self) -> int:
        """How many answers count."""
        return len(self._steps)

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.at(self.position)

    @property
    def answers(self) -> list[str]:
        """The engine's keys that count, from the first on."""
        return [key for step in self._steps for key in step.answer.keys]

    def steps(self) -> list[Answer]:
        """The answers that count."""
        return [step.answer for step in self._steps]

    def seat_at(self, position: int) -> int:
        """Who gave the answer that leads here; 0 at the beginning."""
        return self._steps[position - 1].answer.seat if position else 0

    def log_at(self, position: int) -> int:
        """How long the log was after so many answers."""
        return (self._steps[position - 1] if position else self._first).log

    def sources_at(self, position: int) -> int:
        """How many changes of points there were after so many answers."""
        return (self._steps[position - 1] if position else self._first).sources

    def scores_at(self, position: int) -> dict[int | str, int]:
        """The points after so many answers."""
        return (self._steps[position - 1] if position else self._first).scores

    def position_of(self, seq: int) -> int:
        """How many of the answers that count now were there after so many actions."""
        return sum(1 for step in self._steps if step.seq <= seq)

    def walk(self, begin: int, end: int) -> Iterator[tuple[int, State, list[tuple[Any, ...]]]]:
        """The states after `begin` to `end` answers, each with what its answer added to the log."""
        if begin == 0:
            first = self.at(0)
            yield 0, first, first.log
        before = self.at(max(begin - 1, 0))
        for position in range(max(begin, 1), end + 1):
            state = self._kept.get(position) or _played(before, self._steps[position - 1].answer)
            count = self.log_at(position) - self.log_at(position - 1)
            yield position, state, last_logged(state, count)
            before = state

    def at(self, position: int) -> State:
        """The state after so many answers."""
        near = max(p for p in self._kept if p <= position)
        state = self._kept[near]
        for step in self._steps[near:position]:
            state = _played(state, step.answer)
        if position > near:
            self._keep(position, state)
        return state

    # ----------------------------------------------------------------
    # growing
    def add(self, action: Action) -> None:
        """Add an action. Raises `RuleError` if it can't be; then nothing has changed."""
        if isinstance(action, Undo):
            if not 0 <= action.to < self.position:
                raise rule_error("E0702", phrased("There is nothing to take back."))
            del self._steps[action.to :]
            self._kept = {p: s for p, s in self._kept.items() if p <= self.position}
            del self.sources[self.sources_at(self.position) :]
            self.memo.clear()
        else:
            self._answered(action)
        self.actions.append(action)
        self._faults.clear()

    def _answered(self, answer: Answer) -> None:
        """Go on from an answer. A fault of the rules is remembered: rules that never end cost their
        seconds once, however often the same is answered."""
        if answer in self._faults:
            raise self._faults[answer].with_traceback(None)
        before = self.state
        try:
            state, found = self.tried(answer)
            points = _open_points(state)
        except Fault as fault:
            self._faults[answer] = fault
            raise
        self.sources += found
        log = self.log_at(self.position) + len(logged_between(before, state))
        self._steps.append(_Step(answer, self.seq + 1, log, len(self.sources), points))
        self._keep(self.position, state)

    def tried(self, answer: Answer) -> tuple[State, list[Source]]:
        """The state after an answer, and where points came from. Raises `RuleError`."""
        state = self.state
        decision = state.decision
        if decision is not None and decision.player != answer.seat:
            message = phrased(
                "Seat {n} is not asked now; seat {other} is.", n=answer.seat, other=decision.player
            )
            raise rule_error("E0702", message)
        with self._watch.kept() as found:
            for n, key in enumerate(answer.keys):
                asked = state.decision
                if n and (asked is None or asked.player != answer.seat):
                    raise rule_error("E0702", phrased("There is nothing more to answer."))
                state = state.play(key)
        return state, found

    def _keep(self, position: int, state: State) -> None:
        self._kept[position] = state
        old = [p for p in self._kept if p % _EVERY and p < position - _NEAR]
        for p in old:
            del self._kept[p]

    def add_keys(self, keys: Sequence[str]) -> None:
        """Add answers given as the engine's keys alone: those of one set are one answer. Raises
        `RuleError`; what went before has been added."""
        waiting: list[str] = []
        state = self.state
        for key in keys:
            before = state
            state = state.play(key)
            waiting.append(key)
            if not _same_set(before, state):
                self._add_of(before, waiting)
                waiting = []
        if waiting:
            self._add_of(state, waiting)

    def _add_of(self, state: State, keys: list[str]) -> None:
        assert state.decision is not None
        self.add(Answer(state.decision.player, tuple(keys)))

    def rest(self) -> None:
        """Let go of all that can be worked out again: all states but the first, what was told."""
        self._kept = {0: self._kept[0]}
        self.memo.clear()

    # ----------------------------------------------------------------
    # back
    def undo(self, seat: int) -> Undo:
        """The action by which a seat takes back its newest answer. Raises `RuleError` with the
        reason if it may not."""
        if why := self.why_no_undo(seat):
            raise rule_error("E0702", why)
        return Undo(seat, self._newest())

    def _newest(self) -> int:
        """The number of the newest answer of a person, from 0; -1 if there is none."""
        backwards = range(self.position, 0, -1)
        return next((n - 1 for n in backwards if self.seat_at(n) not in self.bots), -1)

    def why_no_undo(self, seat: int) -> str:
        """Why a seat may not take back; the empty text if it may: the newest answer of a person is
        its own, chance has decided nothing since, and nobody has learned anything."""
        if not seat:
            return phrased("Who watches takes nothing back.")
        newest = self._newest()
        if newest < 0:
            return phrased("There is nothing to take back.")
        if self._steps[newest].answer.seat != seat:
            return phrased("Somebody else has answered since: that can't be taken back.")
        return why_not_back(self.at(newest), self.state, seat)


def _open_points(state: State) -> dict[int | str, int]:
    """The points that all may know."""
    return {party: n for party, n in points(state, 0).items() if n is not None}


def _played(state: State, answer: Answer) -> State:
    for key in answer.keys:
        state = state.play(key)
    return state


def _same_set(before: State, after: State) -> bool:
    """Whether the set that was being chosen still is."""
    a, b = before.decision, after.decision
    if a is None or b is None or a.kind != "set" or a.site is not b.site or a.player != b.player:
        return False
    return len(b.chosen) > len(a.chosen)


def why_not_back(earlier: State, now: State, seat: int) -> str:
    """Why an earlier state may not stand again; the empty text if it may."""
    if chance_between(earlier, now):
        return phrased("Chance has decided something since: that can't be taken back.")
    other = somebody_learned(earlier, now)
    if other == seat:
        return phrased(
            "You have learned something since that was secret: that can't be taken back."
        )
    if other:
        return phrased(
            "Somebody has learned something since that was secret: that can't be taken back."
        )
    return ""
