"""Tables over HTTP: exactly one answer counts, nothing is lost, links are rights."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from tests.play.scenes import MOMENTS
from tests.web.conftest import Make, look, made_at, say, seats_of, settings

import alarife
from alarife.table import History, Table
from alarife.web import make_app
from alarife.web.boards import Boards
from alarife.web.heaps import Heaps
from alarife.web.marks import Choices
from alarife.web.notes import beside_boards


def play_on(client: TestClient, seats: list[str], chance: random.Random, most: int) -> int:
    """Answer at random for whoever is asked; how many answers."""
    data = look(client, seats[0])
    for n in range(most):
        if data["over"]:
            return n
        token = seats[data["asked"] - 1]
        question = look(client, token)["question"]
        keys = [chance.choice([o["key"] for o in question["options"] if o["state"] == "open"])]
        if question["kind"] == "set":
            keys = complete(client, token, keys)
        answer = say(client, token, data["seq"], *keys)
        assert answer.status_code == 200, answer.text
        data = answer.json()["table"]
    return most


def complete(client: TestClient, token: str, keys: list[str]) -> list[str]:
    """Pick on until a set can be confirmed."""
    while True:
        question = client.get(f"/api/t/{token}", params={"pick": keys}).json()["question"]
        if question["confirm"]:
            return question["confirm"]
        addable = (o for o in question["options"] if o["state"] == "open" or o.get("more"))
        keys = [*keys, next(addable)["key"]]


def test_a_game_of_four_is_played_to_its_end_and_survives_the_server(tmp_path: Path) -> None:
    with TestClient(make_app(settings(tmp_path)), follow_redirects=False) as client:
        host = made_at(client, "alhambra", players="4", modules=["bazaars", "cards"])
        seats = seats_of(client, host)
        assert play_on(client, seats, random.Random(1), 40) == 40
        before = [look(client, token) for token in seats]
    with TestClient(make_app(settings(tmp_path)), follow_redirects=False) as client:
        assert [look(client, token) for token in seats] == before


def test_exactly_one_of_several_answers_counts(client: TestClient, make: Make) -> None:
    seats = make("connect_four")
    first = say(client, seats[0], 0, "4", request="the-first-one")
    assert first.status_code == 200
    again = say(client, seats[0], 0, "4", request="the-first-one")
    assert (again.json()["accepted"], again.json()["repeated"]) == (1, True)
    stale = say(client, seats[0], 0, "5", request="the-second-one")
    assert stale.status_code == 409
    assert stale.json()["table"]["seq"] == 1
    wrong_seat = say(client, seats[0], 1, "5", request="the-third-one")
    assert wrong_seat.status_code == 409
    assert look(client, seats[1])["seq"] == 1


def test_a_stale_page_gets_the_fresh_one(client: TestClient, make: Make) -> None:
    seats = make("connect_four")
    page = client.get(f"/t/{seats[0]}").text
    request = re.search(r'name="request" value="([^"]+)"', page)
    assert request
    form = {"seq": "0", "request": request[1], "key": "4"}
    assert client.post(f"/t/{seats[0]}/answer", data=form).status_code == 303
    assert client.post(f"/t/{seats[0]}/answer", data=form).status_code == 303
    late = client.post(f"/t/{seats[0]}/answer", data={**form, "request": "another-one"})
    assert late.status_code == 409
    assert "moved on" in late.text
    assert 'data-seq="1"' in late.text


def test_undo_without_scripts(client: TestClient, make: Make) -> None:
    seats = make("connect_four")
    say(client, seats[0], 0, "4")
    page = client.get(f"/t/{seats[0]}").text
    assert "Take back" in page
    form = {"seq": "1", "request": "undo-one", "undo": "1"}
    assert client.post(f"/t/{seats[0]}/answer", data=form).status_code == 303
    data = look(client, seats[0])
    assert (data["seq"], data["position"], data["yours"]) == (2, 0, True)


def test_bots_answer_by_themselves(client: TestClient, make: Make) -> None:
    seats = make("connect_four", **{"who.2": "random"})
    assert len(seats) == 1
    say(client, seats[0], 0, "4")
    deadline = time.monotonic() + 240
    while look(client, seats[0])["seq"] < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert look(client, seats[0])["yours"]


def test_a_hint_ranks_the_answers_of_who_is_asked(client: TestClient, make: Make) -> None:
    seats = make("connect_four")
    for n, column in enumerate(("4", "1", "4", "1", "4")):
        say(client, seats[n % 2], n, column)
    assert "/hint" in client.get(f"/t/{seats[1]}").text
    found = client.get(f"/api/t/{seats[1]}/hint").json()
    assert found["asked"]
    assert len(found["hints"]) == 7
    assert "4" in found["hints"][0]["words"]
    assert all(one["certain"] and one["expected"] == "0%" for one in found["hints"][1:])
    page = client.get(f"/t/{seats[1]}/hint").text
    assert "Share of the win to expect" in page
    other = client.get(f"/api/t/{seats[0]}/hint").json()
    assert other == {"hints": [], "asked": False}
    assert "You are not asked now" in client.get(f"/t/{seats[0]}/hint").text


def test_a_link_is_a_right_to_its_seat_alone(client: TestClient, make: Make) -> None:
    seats = make("kuhn_poker")
    assert client.get("/t/" + "x" * 24).status_code == 404
    assert client.get(f"/host/{seats[0]}").status_code == 404
    data = look(client, seats[0])
    hands = {p["id"]: p["content"] for p in data["places"] if p["place"] == "hand"}
    assert hands["hand:1"]["type"] == "Card"
    assert hands["hand:2"] == {"hidden": True}


def test_every_page_of_a_table_opens(client: TestClient) -> None:
    host = made_at(client, "alhambra", players="3", **{"name.1": "<b>Ann</b>"})
    seats = seats_of(client, host)
    play_on(client, seats, random.Random(4), 30)
    pages = ["", "/log", "/rules", "/rules?q=wall", "/points", "/transcript.txt", "?at=3", "/part"]
    for page in pages:
        answer = client.get(f"/t/{seats[0]}{page}")
        assert answer.status_code == 200, page
        if page != "/transcript.txt":
            assert "<b>Ann" not in answer.text
            assert "style=" not in answer.text
    for page in ("/", "/new?game=alhambra", host):
        assert client.get(page).status_code == 200


def test_the_form_tells_changes_conflicts_and_mistakes(client: TestClient) -> None:
    form: dict[str, Any] = {"game": "alhambra", "modules": ["bazaars"]}
    assert "bazaar" in client.post("/new/changes", data=form).text
    wrong = client.post("/new/changes", data={"game": "alhambra", "players": "17"}).text
    assert "E0218" in wrong
    lonely = 'alarife 2\nmodule mine "Mine" for alhambra\n  excludes bazaars\n'
    told = client.post("/new/changes", data=form | {"own": lonely}).text
    assert "E0209" in told
    assert "Leave out <code>bazaars</code> or <code>mine</code>." in told
    own = 'alarife 1\nmodule mine "Mine" for alhambra\n\nrule nonsense "N"\n  > So.\n  nothing\n'
    told = client.post("/new/changes", data={"game": "alhambra", "own": own}).text
    assert "in line" in told
    refused = client.post("/new", data={"game": "alhambra", "own": own})
    assert refused.status_code == 422


def test_what_is_chosen_of_others_lies_open_and_is_led_to(client: TestClient) -> None:
    own = (
        'alarife 2\ngame beg "Beg"\n  > Beg.\n  players 2\n\npiece Card(worth: 1..4) "card"\n'
        '  1 of each\n\nplace hand[p: Player] "hand": set of Card\n\nstep play "Play"\n'
        "  move Card to hand[seat(2)]\n  for each p in Player\n    as seat(1)\n"
        '      choose card from hand[seat(2)] "Which?"\n      otherwise\n        stop\n'
        "      move card to box\n"
    )
    seats = seats_of(client, made_at(client, "beg", own=own))
    page = client.get(f"/t/{seats[0]}").text
    assert '<details class="other" id="of-2" open>' in page
    assert '<a href="#p-hand-2">Choose where it is marked.</a>' in page


def test_your_own_module_is_played_at_this_table_alone(client: TestClient) -> None:
    own = (
        'alarife 1\nmodule mine "Five in a line" for connect_four\n\n'
        'change line_length as longer "Five in a line"\n  > Five discs are needed.\n  5\n'
    )
    seats = seats_of(client, made_at(client, "connect_four", own=own))
    assert "Five discs are needed." in client.get(f"/t/{seats[0]}/rules").text
    other = seats_of(client, made_at(client, "connect_four"))
    assert "Five discs are needed." not in client.get(f"/t/{other[0]}/rules").text
    book = client.get(f"/t/{seats[0]}/book")
    assert book.status_code == 200
    assert "Five discs are needed." in book.text
    assert "script-src" not in book.headers["content-security-policy"]
    assert "default-src 'none'" in book.headers["content-security-policy"]
    assert "<script" not in book.text
    assert f'href="/t/{seats[0]}"' in book.text
    assert client.get(f"/t/{seats[1]}/book").text == book.text.replace(seats[0], seats[1])
    rules = client.get(f"/t/{seats[0]}/rules").text
    for anchor in ("r-mine-longer", "r-connect-four-play"):
        assert f'/book#{anchor}"' in rules
        assert f'id="{anchor}"' in book.text


def test_health_and_what_is_not_there(client: TestClient) -> None:
    assert client.get("/healthz").json()["ready"]
    assert client.get("/nothing").status_code == 404
    assert client.post("/").status_code == 405
    assert client.get("/new?game=nothing").status_code == 404


def test_a_chart_of_points_that_nobody_may_know_is_empty() -> None:
    from alarife.web.chart import chart

    people = [{"party": 1, "name": "Ann", "colour": "teal", "letter": "1", "symbol": ""}]
    hidden = [{"position": n, "points": {}} for n in range(3)]
    assert chart(hidden, people) == ""
    grown = [{"position": n, "points": {"1": n}} for n in range(3)]
    assert "In the end: Ann 2" in chart(grown, people)


def test_who_ends_with_as_many_points_is_seen_beside_the_other() -> None:
    from alarife.web.chart import chart

    people = [
        {"party": n, "name": name, "colour": "teal", "letter": str(n), "symbol": ""}
        for n, name in enumerate(("Ann", "Bob", "Cy"), 1)
    ]
    grown = [{"position": n, "points": {"1": 9 * n, "2": n, "3": 9 * n}} for n in range(3)]
    discs = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="8"', chart(grown, people))
    assert len(discs) == len(set(discs)) == 3


def test_a_payment_says_what_it_comes_to_and_marks_what_is_bought(
    client: TestClient, make: Make
) -> None:
    tokens, chance = make("alhambra", players="2"), random.Random(4)
    for n in range(400):
        shown = client.get(f"/api/t/{tokens[0]}").json()
        token = tokens[shown["asked"] - 1]
        question = client.get(f"/api/t/{token}").json()["question"]
        if question["prompt"] == "Which cards do you pay with?" and question["sums"]:
            break
        keys = [chance.choice(question["options"])["key"]]
        if question["kind"] == "set":
            keys = client.get(f"/api/t/{token}", params={"pick": keys}).json()["question"][
                "confirm"
            ]
        sent = {"seq": shown["seq"], "request": f"request-{n}", "keys": keys}
        if not keys or client.post(f"/api/t/{token}/answer", json=sent).status_code != 200:
            continue
    page = client.get(f"/t/{token}").text
    begun = question["sums"][0]
    assert f"{begun['now']} of at least {begun['goal']}" in page
    assert ("Nothing chosen yet" in page) == (begun["now"] == 0) == (not question["already"])
    assert page.count('class="piece about-mark"') == 1
    assert "which this is about" in page
    assert page.index('id="hint"') < page.index('name="undo"') < page.index("</section>")
    other = client.get(f"/t/{next(t for t in tokens if t != token)}").text
    assert "about-mark" not in other


def test_settings_that_ask_are_told_with_their_answers(client: TestClient, make: Make) -> None:
    page = client.get(f"/t/{make('alhambra', players='3')[0]}/rules").text
    assert "?:" not in page
    assert "Is the extra action optional? It is optional" in page


def test_the_news_name_an_action_once(client: TestClient, make: Make) -> None:
    tokens = make("alhambra", players="2", seed="2")
    assert play_on(client, tokens, random.Random(2), 12) == 12
    for page in (client.get(f"/t/{tokens[1]}").text, client.get(f"/t/{tokens[1]}/log").text):
        chosen = re.findall(r'<li class="event e-choice".*?</li>', page, re.DOTALL)
        some = [event for event in chosen if "Take money" in event]
        assert some
        assert all(event.count("Take money") == 1 for event in some)


def test_who_is_asked_while_another_one_is_on_turn_is_told_so(
    client: TestClient, make: Make
) -> None:
    tokens, chance = make("alhambra", players="3", modules=["vizier"], seed="4"), random.Random(4)
    while play_on(client, tokens, chance, 1):
        data = look(client, tokens[0])
        token = tokens[data["asked"] - 1]
        if look(client, token)["question"]["prompt"] == "Call the vizier":
            break
    page = client.get(f"/t/{token}").text
    assert "<h1>You are asked: Call the vizier" in page


def _drawn_once(several: bool) -> list[str]:
    """Two equal cards and another one, drawn for a question in which each may be chosen."""
    table = Table(alarife.load("alhambra", players=2))
    cards = [
        {"type": "Money", "currency": currency, "value": 3, "id": n}
        for n, currency in enumerate(("denar", "denar", "ducat"))
    ]
    options = [
        {
            "key": key,
            "handle": key,
            "words": key,
            "state": "open",
            "spots": [{"place": "hand:0", "piece": n} for n in ids],
        }
        for key, ids in (("denar 3", (0, 1)), ("ducat 3", (2,)))
    ]
    place = {"id": "hand:0", "title": "Hand", "shape": "hand", "owner": 1, "content": cards}
    choices = Choices(options, lambda option, back: option["key"], several=several)
    info = table.game.world.places["hand"]
    html = Heaps(table.wording).pieces(info, place, choices).html
    return [*re.findall('data-key="([^"]+)"', html), *re.findall("×[0-9]", html)]


def test_equal_pieces_are_counted_unless_several_may_be_chosen() -> None:
    assert _drawn_once(several=False) == ["denar 3", "ducat 3", "×2"]
    assert _drawn_once(several=True) == ["denar 3", "denar 3", "ducat 3"]


def test_what_is_noted_of_sides_is_drawn_on_pieces_that_lie_on_no_board() -> None:
    state = MOMENTS["alhambra-walls"]()
    assert state.decision is not None
    table = Table(state.game)
    data = table.show(History(state.game, 0, first=state), state.decision.player)
    choices = Choices([], lambda option, back: "")
    reserve = next(
        f for f in Boards(table).figures(data, choices) if f.id.startswith("reserve:") and f.size
    )
    assert "Chambers 11; wall built: south; wall built: west" in reserve.html
    assert reserve.html.count("#c98a3d") >= 2, "the sticks are drawn"
    assert not [n for n in beside_boards(table, data) if n.title == "Wall built"]


def test_a_key_that_is_a_piece_is_told_in_words() -> None:
    table = Table(MOMENTS["alhambra-walls"]().game)
    note = table.game.world.notes["stick"]
    tile = next(n for n in note.domains[0].values if "walls" in table.wording.piece(n))
    said = table.wording.key_label(note, f"{tile},W")
    assert said.endswith("), west")
    assert "(walls: " in said


def test_cards_that_everybody_has_seen_are_only_counted_once_they_lie_hidden(
    client: TestClient, make: Make
) -> None:
    """The starting money is dealt face up, but hands are secret, as at a terminal."""
    tokens = make("alhambra", players="2", seed="2")
    for token in tokens:
        data = look(client, token)
        for place in data["places"]:
            if place["place"] == "hand" and place["owner"] == data["seat"]:
                assert all("value" in card for card in place["content"])
            elif place["place"] == "hand":
                assert set(place["content"]) == {"hidden"}
