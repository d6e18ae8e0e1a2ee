"""A dump is everything: what is restored is the same state; what the rules exclude is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.engine.secret_games import TWO_SIGNS, dealt, game
from tests.games.configurations import Wish, every_game, game_id, loaded, pairs
from tests.games.playing import states

from alarife.diagnostics import RuleError
from alarife.engine.state import Game, State

Dump = dict[str, Any]


def same_again(state: State) -> None:
    """Saved as text and restored it is the same, and so is what comes after each of some answers."""
    data = json.loads(json.dumps(state.dump()))
    again = state.game.restore(data)
    assert again.dump() == state.dump()
    assert again == state
    for seat in range(1, state.game.players + 1):
        assert again.view(seat) == state.view(seat)
    if state.decision is not None:
        last = len(state.decision.options) - 1
        assert again.play(last).dump() == state.play(last).dump()


@pytest.mark.parametrize("name", every_game(), ids=game_id)
def test_every_state_of_every_game(name: str) -> None:
    g = loaded(Wish(name))
    assert g is not None
    for n, state in enumerate(states(g, 2, 10_000)):
        if n < 40 or n % 23 == 0 or state.is_over:
            same_again(state)


@pytest.mark.parametrize("wish", pairs((2,))[::9], ids=str)
def test_states_of_every_pair_of_modules(wish: Wish) -> None:
    g = loaded(wish)
    assert g is not None
    for n, state in enumerate(states(g, 5, 120)):
        if n % 11 == 0:
            same_again(state)


def orchard() -> Game:
    """Notes keyed by pieces, and by more than a few cells."""
    return game(
        """piece Tile "tile"
  > Tiles.
  20 of each

place heap "heap": set of Tile, starting with Tile
note seen[Tile] "seen": yes/no = no
note shade[1..9, Player] "shade": -2..4 = 1
note last[Player] "last": Tile? = none
note picked "picked": set of Tile = []
note corner "corner": Cell = cell(2, -3)
note score[Player] "points": 0.. = 0

step play "Course"
  > Take all.
  repeat until heap is empty
    as seat(1)
      choose t from heap "Which?"
      otherwise
        never "because it is not empty"
      move t to box
      seen[t] := yes
      last[you] := t
      picked := picked + [t]
      shade[1, you] += 1
"""
    )


@pytest.mark.parametrize(
    "make",
    [
        orchard,
        lambda: game(
            TWO_SIGNS
            + """      choose some q from Player "Who?"
      choose sign from Sign "Which?"
      told[you] := sign
    rounds += 1

value score(p: Player): number = 0
"""
        ),
        lambda: dealt(
            """  as each p in Player
    choose some cards from hand[you] where just_two(cards) "Which?"
    otherwise
      never "because there are three"
    move cards to face_down[you]
