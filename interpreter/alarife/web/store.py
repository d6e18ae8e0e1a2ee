"""What is kept: rule files by their content, tables, links, actions.

In: a database URL. Out: rows as small records. What always holds: an action is written in one short
transaction that also moves the head of its table, so of two actions with the same number exactly
one is kept; a request that comes twice is recognised; links are kept as hashes only."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    create_engine,
    event,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError

from alarife.web.gate import Gate

CHANNEL = "alarife"
"""On this channel PostgreSQL tells that a table has a new action."""

metadata = MetaData()
files = Table(
    "alarife_file", metadata, Column("digest", String(64), primary_key=True), Column("text", Text)
)
tables = Table(
    "alarife_table",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("configuration", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("seats", Text, nullable=False),
    Column("head", Integer, nullable=False),
    Column("over", Integer, nullable=False),
    Column("made", Float, nullable=False),
    Column("touched", Float, nullable=False),
)
links = Table(
    "alarife_link",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seats", Text, nullable=False),
)
actions = Table(
    "alarife_action",
    metadata,
    Column("table_id", String(32)),
    Column("seq", Integer),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("content", Text, nullable=False),
    Column("request", String(64), nullable=False),
    Column("made", Float, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "request"),
)

_MOVE = (
    update(tables)
    .where(tables.c.id == bindparam("moved"), tables.c.head == bindparam("from"))
    .values(head=bindparam("to"), over=bindparam("ends"), touched=bindparam("now"))
)
_ADD = insert(actions)
_WRITTEN = text(
    "SELECT rowid, table_id, seq, seat FROM alarife_action WHERE rowid > :after ORDER BY rowid"
)
"""What every answer asks of the database: made once."""

_MOST_LINKS = 10_000


class Refused(Exception):
    """An answer that can't be taken; its text says why."""


class Stale(Exception):
    """Somebody else was faster: the table has moved on."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. `configuration`: game, modules, settings, players and `sources`, the digests of its
    rule files by path. `seats`: for each seat its `name` and `bot` (empty for a person)."""

    id: str
    title: str
    configuration: dict[str, Any]
    seed: int
    seats: list[dict[str, str]]
    head: int = 0
    over: bool = False
    made: float = 0


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action. `kind`: answer or undo; `content`: keys of options, or the position to go back
    to."""

    seq: int
    seat: int
    kind: str
    content: list[Any]
    request: str = ""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link: `kind` is seat, hot (several seats at one device), watch or host."""

    table: str
    kind: str
    seats: list[int] = field(default_factory=list)


def digest(content: str) -> str:
    """The name of a text by its content."""
    return sha256(content.encode()).hexdigest()


@dataclass(slots=True)
class _Waiting:
    """An action that waits to be written."""

    table: str
    row: ActionRow
    over: bool
    done: bool = False
    failed: Exception | None = None


