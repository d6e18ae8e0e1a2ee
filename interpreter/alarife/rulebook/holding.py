"""Which examples do not hold in a configuration: a book must not show them.

In: a checked program. Out: the places of its examples that fail in it. An example is written for the configuration of its own
file; under another module it may become false, by right. The engine carries out each of them.
"""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.diagnostics import RuleError
from alarife.library import Library
from alarife.linking.configurations import Run
from alarife.syntax import tree


def failing(checked: Checked, library: Library) -> set[tree.Span]:
    """The first lines of the examples that do not hold; none if the rules can't be carried out at all."""
    from alarife.examples.run import run_in

    program = checked.program
    configuration = program.configuration
    game = next(file.path for file in program.files if file.what == "game")
    modules = [file.path for file in program.files if file.what == "module"]
    run = Run(game, modules, dict(configuration.settings), configuration.players, list(program.examples))
    try:
        return {outcome.example.head for outcome in run_in(run, library) if not outcome.passed}
    except RuleError:
        return set()
