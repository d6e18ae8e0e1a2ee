"""Arms and plans: what is played, by content, so that it can travel to other processes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from alarife import __version__
from alarife.engine.state import Game


@dataclass(frozen=True, slots=True)
class Arm:
    """One configuration: `label` for readers, and the rule files themselves in `sources`."""

    label: str
    game: str
    modules: tuple[str, ...]
    settings: tuple[tuple[str, Any], ...]
    players: int
    sources: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> str:
        """What tells it from others: everything but the label."""
        content = [self.game, self.modules, self.settings, self.players, self.sources]
        return sha256(json.dumps(content).encode()).hexdigest()[:16]

    def load(self) -> Game:
        """The game; loaded once in each process."""
        return _loaded(self)


@lru_cache(maxsize=64)
def _loaded(arm: Arm) -> Game:
    from alarife.library import Library
    from alarife.pipeline import load

    library = Library(texts=dict(arm.sources))
    return load(arm.game, arm.modules, dict(arm.settings), arm.players, library)


def arm_of(game: Game, label: str) -> Arm:
    """The arm that plays this game."""
    c = game.configuration
    sources: Mapping[str, str] = game.program.sources
    return Arm(
        label, c.game, tuple(c.modules), tuple(c.settings), c.players, tuple(sources.items())
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: so many pairs of all arms, with these bots, round the table."""

    arms: tuple[Arm, ...]
    bots: tuple[str, ...]
    pairs: int
    seed: int

    @property
    def digest(self) -> str:
        """What results can be added to one another: the same arms, bots, seed and version. The
        number of pairs may grow."""
        content = [[arm.digest for arm in self.arms], self.bots, self.seed, __version__]
        return sha256(json.dumps(content).encode()).hexdigest()[:16]

    def seats(self, arm: Arm, pair: int) -> list[int]:
        """Which bot (by its number) has each seat: from pair to pair they move on by one."""
        given = [i % len(self.bots) for i in range(arm.players)]
        if len(set(given)) == 1:
            return given
        turn = pair % arm.players
        return given[-turn:] + given[:-turn] if turn else given

    def data(self) -> dict[str, Any]:
        """For a report: everything but the rule files."""
        return {
            "arms": [
                {k: v for k, v in asdict(arm).items() if k != "sources"} | {"digest": arm.digest}
                for arm in self.arms
            ],
            "bots": list(self.bots),
            "pairs": self.pairs,
            "seed": self.seed,
            "version": __version__,
            "digest": self.digest,
        }
