"""A restored state is looked at before it is played on: a dump may have been changed by hand, or by
an accident.

What comes in: a machine and a state just made from a dump. What goes out: nothing, or a `RuleError`
(E0701). What holds afterwards: the dump says what the state says; places obey their laws; what no
rule ever moves lies where it began; every value can be shown to everybody; what is asked is what
the rules ask there. Names carried by frames further down are not
typed; what is wrong in them comes out when they are reached, as `damage` says."""

# What comes from outside has no types.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from typing import Any

from alarife.engine.damage import LONGEST, Damage, damage
from alarife.engine.dumps import dump
from alarife.engine.machine import Machine
from alarife.engine.tables import GRID
from alarife.engine.views import Views
from alarife.engine.words import Words
from alarife.lowering.layout import COUNTERS, DECISION, FRAME, LOC, Slots


def rehearse(machine: Machine, words: Words, views: Views, s: Slots, d: dict[str, Any]) -> None:
    """Look at the state `s`, made from the dump `d`."""
    with damage():
        again = dump(machine, words, s)
    for part in {**again, **d}:
        with damage(str(part)[:LONGEST]):
            if part not in d or part not in again or not _same(again[part], d[part]):
                raise Damage("no state says it like that, or another part contradicts it")
    with damage():
        _obey(machine, s)
        for seat in range(machine.world.players):
            views.view(s, seat)
        if s[DECISION] is None:
            if s[FRAME] is not None:
                raise Damage("nothing is asked, yet a step goes on")
            return
        asked = machine.copy(s)
        machine.put_again(asked)
        if asked[DECISION] is None or asked[DECISION] != s[DECISION]:
            raise Damage("the rules ask something else there")


def _same(a: Any, b: Any) -> bool:
    """Whether two pieces of data are written alike: `1`, `1.0` and `true` are not."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(_same, a, b))
    return bool(a == b)


def _obey(machine: Machine, s: Slots) -> None:
    """Laws hold wherever something has changed since the beginning, and what no rule moves is where
    it was."""
    contents, settling = machine.contents, machine.transactions.settling
    first = machine.table(0, log=False)
    for place, law in enumerate(machine.tables.law):
        if law is None:
            continue
        held = contents.of(s, place)
        if held != contents.of(first, place) and not settling.laws[law](s, held):
            broken = " and ".join(f"`{name}`" for name in settling.broken[law](s, held))
            raise Damage(f"`{machine.tables.name[place]}` breaks {broken}")
    if any(first[COUNTERS]):
        return
    for name, info in machine.world.pieces.items():
        if name in machine.lowered.checked.moved:
            continue
        for x in info.ids:
            place = first[LOC][x]
            if s[LOC][x] != place or (
                machine.tables.shape[place] == GRID
                and contents.of(s, place).where(x) != contents.of(first, place).where(x)
            ):
                raise Damage(f"piece {x} is not where it always is")
