"""Terminal and browser in a language with letters of its own: nothing is left in English but what is
typed, and names of files and bots."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.play.typing_person import Lot
from tests.texts.pseudo import in_english, seen, spoken_everywhere
from tests.web.conftest import look, made_at, settings
from tests.web.test_tables import play_on

import alarife
from alarife.play import saves, shelf
from alarife.play.commands import HELP
from alarife.play.session import Session
from alarife.play.sitting import Sitting
from alarife.web import lobby, make_app

MODULES = ["bazaars", "cards", "invaders", "treasure"]
KEPT = re.compile(r"alarife play [^\n]*|/\S+\.json|https?://\S+|Alarife|[A-Z]+\d*-\d+|mcts")
"""What stays as it is: commands, files, addresses, citations, a bot that is called so."""


@pytest.fixture(scope="module")
def abroad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    _forget()
    with spoken_everywhere(tmp_path_factory.mktemp("languages")):
        yield
    _forget()


def _forget() -> None:
    """What was read in one language is not shown in another."""
    for kept in (lobby.shipped_library, lobby.games, lobby.load_shipped):
        kept.cache_clear()


class Curious(Lot):
    """Answers by lot, and asks for everything that can be asked for."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(random.Random(3), 60)
        self.words = words

    def types(self) -> str:
        """Commands first, then answers."""
        return self.words.pop() if self.words else super().types()


def left_over(texts: list[str]) -> dict[str, str]:
    """English words, each with a text it stands in."""
    plain = (KEPT.sub("", text) for text in texts)
    return {word: text for text in plain if (word := in_english(text))}


@pytest.mark.parametrize(
    ("name", "players", "modules"),
    [("alhambra", 3, MODULES), ("dice", 2, []), ("connect_four", 2, []), ("oh_hell", 3, [])],
)
@pytest.mark.usefixtures("abroad")
def test_at_the_terminal(name: str, players: int, modules: list[str], tmp_path: Path) -> None:
    typed = [
        command for command, _ in HELP if command.isalpha() and command not in ("quit", "save")
    ]
    asked = [
        "§§",
        "why §§",
        "why 99,99",
        "99",
        "99,99",
        "rules §§",
        "drop",
        "look x",
    ]
    terminal = Curious([*typed, *asked, "?", "help", "why", "log x", "look all", "stats", "export"])
    game = alarife.load(name, modules, players=players)
    seats = ["person", "random", "person"][:players]
    sitting = Sitting(game, saves.begin(game, seats, 5), shelf.Target(tmp_path / "a.json"))
    terminal.session = Session(sitting, terminal)
    assert terminal.session.run() == 0
    commands = {word for command, _ in HELP for word in re.findall(r"[A-Za-z]+", command)}
    lines = [line for screen in terminal.screens for line in screen.split("\n")]
    left = left_over(lines)
    assert {word: line for word, line in left.items() if word not in commands} == {}


@pytest.mark.parametrize(("name", "modules"), [("alhambra", MODULES), ("connect_four", [])])
@pytest.mark.usefixtures("abroad")
def test_in_the_browser(name: str, modules: list[str], tmp_path: Path) -> None:
    with TestClient(make_app(settings(tmp_path)), follow_redirects=False) as client:
        host = made_at(client, name, players="2", modules=modules)
        seats = re.findall(r'class="button primary" href="/t/([\w-]+)"', client.get(host).text)
        addresses = ["/", "/nothing", f"/new?game={name}", host]
        pages = [client.get(address).text for address in addresses]
        for _ in range(8):
            play_on(client, seats, random.Random(1), 9)
            for seat in seats:
                data = look(client, seat)
                key = data["question"]["options"][0]["key"] if data["yours"] else ""
                asked = ("", f"?choose={key}", f"?pick={key}", "?why=at:9,9", "?at=0")
                pages += [client.get(f"/t/{seat}{more}").text for more in asked]
        beside = ("log", "rules", "points", "hint", "rules?q=§§")
        pages += [client.get(f"/t/{seats[0]}/{more}").text for more in beside]
        pages.append(client.post("/new/changes", data={"game": name, "modules": modules}).text)
        pages.append(client.post(f"/t/{seats[0]}/answer", data={"seq": "0"}).text)
    texts = [text for page in pages for text in seen(page)]
    assert left_over(texts) == {}
