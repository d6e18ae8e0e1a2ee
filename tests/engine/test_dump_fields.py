"""What stands in a dump, field by field, and what each field may not hold."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.engine.secret_games import game
from tests.fuzz.trying import check_said

from alarife import RuleError, State
from alarife.engine import dumps, restoring
from alarife.engine.dumps import pack
from alarife.engine.restoring import unpack
from alarife.geometry.grid import FAR, Grid, cell
from alarife.lowering.layout import MIXED

Dump = dict[str, Any]
RULES = """piece Stone(n: 1..3) "stone"
  2 of each
piece Die(face pips: 1..6) "die"
  1 of each

place board "board": grid 2 by 2 of Stone
place field "field": grid of Stone
place bag_ "bag": bag of Stone, starting with Stone
place hole "hole": Stone?
place cup "cup": Die?, seen by nobody
place pile_ "pile": pile of Stone, seen by nobody
note score[Player] "points": number = 0
note many[1..2, Player] "many": list of number = []

step roll_it "Roll"
  > Roll.
  for each d in Die
    move d to cup
    roll d

step play "Course"
  > Play.
  roll_it
  draw 1 from bag_ to board[cell(1, 1)]
  draw 1 from bag_ to board[cell(2, 2)]
  draw 1 from bag_ to field[cell(-3, 4)]
  draw 1 from bag_ to hole
  move bag_ to pile_
  shuffle pile_
  ask_on(board)
  ask_on(field)

step ask_on(g: grid of Stone) "Ask"
  > Ask.
  for each p in Player
    as p
      choose n from 1..3 "How many?"
      score[you] += n * size(cells(g))
      many[1, you] := many[1, you] + [n]
