"""Which examples run where, and that all that are shipped are as they should be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.examples.texts import GAME, outcome, outcomes

from alarife.checking.check import check
from alarife.diagnostics import Report, RuleError
from alarife.examples.check import check_examples
from alarife.examples.run import run_examples, run_file, run_game
from alarife.library import Library
from alarife.linking.link import link

MODULE = """alarife 1
module m "Module" for g
  > More.

after give(p, n) as more "More"
  > One more.
  score[p] += 1

example "One more"
  when give(ann, 1)
  then score[ann] = 2

when players = 2
  example "For two"
    then size(Player) = 2
"""


def test_a_game_runs_without_modules_and_a_module_with_itself() -> None:
    """So an example of the game may be false under a module, by right."""
    plain = 'example "Plain"\n  when give(ann, 1)\n  then score[ann] = 1\n'
    assert [o.passed for o in outcomes(plain, (), m=MODULE)] == [True]
    found = outcomes(plain, ("m",), m=MODULE)
    assert [(o.title, o.passed, o.modules, o.players) for o in found] == [
        ("One more", True, ("m",), 3),
        ("For two", True, ("m",), 2),
    ]


def test_supposing_ends_with_its_example() -> None:
    """And pieces claimed by one example are free for the next."""
    found = outcomes(
        'example "Supposed"\n  given power(ann, red) = 3\n  given hand[ann] = [Coin(5), Coin(5)]\n  then power(ann, red) = 3\n'
        'example "As usual"\n  given hand[bob] = [Coin(5)]\n  then power(ann, red) = 1 and hand[ann] is empty\n'
    )
    assert [o.passed for o in found] == [True, True]


def test_supposing_of_a_law_ends_with_its_example() -> None:
    """Though verdicts of laws are remembered."""
    drawn = "  given map land\n    +   +   +\n    : * :   :\n    +   +   +\n    :   : a :\n    +   +   +\n"
    apart = drawn + "  given shelf = [Tile(red)]\n{}  when ann: lay(Tile(red), a)\n  then {}\n"
    found = outcomes(
        'example "Far"\n'
        + apart.format("", "refused by joined")
        + 'example "Supposed"\n'
        + apart.format("  given needed(1) = 0\n", "shelf is empty")
        + 'example "Far again"\n'
        + apart.format("", "refused by joined")
    )
    assert [[d.message for d in o.diagnostics] for o in found] == [[], [], []]


def test_an_example_that_failed_tells_how_the_table_looks() -> None:
    """Places and notes that it names or changed."""
    found = outcome(
        'example "Wrong"\n  given hand[ann] = [Coin(5)]\n  when give(bob, 4)\n  then size(hand[ann]) = 2\n'
    )
    assert not found.passed
    assert found.state == ["hand[ann]: Coin(5)", "score[bob] = 4"]
    assert found.at.file == "game.alr"


def test_mistakes_are_found_without_running() -> None:
    """`check_examples` knows names and types."""
    library = Library(
        texts={
            "game.alr": GAME
            + 'example "Wrong"\n  given hand[ann] = [Coyn(5)]\n  when giv(ann)\n  then redy\n'
        }
    )
    report = Report()
    program = link("g", library=library, report=report)
    assert program is not None
    check_examples(check(program, report), report)
    assert [d.code for d in report.found] == ["E0340", "E0809", "E0340"]
    assert "give" in report.found[1].hint


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    """A module of one's own with a game of one's own beside it."""
    (tmp_path / "game.alr").write_text(GAME + 'example "Plain"\n  then size(Coin) = 6\n')
    (tmp_path / "m.alr").write_text(MODULE)
    assert [o.passed for o in run_file(str(tmp_path / "game.alr"))] == [True]
    assert [o.title for o in run_file(str(tmp_path / "m.alr"))] == ["One more", "For two"]


def test_rules_that_are_wrong_are_raised(tmp_path: Path) -> None:
    """Not a matter of examples."""
    (tmp_path / "game.alr").write_text(
        GAME.replace("hand[on_turn]", "hand[on_trun]") + 'example "Plain"\n  then size(Coin) = 6\n'
    )
    with pytest.raises(RuleError):
        run_file(str(tmp_path / "game.alr"))


@pytest.fixture(scope="module")
def library() -> Library:
    """The shipped files, each parsed once."""
    return Library()


@pytest.mark.parametrize("game", [head.name for head in Library().games()])
def test_all_shipped_examples(game: str, library: Library) -> None:
    """Every example of every game, library and module."""
    wrong = [
        f"{o.at.file}:{o.at.line} {o.title}: {d.message}"
        for o in run_game(game, library)
        for d in o.diagnostics
    ]
    assert wrong == []


def test_every_code_is_provoked() -> None:
    """Each code stands in a test beside this one."""
    code = re.compile(r'"(E08\d\d)"')
    here = Path(__file__).parent
    used = {
        c
        for path in (here.parents[1] / "interpreter/alarife/examples").glob("*.py")
        for c in code.findall(path.read_text())
    }
    texts = "".join(path.read_text() for path in here.glob("test_*.py"))
    assert [code for code in sorted(used) if code not in texts] == []


def test_an_example_without_a_configuration() -> None:
    """Its conditions never hold."""
    found = outcome('when players = 2 and size(Player) = 3\n  example "Never"\n    then ready\n')
    assert (found.title, [d.code for d in found.diagnostics]) == ("Never", ["E0818"])


def test_only_some() -> None:
    """Examples can be picked."""
    library = Library(
        texts={"game.alr": GAME + 'example "A"\n  then ready\nexample "B"\n  then not ready\n'}
    )
    assert [o.title for o in run_examples("g", library=library, only=lambda e: e.title == "B")] == [
        "B"
    ]
