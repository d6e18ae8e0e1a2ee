"""What follows from who calls whom: who asks, who must be spoken to, and that nothing goes in a
circle (E0374, E0375).

In: a program whose bodies are checked, with the calls noted. Out: `asking` and `you` in `Checked`,
spread to all callers."""

from __future__ import annotations

from alarife.checking.descending import descends
from alarife.checking.scope import Checked
from alarife.checking.types import CellType, KindOf, Number, Pieces, Seat, Truth
from alarife.diagnostics import Report
from alarife.syntax import tree


def follow_calls(checked: Checked, report: Report) -> None:
    """Spread to all callers who asks and who must be addressed, and refuse recursion."""
    checked.you = _closure(checked.you, checked.you_calls)
    asking = {o for o in checked.asking if o.startswith(("step", "action", "moment"))}
    steps = {
        k: {c for c in v if c.startswith(("step", "moment"))}
        for k, v in checked.calls.items()
        if k.startswith(("step", "moment", "action"))
    }
    for owner, original in checked.originals.items():
        steps.setdefault(owner, set()).add(original)
    checked.asking = _closure(asking, steps)
    _no_recursion(checked, report)
    _check_once(checked, report)
    if not report.errors:
        _nobody_there(checked, report)


def _nobody_there(checked: Checked, report: Report) -> None:
    roots = [
        "step play",
        *(f"step {w.name}" for w in checked.program.whenevers),
        *(f"rule {r.name}" for r in checked.program.rules.values() if r.law),
    ]
    roots += [f"value {n}" for n in ("winners", "score", "promise", "team")]
    roots += [f"place {n}" for n in checked.program.places] + [
        f"note {n}" for n in checked.program.notes
    ]
    for root in roots:
        if root in checked.you:
            chain = _way_to_you(checked, root)
            last = checked.you_at.get(chain[-1])
            way = " → ".join(c.split()[1] for c in chain)
            hint = (
                f"It is reached by {way}. Where this way begins, or at any step on it, put what"
                " leads on under `as p`; a condition with `can` leads there, too."
            )
            if len(chain) == 1 and not root.startswith("step"):
                hint = "Name a player: a key or a parameter, such as `p` of `[p: Player]`."
            report.error(
                "E0374",
                f"Nobody is spoken to in `{root.split()[1]}`, but somebody is meant here.",
                *([last] if last else []),
                hint=hint,
            )


def _way_to_you(checked: Checked, root: str) -> list[str]:
    chain = [root]
    while chain[-1] not in checked.you_at and len(chain) < 50:
        following = [
            c
            for c in sorted(checked.you_calls.get(chain[-1], ()))
            if c in checked.you and c not in chain
        ]
        if not following:
            break
        chain.append(following[0])
    return chain


def _no_recursion(checked: Checked, report: Report) -> None:
    """Values, rules, graphs and steps may not call themselves (E0375); cases of one value may call
    each other."""
    edges = {
        owner: {
            c
            for c in calls
            if not c.startswith("menu")
            and not _is_once(checked, c)
            and not (c == owner and _may_ask_itself(checked, owner))
        }
        for owner, calls in checked.calls.items()
        if not owner.startswith("menu")
    }
    state: dict[str, int] = {}

    def visit(owner: str, way: list[str]) -> None:
        state[owner] = 1
        for callee in sorted(edges.get(owner, ())):
            if state.get(callee) == 1:
                ring = [*way[way.index(callee) :], callee]
                names = " → ".join(r.split()[1] for r in ring)
                report.error(
                    "E0375",
                    f"`{callee.split()[1]}` needs itself: {names}.",
                    *_heads(checked, callee),
                    hint="Use `repeat`, or `reach` of a graph. A chain reaction is a step that is"
                    " done `once for each` of what it is handed: `step burst(c: Cell) …, once for"
                    " each`. A value may ask itself with a smaller number: `value f(n: 0..9)` with"
                    " `f(n - 1)`, outside of loops.",
                )
                state[callee] = 2
            elif callee not in state:
                visit(callee, [*way, callee])
        state[owner] = 2

    for owner in sorted(edges):
        if owner not in state:
            visit(owner, [owner])


def _may_ask_itself(checked: Checked, owner: str) -> bool:
    """Whether a value may be recursive: it has several cases, or calls itself with smaller numbers
    only."""
    what, _, name = owner.partition(" ")
    return len(checked.program.values.get(name, [])) > 1 or (
        what == "value" and descends(checked, name)
    )


def _is_once(checked: Checked, owner: str) -> bool:
    """Whether a step is done once for each of its arguments: recursion through it ends."""
    what, _, name = owner.partition(" ")
    step = checked.program.steps.get(name) if what == "step" else None
    return step is not None and step.once


def _check_once(checked: Checked, report: Report) -> None:
    """A step that is done once for each asks nobody, and is handed what there is only so much of
    (E0377)."""
    for step in checked.program.steps.values():
        if not step.once:
            continue
        if f"step {step.name}" in checked.asking:
            report.error(
                "E0377",
                f"Somebody is asked in `{step.name}`, which is done once for each.",
                step.head,
                hint="Ask in the step that calls it.",
            )
        for field, t in zip(step.params, checked.signatures[f"step {step.name}"], strict=False):
            if not isinstance(t, (KindOf, Pieces, Seat, CellType, Truth)) and not (
                isinstance(t, Number) and t.low is not None and t.high is not None
            ):
                report.error(
                    "E0377",
                    f"`{step.name}` is done once for each `{field.name}`, and of those there is no"
                    " end.",
                    field.at,
                    hint="Let it be a piece, a player, a cell, a value of a kind, or a number in a"
                    " range, as in `0..9`.",
                )


def _heads(checked: Checked, owner: str) -> list[tree.Span]:
    name = owner.split()[1]
    p = checked.program
    for space in (p.rules, p.steps, p.graphs, p.moments, p.labels):
        if name in space:
            return [space[name].head]
    return [p.values[name][0].head] if name in p.values else []


def _closure(start: set[str], calls: dict[str, set[str]]) -> set[str]:
    """All owners from which one of these is reachable in the call graph."""
    callers: dict[str, set[str]] = {}
    for owner, callees in calls.items():
        for callee in callees:
            callers.setdefault(callee, set()).add(owner)
    found, todo = set(start), list(start)
    while todo:
        for caller in callers.get(todo.pop(), ()):
            if caller not in found:
                found.add(caller)
                todo.append(caller)
    return found
