"""Graph questions answered by plain calculation: the referee of `alarife.graphs`.

Slow on purpose, and without a thought of how networkx does it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

Link = tuple[int, int]


def simple(pairs: Iterable[Link], directed: bool) -> list[Link]:
    """Every link once, without those from a node to itself."""
    return sorted({(a, b) if directed or a < b else (b, a) for a, b in pairs if a != b})


def reach(pairs: list[Link], directed: bool, start: int) -> set[int]:
    """Adds ends of links until nothing changes."""
    got = {start}
    while True:
        more = {b for a, b in pairs if a in got} | (
            set() if directed else {a for a, b in pairs if b in got}
        )
        if more <= got:
            return got
        got |= more


def within(pairs: list[Link], directed: bool, start: int, most: int) -> set[int]:
    """Adds ends of links so many times."""
    got = {start}
    for _ in range(most):
        got |= {b for a, b in pairs if a in got} | (
            set() if directed else {a for a, b in pairs if b in got}
        )
    return got


def parts(pairs: list[Link]) -> list[tuple[int, ...]]:
    """The connected parts."""
    nodes = {n for pair in pairs for n in pair}
    return sorted({tuple(sorted(reach(pairs, False, n))) for n in nodes})


def cuts(pairs: list[Link]) -> set[int]:
    """The nodes without which more parts are left."""
    nodes = {n for pair in pairs for n in pair}

    def count(left: set[int]) -> int:
        among = [p for p in pairs if p[0] in left and p[1] in left]
        return len({tuple(sorted(reach(among, False, n))) for n in left})

    return {n for n in nodes if count(nodes - {n}) > count(nodes)}


def paths(pairs: list[Link], directed: bool, start: int, end: int) -> list[tuple[int, ...]]:
    """The shortest ways, sorted."""
    ways = [(start,)]
    for _ in range(len(pairs) + 1):
        there = sorted(way for way in ways if way[-1] == end)
        if there:
            return there
        ways = [
            (*way, n)
            for way in ways
            for n in sorted({b for a, b in both(pairs, directed) if a == way[-1]})
            if n not in way
        ]
    return []


def both(pairs: list[Link], directed: bool) -> list[Link]:
    """The links as they may be walked."""
    return pairs if directed else [*pairs, *[(b, a) for a, b in pairs]]


def trail(pairs: list[Link], directed: bool) -> int:
    """Goes on from the end of every line in every way."""
    links = simple(pairs, directed)

    def on(at: int, left: list[Link]) -> int:
        best = 0
        for i, (a, b) in enumerate(left):
            rest = left[:i] + left[i + 1 :]
            if a == at:
                best = max(best, 1 + on(b, rest))
            if b == at and not directed:
                best = max(best, 1 + on(a, rest))
        return best

    return max((on(node, links) for node in set(itertools.chain(*links))), default=0)
