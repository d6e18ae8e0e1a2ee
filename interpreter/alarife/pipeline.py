"""The pipeline, top to bottom: rule files become a game.

    read and parse → link → check → lower → Game

`load` is what everybody calls; `stages` gives what each stage made, for those who want to look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from alarife.checking.check import check
from alarife.checking.scope import Checked
from alarife.diagnostics import Report
from alarife.engine.state import Game
from alarife.library import Library
from alarife.linking.link import link
from alarife.linking.program import Program
from alarife.lowering.lower import Lowered, lower


@dataclass(slots=True)
class Stages:
    """What each stage made of a game. `report` holds warnings."""

    program: Program
    checked: Checked
    lowered: Lowered
    report: Report


def load(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    library: Library | None = None,
) -> Game:
    """A game with modules and options, for so many players. `game` and `modules` are names of
    shipped ones or paths to files of your own. Raises `RuleError`, with diagnostics, for anything
    that is wrong with the rules or the wishes."""
    return Game(stages(game, modules, options, players, library).lowered)


def stages(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    library: Library | None = None,
) -> Stages:
    """The same, stage by stage."""
    report = Report()
    program = link(game, modules, options, players, library, report)
    report.stop_if_wrong()
    assert program is not None
    checked = check(program, report)
    report.stop_if_wrong()
    return Stages(program, checked, lower(checked), report)
