"""Limits: each is met with its status and a sentence."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import look, made_at, say, seats_of, settings

from alarife.web import bots, make_app
from alarife.web.lobby import Wish


def test_too_many_tables_too_long_texts_too_many_requests(tmp_path: Path) -> None:
    few = settings(tmp_path, tables_an_hour=2, most_upload=100, most_body=5000)
    with TestClient(make_app(few), follow_redirects=False) as client:
        for _ in range(2):
            made_at(client, "connect_four")
        many = client.post("/new", data={"game": "connect_four"})
        assert (many.status_code, "many tables" in many.text) == (429, True)
        own = client.post("/new/changes", data={"game": "connect_four", "own": "x" * 200})
        assert (own.status_code, "too long" in own.text) == (400, True)
        files = {"file": ("a.alr", b"x" * 200)}
        upload = client.post("/new/changes", data={"game": "connect_four"}, files=files)
        assert (upload.status_code, "too large" in upload.text) == (400, True)
        assert client.post("/new", content=b"x" * 6000).status_code == 413
    with TestClient(make_app(settings(tmp_path, requests_a_minute=3))) as client:
        assert [client.get("/healthz").status_code for _ in range(5)] == [200, 200, 200, 429, 429]


def test_tables_are_let_go_and_come_back(tmp_path: Path) -> None:
    few = settings(tmp_path, most_loaded=2, idle_seconds=0)
    with TestClient(make_app(few), follow_redirects=False) as client:
        tables = [seats_of(client, made_at(client, "connect_four")) for _ in range(5)]
        for seats in tables:
            say(client, seats[0], 0, "4")
        assert client.get("/healthz").json()["tables"] <= 2
        assert [look(client, seats[1])["seq"] for seats in tables] == [1] * 5


def test_headers_keep_strangers_out(client: TestClient) -> None:
    answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_logs_are_lines_of_json_without_links(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with TestClient(make_app(settings(tmp_path, log=True)), follow_redirects=False) as client:
        seats = seats_of(client, made_at(client, "connect_four"))
        with caplog.at_level(logging.INFO, logger="alarife.web"):
            look(client, seats[0])
    lines = [json.loads(r.getMessage()) for r in caplog.records if r.name == "alarife.web"]
    assert lines[-1]["page"] == "/api/t/{token}"
    assert seats[0] not in caplog.text


def test_a_bot_that_thinks_too_long_is_ended_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    slow = tmp_path / "slow_bot.py"
    slow.write_text("import time\nclass Slow:\n    def choose(self, *a):\n        time.sleep(60)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr("alarife.web.pages.seatable", lambda: ["slow_bot:Slow"])
    brief = settings(tmp_path, bot_seconds=2)
    with TestClient(make_app(brief), follow_redirects=False) as client:
        form = {"who.2": "slow_bot:Slow"}
        seats = seats_of(client, made_at(client, "connect_four", **form))
        say(client, seats[0], 0, "4")
        deadline = time.monotonic() + 240
        while look(client, seats[0])["seq"] < 2 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert look(client, seats[0])["yours"]


def test_what_takes_too_much_work_is_ended_and_the_next_one_is_done() -> None:
    """Work is counted, not time: a machine that is busy refuses no good rules."""
    pool = bots.Pool(1, 240)
    wish = Wish("alhambra", (), (), 3, "")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bots, "_SURVEY_SECONDS", 0.01)
        patched.setattr(bots, "_PATIENCE", 10**5)
        assert pool.survey(wish) is None
    found = pool.survey(wish)
    assert found is not None
    assert found.is_fine
    pool.close()
