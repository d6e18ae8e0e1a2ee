"""Rows about house rules, each in a module of its own: what a decision costs with one, against the
base game. They stand for what people write at their tables, and nothing in the engine was made for
one of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.benchmark.measuring import Asked, Row, rates, ratio, whole_game

HOUSE = Path(__file__).parent / "house"
SAID = {
    "few_cards": "a limit to the cards of a payment",
    "one_currency": "cards that are taken must share something",
    "different_values": "cards of a payment must differ",
    "largest_city": "a limit to the tiles of a city",
    "few_towers": "a limit to the tiles of a kind",
    "no_twins": "equal tiles may not touch",
    "short_walls": "a limit to the longest wall",
}


def house_rules(asked: Asked) -> Iterator[Row]:
    """A decision with each of these rules against one without."""
    base = whole_game(asked.game())
    for name, said in SAID.items():
        laden = whole_game(asked.game(modules=(str(HOUSE / f"{name}.alr"),)))
        plain, with_it = rates(asked, base, laden)
        took = f"{1e6 / median(with_it):.1f} against {1e6 / median(plain):.1f} µs"
        yield Row(
            f"a house rule: {said}", f"{ratio(plain, with_it):.1f} × ({took} a decision)", "–", "–"
        )
