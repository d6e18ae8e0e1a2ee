"""The pictures in the lobby."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from alarife.web.covers import cover_of
from alarife.web.lobby import games

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", [game["name"] for game in games()])
def test_every_game_has_a_picture(name: str) -> None:
    drawn = ElementTree.fromstring(cover_of(name))  # noqa: S314 - our own text
    assert drawn.tag == f"{SVG}svg"
    assert len(list(drawn.iter())) > 6, "nothing is on it"
    assert not list(drawn.iter(f"{SVG}script"))


def test_a_picture_is_the_same_whenever_it_is_made() -> None:
    first = cover_of("hamlets")
    cover_of.cache_clear()
    assert cover_of("hamlets") == first


def test_the_lobby_shows_them(client: TestClient) -> None:
    page = client.get("/").text
    assert page.count('src="/cover/') == len(games())
    answer = client.get("/cover/connect_four.svg")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "script-src" not in answer.headers["content-security-policy"]
    assert client.get("/cover/no_such_game.svg").status_code == 404
    assert client.get("/cover/..%2Falhambra.svg").status_code == 404
