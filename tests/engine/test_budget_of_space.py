"""How much a budget lets something make, to the last member."""

from __future__ import annotations

import pytest
from tests.engine.budgets import rules, state, stops

from alarife.engine import budget, logs
from alarife.engine.budget import Budget
from alarife.lowering.layout import HEAD, LOG

MANY = budget.MOST_MEMBERS


def test_ranges(limits: Budget) -> None:
    assert limits.span(2, 4) == range(2, 5)
    assert limits.span(4, 2) == range(4, 3)
    assert len(limits.span(1, MANY)) == MANY
    stops("E0515", limits.span, 0, MANY)


def test_lists_joined(limits: Budget) -> None:
    assert limits.joined((2, 1), (3,)) == (2, 1, 3)
    half = (0,) * (MANY // 2)
    assert len(limits.joined(half, half)) == MANY
    stops("E0515", limits.joined, (*half, 1), half)


def test_lists_of_lists(limits: Budget) -> None:
    assert limits.measured(iter([(1, 2), ()])) == ((1, 2), ())
    inner = (0,) * 999
    assert len(limits.measured([inner] * (MANY // 1000))) == MANY // 1000
    stops("E0515", limits.measured, [inner] * (MANY // 1000) + [()])
    deep = ((inner,),) * (MANY // 1001)
    assert limits.measured([deep[: MANY // 1001 - 1]])
    stops("E0515", limits.measured, [deep * 2])
    assert len(limits.measured(range(MANY))) == MANY


def test_lists_that_go_into_lists(limits: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_WEIGHED", 10)
    for _ in range(2):
        assert limits.weighed((1, 2, 3)) == (1, 2, 3)
        assert limits.weighed(((1, 2), (3, 4), ())) == ((1, 2), (3, 4), ())
        stops("E0515", limits.weighed, (1,))
        limits.renew()


def test_what_is_noted(limits: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_KEPT", 5)
    for _ in range(2):
        assert limits.kept((1, 2, 3)) == (1, 2, 3)
        assert limits.kept(7) == 7
        assert limits.kept((1, 2)) == (1, 2)
        stops("E0515", limits.kept, (1,))
        limits.renew()
    assert limits.kept(((1, 2),))
    limits.renew()
    stops("E0515", limits.kept, ((1, 2), (3,), ()))  # six, of which the first five are allowed


def test_what_stands_in_notes(limits: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted now and then, whatever was written before; also where a note has many keys."""
    monkeypatch.setattr(budget, "MOST_KEPT", 12)
    monkeypatch.setattr(budget, "_WRITTEN", 3)
    run, s = rules()["helper"], state()
    s += [None] * (HEAD - len(s)) + [(1, 2), ((3, 4), (), (5,)), 7]

    def keep(*many: int) -> None:
        limits.renew()
        run(s, lambda: limits.kept(many))

    s[LOG] = logs.begun([("note", *(0,) * 4)] * 50)
    keep(1, 2, 3)
    keep(1, 2)  # 8 in the notes, and these
    keep(1, 2, 3)
    keep(1, 2)
    s[HEAD] = (1, 2, 3, 4)
    keep(1)
    keep(1, 2)  # 10 in the notes, and these: as many as may be
    keep(1, 2)
    s[HEAD] = (1, 2, 3, 4, 5, 6, 7)
    keep(1, 2, 3)
    stops("E0515", keep, 1)
    limits.renew()
    for _ in range(4):
        assert limits.kept((1, 2, 3)) == (1, 2, 3), "no rules run"


def test_subsets(limits: Budget) -> None:
    assert limits.subsets([2, 1, 2]) == ((), (1,), (2,), (1, 2))
    assert limits.subsets((3, 1, 2), 2) == ((1, 2), (1, 3), (2, 3))
    assert limits.subsets((3, 1), 0) == ((),)
    assert limits.subsets((3, 1), 2) == ((1, 3),)
    assert limits.subsets((3, 1), 3) == limits.subsets((3, 1), -1) == ()
    limits.pace = 1000
    limits.subsets(range(4))
    assert limits.pace == 1000 - (1 + 4 * 2 + 6 * 3 + 4 * 4 + 5)
    limits.pace = 1000
    limits.subsets(range(4), 3)
    assert limits.pace == 1000 - 16
    assert len(limits.subsets(range(13))) == 8192
    stops("E0515", limits.subsets, range(14))
    stops("E0515", limits.subsets, range(10**5), 2)


def test_subsets_as_many_as_may_be(limits: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_MEMBERS", 1 + 2 * 2 + 3)
    assert len(limits.subsets((1, 2))) == 4
    monkeypatch.setattr(budget, "MOST_MEMBERS", 1 + 2 * 2 + 2)
    stops("E0515", limits.subsets, (1, 2))


@pytest.mark.parametrize("sign", [1, -1])
def test_numbers(limits: Budget, sign: int) -> None:
    assert limits.sized(sign * 10**18) == sign * 10**18
    assert limits.times(sign * 10**9, 10**9) == sign * 10**18
    stops("E0514", limits.sized, sign * (10**18 + 1))
    stops("E0514", limits.times, sign * (10**9 + 1), 10**9)


def test_names_are_those_of_the_functions(limits: Budget) -> None:
    names = limits.names()
    for name in set(names) - {"MOST_MEMBERS", "MOST_LINKS", "BUDGET"}:
        assert names[name] == getattr(limits, name)
    assert names["BUDGET"] is limits
    assert (names["MOST_MEMBERS"], names["MOST_LINKS"]) == (MANY, budget.MOST_LINKS)
