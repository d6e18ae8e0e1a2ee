"""The pipeline, top to bottom: rule files become a game.

    read and parse → link → check → lower → Game

`load` is what everybody calls; `stages` gives what each stage made, for those who want to look.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from alarife import warm
from alarife.checking.check import checked
from alarife.checking.scope import Checked
from alarife.diagnostics import Report, brief, rule_error
from alarife.engine.state import Game
from alarife.library import Library
from alarife.linking.program import Program
from alarife.lowering.lower import Lowered, lower


@dataclass(slots=True)
class Stages:
    """What each stage made of a game. `report` holds warnings."""

    program: Program
    checked: Checked
    lowered: Lowered
    report: Report

    def game(self) -> Game:
        """The game, ready to be played."""
        return Game(self.lowered)


LARGEST = 10**18
"""No number of a game is larger."""


def load(
    game: str | os.PathLike[str],
    modules: Sequence[str | os.PathLike[str]] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    library: Library | None = None,
) -> Game:
    """A game with modules and options, for so many players. `game` and `modules` are names of
    shipped ones or paths to files of your own. Raises `RuleError`, with diagnostics, for anything
    that is wrong with the rules or the wishes; `TypeError` for an argument of another kind."""
    name, names = _text("game", game), _texts(modules)
    _check_wishes(options, players)
    if library is not None and not isinstance(library, Library):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"`library` must be a `Library`, not {brief(library)}.")
    kept = warm.name_of(name, names, options, players, library)
    lowered = warm.fetch(kept) if kept is not None else None
    if lowered is None:
        lowered = stages(name, names, options, players, library).lowered
        if kept is not None:
            warm.keep(kept, lowered)
    program = lowered.checked.program
    c = program.configuration
    wishes = (c.game, tuple(c.modules), c.settings, c.players)
    return Game(lowered, (load_again, (tuple(program.sources.items()), *wishes)))


@lru_cache(maxsize=16)
def load_again(
    sources: tuple[tuple[str, str], ...],
    game: str,
    modules: tuple[str, ...],
    settings: tuple[tuple[str, object], ...],
    players: int,
) -> Game:
    """The game that was loaded from these texts; what a pickled `Game` becomes."""
    library = Library(texts=dict(sources))
    return load(game, modules, dict(settings), players, library)


def _text(name: str, given: object) -> str:
    if not isinstance(given, str | os.PathLike):
        raise TypeError(f"`{name}` must be a name or a path, not {brief(given)}.")
    return os.fspath(given)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _texts(modules: object) -> list[str]:
    if isinstance(modules, str) or not isinstance(modules, Sequence | set | frozenset):
        raise TypeError(f"`modules` must be a list of names and paths, not {brief(modules)}.")
    return [_text("modules", m) for m in cast("Sequence[object]", modules)]


def _check_wishes(options: object, players: object) -> None:
    if players is not None and type(players) is not int:
        raise TypeError(f"`players` must be a whole number, not {brief(players)}.")
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"`options` must be a dict, not {brief(options)}.")
    wishes = cast("Mapping[object, object]", options or {})
    for name, value in [("players", players), *wishes.items()]:
        if not isinstance(name, str):
            raise TypeError(f"`options` must have names as keys, not {brief(name)}.")
        if isinstance(value, int) and abs(value) > LARGEST:
            code = "E0218" if name == "players" else "E0213"
            raise rule_error(code, f"`{name}` is too large a number.")


def stages(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    library: Library | None = None,
    without: Iterable[str] = (),
) -> Stages:
    """The same, stage by stage. Passes over the intermediate representation may be left out."""
    report = Report()
    found = checked(game, modules, options, players, library, report)
    return Stages(found.program, found, lower(found, without), report)