""",
            'rule just_two(cards: set of Card) "Two"\n  > Two.\n  size(cards) = 2\n\n',
        ),
    ],
)
def test_little_games(make: Callable[[], Game]) -> None:
    g = make()
    for seed in range(3):
        for state in states(g, seed, 30):
            same_again(state)


# ----------------------------------------------------------------
# what is refused
@cache
def midgame(name: str) -> tuple[Game, str]:
    g = loaded(Wish(name))
    assert g is not None
    *_, state = states(g, 9, 6 if name == "connect_four" else 45)
    return g, json.dumps(state.dump())


def changed(name: str, change: Callable[[Dump], None]) -> None:
    """A changed dump is refused, and the dump itself is not."""
    g, text = midgame(name)
    data = json.loads(text)
    assert g.restore(copy.deepcopy(data)).dump() == data
    change(data)
    assert json.dumps(data) != text
    with pytest.raises(RuleError, match="E0701"):
        g.restore(data)


def cities(d: Dump) -> list[list[Dump]]:
    return list(d["places"]["city"].values())


def far_tile(d: Dump) -> None:
    held = next(c for c in cities(d) if len(c) > 1)
    held[-1]["at"] = [40, 40]


def no_fountain(d: Dump) -> None:
    next(c for c in cities(d) if len(c) == 1).clear()


def moved_fountain(d: Dump) -> None:
    next(c for c in cities(d) if len(c) == 1)[0]["at"] = [1, 0]


def scoring_card_in_hand(d: Dump) -> None:
    deck = d["places"]["deck"]
    card = next(p for p in deck if p["type"] == "ScoringCard")
    deck.remove(card)
    d["places"]["hand"]["1"].append(card)


def tile_in_hand(d: Dump) -> None:
    d["places"]["hand"]["1"].append(d["places"]["bag"].pop())


def twice(d: Dump) -> None:
    d["places"]["discard"].append(d["places"]["deck"][0])


@pytest.mark.parametrize(
    "change",
    [
        far_tile, no_fountain, moved_fountain,  scoring_card_in_hand, tile_in_hand, twice,
    ],
)  # fmt: skip
def test_what_the_rules_exclude(change: Callable[[Dump], None]) -> None:
    changed("alhambra", change)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("seed", -1), ("seed", 1 << 64), ("seed", 1.0), ("seed", "1"), ("seed", True), ("seed", None),
        ("chance", {"deal_money": -1}), ("chance", {"no_such": 1}), ("chance", []), ("chance", {"shuffle_money": 1.0}),
        ("known", {"0": 0}), ("known", {"0": 1 << 9}), ("known", {"100000": 1}), ("known", {"x": 1}), ("known", {"-1": 1}),
        ("mixed", [{}]), ("mixed", [[]]), ("mixed", [{"rolled": [], "sets": [[9999]]}] * 2),
        ("mixed", [{"rolled": [-1], "sets": []}] * 2),
        ("log", [["move", 0]]), ("log", [["choice", 0, 9999, 0, 0]]), ("log", [["fly", 0, 1]]), ("log", [[]]),
        ("log", [["show", 0, [99999], 1]]), ("log", [["shuffle", 9999, 0]]), ("log", [["shuffle", 0, 9999]]),
        ("log", [["note", 0, 99, 0, 1]]), ("log", [["note", 0, 0, 9999, 1]]), ("log", 3),
        ("fixed", [1]), ("alarife", 1), ("rules", "x"), ("frames", [{}]), ("decision", None),
        ("notes", {}), ("places", {}), ("faces", {"Card": [1]}), ("more", 1), ("game", "x"),
    ],
)  # fmt: skip
def test_what_is_no_dump(path: str, value: Any) -> None:
    changed("alhambra", lambda d: d.update({path: value}))


@pytest.mark.parametrize(
    "note", ["on_turn", "score"],
)  # fmt: skip
@pytest.mark.parametrize("value", [0, -1, 99, 1.0, "1", True, None, [], {}, {"1": 1}, {"1": 1.0}])
def test_notes_hold_what_they_can(note: str, value: Any) -> None:
    changed("alhambra", lambda d: d["notes"].update({note: value}))


@pytest.mark.parametrize("faces", [[], [0] * 99, [-1], [99], ["x"], [True], None])
def test_faces_are_faces(faces: Any) -> None:
    name = next(iter(json.loads(midgame("pig")[1])["faces"]))
    changed("pig", lambda d: d["faces"].update({name: faces}))


def test_a_disc_lies_on_the_board() -> None:
    def beyond(d: Dump) -> None:
        d["places"]["board"][0]["at"] = [8, 1]

    def stacked(d: Dump) -> None:
        d["places"]["board"][0]["at"] = d["places"]["board"][1]["at"]

    changed("connect_four", beyond)
    changed("connect_four", stacked)


def test_another_question_is_refused() -> None:
    def other_player(d: Dump) -> None:
        d["decision"]["player"] = 3 - d["decision"]["player"]

    def other_options(d: Dump) -> None:
        d["decision"]["options"] = d["decision"]["options"][:-1]

    def other_site(d: Dump) -> None:
        d["decision"]["site"] = True

    for change in (other_player, other_options, other_site):
        changed("connect_four", change)


def test_what_no_rule_moves_stays_where_it_began() -> None:
    g = game(
        """piece Home(owner: Player) "home"
  1 of each

piece Stone "stone"
  > Stones.
  4 of each

place yard[p: Player] "yard": set of Home, starting with (those h in Home where h.owner = p)
place heap "heap": set of Stone, starting with Stone
place wall "wall": row of Stone

step play "Course"
  > Build.
  repeat until heap is empty
    as seat(1)
      may "Build?"
        draw 1 from heap to wall
"""
    )
    data = g.start(1).play(0).dump()
    yard = data["places"]["yard"]
    assert g.restore(copy.deepcopy(data)).dump() == data
    yard["1"], yard["2"] = yard["2"], yard["1"]
    with pytest.raises(RuleError, match="E0701"):
        g.restore(data)
