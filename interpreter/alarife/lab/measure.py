"""One game, measured: a flat table of numbers by name.

Names say what kind of figure it is: `use.` and `rule.` are counts (missing means none), everything
else is a value (missing means that there is none in this game)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from alarife.bots import Bot, Generator, View, make_bot
from alarife.bots.chance import seed_of_bot, seed_of_game
from alarife.bots.choosing import answer_of
from alarife.checking.types import Pieces
from alarife.diagnostics import RuleError, rule_error
from alarife.engine.inspect import piece_name, question, questions, rule_name
from alarife.engine.state import Game, State
from alarife.lab.arms import Arm, Plan
from alarife.simulation.driver import MOST_DECISIONS

Measures = dict[str, float]
_BOTS: dict[tuple[str, int], Bot] = {}
"""The bots of this process, by name and seat."""


def play_pair(plan: Plan, pair: int) -> list[Measures]:
    """The games of one pair, an arm after the other."""
    seed = seed_of_game(plan.seed, pair)
    return [_measured(plan, arm, plan.seats(arm, pair), seed) for arm in plan.arms]


def _measured(plan: Plan, arm: Arm, seats: list[int], seed: int) -> Measures:
    game = arm.load()
    names = [plan.bots[i] for i in seats]
    bots = [_bot(name, seat) for seat, name in enumerate(names)]
    try:
        course = _Course(game)
        state = course.play(bots, seed)
    except RuleError as wrong:
        first = wrong.diagnostics[0]
        hint = f"{first.hint} It happened in the game with seed {seed} of `{arm.label}`."
        at = first.labels
        raise rule_error(first.code, first.message, hint.strip(), *at) from None
    found = course.measures(state)
    shares = _shares(state)
    for seat, share in enumerate(shares, 1):
        found[f"win.seat.{seat}"] = share
    for i, name in enumerate(plan.bots if len(set(plan.bots)) > 1 else ()):
        own = [share for share, bot in zip(shares, seats, strict=True) if bot == i]
        if own:
            found[
                f"win.bot.{name}" if plan.bots.count(name) == 1 else f"win.bot.{name} {i + 1}"
            ] = sum(own) / len(own)
    return found


def _bot(name: str, seat: int) -> Bot:
    if (name, seat) not in _BOTS:
        _BOTS[name, seat] = make_bot(name)
    return _BOTS[name, seat]


def _shares(state: State) -> list[float]:
    """How the win is shared; a neutral winner leaves nothing to the seats."""
    winners = state.winners
    return [
        1 / len(winners) if seat in winners else 0.0 for seat in range(1, state.game.players + 1)
    ]


class _Course:
    """Plays one game and notes what happens."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns = self.decisions = self.options = 0
        self.leaders: list[int] = []

    def play(self, bots: list[Bot], seed: int) -> State:
        """Play to the end."""
        state = self.game.start(seed)
        generators = [Generator(seed_of_bot(seed, seat)) for seat in range(1, len(bots) + 1)]
        last = 0
        while (decision := state.decision) is not None:
            seat = decision.player
            if seat != last:
                self.turns += 1
                last = seat
                self.leaders.append(self._leader(state))
            self.decisions += 1
            self.options += len(decision.options)
            answer = answer_of(bots[seat - 1], View(state, seat), decision, generators[seat - 1])
            state = state.play(answer)
            if self.decisions > MOST_DECISIONS:
                message = (
                    f"The game does not end: it was given up after {MOST_DECISIONS} decisions."
                )
                hint = "Let the game end at some time whatever is chosen."
                raise rule_error("E0713", message, hint)
        return state

    def _leader(self, state: State) -> int:
        """The seat that is ahead alone in points; 0 if none is."""
        scores = state.scores
        points = [(scores.get(seat, 0), seat) for seat in range(1, self.game.players + 1)]
        most = max(points)[0]
        ahead = [seat for n, seat in points if n == most]
        return ahead[0] if len(ahead) == 1 else 0

    def measures(self, state: State) -> Measures:
        """What can be said of the whole game."""
        scores = state.scores
        points = [scores.get(seat, 0) for seat in range(1, self.game.players + 1)]
        ranked = sorted(points, reverse=True)
        winners = [w for w in state.winners if isinstance(w, int)]
        found: Measures = {
            "length.turns": self.turns,
            "length.decisions": self.decisions,
            "length.choices": self.options / max(1, self.decisions),
            "end.tied": float(len(winners) > 1),
            "end.nobody": float(not winners),
        }
        if has_points(self.game):
            found["points.mean"] = sum(points) / len(points)
            found["points.best"] = ranked[0]
            found["points.lead"] = ranked[0] - ranked[1] if len(ranked) > 1 else 0
            for seat, n in enumerate(points, 1):
                found[f"points.seat.{seat}"] = n
            led = [seat for seat in self.leaders if seat]
            found["lead.changes"] = sum(a != b for a, b in pairwise(led))
            if len(winners) == 1 and self.leaders:
                found["lead.clear_after"] = self._clear(winners[0])
        self._log(state, found)
        return found

    def _clear(self, winner: int) -> float:
        """The share of the game after which the winner was ahead for good."""
        for back, seat in enumerate(reversed(self.leaders)):
            if seat != winner:
                return 1 - back / len(self.leaders)
        return 0.0

    def _log(self, state: State, found: Measures) -> None:
        """Points by the rule that gave them, and how often everything was used."""
        game = self.game
        notes = list(game.world.notes)
        score = notes.index("score") if "score" in notes else -1
        held: dict[Any, int] = {}
        used: Counter[str] = Counter()
        moment, fresh = 0, True
        for entry in state.log:
            what, rule = entry[0], entry[1]
            name = rule_name(game, rule)
            if what in ("choice", "only"):
                fresh = True
                self._used(state, entry, used)
            elif what == "note" and entry[2] == score:
                gained = entry[4] - held.get(entry[3], 0)
                held[entry[3]] = entry[4]
                if not self._is_seat(entry[3]):
                    continue
                moment += fresh
                fresh = False
                used[f"rule.points.{name}"] += gained
                used[f"rule.moment.{moment}"] += gained
            if name and what != "only":
                used[f"use.rule.{name}"] += 1
        if moment > _MOMENTS:
            used = Counter({k: v for k, v in used.items() if not k.startswith("rule.moment.")})
        found.update(used)

    def _is_seat(self, key: Any) -> bool:
        key = key[0] if isinstance(key, tuple) and key else key
        return not isinstance(key, int) or key < self.game.players

    def _used(self, state: State, entry: tuple[Any, ...], used: Counter[str]) -> None:
        """Which action was chosen, or which piece."""
        site, raw = question(self.game, entry[2]), entry[4]
        if raw is None:
            return
        if site.kind == "menu":
            used[f"use.action.{self.game.program.actions_of[site.menu][raw]}"] += 1
            return
        t: Any = site.element
        t = getattr(t, "of", t)
        if isinstance(t, Pieces) and isinstance(raw, int):
            used[f"use.piece.{piece_name(state, raw)}"] += 1


_MOMENTS = 8
"""Points by moment are only told of games in which points move at so few moments."""


def has_points(game: Game) -> bool:
    """Whether a game counts points: by a note or a value `score`."""
    return "score" in game.world.notes or "score" in game.program.values


def never(arm: Arm) -> list[str]:
    """Everything that could be counted as used, so that what never was can be told: the actions,
    the pieces that questions ask for, the steps and what modules put before, after or in place of
    others."""
    game = arm.load()
    program = game.program
    actions = {a for actions in program.actions_of.values() for a in actions}
    state = game.start(0, log=False)
    asked = [getattr(q.element, "of", q.element) for q in questions(game)]
    types = {name for t in asked if isinstance(t, Pieces) for name in t.names}
    pieces = {piece_name(state, x) for name in types for x in game.world.pieces[name].ids}
    return sorted(
        {
            *(f"use.action.{name}" for name in actions),
            *(f"use.piece.{said}" for said in pieces),
            *(f"use.rule.{name}" for name in (*program.steps, *program.labels)),
        }
    )
