"""Nothing is lost: servers are killed under load, and several share one database."""

from __future__ import annotations

import json
import queue
import random
import secrets
import select
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import look, made_at, say, seats_of, settings
from tests.web.servers import PATIENCE, Server, postgres

import alarife
from alarife.web import make_app
from alarife.web.bus import Bus
from alarife.web.hub import Hub, New
from alarife.web.settings import Settings
from alarife.web.store import ActionRow, Stale, Store, TableRow


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
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and min(len(p.confirmed) for p in players) < 4:
            time.sleep(0.1)
        assert min(len(p.confirmed) for p in players) >= 4
        server.kill()
        stop.set()
        for player in players:
            player.join(PATIENCE)
        server = Server(database, tmp_path)
        for player in players:
            assert player.confirmed
            lost += kept(server, player.seats)["seq"] < max(player.confirmed)
    assert lost == 0
    assert server.stop() == 0


def test_two_processes_on_one_database(database: str, tmp_path: Path) -> None:
    one, two = Server(database, tmp_path), Server(database, tmp_path)
    try:
        seats = one.make("connect_four")
        heard = hear(two, seats[1])
        status, told = one.post(
            f"/api/t/{seats[0]}/answer", {"seq": 0, "request": "one-answer", "keys": ["4"]}
        )
        assert (status, told["accepted"]) == (200, 1)
        assert heard.until(1)
        again = two.post(
            f"/api/t/{seats[0]}/answer", {"seq": 0, "request": "one-answer", "keys": ["4"]}
        )
        assert (again[0], again[1]["repeated"]) == (200, True)
        assert kept(one, seats)["places"] == kept(two, seats)["places"]
    finally:
        assert one.stop() == 0
        assert two.stop() == 0


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
                thread.join()
            assert sorted(results) == [200, 409, 409, 409, 409, 409]
            assert {kept(s, seats)["seq"] for s in servers} == {seq + 1}
    finally:
        for server in servers:
            server.stop()


class Heard:
    """The newest number that a stream tells, from a thread."""

    def __init__(self) -> None:
        self.number = -1
        self.came = threading.Condition()

    def hears(self, number: int) -> None:
        with self.came:
            self.number = number
            self.came.notify_all()

    def until(self, number: int) -> bool:
        """Wait until so many actions have been told; whether they were."""
        with self.came:
            return self.came.wait_for(lambda: self.number >= number, PATIENCE)


def hear(server: Server, token: str) -> Heard:
    """Listen to a table; it stands at its beginning."""
    heard = Heard()

    def listen() -> None:
        address = f"{server.base}/api/t/{token}/events"
        with urllib.request.urlopen(address, timeout=PATIENCE) as stream:
            for line in stream:
                if line.startswith(b"data:") and b"seq" in line:
                    heard.hears(json.loads(line[5:])["seq"])

    threading.Thread(target=_until_it_ends, args=(listen,), daemon=True).start()
    assert heard.until(0)
    return heard


def _until_it_ends(listen: Callable[[], None]) -> None:
    with suppress(OSError, HTTPException):  # the server stops
        listen()


def test_postgresql_tells_by_itself(database: str) -> None:
    """Not only when all is read again, now and then: what is told comes with the seat."""
    one, two = Store(Settings(database).url), Store(Settings(database).url)
    told: queue.SimpleQueue[tuple[str, int, int]] = queue.SimpleQueue()
    listening = threading.Event()

    def watched() -> list[str]:
        listening.set()
        return []

    bus = Bus(two, lambda *news: told.put(news), watched, 0.3)
    try:
        assert listening.wait(PATIENCE)  # it listens before it reads
        row = TableRow("told", "T", {}, 1, [{"name": n, "bot": ""} for n in ("Ana", "Bo")])
        one.add_table(row, {"a.alr": "x"}, [("a token", "seat", [1])])
        one.add_action("told", ActionRow(1, 2, "answer", ["4"], "the first"), over=False)
        assert told.get(timeout=PATIENCE) == ("told", 1, 2)
    finally:
        bus.close()
        one.close()
        two.close()


def test_several_processes_on_one_address_and_a_head_without_end(tmp_path: Path) -> None:
    import socket

    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, "--processes", "2")
    try:
        seats = server.make("connect_four")
        told: list[str] = []
        listening = threading.Thread(target=_listens, args=(server, seats[1], told), daemon=True)
        listening.start()
        for n in range(6):
            deadline = time.monotonic() + PATIENCE
            while json.loads(server.get(f"/api/t/{seats[n % 2]}")[1])["seq"] != n:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            body = {"seq": n, "request": secrets.token_hex(8), "keys": [str(n + 1)]}
            assert server.post(f"/api/t/{seats[n % 2]}/answer", body)[0] == 200
        listening.join(PATIENCE)
        assert told[-1] == "6"
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
            assert _endless(line).startswith(b"HTTP/1.1 400")
    finally:
        assert server.stop() == 0


def _endless(line: Any) -> bytes:
    """Send a head that does not end, until something is answered."""
    with suppress(ConnectionError):  # it may have hung up
        line.sendall(b"GET / HTTP/1.1\r\n")
        for _ in range(2000):
            line.sendall(b"x-more: " + b"x" * 500 + b"\r\n")
            if select.select([line], [], [], 0.002)[0]:
                break
    return line.recv(100)


def _listens(server: Server, token: str, told: list[str]) -> None:
    """A page: notes what it is told until six answers are shown."""
    with urllib.request.urlopen(
        f"{server.base}/events?part=1&t={token}", timeout=PATIENCE
    ) as stream:
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


def test_a_page_loaded_anew_shows_what_another_process_has_confirmed(tmp_path: Path) -> None:
    """Without scripts the page after an answer may come from a process that has not heard yet."""
    with (
        TestClient(make_app(settings(tmp_path, poll_seconds=3600)), follow_redirects=False) as one,
        TestClient(make_app(settings(tmp_path, poll_seconds=3600)), follow_redirects=False) as two,
    ):
        seats = seats_of(one, made_at(one, "connect_four"))
        assert look(two, seats[1])["seq"] == 0
        for n, column in enumerate("45"):
            assert say(one, seats[n], n, column).status_code == 200
            assert f'data-seq="{n + 1}"' in two.get(f"/t/{seats[n]}").text
        assert look(two, seats[0])["seq"] == 2
