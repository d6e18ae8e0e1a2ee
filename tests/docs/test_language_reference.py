"""The language reference is true: its blocks are files that load, and its examples hold; every construct appears in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from alarife.checking.builtins import BUILT_INS
from alarife.library import Library
from alarife.pipeline import stages
from alarife.syntax.words import DECLARATIONS, HEAD_LINES, HEADS, LONG_FORMS, STATEMENTS

PAGES = Path(__file__).parents[2] / "docs" / "language"
ORDER = ("index", "pieces", "doing", "choosing", "grids", "expressions", "modules", "examples")
BLOCK = re.compile(r"```alr(?: (\w+))?\n(.*?)```", re.DOTALL)


def texts() -> dict[str, str]:
    """The files that the pages hold: the game, joined from its blocks, and modules and presets, one a block."""
    found = {"orchard.alr": ""}
    for page in ORDER:
        for kind, text in BLOCK.findall((PAGES / f"{page}.md").read_text(encoding="utf-8")):
            if kind:
                name = re.search(rf"^{kind} (\w+)", text, re.MULTILINE)
                assert name, text
                found[f"{name[1]}.alr"] = text
            else:
                found["orchard.alr"] += text + "\n"
    return found


LIBRARY = Library(texts=texts())


@pytest.mark.parametrize(
    ("modules", "players"),
    [((), 2), ((), 3), (("bees",), 3), (("bees", "drought"), 4), (("bees", "flood"), 2)],
)
def test_the_game_of_the_reference_loads(modules: tuple[str, ...], players: int) -> None:
    found = stages("orchard", modules, {}, players, LIBRARY)
    assert not found.report.errors


def test_the_preset_of_the_reference_loads() -> None:
    found = stages("market_day", (), {}, None, LIBRARY)
    assert found.program.settings["long_game"] is True


def test_the_examples_of_the_reference_hold() -> None:
    from alarife.examples import run_examples

    outcomes = [o for modules in ((), ("bees",)) for o in run_examples("orchard", modules, LIBRARY)]
    assert len(outcomes) > 10
    assert not [o for o in outcomes if not o.passed]


@pytest.mark.parametrize("word", sorted({*HEADS, *HEAD_LINES, *DECLARATIONS, *STATEMENTS, *LONG_FORMS} - {"with", "order"}))
def test_every_word_is_used_in_a_block(word: str) -> None:
    everything = "\n".join(texts().values())
    if word in ("library", "uses"):
        everything = "\n".join((PAGES / f"{p}.md").read_text(encoding="utf-8") for p in ORDER)
    assert re.search(rf"\b{word}\b", everything), f"`{word}` is in no block of the language reference"


def test_every_built_in_is_described() -> None:
    everything = "\n".join((PAGES / f"{p}.md").read_text(encoding="utf-8") for p in ORDER)
    missing = [name for name in BUILT_INS if not re.search(rf"`{name}[`(]", everything)]
    assert not missing
