"""What the tests of the rulebook share: a small game with a module, and checked programs of
texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from alarife.checking.check import check
from alarife.checking.scope import Checked
from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.link import link

ORCHARD = """alarife 1
game orchard "The orchard"
  > Pick {most:word} apples before the others do.
  players 2..4

chapter components "What is in the box"

value most "Apples to win": number = 3

kind Fruit(colour: text) "fruit" [ORCH-1]
  > There are {kinds = size(Fruit):word} kinds of fruit.
  | name  | title | colour |
  | apple | Apple | red    |
  | pear  | Pear  | green  |

type Thing "thing"
  > Whatever can be carried.

piece Basket(fruit: Fruit, worth: 1..3) "basket" [ORCH-1] is Thing
  > There are {baskets = size(Basket)} baskets, worth up to {best = highest(list b.worth for b in Basket)}.
  1 of each

place meadow "meadow": set of Basket
place shed[p: Player] "shed": set of Basket
note score[Player] "points": 0.. = 0
note on_turn "on turn": Player = seat(1)
note rounds "rounds": 0..99 = 0

chapter setup "Setup"

step setup "Setup" [ORCH-2]
  > Put all baskets on the meadow.
  move Basket to meadow
  welcome

step welcome "A word of welcome"
  > The oldest says a word of welcome.
  pass

chapter turn "A turn"

step play "How the game goes" [ORCH-3]
  > One after the other takes a basket.
  setup
  repeat until meadow is empty
    as on_turn
      pick_up
    on_turn := on_turn.left

menu doing "What you may do"

action take in doing "Take a basket" [ORCH-3]
  > Take a basket worth at most {most}.
  choose basket from meadow where light(basket) "Which basket?"
  move basket to shed[you]
  score[you] += basket.worth

action rest in doing "Rest"
  > Do nothing.
  pass

step pick_up "Picking"
  > Do one of these things.
  choose from doing

rule light(basket: Basket) "Not too heavy" [ORCH-4]
  > Nobody carries more than {most}.
  basket.worth at most most

example "A light one" [ORCH-4]
  > Ann takes an apple basket worth 2.
  given meadow = [Basket(apple, 2)]
  when ann: take(Basket(apple, 2))
  then score[ann] = 2

chapter ending "The end"

value winners "Who wins" [ORCH-5]: set of Player
  > Whoever has the most points wins.
  leaders(rank p in Player by most score[p])

ruling nap "May one sleep?" [ORCH-3] = never_so
  | choice   | title | meaning           | source |
  | never_so | No    | Nobody may sleep. | ours   |
  | always   | Yes   | All may sleep.    | theirs |

when players = 2
  after setup as duel "A duel"
    > The younger begins.
    pass
"""

WIND = """alarife 1
module wind "The wind" for orchard
  > It blows.

option storm "A storm": yes/no = no
  > It blows hard.

chapter turn

change most as lighter "Lighter loads" to usual - 1
  > Baskets are heavy in the wind: one less than {=3: usual} is carried.

change light(basket) as blown "Blown away" when basket.fruit = pear
  > Pears are blown away.
  no

instead of welcome as howl "A howl"
  > The wind howls.
  pass

after pick_up as gust "A gust"
  > A gust goes through the trees.
  blow

step blow "The trees bend"
  > The trees bend, {most:word} at a time.
  pass

when storm
  chapter ending
  after pick_up as storm_comes "The storm comes"
    > Hold on to your hat.
    pass
"""

TEXTS = {"orchard.alr": ORCHARD, "wind.alr": WIND}

Make = Callable[..., Checked]


@pytest.fixture
def make() -> Make:
    """Checks the small game, or another text in its place."""

    def checked(
        modules: Sequence[str] = (),
        options: dict[str, object] | None = None,
        players: int = 3,
        game: str = "orchard",
        **texts: str,
    ) -> Checked:
        library = Library(texts={**TEXTS, **{f"{name}.alr": text for name, text in texts.items()}})
        report = Report()
        program = link(game, modules, options, players, library, report)
        assert program is not None, report.found
        made = check(program, report)
        assert not report.errors, report.errors
        return made

    return checked
