"""The further modules of Alhambra against a second, plain calculation: every city lawful with sticks
and gates, exactly the right things offered, every point accounted for."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from tests.games.invariants import pieces_in
from tests.games.playing import states
from tests.games.test_alhambra import bound, loaded, watch_scorings
from tests.independent import boxes

from alarife.engine.inspect import logged_between
from alarife.engine.state import State

GAMES = int(os.environ.get("ALARIFE_DEEP", "0")) or 1
MODULES = ("bureau", "characters", "gates", "huts", "scorecards", "traders", "vizier", "walls")


def offered(state: State) -> list[Any]:
    decision = state.decision
    assert decision is not None
    return [o.value for o in decision.options]


def decliners(
    state: State, told: Iterable[tuple[Any, ...]], declined: set[int], menu: str, no: str
) -> None:
    """Keep who has declined in a row, in the turn that it is, by what the log has told since."""
    game = state.game
    notes = list(game.world.notes)
    for what, _, *rest in told:
        if what == "note" and notes[rest[0]] == "on_turn":
            declined.clear()
        if what not in ("choice", "only") or game.lowered.sites[rest[0]].menu != menu:
            continue
        if game.program.actions_of[menu][rest[2]] == no:
            declined.add(rest[1] + 1)
        else:
            declined.clear()


def check_offer(state: State, seen: Counter[str]) -> None:
    """What is offered is what the second calculation allows."""
    decision = state.decision
    assert decision is not None
    rule, name = decision.rule, decision.site.name
    known = {"buy", "vizier_buys", "take_hut", "build_wall", "bid"}
    if rule not in known or name not in ("tile", "hut", "amount"):
        return
    dump = state.dump()
    seat, places = str(decision.player), dump["places"]
    hand, permits = places["hand"][seat], places.get("permits", {}).get(seat, [])
    market = [(coin, t) for coin, t in places["market"].items() if t]
    if rule == "buy":
        wanted = {t["id"] for coin, t in market if boxes.payable(coin, t["price"], hand, permits)}
    elif rule == "vizier_buys":
        wanted = {
            t["id"] for coin, t in market if boxes.exactly_payable(coin, t["price"], hand, permits)
        }
        assert dump["notes"]["awake"][seat]
    elif rule == "take_hut":
        wanted = boxes.huts_open(dump, seat)
    elif rule == "build_wall":
        card = state.game.words.piece(state.slots, bound(state, "card"))
        wanted = boxes.wall_targets(dump, seat, card["walls"])
    else:
        wanted = boxes.bids(hand, dump["notes"]["best_bid"])
    assert set(offered(state)) == wanted, (rule, name, seat)
    seen[rule] += 1


def check_actions(state: State, seen: Counter[str]) -> None:
    """Which actions of the modules are offered."""
    decision = state.decision
    assert decision is not None
    if decision.kind != "menu" or "take_money" not in offered(state):
        return
    dump = state.dump()
    places, seat = dump["places"], str(decision.player)
    actions = set(offered(state))
    display = {p["type"] for p in places["display"]}
    assert ("take_bureau_card" in actions) == ("BureauCard" in display)
    assert ("wake_vizier" in actions) == (not dump["notes"]["awake"][seat])
    assert ("take_gate" in actions) == bool(places["offered_gate"])
    assert ("take_hut" in actions) == bool(boxes.huts_open(dump, seat))
    seen["actions"] += 1


@pytest.mark.parametrize("players", [2, 4])
def test_exactly_what_is_right_is_offered(players: int) -> None:
    game = loaded(MODULES, players)
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        for n, state in enumerate(states(game, seed)):
            if state.decision is None:
                break
            check_offer(state, seen)
            check_actions(state, seen)
            if n % 5 == 0 and state.decision.rule != "gates_put_up":
                dump = state.dump()
                for seat in range(1, players + 1):
                    assert boxes.lawful(dump, str(seat)), (seed, n, seat)
    assert all(seen[rule] for rule in ("buy", "take_hut", "build_wall", "bid", "actions")), seen


@pytest.mark.parametrize("players", [2, 3])
def test_points_are_those_of_a_second_calculation(players: int) -> None:
    """All but the characters, whose owner may be asked within a scoring."""
    game = loaded(tuple(m for m in MODULES if m != "characters"), players)
    letters: list[str] = []

    def check(before: State, after: State, letter: str) -> None:
        letters.append(letter)
        expected = Counter({str(k): v for k, v in before.scores.items()}) + boxes.scored(
            before.dump(), letter
        )
        assert +expected == +Counter({str(k): v for k, v in after.scores.items()}), letter

    watch_scorings(game, check)
    for seed in range(GAMES):
        for _ in states(game, 50 + seed):
            pass
    assert letters == ["A", "B", "C"] * GAMES


def test_points_with_the_wise_man() -> None:
    """From the choice of the Wise Man's owner to the next question, a scoring is carried out."""
    game = loaded(("characters", "huts", "scorecards"), 3)
    asked = 0
    for seed in range(2 * GAMES):
        before: State | None = None
        for state in states(game, 70 + seed):
            if before is not None:
                dump = before.dump()
                due = dump["places"]["due"]
                letter = due[0]["round"] if due else "C"
                choice = chosen(state)
                paid = boxes.scored(dump, letter, choice)
                total = Counter({str(k): v for k, v in before.scores.items()}) + paid
                assert +total == +Counter({str(k): v for k, v in state.scores.items()}), letter
                asked += 1
                before = None
            decision = state.decision
            if decision is not None and decision.rule == "wise_man_chooses":
                before = state
    assert asked


