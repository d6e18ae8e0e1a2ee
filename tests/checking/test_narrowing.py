"""What is known of a piece where a condition does not hold."""

from __future__ import annotations

import pytest
from tests.soundness.small import all_pass, codes, found

TILES = """
type Tile "tile"
piece Wood(height: 1..3) "wood" is Tile
  1 of each
piece Lake(depth: 1..3) "lake" is Tile
  1 of each
piece Rock "rock" is Tile
  1 of each
note felled[Wood] "felled": yes/no = no
"""
HOLDS = [
    "t.height if t is a Wood otherwise 0",
    "0 if t is not a Wood otherwise t.height",
    "0 if t is a Rock otherwise t.height if t is a Wood otherwise t.depth",
    "1 if t is not a Wood or t.height = 2 otherwise 0",
    "1 if t is not a Wood or felled[t] otherwise 0",
    "0 if t is not a Wood or t.height = 2 otherwise t.height",
    "0 if t is a Rock or t is a Lake otherwise t.height",
]


@pytest.mark.parametrize("body", HOLDS)
def test_what_is_known_where_it_does_not_hold(body: str) -> None:
    assert codes(f'{TILES}\nvalue v(t: Tile) "V": number = {body}\n') == []


@pytest.mark.parametrize(
    "body",
    ["0 if t is a Wood otherwise t.height", "t.height if t is not a Wood otherwise 0", "t.height"],
)
def test_who_has_a_field_is_said(body: str) -> None:
    (wrong,) = found(f'{TILES}\nvalue v(t: Tile) "V": number = {body}\n')
    assert wrong.code == "E0342"
    others = body.startswith("0")
    assert wrong.hint == (
        "It has `depth`." if others else "Only `Wood` has it: ask first with `is a Wood`."
    ), wrong.hint


def test_it_is_so_in_play() -> None:
    rules = f"""{TILES}
value tall(t: Tile) "Height": number = 0 if t is not a Wood otherwise t.height
value low(t: Tile) "Low": yes/no = t is not a Wood or t.height at most 2
value all_low "All low": number = count t in Tile where low(t)

step fell "Fell"
  for each t in Tile
    if t is not a Wood
      pass
    otherwise
      felled[t] := yes

example "Heights"
  when fell
  then (sum tall(t) for t in Tile) is 6 and all_low is 6 and felled[Wood(2)]
"""
    all_pass(rules)


def test_what_was_empty_may_be_asked_again() -> None:
    """`is empty` says nothing of what the other side is called."""
    either = "held is empty or (held is some t and t.height = 2)"
    assert codes(f'{TILES}\nvalue v(held: Wood?) "V": yes/no = {either}\n') == []
