"""What built-in functions, sets and rankings mean, on plain values.

Values are as everywhere behind the checker: numbers, truths, texts, tuples; None for nothing;
cells, sides, parties, values of kinds and pieces as ints. The same functions are called by
generated code in play and by the evaluator before it (`alarife.linking.evaluate`), so both mean
the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

Ranking = tuple[tuple[tuple[int, ...], tuple[Any, ...]], ...]
"""Ties in order: the places that a tie shares, and its members."""


def is_many(value: Any) -> TypeGuard[tuple[Any, ...]]:
    """Whether a value is a list, a set, a pair or a ranking."""
    return isinstance(value, tuple)


def first(many: Sequence[Any]) -> Any:
    """The first, or None."""
    return many[0] if many else None


def last(many: Sequence[Any]) -> Any:
    """The last, or None."""
    return many[-1] if many else None


def only(many: Sequence[Any]) -> Any:
    """The one member, or None."""
    return many[0] if len(many) == 1 else None


def nth(many: Sequence[Any], n: int) -> Any:
    """The n-th, counted from 1, or None."""
    return many[n - 1] if 0 < n <= len(many) else None


def position(many: Sequence[Any], member: Any) -> int | None:
    """Where it stands, counted from 1, or None."""
    return many.index(member) + 1 if member in many else None


def short_of(many: Sequence[Any], member: Any) -> Sequence[Any]:
    """The members before this one; all, if it is not among them."""
    return many[: many.index(member)] if member in many else many


def ranked(ties: dict[Any, list[Any]]) -> Ranking:
    """A ranking from members by key; the least key is first."""
    out: list[tuple[tuple[int, ...], tuple[Any, ...]]] = []
    place = 1
    for key in sorted(ties):
        members = tuple(ties[key])
        out.append((tuple(range(place, place + len(members))), members))
        place += len(members)
    return tuple(out)


def ranking_of(ties: Iterable[Sequence[Any]]) -> Ranking:
    """A ranking as written in an example: lists of those who are level."""
    return ranked({i: list(members) for i, members in enumerate(ties)})


def leaders(ranking: Ranking) -> tuple[Any, ...]:
    """Those who share the first place."""
    return ranking[0][1] if ranking else ()


def first_alone(ranking: Ranking) -> Any:
    """Whoever is first and not tied, or None."""
    return only(ranking[0][1]) if ranking else None


def last_alone(ranking: Ranking) -> Any:
    """Whoever is last and not tied, or None."""
    return only(ranking[-1][1]) if ranking else None


def as_set(many: Iterable[Any]) -> tuple[Any, ...]:
    """In order, each once."""
    return tuple(sorted(set(many)))


def settled(value: Any, shape: Any) -> Any:
    """A value in which lists become sets where `shape` says so: (`set` or `list`, the same of the
    members, or None)."""
    if value is None or shape is None:
        return value
    how, inner = shape
    members = value if inner is None else [settled(v, inner) for v in value]
    return as_set(members) if how == "set" else tuple(members)


def minus_set(a: Iterable[Any], b: Iterable[Any]) -> tuple[Any, ...]:
    """Those of the one that are not in the other, in their order."""
    gone = set(b)
    return tuple([x for x in a if x not in gone])


def div_(a: int, b: int) -> int:
    """Division, rounded down; by nothing it gives nothing."""
    return a // b if b else 0


def mod_(a: int, b: int) -> int:
    """The remainder; of a division by nothing, nothing."""
    return a % b if b else 0


def union(a: Iterable[Any], b: Iterable[Any]) -> tuple[Any, ...]:
    """All that are in one or the other, in order, each once."""
    return tuple(sorted({*a, *b}))


def highest(numbers: Iterable[int]) -> int:
    """The highest, or 0."""
    return max(numbers, default=0)


def lowest(numbers: Iterable[int]) -> int:
    """The lowest, or 0."""
    return min(numbers, default=0)


def reverse(many: Iterable[Any]) -> tuple[Any, ...]:
    """The last first."""
    return tuple(many)[::-1]


def onward(value: int, n: int, values: int) -> int:
    """The n-th of so many values after one; after the last comes the first."""
    return (value + n) % max(1, values)


def players_from(player: int, players: int) -> tuple[int, ...]:
    """All players, from one of them on."""
    return tuple((player + i) % players for i in range(players))


def sides_of(mask: int) -> tuple[int, ...]:
    """The sides in a set of sides."""
    return tuple(i for i in range(4) if mask >> i & 1)
