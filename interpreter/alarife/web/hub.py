"""Tables under way.

In: links and what people answer. Out: what they are shown. What always holds: an action is in the
database before anybody is told of it; what is in memory can be let go at any moment, for all of it
follows from the database; work on one table is done by one thread at a time."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from alarife.diagnostics import RuleError
from alarife.engine.state import Game
from alarife.table import Answer, History, Table, Undo, has_secrets
from alarife.texts.spoken import phrased
from alarife.web.book import Shelf
from alarife.web.bots import Pool
from alarife.web.bus import Bus
from alarife.web.driving import Driver
from alarife.web.ears import Ears
from alarife.web.links import token_of
from alarife.web.play import action_of, load, plain_sources
from alarife.web.settings import Settings
from alarife.web.store import ActionRow, Refused, Stale, Store, TableRow, digest

SEEDS = 2**53
"""So many seeds there are: too many to try them all until one gives what a player sees, and as many
as a number in JSON has for every reader."""
_MOST_GAMES = 24
_REST = 45.0
"""After so many seconds without use, a table in memory keeps only what can't be worked out again.
"""


@dataclass(slots=True)
class Live:
    """A table in memory. `head`: how many actions it has, as far as other processes have told;
    `pages`: what was drawn last for each link, and at how many actions."""

    row: TableRow
    table: Table
    history: History
    secret: bool
    head: int = 0
    pages: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)
    used: float = field(default_factory=time.monotonic)

    def bot(self, seat: int) -> str:
        """The bot of a seat; empty for a person."""
        return self.row.seats[seat - 1]["bot"] if seat else ""


Draw = Callable[[Live, str, int], str]
"""Draws the part of a table's page that changes, for a token and its seat."""


@dataclass(frozen=True, slots=True)
class New:
    """What somebody wishes for at the lobby, checked: a loaded game, names and bots by seat."""

    game: Game
    names: list[str]
    bots: list[str]
    seed: int | None = None


