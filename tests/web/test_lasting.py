"""Nothing is lost: servers are killed under load, and several share one database."""

from __future__ import annotations

import json
import random
import secrets
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from tests.web.servers import ENDED, Server, postgres

import alarife
from alarife.web.hub import Hub, New
from alarife.web.settings import Settings
from alarife.web.store import Stale


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres(tmp_path_factory.mktemp("pg")) as url:
        yield url


class Player(threading.Thread):
    """Plays a table of two at random and remembers every answer that was confirmed."""

    def __init__(self, servers: list[Server], seats: list[str], stop: threading.Event) -> None:
        super().__init__(daemon=True)
        self.servers, self.seats, self.stop = servers, seats, stop
        self.confirmed: dict[int, str] = {}
        self.chance = random.Random(seats[0])

    def run(self) -> None:
        seq = 0
        while not self.stop.is_set():
            server = self.chance.choice(self.servers)
            try:
                status, text = server.get(f"/api/t/{self.seats[0]}")
                data = json.loads(text)
                if status != 200 or data["over"]:
                    return
                token = self.seats[data["asked"] - 1]
                options = json.loads(server.get(f"/api/t/{token}")[1])["question"]["options"]
                if not options:
                    continue
                key = self.chance.choice(options)["key"]
                request = secrets.token_hex(8)
                body = {"seq": data["seq"], "request": request, "keys": [key]}
                status, told = server.post(f"/api/t/{token}/answer", body)
                if status == 200:
                    seq = told["accepted"]
                    self.confirmed[seq] = key
            except (OSError, HTTPException, ValueError, KeyError):
                if self.stop.is_set():
                    return
                time.sleep(0.05)


def kept(server: Server, seats: list[str]) -> dict[str, Any]:
    return json.loads(server.get(f"/api/t/{seats[0]}")[1])


