"""What a seat sees: nothing that it may not know goes into a view, whatever way it could."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.engine.secret_games import CARDS, HEAD, dealt, game
from tests.games.configurations import Wish, loaded
from tests.games.invariants import pieces_in, seen_by
from tests.games.playing import states

import alarife
from alarife.engine.state import Game, State
from alarife.library import Library
from alarife.pipeline import load

ASK = '  as seat(1)\n    choose n from 1..9 "Which?"\n    pass\n'
SCORED = 'value score(p: Player) "points": number = sum c.rank for c in hand[p]\n\n'


def secrets_kept(state: State, seat: int) -> None:
    """The view is the same in every world that the seat may imagine."""
    views = {json.dumps(state.imagine(seat, n).view(seat)) for n in range(25)}
    assert views == {json.dumps(state.view(seat))}


def test_a_view_is_its_owners() -> None:
    """Whoever takes it apart changes nothing for others, nor for later."""
    state = load("alhambra", players=3).start(1)
    before = json.dumps(state.view(1))

    def empty(data: Any) -> None:
        if isinstance(data, dict | list):
            for part in [*data.values()] if isinstance(data, dict) else data:
                empty(part)
            data.clear()

    empty(state.view(1, history=True))
    empty(state.view(2))
    assert json.dumps(state.view(1)) == before


# ----------------------------------------------------------------
# points
def test_points_are_shown_to_those_who_know_the_pieces() -> None:
    state = dealt(ASK, SCORED).start(1)
    own = state.scores[1]
    assert state.view(1)["scores"] == {"1": own, "2": None}
    assert state.view(2)["scores"] == {"1": None, "2": state.scores[2]}
    secrets_kept(state, 1)
    over = state.play(0)
    assert over.is_over
    assert over.view(1)["scores"] == {str(p): n for p, n in over.scores.items()}


def test_points_are_shown_when_the_pieces_are() -> None:
    state = dealt("  show hand[seat(2)] to Player\n" + ASK, SCORED).start(1)
    assert state.view(1)["scores"]["2"] == state.scores[2]
    assert state.view(2)["scores"]["1"] is None


def test_points_that_look_into_what_nobody_sees() -> None:
    score = 'value score(p: Player) "points": number = sum c.rank for c in deck\n\n'
    state = dealt(ASK, score).start(1)
    assert state.view(1)["scores"] == {"1": None, "2": None}


def test_points_by_way_of_other_values() -> None:
    score = (
        "value worth_of(p: Player): number = sum c.rank for c in held_by(p)\n\n"
        "value held_by(q: Player): set of Card = hand[q]\n\n"
        'value score(p: Player) "points": number = worth_of(p) * 2\n\n'
    )
    state = dealt(ASK, score).start(1)
    assert state.view(2)["scores"]["1"] is None
    assert state.view(2)["scores"]["2"] == state.scores[2]


def test_how_many_there_are_everybody_may_know() -> None:
    score = 'value score(p: Player) "points": number = size(hand[p]) + size(deck)\n\n'
    state = dealt(ASK, score).start(1)
    assert state.view(1)["scores"] == {"1": 6, "2": 6}


def test_points_of_a_note_are_open() -> None:
    state = dealt(ASK, 'note score[Player] "points": number = 3\n\n').start(1)
    assert state.view(1)["scores"] == {"1": 3, "2": 3}


# ----------------------------------------------------------------
# being asked
BLUFF = """  as seat(2)
    if (some c in hand[you]: c.rank = 9)
      may "Show the nine?"
        pass
    choose n from 1..9 "Which?"
    pass
