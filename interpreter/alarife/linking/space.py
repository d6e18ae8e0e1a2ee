"""All configurations of a game: modules × settings × players, as far as the heads and `when`s allow
them.

In: a library and a game. Out: `Space`, which counts them and finds one in which given conditions
hold. Both look at the structure only: modules that have nothing to do with one another are counted
apart and multiplied, and nothing is linked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, pairwise, product
from math import prod

from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.conditions import World, mentions
from alarife.linking.configure import allowed_players, in_force, range_of, settle, usual_players
from alarife.linking.gather import game_or_preset, libraries_of
from alarife.linking.program import Setting
from alarife.linking.settings import Declared, declared_in
from alarife.linking.walk import below
from alarife.syntax import tree

BASE = ""
"""The part of a space that is always in play: the game and its libraries."""


FEW_VALUES = 200
"""Up to so many values of an option are tried out one by one."""

MOST_TRIED = 100_000
"""Up to so many combinations of options are tried out; beyond that they are counted as if none
depended on another."""


@dataclass(frozen=True, slots=True)
class Found:
    """A configuration that was looked for: modules by name, only those settings that matter,
    players."""

    modules: tuple[str, ...]
    settings: tuple[tuple[str, Setting], ...]
    players: int


@dataclass(slots=True)
class Space:
    """The files that can be in play and what may be set in them. `owners` says for each library
    which files use it."""

    game: tree.File
    base: list[tree.File]
    modules: dict[str, tree.File]
    declared: list[Declared]
    uses: dict[str, list[tree.File]] = field(default_factory=dict[str, list[tree.File]])
    """Module → the libraries that come with it."""

    @property
    def files(self) -> list[tree.File]:
        """Every file, in the order of linking."""
        extra = {file.name: file for name in self.modules for file in self.uses[name]}
        known = {file.name for file in self.base}
        return [
            *self.base,
            *(f for name, f in extra.items() if name not in known),
            self.game,
            *self.modules.values(),
        ]

    def named(self, name: str) -> list[Declared]:
        """The options and rulings of that bare name."""
        return [one for one in self.declared if one.decl.name == name]

    # ----------------------------------------------------------------
    # what is allowed
    def players(self) -> range:
        """For how many the game is."""
        return allowed_players([self.game])

    def allows(self, modules: Iterable[str], players: int) -> bool:
        """Whether these modules can be in play together with so many players."""
        chosen = set(modules)
        for name in chosen:
            file = self.modules[name]
            span = range_of(file)
            if span is not None and not span[0] <= players <= span[1]:
                return False
            if not chosen.issuperset(file.needs) or chosen & set(file.excludes):
                return False
        return True

    def needed(self, names: Iterable[str]) -> set[str]:
        """Modules with those that they need."""
        found: set[str] = set()
        waiting = [name for name in names if name in self.modules]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting.extend(other for other in self.modules[name].needs if other in self.modules)
        return found

    def owner(self, one: Declared) -> set[str]:
        """The modules of which one has to be in play for a setting to be there; `BASE` among them
        if none has to."""
        module = one.decl.module
        if module in self.modules:
            return {module}
        users = {
            name for name, files in self.uses.items() if any(file.name == module for file in files)
        }
        return (
            {BASE}
            if module == self.game.name or any(f.name == module for f in self.base)
            else users
        )

    def in_play(self, modules: Iterable[str]) -> list[Declared]:
        """The settings whose files are in play."""
        here = {BASE, *modules}
        return [one for one in self.declared if self.owner(one) & here]

    # ----------------------------------------------------------------
    # counting
    def count(self) -> int:
        """How many configurations there are."""
        return sum(
            prod(self._count_part(part, players) for part in self._parts())
            for players in self.players()
        )

    def _count_part(self, part: set[str], players: int) -> int:
        names = sorted(part - {BASE})
        total = 0
        for modules in _subsets(names):
            if self.allows(modules, players):
                here = {*modules, BASE} if BASE in part else set(modules)
                total += self._count_settings(
                    [one for one in self.declared if self.owner(one) & here], modules, players
                )
        return total

    def _count_settings(
        self, declared: list[Declared], modules: Iterable[str], players: int
    ) -> int:
        """In how many ways these options can be set. Those that decide whether others are there are
        tried out, the rest is multiplied."""
        asked = set(
            chain.from_iterable(
                mentions(condition)[0] for one in declared for condition in one.decl.when
            )
        )
        deciding = [one for one in declared if one.decl.name in asked]
        rest = [one for one in declared if one.decl.name not in asked]
        ways: dict[tuple[tuple[str, Setting], ...], int] = {}
        conditions = [condition for one in declared for condition in one.decl.when]
        tried = [classes(one, conditions, players) for one in deciding]
        if prod(map(len, tried)) > MOST_TRIED:
            return prod(one.count for one in declared)
        for picked in product(*tried):
            given = {one.full: value for one, (value, _) in zip(deciding, picked, strict=True)}
            weights = {one.full: weight for one, (_, weight) in zip(deciding, picked, strict=True)}
            world = self.world(modules, players)
            there = settle(world, declared, given, Report())
            key = tuple(
                (one.full, world.settings[one.decl.name]) for one in there if one in deciding
            )
            ways[key] = prod(one.count if one in rest else weights[one.full] for one in there)
        return sum(ways.values())

    def world(self, modules: Iterable[str], players: int) -> World:
        """A world with nothing set yet."""
        return World(players, frozenset(modules))

    def _parts(self) -> list[set[str]]:
        """Groups of modules (and the base) that have something to do with one another."""
        parts: list[set[str]] = [{BASE}, *({name} for name in self.modules)]

        def tie(names: set[str]) -> None:
            touched = [part for part in parts if part & names]
            if len(touched) > 1:
                for part in touched:
                    parts.remove(part)
                parts.append(set[str]().union(*touched))

        for name, file in self.modules.items():
            tie({name, *file.needs, *file.excludes} & {*self.modules})
        for one in self.declared:
            tied = set(self.owner(one))
            for condition in one.decl.when:
                names, modules, _ = mentions(condition)
                tied |= modules & set(self.modules)
                tied |= set(
                    chain.from_iterable(
                        self.owner(other) for name in names for other in self.named(name)
                    )
                )
            tie(tied)
        return parts

    # ----------------------------------------------------------------
    # finding
    def find(self, conditions: Sequence[tree.Expr], module: str | None = None) -> Found | None:
        """A configuration in which conditions hold: as few modules as possible, three players and
        defaults if that goes."""
        settings, modules = self._concerned(conditions)
        must = self.needed([module] if module else [])
        for extra in _subsets(sorted(modules - must)):
            chosen = self.needed([*must, *extra])
            for players in self._tried(chosen):
                if found := self._find_settings(conditions, settings, chosen, players):
                    return found
        return None

    def _tried(self, modules: set[str]) -> list[int]:
        allowed = [n for n in self.players() if self.allows(modules, n)]
        usual = usual_players(range(allowed[0], allowed[-1] + 1)) if allowed else 0
        return sorted(allowed, key=lambda n: (n != usual, n))

    def _concerned(self, conditions: Sequence[tree.Expr]) -> tuple[list[Declared], set[str]]:
        """The settings and modules that conditions hang on, directly or through settings that are
        there only under others."""
        settings: list[Declared] = []
        modules: set[str] = set()
        waiting = list(conditions)
        while waiting:
            names, asked, _ = mentions(waiting.pop())
            modules |= asked & set(self.modules)
            for one in chain.from_iterable(map(self.named, sorted(names))):
                if one not in settings:
                    settings.append(one)
                    waiting.extend(one.decl.when)
                    if one.decl.module in self.modules:
                        modules.add(one.decl.module)
        return settings, modules

    def _find_settings(
        self,
        conditions: Sequence[tree.Expr],
        settings: list[Declared],
        modules: set[str],
        players: int,
    ) -> Found | None:
        probe = tree.Section(at=self.game.at, head=self.game.at, when=list(conditions))
        choices = [_default_first(one, conditions, players) for one in settings]
        if prod(map(len, choices)) > MOST_TRIED:
            choices = [values[:2] for values in choices][:10]
            settings = settings[:10]
        for values in product(*choices):
            given: Mapping[str, Setting] = {
                one.full: value for one, value in zip(settings, values, strict=True)
            }
            world = self.world(modules, players)
            there = settle(world, self.in_play(modules), given, Report())
            report = Report()
            if in_force(probe, world, report) and not report.errors:
                chosen = [
                    (one.full, given[one.full])
                    for one in settings
                    if one in there and given[one.full] != one.default
                ]
                return Found(tuple(sorted(modules)), tuple(sorted(chosen)), players)
        return None


def classes(
    one: Declared, conditions: Sequence[tree.Expr], players: int
) -> list[tuple[Setting, int]]:
    """The values of a setting, each with how many values it stands for: those of a long range
    between two numbers that the conditions speak of make no difference to them."""
    if one.count <= FEW_VALUES:
        return [(value, 1) for value in one.all_values()]
    written = [node.whole for node in below(conditions) if isinstance(node, tree.Int)]
    spoken = {players, one.low, one.high, *(n for n in written if n is not None)}
    marks = sorted(number for number in spoken if one.low <= number <= one.high)
    found: list[tuple[Setting, int]] = [(number, 1) for number in marks]
    found += [(a + 1, b - a - 1) for a, b in pairwise(marks) if b - a > 1]
    return found


def _default_first(one: Declared, conditions: Sequence[tree.Expr], players: int) -> list[Setting]:
    values = [value for value, _ in classes(one, conditions, players) if value != one.default]
    return [one.default, *values]


def _subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All subsets, small ones first."""
    return chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))


def space_of(
    game: str, library: Library, report: Report, own_modules: Sequence[str] = ()
) -> Space | None:
    """The space of a game with all its modules, those at the paths `own_modules` included; None if
    a file is wrong."""
    before = len(report.errors)
    file = game_or_preset(game, library, report)
    if file is None or file.what != "game":
        return None
    base = libraries_of([file], library, report)
    paths = {head.name: head.path for head in library.modules(file.name)}
    for path in own_modules:
        head = library.head_at(path)
        if head is not None and head.target == file.name:
            paths[head.name] = path
    parsed = {name: library.parsed(paths[name], report) for name in sorted(paths)}
    modules = {name: module for name, module in parsed.items() if module is not None}
    uses = {name: libraries_of([module], library, report) for name, module in modules.items()}
    space = Space(file, base, modules, [], uses)
    space.declared = declared_in(space.files, report)
    return space if len(report.errors) == before else None
