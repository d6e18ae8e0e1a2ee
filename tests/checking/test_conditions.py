"""A condition is checked wherever it stands, also where it says more about a name."""

from __future__ import annotations

import pytest
from tests.soundness.small import codes, found

STEP = """
step play "Play"
  for each p in Player where {}
    pass
  if {}
    pass
"""


@pytest.mark.parametrize("asked", ["p is not empty", "(p is not empty)", "p is empty"])
def test_what_always_is_is_never_empty(asked: str) -> None:
    other = asked.replace("p is", "seat(1) is")
    assert [code for code in codes(STEP.format(asked, other)) if code < "E0390"] == ["E0335"] * 2


def test_what_may_be_none_may_be_empty() -> None:
    rules = 'note high "High": Player? = none\n\nstep play "Play"\n  let h = high\n  if h is not empty and h = seat(1)\n    pass\n'
    assert not [d for d in found(rules) if d.severity == "error"]