"""


def test_a_question_that_tells_is_not_named_to_others() -> None:
    asked = 0
    for seed in range(20):
        state = dealt(BLUFF).start(seed)
        assert state.decision is not None
        seen = state.view(1)["decision"]
        assert seen["player"] == 2
        if state.decision.kind == "may":
            asked += 1
            assert seen == {"player": 2, "prompt": ""}
            assert state.view(2)["decision"]["prompt"] == "Show the nine?"
        else:
            assert seen == {"player": 2, "prompt": "Which?"}
    assert 0 < asked < 20


def test_a_question_is_not_named_where_a_step_hangs_on_hidden_cards() -> None:
    before = """step brag "Brag"
  > Brag.
  as seat(2)
    choose m from 1..9 "How much?"
    pass

"""
    rest = """  if (some c in hand[seat(2)]: c.rank more than 3)
    brag
"""
    state = dealt(rest, before).start(1)
    assert state.view(1)["decision"] == {"player": 2, "prompt": ""}
    assert state.view(2)["decision"]["prompt"] == "How much?"


def test_an_offer_of_own_cards_is_named_only_to_its_player() -> None:
    rest = """  as seat(2)
    choose card from hand[you] where high(card) "Which high card?"
    otherwise
      pass
  as seat(1)
    choose n from 1..9 "Which?"
    pass
"""
    before = """rule high(card: Card) "High"
  > The card is high.
  card.rank more than 2

"""
    state = dealt(rest, before).start(1)
    assert state.decision is not None
    assert state.decision.player == 2
    assert state.view(1)["decision"] == {"player": 2, "prompt": ""}


def test_what_everybody_is_asked_is_named() -> None:
    state = dealt(ASK).start(1)
    assert state.view(2)["decision"] == {"player": 1, "prompt": "Which?"}


def test_only_the_asked_seat_has_options() -> None:
    state = dealt(ASK).start(1)
    assert [o["key"] for o in state.view(1)["decision"]["options"]] == [
        str(n) for n in range(1, 10)
    ]
    assert "options" not in state.view(2)["decision"]


# ----------------------------------------------------------------
# notes and places
def test_notes_hide_the_pieces_that_are_hidden() -> None:
    rest = """  as seat(1)
    choose card from hand[you] "Which?"
    otherwise
      never "because there are three"
    first_of[you] := card
    some_of := [card] + some_of
    choose n from 1..9 "Which?"
    pass
"""
    before = (
        'note first_of[Player] "first": Card? = none\n'
        'note some_of "some": set of Card = []\n'
        'note of[Card] "marks": 0..9 = 3\n\n'
    )
    state = dealt(rest, before).start(1).play(0)
    mine, theirs = state.view(1)["notes"], state.view(2)["notes"]
    card = mine["first_of"]["1"]
    assert mine["some_of"] == [card]
    assert mine["of"][str(card)] == 3
    assert theirs["first_of"] == {"1": {"hidden": True}, "2": None}
    assert theirs["some_of"] == [{"hidden": True}]
    assert theirs["of"][str(card)] is None
    secrets_kept(state, 2)


def test_what_lies_on_a_hidden_piece_is_hidden() -> None:
    before = """piece Token "token"
  > Tokens.
  3 of each

place on[card: Card] "on it": set of Token

"""
    rest = """  if first(Token) is some token
    if first(hand[seat(1)]) is some card
      move token to on[card]
"""
    state = dealt(rest + ASK, before).start(1)
    card = str(state.view(1)["places"]["hand"]["1"][0]["id"])
    assert len(state.view(1)["places"]["on"][card]) == 1
    assert state.view(2)["places"]["on"][card] == []
    secrets_kept(state, 2)


@pytest.mark.parametrize(
    ("shape", "seen"),
    [
        ("set of Card", {"known": [], "hidden": 3}),
        ("bag of Card", {"known": [], "hidden": 3}),
        ("row of Card", {"hidden": 3}),
        ("pile of Card", {"hidden": 3}),
    ],
)
def test_hidden_places_are_counted(shape: str, seen: Any) -> None:
    text = CARDS.replace('hand[p: Player] "hand": set of Card', f'hand[p: Player] "hand": {shape}')
    play = (
        'step play "Course"\n  > Play.\n  move Card to deck\n  shuffle deck\n'
        "  draw 3 from deck to hand[seat(2)]\n" + ASK
    )
    state = game(text + play).start(1)
    assert state.view(1)["places"]["hand"] == {"1": [], "2": seen}
    held = state.view(2)["places"]["hand"]["2"]
    assert len(held) == 3
    assert all(set(c) == {"id", "type", "rank"} for c in held)


def test_a_space_a_row_and_a_grid_say_where_something_hidden_lies() -> None:
    text = (
        CARDS
        + """place secret "secret": Card?, seen by nobody
