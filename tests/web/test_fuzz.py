"""Requests that nobody should send: none is answered with 500.

`ALARIFE_FUZZ=20000 ALARIFE_FUZZ_SEED=7 pytest tests/web/test_fuzz.py` sends as many as are named,
others with another seed."""

from __future__ import annotations

import json
import os
import random
import re
from typing import Any

from starlette.testclient import TestClient
from tests.web.conftest import made_at, seats_of

from alarife.web.app import ROUTES

REQUESTS = int(os.environ.get("ALARIFE_FUZZ", "800"))
SEED = int(os.environ.get("ALARIFE_FUZZ_SEED", "20"))
ODD = [
    "",
    "0",
    "-1",
    "1e9",
    "99999999999999999999",
    "done",
    "yes",
    "\x00",
    "a" * 3000,
    "é\u202e☃",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%00%ff",
    "{{7*7}}",
    "' OR 1=1 --",
    "٣",
    "at:1,1",
    "at:x,y",
    "at:9999,9999",
    "at:²,1",
    "piece:5",
    "piece:99999999",
    "piece:²",
    "null",
    "[]",
]
FIELDS = [
    *["seq", "request", "key", "undo", "game", "players", "modules", "own", "name.1", "who.1"],
    *["set.alhambra.last_tiles", "set.x", "look", "file", "seed", "set.invaders.open"],
]
QUERY = ["at", "pick", "choose", "why", "as", "seq", "key", "q", "since", "t", "game", "preset"]


PATHS = [
    *sorted({route.path for route in ROUTES}),
    *["/t/{token}/answer", "/api/t/{token}/answer"] * 2,
    *["/static/{path}", "/nothing"],
]
"""Every address that there is; what is added later comes in by itself."""
METHODS = [*["GET"] * 4, *["POST"] * 4, "HEAD", "PUT", "DELETE"]


def values(chance: random.Random, known: list[str]) -> str:
    return chance.choice(ODD if chance.random() < 0.5 else known)


def request(chance: random.Random, tokens: list[str], known: list[str]) -> dict[str, Any]:
    """A request like those that pages send, with something wrong in it, or not."""
    token = chance.choice([*tokens, *tokens, "x" * 24, chance.choice(ODD).replace("/", "")])
    token = "".join(c for c in token if c.isprintable())
    path = chance.choice(PATHS)
    if path.endswith(("/changes", "/hint")) and chance.random() < 0.9:  # each is much work
        path = "/nothing"
    if path.endswith("/events"):
        token = chance.choice(ODD).replace("/", "") or "none"  # a stream that opens never ends
        token = "".join(c for c in token if c.isprintable())
    path = path.replace("{token}", token).replace("{path}", token)
    path = path.replace("{game}", chance.choice(["nim", "alhambra", token]))
    path = path.replace("{form}", chance.choice(["txt", "json", "%00", "exe"]))
    made: dict[str, Any] = {
        "method": chance.choice(METHODS),
        "url": path,
        "params": [
            (chance.choice(QUERY), values(chance, known)) for _ in range(chance.choice([0, 1, 3]))
        ],
        "headers": {"x-alarife": "part"} if chance.random() < 0.3 else {},
    }
    if made["method"] == "POST":
        fields = [(chance.choice(FIELDS), values(chance, known)) for _ in range(4)]
        if path.endswith("/answer") and chance.random() < 0.5:  # almost as it should be
            whole = [("seq", "0"), ("request", chance.randbytes(6).hex()), ("key", known[0])]
            fields = [*whole, *fields[:1]]
        kind = chance.random()
        if path.startswith("/api/") or kind < 0.1:
            body: Any = dict(fields) | {
                "keys": [values(chance, known)],
                "seq": chance.choice([0, 1]),
            }
            made["content"] = json.dumps(body) if chance.random() < 0.8 else values(chance, known)
            made["content"] = made["content"].encode("utf-8", "replace")
        elif kind < 0.2:
            made["content"] = chance.randbytes(200)
            made["headers"] |= {"content-type": "multipart/form-data; boundary=x"}
        else:
            if path == "/new" and chance.random() < 0.97:
                fields = [(k, v) for k, v in fields if k != "game"]
            made["data"] = dict(fields)
    return made


def test_no_request_is_answered_with_500(client: TestClient) -> None:
    chance = random.Random(SEED)
    hosts = [
        made_at(client, "alhambra", players="3", **{"who.2": "random"}),
        made_at(client, "connect_four"),
        made_at(client, "kuhn_poker"),
    ]
    tokens = [token for host in hosts for token in seats_of(client, host)]
    for host in hosts:
        tokens += re.findall(r'href="/t/([\w-]+)"', client.get(host).text)
        tokens.append(host.rsplit("/", 1)[1])
    known = [o["key"] for t in tokens[:3] for o in options(client, t)] or ["4"]
    counts: dict[int, int] = {}
    for _ in range(REQUESTS):
        made = request(chance, tokens, known)
        answer = client.request(**made)
        counts[answer.status_code] = counts.get(answer.status_code, 0) + 1
        assert answer.status_code < 500, (made, answer.text[:500])
        assert "Traceback" not in answer.text
        if "json" not in answer.headers.get("content-type", ""):
            assert "<script>alert" not in answer.text
    assert {200, 400, 404, 405, 409} <= set(counts), counts


def options(client: TestClient, token: str) -> list[dict[str, Any]]:
    question = client.get(f"/api/t/{token}").json()["question"]
    return question["options"] if question else []
