"""Bots at tables: whoever is asked and no person answers, in a process of its own.

In: tables. Out: answers, or what a bot needs to know to give one. What always holds: a bot learns
what its seat may know and nothing else; one that gives no legal answer in time is answered for by
chance; at one table one bot thinks at a time."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

from alarife.table import Undo
from alarife.web.bots import Job
from alarife.web.store import Refused, Stale

if TYPE_CHECKING:
    from alarife.web.hub import Hub, Live

logger = logging.getLogger("alarife.web")
_MOST_ALONE = 5000
"""So many answers of bots in a row, and a table is left alone."""


class Driver:
    """Lets the bots of a hub's tables answer."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._driving: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def soon(self, table: str) -> None:
        """Let bots answer, if one is asked. From any thread."""
        if self.hub.loop is not None and not self.hub.closing:
            self.hub.loop.call_soon_threadsafe(self._drive, table)

    def _drive(self, table: str) -> None:
        if table in self._driving or self.hub.loop is None:
            return
        self._driving.add(table)
        task = self.hub.loop.create_task(self._driven(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _driven(self, table: str) -> None:
        try:
            for _ in range(_MOST_ALONE):
                if self.hub.closing or not await asyncio.to_thread(self._bot_answers, table):
                    return
        except Exception:
            logger.exception("bots of table %s", table)
        finally:
            self._driving.discard(table)

    def _bot_answers(self, table: str) -> bool:
        """Let the bot that is asked answer; whether there was one."""
        with self.hub.at(table) as live:
            decision = live.history.state.decision
            if decision is None or not (bot := live.bot(decision.player)):
                return False
            seat, seq, options = decision.player, live.history.seq, list(decision.keys)
            job = self.job(live, seat, bot)
        key = self.hub.pool.answer(job)
        if key is None or key not in options:
            key = secrets.choice(options)
        try:
            self.hub.act(table, seat, seq, f"bot-{seq}", [key])
        except (Stale, Refused):
            return True
        return True

    def job(self, live: Live, seat: int, bot: str = "") -> Job:
        """What a bot needs to know to answer for a seat; without a bot, to give it a hint."""
        rows = [
            ("undo", a.seat, [a.to]) if isinstance(a, Undo) else ("answer", a.seat, list(a.keys))
            for a in live.history.actions
        ]
        configuration = live.row.configuration
        sources = dict(live.table.game.program.sources)
        bots = tuple(sorted(live.history.bots))
        given = self.hub.settings
        seconds = given.bot_seconds / 2 if bot else given.hint_seconds
        seed = live.row.seed
        return Job(live.row.id, configuration, sources, seed, rows, seat, bot, bots, seconds)
