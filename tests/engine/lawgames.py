"""Small games for the tests of laws: stones with doors are laid, taken up and exchanged under a law
of the test's own.

`machine` makes a game that plays; its actions are those that a law flows back into. `laws` names
the made-up laws and says for each rule whether it is classified."""

from __future__ import annotations

from collections.abc import Mapping

from alarife.checking.check import checked
from alarife.engine.machine import Machine
from alarife.library import Library, head_of
from alarife.lowering.lower import lower

GAME = """
alarife 1
game stones "Stones"
  players 2..2

chapter main "The game"

piece Hearth(owner: Player, doors: Sides = nowhere, colour: 1..3 = 1) "hearth"
  > Everybody has one.
  1 of each

piece Stone(colour: 1..3, doors: Sides) "stone"
  > Stones have doors.
  | colour | doors | copies |
  | 1      | NESW  | 3      |
  | 2      | NES   | 2      |
  | 3      | ESW   | 2      |
  | 1      | NSW   | 2      |
  | 2      | NEW   | 2      |
  | 3      | NS    | 2      |
  | 1      | EW    | 2      |
  | 2      | NE    | 2      |
  | 3      | SW    | 2      |
  | 1      | N     | 1      |
  | 2      | E     | 1      |
  | 3      |       | 2      |

type Thing(doors: Sides, colour: 1..3) "thing"
  > Whatever lies in a yard.

place heap "heap": bag of Stone, seen by nobody
place rest[Player] "rest": set of Thing
place yard[p: Player] "yard": grid of Thing, under fine, starting with Hearth(p) at home
value home: Cell = cell(0, 0)
note on_turn "on turn": Player = seat(1)

law fine(g: grid of Thing) "What holds of a yard"
  > Always.

RULES

menu doing "What you do"
  > One of these.

action add in doing "Lay a stone"
  > From the rest to the yard.
  choose stone from rest[you] "Which stone?"
  choose spot from gaps(yard[you]) "Where?"
  move stone to yard[you][spot]

action remove in doing "Take a stone up"
  > From the yard to the rest.
  choose stone from pieces(yard[you]) "Which stone?"
  move stone to rest[you]

action exchange in doing "Exchange two stones"
  > One of the yard for one of the rest.
  choose old from pieces(yard[you]) "Which stone of the yard?"
  choose new from rest[you] "Which stone of the rest?"
  swap old with new

action wait in doing "Wait"
  > Do nothing.
  pass

step play "Play"
  > Forty turns.
  move Stone to heap
  for each p in Player
    draw 9 from heap to rest[p]
  repeat 40 times
    as on_turn
      choose from doing
    on_turn := on_turn.left

value winners "Who wins": set of Player = Player
"""

CONNECTED = """
graph ways(g: grid of Thing) "ways"
  > Door to door.
  join c and toward(c, s) for c in cells(g) with s in Side where toward(c, s) in cells(g) and LINKED

rule connected in fine(g) "Connected"
  > Every stone can be reached.
  every c in cells(g): c in reach(ways(g), home)
"""

LAND_ALONE = """
graph land(g: grid of Thing) "land"
  > From free cell to free cell.
  join c and d for c in gaps(g) with d in NEAR(c) where d in gaps(g)
"""

LAND = (
    LAND_ALONE
    + """
rule open in fine(g) "Open"
  > Nothing is shut in.
  every c in gaps(g): c in reach(land(g), outside(g))
"""
)

STAYS = """
rule stays in fine(g) "The hearth stays"
  > It is where everything begins.
  g[home] is some t and t is a Hearth
"""

NEXT = """
rule next in fine(g) "Next to another"
  > No stone lies alone.
  every c in cells(g) where c differs from home: some d in beside(c): d in cells(g)
"""

DOORS = """
value door(g: grid of Thing, c: Cell, s: Side): yes/no = g[c] is some t and s in t.doors

rule meet in fine(g) "Doors meet"
  > Door meets door.
  every c in cells(g) with s in Side where toward(c, s) in cells(g): door(g, c, s) = door(g, toward(c, s), opposite(s))
"""

DIAGONAL = """
rule slanting in fine(g) "No equal colours at a corner"
  > Stones that touch with a corner differ.
  every c in cells(g) with d in around(c) where d not in beside(c): not (g[c] is some a and g[d] is some b and a.colour = b.colour)
"""

CROWD = """
rule roomy in fine(g) "Not too crowded"
  > At most five round each.
  every c in cells(g): (count d in around(c) where d in cells(g)) at most 5
"""

FAR = """
rule spread in fine(g) "Two steps on"
  > Nothing two steps to the east that has the same colour.
  every c in cells(g): not (g[c] is some a and g[toward(toward(c, E), E)] is some b and a.colour = b.colour)
"""

