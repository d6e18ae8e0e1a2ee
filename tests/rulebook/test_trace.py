"""Every paragraph in scope has a rule, and an example or a test."""

from __future__ import annotations

from pathlib import Path

from tests.rulebook.conftest import ORCHARD

from alarife.resources import rules_dir
from alarife.rulebook.trace import scope_of, shipped, trace
from alarife.syntax.parse import parse

SCOPE = rules_dir() / "paragraphs.txt"


def test_every_paragraph_in_scope_has_a_rule_and_an_example() -> None:
    gaps = {t.paragraph: t.gap for t in trace(shipped(), scope_of(SCOPE)) if t.gap}
    assert not gaps


def test_every_paragraph_that_is_cited_is_in_scope() -> None:
    scope = scope_of(SCOPE)
    assert [t.paragraph for t in trace(shipped()) if t.paragraph not in scope] == []


def test_tests_that_are_named_are_there() -> None:
    root = Path(__file__).parent.parent.parent
    assert all(
        (root / note).is_file() for note in scope_of(SCOPE).values() if note.startswith("tests/")
    )


def test_gaps_are_found(tmp_path: Path) -> None:
    listed = tmp_path / "scope.txt"
    listed.write_text(
        "# of the orchard\nORCH-1 tests/somewhere.py\nORCH-2\nORCH-4\nORCH-9\n", encoding="utf-8"
    )
    traced = {t.paragraph: t for t in trace([parse(ORCHARD, "orchard.alr")], scope_of(listed))}
    assert [traced[f"ORCH-{n}"].gap for n in (1, 2, 4, 9)] == ["", "no example", "", "no rule"]
    assert [(p.target, p.chapter) for p in traced["ORCH-4"].rules] == [("orchard.light", "A turn")]
    assert [p.title for p in traced["ORCH-4"].examples] == ["A light one"]


def test_what_is_not_in_scope_says_why(tmp_path: Path) -> None:
    listed = tmp_path / "scope.txt"
    listed.write_text("ORCH-7 out: nobody has that box\n", encoding="utf-8")
    traced = {t.paragraph: t for t in trace([parse(ORCHARD, "orchard.alr")], scope_of(listed))}
    assert (traced["ORCH-7"].gap, traced["ORCH-7"].out) == ("", "nobody has that box")


def test_the_chapter_is_the_one_of_the_game_in_which_it_is_told() -> None:
    traced = {t.paragraph: t for t in trace(shipped())}
    assert {p.chapter for p in traced["BASE-16"].rules} == {
        "Actions"
    }  # the dice game calls it otherwise
    assert {p.chapter for p in traced["ALCA2-2"].rules} == {
        "Winning"
    }  # told with what it amends, not under the two players
    assert {p.chapter for p in traced["CARDS-6"].examples} == {"The end of a turn"}
