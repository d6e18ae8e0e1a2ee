"""One table, two doors: the same game, played by script at a terminal and in the browser, tells the
same events in both."""

from __future__ import annotations

import html
import random
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.play.typing_person import Watched
from tests.web.conftest import made_at, say, seats_of, settings

import alarife
from alarife.play import saves, shelf
from alarife.play.session import Session
from alarife.play.sitting import Sitting
from alarife.table import Answer, History
from alarife.web import make_app

MOST = 150


class _Typed(Watched):
    """Types the answers of a history, as a person would: handles, and for sets `1 2 done`."""

    def __init__(self, answers: list[Answer]) -> None:
        super().__init__()
        self.left = list(answers)
        self.session: Session

    def types(self) -> str:
        """The next answer; `log all` when there is none."""
        sitting = self.session.sitting
        if not self.left:
            return "quit"
        answer = self.left.pop(0)
        assert sitting.asked == answer.seat
        options = sitting.show(answer.seat)["question"]["options"]
        handles = {o["key"]: o["handle"] for o in options} | {"done": "done"}
        kind = sitting.show(answer.seat)["question"]["kind"]
        if kind == "may":
            return next(o["words"] for o in options if o["key"] == answer.keys[0])
        said = [handles.get(key, key) for key in answer.keys]
        return " ".join([*said, *(["done"] if kind == "set" and said[-1] != "done" else [])])


def _terminal(history: History, path: Path) -> tuple[list[str], list[str]]:
    """The game typed at a terminal: the events that the table tells, and the screens."""
    terminal = _Typed(history.steps())
    save = saves.begin(history.game, ["person"] * history.game.players, history.seed)
    sitting = Sitting(history.game, save, shelf.Target(path))
    terminal.session = Session(sitting, terminal)
    terminal.session.run()
    assert sitting.played.answers == history.answers
    return [e["words"] for e in sitting.table.log(sitting.played, 1)], terminal.screens


def _browser(client: TestClient, history: History, host: str) -> str:
    """The same game posted as a browser does; the text of the page with the log, as seat 1."""
    seats = seats_of(client, host)
    for seq, answer in enumerate(history.steps()):
        reply = say(client, seats[answer.seat - 1], seq, *answer.keys)
        assert reply.status_code == 200, reply.text
    page = client.get(f"/t/{seats[0]}/log").text
    return html.unescape(re.sub(r"<[^>]*>", " ", page))


def _script(game: Any, seed: int) -> History:
    """A game by lot; sets are answered at once."""
    from alarife.table import Table

    chance, history, table = random.Random(seed), History(game, seed), Table(game)
    for _ in range(MOST):
        decision = history.state.decision
        if decision is None:
            break
        question = table.show(history, decision.player)["question"]
        picks: list[str] = []
        keys = [chance.choice([o["key"] for o in question["options"]])]
        while question["kind"] == "set" and not (keys := question["confirm"]):
            addable = [o for o in question["options"] if o["state"] == "open" or o.get("more")]
            picks.append(chance.choice(addable)["key"])
            question = table.show(history, decision.player, picks=picks)["question"]
        history.add(Answer(decision.player, tuple(keys)))
    return history


@pytest.mark.parametrize(
    ("name", "players", "modules"),
    [
        ("connect_four", 2, []),
        ("oh_hell", 3, []),
        ("dice", 2, []),
        ("alhambra", 3, ["bazaars", "cards", "invaders", "treasure"]),
    ],
)
def test_the_same_game_tells_the_same_events(
    name: str, players: int, modules: list[str], tmp_path: Path
) -> None:
    with TestClient(make_app(settings(tmp_path)), follow_redirects=False) as client:
        host = made_at(client, name, players=str(players), modules=modules)
        with sqlite3.connect(tmp_path / "tables.db") as database:
            [(seed,)] = database.execute("SELECT seed FROM alarife_table")
        history = _script(alarife.load(name, modules, players=players), seed)
        print(f"seed {seed}: {history.position} answers")
        typed, screens = _terminal(history, tmp_path / "a.json")
        log = " ".join(_browser(client, history, host).split())
    shown = " ".join(" ".join(screens).split())
    at = 0
    for words in typed:
        said = " ".join(words.split())
        at = log.find(said, at)
        assert at >= 0, f"the browser does not tell it, or not in its order: {said}"
    assert len(typed) > history.position
    setup = len([e for e in typed if " ".join(e.split()) not in shown])
    assert setup <= len(typed) - history.position
