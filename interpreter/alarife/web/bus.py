"""News of other server processes on the same database: which table has how many actions now.

In: a store. Out: calls of `told(table, seq, seat)` from a thread. PostgreSQL tells by
LISTEN/NOTIFY, SQLite is asked whether anything was written. What always holds: ids and numbers
only; what was missed while the connection was down is made up for by reading the heads of all
tables that are listened to."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from alarife.web.store import CHANNEL, Store

Told = Callable[[str, int, int], None]
"""Told a table, how many actions it has, and the seat of the newest (0: not known)."""
if TYPE_CHECKING:
    from psycopg import Connection

_READ_AGAIN = 20.0
"""After so many seconds all heads are read, whatever was told."""
logger = logging.getLogger("alarife.web")


class Bus:
    """Listens in a thread of its own until it is closed. `watched` gives the tables that somebody
    here listens to."""

    def __init__(
        self, store: Store, told: Told, watched: Callable[[], list[str]], seconds: float
    ) -> None:
        self.store, self.told, self.watched, self.seconds = store, told, watched, seconds
        self._stop = threading.Event()
        work = self._sqlite if store.is_sqlite else self._postgres
        self._thread = threading.Thread(target=work, name="alarife-bus", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(5)

    def _all(self) -> None:
        """Read the heads of everything that is listened to."""
        for table, head in self.store.heads(self.watched()).items():
            self.told(table, head, 0)

    def _sqlite(self) -> None:
        """Ask whether anybody has written, and read what is new."""
        version = None
        raw = self.store.engine.raw_connection()
        last = self.store.newest()
        try:
            while not self._stop.wait(self.seconds):
                row = raw.cursor().execute("PRAGMA data_version").fetchone()
                if row != version:
                    version = row
                    for number, table, seq, seat in self.store.written(last):
                        self.told(table, seq, seat)
                        last = number
        except Exception:
            if not self._stop.is_set():
                logger.exception("bus")
        finally:
            raw.close()

    def _hear(self, connection: Connection[Any], until: float) -> None:
        """Pass on what PostgreSQL tells, for a while."""
        while not self._stop.is_set() and time.monotonic() < until:
            for notice in connection.notifies(timeout=1.0):
                table, seq, seat = notice.payload.split(" ")
                self.told(table, int(seq), int(seat))

    def _postgres(self) -> None:
        """Listen; connect again when the connection is lost."""
        import psycopg

        url = self.store.engine.url.set(drivername="postgresql")
        while not self._stop.is_set():
            try:
                with psycopg.connect(
                    url.render_as_string(hide_password=False),
                    autocommit=True,
                    keepalives=1,
                    keepalives_idle=20,
                ) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._stop.is_set():
                        self._all()  # listen first, then read; now and then, for what was lost
                        self._hear(connection, time.monotonic() + _READ_AGAIN)
            except psycopg.Error as wrong:
                logger.warning("bus: %s", type(wrong).__name__)
                self._stop.wait(1.0)
