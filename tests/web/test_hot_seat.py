"""All at one screen: one link leads to every seat, whoever is asked."""

from __future__ import annotations

import re
import secrets

from starlette.testclient import TestClient
from tests.web.conftest import made_at


def hot_seat(client: TestClient, game: str) -> str:
    """The address of a table for Ann and Bob at one screen."""
    host = made_at(client, game, **{"name.1": "Ann", "name.2": "Bob"})
    found = re.search(r'href="(/t/[\w-]+)">Play hot seat', client.get(host).text)
    assert found is not None
    return found[1]


def seq_of(page: str) -> str:
    """How many actions a page shows."""
    found = re.search(r'data-seq="(\d+)"', page)
    assert found is not None
    return found[1]


def answers(client: TestClient, address: str, **said: str) -> str:
    """Answer as whoever is asked, as the page does; the page that follows."""
    base, _, query = address.partition("?")
    form = {"seq": seq_of(client.get(address).text), "request": secrets.token_hex(8)} | said
    answer = client.post(f"{base}/answer?{query}", data=form, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_one_screen_plays_both_seats_to_the_end(client: TestClient) -> None:
    address, page = hot_seat(client, "connect_four"), ""
    for turn, column in enumerate("4545454"):
        asked = ("Ann", "Bob")[turn % 2]
        assert f"{asked} is asked: Which column?" in client.get(address).text
        page = answers(client, address, key=column)
    assert "Ann has won" in page
    assert '<span class="meta">you</span>' not in page, "both read it"


def test_a_slip_is_taken_back_at_the_same_screen(client: TestClient) -> None:
    address = hot_seat(client, "connect_four")
    assert 'id="undo"' not in client.get(address).text
    page = answers(client, address, key="4")
    assert "Bob is asked" in page
    assert 'id="undo"' in page
    page = answers(client, address, undo="1")
    assert "Ann is asked" in page
    assert 'id="undo"' not in page


def test_a_screen_with_secrets_is_handed_over(client: TestClient) -> None:
    address = hot_seat(client, "kuhn_poker")
    for name, n in ("Ann", 1), ("Bob", 2):
        handed = client.get(address).text
        assert f"Pass the screen to {name}" in handed
        assert 'data-place="hand' not in handed
        other = client.get(f"{address}?as={3 - n}").text
        assert f"Pass the screen to {name}" in other
        assert 'data-place="hand' in client.get(f"{address}?as={n}").text
        if n == 1:
            page = answers(client, f"{address}?as=1", key="check")
            assert "Pass the screen to Bob" in page
            assert 'id="undo"' not in client.get(f"{address}?as=2").text
