"""Values that ask themselves with a smaller number, and so end.

In: the checked program and the name of a value. Out: whether it may ask itself. A parameter has a
range, which is a promise that play keeps (E0509); every time the value asks itself, it hands on
that parameter less something. So it goes at most as deep as the range is long. Where it asks itself
several times, how often it is asked in the end is bounded, too; in a loop it may not."""

from __future__ import annotations

from collections.abc import Iterator

from alarife.checking.scope import Checked
from alarife.checking.types import Number
from alarife.linking.walk import below
from alarife.syntax import tree

DEEPEST = 100
"""So deep may a value ask itself."""

MOST_ASKED = 100_000
"""So often may it be asked in the end."""


def descends(checked: Checked, name: str) -> bool:
    """Whether a value without further cases asks itself only with a smaller number."""
    cases = checked.program.values.get(name, [])
    if len(cases) != 1 or checked.program.all_changes(name):
        return False
    (value,) = cases
    calls = list(_calls(value.body, name))
    types = checked.signatures.get(f"value {name}", [])
    for i, (param, t) in enumerate(zip(value.params, types, strict=False)):
        if not isinstance(t, Number) or t.low is None or t.high is None:
            continue
        steps = [_less(call.args[i], param.name) if i < len(call.args) else 0 for call, _ in calls]
        deep = t.high - t.low + 1
        few = not any(within for _, within in calls)
        if all(steps) and few and deep <= DEEPEST and _asked(steps, deep) <= MOST_ASKED:
            return True
    return False


def _asked(steps: list[int], deep: int) -> int:
    """How often the value is asked at most, from the top."""
    counts = [1]
    for n in range(1, deep + 1):
        counts.append(min(1 + sum(counts[n - s] for s in steps if n >= s), MOST_ASKED + 1))
    return counts[-1]


def _less(e: tree.Expr, name: str) -> int:
    """The number that is subtracted from the parameter; 0 if the argument has another form."""
    if (
        isinstance(e, tree.Arithmetic)
        and e.op == "-"
        and isinstance(e.left, tree.Name)
        and e.left.id == name
        and isinstance(e.right, tree.Int)
        and isinstance(e.right.value, int)
    ):
        return max(0, e.right.value)
    return 0


def _calls(e: tree.Node, name: str) -> Iterator[tuple[tree.Call, bool]]:
    """The calls of a value in an expression, and whether each stands in a loop."""
    looped = {
        id(n) for loop in below([e]) if isinstance(loop, tree.LongForm) for n in below([loop])
    }
    for node in below([e]):
        if isinstance(node, tree.Call) and node.name == name:
            yield node, id(node) in looped
