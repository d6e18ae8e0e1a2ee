"""Going over configurations to find what is wrong with rule files.

What comes in: heads of files. What goes out: what was found, each thing once, with the
configurations that were tried. A game is tried for every number of players and with each of its
modules; a module with what it needs; a preset as it is; a library within the games that use it;
modules of one's own are tried together, too, and with whatever their `when` blocks ask for.
`thorough` adds every value of every option, every pair of modules, and the blocks of all files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alarife.checking.check import check
from alarife.checking.checks.large_sets import check_large_sets
from alarife.checking.checks.use import check_use
from alarife.diagnostics import Diagnostic, Report, RuleError, TooMany
from alarife.engine.state import Game
from alarife.examples.check import ExampleChecker
from alarife.library import Head, Library
from alarife.linking.configurations import Run, check_space, count_configurations, example_runs
from alarife.linking.gather import say_twins
from alarife.linking.link import link
from alarife.linking.program import Configuration
from alarife.linking.space import Found, Space, space_of
from alarife.linking.wording import head_line, or_all
from alarife.lowering.lower import Lowered, lower
from alarife.rulebook.prose import check_prose

if TYPE_CHECKING:
    from alarife.checking.scope import Checked
    from alarife.diagnostics import Span

_DEEP = re.compile(r"^ {60}|^.{20000}", re.MULTILINE)
"""Generated text that Python may find too deep: so it is tried."""
FEW_VALUES = 12
"""Options with up to so many values are tried with each of them, others with the first and the
last."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A configuration to be tried; `game` and `modules` are names or paths."""

    game: str
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    players: int | None = None


