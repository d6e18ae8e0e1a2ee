"""What random games tell of a game of rules: whether points say who wins, and what says it sooner.

Sixteen random games are played once for each game of rules. Points often move seldom, at scorings.
So each scoring of the rules is tried as a **forecast**: what would everybody have, if it took place
now? The forecast is taken that goes best with what is gained from there to the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from alarife.bots.chance import words
from alarife.diagnostics import RuleError
from alarife.engine.search import Field, may_go_on
from alarife.lowering.layout import DECISION, Slots
from alarife.lowering.layout import standing as asked

GAMES = 16
"""How many random games are played."""
MOMENTS = 3
"""In so many moments of each, forecasts are compared."""
LONGEST = 20_000
"""A game that asks oftener is given up."""
TELLING = 0.1
"""So much a forecast must go with what is still to come."""
_STEP = 10

Standing = Callable[[Slots], list[float]]
Streams = list[Callable[[], int]]


@dataclass(frozen=True, slots=True)
class Trial:
    """One random game: states on the way, how many questions, how the win was shared and the points
    of the seats at the end."""

    passed: tuple[Slots, ...]
    length: int
    shares: tuple[float, ...]
    points: tuple[float, ...]

    def moments(self) -> list[Slots]:
        """Some states on the way, evenly."""
        many = len(self.passed)
        return [self.passed[many * (i + 1) // (MOMENTS + 1)] for i in range(MOMENTS) if many]


def trials(field: Field) -> list[Trial]:
    """Random games, as far as they end."""
    return [made for seed in range(GAMES) if (made := _trial(field, seed)) is not None]


def _trial(field: Field, seed: int) -> Trial | None:
    word = words(seed).__next__
    try:
        s = field.start(seed)
        passed: list[Slots] = []
        length = 0
        while s[DECISION] is not None and length < LONGEST:
            passed.append(field.copy(s))
            length += field.play_out(s, [word] * field.seats, _STEP - 1)
        if s[DECISION] is not None:
            return None
        return Trial(tuple(passed), length, tuple(field.shares(s)), tuple(field.points(s)))
    except RuleError as wrong:
        may_go_on(wrong)
        return None


def best_forecast(field: Field, made: list[Trial], at_hand: Standing) -> Standing | None:
    """The scoring that tells best what everybody will still gain, if one tells anything."""
    best, found = TELLING, None
    for _, scoring in field.scorings():
        try:
            tells = agreement(scoring, at_hand, made)
        except RuleError as wrong:
            may_go_on(wrong)
            continue
        if tells > best:
            best, found = tells, scoring
    return found


def agreement(scoring: Standing, at_hand: Standing, made: list[Trial]) -> float:
    """How well what a scoring would give goes with what comes until the end: the correlation of the
    leads that they bring."""
    both = now = later = 0.0
    for trial in made:
        for s in trial.moments():
            have = at_hand(s)
            gains = _leads([x - y for x, y in zip(scoring(s), have, strict=True)])
            comes = _leads([x - y for x, y in zip(trial.points, have, strict=True)])
            both += sum(a * b for a, b in zip(gains, comes, strict=True))
            now += sum(a * a for a in gains)
            later += sum(b * b for b in comes)
    return both / sqrt(now * later) if now and later else 0.0


def turns_until_moved(field: Field, made: list[Trial], standing: Standing, most: int) -> int:
    """After how many turns a standing tells something new, in two cases of three. In some games a
    turn is seen in the points at once, in others a round later."""
    streams = [words(len(made)).__next__] * field.seats
    counts = [
        _turns(field, field.copy(s), streams, standing, most)
        for trial in made
        for s in trial.moments()
    ]
    return sorted(counts)[2 * len(counts) // 3] if counts else 1


def _turns(field: Field, s: Slots, streams: Streams, standing: Standing, most: int) -> int:
    before = _leads(standing(s))
    for turn in range(1, most):
        try:
            end_turn(field, s, streams, most)
        except RuleError as wrong:
            may_go_on(wrong)
            return turn
        if s[DECISION] is None or _leads(standing(s)) != before:
            return turn
    return most


def end_turn(field: Field, s: Slots, streams: Streams, most: int) -> None:
    """Play at random until somebody else is asked, or for so many questions."""
    you = asked(s)[1]
    for _ in range(most):
        field.play_out(s, streams, 0)
        if s[DECISION] is None or asked(s)[1] != you:
            return


def _leads(points: list[float]) -> list[float]:
    mean = sum(points) / len(points)
    return [x - mean for x in points]
