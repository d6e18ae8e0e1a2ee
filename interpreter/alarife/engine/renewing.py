"""Graphs that are renewed where what they read has changed.

The links of each centre (a cell, an edge, a value of a kind) are worked out on a state that notes
which slots are read. As long as these hold the same, so do the links: whatever else changes in the
state, the first slot that the rules would read differently is one of those. So a change costs as
much as the links of the centres that read what has changed. A grid may change in place: whether it
has is told by its `memo`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from alarife.engine.graphs import reader
from alarife.engine.watched import Watched
from alarife.geometry.grid import Grid
from alarife.graphs import Network, network_by_centre
from alarife.lowering.layout import Slots

Links = Callable[[Any, Any], tuple[Any, ...]]


class RenewedGraph:
    """One such graph, as it was last asked for. `centres(s)`: always the same ones."""

    def __init__(
        self, links: Links, centres: Callable[[Slots], Iterable[Any]], directed: bool
    ) -> None:
        self._links, self._centres, self._directed = links, centres, directed
        self._network: Network | None = None
        self._reads: dict[Any, frozenset[int]] = {}
        """By centre, which slots its links were read from."""
        self._readers: dict[int, set[Any]] = {}
        """By slot, the centres whose links were read from it."""
        self._slots: list[int] = []
        self._read: Callable[[Slots], Any] = len
        self._held: Any = None
        """What those slots held, but for grids."""
        self._grids: dict[int, object] = {}
        """By slot the memo that its grid had."""

    def __call__(self, s: Slots) -> Network:
        """The graph in a state."""
        network = self._network
        if network is None:
            return self._asked_anew(s, tuple(self._centres(s)))
        changed = [slot for slot, memo in self._grids.items() if s[slot].memo is not memo]
        now = self._read(s)
        if now != self._held:
            held = zip(self._slots, self._held[1:], now[1:], strict=True)
            changed += [slot for slot, a, b in held if a is not b and a != b]
        elif not changed:
            return network
        return self._asked_anew(s, set[Any]().union(*[self._readers[slot] for slot in changed]))

    def _asked_anew(self, s: Slots, centres: Iterable[Any]) -> Network:
        """The graph after another look at these centres."""
        watched = Watched(s)
        given: dict[Any, tuple[Any, ...]] = {}
        reads: dict[Any, frozenset[int]] = {}
        for centre in centres:
            watched.read = {}
            given[centre] = self._links(watched, centre)
            reads[centre] = frozenset(watched.read)
        before = self._network
        if before is None:
            self._network = network_by_centre(given, self._directed)
        else:
            self._network = before.renewed(given)
        self._note(s, reads)
        return self._network

    def _note(self, s: Slots, reads: dict[Any, frozenset[int]]) -> None:
        """Note from which slots the links of some centres were read, and what these hold now."""
        for centre, slots in reads.items():
            before = self._reads.get(centre, frozenset())
            for slot in before - slots:
                self._readers[slot].discard(centre)
            for slot in slots - before:
                self._readers.setdefault(slot, set()).add(centre)
            self._reads[centre] = slots
        if len(self._readers) != len(self._slots) + len(self._grids):
            self._slots = [slot for slot in self._readers if not isinstance(s[slot], Grid)]
            self._read = reader(self._slots)
        self._held = self._read(s)
        self._grids = {slot: s[slot].memo for slot in self._readers if isinstance(s[slot], Grid)}