place line "line": row of Card, seen by nobody
place board "board": grid 3 by 3 of Card, seen by nobody

step play "Course"
  > Play.
  move Card to deck
  shuffle deck
  draw 1 from deck to secret
  draw 2 from deck to line
  if top(deck) is some card
    show card to seat(1)
    move card to line
  if top(deck) is some card
    move card to board[cell(2, 3)]
"""
        + ASK
    )
    state = game(text).start(1)
    one, two = state.view(1)["places"], state.view(2)["places"]
    assert one["secret"] == two["secret"] == {"hidden": True}
    assert [e.get("type", "?") for e in one["line"]] == ["?", "?", "Card"]
    assert two["line"] == {"hidden": 3}
    assert one["board"] == [{"at": [2, 3], "piece": {"hidden": True}}]


def test_the_top_of_a_pile_is_seen_while_it_is_the_top() -> None:
    text = CARDS.replace("seen by nobody\n", "seen by nobody, top seen by ([seat(1)])\n", 1)
    play = 'step play "Course"\n  > Play.\n  move Card to deck\n  shuffle deck\n'
    again = f"{ASK}  draw 1 from deck to table\n{ASK}"
    state = load(
        "g", players=2, library=Library(texts={"g.alr": HEAD + text + play + again})
    ).start(1)
    deck = state.view(1)["places"]["deck"]
    assert deck[0]["type"] == "Card"
    assert deck[1:] == [{"hidden": True}] * 8
    assert state.view(2)["places"]["deck"] == {"hidden": 9}
    after = state.play(0)
    assert after.view(1)["places"]["table"] == [deck[0]]
    assert after.view(1)["places"]["deck"][0] != deck[0]


def test_a_die_rolled_out_of_sight_is_not_known_any_more() -> None:
    state = game(
        """piece Die(face pips: 1..6) "die"
  2 of each

place tray "tray": set of Die, starting with Die
place cup[p: Player] "cup": set of Die, seen by p

step play "Course"
  > Play.
  move tray to cup[seat(2)]
  as seat(1)
    choose n from 1..6 "Which?"
    pass
  roll cup[seat(2)]
  as seat(1)
    choose m from 1..6 "Which?"
    pass
