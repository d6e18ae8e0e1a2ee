"""Loading what a table is played with, and actions from what is kept of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from alarife.engine.state import Game
from alarife.library import Library
from alarife.table import Answer, Undo


def load(configuration: Mapping[str, Any], sources: Mapping[str, str]) -> Game:
    """The game of a table under the rules it began with, and no others."""
    from alarife.pipeline import load as load_game

    library = Library(texts=sources)
    return load_game(
        configuration["game"],
        configuration["modules"],
        configuration["settings"],
        configuration["players"],
        library,
    )


def action_of(kind: str, seat: int, content: list[Any]) -> Answer | Undo:
    """An action of a history from what is kept of it."""
    if kind == "undo":
        return Undo(seat, int(content[0]))
    return Answer(seat, tuple(content))


def plain_sources(sources: Mapping[str, str]) -> dict[str, str]:
    """Rule files with paths that say nothing of this machine."""
    from alarife.resources import rules_dir

    root = Path(str(rules_dir()))
    found: dict[str, str] = {}
    for path, content in sources.items():
        at = Path(path)
        name = at.relative_to(root).as_posix() if at.is_relative_to(root) else at.name
        found[f"rules/{name}"] = content
    return found