class Store:
    """One database."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._links: dict[str, LinkRow] = {}
        self._queue: list[_Waiting] = []
        self._queueing = threading.Lock()
        self._writing = threading.Lock()
        self._gate = Gate()
        self.is_sqlite = url.startswith("sqlite")
        if self.is_sqlite:
            self.engine = create_engine(url, connect_args={"timeout": 20})
            event.listen(self.engine, "connect", _sqlite_connect)
            event.listen(self.engine, "begin", _sqlite_begin)
            self._wal()
            self._gate = Gate(self.engine.url.database or "")
        else:
            self.engine = create_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)
        self._reads = self.engine.execution_options(alarife_reads=True)
        self._create()

    def _wal(self) -> None:
        """Readers don't wait for the writer; set once, and it stays."""
        raw = self.engine.raw_connection()
        try:
            raw.cursor().execute("PRAGMA journal_mode=WAL")
        finally:
            raw.close()

    def _create(self) -> None:
        with self.engine.begin() as c:
            if not self.is_sqlite:
                c.execute(text("SELECT pg_advisory_xact_lock(7226107)"))
            metadata.create_all(c)

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()
        self._gate.close()

    def ping(self) -> None:
        """Raises what the database raises if it can't be asked."""
        with self._reads.connect() as c:
            c.execute(text("SELECT 1"))

    # ----------------------------------------------------------------
    # tables
    def add_table(
        self,
        row: TableRow,
        sources: Mapping[str, str],
        tokens: Sequence[tuple[str, str, Sequence[int]]],
    ) -> None:
        """Keep a new table, its rule files, and its links: token, kind, seats."""
        now = time.time()
        with self.engine.begin() as c:
            for content in sources.values():
                self._keep_file(c, content)
            c.execute(
                insert(tables).values(
                    id=row.id,
                    title=row.title,
                    configuration=json.dumps(row.configuration),
                    seed=row.seed,
                    seats=json.dumps(row.seats),
                    head=0,
                    over=0,
                    made=now,
                    touched=now,
                )
            )
            c.execute(
                insert(links),
                [
                    {
                        "hash": digest(token),
                        "table_id": row.id,
                        "kind": kind,
                        "seats": json.dumps(list(seats)),
                    }
                    for token, kind, seats in tokens
                ],
            )

    def _keep_file(self, c: Connection, content: str) -> None:
        name = digest(content)
        if self.is_sqlite:
            c.execute(insert(files).prefix_with("OR IGNORE").values(digest=name, text=content))
        else:
            from sqlalchemy.dialects.postgresql import insert as pg_insert

            c.execute(pg_insert(files).values(digest=name, text=content).on_conflict_do_nothing())

    def link(self, token: str) -> LinkRow | None:
        """What a token is the right to. Links never change, so what was found is remembered."""
        if not 16 <= len(token) <= 64:
            return None
        name = digest(token)
        if name in self._links:
            return self._links[name]
        with self._reads.connect() as c:
            row = c.execute(select(links).where(links.c.hash == name)).one_or_none()
        if row is None:
            return None
        if len(self._links) > _MOST_LINKS:
            self._links.clear()
        found = self._links[name] = LinkRow(row.table_id, row.kind, json.loads(row.seats))
        return found

    def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        with self._reads.connect() as c:
            row = c.execute(select(tables).where(tables.c.id == table)).one_or_none()
        if row is None:
            return None
        return TableRow(
            row.id,
            row.title,
            json.loads(row.configuration),
            row.seed,
            json.loads(row.seats),
            row.head,
            bool(row.over),
            row.made,
        )

    def sources(self, digests: Mapping[str, str]) -> dict[str, str]:
        """Rule files by path, from their digests."""
        wanted = set(digests.values())
        with self._reads.connect() as c:
            rows = c.execute(select(files).where(files.c.digest.in_(wanted))).all()
        texts = {row.digest: row.text for row in rows}
        return {path: texts[name] for path, name in digests.items()}

    # ----------------------------------------------------------------
    # actions
    def head(self, table: str) -> int:
        """How many actions a table has."""
        with self._reads.connect() as c:
            return c.execute(select(tables.c.head).where(tables.c.id == table)).scalar() or 0

    def heads(self, some: Sequence[str]) -> dict[str, int]:
        """The same for several."""
        if not some:
            return {}
        with self._reads.connect() as c:
            rows = c.execute(select(tables.c.id, tables.c.head).where(tables.c.id.in_(some))).all()
        return {row.id: row.head for row in rows}

    def actions(self, table: str, after: int = 0) -> list[ActionRow]:
        """The actions of a table after a number, in order."""
        where = (actions.c.table_id == table) & (actions.c.seq > after)
        with self._reads.connect() as c:
            rows = c.execute(select(actions).where(where).order_by(actions.c.seq)).all()
        return [ActionRow(r.seq, r.seat, r.kind, json.loads(r.content), r.request) for r in rows]

    def newest(self) -> int:
        """The number, over all tables, of the action that SQLite wrote last."""
        with self._reads.connect() as c:
            return c.execute(text("SELECT max(rowid) FROM alarife_action")).scalar() or 0

    def written(self, after: int) -> list[tuple[int, str, int, int]]:
        """The actions that SQLite has written after such a number: their own, table, number there,
        and seat."""
        with self._reads.connect() as c:
            found = c.execute(_WRITTEN, {"after": after})
            return [(n, table, seq, seat) for n, table, seq, seat in found]

    def request(self, table: str, request: str) -> ActionRow | None:
        """The action that a request has brought, if it was here before."""
        where = (actions.c.table_id == table) & (actions.c.request == request)
        with self._reads.connect() as c:
            r = c.execute(select(actions).where(where)).one_or_none()
        return ActionRow(r.seq, r.seat, r.kind, json.loads(r.content), r.request) if r else None

    def add_action(self, table: str, row: ActionRow, over: bool) -> None:
        """Keep an action; on the disk when this returns. Raises `Stale` if its number is taken.
        What comes while another is being written is written together after it."""
        one = _Waiting(table, row, over)
        with self._queueing:
            self._queue.append(one)
        with self._writing:
            if not one.done:
                with self._queueing:
                    some, self._queue = self._queue, []
                self._write(some)
        if one.failed is not None:
            raise one.failed

    def _write(self, some: list[_Waiting]) -> None:
        """Write actions in one transaction; if that fails, each in one of its own."""
        try:
            with self._gate, self.engine.begin() as c:
                stale = [one for one in some if not self._add(c, one)]
            for one in stale:
                one.failed = Stale()
        except Exception as wrong:
            for one in some if len(some) > 1 else ():
                self._write([one])
            if len(some) == 1:
                some[0].failed = Stale() if isinstance(wrong, IntegrityError) else wrong
        for one in some:
            one.done = True

    def _add(self, c: Connection, one: _Waiting) -> bool:
        """Add an action; whether its number was free."""
        now, row = time.time(), one.row
        moved = {"moved": one.table, "from": row.seq - 1, "to": row.seq, "ends": int(one.over)}
        if c.execute(_MOVE, {**moved, "now": now}).rowcount != 1:
            return False
        added = {
            "table_id": one.table,
            "seq": row.seq,
            "seat": row.seat,
            "kind": row.kind,
            "content": json.dumps(row.content),
            "request": row.request,
            "made": now,
        }
        c.execute(_ADD, added)
        if not self.is_sqlite:
            told = {"channel": CHANNEL, "payload": f"{one.table} {row.seq} {row.seat}"}
            c.execute(text("SELECT pg_notify(:channel, :payload)"), told)
        return True


def _sqlite_connect(connection: Any, record: Any) -> None:
    """The driver leaves transactions to us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _sqlite_begin(connection: Connection) -> None:
    """Who writes says so at once: a reader that becomes a writer fails if another was faster."""
    immediate = connection.get_execution_options().get("alarife_reads") is not True
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
