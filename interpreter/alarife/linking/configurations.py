"""What can be configured, as data; what of it is dead; and in which configurations the examples
run.

In: a library. Out: JSON-able data about games, modules, options, rulings, ranges, constraints and
presets; diagnostics about options that nothing reads and conditions that never hold; for each
example a configuration in which its `when`s hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.configure import range_of
from alarife.linking.program import Setting
from alarife.linking.settings import Declared, constant
from alarife.linking.space import Found, Space, space_of
from alarife.linking.walk import below
from alarife.linking.wording import condition_of, listed, text_of
from alarife.syntax import tree

Data = dict[str, Any]


# ----------------------------------------------------------------
# data
def games_data(library: Library, report: Report | None = None) -> list[Data]:
    """All games with what can be chosen. A game with a mistake in one of its files is left out, and
    the report says why."""
    report = report if report is not None else Report()
    spaces = [space_of(head.name, library, report) for head in library.games()]
    return [_game(space, library, report) for space in spaces if space is not None]


def count_configurations(game: str, library: Library, report: Report) -> int:
    """How many configurations of a game there are; 0 if one of its files is wrong."""
    space = space_of(game, library, report)
    return space.count() if space else 0


def _game(space: Space, library: Library, report: Report) -> Data:
    presets = [library.parsed(head.path, report) for head in library.presets(space.game.name)]
    libraries = {file.name for file in space.files if file.what == "library"}
    return {
        **_head(space.game),
        "libraries": sorted(libraries),
        "options": [
            _setting(one, space) for one in space.declared if one.decl.module not in space.modules
        ],
        "modules": [_module(file, space) for file in space.modules.values()],
        "presets": [_preset(file) for file in presets if file is not None],
        "configurations": space.count(),
    }


def _head(file: tree.File) -> Data:
    span = range_of(file)
    return {
        "name": file.name,
        "title": file.title or file.name,
        "sentence": " ".join(prose.text for prose in file.prose),
        "cites": list(file.cites),
        "players": list(span) if span else None,
    }


def _module(file: tree.File, space: Space) -> Data:
    options = [_setting(one, space) for one in space.declared if one.decl.module == file.name]
    return {
        **_head(file),
        "needs": sorted(file.needs),
        "excludes": sorted(file.excludes),
        "options": options,
    }


def _preset(file: tree.File) -> Data:
    settings = {name: constant(expr, ()) for name, expr, _ in file.sets}
    return {**_head(file), "modules": sorted(file.with_modules), "settings": settings}


def _setting(one: Declared, space: Space) -> Data:
    decl = one.decl
    sources = {file.path: file.source for file in space.files}
    data: Data = {
        "name": one.full,
        "kind": "ruling" if isinstance(decl, tree.Ruling) else "option",
        "title": decl.title or decl.name,
        "sentence": " ".join(prose.text for prose in decl.prose),
        "cites": list(decl.cites),
        "default": one.default,
        "when": condition_of(decl, sources) or None,
    }
    if not one.values:
        return {**data, "type": "number", "low": one.low, "high": one.high}
    if isinstance(one.default, bool):
        return {**data, "type": "yes/no"}
    if isinstance(decl, tree.Ruling):
        return {**data, "type": "choice", "choices": _choices(decl)}
    return {**data, "type": "choice", "choices": [{"choice": value} for value in one.values]}


def _choices(decl: tree.Ruling) -> list[Data]:
    columns = [cell.text for cell in decl.rows[0].cells]
    return [
        {name: cell.text for name, cell in zip(columns, row.cells, strict=False)}
        for row in decl.rows[1:]
    ]


# ----------------------------------------------------------------
# what is dead
def check_space(
    game: str, library: Library, report: Report, own_modules: Sequence[str] = ()
) -> None:
    """Warn of options that nothing reads and of `when`s that hold in no configuration, over all
    files of a game."""
    space = space_of(game, library, report, own_modules)
    if space is None:
        return
    for one in dead_options(space):
        message = f"Nothing reads `{one.full}`: it makes no difference how it is set."
        report.warn(
            "E0270",
            message,
            one.decl.head,
            hint="Ask for it in a `when`, a guard or a value, or take it away.",
        )
    sources = {file.path: file.source for file in space.files}
    told: set[tree.Span] = set()
    for file in (*space.base, space.game, *space.modules.values()):
        for decl in file.decls:
            if not decl.when or decl.when[-1].at in told:
                continue
            told.add(decl.when[-1].at)
            if space.find(decl.when, file.name if file.what == "module" else None) is None:
                message = f"This holds in no configuration of `{space.game.name}`."
                report.warn(
                    "E0271",
                    message,
                    decl.when[-1].at,
                    hint=f"Together: {condition_of(decl, sources)}.",
                )


def dead_options(space: Space) -> list[Declared]:
    """The options and rulings that no expression speaks of."""
    read: set[str] = set()
    for file in space.files:
        for decl in file.decls:
            for node in below([*decl.when, decl]):
                if isinstance(node, tree.Name):
                    read.add(node.id)
                elif isinstance(node, tree.Get):
                    read.add(node.field)
    return [one for one in space.declared if one.decl.name not in read]


# ----------------------------------------------------------------
# examples
@dataclass(slots=True)
class Run:
    """A configuration, ready to be linked, and the examples that run in it."""

    game: str
    modules: list[str]
    options: dict[str, Setting]
    players: int
    examples: list[tree.Example] = field(default_factory=list[tree.Example])


def example_runs(
    game: str,
    library: Library,
    report: Report,
    module: str | None = None,
    own_modules: Sequence[str] = (),
) -> list[Run]:
    """Where the examples of a file run: those of a game and its libraries without modules, those of
    a module with it and what it needs, those in a `when` block where that holds. `module` is a
    module's name; None means the game and its libraries."""
    space = space_of(game, library, report, own_modules)
    if space is None:
        return []
    files = [space.modules[module]] if module else [*space.base, space.game]
    runs: dict[Found, Run] = {}
    paths = {file.name: path for path in own_modules if (file := library.head_at(path)) is not None}
    sources = {file.path: file.source for file in files}
    for file in files:
        for decl in file.decls:
            if not isinstance(decl, tree.Example) or not decl.steps:
                continue
            found = space.find(decl.when, module)
            if found is None:
                text = " and ".join(text_of(condition, sources) for condition in decl.when)
                hint = f"It stands under: {text}."
                named = {
                    node.module for node in below(decl.when) if isinstance(node, tree.InPlay)
                } - space.modules.keys()
                if named:
                    hint += f" Name the file of {listed(sorted(named))}, too."
                report.warn("E0271", "This example runs in no configuration.", decl.head, hint=hint)
                continue
            modules = [paths.get(name, name) for name in found.modules]
            run = runs.setdefault(found, Run(game, modules, dict(found.settings), found.players))
            run.examples.append(decl)
    return list(runs.values())
