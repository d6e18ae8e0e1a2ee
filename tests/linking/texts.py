"""Small rule files for the tests of linking, and a way to link them that is short to write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from alarife.diagnostics import Diagnostic, Report, TooMany
from alarife.library import Library, head_of
from alarife.linking.link import link
from alarife.linking.program import Program

GAME = """
game g "Game"
  players 2..4

chapter main "The game"

kind Colour "colour"
  | name | title |
  | red  | Red   |
  | blue | Blue  |

type Thing "thing"
  > Whatever there is.

piece Gem(colour: Colour) "gem" is Thing
  > There are gems.
  1 of each

piece Coin(worth: number) "coin" is Thing
  > There are coins.
  | worth | copies |
  | 1     | 4      |
  | 5     | 2      |

table price[colour: Colour] "Price": number
  > What a gem costs.
  | colour | price |
  | red    | 3     |
  | blue   | 4     |

place store "store": bag of Thing, seen by nobody
place shelf "shelf": row of Thing
place hand[p: Player] "hand": set of Thing, seen by p
note score[Player] "points": 0.. = 0
note steps_done "steps done": number = 0

value few "Few" : number = 5
  > Few is {few}.

value worth(t: Thing) "Worth": number = 1
  > What it is worth.

value helper: number = few + 1

rule small(n: number) "Small"
  > Not many.
  n at most few

menu turn_action "Action"
  > One of these.

action wait in turn_action "Wait"
  > Do nothing.
  score[you] += 1

ruling tie "Who wins a tie?" = both
  > Two may be level.
  | choice | title | meaning       | source |
  | both   | Both  | Both win.     | ours   |
  | none_  | None  | Nobody wins.  | ours   |

step setup "Setup"
  > Begin.
  move Thing to store

step round_of_play(n: number) "Round"
  > Play one round.
  for each p in Player
    as p
      choose from turn_action

step play "Play"
  > Play.
  setup
  repeat 3 times
    round_of_play(1)

moment traded(t: Thing, n: number) "A trade"
"""


def module(name: str, body: str, head: str = "", game: str = "g") -> str:
    """The text of a module."""
    lines = "".join(f"  {line}\n" for line in head.splitlines())
    return f'\nmodule {name} "The {name}" for {game}\n{lines}\n{body}\n'


def library_of(*texts: str) -> Library:
    """A library of texts in memory, each under the name in its head."""
    named: dict[str, str] = {}
    for text in texts:
        head = head_of(text, "")
        assert head is not None
        named[f"{head.name}.alr"] = "alarife 1\n" + text.lstrip("\n")
    return Library(texts=named)


def try_link(
    *texts: str,
    game: str = "g",
    modules: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
) -> tuple[Program | None, list[Diagnostic]]:
    """What comes of linking texts: with all modules among them unless they are named."""
    library = library_of(*texts)
    if modules is None:
        modules = [head.name for head in library.modules(game)]
    report = Report()
    try:
        return link(game, modules, options, players, library, report), report.found
    except TooMany as wrong:
        return None, list(wrong.diagnostics)


def linked(*texts: str, **how: object) -> Program:
    """The program of texts that link without an error."""
    program, found = try_link(*texts, **how)  # type: ignore[arg-type]
    assert program is not None, found
    return program


def only(found: list[Diagnostic]) -> Diagnostic:
    """The single diagnostic."""
    assert len(found) == 1, [f"{d.code} {d.message}" for d in found]
    return found[0]


def refused(*texts: str, **how: object) -> Diagnostic:
    """The single diagnostic of texts that don't link."""
    program, found = try_link(*texts, **how)  # type: ignore[arg-type]
    assert program is None
    return only(found)
