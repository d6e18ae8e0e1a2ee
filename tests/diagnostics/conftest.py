"""What tests of mistakes share."""

import pytest

from alarife.engine import budget


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small budget, so that what never ends is soon found out."""
    monkeypatch.setattr(budget, "MOST_SPENT", 1 << 14)
    monkeypatch.setattr(budget, "MOST_SECONDS", 0.5)
