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
    missing = client.post("/api/tables", json={"game": "alhamra"})
    assert missing.status_code == 404
    assert "`alhambra`" in missing.json()["error"]
    assert client.get("/api/tables").status_code == 405


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (None, "The body is not JSON"),
        ([], "The body must be an object"),
        ({}, "`game` is missing"),
        ({"game": 3}, "`game` must be a text"),
        (
            {"game": "nim", "bots": ["easy"]},
            "no field `bots`. Did you mean `bot`? It belongs in `seats`",
        ),
        ({"game": "nim", "seat": []}, "no field `seat`. Did you mean `seats`?"),
        ({"game": "nim", "colour": 1}, "no field `colour`. The fields are `game`, "),
        (
            {"game": "nim", "seats": [{"bt": "easy"}]},
            "no field `bt` in `seats[0]`. Did you mean `bot`?",
        ),
        ({"game": "nim", "seats": [{}, {"bot": "esay"}]}, "`seats[1].bot` must be a bot: `random`"),
        ({"game": "nim", "seats": [3]}, "`seats[0]` must be an object"),
        ({"game": "nim", "seats": {"name": "x"}}, "`seats` must be a list"),
        ({"game": "nim", "seats": [{}] * 3}, "`seats` has 3 members, but only 2 play"),
        ({"game": "nim", "settings": ["x"]}, "`settings` must be an object"),
        (
            {"game": "nim", "settings": {"nim.misere": [1]}},
            "`settings.nim.misere` must be a text, ",
        ),
        ({"game": "nim", "players": "two"}, "`players` must be a whole number"),
        ({"game": "nim", "players": True}, "`players` must be a whole number"),
        ({"game": "nim", "players": 100}, "`players` must be a whole number from 1 to 99"),
        ({"game": "nim", "seed": 1.5}, "`seed` must be a whole number"),
        ({"game": "nim", "seed": -1}, "`seed` must be a whole number from 0"),
        ({"game": "nim", "modules": "x"}, "`modules` must be a list"),
        ({"game": "nim", "own": 5}, "`own` must be a text"),
        ({"game": "nim", "modules": ["x"] * 1000}, "`modules` must be a list with at most 60"),
    ],
)
def test_a_wish_of_a_wrong_shape_is_refused(client: TestClient, body: Any, said: str) -> None:
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 400, answer.text
    assert said in answer.json()["error"]


def test_what_is_no_json_is_refused_where_it_ends(client: TestClient) -> None:
    for raw, said in [("{'game': 1}", "line 1, column 2"), ("[" * 10**5, "not JSON")]:
        answer = client.post("/api/tables", content=raw)
        assert (answer.status_code, said in answer.json()["error"]) == (400, True), answer.text


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"key": "1"}, "no field `key`. Did you mean `keys`?"),
        ({"request": "12345678", "keys": ["1"]}, "`seq` is missing"),
        ({"seq": 0, "request": "short", "keys": ["1"]}, "`request` must be a text of 8 to 64"),
        ({"seq": 0, "request": "12345678", "keys": "1"}, "`keys` must be a list"),
        ({"seq": 0, "request": "12345678", "keys": [1]}, "`keys[0]` must be a text"),
        ({"seq": 0, "request": "12345678", "keys": []}, "`keys`, the keys of what you choose"),
        ({"seq": 0, "request": "12345678", "undo": "yes"}, "`undo` must be true or false"),
    ],
)
def test_an_answer_of_a_wrong_shape_is_refused(client: TestClient, body: Any, said: str) -> None:
    answer = client.post("/api/t/any/answer", json=body)
    assert answer.status_code == 400, answer.text
    assert said in answer.json()["error"]
