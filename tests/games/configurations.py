"""Configurations for tests, drawn from what the rule files themselves say: a game or module added
later is covered without a change."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar

from tests.games.playing import Dice

from alarife.diagnostics import RuleError
from alarife.engine.state import Game
from alarife.library import Library, head_of
from alarife.linking.configurations import games_data
from alarife.pipeline import load

LIBRARY = Library()
T = TypeVar("T")
SEED = int(os.environ.get("ALARIFE_SEED", "0")) or (
    datetime.datetime.now(tz=datetime.UTC).toordinal()
)
"""What is sampled: another part every day, the same part for the same seed. pytest's header says
which seed it was."""
SAMPLE = 42
"""How many pairs of modules are tried when there are more; `ALARIFE_DEEP` tries all."""


@dataclass(frozen=True)
class Wish:
    """A configuration to be loaded."""

    game: str
    modules: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, object], ...] = field(default=())

    def __str__(self) -> str:
        return f"{self.game} {'+'.join(self.modules)} {self.players} {dict(self.options)}"


TESTS = Path(__file__).parents[1]


@cache
def every_game() -> list[str]:
    """All games there are: the shipped ones by their names, those of the tests by their paths. One
    that is added later is found."""
    files = [path for path in sorted(TESTS.rglob("*.alr")) if "bad" not in path.parts]
    heads = {str(path): head_of(path.read_text(encoding="utf-8"), str(path)) for path in files}
    return [
        *sorted(everything()),
        *(path for path, head in heads.items() if head and head.what == "game"),
    ]


def game_id(name: str) -> str:
    """What a game is called in the name of a test."""
    return Path(name).stem


@cache
def everything() -> dict[str, dict[str, Any]]:
    """All games as data."""
    return {g["name"]: g for g in games_data(LIBRARY)}


def loaded(wish: Wish) -> Game | None:
    """The game, or None where the rules themselves forbid the combination (and say so)."""
    try:
        return load(wish.game, wish.modules, dict(wish.options), wish.players, LIBRARY)
    except RuleError as refused:
        if any(not d.code.startswith("E02") for d in refused.diagnostics):
            raise
        return None


def values_of(option: dict[str, Any]) -> list[object]:
    """Every value of an option or ruling; of a wide range the ends."""
    if option["kind"] == "ruling":
        return [c["choice"] for c in option["choices"]]
    if option.get("choices"):
        return [c["choice"] if isinstance(c, dict) else c for c in option["choices"]]
    if option["type"] == "yes/no":
        return [True, False]
    if "range" in option:
        return list(option["range"])
    return [option["default"]]


def random_wish(seed: int) -> Wish:
    """Any configuration of any game."""
    dice = Dice(seed)
    games = sorted(everything())
    game = everything()[games[dice.below(len(games))]]
    modules = tuple(m["name"] for m in game["modules"] if dice.below(2))
    low, high = game["players"]
    options = list(game["options"]) + [
        o for m in game["modules"] if m["name"] in modules for o in m["options"]
    ]
    chosen = {
        o["name"]: values_of(o)[dice.below(len(values_of(o)))]
        for o in options
        if not o["when"] and dice.below(2)
    }
    return Wish(
        game["name"], modules, low + dice.below(high - low + 1), tuple(sorted(chosen.items()))
    )


def sampled(found: Sequence[T], most: int = SAMPLE) -> list[T]:
    """All of them, or if they are too many a random part of them, in their order."""
    if len(found) <= most or os.environ.get("ALARIFE_DEEP"):
        return list(found)
    dice, left = Dice(SEED), list(range(len(found)))
    chosen = sorted(left.pop(dice.below(len(left))) for _ in range(most))
    return [found[n] for n in chosen]


def pairs(counts: tuple[int, ...] = (2, 4)) -> list[Wish]:
    """Every pair of modules of every game, for player counts that matter (two, and more)."""
    return [
        Wish(game["name"], pair, n)
        for game in everything().values()
        for pair in combinations(sorted(m["name"] for m in game["modules"]), 2)
        for n in counts
    ]


def larger(seed: int) -> Wish:
    """Three or more modules of Alhambra, with any options, for any number of players they allow."""
    dice = Dice(seed)
    game = everything()["alhambra"]
    modules = list(game["modules"])
    while len(modules) > 3 and dice.below(len(modules)) > 2:
        modules.pop(dice.below(len(modules)))
    low = max(m["players"][0] for m in [game, *modules])
    high = min(m["players"][1] for m in [game, *modules])
    players = low + dice.below(high - low + 1)
    options = [*game["options"], *(o for m in modules for o in m["options"])]
    chosen = {
        o["name"]: values_of(o)[dice.below(len(values_of(o)))]
        for o in options
        if not o["when"] and dice.below(3) == 0
    }
    names = tuple(m["name"] for m in modules)
    return Wish("alhambra", names, players, tuple(sorted(chosen.items())))


def singles() -> list[Wish]:
    """Every module by itself with every value of its options, and every game with every value of
    its own."""
    found: list[Wish] = []
    for game in everything().values():
        holders = [((), game["options"]), *(((m["name"],), m["options"]) for m in game["modules"])]
        for modules, options in holders:
            found.append(Wish(game["name"], modules, None))
            for option in options:
                players = 2 if option["when"] and "players is 2" in option["when"] else None
                others = re.findall(r"(?<!not )module (\w+)", option["when"] or "")
                needed = tuple(dict.fromkeys((*modules, *others)))
                found += [
                    Wish(game["name"], needed, players, ((option["name"], value),))
                    for value in values_of(option)
                ]
    return found
