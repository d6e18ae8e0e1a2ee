"""The tutorial for modules: every block is a file that holds, its examples run, and the conflict is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from alarife.diagnostics import Report
from alarife.examples.run import run_examples
from alarife.library import Library
from alarife.linking.link import link
from alarife.resources import rules_dir
from alarife.rulebook.load import book_of, checked
from alarife.rulebook.prose import check_prose

PAGE = Path(__file__).parent.parent.parent / "docs" / "bring_your_own_module.md"
_BLOCK = re.compile(r"```\{code-block\} alarife\n:name: ([\w-]+)\n\n(.*?)```", re.DOTALL)
BLOCKS = dict(_BLOCK.findall(PAGE.read_text(encoding="utf-8")))
STEPS = ["step-1", "step-2", "step-3"]


def library(**texts: str) -> Library:
    """The shipped rules, and these texts as files of their own."""
    return Library(Path(str(rules_dir())), {f"{name}.alr": text for name, text in texts.items()})


def test_the_page_has_its_blocks() -> None:
    assert list(BLOCKS) == [*STEPS, "other", "settled"]


@pytest.mark.parametrize("step", STEPS)
def test_every_step_holds(step: str) -> None:
    report = Report()
    made = checked("alhambra", ["kind_market"], players=3, library=library(kind_market=BLOCKS[step]))
    check_prose(made, report)
    assert not report.found


@pytest.mark.parametrize("step", STEPS[1:])
def test_the_examples_hold(step: str) -> None:
    outcomes = run_examples("alhambra", ["kind_market"], library(kind_market=BLOCKS[step]))
    own = [outcome for outcome in outcomes if "kind_market" in str(outcome)]
    assert own
    assert all(outcome.passed for outcome in own), own


def test_the_two_modules_disagree() -> None:
    report = Report()
    both = library(kind_market=BLOCKS["step-3"], fixed_prices=BLOCKS["other"])
    assert link("alhambra", ["kind_market", "fixed_prices"], None, 3, both, report) is None
    assert [d.code for d in report.errors] == ["E0260"]
    for name in ("all_alike", "cheap_towers", "cost"):
        assert name in report.errors[0].message


def test_the_settlement_settles_it() -> None:
    both = library(kind_market=BLOCKS["step-3"], fixed_prices=BLOCKS["settled"])
    for modules in (["kind_market", "fixed_prices"], ["fixed_prices", "kind_market"]):
        book = book_of("alhambra", modules, players=3, library=both)
        assert book.find("no_discount") is not None
