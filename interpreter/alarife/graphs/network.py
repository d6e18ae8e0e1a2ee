"""A graph that never changes, and what is asked of it.

In: links by their centre (whatever they were derived from: a cell, say). Out: sets, numbers and
sorted tuples. Rows shared between versions of a graph have histories of their own, so nothing that
leaves this module depends on the order of a dict.

Two nodes are linked or they are not: a link given several times is one link. A link from a node to
itself makes it a node, and adds nothing to any line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Final

from alarife.graphs.late import asking

Node = Any
"""What a graph links: cells, pieces, values, or tuples of these. All of a graph compare."""
Link = tuple[Node, Node]
Row = dict[Node, dict[str, int]]

MOST_STEPS: Final = 200_000
"""How many steps the search for a trail may take in one part of a graph."""

ONCE: dict[str, int] = {"times": 1}
_TIMES: list[dict[str, int]] = [{"times": 0}, ONCE]
"""The attributes of a link by how often it is given: shared, and never written to."""


class GraphTooLarge(Exception):
    """The longest trail would have to be searched in a part of a graph with too many links.
    `links`: how many it has; `budget`: how many it may have (the same number or more, if it was the
    search that took too long)."""

    def __init__(self, links: int, budget: int) -> None:
        super().__init__(
            f"a part of the graph has {links} links; its longest line is searched in up to {budget}"
            " at most"
        )
        self.links = links
        self.budget = budget


def _given(times: int) -> dict[str, int]:
    while len(_TIMES) <= times:
        _TIMES.append({"times": len(_TIMES)})
    return _TIMES[times]


class Network:
    """See the module. `given`: the links by centre. `rows`: each node's neighbours (successors, if
    `directed`); `back`: its predecessors, the same rows if not directed."""

    __slots__ = ("_answers", "_graph", "back", "directed", "given", "rows")

    def __init__(
        self,
        given: dict[Any, tuple[Link, ...]],
        rows: dict[Node, Row],
        back: dict[Node, Row],
        directed: bool,
    ) -> None:
        self.given = given
        self.rows = rows
        self.back = back
        self.directed = directed
        self._graph: Any = None
        self._answers: dict[Hashable, Any] = {}

    # ----------------------------------------------------------------
    # versions
    def renewed(self, given: Mapping[Any, tuple[Link, ...]]) -> Network:
        """The graph with other links at these centres; itself if they are the same."""
        before = self.given
        changes = [
            (centre, old, new)
            for centre, new in given.items()
            if (old := before.get(centre, ())) != new
        ]
        if not changes:
            return self
        rows = _Rows(self.rows)
        back = _Rows(self.back) if self.directed else rows
        links = before.copy()
        for centre, old, new in changes:
            if new:
                links[centre] = new
            else:
                del links[centre]
            for a, b in new:
                rows.more(a, b)
                back.more(b, a)
            for a, b in old:
                rows.less(a, b)
                back.less(b, a)
        _drop_bare(rows, back)
        return Network(links, rows.now, back.now, self.directed)

    def graph(self) -> Any:
        """The same as a graph of networkx that refuses to be changed."""
        if self._graph is None:
            self._graph = asking().graph_of(self)
        return self._graph

    def neighbours(self) -> dict[Node, set[Node]]:
        """Each node's neighbours (successors), as networkx sees them."""
        graph = self.graph()
        return {node: set(graph.adj[node]) for node in graph}

    # ----------------------------------------------------------------
    # questions
    def reach(self, start: Node) -> frozenset[Node]:
        """All that can be reached from a node over links, itself included."""
        found = self._answers.get(start)
        if found is None:
            found = self._reach(start)
            if not self.directed:
                for node in found:
                    self._answers[node] = found
            self._answers[start] = found
        return found

    def _reach(self, start: Node) -> frozenset[Node]:
        if start not in self.rows:
            return frozenset((start,))
        return asking().reach(self, start)

    def within(self, start: Node, most: int) -> frozenset[Node]:
        """All that can be reached over at most so many links."""
        if start not in self.rows or most < 1:
            return frozenset((start,) if most >= 0 else ())
        return self._asked("within", start, most)

    def distance(self, start: Node, end: Node) -> int | None:
        """How many links the shortest way has; None if there is no way."""
        if start == end:
            return 0
        if start not in self.rows or end not in self.rows:
            return None
        return self._asked("distance", start, end)

    def path(self, start: Node, end: Node) -> tuple[Node, ...]:
        """The nodes of a shortest way, both ends included: of several the first by its nodes. Empty
        if there is no way."""
        if start == end:
            return (start,)
        if start not in self.rows or end not in self.rows:
            return ()
        return self._asked("path", start, end)

    def parts(self) -> tuple[tuple[Node, ...], ...]:
        """The connected parts, each sorted, by their first nodes. Which way a link leads makes no
        difference."""
        return self._asked("parts")

    def cuts(self) -> frozenset[Node]:
        """The articulation points: the nodes without which a part would fall apart."""
        return self._asked("cuts")

    def trail(self, budget: int) -> int:
        """How many links the longest trail has: a line that uses no link twice, and may come
        through a node more than once. A part of more than `budget` links that can't be drawn in one
        line raises `GraphTooLarge`; so does a search that takes too long."""
        return self._asked("trail", budget)

    def longest(self, budget: int) -> tuple[Link, ...]:
        """The links of a longest trail, sorted: of several the first."""
        return self._asked("longest", budget)

    def _asked(self, question: str, *args: Any) -> Any:
        key = (question, *args)
        found = self._answers.get(key, self)
        if found is self:
            found = self._answers[key] = getattr(asking(), question)(self, *args)
        return found

    def links(self) -> tuple[Link, ...]:
        """Every link once, sorted; the lesser node first unless directed."""
        return tuple(
            sorted(
                (a, b)
                for a, row in self.rows.items()
                for b in row
                if a < b or (self.directed and a != b)
            )
        )


