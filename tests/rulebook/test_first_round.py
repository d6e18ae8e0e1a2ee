"""A reader who has only the book plays a first round against the engine, question by question.

For each question that the engine puts, `Reader` says what the book's words allow, and `QUOTES` names
the sentences it reads that off. They must stand in the book as it is printed, and the engine must
offer exactly these answers. A question for which the reader finds no words fails the test: then the
book lacks a sentence. The reader knows the boards as they lie, and nothing of the engine."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import alarife
from alarife.rulebook.build import build
from alarife.rulebook.formats import Printed

pytest.importorskip("furo")

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}
KINDS = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
CURRENCIES = ("denar", "dirham", "ducat", "guilder")
BUILDING = (
    "Where two tiles touch, a wall must meet a wall, and an open side must meet an open side.",
    "You must be able to walk from your start tile to every other tile",
    "Each tile must touch another tile along at least one side.",
    "Never enclose an empty space.",
)
REDESIGN = (
    "Take a tile from your reserve board and build it into your Alhambra.",
    "Take a tile out of your Alhambra and put it on your reserve board.",
    "Swap a tile of your Alhambra with one from your reserve board.",
    "You can't remove or exchange your start tile.",
)
DICE = {
    "After a roll": ("After each roll choose one of these", "You can't roll more than three times"),
    "Which dice do you roll?": ("Put aside any dice you like and roll the others.",),
    "Which symbol?": ("Choose one of the symbols on your dice.",),
    "Who starts the next round?": ("name the player who starts the next round at once",),
}
QUOTES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "alhambra": {
        "Choose an action": ("You must take one action.", "Each time you act, choose one of these"),
        "Which cards?": ("If you take several cards, they must total at most 5",),
        "Which tile?": (
            "You can buy any tile on the market.",
            "Pay at least the price.",
            REDESIGN[0],
        ),
        "Which cards do you pay with?": (
            "Pay only with cards of the tile's currency.",
            "You may pay more, even with cards you didn't need.",
        ),
        "Take the extra action": ("If you paid exactly, you get an extra action.", "You may skip"),
        "Which tile next?": ("one after the other, in any order",),
        "Place a tile": (
            "Build the tile into your Alhambra.",
            "Put the tile on your reserve board.",
        ),
        "Where to?": BUILDING,
        "Redesign your Alhambra": REDESIGN,
        "Which tile do you take out?": REDESIGN,
        "Which tile do you put in?": REDESIGN,
    },
    "dice": {
        **DICE,
        "Your reward": ("Choose one of the rewards that are still there.",),
        "Where does the point go?": ("For each point, choose one of these.",),
        "In which building?": ("take the point in any other building",),
        "Which tile do you give back?": ("Once you have used a tile, give it back.",),
        "Push the other markers back": (
            "If the field is taken, you may give back a push-back tile.",
        ),
        "Which symbol does it show?": ("Give back a black-die tile and choose a symbol.",),
    },
    "alcazaba": {
        **DICE,
        "What do you take?": ("Instead of a tile, take the starting-player tile",),
        "Which tile?": ("Take any tile of the column and place it at once.", REDESIGN[0]),
        "The starting-player tile": ("Instead of a tile, take the starting-player tile",),
        "Place a tile": (
            "Build the tile into your Alhambra.",
            "Put the tile on your reserve board.",
        ),
        "Where to?": BUILDING,
        "Redesign your Alhambra": REDESIGN,
        "Which tile do you take out?": REDESIGN,
        "Which tile do you put in?": REDESIGN,
    },
}


@pytest.mark.parametrize("name", QUOTES)
def test_a_first_round_from_the_book_alone(name: str, tmp_path: Path) -> None:
    said = words_of(build(name, players=3, to=tmp_path, printed=Printed("single")))
    for prompt, sentences in QUOTES[name].items():
        for sentence in sentences:
            assert sentence in said, f"{prompt}: the book says nothing of it"
    game = alarife.load(name, players=3)
    decided = 0
    for seed in (1, 2, 3, 4):
        rng = random.Random(seed)
        state, reader = game.start(seed=seed), Reader(name)
        for _ in range(150):
            asked = state.decision
            if asked is None:
                break
            assert asked.prompt in QUOTES[name], f"{asked.prompt}: no words for this question"
            allowed = reader.allowed(asked.prompt, asked.player, state.view(asked.player))
            offered = {option.label for option in asked.options}
            if allowed is not None:
                decided += 1
                assert offered == allowed, f"seed {seed}, {asked.prompt}, after {reader.chosen}"
            option = rng.choice(asked.options)
            reader.heard(asked.prompt, asked.player, option.label)
            state = state.play(option)
    assert decided > 250, "the words decide most questions"


def words_of(page: Path) -> str:
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"<svg.*?</svg>|<style.*?</style>", " ", text, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", "", text).replace("\u2019", "'").split())


class Reader:
    """What somebody knows who has read the book and sees the table: `doing` is the action chosen
    last, `tile` the tile it is about, `chosen` what has been chosen of a set."""

    def __init__(self, game: str) -> None:
        self.game, self.doing, self.tile = game, "", ""
        self.chosen: list[str] = []
        self.asked: tuple[str, int] = ("", 0)

    def heard(self, prompt: str, player: int, answer: str) -> None:
        if (prompt, player) != self.asked or answer == "done":
            self.chosen = []
        self.asked = (prompt, player)
        if answer != "done":
            self.chosen.append(answer)
        if prompt in ("Choose an action", "Redesign your Alhambra", "After a roll"):
            self.doing, self.chosen = answer, []
        if prompt in (
            "Which tile?",
            "Which tile do you take out?",
            "Which tile next?",
        ):
            self.tile = answer

    def allowed(self, prompt: str, player: int, view: Mapping[str, Any]) -> set[str] | None:
        """The answers that the words allow; None if the table doesn't decide it."""
        if (prompt, player) != self.asked:
            self.chosen = []
        places, me = view["places"], str(player)
        finder = getattr(self, _METHODS.get((self.game, prompt), ""), None)
        return finder(places, me, view) if finder else None

    # ----------------------------------------------------------------
    # Alhambra
    def action(self, places: Any, me: str, view: Any) -> set[str]:
        found = {"Take money"} if places["display"] else set[str]()
        if self.affordable(places, me):
            found.add("Buy a building")
        if self.redesigns(places, me, view):
            found.add("Redesign your Alhambra")
        return found

    def affordable(self, places: Any, me: str) -> set[str]:
        return {
            tile_label(tile)
            for currency, tile in places["market"].items()
            if tile and sum(c["value"] for c in purse(places, me, currency)) >= tile["price"]
        }

    def buying(self, places: Any, me: str, view: Any) -> set[str] | None:
        return self.affordable(places, me) if self.doing == "Buy a building" else None

    def taking(self, places: Any, me: str, view: Any) -> set[str]:
        left = [card_label(card) for card in places["display"]]
        for taken in self.chosen:
            left.remove(taken)
        if not self.chosen:
            return set(left)
        total = sum(map(value, self.chosen))
        return {"done"} | {card for card in left if total + value(card) <= 5}

    def paying(self, places: Any, me: str, view: Any) -> set[str]:
        tile_at = {tile_label(t): (c, t) for c, t in places["market"].items() if t}
        if self.tile not in tile_at:
            affordable = [tile_at[label] for label in self.affordable(places, me)]
            if len(affordable) != 1:
                return {"?"}
            currency, tile = affordable[0]
        else:
            currency, tile = tile_at[self.tile]
        left = [card_label(card) for card in purse(places, me, currency)]
        for paid in self.chosen:
            left.remove(paid)
        enough = sum(map(value, self.chosen)) >= tile["price"]
        return set(left) | ({"done"} if enough else set())

    def placing(self, places: Any, me: str, view: Any) -> set[str]:
        return {"In your Alhambra", "On your reserve board"}

    # ----------------------------------------------------------------
    # redesigns
    def redesigns(self, places: Any, me: str, view: Any) -> set[str]:
        city, held = city_of(places, me), [t["walls"] for t in places["reserve"][me]]
        tiles = [spot for spot in city if spot != (0, 0)]
        found: set[str] = set()
        if any(lawful({**city, gap: walls}) for walls in held for gap in gaps(city)):
            found.add("Add a tile")
        if any(lawful(without(city, spot)) for spot in tiles):
            found.add("Remove a tile")
        if any(lawful({**city, spot: walls}) for spot in tiles for walls in held):
            found.add("Exchange a tile")
        return found

    # ----------------------------------------------------------------
    # dice
    def after_roll(self, places: Any, me: str, view: Any) -> set[str] | None:
        rolls = view["notes"]["rolls"]
        if self.game == "dice" and places["bonuses"][me]:
            return None
        found = {"Place a marker"} | ({"Roll again"} if rolls < 3 else set[str]())
        if self.game == "alcazaba" and rolls < 3 and self.redesigns(places, me, view):
            found.add("Redesign instead")
        return found

    def rolling(self, places: Any, me: str, view: Any) -> set[str]:
        left = [die["symbol"].capitalize() for die in places["tray"]]
        for die in self.chosen:
            left.remove(die)
        return set(left) | ({"done"} if self.chosen else set[str]())

    def symbols(self, places: Any, me: str, view: Any) -> set[str] | None:
        if view["notes"].get("black"):
            return None
        return {die["symbol"].capitalize() for die in places["tray"]}

    def next_starter(self, places: Any, me: str, view: Any) -> set[str]:
        return {"Player 1", "Player 2", "Player 3"}

    def reward(self, places: Any, me: str, view: Any) -> set[str]:
        names = {"points_2": "Two building points", "and_tile": "One building point and the tile"}
        return {names[key] for key, left in view["notes"]["reward_left"].items() if left}