def chosen(state: State) -> str:
    """The kind of building that the Wise Man's owner has named."""
    return str(state.dump()["notes"]["wise_choice"])


@pytest.mark.parametrize("players", [2, 4])
def test_thieves_are_asked_in_their_order(players: int) -> None:
    """Who is asked, and with which thieves something can be stolen."""
    game = loaded(("cards", "bureau", "thieves"), players)
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        home: set[int] = set()
        before: State | None = None
        for state in states(game, 30 + seed):
            decision = state.decision
            if decision is None:
                break
            told = state.log if before is None else logged_between(before, state)
            decliners(state, told, home, "theft", "stay_home")
            before = state
            dump = state.dump()
            notes, seat = dump["notes"], str(decision.player)
            if decision.rule == "thieves_play":
                active = int(notes["on_turn"])
                wanted = boxes.thief_next(dump, active, players, home)
                assert decision.player == wanted, (seed, active, home)
                assert ("steal" in offered(state)) == bool(boxes.loot(dump, seat))
                seen["asked"] += 1
            elif decision.rule == "steal" and decision.site.name == "thief":
                held = {t["id"]: t["currency"] for t in dump["places"]["thieves"][seat]}
                assert {held[v] for v in offered(state)} == boxes.loot(dump, seat)
                seen["stolen"] += 1
    assert seen["asked"], seen
    assert seen["stolen"], seen


@pytest.mark.parametrize(
    ("module", "players", "pile", "kind"),
    [
        ("thieves", 2, "thief_pile", "Thief"),
        ("thieves", 5, "thief_pile", "Thief"),
        ("bonus", 3, "bonus_pile", "BonusCard"),
        ("cards", 2, "builders", "BuilderCard"),
    ],
)
def test_nobody_knows_what_is_left_over(module: str, players: int, pile: str, kind: str) -> None:
    """Cards that are left over, face down, may be any that a player hasn't seen."""
    state = loaded((module,), players).start(3)
    places = state.dump()["places"]
    left = {card["id"] for card in places[pile]}
    own = {card["id"] for card in pieces_in(places) if card["type"] == kind}
    own &= {card["id"] for card in pieces_in(state.view(1))}
    imagined = [state.imagine(1, seed).dump()["places"][pile] for seed in range(40)]
    dealt = {card["id"] for cards in imagined for card in cards}
    assert len({frozenset(card["id"] for card in cards) for cards in imagined}) > 1
    assert dealt - left
    assert not dealt & own
