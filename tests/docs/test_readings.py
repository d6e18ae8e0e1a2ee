"""The pages that list readings and cross-rulings: what they name is there, and no ruling is left
out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACE = re.compile(r"`(\w+)` in `(\w+)\.alr`")
RULING = re.compile(r'^ *ruling (\w+) "[^"]*" \[([A-Z0-9, -]+)\] = (\w+)$', re.MULTILINE)
ALTERNATIVES = re.compile(r"^ *ruling (\w+) .* = (\w+)\n((?: *[|>].*\n)+)", re.MULTILINE)
ASSUMED = {
    "ORDER": (5, 6, 7, 10, 11),
    "VIZIER": (10, 15),
    "BUREAU": (10, 11, 15),
    "BONUS": (8, 9, 10),
    "HUTS": (3, 8, 10, 16),
    "GATES": (3, 13, 18),
    "DIAMONDS": (3, 13),
    "CHARACTERS": (3, 8, 9, 13, 15, 20, 21, 22),
    "THIEVES": (8, 9),
    "TRADERS": (9, 10, 12, 14),
    "WALLS": (9, 11),
    "MEDINA": (2, 10, 11),
}
"""The paragraphs of the further modules that no source tells."""
FILES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "rules").rglob("*.alr")}


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["readings.md"])
def test_what_is_named_is_declared_where_the_page_says(name: str) -> None:
    places = PLACE.findall(page(name))
    assert len(places) > 5
    for declared, file in places:
        assert re.search(
            rf"^ *(value|rule|step|action|piece|kind|change .* as|(before|after|instead of|whenever) .* as) {declared}\b",
            FILES[file],
            re.MULTILINE,
        ), (declared, file)


def test_every_ruling_is_listed_with_its_default() -> None:
    rows = [line for line in page("readings.md").splitlines() if line.startswith("| `")]
    rulings = {
        (name, cites, f"{file}.alr", default)
        for file, text in FILES.items()
        for name, cites, default in RULING.findall(text)
    }
    listed = set()
    for row in rows:
        name, _, cites, file, default = (
            cell.strip().strip("`") for cell in row.strip("|").split("|")
        )
        listed.add((name, cites, file, default))
    assert listed == rulings


@pytest.mark.parametrize(
    "number", [f"{part}-{n}" for part, numbers in ASSUMED.items() for n in numbers]
)
def test_whatever_is_assumed_is_a_ruling_or_a_reading(number: str) -> None:
    cited = re.findall(r"[A-Z][A-Z0-9]*-[0-9]+", page("readings.md"))
    assert number in cited


def test_every_alternative_of_every_ruling_was_tried() -> None:
    tried = set(re.findall(r"^\| `\w+\.(\w+)` = `(\w+)`", page("what_modules_do.md"), re.MULTILINE))
    for text in FILES.values():
        for name, default, table in ALTERNATIVES.findall(text):
            choices = re.findall(r"^ *\| (\w+)", table, re.MULTILINE)[1:]
            assert {(name, c) for c in choices if c != default} <= tried