@dataclass(slots=True)
class Survey:
    """What was found. `counts` says how many configurations each game has; `first` is the first
    program of each file, for those who want to look closer."""

    library: Library
    thorough: bool = False
    found: dict[Diagnostic, None] = field(default_factory=dict)
    tried: set[Trial] = field(default_factory=set)
    seen: set[tuple[Configuration, tuple[str, ...]]] = field(default_factory=set)
    """What trials have come to: configurations, with the files that make them up."""
    counts: dict[str, int] = field(default_factory=dict)
    first: dict[str, Checked] = field(default_factory=dict)
    made: dict[str, Lowered] | None = None
    """The same, lowered; only where there is a dict to keep them."""
    sets: dict[Span, tuple[str, int]] = field(default_factory=dict)
    """Choices of sets whose members are compared: whose they are, and how many candidates there can
    be."""

    def over(self, heads: list[Head]) -> None:
        """Go over the configurations in which these files are in play."""
        for head in heads:
            if self.library.parsed(head.path, report := Report()) is None:
                self.note(report)
                continue
            for trial in self.trials(head):
                self.attempt(trial, head)
            if head.path in self.first:
                self._examples(head)
            if self.thorough:
                self._space(head, [h.path for h in self._own(heads)])
        for trial, head in chain(self._together(heads), self._under_conditions(heads)):
            self.attempt(trial, head)

    def _whole(self, report: Report, work: Callable[[], None]) -> None:
        """Do some work and keep what it reports; if there is too much of that, it was broken
        off."""
        with suppress(TooMany):
            work()
        self.note(report)

    def note(self, report: Report) -> None:
        """Keep what a report holds; of the same mistake at the same place, the words of the first
        configuration."""
        places = {(d.code, d.at) for d in self.found if d.at is not None}
        for d in report.found:
            if d.at is None or (d.code, d.at) not in places or d in self.found:
                self.found[d] = None

    # ----------------------------------------------------------------
    # one configuration
    def attempt(self, trial: Trial, head: Head) -> None:
        """Link and check one configuration, and its sentences. What was tried for another file is
        tried again for one that has no configuration yet: it may have examples of its own."""
        if trial in self.tried and head.path in self.first:
            return
        self.tried.add(trial)
        report = Report()
        self._whole(report, lambda: self._attempt(trial, head, report))

    def _attempt(self, trial: Trial, head: Head, report: Report) -> None:
        program = link(
            trial.game, trial.modules, dict(trial.options), trial.players, self.library, report
        )
        if program is not None:
            came_to = (program.configuration, tuple(file.path for file in program.files))
            if came_to in self.seen and head.path in self.first:
                return
            self.seen.add(came_to)
        checked = check(program, report) if program is not None and not report.errors else None
        if checked is not None and not report.errors:
            check_prose(checked, report)
            self.first.setdefault(head.path, checked)
            self._lower(head, checked, report)

    def _lower(self, head: Head, checked: Checked, report: Report) -> None:
        """Whether it can be played: choices of sets are looked through only when the rules are
        lowered."""
        try:
            lowered = lower(checked)
            if self.made is not None and self.first[head.path] is checked:
                self.made[head.path] = lowered
            if _DEEP.search(lowered.source):
                Game(lowered)
            tried = {site.at: site for site in lowered.sites if site.tried}
            for at, site in tried.items():
                self.sets[at] = (f"{site.owner}.{site.name}", site.tried)
            check_large_sets(checked, tried, report)
        except RuleError as wrong:
            report.found += [d for d in wrong.diagnostics if d not in report.found]

    def _examples(self, head: Head) -> None:
        """Check the examples of a file, each in a configuration in which it is to be run."""
        report = Report()
        self._whole(report, lambda: self._check_examples(head, report))

    def _check_examples(self, head: Head, report: Report) -> None:
        for run in self._runs(head, report):
            wanted = {example.head for example in run.examples if example.head.file == head.path}
            program = (
                link(run.game, run.modules, run.options, run.players, self.library, report)
                if wanted
                else None
            )
            checked = check(program, report) if program is not None else None
            if program is not None and checked is not None and not report.errors:
                checker = ExampleChecker(checked, report)
                for example in program.examples:
                    if example.head in wanted:
                        checker.example(example)

    def _runs(self, head: Head, report: Report) -> list[Run]:
        match head.what:
            case "game":
                return example_runs(head.path, self.library, report)
            case "module":
                game = self.library.find(("game",), head.target, beside=head.path)
                return (
                    example_runs(game.path, self.library, report, head.name, [head.path])
                    if game
                    else []
                )
            case "library":
                return [
                    run
                    for game in self._users(head)[:1]
                    for run in example_runs(game.path, self.library, report)
                ]
            case _:
                return []

    def _space(self, head: Head, own: list[str]) -> None:
        """What is dead: in a game with all its modules, or in a module, seen together with the
        others."""
        game = self._game_of(head)
        if game is None:
            return
        report = Report()
        check_space(game.path, self.library, report, own)
        check_use(game.path, self.library, report, own)
        if game is head:
            self.counts[head.name] = count_configurations(head.path, self.library, report)
        else:
            report.found = [
                found
                for found in report.found
                if found.at is not None and found.at.file == head.path
            ]
        self.note(report)

    def _own(self, heads: list[Head]) -> list[Head]:
        """The modules among these that are not shipped."""
        return [
            head for head in heads if head.what == "module" and not self.library.ships(head.path)
        ]

    # ----------------------------------------------------------------
    # which
    def trials(self, head: Head) -> Iterator[Trial]:
        """The configurations in which a file is tried."""
        match head.what:
            case "game":
                yield from self._of_game(head)
            case "module":
                yield from self._of_module(head)
            case "preset":
                yield Trial(head.path)
            case _:
                for game in self._users(head):
                    yield from self._of_game(game)

    def _of_game(self, head: Head) -> Iterator[Trial]:
        space = space_of(head.path, self.library, Report())
        if space is None or not space.players():
            yield Trial(head.path)
            return
        for players in space.players():
            yield Trial(head.path, players=players)
        for name in space.modules:
            yield self._with(head.path, space, {name})
        if self.thorough:
            yield from self._thoroughly(head, space)

    def _of_module(self, head: Head) -> Iterator[Trial]:
        game = self.library.find(("game",), head.target, beside=head.path)
        if game is None:
            self._no_game(head)
            return
        say_twins(game, self.library, report := Report())
        self.note(report)
        space = space_of(game.path, self.library, Report(), [head.path])
        if space is None or head.name not in space.modules:
            yield Trial(game.path, (head.path,))
            return
        needed = tuple(self._paths(space, space.needed([head.name])))
        allowed = [n for n in space.players() if space.allows(space.needed([head.name]), n)]
        yield from (Trial(game.path, needed, players=n) for n in allowed)
        if not allowed:
            yield Trial(game.path, needed)
        if self.thorough:
            yield from self._all_values(game.path, space, head.name)

    def _no_game(self, head: Head) -> None:
        """The game that a module says it is for is not there."""
        file = self.library.parsed(head.path, report := Report())
        if file is not None:
            message = (
                f"The module `{head.name}` is for the game `{head.target}`, and there is no such"
                " game."
            )
            hint = or_all(
                head.target, [game.name for game in self.library.games()], "The games are"
            )
            report.error("E0202", message, head_line(file), hint=hint)
        self.note(report)

    def _together(self, heads: list[Head]) -> Iterator[tuple[Trial, Head]]:
        """Modules of one's own with one another; and, thoroughly, with each of the shipped ones."""
        own = self._own(heads)
        for head in own:
            game = self.library.find(("game",), head.target, beside=head.path)
            space = (
                space_of(game.path, self.library, Report(), [h.path for h in own])
                if game is not None
                else None
            )
            if game is None or space is None or head.name not in space.modules:
                continue
            files = [file for name, file in space.modules.items() if name != head.name]
            others = [
                file.name for file in files if self.thorough or not self.library.ships(file.path)
            ]
            for modules in (space.needed([head.name, other]) for other in others):
                if any(space.allows(modules, n) for n in space.players()):
                    yield self._with(game.path, space, modules), head

    def _under_conditions(self, heads: list[Head]) -> Iterator[tuple[Trial, Head]]:
        """For each `when` block of a file, a configuration in which it is there."""
        own = self._own(heads)
        for head in heads:
            if self.library.ships(head.path) and not self.thorough:
                continue
            game = self._game_of(head)
            file = self.library.parsed(head.path, Report())
            space = (
                space_of(game.path, self.library, Report(), [h.path for h in own])
                if game is not None
                else None
            )
            if game is None or file is None or space is None:
                continue
            module = head.name if head.name in space.modules else None
            blocks = {tuple(e.at for e in decl.when): decl.when for decl in file.decls}
            for conditions in blocks.values():
                found = space.find(conditions, module) if conditions else None
                if found is not None:
                    yield self._found(game.path, space, found), head

    def _game_of(self, head: Head) -> Head | None:
        """The game that a file is, or that it is a module for."""
        if head.what == "module":
            return self.library.find(("game",), head.target, beside=head.path)
        return head if head.what == "game" else None

    def _thoroughly(self, head: Head, space: Space) -> Iterator[Trial]:
        """Every pair of modules, and every option's values."""
        for pair in combinations(space.modules, 2):
            modules = space.needed(pair)
            if any(space.allows(modules, n) for n in space.players()):
                yield self._with(head.path, space, modules)
        yield from self._all_values(head.path, space)

    def _all_values(self, game: str, space: Space, only: str | None = None) -> Iterator[Trial]:
        """The values of every option, or of those of a module, with as little else as goes."""
        for one in space.declared:
            module = one.decl.module if one.decl.module in space.modules else None
            found = space.find(one.decl.when, module) if only in (None, module) else None
            if found is None:
                continue
            values = one.all_values() if one.count <= FEW_VALUES else (one.low, one.high)
            for value in values:
                yield self._found(game, space, found, {one.full: value})

    def _found(
        self, game: str, space: Space, found: Found, more: dict[str, Any] | None = None
    ) -> Trial:
        settings = {**dict(found.settings), **(more or {})}
        modules = tuple(self._paths(space, set(found.modules)))
        return Trial(game, modules, tuple(settings.items()), found.players)

    def _with(self, game: str, space: Space, modules: set[str]) -> Trial:
        chosen = space.needed(modules)
        players = next((n for n in space.players() if n > 2 and space.allows(chosen, n)), None)
        return Trial(game, tuple(self._paths(space, chosen)), players=players)

    @staticmethod
    def _paths(space: Space, names: set[str]) -> list[str]:
        return sorted(space.modules[name].path for name in names)

    def _users(self, head: Head) -> list[Head]:
        """The games that use a library: shipped ones, and those that lie beside it."""
        beside = (
            self.library.head_at(str(path)) for path in sorted(Path(head.path).parent.glob("*.alr"))
        )
        games = {
            h.path: h
            for h in (*beside, *self.library.games())
            if h is not None and h.what == "game"
        }
        used = ((game, self.library.parsed(game.path, Report())) for game in games.values())
        return [game for game, file in used if file is not None and head.name in file.uses]
