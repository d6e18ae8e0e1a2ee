"""Every code has a bad example that leads to exactly it, at exactly its place; pages show the same
examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.diagnostics.bad_files import BAD, PLAY, BadFile, all_bad, where

from alarife.codes import codes
from alarife.report import render

PAGES = Path(__file__).parents[2] / "docs" / "errors"
TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("path", all_bad(), ids=lambda path: path.stem)
def test_a_bad_example_leads_to_its_code_alone(path: Path) -> None:
    bad = BadFile(path).read()
    found = bad.found()
    assert where(found) == bad.expected, render(found, bad.texts)
    assert bad.code in {code for _, _, code in bad.expected}
    for diagnostic in found:
        assert diagnostic.message.endswith((".", ":")), diagnostic.message
        assert not re.search(r"\b[A-Z]{3,}_|Token\(|None|<class", diagnostic.message), (
            diagnostic.message
        )


NOT_SHOWN = {
    "bytes that are no text, or none at all": "E0101 E0102 E0103 E0104 E0124 E0128",
    "a path that leads nowhere": "E0201",
    "it takes dozens or thousands of lines": "E0405 E0123 E0140 E0259 E0299 E0396 E0402",
    "what is installed, or what builds books": "E0650 E0651 E0652 E0653 E0654 E0735 E0736",
    "what a program asks of a game": "E0701 E0702 E0703 E0704 E0705 E0706",
    "bots and simulations": "E0711 E0712 E0713 E0714 E0715 E0741 E0742",
    "saves": "E0720 E0721 E0722 E0723 E0724 E0725 E0726",
    "files that a command writes, and what it is called with": "E0142 E0731 E0732 E0733 E0734 E0740 E0743 E0744",
}
"""Codes that no small rule file can lead to, by the reason. Other tests provoke each of them."""


def test_every_code_has_a_bad_example_or_a_reason_not_to() -> None:
    shown = {path.name[:5] for path in all_bad()}
    excused = {code for some in NOT_SHOWN.values() for code in some.split()}
    assert sorted(set(codes()) - shown) == sorted(excused)


@pytest.mark.parametrize(
    "code", sorted(code for some in NOT_SHOWN.values() for code in some.split())
)
def test_what_has_no_bad_example_is_provoked_by_another_test(code: str) -> None:
    others = (p for p in TESTS.rglob("test_*.py") if p != Path(__file__))
    assert any(code in p.read_text(encoding="utf-8") for p in others)


@pytest.mark.parametrize("path", all_bad(), ids=lambda path: path.stem)
def test_the_page_shows_the_bad_example(path: Path) -> None:
    page = (PAGES / f"{path.name[:5]}.md").read_text(encoding="utf-8")
    shown = re.search(r"^## For instance\n\n```alarife\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert shown is not None
    lines = [
        re.sub(r"  # E[\dE, ]+$", "", line) for line in path.read_text(encoding="utf-8").split("\n")
    ]
    for line in shown[1].splitlines():
        assert line in lines or line.startswith("# "), line


def _ways(part: str) -> list[str]:
    """The places where advice may stand: at the margin (alone, or as the beginning of a
    declaration), in a step, in an example."""
    head = (BAD / "head.alr").read_text(encoding="utf-8")
    inside = "".join(f"  {line}\n" for line in part.split("\n"))
    deeper = "".join(f"    {line}\n" for line in part.split("\n"))
    if part.startswith(("alarife", "game")):
        return [part if part.startswith("alarife") else f"alarife 1\n{part}"]
    return [
        f"{head}{part}\n",
        f"{head}{part}\n  > It is so.\n  1 of each\n",
        f'{head}step act "Act"\n  > Act.\n  as on_turn\n{deeper}',
        f'{head}example "So"\n{inside}',
    ]


def _advice() -> list[tuple[str, str]]:
    """Every part of what pages advise, with its code."""
    found: list[tuple[str, str]] = []
    for page in sorted(PAGES.glob("E*.md")):
        what_to_do = page.read_text(encoding="utf-8").partition("## What to do")[2]
        for block in re.findall(r"```alarife\n(.*?)```", what_to_do, re.DOTALL):
            found += [(page.stem, part) for part in block.strip().split("\n\n")]
    return found


@pytest.mark.parametrize(("code", "part"), _advice())
def test_what_a_page_advises_can_stand_in_a_rule_file(code: str, part: str) -> None:
    """What it names need not be there; but it is written right, and it does not lead to the same
    mistake again."""
    came: list[set[str]] = []
    for text in _ways(part):
        tail = "" if re.search(r"^step play\b", text, re.MULTILINE) else PLAY
        came.append({d.code for d in BadFile(Path("x.alr"), {"g.alr": text + tail}).found()})
    assert any(
        (code not in codes or "E0340" in codes) and not any(c.startswith("E01") for c in codes)
        for codes in came
    ), came


def test_the_head_of_bad_examples_is_right() -> None:
    bad = BadFile(BAD / "head.alr")
    bad._add(
        "g.alr",
        "",
        (BAD / "head.alr").read_text(encoding="utf-8"),
        '\nstep play "P"\n  > Play.\n  pass\n',
    )
    assert bad.found() == []
