"""Little games, each of which has a few constructs in few lines: they load in thousandths of a
second, so thousands of damaged ones can be tried in every run. Each plays from beginning to end as
it stands here."""

from __future__ import annotations

HEAD = """alarife 1
game g "Game"
  players 2..4
"""
CARDS = (
    HEAD
    + """
chapter c "Course"

kind Colour(weight: number) "colour"
  | name | title | weight |
  | red  | Red   | 1      |
  | blue | Blue  | 2      |

piece Card(colour: Colour, worth: 1..2) "card"
  1 of each

place deck "deck": pile of Card, seen by nobody, starting with Card
place hand[p: Player] "hand": set of Card, seen by p
note score[Player] "points": 0.. = 0

rule light(cards: set of Card) "Light"
  > Cards are worth {few} at most.
  size(cards) = 1 or (sum c.worth for c in cards) at most few

value few "Few": number = 3

step play "Course"
  shuffle deck
  for each p in Player
    draw 2 from deck to hand[p]
  as each p in Player
    choose any cards from hand[you] where light(cards) "Which?"
    otherwise
      never "because nothing is light enough"
    score[you] += sum c.colour.weight for c in cards
    move cards to box
"""
)
LAW = (
    HEAD
    + """
chapter c "Course"

piece Tile(arrow: Sides) "tile"
  | arrow | copies |
  | N     | 2      |
  | ES    | 2      |

place yard "yard": grid 3 by 3 of Tile, under sound
law sound(g: grid of Tile) "Sound"

rule joined in sound(g) "Joined"
  > Every tile lies beside another one.
  every c in cells(g): size(cells(g)) = 1 or (some d in beside(c): d in reach(walks(g), c))

graph walks(g: grid of Tile) "Walks"
  join c and d for c in cells(g) with d in beside(c) where d in cells(g)

menu doing "Doing"

action lay in doing "Lay"
  > Lay a tile.
  choose tile from Tile where free(tile) "Which?"
  choose spot from gaps(yard) "Where?"
  move tile to yard[spot]

rule free(tile: Tile) "Free"
  > It is free.
  tile in box

step play "Course"
  repeat 3 times
    as each p in Player
      choose from doing
      otherwise
        pass
"""
)
DICE = (
    HEAD.replace("\n  players", "\n  > Roll {dice} dice.\n  players")
    + """
chapter c "Course"

value dice "Dice": number = 2

piece Die(face pips: 1..3) "die"
  2 of each

place cup "cup": set of Die, starting with Die
note sum_of[Player] "sums": 0..20 = 0
note high: Player? = none

moment rolled(p: Player) "Rolled"

table prize[1..3]: number
  | key | prize |
  | 1   | 5     |
  | 2   | 3     |
  | 3   | 1     |

step play "Course"
  as each p in Player
    may "Roll?"
      roll cup
      sum_of[you] := sum d.pips for d in cup
      raise rolled(you)

after rolled(p) as best when sum_of[p] more than 3
  high := p

value winners: set of Player = those p in Player where high is some x and x = p

example "Nobody"
  given sum_of[ann] = 4
  then winners is empty
"""
)
MODULES = {
    "g.alr": HEAD
    + """
chapter c "Course"

option long "Long": yes/no = no

ruling ties "Ties" = shared
  | choice | title  | meaning | source |
  | shared | Shared | All.    | ours   |
  | none_of | None  | Nobody. | theirs |

piece Coin "coin"
  6 of each

place purse[Player] "purse": set of Coin

value pay "Pay": number = 1

step play "Course"
  for each p in Player
    earn(p)
  when_done

step earn(p: Player) "Earning"
  draw pay from box to purse[p]

step when_done "Done"
  pass

when long
  after earn(p) as twice "Twice"
    draw 1 from box to purse[p]
""",
    "m.alr": """alarife 1
module m "Module" for g

chapter c

change pay as more_pay "More pay" to usual + 1

instead of when_done as last "Last"
  for each p in Player where purse[p] is not empty
    move purse[p] to box

before earn(p) as first "First" when p = seat(1)
  draw 1 from box to purse[p]
""",
}
SEALED = (
    HEAD
    + """
chapter c "Course"

kind Sign "sign"
  | name  |
  | stone |
  | paper |

note told[Player]: Sign? = none
note rounds: 0..2 = 0

step play "Course"
  repeat until rounds = 2
    as each p in Player at once
      choose sign from Sign "Which?"
      told[you] := sign
    rounds += 1

value score(p: Player): number = count q in Player where told[p] differs from told[q]
"""
)
MARKET = (
    HEAD
    + """
chapter c "Course"

kind Good "good"
  | name  |
  | salt  |
  | cloth |

neutral Bank "bank"

piece Chest(good: Good, worth: 1..3) "chest"
  2 of each

place sack "sack": bag of Chest, seen by nobody, starting with Chest
place stall "stall": row of Chest
place store[p: Player] "store": set of Chest, seen by p
place shown[p: Player] "shown": pile of Chest, top seen by all
place shelf[p: Player]: Chest?, seen by p
note score[Party] "points": -100..100 = 0
note kept: list of number = []
note favourite[Player]: Chest? = none

law modest(chests: set of Chest) "Modest"
place cellar "cellar": set of Chest, under modest

rule few in modest(chests) "Few"
  > There are 4 at most.
  size(chests) at most 4

rule all_dear(chests: set of Chest) "Dear"
  > They are dear.
  every x in chests: x.worth more than 1

menu dealing "Dealing"

action buy in dealing "Buy"
  > Buy.
  choose chest from stall "Which?"
  together
    move chest to store[you]
    score[you] -= chest.worth
  kept := kept + [chest.worth]

action stow in dealing "Stow"
  > Stow.
  choose some chests from store[you] where all_dear(chests) "Which?"
  move chests to cellar
  score[Bank] += size(chests)

action hide in dealing "Hide"
  > Hide.
  choose chest from store[you] "Which?"
  if shelf[you] is some old
    swap old with chest
  otherwise
    move chest to shelf[you]
  show chest to you
  favourite[you] := chest

whenever x: Chest enters cellar as paid "Paid"
  score[seat(1)] += 1

step play "Course"
  draw 3 from sack to stall
  repeat 2 times
    for each p in Player
      as p
        may "Deal?"
          choose from dealing
          otherwise
            pass
      draw 1 from sack to shown[p]
      pick lucky from stall at random
      if size(store[p]) more than 1
        move lucky to shown[p]
    shuffle stall

value winners: set of Party = leaders(rank p in Party by most score[p])
"""
)
LITTLE: list[dict[str, str]] = [
    {"g.alr": CARDS},
    {"g.alr": LAW},
    {"g.alr": DICE},
    MODULES,
    {"g.alr": SEALED},
    {"g.alr": MARKET},
]
"""The files of each game, by path."""
