"""Why an answer to the decision that stands is not offered: the rules that are the reason.

What comes in: a state, and a raw answer. What goes out: names of rules; None stands for a condition
without a name. Of a set, a member is refused because no whole set with it is allowed. So a rule is
the reason if every such set breaks it; where no single rule is, the fewest rules are of which every
such set breaks one. A rule that only says that the set isn't complete yet is never named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from alarife.engine.machine import Machine
from alarife.lowering.layout import DECISION, Slots, standing

Reasons = list[str | None]
MOST_SETS = 1 << 13
"""So many whole sets are looked at; if there are more, no rule is named."""


def refused(machine: Machine, s: Slots, raw: Any) -> Reasons:
    """The rules that keep this answer from being offered; none if it is offered, or has been chosen
    already."""
    site_number, you, _, env = standing(s)
    site = machine.site(site_number)
    held = dict(zip(site.env, env, strict=True))
    if is_offered(machine, s, raw) or not site.why:
        return []

    def rules_of(answer: Any) -> Reasons:
        needs = (machine.lowered.local_names[local] for local in site.why_needs)
        args = [
            held.get(name, you if local.name == "you" else answer)
            for local, name in zip(site.why_needs, needs, strict=True)
        ]
        return machine.names[site.why](s, *args)

    if site.kind != "set":
        return rules_of(raw)
    got: tuple[int, ...] = held[site.got]
    if raw is None:
        return rules_of(got)
    if raw in got:
        return []
    needs = [machine.lowered.local_names[local] for local in site.source_needs]
    args = [held.get(name, you) for name in needs]
    candidates = machine.names[site.source](s, *args)
    if raw not in candidates:
        return [None]
    return _core(machine, s, (got, raw), candidates, rules_of)


def is_offered(machine: Machine, s: Slots, raw: Any) -> bool:
    """Whether an answer is offered, itself or by a piece that looks just like it."""
    site_number, _, options, _ = standing(s)
    if raw in options:
        return True
    if not machine.site(site_number).of_pieces or not isinstance(raw, int):
        return False
    look = machine.sets.look(s, raw)
    return any(x is not None and machine.sets.look(s, x) == look for x in options)


def numbers(machine: Machine, s: Slots) -> list[int]:
    """For each option the number under which it is shown, from 1; 0 for done. Of a set, a piece has
    the number that it had when nothing was chosen yet, so the numbers stay while it is built."""
    site_number, you, options, env = standing(s)
    site = machine.site(site_number)
    first = options
    if site.kind == "set" and dict(zip(site.env, env, strict=True))[site.got]:
        begun = machine.copy(s)
        empty = tuple(() if name == site.got else v for name, v in zip(site.env, env, strict=True))
        begun[DECISION] = (site_number, you, (), empty)
        machine.put_again(begun)
        first = standing(begun)[2]

    def look(x: Any) -> Any:
        return machine.sets.look(s, x) if site.of_pieces and x is not None else x

    place = {look(x): n for n, x in enumerate((x for x in first if x is not None), start=1)}
    return [0 if x is None else place[look(x)] for x in options]


def _core(
    machine: Machine,
    s: Slots,
    begun: tuple[tuple[int, ...], int],
    candidates: Sequence[int],
    rules_of: Callable[[Any], Reasons],
) -> Reasons:
    got, raw = begun
    taken = (*got, raw)
    left = [x for x in candidates if x not in taken]
    broken: list[Reasons] = []
    for more in _whole_sets(machine, s, left):
        if len(broken) == MOST_SETS:
            return [None]
        broken.append(rules_of(tuple(sorted((*taken, *more)))))
    names = list(dict.fromkeys(name for each in broken for name in each))
    alone: Reasons = [name for name in names if all(name in each for each in broken)]
    together = (
        list(some)
        for size in range(2, len(names) + 1)
        for some in combinations(names, size)
        if all(any(name in each for name in some) for each in broken)
    )
    return alone or next(together, [None])


def _whole_sets(machine: Machine, s: Slots, left: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to take some of these; of equal pieces the first ones."""
    sorts: dict[Any, list[int]] = {}
    of_pieces = machine.site(standing(s)[0]).of_pieces
    for x in left:
        sorts.setdefault(machine.sets.look(s, x) if of_pieces else x, []).append(x)

    def ways(at: int) -> Iterator[tuple[int, ...]]:
        if at == len(groups):
            yield ()
            return
        for rest in ways(at + 1):
            for n in range(len(groups[at]) + 1):
                yield (*groups[at][:n], *rest)

    groups = list(sorts.values())
    yield from ways(0)