_METHODS = {
    ("alhambra", "Choose an action"): "action",
    ("alhambra", "Which cards?"): "taking",
    ("alhambra", "Which tile?"): "buying",
    ("alhambra", "Which cards do you pay with?"): "paying",
    ("alhambra", "Place a tile"): "placing",
    ("alhambra", "Redesign your Alhambra"): "redesigns",
    ("alcazaba", "Place a tile"): "placing",
    ("alcazaba", "Redesign your Alhambra"): "redesigns",
    ("dice", "Your reward"): "reward",
    **{
        (game, prompt): method
        for game in ("dice", "alcazaba")
        for prompt, method in (
            ("After a roll", "after_roll"),
            ("Which dice do you roll?", "rolling"),
            ("Which symbol?", "symbols"),
            ("Who starts the next round?", "next_starter"),
        )
    },
}


# ----------------------------------------------------------------
# the building rules, in the words of the book
City = dict[tuple[int, int], str]


def city_of(places: Any, me: str) -> City:
    return {(e["at"][0], e["at"][1]): e["piece"]["walls"] for e in places["city"][me]}


def beside(spot: tuple[int, int]) -> dict[str, tuple[int, int]]:
    return {side: (spot[0] + x, spot[1] + y) for side, (x, y) in SIDES.items()}


