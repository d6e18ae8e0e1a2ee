"""What a state is worth to each seat, learnt from random games: no game is known here.

At the end the win counts, and how far ahead one is in points. Before the end only points can count:
those at hand, or those that a scoring would give now (`alarife.bots.trials`). Where neither tells
anything, a playout goes on to the end."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from math import exp
from weakref import WeakKeyDictionary

from alarife.bots.chance import words
from alarife.bots.trials import (
    LONGEST,
    Standing,
    Trial,
    best_forecast,
    end_turn,
    trials,
    turns_until_moved,
)
from alarife.diagnostics import RuleError
from alarife.engine.search import Field, Trail, may_go_on
from alarife.engine.state import Game
from alarife.engine.teams import by_team
from alarife.lowering.layout import DECISION, Slots

LONG = 80
"""Only playouts of games that ask oftener than this are cut off."""
CUT = 40
"""After so many questions at the earliest; a turn is taken for no longer."""
CHUNK = 20
"""So many questions are played before points are looked at again."""
NEAR, LOOKS = 20, 3
"""Where so many random playouts all end within so many questions, none is cut off."""
ENDLESS = LONGEST
"""After so many questions a playout is given up."""


class Judge:
    """Says what a state is worth to each seat, from 0 to 1. `cut` is how many questions a playout
    may have, `turns` how many turns where a forecast ends it."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.cut = ENDLESS
        self.turns = 1
        self._worth = field.worth
        self._forecast: Standing | None = None
        self._tells_at_the_end = self._stakes = False
        self.spread = self.scale = 1.0
        self.usual, self.reach = 0.0, 1.0
        made = trials(field) if field.worth is not None else []
        if field.worth is not None and made:
            self._learn(made, field.worth)

    def _learn(self, made: list[Trial], worth: Standing) -> None:
        """Whether points tell who wins, whether they move before the end, and what tells it
        sooner."""
        many, chance = len(made), 1 / self.field.seats
        halves = [worth(t.passed[len(t.passed) // 2]) if t.passed else [0.0] for t in made]
        moved = sum(max(half) > min(half) for half in halves) / many
        half = sum(_of_leaders(h, t.shares) for h, t in zip(halves, made, strict=True)) / many
        end = sum(_of_leaders(list(t.points), t.shares) for t in made) / many
        spread = sum(max(t.points) - min(t.points) for t in made) / many
        bests = [max(t.points) for t in made]
        self.usual, self.reach = sum(bests) / many, max(bests) - min(bests)
        self._stakes = spread > 0 and all(sum(t.points) == 0 for t in made)
        self.spread = self.scale = max(1.0, spread)
        together = self.field.together(self.field.start(0))
        self._tells_at_the_end = together or end > chance + 0.2
        if self.field.promises:
            promised = [worth(s) for t in made for s in t.moments()]
            self.scale = max(1.0, sum(max(x) - min(x) for x in promised) / max(1, len(promised)))
            self.cut = CUT
            return
        if not self._tells_at_the_end:
            return
        self._forecast = best_forecast(self.field, made, worth)
        long = sum(t.length for t in made) / many > LONG
        if long and (self._forecast or (moved > 0.5 and half >= chance - 0.1)):
            self.cut = CUT
        if self.cut == CUT and self._forecast is not None:
            self.turns = 2 * turns_until_moved(self.field, made, self.standing, CUT) - 1

    @property
    def forecasts(self) -> bool:
        """Whether a scoring tells what a state is worth."""
        return self._forecast is not None

    def from_here(self, s: Slots, seed: int) -> Judge:
        """The judge for a search from a state. A lead as large as that of the moment is no win yet,
        so that what makes it larger or smaller still counts; near the end playouts go there."""
        if self.cut == ENDLESS:
            return self
        here = copy(self)
        word = words(seed).__next__
        try:
            now = self.standing(s)
            here.scale = max(self.scale, max(now) - min(now))
            ends = [self.field.copy(s) for _ in range(LOOKS)]
            for end in ends:
                self.field.play_out(end, [word] * self.field.seats, NEAR - 1)
        except RuleError as wrong:
            may_go_on(wrong)
            return here  # an imagined state that the rules don't admit
        if all(end[DECISION] is None for end in ends):
            here.cut = ENDLESS
        return here

    def standing(self, s: Slots) -> list[float]:
        """What the seats have: points at the end; before, what a game promises, what a scoring
        would give, or the points at hand."""
        if s[DECISION] is None:
            return self.field.points(s)
        if self._forecast is not None:
            try:
                return self._forecast(s)
            except RuleError as wrong:
                may_go_on(wrong)
                # the rules don't admit this scoring now
        return (self._worth or self.field.points)(s)

    def play_on(
        self, s: Slots, streams: list[Callable[[], int]], trail: Trail | None = None
    ) -> None:
        """Play on at random: to the end; or to the end of a turn or of several, where a promise or
        what a scoring would give says what the state is worth; or for so many questions and until
        points have moved."""
        field, worth = self.field, self._worth
        if self.cut == ENDLESS or worth is None:
            field.play_out(s, streams, ENDLESS - 1, trail)
        elif self._forecast is not None or field.promises:
            for _ in range(self.turns):
                if s[DECISION] is not None:
                    end_turn(field, s, streams, CUT)
        else:
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
            if self._worth is None:
                return [1 / field.seats] * field.seats
            return self._ahead(s, self.standing(s), self.scale)
        shares = field.shares(s)
        if self._stakes:
            # what one gains, others lose: then it counts how much
            reach = 2 * self.spread
            return [min(1.0, max(0.0, 0.5 + x / reach)) for x in field.points(s)]
        if not self._tells_at_the_end:
            return shares
        ahead = self._ahead(s, field.points(s), self.spread)
        return [0.5 * share + 0.5 * a for share, a in zip(shares, ahead, strict=True)]

    def _ahead(self, s: Slots, points: list[float], spread: float) -> list[float]:
        """Points as shares: a difference as large as that of an ordinary game is nearly a win.
        Where all win together, points are compared with those of ordinary games."""
        team_of = self.field.teams(s)
        teams = by_team(team_of, points)
        if len(teams) == 1 and len(points) > 1:
            reach = max(1.0, 2 * self.reach)
            share = min(1.0, max(0.0, 0.5 + (points[0] - self.usual) / reach))
            return [share] * len(points)
        most = max(points)
        scale = spread / 2
        weights = {t: exp(max(-50.0, (x - most) / scale)) for t, x in teams.items()}
        total = sum(weights.values())
        return [weights[t] / total for t in team_of]


def _of_leaders(points: list[float], shares: tuple[float, ...]) -> float:
    """What of the win those have who have most points, in the mean."""
    led = [share for x, share in zip(points, shares, strict=True) if x == max(points)]
    return sum(led) / len(led)


_JUDGES: WeakKeyDictionary[Game, Judge] = WeakKeyDictionary()


def judge_of(game: Game) -> Judge:
    """The judge of a game; it learns once."""
    if game not in _JUDGES:
        _JUDGES[game] = Judge(Field(game))
    return _JUDGES[game]
