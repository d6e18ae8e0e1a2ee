"""A person who types by lot, at a terminal that is looked at screen by screen."""

from __future__ import annotations

import io
import random
from pathlib import Path

from alarife import Game
from alarife.play import saves, shelf
from alarife.play.session import Session
from alarife.play.sitting import Sitting
from alarife.play.terminal import Quit, Terminal

WIDTH, HEIGHT = 80, 24


class Watched(Terminal):
    """A live terminal that keeps each screen: all that stood on it until it was cleared."""

    def __init__(self, width: int = WIDTH, height: int = HEIGHT) -> None:
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        super().__init__(False, width, height, out)
        self.live = True
        self.screens: list[str] = [""]

    def clear(self, thoroughly: bool = False) -> None:
        """A new screen."""
        self._read()
        self.screens.append("")

    def _read(self) -> None:
        assert isinstance(self._out, io.TextIOWrapper)
        self._out.flush()
        raw = self._out.buffer
        assert isinstance(raw, io.BytesIO)
        self.screens[-1] += raw.getvalue().decode()
        raw.seek(0)
        raw.truncate()

    def ask(self, prompt: str = "> ") -> str:
        """What is typed next; the cursor stands behind the prompt, and what was typed goes on
        below."""
        self._out.write(prompt + "\n")
        self._read()
        return "" if "Enter" in prompt else self.types()

    def types(self) -> str:
        """What is typed at the prompt."""
        raise Quit


class Lot(Watched):
    """Somebody who answers by lot, confirms sets as soon as that can be, and leaves after so many
    lines."""

    def __init__(self, chance: random.Random, most: int) -> None:
        super().__init__()
        self.chance = chance
        self.left = most
        self.session: Session

    def types(self) -> str:
        """An answer."""
        sitting = self.session.sitting
        self.left -= 1
        if self.left < 0:
            raise Quit
        if not sitting.asked:
            return ""
        question = sitting.show(sitting.asked, self.session.picks)["question"]
        if question["kind"] == "set":
            if question["confirm"]:
                return "done"
            options = [o for o in question["options"] if o["state"] == "open" or o.get("more")]
        else:
            options = question["options"]
        option = self.chance.choice(options)
        if question["kind"] == "may":
            return option["words"][0].lower()
        return "d" if option["key"] == "done" else option["handle"]


def played(
    game: Game, path: Path, seats: list[str], seed: int, most: int = 10**9
) -> tuple[Sitting, Lot]:
    """A game from its beginning to its end, played at a terminal of 80 columns and 24 lines; broken
    off after so many lines that were typed."""
    terminal = Lot(random.Random(seed), most)
    sitting = Sitting(game, saves.begin(game, seats, seed), shelf.Target(path, force=True))
    terminal.session = Session(sitting, terminal)
    assert terminal.session.run() == 0
    return sitting, terminal
