"""The bot that looks to the end of its own turn; it knows no game.

Where nothing is hidden or random it takes a win at hand, and leaves no win to the next player if
it can help it. Else, for each option, it imagines the state a few times, takes the option,
completes its turn at random, and counts what it is worth then: its own points less the best of the
other teams', as they would be if there were a scoring now (`alarife.bots.trials`), or what the game
promises. Where several options are equally good, or no state is found that it could imagine,
chance decides. It never reads the real state: only imagined ones."""

from __future__ import annotations

from alarife.bots.chance import Generator
from alarife.bots.protocol import View
from alarife.bots.tree import Edge, Tree, settled
from alarife.bots.worth import Judge, judge_of
from alarife.diagnostics import RuleError
from alarife.engine.decisions import Decision
from alarife.engine.faults import Unimaginable
from alarife.engine.inspect import slots_of
from alarife.engine.search import Field, may_go_on
from alarife.lowering.layout import DECISION, LOG, Slots, standing

_LOST = -(10**9)
_WON = 10**6
"""What it is worth that all have won together, whatever the points."""
_REPLIES = 2000
"""So many answers of the next player are looked at, at most."""


class GreedyBot:
    """Tries every option so often; `steps` bounds how far a turn is followed."""

    def __init__(self, tries: int = 4, steps: int = 40) -> None:
        self.tries = tries
        self.steps = steps

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
        best = max(totals.values())
        return rng.pick([option for option in candidates if totals[option] == best])

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
            points = judge.standing(s)
        except RuleError as wrong:
            may_go_on(wrong)
            # what is imagined can't always be played on as the rules would have it; such an option
            # is no temptation
            return _LOST
        own = field.teams(s)
        others = [x for p, x in enumerate(points) if own[p] != own[seat]]
        ours = [x for p, x in enumerate(points) if own[p] == own[seat]]
        won = field.shares(s)[seat] if s[DECISION] is None and not others else 0
        return max(ours) - max(others, default=0) + _WON * won


def _two_ahead(field: Field, s: Slots, seat: int) -> list[Edge]:
    """The options, with what is certain within two answers."""
    tree = Tree(judge_of(field.game), seat, lambda: s, 0)
    tree.look_at_root(s)
    tree.look_two_ahead(s, _REPLIES)
    return tree.root_edges()