def test_no_confirmed_answer_is_missing_after_a_kill(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = Server(database, tmp_path)
    tables = [server.make("hex", players="2") for _ in range(4)]
    lost = 0
    for _ in range(2):
        stop = threading.Event()
        players = [Player([server], seats, stop) for seats in tables]
        for player in players:
            player.start()
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and min(len(p.confirmed) for p in players) < 4:
            time.sleep(0.1)
        server.kill()
        stop.set()
        for player in players:
            player.join(10)
        server = Server(database, tmp_path)
        for player in players:
            assert player.confirmed
            lost += kept(server, player.seats)["seq"] < max(player.confirmed)
    assert lost == 0
    assert server.stop() in ENDED


def test_two_processes_on_one_database(database: str, tmp_path: Path) -> None:
    one, two = Server(database, tmp_path), Server(database, tmp_path)
    try:
        seats = one.make("connect_four")
        heard = hear(two, seats[1], 2)
        status, told = one.post(
            f"/api/t/{seats[0]}/answer", {"seq": 0, "request": "one-answer", "keys": ["4"]}
        )
        assert (status, told["accepted"]) == (200, 1)
        began = time.monotonic()
        assert heard.get(10) == 1
        assert time.monotonic() - began < 5
        again = two.post(
            f"/api/t/{seats[0]}/answer", {"seq": 0, "request": "one-answer", "keys": ["4"]}
        )
        assert (again[0], again[1]["repeated"]) == (200, True)
        assert kept(one, seats)["places"] == kept(two, seats)["places"]
    finally:
        assert one.stop() in ENDED
        assert two.stop() in ENDED


def test_of_answers_at_once_exactly_one_counts(database: str, tmp_path: Path) -> None:
    servers = [Server(database, tmp_path), Server(database, tmp_path)]
    try:
        seats = servers[0].make("connect_four")
        for seq in range(6):
            token, results = seats[seq % 2], []
            ready = threading.Barrier(6)

            def answer(n: int, seq: int = seq, token: str = token, ready: Any = ready) -> None:
                body = {"seq": seq, "request": secrets.token_hex(8), "keys": [str(n + 1)]}
                ready.wait()
                results.append(servers[n % 2].post(f"/api/t/{token}/answer", body)[0])  # noqa: B023

            threads = [threading.Thread(target=answer, args=(n,)) for n in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(30)
            assert sorted(results) == [200, 409, 409, 409, 409, 409]
            assert {kept(s, seats)["seq"] for s in servers} == {seq + 1}
    finally:
        for server in servers:
            server.stop()


class Heard:
    """The numbers that a stream tells, from a thread."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.came = threading.Condition()

    def get(self, seconds: float) -> int:
        with self.came:
            self.came.wait_for(lambda: len(self.numbers) > 1, seconds)
            return self.numbers[-1]


def hear(server: Server, token: str, most: int) -> Heard:
    """Listen to a table until so many events have come."""
    heard, ready = Heard(), threading.Event()

    def listen() -> None:
        with urllib.request.urlopen(f"{server.base}/api/t/{token}/events", timeout=30) as stream:
            while len(heard.numbers) < most:
                line = stream.readline().decode()
                if line.startswith("data:") and "seq" in line:
                    with heard.came:
                        heard.numbers.append(json.loads(line[5:])["seq"])
                        heard.came.notify_all()
                    ready.set()

    threading.Thread(target=listen, daemon=True).start()
    assert ready.wait(20)
    return heard


def test_several_processes_on_one_address_and_a_head_without_end(tmp_path: Path) -> None:
    import socket

    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, "--processes", "2")
    try:
        seats = server.make("connect_four")
        told: list[str] = []
        listening = threading.Thread(target=_listens, args=(server, seats[1], told), daemon=True)
        listening.start()
        for n in range(6):
            deadline = time.monotonic() + 30
            while json.loads(server.get(f"/api/t/{seats[n % 2]}")[1])["seq"] != n:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            body = {"seq": n, "request": secrets.token_hex(8), "keys": [str(n + 1)]}
            assert server.post(f"/api/t/{seats[n % 2]}/answer", body)[0] == 200
        listening.join(30)
        assert told[-1] == "6"
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
            assert _endless(line).startswith(b"HTTP/1.1 400")
    finally:
        assert server.stop() in ENDED


def _endless(line: Any) -> bytes:
    """Send a head that does not end, until something is answered."""
    import select

    line.sendall(b"GET / HTTP/1.1\r\n")
    for _ in range(2000):
        line.sendall(b"x-more: " + b"x" * 500 + b"\r\n")
        if select.select([line], [], [], 0.002)[0]:
            return line.recv(100)
    return b""


def _listens(server: Server, token: str, told: list[str]) -> None:
    """A page: notes what it is told until six answers are shown."""
    with urllib.request.urlopen(f"{server.base}/events?part=1&t={token}", timeout=30) as stream:
        for line in stream:
            if line.startswith(b"data:"):
                data = json.loads(line[5:])
                told.append(str(data["seq"]))
                if data["seq"] == 6:
                    return


def test_a_process_that_was_told_nothing_yet_looks_before_it_refuses(tmp_path: Path) -> None:
    """Two processes on SQLite hear of each other a moment late; an answer may come sooner."""
    settings = Settings(f"sqlite:///{tmp_path / 'tables.db'}")
    one, two = Hub(settings), Hub(settings)
    try:
        game = alarife.load("connect_four", players=2)
        host = one.make(New(game, ["Ana", "Bo"], ["", ""]))
        link = one.store.link(host)
        assert link is not None
        with two.at(link.table) as live:
            assert live.history.seq == 0
        assert one.act(link.table, 1, 0, "the first", ["4"]) == (1, False)
        assert two.act(link.table, 2, 1, "the second", ["5"]) == (2, False)
        with pytest.raises(Stale):
            one.act(link.table, 2, 1, "too late", ["6"])
        assert one.act(link.table, 1, 2, "the third", ["6"]) == (3, False)
    finally:
        one.close()
        two.close()
