"""Many tables at once on one server: how long an answer takes until it is confirmed and shown.

    python tests/benchmark/tables.py [--tables 200] [--listeners 4] [--seconds 30] [--game NAME]

Starts a server on SQLite in a temporary folder. Each table has listening pages; about once a second
somebody answers there. Prints the times until the answer was confirmed, and until every listener
had fetched the page that shows it; the times of one engine step with drawing; and the memory that a
table takes while nobody plays."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import secrets
import statistics
import tempfile
import time
import tracemalloc
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.web.servers import Server

_PART = re.compile(rb'"seq": (\d+), "html"')
_KEY = re.compile(rb'class="(?:spot open|option)"[^>]*data-key="([^"]+)"')
_SHOWN = re.compile(rb'data-seq="(\d+)"[^>]*data-yours="([01])"')


class Page:
    """A page of a browser, as far as the server notices: one stream, and a connection kept for
    answers."""

    def __init__(self, port: int, token: str, notes: Notes) -> None:
        self.port, self.token, self.notes = port, token, notes
        self.html = b""
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def listen(self) -> None:
        """Hear of news; what it shows comes with them."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        writer.write(f"GET /events?part=1&t={self.token} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        with suppress(asyncio.CancelledError, ConnectionError):
            while line := await reader.readline():
                if line.startswith(b"data:") and (found := _PART.search(line, 0, 60)):
                    self.notes.shown(self.token, int(found[1]))
                    if b'data-yours=\\"1\\"' in line:
                        self.html = json.loads(line[5:])["html"].encode()
        writer.close()

    async def ask(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        """Status and body of an answer, over the connection that is kept."""
        kind = "content-type: application/x-www-form-urlencoded\r\nx-alarife: part\r\n"
        head = f"{method} /t/{self.token}{path} HTTP/1.1\r\nhost: x\r\n{kind}"
        sent = f"{head}content-length: {len(body)}\r\n\r\n{body}".encode()
        first = b""
        while not first:  # a connection that has rested may be closed
            with suppress(ConnectionError):
                if self._line is None or self._line[0].at_eof():
                    self._line = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
                self._line[1].write(sent)
                first = await self._line[0].readline()
            if not first:
                self._line = None
        assert self._line is not None
        reader = self._line[0]
        status = int(first.split()[1])
        length = 0
        while (line := await reader.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return status, await reader.readexactly(length)


class Notes:
    """What was measured."""

    def __init__(self) -> None:
        self.confirmed: list[float] = []
        self.times: list[float] = []
        self.refused: list[float] = []
        self._began: dict[tuple[str, int], float] = {}

    def begins(self, tokens: list[str], seq: int, at: float) -> None:
        """An answer is sent; these pages will show it."""
        self._began |= {(token, seq): at for token in tokens}

    def shown(self, token: str, seq: int) -> None:
        """A page shows so many actions."""
        began = self._began.pop((token, seq), None)
        if began is not None:
            self.times.append(time.monotonic() - began)

    @property
    def missing(self) -> int:
        """How many pages have not been told."""
        return len(self._began)


async def play(pages: list[Page], until: float, notes: Notes) -> None:
    """Whoever is asked answers, about once a second."""
    chance = random.Random(pages[0].token)
    tokens = [page.token for page in pages]
    for page in pages:
        _, page.html = await page.ask("GET", "/part")
    await asyncio.sleep(chance.random())
    seq = 0
    while time.monotonic() < until:
        began = time.monotonic()
        page, keys = asked(pages, seq)
        if page is not None and keys:
            body = {"seq": seq, "request": secrets.token_hex(8), "key": chance.choice(keys)}
            notes.begins(tokens, seq + 1, began)
            status, page.html = await page.ask("POST", "/answer", urlencode(body))
            (notes.confirmed if status == 200 else notes.refused).append(time.monotonic() - began)
            seq += status == 200
            notes.shown(page.token, seq)
        await asyncio.sleep(max(0.0, began + 1 - time.monotonic()))


def asked(pages: list[Page], seq: int) -> tuple[Page | None, list[str]]:
    """The page that may answer now, and with what; None if none knows of it yet."""
    for page in pages:
        found = _SHOWN.search(page.html)
        if found and found[2] == b"1" and int(found[1]) == seq:
            return page, [unescape(key.decode()) for key in _KEY.findall(page.html)]
    return None, []


async def load(server: Server, options: argparse.Namespace) -> None:
    tables: list[list[Page]] = []
    notes = Notes()
    for _ in range(options.tables):
        form = {"players": str(options.listeners)}
        tokens = await asyncio.to_thread(server.make, options.game, **form)
        tables.append([Page(server.port, token, notes) for token in tokens])
    listening = [asyncio.create_task(page.listen()) for pages in tables for page in pages]
    await asyncio.sleep(3)
    until = time.monotonic() + options.seconds
    spent, own = cpu_of(server.process.pid), time.process_time()
    await asyncio.gather(*(play(pages, until, notes) for pages in tables))
    spent, own = cpu_of(server.process.pid) - spent, time.process_time() - own
    await asyncio.sleep(3)
    for task in listening:
        task.cancel()
    answers = max(len(notes.confirmed), 1)
    print(
        f"CPU time for each answer: server {1000 * spent / answers:.1f} ms, this program"
        f" {1000 * own / answers:.1f} ms"
    )
    if notes.refused or notes.missing:
        print(f"refused: {len(notes.refused)}, not shown: {notes.missing}")
    told("confirmed", notes.confirmed, options.seconds)
    told("shown", notes.times, options.seconds)


async def answers_alone(server: Server, options: argparse.Namespace, most: int = 300) -> None:
    """The server's CPU time for an answer while nobody listens: to confirm it and to draw the page
    of who gave it."""
    notes, spent, given = Notes(), 0.0, 0
    while given < most:
        form = {"players": str(options.listeners)}
        tokens = await asyncio.to_thread(server.make, options.game, **form)
        pages = [Page(server.port, token, notes) for token in tokens]
        for _ in range(60):
            for page in pages:
                _, page.html = await page.ask("GET", "/part")
            seq = max(int(found[1]) for p in pages if (found := _SHOWN.search(p.html)))
            page, keys = asked(pages, seq)
            if page is None or not keys:
                break
            body = {"seq": seq, "request": secrets.token_hex(8), "key": keys[0]}
            before = cpu_of(server.process.pid)
            await page.ask("POST", "/answer", urlencode(body))
            spent += cpu_of(server.process.pid) - before
            given += 1
    print(f"CPU time for an answer while nobody listens: {1000 * spent / given:.1f} ms")


def cpu_of(pid: int) -> float:
    """The CPU time that a process and its children have used, in seconds."""
    pids = [pid]
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(path.read_text().rpartition(")")[2].split()[1]) == pid:
                pids.append(int(path.parent.name))
    spent = 0.0
    for one in pids:
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            spent += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return spent


def told(what: str, times: list[float], seconds: float) -> None:
    ms = sorted(1000 * t for t in times)
    if ms:
        print(
            f"{what}: {len(ms)} ({len(ms) / seconds:.0f} a second), median {statistics.median(ms):.0f}"
            f" ms, 95 % within {ms[int(len(ms) * 0.95)]:.0f} ms, all within {ms[-1]:.0f} ms"
        )


def played(game: Any, seed: int) -> Any:
    """A table after 60 answers by lot."""
    from alarife.table import Answer, History

    chance, history = random.Random(seed), History(game, seed)
    for _ in range(60):
        decision = history.state.decision
        if decision is None:
            break
        history.add(Answer(decision.player, (chance.choice(decision.options).key,)))
    return history


def alone(name: str, players: int) -> None:
    """One engine step with drawing, and the memory of a table."""
    import alarife

    game = alarife.load(name, players=players)
    for warm in range(4):
        played(game, warm)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    histories = [played(game, n) for n in range(10)]
    for history in histories:
        history.rest()
    gc.collect()
    kept = (tracemalloc.get_traced_memory()[0] - before) / len(histories) / 1000
    tracemalloc.stop()
    print(f"memory of an idle table after 60 answers: {kept:.0f} kB (none when it has been let go)")
    pages_of(histories[0], players)


def pages_of(history: Any, players: int) -> None:
    """One engine step with drawing, for whoever is first to look, and for the others."""
    from alarife.table import Answer, Table
    from alarife.web.hub import Live
    from alarife.web.rendering import environment
    from alarife.web.store import TableRow
    from alarife.web.views import Glance, page_of

    table = Table(history.game)
    row = TableRow("t", "T", {}, 1, [{"name": n, "bot": ""} for n in table.wording.names])
    live = Live(row, table, history, secret=False)
    template = environment().get_template("_table.html")
    steps: list[float] = []
    firsts: list[float] = []
    others: list[float] = []
    for seat in range(1, players + 1):
        template.render(page_of(live, Glance("x" * 24, seat), "request"))
    for _ in range(30):
        decision = history.state.decision
        if decision is None:
            break
        began = time.process_time()
        history.add(Answer(decision.player, (decision.options[0].key,)))
        steps.append(time.process_time() - began)
        for seat in range(1, players + 1):
            began = time.process_time()
            template.render(page_of(live, Glance("x" * 24, seat), "request"))
            (others if seat > 1 else firsts).append(time.process_time() - began)
    step, first, other = (1000 * statistics.median(times) for times in (steps, firsts, others))
    print(
        f"CPU time: engine step {step:.1f} ms, page of the first to look {first:.1f} ms, of each"
        f" other {other:.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--listeners", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--game", default="oh_hell")
    options = parser.parse_args()
    alone(options.game, options.listeners)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(
            f"sqlite:///{folder}/tables.db",
            Path(folder),
            "--no-limits",
            "--processes",
            str(options.processes),
        )
        try:
            asyncio.run(answers_alone(server, options))
            asyncio.run(load(server, options))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