def gaps(city: City) -> set[tuple[int, int]]:
    return {near for spot in city for near in beside(spot).values()} - set(city)


def without(city: City, spot: tuple[int, int]) -> City:
    return {other: walls for other, walls in city.items() if other != spot}


def lawful(city: City) -> bool:
    for spot, walls in city.items():
        for side, near in beside(spot).items():
            if near in city and (side in walls) != (ACROSS[side] in city[near]):
                return False
    walked = reached(
        (0, 0), lambda s: [n for d, n in beside(s).items() if n in city and d not in city[s]]
    )
    xs, ys = [x for x, _ in city], [y for _, y in city]
    field = {
        (x, y)
        for x in range(min(xs) - 1, max(xs) + 2)
        for y in range(min(ys) - 1, max(ys) + 2)
        if (x, y) not in city
    }
    open_land = reached(min(field), lambda s: [n for n in beside(s).values() if n in field])
    return walked == set(city) and open_land == field


def reached(start: tuple[int, int], onward: Any) -> set[tuple[int, int]]:
    seen, waiting = {start}, [start]
    while waiting:
        for near in onward(waiting.pop()):
            if near not in seen:
                seen.add(near)
                waiting.append(near)
    return seen


# ----------------------------------------------------------------
# cards and tiles by what is printed on them
def purse(places: Any, me: str, currency: str) -> list[Any]:
    return [card for card in places["hand"][me] if card["currency"] == currency]


def card_label(card: Mapping[str, Any]) -> str:
    return f"{card['currency'].capitalize()} {card['value']}"


def value(label: str) -> int:
    return int(label.rpartition(" ")[2])


def tile_label(tile: Mapping[str, Any]) -> str:
    walls = f" [{tile['walls']}]" if tile["walls"] else ""
    return f"{tile['building'].capitalize()} {tile['price']}{walls}"
