"""The entries of this folder: examples of a game, of modules, of a file, run in the configurations
they are written for.

In: names or paths, and a library. Out: an outcome for each example. What is wrong with the rules
themselves is raised (`RuleError`); what is wrong with an example is in its outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.check import checked as checked_of
from alarife.checking.scope import Checked
from alarife.diagnostics import Diagnostic, Label, Report, RuleError, rule_error
from alarife.engine.allowance import Allowance, one_allowance
from alarife.engine.workbench import Workbench
from alarife.examples.check import ExampleChecker
from alarife.examples.evaluate import Evaluator
from alarife.examples.looks import PieceFinder
from alarife.examples.outcome import Failed, Outcome
from alarife.examples.script import Script
from alarife.examples.setting import Setting
from alarife.examples.summary import summary
from alarife.library import Library
from alarife.linking.configurations import Run, example_runs
from alarife.linking.gather import say_twins
from alarife.linking.walk import below
from alarife.lowering.lower import Lowered, lower
from alarife.lowering.reading import Purity
from alarife.syntax import tree

Wanted = Callable[[tree.Example], bool]
Watch = Callable[[Setting, str], None]
"""Called with the table of an example when it is laid (`begin`), at each caption between its steps
(`caption`), and when it has been carried out (`end`)."""


@one_allowance()
def run_examples(
    game: str,
    modules: Sequence[str] = (),
    library: Library | None = None,
    only: Wanted | None = None,
) -> list[Outcome]:
    """The examples of a game and its libraries, or, if modules are named, those of the modules.
    `game` and `modules` are names or paths; `only` picks some."""
    library = library or Library()
    outcomes: list[Outcome] = []
    for module in modules or (None,):
        report = Report()
        runs = example_runs(game, library, report, _name(module, library), _own(modules))
        report.stop_if_wrong()
        outcomes += [outcome for run in runs for outcome in run_in(run, library, only)]
        outcomes += [
            outcome
            for d in report.found
            if d.code == "E0271"
            for outcome in _nowhere(d, game, library)
        ]
    return outcomes


@one_allowance()
def run_game(game: str, library: Library) -> list[Outcome]:
    """The examples of a game, its libraries and all its modules."""
    outcomes = run_examples(game, (), library)
    for head in library.modules(game):
        outcomes += run_examples(game, [head.name], library)
    return outcomes


@one_allowance()
def run_file(path: str, library: Library | None = None) -> list[Outcome]:
    """The examples of one file: a game's, a module's, or a library's in every game that uses it. A
    preset has none."""
    library = library or Library()
    head = library.head_at(path)
    if head is None:
        raise rule_error(
            "E0201", f"`{path}` is no rule file.", "Its first lines say `alarife 2` and what it is."
        )

    def in_file(example: tree.Example) -> bool:
        return example.head.file == path

    if head.what == "game":
        return run_examples(path, (), library, in_file)
    if head.what == "module":
        game = library.find(("game",), head.target, beside=path)
        if game is not None:
            say_twins(game, library, report := Report())
            report.stop_if_wrong()
        return run_examples(game.path if game else head.target, [path], library, in_file)
    found: list[Outcome] = []
    for game in library.games() if head.what == "library" else ():
        file = library.parsed(game.path, Report())
        if file is not None and head.name in file.uses:
            found += run_examples(
                game.name, (), library, lambda example: example.module == head.name
            )
    return found


def run_in(
    run: Run,
    library: Library,
    only: Wanted | None = None,
    watch: Watch | None = None,
    lowered: Lowered | None = None,
) -> list[Outcome]:
    """The examples of one configuration. `watch` sees the table of each, before and after;
    `lowered` is the configuration as `ready` gives it, if it has been made already."""
    wanted = {_where(e) for e in run.examples if only is None or only(e)}
    if not wanted:
        return []
    lowered = lowered or ready(checked_of(run.game, run.modules, run.options, run.players, library))
    checked = lowered.checked
    evaluator = Evaluator(Workbench.new(lowered), checked)
    outcomes: list[Outcome] = []
    with one_allowance() as allowance:
        for example in checked.program.examples:
            if _where(example) in wanted:
                alone = _supposes_of_laws(example, checked)
                own = Evaluator(Workbench.new(lowered), checked) if alone else evaluator
                outcomes.append(_outcome(example, run, checked, own, watch, allowance))
    return outcomes


def ready(checked: Checked) -> Lowered:
    """A configuration as its examples are run in it: they suppose values, so no call of one is
    inlined."""
    return lower(checked, without=("inline",))


def _supposes_of_laws(example: tree.Example, checked: Checked) -> bool:
    """Whether an example supposes something that a law reads: a machine remembers verdicts of laws,
    so it needs its own."""
    named = {
        n.name if isinstance(n, tree.Call) else n.id
        for n in below(example.given)
        if isinstance(n, (tree.Call, tree.Name))
    }
    if not named & (checked.program.values.keys() | checked.program.rules.keys()):
        return False
    reading = Purity(checked)
    read = {
        owner
        for rules in checked.program.rules_of.values()
        for rule in rules
        for owner in reading.closure(f"rule {rule}")
    }
    return any(f"{what} {name}" in read for name in named for what in ("value", "rule"))


def _outcome(
    example: tree.Example,
    run: Run,
    checked: Checked,
    evaluator: Evaluator,
    watch: Watch | None,
    allowance: Allowance,
) -> Outcome:
    outcome = Outcome(
        example.title or "", example, run.game, tuple(run.modules), dict(run.options), run.players
    )
    report = Report()
    checkup = ExampleChecker(checked, report).example(example)
    outcome.diagnostics += report.found
    if report.errors:
        return outcome
    if allowance.over:
        message = f"It was not run, as {allowance.spent_by or 'the setup'} used up the time."
        outcome.diagnostics.append(Diagnostic("E0817", message, (Label(example.head),)))
        return outcome
    evaluator.looks = PieceFinder(evaluator.bench)
    setting = Setting(evaluator, example, checkup)
    script = Script(evaluator, setting, checked.program.sources)
    start = evaluator.bench.copy(setting.state)
    try:
        with evaluator.bench.within_bounds():
            setting.lay()
            seen = watch or _unseen
            seen(setting, "begin")
            script.run(
                example.steps,
                {at for at, _ in example.captions},
                lambda: seen(setting, "caption"),
            )
            seen(setting, "end")
    except Failed as failed:
        script.found.append(failed.diagnostic)
    except RuleError as wrong:
        label = Label(example.head, "while this example runs")
        for d in wrong.diagnostics:
            script.found.append(Diagnostic("E0817", d.message, (label, *d.labels), d.hint))
        if allowance.over:
            allowance.spent_by = allowance.spent_by or f"the example “{outcome.title}”"
    finally:
        setting.undo()
    outcome.diagnostics += script.found
    if not outcome.passed:
        outcome.state = summary(evaluator.bench, example, setting.state, start)
    return outcome


def _unseen(setting: Setting, moment: str) -> None:
    """Nobody watches."""


def _where(e: tree.Example) -> tuple[str, int]:
    return e.head.file, e.head.line


def _own(modules: Sequence[str]) -> list[str]:
    from alarife.library import is_path

    return [m for m in modules if is_path(m)]


def _name(module: str | None, library: Library) -> str | None:
    from alarife.library import is_path

    if module is None or not is_path(module):
        return module
    head = library.head_at(module)
    return head.name if head else module


def _nowhere(d: Diagnostic, game: str, library: Library) -> list[Outcome]:
    """What is said of an example for which there is no configuration."""
    at = d.at
    file = library.parsed(at.file, Report()) if at is not None else None
    found = (
        [decl for decl in file.decls if isinstance(decl, tree.Example) and decl.head == at]
        if file is not None
        else []
    )
    told = [Diagnostic("E0818", d.message, d.labels, d.hint)]
    return [Outcome(example.title or "", example, game, diagnostics=told) for example in found]
