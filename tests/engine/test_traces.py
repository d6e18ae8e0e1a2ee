"""Which declaration is named where something goes round without end."""

from __future__ import annotations

from tests.engine.budgets import OWNERS, known, rules, state

from alarife.code.symbols import SEPARATOR
from alarife.engine.traces import Trace, owner_of, running
from alarife.lowering.layout import FRAME


def test_whose_a_function_is() -> None:
    name = f"value{SEPARATOR}inner"
    assert owner_of(name, OWNERS, known) == "inner"
    assert owner_of(f"value{SEPARATOR}another", OWNERS, known) == ""
    assert owner_of("b1", OWNERS, known) == "of_a_block"
    assert owner_of("box", OWNERS, known) == ""
    assert owner_of("helper", OWNERS, known) == ""
    assert owner_of("q1", OWNERS, known) == ""


def test_who_runs() -> None:
    made = rules()
    assert running(OWNERS, known) == ""
    inner, outer = made[f"value{SEPARATOR}inner"], made[f"step{SEPARATOR}outer"]
    assert inner(state(), lambda: running(OWNERS, known)) == "inner"
    assert outer(state(), lambda: running(OWNERS, known)) == "inner"
    assert made["b1"](state(), lambda: running(OWNERS, lambda _: False)) == "of_a_block"
    assert made["helper"](state(), lambda: running(OWNERS, known)) == ""
    assert inner(state(), lambda: running(OWNERS, known, Trace((), ()))) == "inner"


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
