"""Small games, written in the test that needs them."""

from __future__ import annotations

from alarife.checking.check import check, checked
from alarife.diagnostics import Diagnostic, Report, RuleError
from alarife.engine.state import Game
from alarife.examples import Outcome, run_examples
from alarife.library import Library
from alarife.linking.link import link
from alarife.lowering.lower import lower

HEAD = """alarife 1
game small "Small"
  > A test.
  players 2..3

"""


def text_of(rules: str) -> str:
    """A whole rule file; `rules` is what it is about."""
    winners = '\nvalue winners "Who wins": set of Player = []\n'
    play = '\nstep play "Play"\n  pass\n'
    text = HEAD + rules.strip("\n") + "\n"
    text += winners if "value winners" not in rules else ""
    return text + (play if "step play " not in rules else "")


def library_of(rules: str) -> Library:
    """A library with nothing in it but this game."""
    return Library(texts={"small.alr": text_of(rules)})


def game(rules: str, players: int = 2) -> Game:
    """The game, which must have no errors."""
    return Game(lower(checked("small", (), {}, players, library_of(rules))))


def found(rules: str, players: int = 2) -> list[Diagnostic]:
    """What checking and lowering find: errors and warnings."""
    report = Report()
    try:
        program = link("small", (), {}, players, library_of(rules), report)
        if program is None or report.errors:
            return report.found
        made = check(program, report)
        if not report.errors:
            lower(made)
    except RuleError as wrong:
        return [*report.found, *(d for d in wrong.diagnostics if d not in report.found)]
    return report.found


def codes(rules: str, players: int = 2) -> list[str]:
    """The codes of what checking finds."""
    return [d.code for d in found(rules, players)]


def examples(rules: str) -> dict[str, Outcome]:
    """The examples of a game, run, by title."""
    return {o.title: o for o in run_examples("small", (), library_of(rules))}


def all_pass(rules: str) -> None:
    """Every example of a game holds, and there is one."""
    outcomes = examples(rules)
    failed = {title: o.diagnostics for title, o in outcomes.items() if not o.passed}
    assert outcomes
    assert not failed, failed
