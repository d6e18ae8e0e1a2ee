"""What tests of the budget begin with."""

import pytest
from tests.engine.budgets import Clock, fault

from alarife.engine import budget
from alarife.engine.budget import Budget


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clocks of the budget, set by hand."""
    made = Clock()
    monkeypatch.setattr(budget, "process_time", made)
    monkeypatch.setattr(budget, "monotonic", made.glance)
    return made


@pytest.fixture
def limits() -> Budget:
    """A budget that stops what goes beyond it."""
    return Budget(fault)
