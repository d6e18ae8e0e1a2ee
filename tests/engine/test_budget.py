"""What a budget allows, to the last round, second and member, by a clock that is set by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Never

import pytest

from alarife.code.symbols import SEPARATOR
from alarife.engine import budget
from alarife.engine.allowance import one_allowance
from alarife.engine.budget import Budget
from alarife.engine.traces import Trace, owner_of, running
from alarife.lowering.layout import FRAME, HEAD, LOG

MANY = budget.MOST_MEMBERS


class Stopped(Exception):
    """What a fault says."""


def fault(code: str, message: str, rule: int, hint: str) -> Never:
    assert rule == -1
    assert message
    assert hint.endswith(".")
    raise Stopped(code)


class Clock:
    """Seconds of computing that pass when a test says so; `looks` counts who asks. On the `wall`,
    a second passes with each glance if a test does not say otherwise."""

    def __init__(self) -> None:
        self.now, self.looks = 100.0, 0
        self.wall, self.tick = 50.0, 1.0

    def glance(self) -> float:
        self.wall += self.tick
        return self.wall

    def __call__(self) -> float:
        self.looks += 1
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(budget, "process_time", made)
    monkeypatch.setattr(budget, "monotonic", made.glance)
    return made


@pytest.fixture
def limits() -> Budget:
    return Budget(fault)


def stops(code: str, act: Callable[..., object], *args: Any) -> None:
    with pytest.raises(Stopped, match=code):
        act(*args)


# ----------------------------------------------------------------
# rounds and seconds
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
    clock.now += 0.002
    assert next_look() == 17
    assert limits.pace == budget.PACE
    clock.now += 0.0019
    assert [next_look(), next_look()] == [2, 3]


def test_a_glance_at_the_wall_saves_a_look(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_SPENT", 4096 * 5)
    limits = Budget(fault)

    def work() -> tuple[int, int]:
        limits.toil(limits.pace + 1)
        return clock.looks, limits.pace

    assert work() == (1, budget.PACE)
    clock.tick = 0.0005
    limits.renew()
    assert [work() for _ in range(3)] == [(1, n * budget.PACE) for n in (2, 4, 8)]
    assert limits.until == pytest.approx(100 + 0.002 + budget.MOST_SECONDS)
    assert work() == (2, 16 * budget.PACE), "at two thousandths the clock is looked at"
    for _ in range(5 * 4096 - 1):
        limits.spend()
    assert clock.looks == 3
    stops("E0507", limits.spend)


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


def test_lines_of_the_log_are_counted(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_LOGGED", 10)
    limits, run = Budget(fault), rules()["helper"]
    s = state()

    def log(lines: int) -> None:
        for n in range(lines):
            s[LOG] = (("note", n), s[LOG])
        run(s, lambda: limits.toil(limits.pace + 1))

    s[LOG] = ()
    for _ in range(2):
        log(20)  # what there was before
        log(6)
        log(0)
        log(4)
        stops("E0515", log, 1)
        limits.renew()
    log(1)
    s[LOG] = s[LOG][1][1]
    log(10)  # another state
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
        (tuple(range(budget.FEW + 1)), False),
        ((n for n in range(3)), False),
        ({1, 2}, False),
    ):
        number = len(many) if isinstance(many, tuple | set) else 3
        limits.pace = budget.PACE
        members = iter(limits.metered(many, 7))
        next(members)
        assert limits.pace == budget.PACE - 7 * (number if at_once else 1)
        assert len(list(members)) == number - 1
        assert limits.pace == budget.PACE - 7 * number


def test_too_many_sets(limits: Budget) -> None:
    with pytest.raises(Stopped, match="E0518"):
        limits.too_many_sets(50)


# ----------------------------------------------------------------
# space
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


def test_what_stands_in_notes(limits: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted now and then, whatever was written before; also where a note has many keys."""
    monkeypatch.setattr(budget, "MOST_KEPT", 12)
    monkeypatch.setattr(budget, "_WRITTEN", 3)
    run, s = rules()["helper"], state()
    s += [None] * (HEAD - len(s)) + [(1, 2), ((3, 4), (), (5,)), 7]

    def keep(*many: int) -> None:
        limits.renew()
        run(s, lambda: limits.kept(many))

    s[LOG] = ((0,) * 50, ())
    keep(1, 2, 3)
    keep(1, 2)  # 8 in the notes, and these
    keep(1, 2, 3)
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
    for name in set(names) - {"MOST_MEMBERS", "MOST_LINKS"}:
        assert names[name] == getattr(limits, name)
    assert (names["MOST_MEMBERS"], names["MOST_LINKS"]) == (MANY, budget.MOST_LINKS)


