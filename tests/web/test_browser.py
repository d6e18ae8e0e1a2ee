"""Whole games in Debian's Chromium, by clicking, touching and typing; and what axe-core says."""

from __future__ import annotations

import json
import random
import re
import shutil
import time
import urllib.request
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from tests.web.clicking import WAIT, Keys, Seat, asked, finish, play
from tests.web.servers import PATIENCE, Server, left_out

from alarife.table import Answer, History
from alarife.web.play import action_of, load
from alarife.web.store import ActionRow, Store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("browser")
    made = Server(f"sqlite:///{folder / 'tables.db'}", folder)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        left_out("There is no Playwright here (`pip install playwright`).")
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        left_out("There is no Chromium here (`apt-get install chromium`).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


def leave_to_play(server: Server, token: str, most: int) -> None:
    """Play a table on at random, in the database itself, until about so many answers are left."""
    store = Store(server.database)
    link = store.link(token)
    assert link is not None
    row = store.table(link.table)
    assert row is not None
    c = row.configuration
    game = load(c, store.sources(c["sources"]))
    history = History(game, row.seed)
    for action in store.actions(row.id):
        history.add(action_of(action.kind, action.seat, action.content))
    done, chance, state = history.seq, random.Random(7), history.state
    keys: list[str] = []
    while state.decision is not None:
        keys.append(chance.choice(state.decision.keys))
        state = state.play(keys[-1])
    history.add_keys(keys)
    for seq, action in enumerate(history.actions[done : history.seq - most], done + 1):
        assert isinstance(action, Answer)
        added = ActionRow(seq, action.seat, "answer", list(action.keys), f"ahead-{seq}")
        store.add_action(row.id, added, over=False)
    store.close()


def test_connect_four_by_clicking_to_its_end(server: Server, chromium: Any) -> None:
    seats = [Seat(chromium, server, token) for token in server.make("connect_four")]
    play(seats, 60)
    for seat in seats:
        assert seat.over
        assert seat.page.query_selector_all(".won")
    finish(seats, 0)


def test_alhambra_with_four_modules_in_two_contexts(server: Server, chromium: Any) -> None:
    """The beginning and the end by clicking; `python -m tests.web.clicking alhambra` plays all of
    it."""
    tokens = server.make(
        "alhambra", players="2", modules=["bazaars", "treasure", "cards", "invaders"], seed="11"
    )
    seats = [Seat(chromium, server, token) for token in tokens]
    play(seats, 14)
    leave_to_play(server, tokens[0], 10)
    finish(seats, 200)


def test_dice_on_a_phone(server: Server, chromium: Any) -> None:
    tokens = server.make("dice", players="2", seed="5")
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    dark = {"color_scheme": "dark"}
    seats = [Seat(chromium, server, token, **phone, **dark) for token in tokens]
    play(seats, 8, touch=True)
    for seat in seats:
        assert seat.page.evaluate("document.documentElement.scrollWidth") <= 390
    leave_to_play(server, tokens[0], 8)
    finish(seats, 200, touch=True)


def test_the_keyboard_alone(server: Server, chromium: Any) -> None:
    tokens = server.make("connect_four")
    seats = [Seat(chromium, server, token) for token in tokens]
    for n in range(4):
        seat = seats[n % 2]
        seat.sees(n)
        seat.page.wait_for_selector("#table[data-yours='1']", timeout=WAIT)
        seat.page.keyboard.press("b")
        seat.page.keyboard.press("ArrowRight")
        seat.page.keyboard.press("ArrowRight")
        assert seat.page.evaluate("document.activeElement.dataset.key") == "3"
        seat.page.keyboard.press("Enter")
        seat.sees(n + 1)
    seats[1].page.keyboard.press("u")
    seats[1].sees(5)
    assert seats[1].page.get_attribute("#table", "data-position") == "3"
    for n, key in enumerate("71626", 5):
        seat = seats[n % 2]
        seat.sees(n)
        seat.page.wait_for_selector("#table[data-yours='1']", timeout=WAIT)
        seat.page.keyboard.press(key)
        seat.sees(n + 1)
    seats[0].page.keyboard.press("r")
    seats[0].page.wait_for_selector("#book:not([hidden])", timeout=WAIT)
    seats[0].page.keyboard.press("Escape")
    for seat in seats:
        seat.close()


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker"])
def test_a_whole_game_by_the_keyboard_alone(name: str, server: Server, chromium: Any) -> None:
    """`python -m tests.web.clicking alhambra --keyboard` plays a long one, with sets and secrets."""
    seats = [Keys(chromium, server, token) for token in server.make(name, seed="4")]
    play(seats, 60)
    finish(seats, 0)


def test_the_rulebook_of_exactly_this_table_opens_beside_it(server: Server, chromium: Any) -> None:
    tokens = server.make("connect_four")
    seat = Seat(chromium, server, tokens[0])
    seat.page.click(".turn a.rule")
    book = seat.page.frame_locator("#book iframe")
    book.locator("#r-connect-four-play").wait_for(timeout=WAIT)
    assert book.locator("#r-connect-four-play:target").count() == 1
    assert seat.page.url == f"{server.base}/t/{tokens[0]}"
    seat.page.keyboard.press("Escape")
    assert seat.page.locator("#book").is_hidden()
    seat.close()
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    small = Seat(chromium, server, tokens[0], **phone)
    small.page.tap(".turn a.rule")
    small.page.wait_for_url(f"**/t/{tokens[0]}/book#r-connect-four-play", timeout=WAIT)
    assert small.page.evaluate("document.documentElement.scrollWidth") <= 390
    small.page.tap("text=Back to the table")
    small.page.wait_for_selector("#table", timeout=WAIT)
    small.close()


def test_pieces_that_look_alike_are_picked_one_by_one_however_fast(
    server: Server, chromium: Any
) -> None:
    """Dice that show the same are one option; a second click may come before the first is shown."""
    seats = [Seat(chromium, server, token) for token in server.make("dice", players="2", seed="5")]
    seat = asked(seats)
    assert seat is not None
    page = seat.page
    page.click("button.option >> nth=0")  # roll again: which?
    page.wait_for_selector("#picks")
    key = page.evaluate(
        """() => {
            const spots = [...document.querySelectorAll("a.spot.open")];
            const same = (a) => spots.filter((b) => b.dataset.key === a.dataset.key);
            const alike = spots.filter((a) => same(a).length > 1);
            const [one, two] = alike.filter((a) => a.dataset.key === alike[0].dataset.key);
            one.click(); one.click(); two.click();
            return one.dataset.key;
        }"""
    )
    page.wait_for_selector(".pick:has-text('×2')")
    picked = f"a.spot.picked[data-key='{key}']"
    assert page.locator(picked).count() == 2
    page.click(f"{picked} >> nth=0")
    page.wait_for_selector(".pick:not(:has-text('×2'))")
    assert page.locator(picked).count() == 1
    assert page.locator(f"a.spot.open[data-key='{key}']").count() > 0
    page.click(f"a.spot.open[data-key='{key}'] >> nth=0")
    page.wait_for_selector(".pick:has-text('×2')")
    before = seat.seq
    page.click("#done")
    seat.sees(before + 1)
    for one in seats:
        one.close()


def test_a_page_that_was_away_is_told_and_both_at_once_is_safe(
    server: Server, chromium: Any
) -> None:
    tokens = server.make("connect_four")
    one, twin = Seat(chromium, server, tokens[0]), Seat(chromium, server, tokens[0])
    held: list[Any] = []
    for seat, column in ((one, 4), (twin, 5)):  # both have been sent before either comes
        seat.page.route("**/answer", lambda route: held.append(route))  # noqa: PLW0108 - a function of its own
        seat.page.click(f"a.spot[data-key='{column}']", force=True)
    deadline = time.monotonic() + PATIENCE
    while len(held) < 2 and time.monotonic() < deadline:
        one.page.wait_for_timeout(50)
    for route in held:
        route.continue_()
    one.sees(1)
    twin.sees(1)
    assert one.seq == twin.seq == 1
    other = Seat(chromium, server, tokens[1])
    other.sees(1)
    one.context.set_offline(True)
    other.page.click("a.spot[data-key='1']", force=True)
    other.sees(2)
    one.context.set_offline(False)
    one.sees(2)
    for seat in (one, twin, other):
        seat.wrong = [w for w in seat.wrong if "ERR_INTERNET_DISCONNECTED" not in w]
        seat.close()


def test_what_explains_a_question_stays_as_somebody_left_it(server: Server, chromium: Any) -> None:
    seats = [Seat(chromium, server, token) for token in server.make("connect_four")]
    page = seats[0].page
    page.wait_for_selector("#lesson[open]")
    assert "Take turns dropping a disc" in page.inner_text("#lesson")
    page.click("#lesson summary")
    page.click("a.spot[data-key='4']", force=True)
    seats[0].sees(1)
    assert page.locator("#lesson").count() == 0, "nobody is asked here"
    seats[1].sees(1)
    seats[1].page.click("a.spot[data-key='4']", force=True)
    seats[0].sees(2)
    assert page.locator("#lesson").count() == 1
    assert page.locator("#lesson[open]").count() == 0
    for seat in seats:
        seat.close()


def test_without_scripts(server: Server, chromium: Any) -> None:
    tokens = server.make("connect_four")
    seat = Seat(chromium, server, tokens[0], java_script_enabled=False)
    assert not seat.page.is_visible("#tell"), "what needs scripts isn't shown"
    assert seat.page.locator("#again").count() == 0
    seat.page.click("a.spot[data-key='4']", force=True)
    seat.page.click("#confirm")
    assert seat.seq == 1
    seat.page.click("text=Look again")
    assert seat.seq == 1
    seat.page.click("text=Take back")
    assert seat.seq == 2
    seat.close()


# ----------------------------------------------------------------
# axe
@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core, which a package for Python carries."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        left_out("There is no axe-core here (`pip install axe-playwright-python`).")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def host_of(server: Server, game: str) -> str:
    """The address of the page with the links of a new table."""
    data = urlencode({"game": game}).encode()
    with urllib.request.urlopen(f"{server.base}/new", data, timeout=PATIENCE) as answer:
        return answer.url.removeprefix(server.base)


def hot_seat_of(server: Server, game: str) -> str:
    """The address of a table at one device, where it has to be handed over."""
    found = re.search(r'href="(/t/[\w-]+)">Play hot seat', server.get(host_of(server, game))[1])
    assert found is not None
    return found[1]


def is_asked(server: Server, token: str) -> None:
    """Wait until bots have answered, so that a page stays as it is."""
    deadline = time.monotonic() + PATIENCE
    while not json.loads(server.get(f"/api/t/{token}")[1])["yours"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_axe_finds_nothing_serious_on_any_page(server: Server, chromium: Any, axe: str) -> None:
    """In light with all its rules; in dark with those about colours, as nothing else differs."""
    tokens = server.make("alhambra", players="3", **{"who.2": "random", "who.3": "random"})
    is_asked(server, tokens[0])
    other = server.make("connect_four")
    over = server.make("oh_hell", players="3", seed="2")
    leave_to_play(server, over[0], 0)
    context = chromium.new_context(color_scheme="light", bypass_csp=True)
    context.set_default_timeout(WAIT)
    page = context.new_page()
    found: list[str] = []
    rules = {"light": {}, "dark": {"runOnly": ["color-contrast", "link-in-text-block"]}}
    addresses = ["/", "/new?game=alhambra", "/nothing", f"/t/{other[0]}", f"/t/{other[1]}"]
    addresses += ["/new?game=alhambra&preset=treasure_night", host_of(server, "kuhn_poker")]
    addresses += [f"/t/{tokens[0]}{p}" for p in ("", "/log", "/rules", "/book", "/points", "?at=0")]
    addresses += [f"/t/{over[0]}{p}" for p in ("", "?at=20", "/points", "/hint")]
    addresses += [f"/t/{other[0]}?choose=4", f"/t/{other[0]}?why=at:1,1", f"/t/{other[0]}/hint"]
    addresses += [f"/t/{over[0]}/answers"]
    addresses += [f"/t/{server.make(name)[0]}" for name in ("morris", "hamlets", "hex", "rummy")]
    addresses += [f"/t/{server.make('dice', players='2')[0]}", hot_seat_of(server, "kuhn_poker")]
    for address in addresses:
        page.goto(server.base + address)
        page.evaluate(axe)
        for scheme, only in rules.items():
            page.emulate_media(color_scheme=scheme)
            result = page.evaluate("o => axe.run(o)", {"resultTypes": ["violations"], **only})
            for violation in result["violations"]:
                if violation["impact"] in ("serious", "critical"):
                    targets = [node["target"] for node in violation["nodes"]][:3]
                    summary = violation["nodes"][0].get("failureSummary", "")[:200]
                    found.append(f"{address}, {scheme}: {violation['id']} {targets} {summary}")
        page.emulate_media(color_scheme="light")
    context.close()
    assert found == []
