"""Every code has a bad example that leads to exactly it, at exactly its place; pages show the same examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.diagnostics.bad_files import BAD, BadFile, all_bad, where

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
        assert not re.search(r"\b[A-Z]{3,}_|Token\(|None|<class", diagnostic.message), diagnostic.message


def test_what_has_no_bad_example_is_provoked_by_another_test() -> None:
    """Damaged bytes, saves, bots and the like can't be shown in a rule file."""
    shown = {path.name[:5] for path in all_bad()}
    others = "".join(p.read_text(encoding="utf-8") for p in TESTS.rglob("test_*.py"))
    missing = [code for code in codes() if code not in shown and code not in others]
    assert missing == []


@pytest.mark.parametrize("path", all_bad(), ids=lambda path: path.stem)
def test_the_page_shows_the_bad_example(path: Path) -> None:
    page = (PAGES / f"{path.name[:5]}.md").read_text(encoding="utf-8")
    shown = re.search(r"^## For instance\n\n```alarife\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert shown is not None
    lines = [re.sub(r"  # E[\dE, ]+$", "", line) for line in path.read_text(encoding="utf-8").split("\n")]
    for line in shown[1].splitlines():
        assert line in lines or line.startswith("# "), line


def test_the_head_of_bad_examples_is_right() -> None:
    bad = BadFile(BAD / "head.alr")
    bad._add("g.alr", "", (BAD / "head.alr").read_text(encoding="utf-8"), '\nstep play "P"\n  > Play.\n  pass\n')
    assert bad.found() == []
