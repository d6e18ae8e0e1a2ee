"""Which examples hold in a configuration, and how the table lies in them: a book must not show
those that do not.

In: a checked program. Out: what came of its examples. An example is written for the configuration
of its own file; under another module it may become false, by right. The engine carries out each of
them. One that tells of a third person does not hold for two."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from alarife.checking.scope import Checked
from alarife.checking.world import PLAYER_NAMES
from alarife.diagnostics import Diagnostic, RuleError
from alarife.library import Library
from alarife.linking.configurations import Run
from alarife.rulebook.scenes import Beginning, Scene, Watcher, beginning
from alarife.rulebook.seats import same_rules
from alarife.syntax import tree


@dataclass(slots=True)
class Tried:
    """What came of the examples of a program, by their first lines: those that do not hold, and the
    scenes of all. `players` says of those that hold only with another number of players with how
    many; their rules are the same here. `beginning` is the table at the first decision; `faults`
    say why it can't be begun."""

    failing: set[tree.Span] = field(default_factory=set)
    scenes: dict[tree.Span, Scene] = field(default_factory=dict)
    players: dict[tree.Span, int] = field(default_factory=dict)
    beginning: Beginning | None = None
    faults: list[Diagnostic] = field(default_factory=list)

    def borrow(self, checked: Checked, other: Checked, found: Tried) -> None:
        """Take over from another number of players the examples that hold there, if their rules are
        the same here."""
        for example in other.program.examples:
            holds = example.head in found.scenes and example.head not in found.failing
            if (
                holds
                and example.head in self.failing
                and same_rules(example, checked.program, other.program)
            ):
                self.failing.remove(example.head)
                self.scenes[example.head] = found.scenes[example.head]
                self.players[example.head] = other.world.players


def tried(
    checked: Checked,
    library: Library,
    watcher: Watcher | None = None,
    some: frozenset[tree.Span] | None = None,
) -> Tried:
    """Carry out the examples, or `some` of them alone; nothing is known of them if the rules can't
    be carried out at all."""
    from alarife.engine.workbench import Workbench
    from alarife.examples.run import ready, run_in

    run = _run(checked)
    found = Tried()
    try:
        lowered = ready(checked)
        only = (lambda example: example.head in some) if some is not None else None
        outcomes = run_in(run, library, only, watch=watcher, lowered=lowered)
        found.failing = {outcome.example.head for outcome in outcomes if not outcome.passed} | {
            example.head for example in run.examples if _names_somebody_else(example, run.players)
        }
        found.scenes = watcher.scenes if watcher else {}
        if watcher and some is None:
            found.beginning = beginning(Workbench.new(lowered, auto=True))
    except RuleError as wrong:
        found.faults = wrong.diagnostics
    return found


def _run(checked: Checked) -> Run:
    program = checked.program
    configuration = program.configuration
    game = next(file.path for file in program.files if file.what == "game")
    modules = [file.path for file in program.files if file.what == "module"]
    return Run(
        game, modules, dict(configuration.settings), configuration.players, list(program.examples)
    )


def _names_somebody_else(example: tree.Example, players: int) -> bool:
    """Whether the sentences of an example speak of a person for whom there is no seat."""
    absent = {name.capitalize() for name in PLAYER_NAMES[players:]}
    return any(word in absent for prose in example.prose for word in re.findall(r"\w+", prose.text))
