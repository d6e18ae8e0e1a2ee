"""A program makes a table, and plays it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import look, say, settings
from tests.web.servers import Server

from alarife.web import make_app


def test_a_program_makes_a_table_and_plays_it_to_the_end(client: TestClient) -> None:
    made = client.post("/api/tables", json={"game": "connect_four", "seats": [{"name": "Ann"}, {}]})
    assert made.status_code == 201, made.text
    table = made.json()
    tokens = [seat["token"] for seat in table["seats"]]
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Player 2"]
    assert look(client, table["watch"])["seat"] == 0
    assert client.get(f"/host/{table['host']}").status_code == 200
    assert client.get(f"/t/{table['hot']}").status_code == 200
    for seq, column in enumerate("4545454"):
        assert say(client, tokens[seq % 2], seq, column).status_code == 200
    assert look(client, tokens[1])["winners"] == ["Ann"]


def test_modules_settings_bots_and_a_text_of_its_own(client: TestClient) -> None:
    own = 'alarife 2\nmodule mine "Mine" for alhambra\n  > A rule of our own.\n'
    wish = {
        "game": "alhambra",
        "modules": ["cards", "invaders"],
        "settings": {"invaders.open": True, "alhambra.further_action": "compulsory"},
        "players": 3,
        "seats": [{"name": "Ann"}, {"bot": "random"}, {"bot": "easy"}],
        "seed": 7,
        "own": own,
    }
    made = client.post("/api/tables", json=wish)
    assert made.status_code == 201, made.text
    seats = made.json()["seats"]
    assert [bool(seat["token"]) for seat in seats] == [True, False, False]
    assert [seat["bot"] for seat in seats] == ["", "random", "easy"]
    assert "Mine" in client.get(f"/host/{made.json()['host']}").text or look(
        client, seats[0]["token"]
    )


def test_no_player_can_try_all_seeds_until_one_fits(tmp_path: Path) -> None:
    given = 2**53 - 1
    wish = {"game": "kuhn_poker"}
    with TestClient(make_app(settings(tmp_path))) as client:
        for asked in [wish] * 8 + [{**wish, "seed": given}]:
            assert client.post("/api/tables", json=asked).status_code == 201
    with sqlite3.connect(tmp_path / "tables.db") as database:
        seeds = [n for (n,) in database.execute("SELECT seed FROM alarife_table")]
    assert given in seeds
    assert sorted(seeds)[-2] > 2**45
    assert max(seeds) == given


def test_a_game_of_its_own_goes_by_its_own_name(client: TestClient) -> None:
    own = (
        'alarife 2\ngame coins "Coins"\n  > Take one.\n  players 2\nstep play "Play"\n  > Play.\n'
        '  as seat(1)\n    choose n from 1..3 "How many?"\n'
    )
    made = client.post("/api/tables", json={"game": "coins", "own": own})
    assert made.status_code == 201, made.text
    assert look(client, made.json()["seats"][0]["token"])["question"]["options"]
    other = client.post("/api/tables", json={"game": "notes", "own": own})
    assert other.status_code == 404


def test_the_program_on_the_page_plays_a_game(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "web_api.md").read_text(encoding="utf-8")
    program = page.split("```python\n")[1].split("```")[0]
    told: list[Any] = []
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path)
    try:
        said = program.replace("http://127.0.0.1:8000", server.base)
        exec(compile(said, "web_api.md", "exec"), {"print": told.append})  # noqa: S102 - ours
    finally:
        server.stop()
    assert len(told) == 1
    assert told[0] in (["Ann"], ["Bob"])


def test_what_cannot_be_is_told_with_its_remedy(client: TestClient) -> None:
    wrong = client.post("/api/tables", json={"game": "alhambra", "modules": ["bazars"]})
    assert wrong.status_code == 422
    assert "bazars" in wrong.json()["error"]
    assert any("bazaars" in d["hint"] for d in wrong.json()["diagnostics"])
    own = {"game": "alhambra", "own": "alarife 2\nmodule mine for alhambra\n  xx"}
    wrong = client.post("/api/tables", json=own)
    assert wrong.status_code == 422
    assert any(d["line"] for d in wrong.json()["diagnostics"])
    assert client.post("/api/tables", json={"game": "nothing"}).status_code == 404
    assert client.get("/api/tables").status_code == 405


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        7,
        {},
        {"game": 3},
        {"game": "nim", "seats": [3]},
        {"game": "nim", "seats": {"name": "x"}},
        {"game": "nim", "settings": ["x"]},
        {"game": "nim", "settings": {"nim.misere": [1]}},
        {"game": "nim", "players": "two"},
        {"game": "nim", "players": True},
        {"game": "nim", "seed": 1.5},
        {"game": "nim", "modules": "x"},
        {"game": "nim", "own": 5},
        {"game": "nim", "modules": ["x"] * 1000},
    ],
)
def test_a_wish_of_a_wrong_shape_is_refused(client: TestClient, body: Any) -> None:
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]