"""


@cache
def begun() -> State:
    """Some pieces of each sort lie somewhere, and in the middle of a question for each player."""
    return game(RULES).start(4).play("2")


def dumped() -> Dump:
    return json.loads(json.dumps(begun().dump()))


def restored(data: Any) -> Dump:
    """Restored by hand: `Game.restore` would look at more."""
    g = begun().game
    return dumps.dump(g.machine, g.words, restoring.restore(g.machine, g.words, data))


def refused(change: Callable[[Dump], object], said: str = "is damaged") -> None:
    data = dumped()
    change(data)
    with pytest.raises(RuleError, match="E0701") as raised:
        restored(data)
    check_said(raised.value)
    assert said in raised.value.diagnostics[0].message


def test_where_it_is_damaged_is_said() -> None:
    def hand(d: Dump) -> object:
        return d["places"].update(hole={"id": "x" * 1000})

    refused(hand, 'damaged, at “places, hole”: piece `"xxx')
    refused(lambda d: d["log"].append(["shuffle", 999, 0]), "at “log, entry 13”: `999` can't")
    refused(lambda d: d.pop("notes"), "at “notes”: it is missing.")
    refused(lambda d: d["notes"].update(score=[]), "at “notes, score”: something is missing, or")
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    refused(lambda d: d["frames"][0].update(names=[deep, 1]), "at “frames”")


def test_all_that_is_in_a_dump() -> None:
    data = begun().dump()
    program = begun().game.program
    stones = [{"id": x, "type": "Stone", "n": x // 2 + 1} for x in range(6)]
    grid = {"grid": [[1, 1, 5], [2, 2, 3]], "bounds": [2, 2]}
    assert (data["alarife"], data["game"], data["rules"]) == (2, "g", program.digest)
    assert data["chance"] == {"roll_it": 1, "play": 5}
    assert data["notes"] == {
        "score": {"1": 4, "2": 0},
        "many": {"1,1": [2], "1,2": [], "2,1": [], "2,2": []},
    }
    assert data["places"] == {
        "board": [{"at": [1, 1], "piece": stones[5]}, {"at": [2, 2], "piece": stones[3]}],
        "field": [{"at": [-3, 4], "piece": stones[1]}],
        "bag_": [],
        "hole": stones[2],
        "cup": {"id": 6, "type": "Die", "pips": 3},
        "pile_": [stones[0], stones[4]],
    }
    assert data["faces"] == {"Die": [3]}
    assert data["known"] == {}
    assert data["mixed"] == [{"rolled": [6], "sets": [[0, 4]]}] * 2
    assert data["frames"] == [
        {"step": "ask_on", "part": 3, "names": [[], grid]},
        {"step": "play", "part": 1, "names": []},
    ]
    assert data["decision"] == {
        "by": "ask_on", "site": 0, "player": 2, "options": [1, 2, 3], "names": [1, grid]
    }  # fmt: skip
    assert [entry[0] for entry in data["log"]] == [
        "move", "turn", *["move"] * 6, "shuffle", "choice", "note", "note"
    ]  # fmt: skip
    assert data["log"][-3:] == [
        ["choice", 2, 0, 0, 2],
        ["note", 2, 0, 0, 4],
        ["note", 2, 1, 0, [2]],
    ]


def test_it_comes_back() -> None:
    assert restored(dumped()) == dumped()
    for state in (begun().play("1"), begun().play("3").play("2").play("2")):
        assert begun().game.restore(json.loads(json.dumps(state.dump()))) == state


def test_what_was_named_before_it_was_mixed() -> None:
    data = dumped()
    data["mixed"] = [{"rolled": [], "sets": [{"named": [1, 3]}, [1, 2, 3]]}] * 2
    g = begun().game
    slots = restoring.restore(g.machine, g.words, data)
    assert slots[MIXED] == ((0, ~0b1010, 0b1110),) * 2
    assert dumps.dump(g.machine, g.words, slots)["mixed"] == data["mixed"]


def test_grids_are_packed() -> None:
    for grid in (
        Grid({cell(2, 1): 7}, (3, 3)),
        Grid({cell(-5, 9): 0, cell(0, 0): 3}, None),
        Grid({}, None),
    ):
        data = pack((1, (grid,), None))
        again = unpack(json.loads(json.dumps(data)))
        assert again == (1, (grid,), None)
        assert again[1][0].bounds == grid.bounds
    assert pack([Grid({cell(2, 1): 7}, None)]) == [{"grid": [[2, 1, 7]], "bounds": None}]


# ----------------------------------------------------------------
# what may not stand there
@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {"alarife": 1}, {"alarife": "2"}])
def test_what_is_no_dump_at_all(data: Any) -> None:
    with pytest.raises(RuleError, match="no saved state of this version"):
        restored(data)


def test_other_rules() -> None:
    refused(lambda d: d.update(rules="x"), "other rules")
    refused(lambda d: d.pop("rules"), "other rules")


@pytest.mark.parametrize("field", sorted(set(dumped()) - {"alarife", "game", "rules"}))
def test_every_field_is_needed(field: str) -> None:
    refused(lambda d: d.pop(field))


def board(d: Dump) -> list[Dump]:
    return d["places"]["board"]


REFUSED: dict[str, Callable[[Dump], object]] = {
    "a seed below zero": lambda d: d.update(seed=-1),
    "a seed too large": lambda d: d.update(seed=1 << 64),
    "a count below zero": lambda d: d["chance"].update(play=-1),
    "a count too large": lambda d: d["chance"].update(play=1 << 48),
    "a face that is none": lambda d: d["faces"].update(Die=[7]),
    "too many faces": lambda d: d["faces"].update(Die=[3, 3]),
    "a face that is yes": lambda d: d["faces"].update(Die=[True]),
    "known by nobody": lambda d: d["known"].update({"0": 0}),
    "known by a third": lambda d: d["known"].update({"0": 4}),
    "a piece beyond the last is known": lambda d: d["known"].update({"7": 1}),
    "a piece below the first is known": lambda d: d["known"].update({"-1": 1}),
    "mixed for one": lambda d: d["mixed"].pop(),
    "rolled beyond the last": lambda d: d["mixed"][0].update(rolled=[7]),
    "mixed beyond the last": lambda d: d["mixed"][1].update(sets=[[7]]),
    "a piece by a truth": lambda d: d["places"]["pile_"][0].update(id=False),
    "a piece by a fraction": lambda d: d["places"]["pile_"][0].update(id=0.0),
    "a piece twice": lambda d: d["places"]["pile_"][0].update(id=4),
    "a piece of another type": lambda d: d["places"].update(hole={"id": 6}, cup=None),
    "two pieces on one cell": lambda d: board(d)[0].update(at=[2, 2]),
    "beyond the east": lambda d: board(d)[0].update(at=[3, 1]),
    "beyond the south": lambda d: board(d)[0].update(at=[1, 3]),
    "beyond the west": lambda d: board(d)[0].update(at=[0, 1]),
    "beyond the north": lambda d: board(d)[0].update(at=[1, 0]),
    "a cell of three numbers": lambda d: board(d)[0].update(at=[1, 1, 1]),
    "too far west": lambda d: d["places"]["field"][0].update(at=[-FAR - 1, 0]),
    "too far south": lambda d: d["places"]["field"][0].update(at=[0, FAR + 1]),
    "half a cell": lambda d: d["places"]["field"][0].update(at=[0.5, 0]),
    "a frame of another step": lambda d: d["frames"][0].update(step="play"),
    "a frame of no block": lambda d: d["frames"][0].update(part=999),
    "a frame that is yes": lambda d: d["frames"][1].update(part=True),
    "a frame with a name too many": lambda d: d["frames"][1].update(names=[1]),
    "a decision of another step": lambda d: d["decision"].update(by="play"),
    "a decision with a name too few": lambda d: d["decision"]["names"].pop(),
    "a decision without options": lambda d: d["decision"].update(options=[]),
    "a decision of nobody": lambda d: d["decision"].update(player=0),
    "a decision of a third": lambda d: d["decision"].update(player=3),
    "a decision at no place": lambda d: d["decision"].update(site=1),
    "a decision before the first": lambda d: d["decision"].update(site=-1),
    "a log of no rule": lambda d: d["log"].append(["shuffle", 999, 0]),
    "a log below all rules": lambda d: d["log"].append(["shuffle", -2, 0]),
    "a log with too little": lambda d: d["log"].append(["shuffle", 1]),
    "a log of a place beyond": lambda d: d["log"].append(["shuffle", 1, 99]),
    "a log of a third player": lambda d: d["log"].append(["choice", 2, 0, 2, 2]),
    "a log of a question beyond": lambda d: d["log"].append(["choice", 2, 1, 0, 2]),
    "a log of a piece beyond": lambda d: d["log"].append(["turn", 0, [7], 3]),
    "a log shown to a third": lambda d: d["log"].append(["show", 0, [6], 4]),
    "a log of a note beyond": lambda d: d["log"].append(["note", 2, 2, 0, 4]),
    "a log of a key beyond": lambda d: d["log"].append(["note", 2, 0, 2, 4]),
    "a log of something else": lambda d: d["log"].append(["fly", 1, 1]),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_a_field_may_not_hold(what: str) -> None:
    refused(REFUSED[what])


ACCEPTED: dict[str, Callable[[Dump], object]] = {
    "the least seed": lambda d: d.update(seed=0),
    "the largest seed": lambda d: d.update(seed=(1 << 64) - 1),
    "the largest count": lambda d: d["chance"].update(play=(1 << 48) - 1),
    "the last piece is known by all": lambda d: d["known"].update({"0": 1, "6": 3}),
    "nothing was mixed": lambda d: d.update(mixed=[]),
    "the last piece was mixed": lambda d: d["mixed"][0].update(rolled=[0, 6], sets=[[0, 6], []]),
    "the north-east": lambda d: board(d)[0].update(at=[2, 1]),
    "the south-west": lambda d: board(d)[1].update(at=[1, 2]),
    "as far as can be": lambda d: d["places"]["field"][0].update(at=[FAR, FAR]),
    "as far as can be to the other side": lambda d: d["places"]["field"][0].update(at=[-FAR, -FAR]),
    "nothing in the hole": lambda d: d["places"].update(hole=None),
    "the first player is asked": lambda d: d["decision"].update(player=1),
    "no log": lambda d: d.update(log=None),
    "a log of what no rule did": lambda d: d["log"].append(["shuffle", -1, 0]),
    "a log of the last rule": lambda d: d["log"].append(["shuffle", len(begun().game.lowered.rules) - 1, 6]),
    "shown to nobody": lambda d: d["log"].append(["show", 0, [0, 6], 0]),
    "shown to all": lambda d: d["log"].append(["show", 0, [], 3]),
    "the last key": lambda d: d["log"].append(["note", 2, 1, 3, [4]]),
    "the game is over": lambda d: d.update(decision=None, frames=[]),
}  # fmt: skip


@pytest.mark.parametrize("what", ACCEPTED)
def test_what_a_field_may_hold(what: str) -> None:
    data = dumped()
    ACCEPTED[what](data)
    assert data != dumped()
    assert restored(copy.deepcopy(data)) == data


def test_of_many_places_the_empty_ones_are_left_out() -> None:
    g = game(
        """piece Stone "stone"
  9 of each
