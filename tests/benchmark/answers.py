"""What an answer costs the server, against what it is made of: one engine step and one drawing of
the page of who gave it.

    python -m tests.benchmark.answers [--answers 150] [--seed 1] [GAME ...]

Takes every shipped game, if none is named. The same answers are given twice, by turns of twenty: by
HTTP to a server on SQLite, where its CPU time is taken, and to the engine and the templates in this
process. Prints both, and their ratio, the largest last."""

from __future__ import annotations

import argparse
import random
import re
import secrets
import socket
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.games.configurations import everything
from tests.web.servers import Server

from alarife.pipeline import load
from alarife.table import Answer, History, Table
from alarife.web.hub import Live
from alarife.web.rendering import environment
from alarife.web.store import TableRow
from alarife.web.views import Glance, page_of

ROUND = 20
_HEAD = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


class Line:
    """A connection that is kept."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))

    def post(self, path: str, fields: dict[str, Any]) -> int:
        """Post a form; the status."""
        body = urlencode(fields)
        kind = "content-type: application/x-www-form-urlencoded\r\nx-alarife: part\r\n"
        head = f"POST {path} HTTP/1.1\r\nhost: x\r\n{kind}content-length: {len(body)}\r\n\r\n"
        self.socket.sendall((head + body).encode())
        got = b""
        while b"\r\n\r\n" not in got:
            got += self.socket.recv(2**16)
        first, _, rest = got.partition(b"\r\n\r\n")
        found = _HEAD.search(first)
        left = int(found[1]) - len(rest) if found else 0
        while left > 0:
            left -= len(self.socket.recv(2**16))
        return int(first.split()[1])


def used(pid: int) -> float:
    """The CPU time of a process with all its threads, in seconds."""
    ticks = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        ticks += int((task / "schedstat").read_text().split()[0])
    return ticks / 1e9


def keys_of(game: Any, seed: int, chance: random.Random, most: int) -> list[tuple[int, str]]:
    """Answers by lot: who gives each, and its key."""
    found: list[tuple[int, str]] = []
    state = game.start(seed)
    while state.decision is not None and len(found) < most:
        key = chance.choice(state.decision.keys)
        found.append((state.decision.player, key))
        state = state.play(key)
    return found


class Drawn:
    """The same table in this process."""

    def __init__(self, game: Any, seed: int) -> None:
        history, table = History(game, seed), Table(game)
        row = TableRow("t", "T", {}, 1, [{"name": n, "bot": ""} for n in table.wording.names])
        self.live = Live(row, table, history, secret=False)
        self.state = history.state
        self.template = environment().get_template("_table.html")

    def answers(self, seat: int, key: str) -> float:
        """One engine step, and the page drawn; the CPU time of both."""
        self.live.history.add(Answer(seat, (key,)))
        began = time.thread_time()
        self.state = self.state.play(key)
        self.template.render(page_of(self.live, Glance("x" * 24, seat), "request"))
        return time.thread_time() - began


def measured(server: Server, name: str, answers: int, seed: int) -> tuple[int, float, float]:
    """How many answers, and the CPU time of each at the server and here."""
    spent = alone = 0.0
    given = 0
    chance = random.Random(seed)
    while given < answers:
        before = given
        n, there, here = _table(server, name, chance, answers - given)
        given, spent, alone = given + n, spent + there, alone + here
        assert given > before
    return given, spent / given, alone / given


def _table(server: Server, name: str, chance: random.Random, most: int) -> tuple[int, float, float]:
    low, high = everything()[name]["players"]
    players = min(max(low, 3), high)
    tokens = server.make(name, players=str(players), seed=str(chance.randrange(10**6)))
    seed = _seed_of(server)
    game = load(name, players=players)
    keys = keys_of(game, seed, chance, most)
    drawn, line = Drawn(game, seed), Line(server.port)
    there = here = 0.0
    for seq, (seat, key) in enumerate(keys):
        fields = {"seq": seq, "request": secrets.token_hex(8), "key": key}
        before = used(server.process.pid)
        status = line.post(f"/t/{tokens[seat - 1]}/answer", fields)
        after = used(server.process.pid)
        assert status == 200, (name, status, key)
        cost = drawn.answers(seat, key)
        if seq >= min(ROUND, len(keys) // 3):  # what is met first is compiled, and kept
            there, here = there + after - before, here + cost
    counted = len(keys) - min(ROUND, len(keys) // 3)
    return counted, there, here


def _seed_of(server: Server) -> int:
    with sqlite3.connect(server.database.removeprefix("sqlite:///")) as database:
        [(seed,)] = database.execute("SELECT seed FROM alarife_table ORDER BY made DESC LIMIT 1")
    return int(seed)


def main() -> None:
    """Measure."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("games", nargs="*")
    said.add_argument("--answers", type=int, default=150)
    said.add_argument("--seed", type=int, default=1)
    given = said.parse_args()
    rows: list[tuple[float, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(
            f"sqlite:///{folder}/tables.db", Path(folder), "--no-limits", "--processes", "1"
        )
        for name in given.games or sorted(everything()):
            n, there, here = measured(server, name, given.answers, given.seed)
            line = (
                f"{there / here:5.2f} x  server {1000 * there:6.2f} ms, step and drawing"
                f" {1000 * here:6.2f} ms  {name} ({n} answers)"
            )
            rows.append((there / here, line))
            print(line, flush=True)
        server.stop()
    print(f"\nworst: {max(rows)[1]}")


if __name__ == "__main__":
    main()