class _Rows:
    """Rows of which those are copied that change. `now`: the rows as they are now."""

    __slots__ = ("_own", "now")

    def __init__(self, rows: dict[Node, Row]) -> None:
        self.now = rows.copy()
        self._own: dict[Node, Row] = {}

    def _mine(self, node: Node) -> Row:
        row = self._own.get(node)
        if row is None:
            row = self._own[node] = self.now[node].copy() if node in self.now else {}
            self.now[node] = row
        return row

    def more(self, a: Node, b: Node) -> None:
        row = self._mine(a)
        there = row.get(b)
        row[b] = _given(1 if there is None else there["times"] + 1)

    def less(self, a: Node, b: Node) -> None:
        row = self._mine(a)
        times = row[b]["times"]
        if times > 1:
            row[b] = _given(times - 1)
        else:
            del row[b]

    def touched(self) -> list[Node]:
        """The nodes whose rows were copied."""
        return list(self._own)


def _drop_bare(rows: _Rows, back: _Rows) -> None:
    """Remove nodes that no link has any more; what is a node on one side is one on the other."""
    for node in {*rows.touched(), *back.touched()}:
        if rows.now.get(node) or back.now.get(node):
            rows.now.setdefault(node, {})
            back.now.setdefault(node, {})
        else:
            rows.now.pop(node, None)
            back.now.pop(node, None)


def network_of(links: Iterable[Link], directed: bool = False) -> Network:
    """A graph of these links. It can't be renewed."""
    rows: dict[Node, Row] = {}
    back: dict[Node, Row] = {} if directed else rows
    once = ONCE
    for a, b in links:
        if a in rows:
            rows[a][b] = once
        else:
            rows[a] = {b: once}
        if b in back:
            back[b][a] = once
        else:
            back[b] = {a: once}
    if directed:
        for node in rows.keys() ^ back.keys():
            rows.setdefault(node, {})
            back.setdefault(node, {})
    return Network({}, rows, back, directed)


def network_by_centre(given: Mapping[Any, tuple[Link, ...]], directed: bool) -> Network:
    """A graph of links by their centre."""
    rows: dict[Node, Row] = {}
    back: dict[Node, Row] = {} if directed else rows
    once = ONCE
    for links in given.values():
        for a, b in links:
            row = rows.get(a)
            if row is None:
                rows[a] = {b: once}
            else:
                row[b] = _given(row[b]["times"] + 1) if b in row else once
            row = back.get(b)
            if row is None:
                back[b] = {a: once}
            else:
                row[a] = _given(row[a]["times"] + 1) if a in row else once
    if directed:
        for node in rows.keys() ^ back.keys():
            rows.setdefault(node, {})
            back.setdefault(node, {})
    return Network({c: links for c, links in given.items() if links}, rows, back, directed)


def network_of_neighbours(near: Mapping[Node, Iterable[Node]]) -> Network:
    """An undirected graph of which each node's neighbours are known. It can't be renewed."""
    rows = {node: dict.fromkeys(others, ONCE) for node, others in near.items()}
    return Network({}, rows, rows, directed=False)
