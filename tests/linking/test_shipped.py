"""The shipped rule files link: every game, every module alone, every pair, all together; a module
added later is covered, too."""

from __future__ import annotations

from itertools import combinations

import pytest
from tests.games.configurations import sampled

from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.configurations import check_space, example_runs
from alarife.linking.link import link
from alarife.linking.program import Program
from alarife.linking.space import Space, space_of

LIBRARY = Library()
GAMES = [head.name for head in LIBRARY.games()]


def spaces() -> dict[str, Space]:
    found = {name: space_of(name, LIBRARY, Report()) for name in GAMES}
    return {name: space for name, space in found.items() if space is not None}


SPACES = spaces()
PAIRS = sampled(
    [(game, pair) for game, space in SPACES.items() for pair in combinations(space.modules, 2)]
)


def must_link(
    game: str, modules: tuple[str, ...], players: int, options: dict[str, object] | None = None
) -> Program:
    report = Report()
    program = link(game, modules, options, players, LIBRARY, report)
    assert program is not None, [(d.code, d.message) for d in report.found]
    assert not report.found, [(d.code, d.message) for d in report.found]
    return program


def test_every_file_can_be_used() -> None:
    assert sorted(SPACES) == sorted(GAMES)


@pytest.mark.parametrize("game", SPACES)
def test_games_link_for_every_number_of_players(game: str) -> None:
    for players in SPACES[game].players():
        must_link(game, (), players)


@pytest.mark.parametrize("game", SPACES)
def test_every_value_of_every_setting_links(game: str) -> None:
    space = SPACES[game]
    for one in space.declared:
        for value in one.all_values():
            found = space.find(
                one.decl.when, one.decl.module if one.decl.module in space.modules else None
            )
            assert found is not None
            must_link(game, found.modules, found.players, {**dict(found.settings), one.full: value})


@pytest.mark.parametrize("game", [game for game, space in SPACES.items() if space.modules])
def test_modules_link_alone_and_all_together(game: str) -> None:
    space = SPACES[game]
    for players in space.players():
        chosen = [tuple(sorted(space.needed([name]))) for name in space.modules]
        for modules in [*chosen, tuple(space.modules)]:
            if space.allows(modules, players):
                must_link(game, modules, players)


@pytest.mark.parametrize(
    ("game", "pair"), PAIRS, ids=lambda part: "+".join(part) if isinstance(part, tuple) else part
)
def test_pairs_of_modules_link_in_either_order(game: str, pair: tuple[str, str]) -> None:
    space = SPACES[game]
    modules = tuple(sorted(space.needed(pair)))
    for players in space.players():
        if space.allows(modules, players):
            one, other = must_link(game, modules, players), must_link(game, modules[::-1], players)
            assert one.digest == other.digest
            assert list(one.labels) == list(other.labels)


@pytest.mark.parametrize("preset", [head.name for head in LIBRARY.presets()])
def test_presets_link(preset: str) -> None:
    report = Report()
    assert link(preset, library=LIBRARY, report=report) is not None, report.found


@pytest.mark.parametrize("game", SPACES)
def test_nothing_is_dead_and_every_example_runs_somewhere(game: str) -> None:
    report = Report()
    check_space(game, LIBRARY, report)
    for module in (None, *SPACES[game].modules):
        for run in example_runs(game, LIBRARY, report, module):
            program = must_link(run.game, tuple(run.modules), run.players, dict(run.options))
            titles = {example.at for example in program.examples}
            assert titles.issuperset(example.at for example in run.examples)
    assert not report.found, [(d.code, d.message) for d in report.found]