EVEN = """
rule even in fine(g) "Not all of one colour"
  > At most six of the first colour.
  (count c in cells(g) where g[c] is some t and t.colour = 1) at most 6
"""

PATIO = """
rule patios in fine(g) "Patios"
  > Single free cells may be shut in.
  every c in gaps(g): c in reach(land(g), outside(g)) or (no d in beside(c): d in gaps(g))
"""

POCKETS = """
rule pockets in fine(g) "Pockets"
  > A free cell that is shut in has another beside it and a stone round it.
  every c in gaps(g): ((some d in beside(c): d in gaps(g)) and (some d in around(c): d in cells(g))) or c in reach(land(g), outside(g))
"""

COURTS = """
rule courts in fine(g) "Courts"
  > Round a free cell that is shut in there are some free cells, but not any number of them.
  every c in gaps(g): c in reach(land(g), outside(g)) or (count d in around(c) where d in gaps(g)) in [0, 2, 3]
"""

WALLED = """
rule walled in fine(g) "Walled in"
  > A free cell may be shut in if there are stones all round it, at its corners, too.
  every c in gaps(g): c in reach(land(g), outside(g)) or (every d in around(c): d in cells(g))
"""

CHANGED = """
change next(g) as roomy "Not too crowded"
  > No stone lies alone, and none has more than five round it.
  usual and (every c in cells(g): (count d in around(c) where d in cells(g)) at most 5)

change roomy(g) as mixed "Mixed"
  > Moreover, stones that touch with a corner differ.
  (every c in cells(g) with d in around(c) where d not in beside(c): not (g[c] is some a and g[d] is some b and a.colour = b.colour)) and usual
"""

SOFTENED = """
change next(g) as softened "Softened"
  > No stone lies alone, or few lie there.
  usual or (count c in cells(g)) at most 4
"""

LATER = """
change next(g) as later "Later" when (some p in Player: size(rest[p]) less than 6)
  > Once a player has few stones left, none has more than five round it as well.
  usual and (every c in cells(g): (count d in around(c) where d in cells(g)) at most 5)

change meet(g) as free "Doors don't matter" when on_turn = seat(2)
  > While the second player is on turn, doors don't matter.
  every c in cells(g): c in cells(g)
"""

BARRED = """
note barred[Thing, Side] "barred": yes/no = no

change door(g, c, s) as barred_doors "Barred doors"
  > A door that is barred is none.
  usual and not (g[c] is some t and barred[t, s])

action bar in doing "Bar a door"
  > Of a stone in the rest or in the yard.
  choose stone from rest[you] + pieces(yard[you]) "Which stone?"
  choose side from Side "Which side?"
  barred[stone, side] := yes
"""

OPENED = BARRED.replace("barred", "opened").replace(
    "usual and not (g[c] is some t and opened[t, s])",
    "usual or (g[c] is some t and opened[t, s])",
)

STILL = """
note still[Thing] "still": yes/no = no

rule stays_still in fine(g) "What stays"
  > A stone that is still has a stone to its north.
  every c in cells(g): not (g[c] is some t and still[t]) or toward(c, N) in cells(g)

action calm in doing "Calm a stone"
  > One of the rest.
  choose stone from rest[you] "Which stone?"
  still[stone] := yes
"""

PASSES = """
note passes[Player] "passes": 0..9 = 1

value passes_left(g: grid of Thing) "passes left": number = sum passes[t.owner] for t in g[home] where t is a Hearth

change connected(g) as with_passes "Passes"
  > With a pass, a part may lie apart.
  usual or (passes_left(g) at least 1 and size(parts(ways(g))) at most passes_left(g) + 1)

action gain in doing "Gain a pass"
  > Two of them.
  passes[you] := 2
"""

TALKATIVE = """
note much "how much": 0..9 = 4

rule few in fine(g) "Few of a kind"
  > As many as the note says.
  (count c in cells(g) where g[c] is some t and t.colour = 3) at most much
"""


def connected(linked: str) -> str:
    """Links under a condition."""
    return CONNECTED.replace("LINKED", linked)


OPEN_DOORS = "(g[c] is some a and (a is a Hearth or s in a.doors)) and (g[toward(c, s)] is some b and (b is a Hearth or opposite(s) in b.doors))"

