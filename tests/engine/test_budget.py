"""How long a budget lets something compute, to the last round and second, by a clock that is set by
hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.budgets import Clock, fault, rules, state, stops

from alarife.engine import budget, logs
from alarife.engine.allowance import one_allowance
from alarife.engine.budget import Budget
from alarife.engine.traces import Trace
from alarife.lowering.layout import LOG


def test_so_many_rounds(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_SPENT", 3 * 4096)
    limits = Budget(fault)
    for _ in range(2):
        for _ in range(3 * 4096 - 1):
            limits.spend()
        stops("E0507", limits.spend)
        limits.renew()
    assert clock.looks == 6, "it is looked at once in 4096 rounds"


def test_work_is_weighed(clock: Clock, limits: Budget) -> None:
    limits.toil(budget.PACE)
    assert clock.looks == 0
    limits.toil(1)
    assert clock.looks == 1


def test_where_little_time_passes_the_clock_is_looked_at_less_often(
    clock: Clock, limits: Budget
) -> None:
    def next_look() -> int:
        """How much work there is up to the next look."""
        looks, work = clock.looks, 0
        while clock.looks == looks:
            limits.toil(budget.PACE)
            work += 1
        return work

    clock.now = 0.0
    assert [next_look() for _ in range(7)] == [2, 3, 5, 9, 17, 17, 17]
    assert limits.pace == budget.MOST_PACE
    clock.now += 0.01
    assert next_look() == 17
    assert limits.pace == budget.PACE
    clock.now += 0.0099
    assert [next_look(), next_look()] == [2, 3]


def test_a_glance_at_the_wall_saves_a_look(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_SPENT", 4096 * 5)
    limits = Budget(fault)

    def work() -> tuple[int, int]:
        limits.toil(limits.pace + 1)
        return clock.looks, limits.pace

    assert work() == (1, budget.PACE)
    clock.tick = 0.0026
    limits.renew()
    assert [work() for _ in range(3)] == [(1, n * budget.PACE) for n in (2, 4, 8)]
    assert limits.until == pytest.approx(100 + 0.01 + budget.MOST_SECONDS)
    assert work() == (2, 16 * budget.PACE), "at a hundredth the clock is looked at"
    for _ in range(5 * 4096 - 1):
        limits.spend()
    assert clock.looks == 3
    stops("E0507", limits.spend)


def test_a_glance_counts_up_to_its_last_moment(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "_SOON", 0.5)
    limits = Budget(fault)

    def look() -> int:
        limits.toil(limits.pace + 1)
        return clock.looks

    assert look() == 1
    clock.tick = 0.25
    assert [look(), look()] == [1, 2], "half a second has passed"
    clock.tick = 0
    limits.left = 1
    assert look() == 2, "one round is left"
    clock.tick = 1
    assert look() == 3
    limits.left = 0
    stops("E0507", look)


def test_the_clock_may_have_just_begun(clock: Clock, limits: Budget) -> None:
    clock.now = clock.wall = 0.5
    clock.tick = 0.0001
    limits.toil(limits.pace + 1)
    assert (clock.looks, limits.pace) == (1, budget.PACE)


def test_what_is_spent(clock: Clock, limits: Budget) -> None:
    assert not limits.spent
    limits.toil(1)
    assert not limits.spent
    limits.spend()
    assert limits.spent
    limits.renew()
    assert not limits.spent
    limits.toil(limits.pace + 1)
    assert limits.spent
    assert clock.looks == 1
    for note in (limits.weighed, limits.kept):
        limits.renew()
        note((1,))
        assert limits.spent


def test_so_many_seconds(clock: Clock, limits: Budget) -> None:
    def look() -> None:
        limits.toil(limits.pace + 1)

    clock.now += 50
    look()
    assert limits.until == 160, "it begins to run with the first look"
    clock.now = 160.0
    look()
    clock.now = 160.001
    stops("E0507", look)
    limits.renew()
    look()
    assert limits.until == pytest.approx(170.001)
    assert limits.trace is None


def test_seconds_are_shared(clock: Clock) -> None:
    """What passes between two looks of one computation goes from the allowance."""
    one, other = Budget(fault), Budget(fault)

    def look(limits: Budget, seconds: float) -> None:
        clock.now += seconds
        limits.toil(limits.pace + 1)

    with one_allowance() as allowance:
        look(one, 0)
        look(one, 4)
        look(other, 50)
        look(other, 5)
        one.renew()
        look(one, 50)
        assert (allowance.spent, allowance.over) == (9, False)
        with one_allowance() as inner:
            assert inner is allowance
        look(one, 0.875)
        stops("E0507", look, one, 0.125)
        stops("E0507", look, other, 0)
        one.renew()
        stops("E0507", look, one, 50)
    one.renew()
    look(one, 0)
    look(one, 9)
    with one_allowance() as allowance:
        look(one, 0.5)
        assert allowance.spent == 0.5, "another one"
        stops("E0507", look, one, 1)
        assert allowance.over, "a computation that has taken all its time leaves none"


def test_the_last_moment_leaves_time_to_others(clock: Clock) -> None:
    one, other = Budget(fault), Budget(fault)
    with one_allowance() as allowance:
        one.renew(until=clock.now + 1)
        one.toil(one.pace + 1)
        clock.now += 1
        one.toil(one.pace + 1)
        assert (allowance.spent, allowance.over) == (1, False)
        other.toil(other.pace + 1)
        clock.now += 0.125
        stops("E0507", one.toil, one.pace + 1)
        assert allowance.over


def test_lines_of_the_log_are_counted(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_LOGGED", 10)
    limits, run = Budget(fault), rules()["helper"]
    s: Any = state()

    def log(lines: int) -> None:
        for n in range(lines):
            s[LOG].extend(("note", n, 0, 0, 0))
        run(s, lambda: limits.toil(limits.pace + 1))

    s[LOG] = logs.begun()
    for _ in range(2):
        log(20)  # what there was before
        log(6)
        log(0)
        log(4)
        stops("E0515", log, 1)
        limits.renew()
    log(1)
    s[LOG] = logs.goes_on(s)
    log(10)  # another state
    log(10)
    stops("E0515", log, 1)
    limits.renew()
    log(5)
    stops("E0515", log, 11)  # in one look
    limits.renew()
    log(5)
    s[LOG] = logs.begun()
    log(3)  # a short log of another state
    log(10)
    stops("E0515", log, 1)
    s[LOG] = None
    limits.renew()
    for _ in range(2):
        run(s, lambda: limits.toil(limits.pace + 1))
    limits.toil(limits.pace + 1)


def test_members_are_metered(limits: Budget) -> None:
    """Few at once; many, and those whose number is not known, one by one."""
    assert list(limits.metered([3, 1, 2], 7)) == [3, 1, 2]
    assert limits.pace == budget.PACE - 21
    for many, at_once in (
        (tuple(range(budget.FEW)), True),
        (list(range(budget.FEW)), True),
        (tuple(range(budget.FEW + 1)), False),
        ((n for n in range(3)), False),
        ({1, 2}, False),
    ):
        number = len(many) if isinstance(many, tuple | list | set) else 3
        limits.pace = budget.PACE
        members = iter(limits.metered(many, 7))
        next(members)
        assert limits.pace == budget.PACE - 7 * (number if at_once else 1)
        assert len(list(members)) == number - 1
        assert limits.pace == budget.PACE - 7 * number


@pytest.mark.parametrize(("left", "looks"), [(21, 0), (20, 1)])
def test_few_members_may_need_a_look(clock: Clock, limits: Budget, left: int, looks: int) -> None:
    limits.pace = left
    limits.metered([1, 2, 3], 7)
    assert clock.looks == looks


def test_too_many_sets(limits: Budget) -> None:
    stops("E0518", limits.too_many_sets, 50)


def test_it_is_traced_in_the_second_half(clock: Clock, limits: Budget) -> None:
    def look(now: float) -> Trace | None:
        clock.now = now
        limits.toil(limits.pace + 1)
        return limits.trace

    assert look(100) is None
    assert look(105) is None
    first = look(105.01)
    assert first is not None
    assert look(105.06) is first
    second = look(105.07)
    assert second is not first
    clock.now = 110.1
    stops("E0507", limits.toil, limits.pace + 1)
    assert limits.trace is not second, "the last look counts, too"
    limits.renew()
    assert look(111) is None
