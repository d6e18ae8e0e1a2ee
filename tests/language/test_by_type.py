"""Steps for each type of pieces, and what modules forbid."""

from __future__ import annotations

from alarife.library import Library
from alarife.pipeline import load
from alarife.syntax.format import format_file
from alarife.syntax.parse import parse

GAME = """alarife 1
game g "G"
  > A game.
  players 2..3

chapter main "Main"

type Ware "ware"
piece Lamp "lamp" is Ware
  9 of each
piece Kite(size: 1..2) "kite" is Ware
  1 of each
place heap "heap": set of Ware, starting with Ware
place stall[Player] "stall": set of Ware
note score[Player] "points": 0.. = 0

step effect(lamp: Lamp, p: Player) "A lamp"
  > A lamp is worth a point.
  score[p] += 1

step effect(kite: Kite, p: Player) "A kite"
  > A kite is worth its size.
  score[p] += kite.size

menu turn "Your turn"

action take in turn "Take"
  > Take a ware.
  choose ware from heap "Which ware?"
  move ware to stall[you]
  effect(ware, you)

action rest in turn "Rest"
  > Rest.
  pass

step play "Play"
  repeat 3 times
    as each p in Player
      choose from turn
"""
MODULE = """alarife 1
module m "M" for g
  > More.
  players 2..3

chapter main

piece Drum(size: 5..5) "drum" is Ware
  1 of each

step effect(drum: Drum, p: Player) "A drum"
  > A drum is worth ten points.
  score[p] += 10

after effect_of_Kite(kite, p) as gust "A gust"
  > A kite is worth a point more.
  score[p] += 1

forbid take as full_stall "A full stall" when size(stall[you]) at least 2
  > Nobody takes a third ware.

example "A drum"
  when effect(Drum(5), ann)
  then score[ann] = 10

example "A kite in a gust"
  when effect(Kite(2), bob)
  then score[bob] = 3

example "A full stall"
  given stall[ann] = [Lamp, Lamp]
  when ann: take(Drum(5))
  then refused by full_stall
"""
ALL_WARES = """alarife 2
game g "G"
  > A game.
  players 2

type Ware "ware"
type Toy "toy" is Ware
piece Lamp "lamp" is Ware
  1 of each
piece Kite "kite" is Toy
  1 of each
place heap "heap": set of Ware, starting with Ware
note score[Player] "points": number = 0

value worth(ware: Ware) "What a ware is worth": number = 1
value worth(toy: Toy) "What a toy is worth": number = 10

step effect(ware: Ware, p: Player) "A ware"
  > Every ware is worth a point.
  score[p] += 1

step effect(toy: Toy, p: Player) "A toy"
  > A toy is worth {=ten} points instead.
  score[p] += worth(toy)

step play "Play"
  for each ware in heap
    effect(ware, seat(1))

example "A toy is a ware"
  when play
  then score[ann] is 11 and (sum worth(ware) for ware in heap) is 11
"""
DRUMS = """alarife 2
module m "M" for g
  > More.

piece Drum "drum" is Toy
  1 of each

value worth(drum: Drum) "What a drum is worth": number = 100

example "A drum is a toy"
  when play
  then score[ann] is 111
"""
LIBRARY = Library(texts={"g.alr": GAME, "m.alr": MODULE})


def test_a_module_brings_a_case_and_follows_one() -> None:
    from alarife.examples import run_examples

    outcomes = list(run_examples("g", ("m",), LIBRARY))
    assert len(outcomes) == 3
    assert all(o.passed for o in outcomes), [o.diagnostics for o in outcomes]


def test_what_is_forbidden_is_a_rule() -> None:
    game = load("g", modules=["m"], library=LIBRARY, players=2)
    rule = next(r for r in game.rules if r.name == "full_stall")
    assert (rule.title, rule.module) == ("A full stall", "m")
    state, refused = game.start(seed=1), 0
    while state.decision is not None:
        full = len(state.dump()["places"]["stall"][str(state.decision.player)]) == 2
        if state.decision.kind == "menu":
            assert ("take" not in state.decision.keys) == full
        state = state.play("take" if "take" in state.decision.keys else 0)
        refused += full
    assert [len(stall) for stall in state.dump()["places"]["stall"].values()] == [2, 2]
    assert refused == 0  # resting is all that is left then, so nobody is asked


def test_without_the_module_nothing_is_forbidden() -> None:
    state = load("g", library=LIBRARY, players=2).start(seed=1)
    while state.decision is not None:
        state = state.play("take" if "take" in state.decision.keys else 0)
    assert [len(stall) for stall in state.dump()["places"]["stall"].values()] == [3, 3]


def test_the_formatter_keeps_what_is_forbidden() -> None:
    text = format_file(parse(MODULE, "m.alr"))
    assert 'forbid take as full_stall "A full stall" when size(stall[you]) is at least 2' in text
    assert format_file(parse(text, "m.alr")) == text


def test_the_narrowest_type_decides_wherever_it_is_declared() -> None:
    from alarife.examples import run_examples

    library = Library(texts={"g.alr": ALL_WARES, "m.alr": DRUMS})
    outcomes = [*run_examples("g", (), library), *run_examples("g", ("m",), library)]
    assert [o.example.title for o in outcomes] == ["A toy is a ware", "A drum is a toy"]
    assert all(o.passed for o in outcomes), [o.diagnostics for o in outcomes]
