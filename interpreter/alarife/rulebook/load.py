"""A configuration, checked, and the same game without its modules: what a book is woven from.

In: a game, modules, options, a number of players. Out: two checked programs. Wrong wishes and wrong
files raise `RuleError`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from alarife.arguments import asked
from alarife.checking.check import check, checked
from alarife.checking.scope import Checked
from alarife.diagnostics import Report, RuleError
from alarife.engine.allowance import one_allowance
from alarife.library import Library
from alarife.linking.link import link
from alarife.rulebook.book import Book
from alarife.rulebook.holding import Tried, tried
from alarife.rulebook.phrases import phrase
from alarife.rulebook.pictures import looks_of
from alarife.rulebook.scenes import Watcher
from alarife.rulebook.seats import USUAL_PLAYERS, players_named
from alarife.rulebook.strict import complaints, to_read_again
from alarife.rulebook.supplies import supplies
from alarife.rulebook.telling import Telling
from alarife.rulebook.weave import weave


def without_modules(whole: Checked, library: Library | None = None) -> Checked | None:
    """The same game with the same settings and players, but no modules; None if there are none, or
    it can't be played so."""
    configuration = whole.program.configuration
    if not configuration.modules:
        return None
    game = next(file for file in whole.program.files if file.what == "game")
    own = {
        name: value
        for name, value in configuration.settings
        if name.partition(".")[0] not in configuration.modules
    }
    report = Report()
    program = link(game.path, (), own, configuration.players, library, report)
    if program is None or report.errors:
        return None
    found = check(program, report)
    return None if report.errors else found


@asked
def book_of(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    library: Library | None = None,
    strict: bool = True,
) -> Book:
    """The rulebook of a configuration. If it is strict, a sentence or an example that is wrong
    raises `RuleError`; if not, the book says what is wrong, and that it is a draft."""
    return made_of(game, modules, options, players, library, strict).book


@dataclass(frozen=True, slots=True)
class Made:
    """A configuration, the same without its modules, and the book of it."""

    whole: Checked
    base: Checked | None
    book: Book


def made_of(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    library: Library | None = None,
    strict: bool = True,
) -> Made:
    """The rulebook of a configuration, with what it was woven from; see `book_of`."""
    library = library or Library()
    whole = checked(game, modules, options, players, library)
    base = without_modules(whole, library)
    return Made(whole, base, woven(whole, base, library, strict))


def woven(
    whole: Checked,
    base: Checked | None,
    library: Library,
    strict: bool = True,
) -> Book:
    """The rulebook of a checked configuration; see `book_of`."""
    with one_allowance():
        tried = carried_out(whole, library)
        wrong = complaints(whole, library, tried)
    if wrong and strict:
        raise RuleError(wrong)
    made = weave(whole, base, tried, supplies(whole, library))
    if not strict:
        made.draft = [f"{d.code}: {d.message}" for d in wrong]
        made.draft += [
            phrase(
                "read_again", whole.program.speech, example=e.title or "", name=name, module=module
            )
            for e, name, module in to_read_again(whole)
        ]
    return made


def carried_out(whole: Checked, library: Library) -> Tried:
    """What came of the examples of a configuration, with their tables to be drawn. Those that tell
    of more or fewer players than there are, are taken from the number they are written for."""
    found = tried(whole, library, Watcher(looks_of(Telling(whole))))
    failing = [example for example in whole.program.examples if example.head in found.failing]
    for players in sorted(
        {max(USUAL_PLAYERS, players_named(example)) for example in failing} - {whole.world.players}
    ):
        other = with_players(whole, players, library)
        if other is not None:
            watcher = Watcher(looks_of(Telling(other)))
            there = tried(other, library, watcher, frozenset(found.failing))
            found.borrow(whole, other, there)
    return found


def with_players(whole: Checked, players: int, library: Library) -> Checked | None:
    """The same configuration with another number of players; None if it can't be played so."""
    configuration = whole.program.configuration
    game = next(file for file in whole.program.files if file.what == "game")
    modules = [file.path for file in whole.program.files if file.what == "module"]
    declared = (*whole.program.options.values(), *whole.program.rulings.values())
    conditional = {f"{decl.module}.{decl.name}" for decl in declared if decl.when}
    settings = {name: value for name, value in configuration.settings if name not in conditional}
    try:
        return checked(game.path, modules, settings, players, library)
    except RuleError:
        return None
