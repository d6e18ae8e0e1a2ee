"""Circles in what hangs on one another by name: modules that need each other, amendments of
amendments, orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def circle_of(edges: Mapping[str, Iterable[str]]) -> list[str]:
    """A circle in a graph (name → the names it leads to), in its order; empty if there is none."""
    done: set[str] = set()
    for start in sorted(edges):
        path: list[str] = []
        waiting = [(start, 0)]
        while waiting:
            name, depth = waiting.pop()
            del path[depth:]
            if name in path:
                return path[path.index(name) :]
            if name not in done and name in edges:
                done.add(name)
                path.append(name)
                waiting.extend((other, depth + 1) for other in sorted(edges[name], reverse=True))
    return []