place bowl "bowl": set of Stone, starting with Stone
place on[s: Stone] "on": Stone?
place around[s: Stone] "around": set of Stone
step play "Course"
  > Play.
  for each a in bowl
    if first(those b in bowl where b differs from a) is some b
      move b to on[a]
  as seat(1)
    may "Well?"
      pass
"""
    )
    data = g.start(1).dump()
    assert data["places"]["around"] == {}
    assert data["places"]["on"]
    assert all(data["places"]["on"].values())
    again = dumps.dump(
        g.machine, g.words, restoring.restore(g.machine, g.words, copy.deepcopy(data))
    )
    assert again == data


TOLD = """piece Card(rank: 1..6) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody
place hand[p: Player] "hand": set of Card, seen by p, starting with (those c in Card where (c.rank less than 4) = (p = seat(1)))
value holds(n: number) "Held": yes/no = some c in hand[seat(1)]: c.rank = n
step play "Course"
  > Play.
  as seat(2)
    choose n from 1..6 "Which?"
    tell you whether holds(n)
    choose m from 1..6 "And which?"
    tell Player whether holds(m)
    may "Well?"
      pass
"""


def test_what_somebody_was_told() -> None:
    g = game(TOLD)
    data = json.loads(json.dumps(g.start(1).play("2").play("5").dump()))
    one, two = data["told"]
    assert (one["who"], one["is"], two["who"], two["is"]) == (2, True, 3, False)
    assert 2 in one["given"]
    assert 5 in two["given"]

    def again(changed: Dump) -> Dump:
        return dumps.dump(g.machine, g.words, restoring.restore(g.machine, g.words, changed))

    assert again(copy.deepcopy(data)) == data
    odd = [("fact", 2), ("fact", -1), ("who", 0), ("who", 1 << 16), ("is", False), ("given", [])]
    for field, value in odd:
        changed = copy.deepcopy(data)
        changed["told"][0][field] = value
        with pytest.raises(RuleError, match="is damaged"):
            again(changed)
    for field in one:
        changed = copy.deepcopy(data)
        del changed["told"][0][field]
        with pytest.raises(RuleError, match="is damaged"):
            again(changed)
