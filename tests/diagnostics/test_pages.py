"""Every code in the source has a page, every page a code; `explain` shows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from alarife.codes import codes, page
from alarife.diagnostics import RuleError

SOURCE = Path(__file__).parents[2] / "interpreter"


def used() -> set[str]:
    """Every code that some source file names."""
    return {
        code
        for path in SOURCE.rglob("*.py")
        for code in re.findall(r'"(E0\d{3})"', path.read_text(encoding="utf-8"))
    }


def test_every_code_has_a_page() -> None:
    assert sorted(used() - set(codes())) == []


def test_every_page_has_a_code() -> None:
    assert sorted(set(codes()) - used()) == []


@pytest.mark.parametrize("code", codes())
def test_pages_say_what_and_what_to_do(code: str) -> None:
    text = page(code)
    assert re.match(rf"{code}: .", text)
    assert len(text) > 80
    assert "What to do" in text


def test_a_code_that_there_is_not() -> None:
    with pytest.raises(RuleError) as raised:
        page("E0999")
    assert raised.value.diagnostics[0].code == "E0734"