LAWS: Mapping[str, str] = {
    "family": DOORS
    + connected("not door(g, c, s) and not door(g, toward(c, s), opposite(s))")
    + NEXT
    + LAND.replace("NEAR", "beside")
    + STAYS,
    "doors": connected(OPEN_DOORS) + STAYS,
    "land of eight": CONNECTED.replace(" and LINKED", "") + LAND.replace("NEAR", "around") + STAYS,
    "slanting": DIAGONAL + NEXT + STAYS,
    "crowd": CROWD + NEXT + LAND.replace("NEAR", "beside"),
    "far": FAR + NEXT + STAYS,
    "even": EVEN + NEXT + STAYS,
    "patios": DOORS + LAND_ALONE.replace("NEAR", "beside") + PATIO + NEXT + STAYS,
    "pockets": LAND_ALONE.replace("NEAR", "beside") + POCKETS + NEXT + STAYS,
    "courts": LAND_ALONE.replace("NEAR", "around") + COURTS + NEXT,
    "changed": NEXT + CHANGED + DOORS + STAYS,
    "softened": NEXT + SOFTENED + DOORS + STAYS,
    "later": NEXT + DOORS + LATER + STAYS,
    "barred": DOORS
    + BARRED
    + connected("not door(g, c, s) and not door(g, toward(c, s), opposite(s))")
    + LAND.replace("NEAR", "beside")
    + STAYS,
    "barred and still": DOORS + BARRED + NEXT + STILL,
    "opened and still": DOORS + OPENED + NEXT + STILL,
    "opened with passes": DOORS
    + OPENED
    + connected("not door(g, c, s) and not door(g, toward(c, s), opposite(s))")
    + NEXT
    + PASSES
    + LAND.replace("NEAR", "beside")
    + STAYS,
    "passes": DOORS
    + connected("not door(g, c, s) and not door(g, toward(c, s), opposite(s))")
    + LAND.replace("NEAR", "beside")
    + PASSES
    + STAYS,
    "passes for the second": DOORS
    + connected("not door(g, c, s) and not door(g, toward(c, s), opposite(s))")
    + PASSES.replace('"Passes"', '"Passes" when on_turn = seat(2)')
    + STAYS,
    "barred with passes": DOORS
    + BARRED
    + connected("not door(g, c, s) and not door(g, toward(c, s), opposite(s))")
    + NEXT
    + STILL
    + PASSES
    + LAND.replace("NEAR", "beside")
    + STAYS,
    "talkative": TALKATIVE + DOORS + NEXT + STAYS,
}
"""Made-up laws by name."""

ABOUT_FREE_CELLS: Mapping[str, str] = {
    "open": LAND.replace("NEAR", "beside"),
    "open to the corners": LAND.replace("NEAR", "around"),
    "patios": LAND_ALONE.replace("NEAR", "beside") + PATIO,
    "pockets": LAND_ALONE.replace("NEAR", "beside") + POCKETS,
    "courts": LAND_ALONE.replace("NEAR", "around") + COURTS,
    "walled": LAND_ALONE.replace("NEAR", "beside") + WALLED,
}
"""Laws of one rule, about what is shut in."""

DEAR = """
rule dear in fine(g) "Nothing dear"
  > Nothing of the third colour.
  every c in cells(g) with n in 1..1500: not (g[c] is some t and n at least 1200 and t.colour * 400 = n)
"""
"""A range that is too long to be gone through number by number."""

PLAIN = {"even", "few"}
"""The rules that have no form."""


def machine(law: str, board: tuple[int, int] | None = None, six: bool = False) -> Machine:
    """The game of stones under a law, a made-up one or a text; on a board of this size, if one is
    given, on which free cells are to be in reach from a corner; `six`: with six sides to each
    cell."""
    rules = {**LAWS, **ABOUT_FREE_CELLS, "dear": DEAR}.get(law, law)
    text = GAME.replace("RULES", rules).lstrip("\n")
    text = text.replace('"hearth"\n', '"hearth" is Thing\n').replace(
        'doors: Sides) "stone"', 'doors: Sides) "stone" is Thing'
    )
    if board is not None:
        middle = f"Cell = cell({(board[0] + 1) // 2}, {(board[1] + 1) // 2})"
        text = text.replace(
            "grid of Thing, under", f"grid {board[0]} by {board[1]} of Thing, under"
        )
        text = text.replace("Cell = cell(0, 0)", middle).replace("outside(g)", "cell(1, 1)")
    if six:
        text = text.replace(" of Thing, under", " of Thing, hexagonal, under")
    head = head_of(text, "")
    assert head is not None
    return load(Library(texts={"stones.alr": text}), "stones", 2)


def load(
    library: Library | None,
    game: str,
    players: int,
    modules: tuple[str, ...] = (),
    settings: Mapping[str, object] | None = None,
) -> Machine:
    """A machine for a game."""
    return Machine(lower(checked(game, modules, settings, players, library)))
