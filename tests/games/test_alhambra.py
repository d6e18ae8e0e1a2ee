"""Alhambra against plain networkx and plain arithmetic: every city lawful, exactly the lawful
options offered, every point accounted for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.games.playing import Dice, states
from tests.independent.cities import city_of, exchangeable, lawful, longest_wall, removable, spots
from tests.independent.scoring import scored

import alarife
from alarife.engine.state import Game, State
from alarife.lowering.layout import Slots, standing

GAMES = int(os.environ.get("ALARIFE_DEEP", "0")) or 1
SETTINGS: list[tuple[tuple[str, ...], int]] = [((), 2), ((), 3), ((), 6), (("bazaars", "cards"), 4)]


def loaded(modules: tuple[str, ...], players: int) -> Game:
    """The game, with every decision put, even those with one option."""
    game = alarife.load("alhambra", modules=modules, players=players)
    game.machine.auto = False
    return game


def walls(piece: dict[str, Any]) -> str:
    """The walls of a tile."""
    return piece.get("walls") or ""


def bound(state: State, name: str) -> Any:
    """A name that the decision carries."""
    decision = state.decision
    assert decision is not None
    held = dict(zip(decision.site.env, standing(state.slots)[3], strict=True))
    return next(v for k, v in held.items() if k.rsplit("_", 1)[0] == name)


def check_offers(state: State, seen: Counter[str]) -> None:
    """The cells and tiles offered are those that the second calculation allows."""
    decision = state.decision
    assert decision is not None
    rule, name = decision.rule, decision.site.name
    if decision.kind != "one" or rule not in ("build", "add", "remove", "exchange"):
        return
    view = state.view(decision.player)
    mine = view["places"]["city"][str(decision.player)]
    city = city_of(mine)
    lies = {e["piece"]["id"]: (e["at"][0], e["at"][1]) for e in mine}
    offered = [o.value for o in decision.options]
    reserve = {p["id"]: p for p in view["places"]["reserve"][str(decision.player)]}
    if name == "spot":
        piece = state.game.words.piece(state.slots, bound(state, "tile"))
        assert {tuple(v["at"]) for v in offered} == spots(city, walls(piece)), (rule, city, piece)
        seen[rule] += 1
    elif rule == "remove":
        assert {lies[v] for v in offered} == removable(city)
        seen[rule] += 1
    elif rule == "exchange" and name == "old":
        allowed = {c for p in reserve.values() for c in exchangeable(city, walls(p))}
        assert {lies[v] for v in offered} == allowed
        seen[rule] += 1
    elif rule == "exchange":
        old = lies[bound(state, "old")]
        allowed = {walls(p) for p in reserve.values() if old in exchangeable(city, walls(p))}
        assert {walls(reserve[v]) for v in offered} == allowed
        seen[rule] += 1


@pytest.mark.parametrize(("modules", "players"), SETTINGS)
def test_exactly_what_is_lawful_is_offered(modules: tuple[str, ...], players: int) -> None:
    game = loaded(modules, players)
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        known: dict[str, Any] = {}
        for state in states(game, seed, 400 if GAMES == 1 else 10_000):
            if state.decision is None:
                break
            check_offers(state, seen)
            cities = state.slots[game.lowered.layout.places["city"].base :][:players]
            for seat, grid in enumerate(cities):
                if known.get(str(seat)) is not grid:
                    known[str(seat)] = grid
                    city = city_of(game.words.grid(state.slots, grid))
                    assert lawful(city), f"seed {seed}, seat {seat + 1}: {city}"
                    assert game.machine.names["value·wall_points"](
                        state.slots, seat
                    ) == longest_wall(city), f"seed {seed}: {city}"
    assert all(seen[rule] for rule in ("build", "add", "remove", "exchange")), seen


def watch_scorings(game: Game, check: Callable[[State, State, str], None]) -> None:
    """Have every scoring looked at: the position before, the position after, and its letter."""
    scoring = game.machine.names["step·scoring"]

    def watched(s: Slots, which: int) -> None:
        before = State(game, game.machine.copy(s))
        scoring(s, which)
        check(before, State(game, s), "ABC"[which])

    game.machine.names["step·scoring"] = watched


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_points_are_those_of_a_second_calculation(players: int) -> None:
    """Every scoring of a whole game changes the points by what the plain calculation says."""
    game = loaded((), players)
    letters: list[str] = []

    def check(before: State, after: State, letter: str) -> None:
        letters.append(letter)
        expected = Counter({str(k): v for k, v in before.scores.items()}) + scored(
            before.dump(), letter
        )
        assert +expected == +Counter({str(k): v for k, v in after.scores.items()}), (
            f"scoring {letter} of game {len(letters) // 3}"
        )

    watch_scorings(game, check)
    for seed in range(GAMES):
        for _ in states(game, 100 + seed):
            pass
    assert letters == ["A", "B", "C"] * GAMES


@pytest.mark.parametrize("players", [2, 4])
def test_a_turn_ends_the_game_at_last(players: int) -> None:
    game = alarife.load("alhambra", players=players)
    dice = Dice(5)
    state = game.start(5)
    turns = 0
    while state.decision is not None:
        state = state.play(dice.below(len(state.decision.options)))
        turns += 1
    assert turns > 100
    assert state.winners
    best = max(state.scores.values())
    assert [seat for seat, points in state.scores.items() if points == best] == state.winners