"""
    ).start(1)
    assert len(state.view(1)["places"]["cup"]["2"]) == 2
    after = state.play(0)
    assert after.view(1)["places"]["cup"]["2"] == {"known": [], "hidden": 2}
    assert len(after.view(2)["places"]["cup"]["2"]) == 2


def test_a_sight_that_comes_and_goes() -> None:
    text = CARDS.replace("seen by nobody\n", "seen by all when light\n", 1)
    play = (
        'note light "light": yes/no = no\n\nstep play "Course"\n  > Play.\n  move Card to deck\n'
        f"  shuffle deck\n{ASK}  light := yes\n{ASK}  light := no\n{ASK}"
    )
    dark = game(text + play).start(1)
    light = dark.play(0)
    again = light.play(0)
    assert dark.view(1)["places"]["deck"] != light.view(1)["places"]["deck"]
    assert len(light.view(2)["places"]["deck"]) == 9
    assert again.view(1)["places"]["deck"] == dark.view(1)["places"]["deck"]


def test_views_of_old_states_stay_right() -> None:
    """What is kept between views is kept by what it was made of."""
    g = alarife.load("alhambra", modules=["treasure", "cards"], players=3)
    chain = [g.start(3)]
    for _ in range(40):
        chain.append(chain[-1].play(0))
    first = [[json.dumps(s.view(seat)) for seat in (1, 2, 3)] for s in chain]
    again = [[json.dumps(s.view(seat)) for seat in (1, 2, 3)] for s in reversed(chain)][::-1]
    fresh = alarife.load("alhambra", modules=["treasure", "cards"], players=3)
    other = [
        [json.dumps(fresh.restore(s.dump()).view(seat)) for seat in (1, 2, 3)] for s in chain[::7]
    ]
    assert again == first
    assert other == first[::7]


# ----------------------------------------------------------------
# the whole of it, without any help from what deals imagined states
def exchanged(state: State, seat: int) -> list[dict[str, Any]]:
    """Dumps in which pieces that a seat can't know have changed places: by the traits of places and
    the record of who has seen what alone."""
    found: list[dict[str, Any]] = []
    dump = state.dump()
    by_type: dict[str, list[dict[str, Any]]] = {}
    for name, held in dump["places"].items():
        instances = held.items() if state.game.world.places[name].domains else [("", held)]
        for keys, content in instances:
            if seen_by(state.game, name, keys, seat) is not False or not isinstance(content, list):
                continue
            for piece in content:
                known = dump["known"].get(str(piece.get("id")), 0)
                if "type" in piece and not known >> (seat - 1) & 1:
                    by_type.setdefault(piece["type"], []).append(piece)
    for alike in by_type.values():
        for one, two in zip(alike, alike[1:] + alike[:1], strict=True):
            if one is two:
                continue
            other = json.loads(json.dumps(dump))
            there = {p["id"]: p for p in pieces_in(other["places"])}
            a, b = there[one["id"]], there[two["id"]]
            kept = dict(a)
            a.clear()
            a.update(b)
            b.clear()
            b.update(kept)
            x, y = str(one["id"]), str(two["id"])
            known = other["known"]
            masks = known.pop(x, 0), known.pop(y, 0)
            known.update({k: m for k, m in zip((x, y), masks[::-1], strict=True) if m})
            for held in pieces_lists(other["places"], state.game):
                held.sort(key=lambda p: p["id"])
            other["known"] = {str(k): known[str(k)] for k in sorted(map(int, known))}
            found.append(other)
    return found


def pieces_lists(places: dict[str, Any], g: Game) -> list[list[dict[str, Any]]]:
    """The contents of sets and bags, which are kept in the order of ids."""
    found: list[list[dict[str, Any]]] = []
    for name, held in places.items():
        if g.world.places[name].shape in ("set", "bag"):
            found += held.values() if g.world.places[name].domains else [held]
    return [held for held in found if isinstance(held, list)]


@pytest.mark.parametrize(
    "wish",
    [
        Wish("alhambra", (), 3),
        Wish("alhambra", ("cards", "invaders"), 3),
        Wish("oh_hell", (), 3),
        Wish("alcazaba", (), 3),
        Wish("dice", (), 3),
        Wish("auction"),
        Wish("goofspiel"),
    ],
    ids=str,
)
def test_exchanging_what_is_hidden_changes_no_view(wish: Wish) -> None:
    g = loaded(wish)
    assert g is not None
    compared = 0
    for n, state in enumerate(states(g, 8, 60)):
        if n % 19 or state.decision is None:
            continue
        seat = state.decision.player
        seen = json.dumps(state.view(seat))
        for other in exchanged(state, seat)[:: 3 + n % 5]:
            try:
                changed = g.restore(other)
            except alarife.RuleError:
                continue  # the same question would not be put there
            assert json.dumps(changed.view(seat)) == seen
            compared += 1
    assert compared > 3
