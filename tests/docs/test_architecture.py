"""What is written about the architecture names files that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "architecture").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_that_are_named_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[\w.]+/)+(?:[\w.]+\.\w+)?)`", text)) | set(
        re.findall(r"`(\w+\.(?:py|lark))`", text)
    )
    gone = [
        path
        for path in sorted(named)
        if not any((root / path).exists() for root in (ROOT, ROOT / "interpreter" / "alarife"))
    ]
    assert gone == []


def test_the_stages_are_those_that_there_are() -> None:
    text = (ROOT / "docs" / "architecture" / "stages.md").read_text(encoding="utf-8")
    stages = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert stages == [
        "syntax",
        "linking",
        "checking",
        "ir",
        "code",
        "lowering",
        "native",
        "engine",
        "graphs",
        "geometry",
    ]
    assert all(
        (ROOT / "interpreter" / "alarife" / stage / "__init__.py").exists() for stage in stages
    )


def test_every_decision_has_a_number_of_its_own_and_a_reason() -> None:
    text = (ROOT / "docs" / "architecture" / "decisions.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.+) \| ([^|]+) \|$", text, re.MULTILINE)
    assert len(rows) == len(re.findall(r"^\| \d", text, re.MULTILINE))
    assert sorted(int(number) for number, _, _ in rows) == list(range(1, len(rows) + 1))


@pytest.mark.parametrize(
    "face",
    sorted((ROOT / "interpreter" / "alarife").rglob("__init__.py")),
    ids=lambda f: f.parent.name,
)
def test_what_a_package_shows_is_there(face: Path) -> None:
    """`PUBLIC` names modules; `lint-imports` holds everybody to it (`tests/faces.py`)."""
    found = re.search(r"^PUBLIC = \(([^)]*)\)", face.read_text(encoding="utf-8"), re.MULTILINE)
    names = re.findall(r'"(\w+)"', found[1]) if found else []
    gone = [
        n
        for n in names
        if not (face.parent / f"{n}.py").exists() and not (face.parent / n).is_dir()
    ]
    assert gone == []
