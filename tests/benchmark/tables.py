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
from pathlib import Path
from typing import Any

import httpx2 as httpx
from tests.web.servers import Server


async def listen(client: httpx.AsyncClient, token: str, seen: dict[str, list[float]]) -> None:
    """A page: hears of news, fetches what is new, notes when it had it."""
    async with client.stream("GET", f"/api/t/{token}/events", timeout=None) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data:") and "seq" in line:
                seq = json.loads(line[5:])["seq"]
                if seq:
                    await client.get(f"/t/{token}/part")
                    seen.setdefault(f"{token} {seq}", []).append(time.monotonic())


async def play(
    client: httpx.AsyncClient, seats: list[str], until: float, notes: dict[str, Any]
) -> None:
    """Somebody answers about once a second."""
    chance = random.Random(seats[0])
    await asyncio.sleep(chance.random())
    data: Any = None
    while time.monotonic() < until:
        if data is None or data["over"]:
            data = (await client.get(f"/api/t/{seats[0]}")).json()
        if data["over"]:
            return
        token = seats[data["asked"] - 1]
        question = data["question"]
        if not data["yours"] or data["seat"] != data["asked"]:
            question = (await client.get(f"/api/t/{token}")).json()["question"]
        picks = [chance.choice(question["options"])["key"]]
        keys = picks
        if question["kind"] == "set":
            keys = question["confirm"]
            while not keys:
                found = await client.get(f"/api/t/{token}", params={"pick": picks})
                question = found.json()["question"]
                keys = question["confirm"]
                more = [o["key"] for o in question["options"] if o["state"] == "open"]
                picks += more[:1]
        body = {"seq": data["seq"], "request": secrets.token_hex(8), "keys": keys}
        began = time.monotonic()
        answer = await client.post(f"/api/t/{token}/answer", json=body)
        data = answer.json().get("table")
        if answer.status_code == 200 and data is not None:
            notes["confirmed"].append(time.monotonic() - began)
            for other in seats:
                notes["began"][f"{other} {data['seq']}"] = began
        await asyncio.sleep(max(0.0, 1 - (time.monotonic() - began)))


async def load(server: Server, options: argparse.Namespace) -> None:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=200)
    async with httpx.AsyncClient(base_url=server.base, limits=limits, timeout=60) as client:
        tables: list[list[str]] = []
        for _ in range(options.tables):
            form = {"game": options.game, "players": str(options.listeners)}
            answer = await client.post("/new", data=form, follow_redirects=True)
            tables.append(re.findall(r'href="/t/([\w-]+)">Take this seat', answer.text))
        seen: dict[str, list[float]] = {}
        listeners = [
            asyncio.create_task(listen(client, token, seen)) for seats in tables for token in seats
        ]
        await asyncio.sleep(3)
        notes: dict[str, Any] = {"confirmed": [], "began": {}}
        until = time.monotonic() + options.seconds
        spent = cpu_of(server.process.pid)
        await asyncio.gather(*(play(client, seats, until, notes) for seats in tables))
        await asyncio.sleep(3)
        spent = cpu_of(server.process.pid) - spent
        for task in listeners:
            task.cancel()
    print(
        f"the server's CPU time for each answer: {1000 * spent / max(len(notes['confirmed']), 1):.1f} ms"
    )
    shown = [times[0] - notes["began"][k] for k, times in seen.items() if k in notes["began"]]
    told("confirmed", notes["confirmed"], options.seconds)
    told("shown", shown, options.seconds)


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
    parser.add_argument("--game", default="oh_hell")
    options = parser.parse_args()
    alone(options.game, options.listeners)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/tables.db", Path(folder), "--no-limits")
        try:
            asyncio.run(load(server, options))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
