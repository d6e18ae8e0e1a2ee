"""Modules that strangers upload: each is refused with a sentence or played as it says; none stops
the server, speaks for it, or gets at anything else."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import look, made_at, say, seats_of

from alarife.engine import budget

HEAD = 'alarife 1\nmodule mine "Mine" for connect_four\n\n'
LONGER = 'change line_length as longer "Longer"\n  > So it is.\n  {}\n'
EVIL = "<script>alert(document)</script> `x <javascript:alert(document)>`_ &lt;b&gt;"
REFUSED: dict[str, bytes] = {
    "binary": bytes(range(256)) * 20,
    "UTF-16": (HEAD + LONGER.format(5)).encode("utf-16"),
    "no text": b"\0" * 500,
    "a bidirectional sign": (HEAD + LONGER.format(5)).replace("So", "S\u202eo").encode(),
    "a game": b'alarife 1\ngame mine "Mine"\n  players 2..2\n',
    "for another game": (HEAD + LONGER.format(5)).replace("connect_four", "hex").encode(),
    "a name that is a path": (HEAD + LONGER.format(5)).replace("mine", "../../mine").encode(),
    "a later version": (HEAD + LONGER.format(5)).replace("alarife 1", "alarife 99").encode(),
    "mistakes by the thousand": (HEAD + "rule\n" * 30_000).encode(),
    "deep": (HEAD + LONGER.format("(" * 50_000 + "4" + ")" * 50_000)).encode(),
    "a number without end": (HEAD + LONGER.format("9" * 100_000)).encode(),
    "a setup without end": (
        HEAD
        + 'note n "n": number = 0\nbefore play as more\n  > More.\n'
        + "  repeat 9999 times\n    repeat 9999 times\n      repeat 9999 times\n        n += 1\n"
    ).encode(),
    "a board without end": (HEAD + 'change line_length as x "X"\n  > X.\n  1..99999999\n').encode(),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_module_is_refused(client: TestClient, what: str) -> None:
    files = {"file": ("mine.alr", REFUSED[what])}
    for page in ("/new/changes", "/new"):
        answer = client.post(page, data={"game": "connect_four"}, files=files)
        said = ("error", "e0", "line", "take too long")  # the last on a machine that is busy
        told = any(word in answer.text.lower() for word in said)
        assert answer.status_code in ((422, 400) if page == "/new" else (200, 400)), answer.text
        assert told
        assert "Traceback" not in answer.text
        assert len(answer.text) < 600_000
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("how", ["file", "own"])
def test_what_it_says_is_text(client: TestClient, how: str) -> None:
    text = (HEAD + LONGER.format(5)).replace("Longer", EVIL).replace("So it is", EVIL)
    form: dict[str, Any] = {
        "data": {"game": "connect_four"} | ({"own": text} if how == "own" else {})
    }
    if how == "file":
        form["files"] = {"file": ("<b>../../x.alr", text.encode())}
    told = client.post("/new/changes", **form)
    made = client.post("/new", **form)
    assert made.status_code == 303, made.text
    seat = seats_of(client, made.headers["location"])[0]
    pages = [told, *(client.get(f"/t/{seat}{page}") for page in ("", "/rules", "/book", "/log"))]
    for page in pages:
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert 'href="javascript' not in page.text
        assert "<b>../" not in page.text


LATE = """note n[Player] "n": number = 0
after play as more
  > More.
  repeat 9999 times
    repeat 9999 times
      n[seat(1)] += 1
"""


def test_a_module_that_computes_for_ever_stops_its_own_table_alone(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is refused after which it would not end; others go on."""
    other = seats_of(client, made_at(client, "connect_four"))
    seats = seats_of(client, made_at(client, "connect_four", own=HEAD + LATE))
    for seq, column in enumerate("454545"):
        answer = say(client, seats[seq % len(seats)], seq, column)
        assert answer.status_code == 200, answer.text
    with monkeypatch.context() as patched:
        patched.setattr(budget, "MOST_SECONDS", 0.5)
        answer = say(client, seats[0], 6, "4")
    assert answer.status_code < 500
    assert "without a decision" in answer.text  # its seconds or its log: whatever is full first
    assert say(client, other[0], 0, "4").status_code == 200
    assert look(client, other[1])["seq"] == 1


ENDLESS = """value team(p: Player) "Team": number = sum 1 for x in 1..99999 with y in 1..99999
"""


def test_a_result_that_is_never_known_stops_its_own_table_alone(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often the table is asked for, its time is spent once, and others go on."""
    other = seats_of(client, made_at(client, "connect_four"))
    seats = seats_of(client, made_at(client, "connect_four", own=HEAD + ENDLESS))
    monkeypatch.setattr(budget, "MOST_SECONDS", 0.5)
    before = process_time()
    for seq, column in enumerate("454545"):
        assert say(client, seats[seq % len(seats)], seq, column).status_code == 200
    for _ in range(6):
        answer = say(client, seats[0], 6, "4")
        assert 400 <= answer.status_code < 500
        assert "on and on" in answer.text
    for page in ("", "/log", "/rules"):
        assert client.get(f"/t/{seats[0]}{page}").status_code == 200
    assert process_time() - before < 2.5, "six times the seconds would be 3 and more"
    assert look(client, seats[0])["seq"] == 6
    assert say(client, other[0], 0, "4").status_code == 200
