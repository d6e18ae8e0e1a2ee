"""The pages that list readings and cross-rulings: what they name is there, and no ruling is left
out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACE = re.compile(r"`(\w+)` in `(\w+)\.alr`")
RULING = re.compile(r'^ *ruling (\w+) "[^"]*" \[([A-Z0-9, -]+)\] = (\w+)$', re.MULTILINE)
FILES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "rules").rglob("*.alr")}


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["readings.md"])
def test_what_is_named_is_declared_where_the_page_says(name: str) -> None:
    places = PLACE.findall(page(name))
    assert len(places) > 5
    for declared, file in places:
        assert re.search(
            rf"^ *(value|rule|step|action|piece|change .* as|(before|after|instead of) .* as) {declared}\b",
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
