"""What is shown is read again, and says the same."""

from __future__ import annotations

import pytest
from tests.ir.games import CONFIGURATIONS, functions_of

from alarife.ir.show import IRError, read, show


@pytest.mark.parametrize("game", CONFIGURATIONS)
def test_what_is_shown_reads_back(game: str) -> None:
    text = show(functions_of(game))
    plain = "\n".join(line.split("  ; ")[0] for line in text.splitlines())
    assert show(read(text)).strip() == plain.strip()


@pytest.mark.parametrize(
    "text",
    [
        "(function f (a.1) a.1",
        "(function f (a.1) (frobnicate a.1))",
        "function",
        "(function f (a.1) a.1))",
        "(function f ())",
    ],
)
def test_what_is_no_ir_is_refused(text: str) -> None:
    with pytest.raises(IRError):
        read(text)
