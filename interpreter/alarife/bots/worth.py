"""What a state is worth to each seat, learnt from random games: no game is known here.

At the end the win counts, and how far ahead one is in points. Before the end only points can count:
whether they tell anything is tried once for each game, in a few random games. Where the player
ahead at half-time wins as often as others at least, a playout is cut off as soon as points have
moved; else it goes on to the end."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from weakref import WeakKeyDictionary

from alarife.bots.chance import words
from alarife.diagnostics import RuleError
from alarife.engine.search import Field
from alarife.engine.state import Game
from alarife.engine.teams import by_team
from alarife.lowering.layout import DECISION, Slots

TRIALS = 16
"""How many random games tell what points are worth."""
LONG = 80
"""Only playouts of games that ask oftener than this are cut off."""
CUT = 40
"""After so many questions at the earliest."""
CHUNK = 20
"""So many questions are played before points are looked at again."""
ENDLESS = 20_000
"""After so many questions a playout is given up."""
_STEP = 10


class Judge:
    """Says how likely each seat is to win: numbers that sum to 1. `cut` is how many questions a
    playout may have."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.cut = ENDLESS
        self._worth = field.worth
        self._tells_at_the_end = self._stakes = False
        self.spread = 1.0
        self.usual, self.reach = 0.0, 1.0
        if field.worth is not None:
            self._learn()

    def _learn(self) -> None:
        """Whether points tell who wins, and whether they move before the end."""
        trials = [trial for seed in range(TRIALS) if (trial := self._trial(seed))]
        if not trials:
            return
        chance = 1 / self.field.seats
        moved, half, end, length, spread, apart, best = (
            sum(t) / len(trials) for t in zip(*trials, strict=True)
        )
        self.usual = best
        self.reach = max(t[-1] for t in trials) - min(t[-1] for t in trials)
        self._stakes = spread > 0 and not apart
        self.spread = max(1.0, spread)
        self._tells_at_the_end = end > chance + 0.2
        if self._tells_at_the_end and moved > 0.5 and half >= chance - 0.1 and length > LONG:
            self.cut = CUT

    def _trial(self, seed: int) -> tuple[float, ...] | None:
        """One random game: whether points differed at half-time, what of the win the leaders then
        and those at the end have, how many questions, how far points were apart, and whether they
        sum to anything but zero, and the most points."""
        field = self.field
        assert field.worth is not None
        word = words(seed).__next__
        try:
            s = field.start(seed)
            passed: list[list[float]] = []
            length = 0
            while s[DECISION] is not None and length < ENDLESS:
                passed.append(field.worth(s))
                length += field.play_out(s, [word] * field.seats, _STEP - 1)
            if s[DECISION] is not None:
                return None
            shares, points = field.shares(s), field.points(s)
        except RuleError:
            return None
        half = passed[len(passed) // 2] if passed else points
        return (
            float(max(half) > min(half)),
            _of_leaders(half, shares),
            _of_leaders(points, shares),
            length,
            max(points) - min(points),
            float(sum(points) != 0),
            max(points),
        )

    def play_on(self, s: Slots, streams: list[Callable[[], int]]) -> None:
        """Play on at random: to the end, or for so many questions and until points have moved."""
        field, worth = self.field, self._worth
        if self.cut == ENDLESS or worth is None:
            field.play_out(s, streams, ENDLESS - 1)
            return
        before = worth(s)
        field.play_out(s, streams, self.cut - 1)
        for _ in range(ENDLESS // CHUNK):
            if s[DECISION] is None or worth(s) != before:
                return
            field.play_out(s, streams, CHUNK - 1)

    def value(self, s: Slots) -> list[float]:
        """What each seat may expect, in a state that is over or was cut off."""
        field = self.field
        if s[DECISION] is not None:
            return (
                self._ahead(s, self._worth(s))
                if self._worth is not None
                else [1 / field.seats] * field.seats
            )
        shares = field.shares(s)
        if self._stakes:
            # what one gains, others lose: then it counts how much
            reach = 2 * self.spread
            return [min(1.0, max(0.0, 0.5 + x / reach)) for x in field.points(s)]
        if not self._tells_at_the_end:
            return shares
        ahead = self._ahead(s, field.points(s))
        return [0.5 * share + 0.5 * a for share, a in zip(shares, ahead, strict=True)]

    def _ahead(self, s: Slots, points: list[float]) -> list[float]:
        """Points as shares: a difference as large as that of an ordinary game is nearly a win.
        Where all win together, points are compared with those of ordinary games."""
        team_of = self.field.teams(s)
        teams = by_team(team_of, points)
        if len(teams) == 1 and len(points) > 1:
            reach = max(1.0, 2 * self.reach)
            share = min(1.0, max(0.0, 0.5 + (points[0] - self.usual) / reach))
            return [share] * len(points)
        most = max(points)
        scale = self.spread / 2
        weights = {t: exp(max(-50.0, (x - most) / scale)) for t, x in teams.items()}
        total = sum(weights[t] for t in team_of)
        return [weights[t] / total for t in team_of]


def _of_leaders(points: list[float], shares: list[float]) -> float:
    """What of the win those have who have most points, in the mean."""
    led = [share for x, share in zip(points, shares, strict=True) if x == max(points)]
    return sum(led) / len(led)


_JUDGES: WeakKeyDictionary[Game, Judge] = WeakKeyDictionary()


def judge_of(game: Game) -> Judge:
    """The judge of a game; it learns once."""
    if game not in _JUDGES:
        _JUDGES[game] = Judge(Field(game))
    return _JUDGES[game]
