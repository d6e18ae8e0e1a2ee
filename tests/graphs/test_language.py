"""What the language says of graphs: their questions, what they may link, and what they refuse."""

from __future__ import annotations

import pytest

import alarife
from alarife.examples.run import run_file
from alarife.library import Library

ROADS = """
alarife 1
game roads "Roads"
  > Towns and roads.
  players 2..2

chapter main "The game"

kind Town "town"
  > Towns on a map.
  | name | title |
  | ayr  | Ayr   |
  | bath | Bath  |
  | cork | Cork  |
  | deal | Deal  |
  | ely  | Ely   |

piece Road(a: Town, b: Town) "road"
  > Roads between towns.
  | a    | b    |
  | ayr  | bath |
  | bath | cork |
  | cork | deal |
  | ayr  | deal |

place built "roads that are built": set of Road
place supply "supply": set of Road, starting with Road

graph roads "roads"
  > Towns are linked by the roads that are built.
  join r.a and r.b for r in built

graph streets(one: Town) "one-way streets"
  > From one town, they lead one way.
  lead r.a to r.b for r in built where r.a differs from one

graph lanes "lanes"
  > A road has two lanes, and one leads to the other.
  join (r, 1) and (r, 2) for r in built

menu act "What to do"
  > One of these.

action build in act "Build a road"
  > Build one.
  choose road from supply "Which road?"
  move road to built

step play "Play"
  > Build all roads.
  repeat while supply is not empty
    as seat(1)
      choose from act
      otherwise
        pass

value winners "Who wins": set of Player = Player
"""

CLAIMS = """
example "Ways"
  given built = [Road(ayr, bath), Road(bath, cork)]
  then distance(roads, ayr, cork) = 2 and distance(roads, ayr, ely) = none
  then path(roads, cork, ayr) = [cork, bath, ayr] and path(roads, ayr, ely) is empty
  then parts(roads) = [[ayr, bath, cork]] and trail(roads) = 2
  then reach(roads, ayr, 1) = [ayr, bath] and reach(roads, ayr) = [ayr, bath, cork]
  then reach(roads, ayr, 0) = [ayr] and ely in reach(roads, ely)
  then first(reach(roads, cork)) is some t and t = ayr

example "One way"
  given built = [Road(ayr, bath), Road(bath, cork)]
  then distance(streets(cork), ayr, cork) = 2 and distance(streets(cork), cork, ayr) = none
  then cork not in reach(streets(bath), ayr) and parts(streets(bath)) = [[ayr, bath]]

example "Two lanes"
  given built = [Road(ayr, bath), Road(bath, cork)]
  then (Road(ayr, bath), 2) in reach(lanes, (Road(ayr, bath), 1))
  then (Road(bath, cork), 2) not in reach(lanes, (Road(ayr, bath), 1))
  then size(parts(lanes)) = 2 and distance(lanes, (Road(ayr, bath), 1), (Road(ayr, bath), 1)) = 0
"""


def test_examples_about_graphs_hold() -> None:
    library = Library(texts={"roads.alr": (ROADS + CLAIMS).lstrip()})
    outcomes = run_file("roads.alr", library)
    assert len(outcomes) == 3
    assert [o.example.title for o in outcomes if not o.passed] == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("distance(roads, ayr) = 1", "E0346"),
        ("distance(roads, ayr, 3) = 1", "E0348"),
        ("size(reach(roads, ayr, yes)) = 1", "E0348"),
        ("size(parts(ayr)) = 1", "E0348"),
        ("size(path(roads, (ayr, 1), (ayr, 2))) = 1", "E0348"),
        ("(ayr, built) in reach(lanes, (ayr, 1))", "E0376"),
        ("size(parts(streets)) = 1", "E0339"),
    ],
)
def test_what_can_not_be_asked_is_refused(body: str, code: str) -> None:
    text = f'{ROADS}\nvalue odd "Odd": yes/no = {body}\n'
    with pytest.raises(alarife.RuleError) as caught:
        alarife.load("roads", library=Library(texts={"roads.alr": text.lstrip()}))
    assert code in [d.code for d in caught.value.diagnostics]
