"""The table model, over whole games: data that every front end can draw, and nothing hidden."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import alarife
from alarife.diagnostics import RuleError
from alarife.engine.state import Game
from alarife.table import Answer, History, Table, seen
from alarife.table.question import asking
from alarife.table.turns import is_out_of_turn

GAMES: list[tuple[str, tuple[str, ...], int | None]] = [
    ("connect_four", (), None),
    ("reversi", (), None),
    ("oh_hell", (), 3),
    ("kuhn_poker", (), None),
    ("dice", (), 3),
    ("alhambra", ("bazaars", "treasure", "cards", "invaders"), 3),
]


def load(name: str, modules: tuple[str, ...] = (), players: int | None = None) -> Game:
    return alarife.load(name, modules, None, players)


def played(game: Game, seed: int, most: int) -> Iterator[History]:
    """A random game, answer by answer."""
    history, chance = History(game, seed), random.Random(seed)
    for _ in range(most):
        decision = history.state.decision
        if decision is None:
            return
        history.add(Answer(decision.player, (chance.choice(decision.options).key,)))
        yield history


def ids(data: Any) -> Iterator[int]:
    """The ids of all pieces that data names."""
    if isinstance(data, dict):
        if "type" in data and "id" in data:
            yield data["id"]
        if isinstance(data.get("piece"), int):
            yield data["piece"]
        for value in data.values():
            yield from ids(value)
    elif isinstance(data, list):
        for value in data:
            yield from ids(value)


@pytest.mark.parametrize(("name", "modules", "players"), GAMES)
def test_whole_games_are_shown_to_every_seat_and_nothing_hidden_is(
    name: str, modules: tuple[str, ...], players: int | None
) -> None:
    game = load(name, modules, players)
    table = Table(game, ["Ann", "Bob", "Cleo"])
    for n, history in enumerate(played(game, 5, 160)):
        if n % 9 and not history.state.is_over:
            continue
        for seat in range(game.players + 1):
            data = table.show(history, seat)
            json.dumps(data)
            known = set(ids(seen(history.state, seat)))
            assert set(ids(data["places"])) == known
            assert set(ids(data["question"])) <= known
            if data["question"]:
                assert bool(data["question"]["options"]) == (seat == data["asked"])


@pytest.mark.parametrize(("name", "modules", "players"), GAMES)
def test_news_is_complete_and_the_same_after_a_restart(
    name: str, modules: tuple[str, ...], players: int | None
) -> None:
    game = load(name, modules, players)
    table = Table(game)
    told: list[Any] = []
    history = None
    for history in played(game, 8, 120):
        told += table.show(history, 1, since=history.seq - 1)["news"]
    assert history is not None
    again = History(load(name, modules, players), 8, history.actions)
    whole = [e for e in Table(again.game).log(again, 1) if e["position"]]
    spotless = [{k: v for k, v in e.items() if k != "spots"} for e in whole]
    assert spotless == [{k: v for k, v in e.items() if k != "spots"} for e in told]


def test_a_number_lies_on_the_column_it_names() -> None:
    history = History(load("connect_four"), 1)
    question = Table(history.game).show(history, 1)["question"]
    spots = [option["spots"] for option in question["options"]]
    assert spots == [[{"place": "board", "at": [x, 6], "column": x}] for x in range(1, 8)]


def test_the_winning_line_is_marked() -> None:
    history = History(load("connect_four"), 1)
    for column in "4", "5", "4", "5", "4", "5", "4":
        asked = history.state.decision
        assert asked is not None
        history.add(Answer(asked.player, (column,)))
    data = Table(history.game).show(history, 0)
    assert data["winners"] == ["Player 1"]
    assert [spot["at"] for spot in data["line"]] == [[4, y] for y in (3, 4, 5, 6)]
    assert [spot["at"] for spot in data["last"]] == [[4, 3]]


def test_a_majority_is_no_winning_line() -> None:
    for history in played(load("reversi"), 4, 200):
        data = Table(history.game).show(history, 0)
    assert len(data["winners"]) == 1
    assert data["line"] == []


def test_undo_is_an_action_and_deletes_nothing() -> None:
    history = History(load("connect_four"), 1)
    history.add(Answer(1, ("4",)))
    before = history.state
    history.add(Answer(2, ("4",)))
    with pytest.raises(RuleError, match="Somebody else"):
        history.undo(1)
    history.add(history.undo(2))
    assert history.state == before
    assert (history.seq, history.position, history.answers) == (3, 1, ["4"])
    again = History(history.game, 1, history.actions)
    assert again.state == before


def test_undo_goes_past_the_answers_of_bots_that_told_nothing() -> None:
    history = History(load("connect_four"), 1, bots=(2,))
    first = history.state
    history.add(Answer(1, ("4",)))
    history.add(Answer(2, ("4",)))
    history.add(history.undo(1))
    assert history.state == first


def test_a_set_is_a_draft_with_stable_handles_until_it_is_confirmed() -> None:
    game = load("alhambra", players=3)
    table = Table(game)
    sets = 0
    for history in played(game, 7, 400):
        decision = history.state.decision
        if decision is None or decision.kind != "set" or decision.chosen:
            continue
        sets += 1
        seat, seq = decision.player, history.seq
        data = table.show(history, seat)["question"]
        handles = [(o["handle"], o["key"]) for o in data["options"]]
        for option in data["options"]:
            picked = table.show(history, seat, picks=[option["key"]])["question"]
            assert [(o["handle"], o["key"]) for o in picked["options"]] == handles
            states = [o["state"] for o in picked["options"] if o["key"] == option["key"]]
            assert "picked" in states
            open_ones = [o["key"] for o in picked["options"] if o["state"] == "open"]
            assert picked["confirm"] or open_ones
            for other in open_ones[:3]:
                assert table.show(history, seat, picks=[option["key"], other])
        assert history.seq == seq
    assert sets > 10


def test_a_pass_is_told_and_so_are_scorings_by_rule_and_party() -> None:
    passes = [
        e
        for seed in range(16)
        for history in played(load("reversi"), seed, 100)
        if history.state.is_over
        for e in Table(history.game).log(history)
        if e["kind"] == "pass"
    ]
    assert passes
    assert "passes" in passes[0]["words"]


def test_the_breakdown_adds_up_to_the_points() -> None:
    game = load("alhambra", ("bazaars",), 3)
    history = History(game, 3)
    for history in played(game, 3, 2000):
        if sum(history.state.scores.values()) > 100:
            break
    totals: dict[str, int] = {}
    for scoring in Table(game).breakdown(history):
        for row in scoring["rows"]:
            for party, n in row["points"].items():
                totals[party] = totals.get(party, 0) + n
    points = {str(p): n for p, n in history.state.scores.items() if n}
    assert totals == points


def test_which_side_a_player_is_on_is_told() -> None:
    sides = {
        name: [p["side"] for p in Table(game).show(History(game, 1), 1)["people"]]
        for name in ("draughts", "breakthrough", "connect_four")
        for game in [alarife.load(name)]
    }
    assert [s[0]["words"] for s in sides["draughts"]] == ["Black", "White"]
    assert [s[0] for s in sides["breakthrough"]] == [
        {"title": "army", "words": "White"},
        {"title": "army", "words": "Black"},
    ]
    assert sides["connect_four"] == [[], []]


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("oh_hell", "How many tricks?"),
        ("kuhn_poker", "Bet or check"),
        ("auction", "How many coins?"),
        ("lost_heirloom", "Whom do you ask?"),
    ],
)
def test_who_bid_asked_and_guessed_is_told_round_by_round(name: str, question: str) -> None:
    """As `State.history` tells it to each seat."""
    game = load(name, (), None if name == "kuhn_poker" else 3)
    table = Table(game, ["Ann", "Bob", "Cleo"])
    history = [*played(game, 3, 40)][-1]
    for seat in range(1, game.players + 1):
        rounds = table.answers(history, seat)
        told = [
            (r["question"], int(by)) for r in rounds for by, said in r["answers"].items() if said
        ]
        known = [
            (one["question"], one["seat"])
            for one in history.state.history(seat)
            if one["answer"] is not None and not one["forced"]
        ]
        assert not [one for one in told if one not in known]
        asked = [one for one in told if one[0] == question]
        assert asked
        assert asked == [one for one in known if one[0] == question]
        newest = table.show(history, seat)["answers"]
        assert newest == rounds[-len(newest) :]


def test_what_is_answered_in_secret_is_a_row_without_words() -> None:
    game = load("goofspiel")
    history = next(played(game, 1, 1))
    table = Table(game, ["Ann", "Bob", "Cleo"])
    own, other = (table.answers(history, seat)[0]["answers"]["1"] for seat in (1, 2))
    assert own
    assert other == ""


def test_who_waits_is_told_what_somebody_else_is_asked_where_it_may_be_known() -> None:
    told = {}
    for name, players in (("reversi", None), ("alhambra", 3), ("goofspiel", 3)):
        history = History(load(name, players=players), 7)
        asked = history.state.decision
        assert asked is not None
        told[name] = Table(history.game).show(history, asked.player % 2 + 1)["question"]["prompt"]
    assert told["reversi"]
    assert told["alhambra"] == "", "what may be done follows from the cards in hand"


def test_what_may_be_declined_is_a_question() -> None:
    assert asking("Draw a card") == "Draw a card?"
    assert asking("Draw a card?") == "Draw a card?"


def test_a_number_lies_on_the_pile_that_it_names() -> None:
    game = load("kalah")
    table, history = Table(game, ["Ann", "Bob"]), History(game, 1)
    shown = table.show(history, 1)
    assert [(o["key"], o["spots"]) for o in shown["question"]["options"]] == [
        (str(n), [{"place": f"pit:{n}", "whole": True}]) for n in range(1, 7)
    ]
    assert not shown["standings"], "which pit is a store is no count"
    history.add(Answer(1, ("3",)))
    words = [event["words"] for event in table.show(history, 2)["news"]]
    assert "Seed: Seeds being sown → Pits (4, 5, 6, 7)" in words
    assert "Where the last seed fell: 7 (+6)" in words


def test_how_many_lies_on_no_pile() -> None:
    game = load("nim")
    table, history = Table(game, ["Ann", "Bob"]), History(game, 1)
    while (decision := history.state.decision) is not None:
        shown = table.show(history, decision.player)["question"]
        if shown["prompt"].startswith("How many"):
            assert not any(o["spots"] for o in shown["options"])
            return
        history.add(Answer(decision.player, (decision.options[-1].key,)))
    raise AssertionError("nobody was asked how many")


def test_an_action_that_can_not_be_done_names_the_rules_that_decide_it() -> None:
    game = load("alhambra", ("bazaars", "treasure", "cards", "invaders"), 3)
    table = Table(game, ["Ann", "Bob", "Cleo"])
    told: dict[str, set[str]] = {}
    for history in played(game, 5, 120):
        decision = history.state.decision
        if decision is None or decision.kind != "menu":
            continue
        question = table.show(history, decision.player)["question"]
        for refused in question["refused"]:
            rules = table.why_not(history, decision.player, refused["key"])
            assert rules, refused
            told.setdefault(refused["key"], set()).update(rule["title"] for rule in rules)
        for option in question["options"]:
            assert not table.why_not(history, decision.player, option["key"])
    assert {"Enough money", "The right currency"} <= told["buy"]


def test_who_is_asked_between_turns_is_out_of_turn() -> None:
    asked_out_of_turn = 0
    for history in played(load("alhambra", ("vizier",), 3), 4, 60):
        state = history.state
        assert state.decision is not None
        out = is_out_of_turn(state)
        assert out == (state.note("on_turn") != state.decision.player)
        asked_out_of_turn += out
    assert asked_out_of_turn
    assert not is_out_of_turn(load("dice", (), 3).start(1)), "no note says whose turn it is"


@pytest.mark.parametrize("modules", [(), ("characters",)])
def test_a_scoring_in_which_somebody_may_be_asked_is_told_as_any_other(
    modules: tuple[str, ...],
) -> None:
    """The Wise Man's question comes before the buildings are scored."""
    game = load("alhambra", modules, 3)
    *_, history = played(game, 3, 320)
    events = Table(game).log(history, 1)
    scoring = next(event for event in events if event["kind"] == "scoring")
    assert scoring["title"] == "Scoring A"
    buildings = {row["short"] for row in scoring["rows"] if row["under"] == "Scoring the buildings"}
    assert len(buildings) > 2
    assert buildings <= {"Pavilion", "Seraglio", "Arcades", "Chambers", "Garden", "Tower"}
    assert "Scoring the outer walls" in {row["title"] for row in scoring["rows"]}
