"""A heap that is dealt out at once lies as if it had been dealt one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from alarife.engine.state import Game
from alarife.lowering.layout import LOC
from alarife.lowering.lower import Lowered, lower
from alarife.pipeline import stages

TEXT = """alarife 2
game deals "Deals"
  players 2..4

piece Card(number: 1..23) "card"
  1 of each

place supply "supply": {supply} of Card, starting with Card
place hand[Player] "hand": {hand} of Card
place rest "rest": set of Card

note crossed "crossed": number = 0

step play "Play"
  {first}
  draw 2 from supply to hand[seat(2)]
  repeat {until}
    for each p in {turn}
      draw {count} from supply to {to}
  as seat(1)
    choose card from hand[seat(2)] "Which?"
    otherwise
      never "because two were drawn"
    move card to rest
{more}
value score(p: Player) "points": number = size(hand[p])
"""
USUAL = {
    "supply": "pile", "hand": "set", "until": "until supply is empty", "turn": "Player",
    "count": "1", "to": "hand[p]", "more": "", "first": "shuffle supply",
}  # fmt: skip
WATCHED = """
whenever card: Card enters hand[p] as crossing "A card comes"
  > Count it.
  crossed := (crossed * 3 + card.number) mod 1009
"""
DEALT = (
    {},
    {"supply": "row", "hand": "row"},
    {"hand": "pile"},
    {"hand": "bag", "until": "while size(supply) is more than 0"},
    {"turn": "players_from(seat(2))", "until": "until size(supply) is 0"},
    {"more": WATCHED},
)
NOT_DEALT = (
    {"count": "2"},
    {"to": "rest"},
    {"until": "until size(supply) is at most 3"},
    {"until": "until rest is not empty or supply is empty"},
    {"turn": "(those p in Player where hand[p] is not empty)"},
    {"until": "until hand[seat(1)] is not empty"},
)


def made(folder: Path, changes: dict[str, str]) -> Lowered:
    path = folder / "deals.alr"
    path.write_text(TEXT.format(**{**USUAL, **changes}))
    return stages(str(path), players=3).lowered


@pytest.mark.parametrize("changes", DEALT, ids=str)
def test_what_is_dealt_at_once_lies_as_if_dealt_one_by_one(
    changes: dict[str, str], tmp_path: Path
) -> None:
    lowered = made(tmp_path, changes)
    assert "play" in lowered.used["deal"]
    bare = lower(lowered.checked, ("deal",))
    assert "deal" not in bare.used
    for seed in range(5):
        one, other = (Game(x).machine.playouts.start(seed, log=False) for x in (lowered, bare))
        assert one[LOC] == other[LOC]
        assert one[4:] == other[4:]
        watched = Game(lowered).machine.start(seed, log=False)
        assert one[LOC] == watched[LOC]
        assert Game(lowered).start(seed).dump() == Game(bare).start(seed).dump()


@pytest.mark.parametrize("changes", NOT_DEALT, ids=str)
def test_other_loops_are_left_as_they_are(changes: dict[str, str], tmp_path: Path) -> None:
    assert "deal" not in made(tmp_path, changes).used


def test_nothing_is_drawn_one_by_one_where_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Game(made(tmp_path, {})).machine
    drawn: list[int] = []
    playouts = machine.playouts
    draw = playouts.transactions.draw
    monkeypatch.setitem(playouts.names, "draw", lambda s, *of: (drawn.append(0), draw(s, *of)))  # pyright: ignore[reportUnknownLambdaType]
    playouts.start(1, log=False)
    assert len(drawn) <= 1
    names = machine.names
    draw = machine.transactions.draw
    monkeypatch.setitem(names, "draw", lambda s, *of: (drawn.append(0), draw(s, *of)))  # pyright: ignore[reportUnknownLambdaType]
    machine.start(1)
    assert len(drawn) > 20
