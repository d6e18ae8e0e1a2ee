"""`python -m tests.matches [--games N] [--only TEXT] [--keep FILE] [--minutes M]`: bots against one
another in many games of rules, as a table for `docs/programming_players.md`.

The first bot has each seat in turn. A win shared by two counts half for each; where a neutral
player wins, the best seat counts. Game n of a match is the same in every run. With `--keep` every
result is written down, and the command goes on where it was broken off."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.matches.kuhn import gained, given_away

import alarife
from alarife.bots import Bot, make_bot
from alarife.bots.chance import seed_of_game
from alarife.files import replace
from alarife.lab.statistics import wilson
from alarife.simulation.driver import by_asking

ONE_TURN = "tests.matches.one_turn:OneTurn"


@dataclass(frozen=True)
class Match:
    """One bot against as many of another as there are other seats."""

    game: str
    players: int
    bot: str
    against: str
    games: int

    @property
    def name(self) -> str:
        """For readers, and to find its results again."""
        other = "one-turn" if self.against == ONE_TURN else self.against
        return f"{self.game} ({self.players}): {self.bot} against {other}"


SKILL = ["connect_four", "reversi", "hex", "kalah", "draughts", "breakthrough", "nim"]
"""Games for two in which nothing is left to chance: here `hard` has to show what it can."""
FIGURES = [
    ("alhambra", 2, 20),
    ("alhambra", 3, 12),
    ("alhambra", 4, 8),
    ("dice", 2, 20),
    ("alcazaba", 2, 20),
    ("connect_four", 2, 40),
    ("reversi", 2, 20),
    ("hex", 2, 20),
    ("kalah", 2, 40),
    ("draughts", 2, 20),
    ("oh_hell", 3, 60),
]
"""Games, how many play, and how many games show how strong the search is there."""

MATCHES = [
    *[Match(game, 2, "hard", "random", 80) for game in SKILL],
    Match("alhambra", 2, "fair", ONE_TURN, 60),
    *[
        Match(game, players, "mcts", against, games)
        for game, players, games in FIGURES
        for against in ("random", "greedy")
    ],
    *[Match(game, players, "greedy", "random", 60) for game, players, _ in FIGURES],
    Match("hamlets", 2, "greedy", "random", 60),
    Match("goofspiel", 2, "mcts", "greedy", 40),
    Match("hex", 2, "easy", "random", 40),
    Match("hex", 2, "easy", "greedy", 20),
]


class Results:
    """Shares of the win of the first bot, by match; kept in a file if there is one."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.shares: dict[str, list[float]] = {}
        if path is not None and path.exists():
            self.shares = json.loads(path.read_text(encoding="utf-8"))

    def add(self, match: Match, share: float) -> None:
        """One more game."""
        self.shares.setdefault(match.name, []).append(share)
        if self.path is not None:
            replace(self.path, json.dumps(self.shares, indent=1).encode())

    def row(self, match: Match) -> str:
        """A line of the table."""
        shares = self.shares.get(match.name, [])
        low, high = wilson(sum(shares), len(shares))
        rate = sum(shares) / max(1, len(shares))
        return f"| {match.name} | {len(shares)} | {rate:.0%} ({low:.0%} to {high:.0%}) |"


def play(match: Match, number: int, game: Any, bots: tuple[Bot, list[Bot]]) -> float:
    """One game: the share of the win of the first bot."""
    seat = number % match.players
    others = list(bots[1])
    table = [*others[:seat], bots[0], *others[seat:]]
    result = by_asking(game, table, seed_of_game(1, number))
    won = [w for w in result.winners if isinstance(w, int)]
    if not won and result.winners:
        points = {p: n for p, n in result.scores.items() if isinstance(p, int)}
        won = [p for p, n in points.items() if n == max(points.values())]
    if not won:
        return 1 / match.players
    return 1 / len(won) if seat + 1 in won else 0.0


def main() -> None:
    """Play and print."""
    words = argparse.ArgumentParser(description="how strong the bots are")
    words.add_argument("--games", type=int, help="so many of each match, at most")
    words.add_argument("--only", default="", help="matches whose name has this text")
    words.add_argument("--keep", type=Path, help="a file for the results")
    words.add_argument("--minutes", type=float, default=1e9, help="stop after about so long")
    given = words.parse_args()
    results = Results(given.keep)
    until = time.monotonic() + 60 * given.minutes
    print("| match | games | wins of the first |\n| --- | --- | --- |", flush=True)
    for match in MATCHES:
        if given.only not in match.name:
            continue
        game = alarife.load(match.game, players=match.players)
        bots = (make_bot(match.bot), [make_bot(match.against) for _ in range(match.players - 1)])
        most = min(match.games, given.games or match.games)
        for number in range(len(results.shares.get(match.name, [])), most):
            if time.monotonic() > until:
                break
            results.add(match, play(match, number, game, bots))
        print(results.row(match), flush=True)
    if given.only in "kuhn_poker":
        for level in ("fair", "hard"):
            first, second = (round(x, 4) + 0.0 for x in given_away(make_bot(level), 20))
            print(f"kuhn_poker: {level} gives away {first:.4f} as first, {second:.4f} as second")
        for other in ("random", "greedy"):
            gain = gained(make_bot("mcts"), make_bot(other), 200)
            print(f"kuhn_poker: mcts gains {gain:.2f} a hand from {other}")


if __name__ == "__main__":
    main()