# ----------------------------------------------------------------
# who goes round without end
RULES = """
def step{0}outer(s, act):
    return b1(s, act)
def b1(s, act):
    return value{0}inner(s, act)
def value{0}inner(s, act):
    return act()
def helper(s, act):
    return act()
"""
OWNERS = ["", "of_a_block"]


def rules() -> dict[str, Any]:
    """Functions that count as generated."""
    made: dict[str, Any] = {}
    exec(compile(RULES.format(SEPARATOR), "<rules>", "exec"), made)  # noqa: S102 (a text of this file)
    return made


def known(name: str) -> bool:
    return name in ("outer", "inner")


def state(*blocks: int) -> list[Any]:
    """A state in which these blocks wait for others, the lowest first."""
    frame: Any = None
    for block in blocks:
        frame = (block, frame)
    s: list[Any] = [None] * (LOG + 1)
    s[FRAME] = frame
    return s


def test_whose_a_function_is() -> None:
    name = f"value{SEPARATOR}inner"
    assert owner_of(name, OWNERS, known) == "inner"
    assert owner_of(f"value{SEPARATOR}another", OWNERS, known) == ""
    assert owner_of("b1", OWNERS, known) == "of_a_block"
    assert owner_of("box", OWNERS, known) == ""
    assert owner_of("helper", OWNERS, known) == ""


def test_who_runs() -> None:
    made = rules()
    assert running(OWNERS, known) == ""
    inner, outer = made[f"value{SEPARATOR}inner"], made[f"step{SEPARATOR}outer"]
    assert inner(state(), lambda: running(OWNERS, known)) == "inner"
    assert outer(state(), lambda: running(OWNERS, known)) == "inner"
    assert made["b1"](state(), lambda: running(OWNERS, lambda _: False)) == "of_a_block"
    assert made["helper"](state(), lambda: running(OWNERS, known)) == ""


def test_what_comes_and_goes_is_not_what_goes_round() -> None:
    made = rules()
    inner, outer = made[f"value{SEPARATOR}inner"], made[f"step{SEPARATOR}outer"]
    found: list[Trace] = []
    s = state(1)

    def twice() -> str:
        inner(s, lambda: found.append(Trace.common(None)))
        found.append(Trace.common(found[-1]))
        return running(OWNERS, known, found[-1])

    assert outer(s, twice) == "inner"
    assert made["b1"](s, lambda: made["helper"](s, twice)) == "inner"
    names = [[f.f_code.co_name for f in trace.functions] for trace in found]
    assert names[0] == [f"step{SEPARATOR}outer", "b1", inner.__name__, inner.__name__]
    assert names[1] == names[0][:3]
    assert names[3] == ["b1", inner.__name__, "helper"]


def test_frames_that_wait_tell_when_no_call_does() -> None:
    made = rules()
    inner = made[f"value{SEPARATOR}inner"]
    s = state(0, 1)
    first: Trace = inner(s, lambda: Trace.common(None))
    assert first.below == (s[FRAME][1], s[FRAME])
    assert first.above is None
    lowest = s[FRAME][1]
    s[FRAME] = (1, lowest)
    second: Trace = inner(s, lambda: Trace.common(first))
    assert second.functions == ()
    assert second.below == (lowest,)
    assert second.above is s[FRAME]
    assert running(OWNERS, known, second) == "of_a_block"
    s[FRAME] = lowest
    third: Trace = inner(s, lambda: Trace.common(first))
    assert third.above is None
    assert third.below == (lowest,)
    assert Trace.common(None) == Trace((), ())


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
