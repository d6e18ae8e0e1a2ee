"""Ctrl-C in the terminal of a server: it stops with 0 and says nothing, whatever is going on."""

from __future__ import annotations

import json
import secrets
import time
from pathlib import Path

import pytest
from tests.web.servers import Server


@pytest.mark.parametrize(("processes", "wait"), [("1", 0.0), ("1", 1.0), ("2", 0.2), ("2", 1.0)])
def test_ctrl_c_while_a_bot_begins_to_think(processes: str, wait: float, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = Server(database, tmp_path, "--processes", processes)
    try:
        (seat,) = server.make("connect_four", **{"who.2": "hard"})
        body = {"seq": 0, "request": secrets.token_hex(8), "keys": ["4"]}
        assert server.post(f"/api/t/{seat}/answer", body)[0] == 200
        time.sleep(wait)
        server.interrupt()
        assert server.process.wait(60) == 0
    finally:
        server.stop()
    said = Path(server.log.name).read_text()
    assert "Traceback" not in said, said
    again = Server(database, tmp_path, "--processes", "1")
    try:
        assert json.loads(again.get(f"/api/t/{seat}")[1])["seq"] >= 1
    finally:
        assert again.stop() == 0
