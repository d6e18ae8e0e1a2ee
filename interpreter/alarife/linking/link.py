"""Game, libraries, modules and settings → one program: the entry of this stage.

What comes in: the name of (or path to) a game or preset, names of or paths to modules, options, a
number of players. What goes out: a `Program`, or None and diagnostics. The order in which modules
are named has no influence."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.amend import amend
from alarife.linking.articles import weave
from alarife.linking.book import join_book
from alarife.linking.configure import check_modules_named, configure
from alarife.linking.conflicts import settle_conflicts
from alarife.linking.families import Families
from alarife.linking.gather import Chosen, gather
from alarife.linking.join import join
from alarife.linking.order import put_in_order
from alarife.linking.program import Configuration, Program
from alarife.linking.rows import add_rows
from alarife.linking.work import Work, take_what_holds


def link(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    library: Library | None = None,
    report: Report | None = None,
) -> Program | None:
    """One program of a game with modules and settings. Mistakes go to the report; with errors there
    is no program."""
    library = library or Library()
    report = report if report is not None else Report()
    try:
        return _joined(game, modules, options or {}, players, library, report)
    except RecursionError:
        hint = "Take some of the steps in between away."
        report.error(
            "E0299",
            "Names in these files hang on one another in a chain that is too long.",
            hint=hint,
        )
        return None


def linked(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    library: Library | None = None,
    report: Report | None = None,
) -> Program:
    """The same where there are no mistakes. Raises `RuleError`."""
    report = report or Report()
    program = link(game, modules, options, players, library, report)
    report.stop_if_wrong()
    assert program is not None
    return program


def _joined(
    game: str,
    modules: Sequence[str],
    options: Mapping[str, object],
    players: int | None,
    library: Library,
    report: Report,
) -> Program | None:
    before = len(report.errors)
    chosen = gather(game, modules, library, report)
    if chosen is None:
        return None
    check_modules_named(chosen, report)
    configured = configure(chosen, options, players, report)
    if configured is None:
        return None
    configuration, world = configured

    work = Work(_empty(configuration, chosen), chosen, world, library, report)
    work.program.speech = library.speech
    take_what_holds(work)
    join(work)
    add_rows(work)
    families = Families(work.program)
    amend(work, families)
    if (
        len(report.errors) == before
    ):  # what follows compares amendments, which makes sense only if all of them hang
        settle_conflicts(work, families)
        put_in_order(work, families)
    weave(work)
    join_book(work)
    return work.program if len(report.errors) == before else None


def _empty(configuration: Configuration, chosen: Chosen) -> Program:
    """A program that has its files and settings, and nothing else yet."""
    sources = {file.path: file.source for file in chosen.files}
    program = Program(
        configuration, chosen.game.title or chosen.game.name, chosen.files, sources=sources
    )
    program.preset = (chosen.preset.title or chosen.preset.name) if chosen.preset else ""
    for name, value in configuration.settings:
        program.settings[name] = program.settings[name.rpartition(".")[2]] = value
    program.digest = _digest(configuration, chosen)
    return program


def _digest(configuration: Configuration, chosen: Chosen) -> str:
    """A hash of sources and configuration. Where the files lie does not matter."""
    digest = hashlib.sha256(repr(configuration).encode())
    for file in chosen.files:
        for part in (file.what, file.name, file.source):
            data = part.encode()
            digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()
