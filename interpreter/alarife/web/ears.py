"""Who listens at this server process, and what they are told.

In: how many actions a table has now, from any thread. Out: for each stream numbers, and for pages
what they show now. What always holds: a page gets what its own link shows and nothing else; pages
of one table are drawn one after the other, after the answer has been confirmed; who listens too
slowly is told the number alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

_MOST_WAITING = 8
_DRAWERS = 2
"""So many threads draw pages: one may wait for a table that is just being answered at. More would
only take turns with those that take answers."""


class Heard(NamedTuple):
    """What a stream is told: which of its links, how many actions there are (-1: the server stops),
    and the page, if it wants that."""

    link: int
    seq: int
    page: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A link as a stream asks for it. `seat` is None if numbers are enough."""

    link: int
    table: str
    token: str
    seat: int | None


@dataclass(eq=False, slots=True)
class _Ear:
    wanted: Wanted
    queue: asyncio.Queue[Heard]

    def tell(self, seq: int, page: str = "") -> None:
        if self.queue.qsize() < _MOST_WAITING:
            self.queue.put_nowait(Heard(self.wanted.link, seq, page))


Draw = Callable[[str, Sequence[tuple[str, int]]], tuple[int, Mapping[str, str]]]
"""Draws pages of a table for tokens and their seats: how many actions they show, and each."""


class Ears:
    """All who listen here. All of it is called in the event loop, but for `is_known`."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._by_table: dict[str, set[_Ear]] = {}
        self._told: dict[str, int] = {}
        self._by: dict[str, int] = {}
        self._drawing: set[str] = set()
        self._again: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._drawers = ThreadPoolExecutor(_DRAWERS, "alarife-draw")

    def __contains__(self, table: object) -> bool:
        """Whether anybody listens to a table."""
        return table in self._by_table

    def __len__(self) -> int:
        """How many links are listened to."""
        return sum(len(ears) for ears in self._by_table.values())

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._by_table)

    def is_known(self, table: str, seq: int) -> bool:
        """Whether nobody here has to be told. From any thread."""
        return self._told.get(table, -1) >= seq or table not in self._by_table

    @contextmanager
    def listening(self, links: Sequence[Wanted]) -> Generator[asyncio.Queue[Heard]]:
        """What is told of some links, as it comes."""
        queue: asyncio.Queue[Heard] = asyncio.Queue()
        ears = [_Ear(wanted, queue) for wanted in links]
        for ear in ears:
            self._by_table.setdefault(ear.wanted.table, set()).add(ear)
        try:
            yield queue
        finally:
            for ear in ears:
                table = ear.wanted.table
                self._by_table[table].discard(ear)
                if not self._by_table[table]:
                    del self._by_table[table]
                    self._told.pop(table, None)
                    self._by.pop(table, None)

    def end(self) -> None:
        """Let all go."""
        for ears in list(self._by_table.values()):
            for ear in list(ears):
                ear.queue.put_nowait(Heard(0, -1))

    def tell(self, table: str, seq: int, by: int = 0) -> None:
        """A table has so many actions now. The seat that brought that about has the page already,
        and is told the number alone."""
        if self.is_known(table, seq):
            return
        self._told[table] = seq
        self._by[table] = by
        pages = False
        for ear in self._by_table[table]:
            if ear.wanted.seat is None:
                ear.tell(seq)
            pages = pages or ear.wanted.seat is not None
        if pages and table in self._drawing:
            self._again.add(table)
        elif pages:
            self._drawing.add(table)
            task = asyncio.get_running_loop().create_task(self._drawn(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _drawn(self, table: str) -> None:
        """Draw what the pages of a table show now, until nothing new has come meanwhile."""
        try:
            while table in self._by_table:
                self._again.discard(table)
                views = {
                    (e.wanted.token, e.wanted.seat)
                    for e in self._by_table[table]
                    if e.wanted.seat is not None and e.wanted.seat != (self._by.get(table) or None)
                }
                loop = asyncio.get_running_loop()
                drawn = loop.run_in_executor(self._drawers, self._draw, table, list(views))
                seq, pages = await drawn
                for ear in self._by_table.get(table, ()):
                    if ear.wanted.seat is not None:
                        full = ear.queue.qsize() >= _MOST_WAITING // 2
                        ear.tell(seq, "" if full else pages.get(ear.wanted.token, ""))
                if table not in self._again:
                    return
        finally:
            self._drawing.discard(table)
