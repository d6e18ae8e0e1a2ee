"""People at browsers, who click, touch and type.

    python -m tests.web.clicking GAME [--with a,b] [--players N] [--seed S] [--phone | --keyboard]

plays a whole game by clicking alone (or by touch, or by the keyboard), each person in a browser of
their own, and says how long it took. The tests play beginnings and ends."""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.web.servers import Server

WAIT = 240_000
"""So many milliseconds anything may take on a slow machine."""
LOST = 10_000
"""After so many, a click that nothing came of is repeated: the page was just being replaced."""


class Seat:
    """A person at a browser."""

    def __init__(self, browser: Any, server: Server, token: str, **options: Any) -> None:
        self.context = browser.new_context(
            **({"viewport": {"width": 1280, "height": 860}} | options)
        )
        self.context.set_default_timeout(WAIT)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._console)
        self.base = server.base
        self.page.goto(f"{server.base}/t/{token}")

    def _console(self, message: Any) -> None:
        if message.type == "error" and "409" not in message.text:
            self.wrong.append(message.text)

    @property
    def seq(self) -> int:
        return int(self.page.get_attribute("#table", "data-seq"))

    @property
    def asked(self) -> bool:
        return self.page.get_attribute("#table", "data-yours") == "1"

    @property
    def over(self) -> bool:
        return bool(self.page.query_selector("#table.over"))

    def sees(self, seq: int) -> None:
        """Wait until the page shows so many actions."""
        self.page.wait_for_function(
            "n => Number(document.querySelector('#table').dataset.seq) >= n", arg=seq, timeout=WAIT
        )

    def answers(self, chance: random.Random, touch: bool = False) -> None:
        """Give one answer by clicking where it lies, building a set if one is asked for."""
        from playwright.sync_api import Error

        seq, begun, clicks, wrong = self.seq, time.monotonic(), 0, ""
        while clicks < 60 and time.monotonic() < begun + WAIT / 1000:
            if self.seq > seq or not self.asked:  # a click before may have come through just now
                return
            try:
                clicks += self._step(chance, touch)
            except Error as lost:  # the page was replaced by news in this moment
                wrong = lost.message
                self.page.wait_for_timeout(100)
        raise AssertionError(f"an answer is never complete: {wrong or self.page.inner_text('h1')}")

    def _step(self, chance: random.Random, touch: bool) -> bool:
        """One click, and wait for what comes of it; False if there is nothing to click yet."""
        before = self.page.inner_html("#table")
        target = self.page.query_selector("#done:not([disabled])")
        target = target or self.page.query_selector("#confirm")
        if target is None:
            found = self.page.query_selector_all("a.spot.open, button.option, a.option.open")
            if not found:
                self.page.wait_for_timeout(100)
                return False
            target = chance.choice(found)
        self._use(target, touch)
        self.page.wait_for_function(
            "old => document.querySelector('#table').innerHTML !== old", arg=before, timeout=LOST
        )
        return True

    @staticmethod
    def _use(target: Any, touch: bool) -> None:
        target.scroll_into_view_if_needed(timeout=LOST)
        if touch:
            target.tap(timeout=LOST)
        else:
            target.click(timeout=LOST, force=True)

    def close(self) -> None:
        """Leave; nothing may have gone wrong meanwhile."""
        self.context.close()
        assert self.wrong == []


class Keys(Seat):
    """A person who has a keyboard alone: no pointer is ever used."""

    OPTION = "a.spot.open, button.option, a.option.open"

    def _step(self, chance: random.Random, touch: bool) -> bool:
        """Walk to an answer and choose it; confirm a set as soon as that can be."""
        before = self.page.inner_html("#table")
        if self.page.query_selector("#done:not([disabled])"):
            if not self._tab_to("#done"):
                return False
        elif not self._walk(chance):
            return False
        self.page.keyboard.press(chance.choice(["Enter", "Space"]))
        self.page.wait_for_function(
            "old => document.querySelector('#table').innerHTML !== old", arg=before, timeout=LOST
        )
        return True

    def _walk(self, chance: random.Random) -> bool:
        """Go to the first answer and some keys on; whether that is at an answer."""
        options = self.page.query_selector_all(self.OPTION)
        if not options:
            self.page.wait_for_timeout(100)
            return False
        self.page.keyboard.press("b")
        at_option = self._is_at(self.OPTION)
        for _ in range(chance.randrange(8)):
            key = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Tab"][chance.randrange(5)]
            self.page.keyboard.press(key)
            at_option = self._is_at(self.OPTION)
            if not at_option and key == "Tab":
                self.page.keyboard.press("b")
                at_option = self._is_at(self.OPTION)
        return at_option or self._tab_to(self.OPTION)

    def _is_at(self, selector: str) -> bool:
        return self.page.evaluate("s => document.activeElement.matches(s)", selector)

    def _tab_to(self, selector: str, most: int = 120) -> bool:
        """Press Tab until the focus is on such an element."""
        for _ in range(most):
            if self._is_at(selector):
                return True
            self.page.keyboard.press("Tab")
        return False


def play(seats: Sequence[Seat], most: int, touch: bool = False) -> int:
    """Play by clicking, each person in a browser context of their own; how many answers."""
    chance = random.Random(1)
    for n in range(most):
        seat = asked(seats)
        if seat is None:
            return n
        seat.answers(chance, touch)
    return most


def asked(seats: Sequence[Seat]) -> Seat | None:
    """Who is asked, once all pages show the same; None if the game is over. News may be on its way
    between two looks."""
    for _ in range(WAIT // 100):
        seq = max(seat.seq for seat in seats)
        for seat in seats:
            seat.sees(seq)
        if seats[0].over:
            return None
        mine = [s for s in seats if s.page.get_attribute("#table", "data-yours") == "1"]
        if len(mine) == 1 and all(seat.seq == seq for seat in seats):
            return mine[0]
        seats[0].page.wait_for_timeout(100)
    raise AssertionError("the pages never agree on who is asked")


def finish(seats: Sequence[Seat], most: int, touch: bool = False) -> None:
    """Play to the end by clicking, and look at what is shown there."""
    for seat in seats:
        seat.page.reload()
    play(seats, most, touch)
    for seat in seats:
        seat.page.wait_for_selector("#table.over", timeout=WAIT)
        assert "The game is over" in seat.page.inner_text(".turn h1")
        seat.page.click("text=Step through the game")
        seat.page.wait_for_selector("#table[data-position='0']", timeout=WAIT)
        seat.page.goto(f"{seat.page.url.split('?')[0]}/points")
        assert seat.page.query_selector(".scoring") or seat.page.query_selector("text=No points")
        seat.close()


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--with", dest="modules", default="")
    parser.add_argument("--players", default="2")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--keyboard", action="store_true")
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/tables.db", Path(folder), "--no-limits")
        try:
            _whole_game(playwright, server, options, began)
        finally:
            server.stop()


def _whole_game(playwright: Any, server: Server, options: argparse.Namespace, began: float) -> None:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
    modules = [m for m in options.modules.split(",") if m]
    form = {"players": options.players, "modules": modules, "seed": options.seed}
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    tokens = server.make(options.game, **form)
    person = Keys if options.keyboard else Seat
    seats = [person(browser, server, token, **(size if options.phone else {})) for token in tokens]
    answers = play(seats, 5000, options.phone)
    print(f"{answers} answers in {time.monotonic() - began:.0f} s")
    print(seats[0].page.inner_text(".turn h1"))
    finish(seats, 0, options.phone)
    browser.close()


if __name__ == "__main__":
    main()
