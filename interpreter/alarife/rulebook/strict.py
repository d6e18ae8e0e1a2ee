"""What must not be printed: sentences that a check refutes, and examples that don't hold where they
are written for.

In: a configuration, and what came of its examples there. Out: diagnostics. An example that fails
here only because of another module is left out by right; one that fails in its own configuration
too is a mistake."""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.diagnostics import Diagnostic, Report
from alarife.examples.run import run_examples
from alarife.library import Library
from alarife.linking.walk import below
from alarife.rulebook.holding import Tried
from alarife.rulebook.prose import check_prose
from alarife.syntax import tree
from alarife.texts.english import ENGLISH


def complaints(whole: Checked, library: Library, tried: Tried) -> list[Diagnostic]:
    """The errors in the sentences and in the examples of a configuration, and why it can't be
    begun."""
    report = Report()
    if whole.program.speech is ENGLISH:  # a translation says the numbers of the original
        check_prose(whole, report)
    return [*report.errors, *_failing(whole, library, tried), *tried.faults]


def _failing(whole: Checked, library: Library, tried: Tried) -> list[Diagnostic]:
    """What is wrong with examples that fail where they are written for."""
    files = {file.path: file for file in whole.program.files}
    game = next(file for file in files.values() if file.what == "game")
    suspects: dict[str, set[tree.Span]] = {}
    for head in tried.failing:
        file = files.get(head.file)
        if file is not None:
            key = file.path if file.what == "module" else ""
            suspects.setdefault(key, set()).add(head)
    found: list[Diagnostic] = []
    for module in sorted(suspects):
        heads = suspects[module]
        outcomes = run_examples(
            game.path, [module] if module else (), library, lambda e, heads=heads: e.head in heads
        )
        for outcome in outcomes:
            if outcome.example.head in heads and not outcome.passed:
                found += outcome.diagnostics
    return found


def to_read_again(whole: Checked) -> list[tuple[tree.Example, str, str]]:
    """Examples of the game whose words may no longer be right, though they hold: each with the name
    of something it depends on, and the module that changes that."""
    amended = _amended(whole)
    modules = {file.name for file in whole.program.files if file.what == "module"}
    found: list[tuple[tree.Example, str, str]] = []
    for example in whole.program.examples:
        if example.module in modules:
            continue
        name = next((n for n in sorted(_depends_on(whole, example)) if n in amended), "")
        if name:
            found.append((example, name, amended[name]))
    return found


def _amended(whole: Checked) -> dict[str, str]:
    """What modules change or replace: name → module. What only goes before or after is told where
    it happens."""
    modules = {file.name for file in whole.program.files if file.what == "module"}
    program = whole.program
    found = {name: change.module for name, many in program.changes.items() for change in many}
    found |= {name: hook.module for name, hooks in program.hooks.items() for hook in hooks.instead}
    return {name: module for name, module in found.items() if module in modules}


def _depends_on(whole: Checked, example: tree.Example) -> set[str]:
    """The names that an example mentions, and those that these mention."""
    program = whole.program
    shelves = (program.steps, program.actions, program.rules, program.menus, program.graphs)
    waiting: list[tree.Node] = [example]
    seen: set[str] = set()
    while waiting:
        for written in _names(waiting.pop()):
            name = program.formerly.get(written, written)
            if name in seen:
                continue
            seen.add(name)
            waiting += program.values.get(name, [])
            waiting += [shelf[name] for shelf in shelves if name in shelf]
            waiting += [program.rules[rule] for rule in program.rules_of.get(name, [])]
    return seen


def _names(node: tree.Node) -> set[str]:
    return {
        n.name if isinstance(n, tree.Call) else n.menu if isinstance(n, tree.ChooseFrom) else n.id
        for n in below([node])
        if isinstance(n, (tree.Call, tree.Name, tree.ChooseFrom))
    }
