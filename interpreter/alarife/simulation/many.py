"""Many games, one after the other or in several processes.

Game i of a simulation has a seed that follows from the simulation's seed and i alone. Processes
take the next few games whenever they are done with some; results are put in order at the end. A
process that dies, a rule that faults and Ctrl-C all end the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, overload

from alarife.bots.chance import seed_of_game
from alarife.bots.choosing import bots_for, make_bot
from alarife.bots.protocol import Bot
from alarife.diagnostics import RuleError, must_be
from alarife.engine.state import Game
from alarife.simulation.driver import Result, play_out

Progress = Callable[[int], None]
"""Told how many games have ended since it was told last."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Which game in which configuration: what `alarife.load` takes. A process elsewhere loads the
    same from it."""

    game: str
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    players: int | None = None

    def load(self) -> Game:
        """The game."""
        from alarife.pipeline import load

        return load(self.game, self.modules, dict(self.options), self.players)


@dataclass(slots=True)
class Simulation:
    """What came out: results by game; `seconds` is the time that playing took, loading left out."""

    players: int
    bots: list[str]
    seed: int
    seconds: float = 0.0
    results: list[Result] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """All of it, JSON-able."""
        return {
            "games": len(self.results),
            "players": self.players,
            "bots": self.bots,
            "seed": self.seed,
            "seconds": round(self.seconds, 3),
            "decisions": sum(result.decisions for result in self.results),
            "scores": [
                {str(party): points for party, points in result.scores.items()}
                for result in self.results
            ],
            "winners": [result.winners for result in self.results],
        }


def simulate(
    setup: Setup,
    games: int,
    seed: int = 0,
    bots: Sequence[str] = ("random",),
    jobs: int = 1,
    progress: Progress | None = None,
) -> Simulation:
    """Play so many games. Raises `RuleError` for a wrong configuration, a bot that there is not, or
    a rule that faults."""
    must_be("a `Setup`", "setup", setup, Setup)
    for name, number in (("games", games), ("seed", seed), ("jobs", jobs)):
        must_be("a whole number", name, number, int)
    must_be("a list of names", "bots", bots, list, tuple)
    game = setup.load()
    names = bots_for(bots, game.players)
    made = Simulation(game.players, names, seed)
    told = progress or (lambda _: None)
    seeds = Seeds(seed, range(games))
    begin = time.perf_counter()
    if jobs > 1 and games > 1:
        from alarife.simulation.processes import play_in_processes

        made.results = play_in_processes(setup, game, names, seeds, min(jobs, games), told)
    else:
        made.results = play_here(game, names, seeds, told)
    made.seconds = time.perf_counter() - begin
    return made


@dataclass(frozen=True, slots=True)
class Seeds(Sequence[int]):
    """The seeds of the games with these numbers, each worked out when it is asked for."""

    seed: int
    numbers: range

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Seeds: ...
    def __getitem__(self, at: int | slice) -> int | Seeds:
        if isinstance(at, slice):
            return Seeds(self.seed, self.numbers[at])
        return seed_of_game(self.seed, self.numbers[at])


def play_here(
    game: Game, names: Sequence[str], seeds: Sequence[int], told: Progress
) -> list[Result]:
    """The games of these seeds, in this process."""
    results: list[Result] = []
    for result in games_of(game, [make_bot(name) for name in names], seeds):
        results.append(result)
        told(1)
    return results


def games_of(game: Game, bots: Sequence[Bot], seeds: Sequence[int]) -> Iterator[Result]:
    """One game after the other; what goes wrong in one says its seed."""
    for seed in seeds:
        try:
            yield play_out(game, bots, seed)
        except RuleError as wrong:
            first = wrong.diagnostics[0]
            hint = f"{first.hint} It happened in the game with seed {seed}.".strip()
            raise RuleError([replace(first, hint=hint), *wrong.diagnostics[1:]]) from None
