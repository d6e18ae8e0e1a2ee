"""A small game for the tests of examples, and short ways to run an example in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from alarife.examples.outcome import Outcome
from alarife.examples.run import run_examples
from alarife.library import Library

GAME = """alarife 1
game g "Game"
  > A game of tiles and coins.
  players 2..4

chapter main "The game"

kind Colour "colour"
  | name | title |
  | red  | Red   |
  | blue | Blue  |

piece Start(sides: Sides = nowhere) "start" is Laid
  1 of each

type Laid(sides: Sides) "what is laid"
  > Whatever is laid.

piece Tile(colour: Colour, sides: Sides) "tile" is Laid
  | colour | sides | copies |
  | red    |       | 2      |
  | red    | N     | 1      |
  | blue   |       | 2      |
  | blue   | E     | 1      |

piece Coin(worth: number) "coin"
  | worth | copies |
  | 1     | 4      |
  | 5     | 2      |

piece Bead "bead"
  5 of each

piece Disc(face owner: Player) "disc"
  3 of each

piece Die(face pips: 1..6) "die"
  2 of each

place land "land": grid of Laid, under lawful, starting with Start at cell(0, 0)
place board "board": grid 3 by 2 of Disc
place hand[p: Player] "hand": set of Coin, seen by p
place till "till": set of Coin
place shelf "shelf": row of Tile
place stack "stack": pile of Tile, seen by nobody
place sack "sack": bag of Coin, seen by nobody
place bowl "bowl": set of Bead
place slot[Colour] "slot": Tile?
place tray "tray": set of Die, starting with Die

note score[Player] "points": 0..100 = 0
note on_turn "on turn": Player = seat(1)
note ready "ready": yes/no = no
note last "last colour": Colour? = none

law lawful(g: grid of Laid) "Laying"

rule joined in lawful(g) "Joined"
  > Every piece has a neighbour.
  every c in cells(g): size(cells(g)) = 1 or size(those d in beside(c) where d in cells(g)) at least needed(1)

value needed(n: number) "Neighbours needed": number = n

value total(coins: set of Coin) "Worth": number = sum c.worth for c in coins
value few "Few": number = 5
value richest "The richest": Player? = only(leaders(rank p in Player by most total(hand[p])))
value power(p: Player, c: Colour) "Power": number = 1

rule cheap(coins: set of Coin) "Cheap"
  > Together at most {few}.
  total(coins) at most few

rule is_ready "Ready"
  > Somebody must be ready.
  ready

menu turn_action "Action"

action take in turn_action "Take coins"
  > Take coins from the till.
  choose some coins from till where cheap(coins) "Which coins?"
  move coins to hand[you]

action lay in turn_action "Lay a tile"
  > Lay a tile on the land.
  choose tile from shelf "Which tile?"
  choose spot from gaps(land) "Where?"
  move tile to land[spot]

action finish in turn_action "Finish"
  > Finish.
  require is_ready
  score[you] += 10

menu paint(tile: Tile) "Paint"

action choose_slot in paint(tile) "Into a slot"
  > Put it in its slot.
  require slot_free(tile)
  move tile to slot[tile.colour]

rule slot_free(tile: Tile) "A free slot"
  > The slot must be free.
  slot[tile.colour] is empty

action skip in paint(tile) "Skip"
  > Leave it.
  pass

moment laid(tile: Tile) "Laid"

after laid(tile) as counted "Counted"
  > It counts.
  ready := yes

step play "Play"
  > Play.
  repeat until ready
    as on_turn
      choose from turn_action
      otherwise
        ready := yes
    on_turn := on_turn.left

step painted(tile: Tile) "Painting"
  > Paint it.
  choose from paint(tile)
  may "Say so"
    ready := yes

step throw "Throw"
  > Throw.
  roll tray

step draw_coins(n: number) "Draw"
  > Draw coins.
  draw n from sack to hand[on_turn]

step mix "Mix"
  > Mix.
  shuffle stack

step pick_colour "Pick"
  > Pick a colour.
  pick c from Colour at random
  last := c

step give(p: Player, n: number) "Give"
  > Give points.
  score[p] += n

step fill_slot(tile: Tile) "Fill a slot"
  > Without asking.
  move tile to slot[tile.colour]

step spin "Spin"
  > Without end: there are never more than 100 points.
  repeat while score[seat(1)] at most 100
    score[seat(1)] += 1

step secret "All at once"
  > Everybody names a number.
  as each p in Player at once
    choose n from 1..3 "A number"
    score[you] += n

"""


def outcome(example: str, modules: tuple[str, ...] = (), **files: str) -> Outcome:
    """What comes of one example, written at the end of the game (or of the file of that name)."""
    found = outcomes(example, modules, **files)
    assert len(found) == 1
    return found[0]


def outcomes(example: str, modules: tuple[str, ...] = (), **files: str) -> list[Outcome]:
    """The same for several."""
    texts = {"game.alr": GAME + example, **{f"{name}.alr": text for name, text in files.items()}}
    return run_examples("g", modules, Library(texts=texts))


@cache
def _all(examples: tuple[str, ...]) -> dict[str, Outcome]:
    """What comes of many examples, run in one game: reading a game is what takes time."""
    written = "".join(f'example "Example {i}"\n{example}' for i, example in enumerate(examples))
    return dict(zip(examples, outcomes(written), strict=True))


def codes(example: str, among: Sequence[str] = ()) -> list[str]:
    """The codes of what is wrong with an example; run together with others, if there are."""
    return [d.code for d in _all(tuple(among) or (example,))[example].diagnostics]


def message(example: str, among: Sequence[str] = ()) -> str:
    """All that is said of what is wrong with an example."""
    found = _all(tuple(among) or (example,))[example]
    return "\n".join(
        f"{d.code} {d.message} {' '.join(label.text for label in d.labels)} {d.hint}"
        for d in found.diagnostics
    )
