"""The bot that looks to the end of its own turn; it knows no game.

Where nothing is hidden or random it takes a win at hand, and leaves no win to the next player if
it can help it. Else, for each option, it imagines the state a few times, takes the option,
completes its turn at random, and counts what it is worth then: its own points less the best of the
other teams', as they would be if there were a scoring now (`alarife.bots.trials`), or what the game
promises. Where options are equally good and scorings tell what a state is worth, it plays on at
random to the end of its next turn: so it takes money although money is worth nothing yet. Where
several are still equally good, or no state is found that it could imagine, chance decides. It never
reads the real state: only imagined ones."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.bots.chance import Generator, words
from alarife.bots.protocol import View
from alarife.bots.tree import Edge, Tree, settled
from alarife.bots.trials import end_turn
from alarife.bots.worth import Judge, judge_of
from alarife.diagnostics import RuleError
from alarife.engine.decisions import Decision
from alarife.engine.faults import Unimaginable
from alarife.engine.inspect import slots_of
from alarife.engine.search import Field, may_go_on
from alarife.engine.state import State
from alarife.lowering.layout import DECISION, LOG, Slots, standing

_LOST = -(10**9)
_WON = 10**6
"""What it is worth that all have won together, whatever the points."""
_REPLIES = 2000
"""So many answers of the next player are looked at, at most."""
_MANY = 12
"""Of more options that are worth the same, so many are looked at more closely."""
_LONGEST = 40
"""A turn has no more questions, and a round no more turns, when a state is played on."""


class GreedyBot:
    """Tries every option so often; `steps` bounds how far a turn is followed. `further`: how often
    each imagined state is played on to tell apart what is worth the same at first."""

    def __init__(self, tries: int = 4, steps: int = 40, further: int = 3) -> None:
        self.tries = tries
        self.steps = steps
        self.further = further

    def choose(self, view: View, decision: Decision, rng: Generator) -> int:
        """The index of the best option."""
        number = len(decision.options)
        if number == 1:
            return 0
        seat = view.seat - 1
        try:
            imagined = [view.imagine(rng.seed()) for _ in range(self.tries)]
        except Unimaginable:
            return rng.below(number)
        judge = judge_of(imagined[0].game)
        field = judge.field
        candidates = list(range(number))
        if field.open:
            edges = _two_ahead(field, field.copy(slots_of(imagined[0])), seat)
            sure = settled(edges, seat)
            if sure is not None:
                return sure
            candidates = [i for i, edge in enumerate(edges) if edge.proved is None]
        totals = dict.fromkeys(candidates, 0.0)
        for state in imagined:
            for option in candidates:
                totals[option] += self._worth(judge, slots_of(state), option, seat, rng)
        tied = _best(totals)
        if len(tied) > 1 and self.further and judge.forecasts:
            tied = self._next_turn(judge, imagined, tied, seat, rng)
        return rng.pick(tied)

    def _next_turn(
        self, judge: Judge, imagined: Sequence[State], tied: list[int], seat: int, rng: Generator
    ) -> list[int]:
        """Of options that are worth the same by the end of a turn, those that are worth most by the
        end of the next one. All are tried with the same chance."""
        tied = tied.copy()
        while len(tied) > _MANY:
            tied.pop(rng.below(len(tied)))
        totals = dict.fromkeys(tied, 0.0)
        for state in imagined:
            for _ in range(self.further):
                seed = rng.seed()
                for option in tied:
                    totals[option] += _later(judge, slots_of(state), option, seat, seed)
        return _best(totals)

    def _worth(self, judge: Judge, slots: Slots, option: int, seat: int, rng: Generator) -> float:
        """What one is ahead of the others after an option and the rest of the turn."""
        field = judge.field
        s = field.copy(slots)
        s[LOG] = None
        try:
            field.advance(s, standing(s)[2][option])
            for _ in range(self.steps):
                if s[DECISION] is None or standing(s)[1] != seat:
                    break
                field.advance(s, rng.pick(standing(s)[2]))
            return _ahead(judge, s, seat)
        except RuleError as wrong:
            may_go_on(wrong)
            # what is imagined can't always be played on as the rules would have it; such an option
            # is no temptation
            return _LOST


def _best(totals: dict[int, float]) -> list[int]:
    most = max(totals.values())
    return [option for option, total in totals.items() if total == most]


def _ahead(judge: Judge, s: Slots, seat: int) -> float:
    """What one is ahead of the others."""
    points, own = judge.standing(s), judge.field.teams(s)
    others = [x for p, x in enumerate(points) if own[p] != own[seat]]
    ours = [x for p, x in enumerate(points) if own[p] == own[seat]]
    won = judge.field.shares(s)[seat] if s[DECISION] is None and not others else 0
    return max(ours) - max(others, default=0) + _WON * won


def _later(judge: Judge, slots: Slots, option: int, seat: int, seed: int) -> float:
    """What one is ahead after an option and a round at random, up to the end of one's next turn."""
    field = judge.field
    s = field.copy(slots)
    s[LOG] = None
    streams = [words(seed).__next__] * field.seats
    try:
        field.advance(s, standing(s)[2][option])
        if s[DECISION] is not None and standing(s)[1] == seat:
            end_turn(field, s, streams, _LONGEST)
        for _ in range(_LONGEST):
            if s[DECISION] is None:
                break
            own = standing(s)[1] == seat
            end_turn(field, s, streams, _LONGEST)
            if own:
                break
        return _ahead(judge, s, seat)
    except RuleError as wrong:
        may_go_on(wrong)
        return _LOST


def _two_ahead(field: Field, s: Slots, seat: int) -> list[Edge]:
    """The options, with what is certain within two answers."""
    tree = Tree(judge_of(field.game), seat, lambda: s, 0)
    tree.look_at_root(s)
    tree.look_two_ahead(s, _REPLIES)
    return tree.root_edges()