class Hub:
    """All tables of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.url)
        self.pool = Pool(settings.bot_workers, settings.bot_seconds)
        self.shelf = Shelf(self.pool.book)
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.RLock()
        self._loading = threading.Lock()
        self.ears = Ears(self._drawn)
        self.draw: Draw | None = None
        self.driver = Driver(self)
        self.loop: asyncio.AbstractEventLoop | None = None
        self._bus: Bus | None = None
        self.closing = False
        self.streams = 0

    def start(self) -> None:
        """Begin to listen to other processes. Called in the event loop."""
        self.loop = asyncio.get_running_loop()
        self._bus = Bus(self.store, self.tell, self._watched, self.settings.poll_seconds)

    def end_streams(self) -> None:
        """Let all who listen go. Called in the event loop."""
        self.closing = True
        self.ears.end()

    def close(self) -> None:
        """Stop: bots end, connections close."""
        self.closing = True
        self.pool.close()
        if self._bus is not None:
            self._bus.close()
        self.store.close()

    # ----------------------------------------------------------------
    # making
    def make(self, new: New) -> str:
        """Keep a new table; the token of its host, from which all its links are made."""
        host = secrets.token_urlsafe(18)
        game = new.game
        sources = plain_sources(game.program.sources)
        c = game.configuration
        configuration = {
            "game": c.game,
            "modules": list(c.modules),
            "settings": dict(c.settings),
            "players": c.players,
            "sources": {path: digest(content) for path, content in sources.items()},
        }
        seats = [{"name": n, "bot": b} for n, b in zip(new.names, new.bots, strict=True)]
        seed = secrets.randbelow(SEEDS) if new.seed is None else new.seed
        row = TableRow(secrets.token_hex(8), game.title, configuration, seed, seats)
        people = [n for n, seat in enumerate(seats, 1) if not seat["bot"]]
        tokens: list[tuple[str, str, Sequence[int]]] = [
            (host, "host", people),
            (token_of(host, "watch"), "watch", []),
            (token_of(host, "hot"), "hot", people),
        ]
        tokens += [(token_of(host, f"seat {n}"), "seat", [n]) for n in people]
        try:  # what can't be begun is not kept
            self._game(configuration, lambda: sources).start(seed)
        except RuleError as wrong:
            raise Refused(wrong.diagnostics[0].message) from None
        self.store.add_table(row, sources, tokens)
        return host

    # ----------------------------------------------------------------
    # memory
    @contextmanager
    def at(self, table: str, surely: bool = False) -> Generator[Live]:
        """A table as it stands now, for one thread; as this process knows it, or `surely` as the
        database does. Raises `KeyError` if there is none."""
        live = self._find(table)
        with live.lock:
            self._refresh(live, surely)
            live.used = time.monotonic()
            yield live

    def _find(self, table: str) -> Live:
        with self._lock:
            live = self._live.get(table)
            if live is not None:
                self._live.move_to_end(table)
                return live
        made = self._restore(table)
        with self._lock:
            live = self._live.setdefault(table, made)
            while len(self._live) > self.settings.most_loaded:
                self._live.popitem(last=False)
        return live

    def _restore(self, table: str) -> Live:
        row = self.store.table(table)
        if row is None:
            raise KeyError(table)
        c = row.configuration
        game = self._game(c, lambda: self.store.sources(c["sources"]))
        bots = [n for n, seat in enumerate(row.seats, 1) if seat["bot"]]
        history = History(game, row.seed, bots=bots)
        view = Table(game, [seat["name"] for seat in row.seats], memory=False)
        return Live(row, view, history, has_secrets(game), row.head)

    def _game(
        self, configuration: Mapping[str, Any], sources: Callable[[], Mapping[str, str]]
    ) -> Game:
        key = json.dumps(configuration, sort_keys=True)
        with self._lock:
            found = self._games.get(key)
            if found is not None:
                self._games.move_to_end(key)
                return found
        with self._loading:
            found = self._games.get(key)
            if found is None:
                found = load(configuration, sources())
        with self._lock:
            self._games[key] = found
            while len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)
        return found

    def _refresh(self, live: Live, surely: bool = False) -> None:
        """Add what other processes have added. On SQLite, which one process usually has for itself,
        the bus says when that may be."""
        if self.store.is_sqlite and not surely and live.head <= live.history.seq:
            return
        if self.store.head(live.row.id) == live.history.seq:
            return
        for action in self.store.actions(live.row.id, live.history.seq):
            live.history.add(action_of(action.kind, action.seat, action.content))

    def let_go(self) -> int:
        """Forget tables that nobody has used for a while; how many. Those that have rested for a
        shorter while keep only their actions."""
        now = time.monotonic()
        with self._lock:
            idle = [live for live in self._live.values() if live.used < now - _REST]
        for live in idle:
            if live.lock.acquire(blocking=False):
                try:
                    live.history.rest()
                    live.pages.clear()
                finally:
                    live.lock.release()
        with self._lock:
            old = [live.row.id for live in idle if live.used < now - self.settings.idle_seconds]
            for table in old:
                if table not in self.ears:
                    self._live.pop(table, None)
        return len(old)

    def at_hand(self, table: str) -> int | None:
        """How many actions a table has, if that is known without asking the database."""
        live = self._live.get(table)
        if live is None or not self.store.is_sqlite or live.head > live.history.seq:
            return None
        return live.history.seq

    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    # ----------------------------------------------------------------
    # acting
    def act(
        self, table: str, seat: int, seq: int, request: str, keys: Sequence[str] | None
    ) -> tuple[int, bool]:
        """Answer with keys, or take back (None), as somebody who has seen `seq` actions. The number
        of the action, and whether it was here before. Raises `Stale` if the table has moved on,
        `Refused` with a reason. When it returns, the action is on the disk."""
        with self.at(table) as live:
            history = live.history
            if seq != history.seq:  # the others may know more than this process
                self._refresh(live, surely=True)
            if seq != history.seq:
                return self._again(live, seat, request), True
            action = self._action(history, seat, keys)
            try:
                history.add(action)
            except RuleError as wrong:
                raise Refused(wrong.diagnostics[0].message) from None
            content = [action.to] if isinstance(action, Undo) else list(action.keys)
            kind = "undo" if isinstance(action, Undo) else "answer"
            row = ActionRow(seq + 1, seat, kind, content, request)
            try:
                self.store.add_action(table, row, history.state.is_over)
            except Stale:
                self.forget(table)
                return self._again(live, seat, request), True
            except BaseException:
                self.forget(table)
                raise
        self.tell(table, seq + 1, seat)
        if live.history.bots:
            self.driver.soon(table)
        return seq + 1, False

    def _again(self, live: Live, seat: int, request: str) -> int:
        """The number of the action that a request has brought already. Raises `Stale` if it has
        brought none."""
        before = self.store.request(live.row.id, request)
        if before is None:
            raise Stale
        if before.seat != seat:
            raise Refused(phrased("This request was somebody else's."))
        return before.seq

    @staticmethod
    def _action(history: History, seat: int, keys: Sequence[str] | None) -> Answer | Undo:
        if keys is None:
            try:
                return history.undo(seat)
            except RuleError as wrong:
                raise Refused(wrong.diagnostics[0].message) from None
        if history.state.decision is None:
            raise Refused(phrased("The game is over."))
        return Answer(seat, tuple(keys))

    def forget(self, table: str) -> None:
        """Let go of a table: it will be made again from the database."""
        with self._lock:
            self._live.pop(table, None)

    # ----------------------------------------------------------------
    # telling
    def tell(self, table: str, seq: int, by: int = 0) -> None:
        """Tell all who listen here that a table has so many actions now, `by` the seat that has
        the newest page already. From any thread."""
        live = self._live.get(table)
        if live is not None and live.head < seq:
            live.head = seq
        if self.loop is not None and not self.ears.is_known(table, seq) and not self.closing:
            self.loop.call_soon_threadsafe(self.ears.tell, table, seq, by)

    def _drawn(self, table: str, views: Sequence[tuple[str, int]]) -> tuple[int, dict[str, str]]:
        with self.at(table) as live:
            if self.draw is None:
                return live.history.seq, {}
            return live.history.seq, {t: self.page(live, t, seat) for t, seat in views}

    def page(self, live: Live, token: str, seat: int) -> str:
        """What the page of a link shows now, drawn once however often it is asked for. To be called
        with the table's lock held."""
        held = live.pages.get((token, seat))
        if held is None or held[0] != live.history.seq:
            assert self.draw is not None
            held = live.pages[token, seat] = (live.history.seq, self.draw(live, token, seat))
        return held[1]

    def _watched(self) -> list[str]:
        """The tables of which it matters whether other processes have changed them."""
        with self._lock:
            return list({*self.ears.tables(), *self._live})
