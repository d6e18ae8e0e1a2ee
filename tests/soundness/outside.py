"""Rule files as a stranger hands them in: written to a folder, and known by the commands and the
public functions alone. So tests that use nothing else can be run with another version, too."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

import alarife
from alarife.cli.group import command

HEAD = """alarife 1
game g "Game"
  > A test.
  players 2..3

chapter c "Course"

"""
WINNERS = '\nvalue winners "Who wins": set of Player = []\n'
PLAY = '\nstep play "Play"\n  pass\n'
DEALT = """piece Card(rank: 1..6) "card"
  1 of each
place deck "deck": pile of Card, seen by nobody
place hand[p: Player] "hand": set of Card, seen by p
place table "table": set of Card
note points[Player] "points": number = 0
MORE
step play "Play"
  > Deal.
  move Card to deck
  shuffle deck
  for each p in Player
    draw 3 from deck to hand[p]
"""
"""Three hidden cards each. What follows is in the step `play`; `MORE` stands before it."""


class Folder:
    """A folder with one rule file in it."""

    def __init__(self, path: Path, rules: str) -> None:
        self.path, self.file = path, path / "g.alr"
        whole = rules if rules.startswith("alarife") else HEAD + rules.lstrip("\n")
        if "value winners" not in whole:
            whole += WINNERS
        if "step play " not in whole:
            whole += PLAY
        self.file.write_text(whole, encoding="utf-8")

    def run(self, *words: str, typed: str | None = None) -> Result:
        """A command; `{}` is the file. An exception that is no exit fails the test."""
        words = tuple(word.replace("{}", str(self.file)) for word in words)
        result = CliRunner().invoke(command, list(words), input=typed, prog_name="alarife")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def checked(self) -> str:
        """What `alarife check` says."""
        return self.run("check", "{}").output

    def load(self, players: int = 2) -> alarife.Game:
        """The game."""
        return alarife.load(str(self.file), players=players)

    def start(self, seed: int = 1, players: int = 2) -> alarife.State:
        """Its first state."""
        return self.load(players).start(seed)


def dealt(rest: str, more: str = "") -> str:
    """A game with three hidden cards each, and the rest of its step `play`."""
    return DEALT.replace("MORE", more) + rest.strip("\n") + "\n"


def keys(state: alarife.State) -> list[str]:
    """The keys of what is offered; none when the game is over."""
    return [] if state.decision is None else list(state.decision.keys)


def to_the_end(state: alarife.State) -> alarife.State:
    """The first answers, up to the end."""
    while state.decision is not None:
        state = state.play(0)
    return state
