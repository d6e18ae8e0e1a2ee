"""The longest trail in a part of a graph that can't be drawn in one line: a search, depth first.

Only nodes with a surplus (an odd number of links; if directed, more links out than in) come into
question as its start. Take a longest trail that begins elsewhere: if some way into its first node
is unused, it could be longer. So it ends there too and is a ring; and if the ring is not the whole
part, it could be opened at a node with an unused link and go on there."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.graphs.network import MOST_STEPS, GraphTooLarge, Link, Node


def longest_trail(part: Sequence[Link], directed: bool, budget: int) -> tuple[Link, ...]:
    """The links of a longest trail. Where a node is come to again with the same links used, nothing
    new can follow. The search ends at a trail as long as there can be: what a trail leaves unused
    still has the odd nodes that are not its ends, and one link can serve two of them."""
    surplus: dict[Node, int] = {}
    ways: dict[Node, list[tuple[Node, int]]] = {}
    for i, (a, b) in enumerate(sorted(part)):
        ways.setdefault(a, []).append((b, 1 << i))
        surplus[a] = surplus.get(a, 0) + 1
        surplus[b] = surplus.get(b, 0) + (-1 if directed else 1)
        if not directed:
            ways.setdefault(b, []).append((a, 1 << i))
    starts = sorted(n for n, more in surplus.items() if (more > 0 if directed else more % 2))
    longest = len(part) - (1 if directed else len(starts) // 2 - 1)
    best = 0
    seen: set[tuple[Node, int]] = {(node, 0) for node in starts}
    todo = [(node, 0) for node in starts]
    while todo and best.bit_count() < longest:
        node, used = todo.pop()
        if used.bit_count() > best.bit_count():
            best = used
        for other, bit in ways.get(node, ()):
            state = (other, used | bit)
            if not used & bit and state not in seen:
                if len(seen) >= MOST_STEPS:
                    raise GraphTooLarge(len(part), budget)
                seen.add(state)
                todo.append(state)
    return tuple(link for i, link in enumerate(sorted(part)) if best >> i & 1)
