"""A server in this process, and what plays on it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from alarife.web import Settings, make_app

Make = Callable[..., list[str]]


def settings(folder: Path, **more: Any) -> Settings:
    """A server of a test: a database of its own, and limits that a test doesn't meet."""
    wide: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'tables.db'}",
        "requests_a_minute": 10**6,
        "works_a_minute": 10**6,
        "tables_an_hour": 10**6,
        "log": False,
        "bot_seconds": 240,
        "hint_seconds": 120,
        "poll_seconds": 0.05,
    }
    return Settings(**(wide | more))


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A browser without a screen."""
    folder = tmp_path_factory.mktemp("web")
    with TestClient(make_app(settings(folder)), follow_redirects=False) as made:
        yield made


@pytest.fixture
def make(client: TestClient) -> Make:
    """Makes a table; the tokens of its seats."""

    def made(game: str, **form: Any) -> list[str]:
        return seats_of(client, made_at(client, game, **form))

    return made


def made_at(client: TestClient, game: str, **form: Any) -> str:
    """Make a table; the address of its host's page."""
    answer = client.post("/new", data={"game": game} | form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def seats_of(client: TestClient, host: str) -> list[str]:
    """The tokens of a table's seats."""
    page = client.get(host).text
    found = re.findall(r'href="/t/([\w-]+)">Take this seat', page)
    assert found
    return found


def look(client: TestClient, token: str) -> dict[str, Any]:
    """What a seat sees."""
    answer = client.get(f"/api/t/{token}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def say(client: TestClient, token: str, seq: int, *keys: str, request: str = "") -> Any:
    """Answer as a seat."""
    body = {"seq": seq, "keys": list(keys), "request": request or secrets.token_hex(8)}
    return client.post(f"/api/t/{token}/answer", json=body)
