"""What players have been told of what they do not see.

A fact is a question of the rules (`lowered.facts`, by number), the values it was asked about, its
answer, and what it was read from: the slots and the places of pieces that the answer was worked out
from. It is remembered as long as those hold what they held; what is shuffled out of somebody's
sight takes the facts about it along. So a fact in force can be asked again at any time, and has the
same answer: of the state, and of every state that somebody who was told it may imagine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from alarife.engine.watched import Watched
from alarife.geometry.grid import Grid
from alarife.lowering.layout import FACTS, LOC, Fact, Slots

Ask = Callable[..., Any]


def asked(s: Slots, function: Ask, number: int, mask: int, args: Sequence[Any]) -> Fact:
    """A fact: the answer of a question now, and what it was read from."""
    watched = Watched(s)
    answer = function(watched, *args)
    slots = tuple(sorted(watched.read.items(), key=lambda one: one[0]))
    return number, mask, tuple(args), answer, slots, tuple(sorted(watched.located.read.items()))


def in_force(s: Slots) -> tuple[Fact, ...]:
    """The facts that are remembered: what they were read from has not changed."""
    loc = s[LOC]
    return tuple(
        fact
        for fact in s[FACTS]
        if all(s[i] is held or s[i] == held for i, held in fact[4])
        and all(loc[x] == place for x, place in fact[5])
    )


def tell(s: Slots, number: int, function: Ask, args: Sequence[Any], mask: int) -> Any:
    """Let these seats know the answer to a question; the answer."""
    fact = asked(s, function, number, mask, args)
    same = [f for f in in_force(s) if f[0] == number and f[2] == fact[2]]
    for f in same:
        mask |= f[1]
    kept = tuple(f for f in in_force(s) if f not in same)
    s[FACTS] = (*kept, (number, mask, *fact[2:]))
    return fact[3]


def forget(
    s: Slots, pieces: Sequence[int], sight: int, named: Callable[[Fact], Iterable[int]]
) -> None:
    """Whoever does not see it loses track of these pieces, and of what was known of them. `named`
    gives the pieces that a fact names."""
    gone = set(pieces)
    kept: list[Fact] = []
    for fact in in_force(s):
        about = {x for x, _ in fact[5]}.union(named(fact))
        mask = fact[1] & sight if about & gone else fact[1]
        if mask:
            kept.append((fact[0], mask, *fact[2:]))
    s[FACTS] = tuple(kept)


def pieces_read(fact: Fact, of_pieces: Sequence[bool]) -> set[int]:
    """The pieces in the slots that a fact was read from; `of_pieces` says which slots hold any."""
    return set[int]().union(*(_pieces(held) for i, held in fact[4] if of_pieces[i]))


def _pieces(value: Any) -> set[int]:
    if isinstance(value, Grid):
        return set(value.cells.values())
    if isinstance(value, tuple):
        return set[int]().union(*map(_pieces, value))  # pyright: ignore[reportUnknownArgumentType]
    return {value} if isinstance(value, int) else set()
