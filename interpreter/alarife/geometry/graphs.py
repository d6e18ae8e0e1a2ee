"""Graphs declared over a grid, and what is asked of them: what is in reach, the longest line, what
holds a part together.

What comes in: nodes (ints, mostly cells or corner points) and links between them. What goes out:
sets and numbers, the same whatever order the links came in. Nothing here recurses, so the size of a
graph meets no limit of Python's.

`reference` says the same on networkx, by name; tests hold the two equal. This is the one that
plays: for the few dozen nodes of a grid building a graph of networkx costs more than the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Link = tuple[int, int]

MOST_STEPS = 200_000
"""How many steps `trail` may search in one part of a graph."""


class GraphTooLarge(Exception):
    """A longest line would have to be searched in a part of a graph with too many links. `links`:
    how many it has; `budget`: how many it may have (the same number or more, if it was the search
    that took too long)."""

    def __init__(self, links: int, budget: int) -> None:
        super().__init__(
            f"a part of the graph has {links} links; its longest line is searched in up to {budget}"
            " at most"
        )
        self.links = links
        self.budget = budget


class Links:
    """A graph. Both ends of a link are nodes; further ones may be named. Two links between the same
    nodes are two links.

    `near`: node → the nodes it is linked to (led to, if `directed`), one entry for each link.
    `pairs`: the links as they came."""

    __slots__ = ("directed", "near", "pairs")

    def __init__(self, nodes: Iterable[int], links: Iterable[Link], directed: bool = False) -> None:
        near: dict[int, list[int]] = {n: [] for n in nodes}
        self.pairs: list[Link] = list(links)
        self.near = near
        self.directed = directed
        for a, b in self.pairs:
            if a not in near:
                near[a] = []
            if b not in near:
                near[b] = []
            near[a].append(b)
            if not directed:
                near[b].append(a)


def reach(links: Links, start: int) -> frozenset[int]:
    """What one gets to from `start` over links, `start` itself included. Empty if `start` is no
    node of the graph: so a cell without any link is in its own reach only where it was named as a
    node."""
    near = links.near
    if start not in near:
        return frozenset()
    seen = {start}
    todo = [start]
    for node in todo:
        for other in near[node]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return frozenset(seen)


def trail(links: Links, budget: int) -> int:
    """How many links the longest line has that uses no link twice; it may come through a node more
    than once.

    A part of the graph that can be drawn in one line (at most two of its nodes have an odd number
    of links) counts whole. Else the line is searched, and a part with more than `budget` links
    raises `GraphTooLarge`; so does a search of too many steps."""
    best = 0
    for part, starts in sorted(_parts(links), key=lambda found: -len(found[0])):
        if len(part) <= best:
            break
        if not starts:
            best = len(part)
            continue
        if len(part) > budget:
            raise GraphTooLarge(len(part), budget)
        best = max(best, _search(part, starts, links.directed, budget))
    return best


def articulation(links: Links) -> set[int]:
    """The nodes without which a part of the graph would fall apart. Which way a link leads makes no
    difference."""
    near = _both_ways(links)
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    found: set[int] = set()
    for root in near:
        if root not in number and _articulation_of(root, near, number, lowest, found) > 1:
            found.add(root)
    return found


def _articulation_of(
    root: int,
    near: dict[int, list[int]],
    number: dict[int, int],
    lowest: dict[int, int],
    found: set[int],
) -> int:
    """Walks the part of the graph around `root`, depth first. Adds to `found` what holds it
    together, but for `root` itself: that does if it has more than one branch, and how many it has
    is returned."""
    number[root] = lowest[root] = len(number)
    branches = 0
    path: list[tuple[int, int, Iterator[int]]] = [(root, root, iter(near[root]))]
    while path:
        node, parent, others = path[-1]
        for other in others:
            if other not in number:
                number[other] = lowest[other] = len(number)
                path.append((other, node, iter(near[other])))
                break
            if number[other] < lowest[node]:
                lowest[node] = number[other]
        else:
            path.pop()
            if node == root:
                continue
            lowest[parent] = min(lowest[parent], lowest[node])
            if parent == root:
                branches += 1
            elif lowest[node] >= number[parent]:
                found.add(parent)
    return branches


def _both_ways(links: Links) -> dict[int, list[int]]:
    """The neighbours of each node, whichever way its links lead."""
    if not links.directed:
        return links.near
    near: dict[int, list[int]] = {n: [] for n in links.near}
    for a, b in links.pairs:
        near[a].append(b)
        near[b].append(a)
    return near


def _parts(links: Links) -> Iterator[tuple[list[Link], list[int]]]:
    """The connected parts: the links of each, and the nodes at which a longest line may have to
    begin; none if the part can be drawn in one line.

    Only nodes with a surplus come into question. Take a longest line that begins elsewhere: if some
    way into its first node is unused, it could be longer. So it ends there too and is a ring; and
    if the ring is not the whole part, it could be opened at a node with an unused link and go on
    there."""
    near = _both_ways(links)
    surplus = _surplus(links)
    part_of: dict[int, int] = {}
    parts: list[tuple[list[Link], list[int]]] = []
    for start in near:
        if start in part_of:
            continue
        part_of[start] = len(parts)
        todo = [start]
        for node in todo:
            for other in near[node]:
                if other not in part_of:
                    part_of[other] = len(parts)
                    todo.append(other)
        starts = sorted(node for node in todo if surplus[node] > 0)
        whole = sum(surplus[node] for node in starts) <= (1 if links.directed else 2)
        parts.append(([], [] if whole else starts))
    for pair in links.pairs:
        parts[part_of[pair[0]]][0].append(pair)
    yield from parts


def _surplus(links: Links) -> dict[int, int]:
    """For each node: 1 if an odd number of links ends there; if directed, how many more lead out of
    it than into it."""
    if not links.directed:
        return {node: len(others) & 1 for node, others in links.near.items()}
    surplus = {node: len(others) for node, others in links.near.items()}
    for _, b in links.pairs:
        surplus[b] -= 1
    return surplus


def _search(part: list[Link], starts: list[int], directed: bool, budget: int) -> int:
    """The longest line in a connected part that can't be drawn in one, depth first.

    Where a node is come to again with the same links used, nothing new can follow. The search ends
    at a line as long as there can be: what a line leaves unused still has the odd nodes that are
    not its ends, and one link can serve two of them."""
    ways: dict[int, list[tuple[int, int]]] = {}
    for i, (a, b) in enumerate(sorted(part)):
        ways.setdefault(a, []).append((b, 1 << i))
        if not directed:
            ways.setdefault(b, []).append((a, 1 << i))
    longest = len(part) - (1 if directed else len(starts) // 2 - 1)
    best = 0
    seen: set[tuple[int, int]] = {(node, 0) for node in starts}
    todo = [(node, 0) for node in starts]
    while todo and best < longest:
        node, used = todo.pop()
        best = max(best, used.bit_count())
        for other, bit in ways.get(node, ()):
            state = (other, used | bit)
            if not used & bit and state not in seen:
                if len(seen) >= MOST_STEPS:
                    raise GraphTooLarge(len(part), budget)
                seen.add(state)
                todo.append(state)
    return best
