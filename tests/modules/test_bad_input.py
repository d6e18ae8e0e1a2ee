"""What a newcomer may get wrong with modules, from the command line: each mistake has a diagnostic
of its own, which says what to do."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.runs import run

MODULES = {
    "needy": "needs bazaars",
    "needs_a_typo": "needs baazars",
    "round": "needs about",
    "about": "needs round",
    "alone": "excludes bazaars",
    "few_players": "players 2..3",
    "typo": "\nchange enuogh(tile, payment) as easy\n  > All is enough.\n  yes",
    "typo_of_a_step": "\nafter score_wals as more\n  score[seat(1)] += 1",
    "to_itself": "\nchange few as few to 6",
    "in_a_circle": "\nchange one as two to 1\n\nchange two as one to 2",
    "a_step_changed": "\nchange fill_market as never_filled to 6",
    "too_many_parameters": "\nchange enough(tile, payment, price) as easy\n  > All is enough.\n  yes",
    "never_reached": "\nchange enough(tile: Money, payment) as easy\n  > All is enough.\n  yes",
    "incomplete": "\nmore Building\n  | name | title | sign | colour | symbol |\n  | well | Well  | W    | blue   | kiosk  |",
    "six_cards": "\nchange display_size as six to 6",
    "seven_cards": "\nchange display_size as seven to 7",
    "market_kept": "\ninstead of fill_market as kept\n  > The market is not filled up.\n  pass",
    "market_emptied": "\ninstead of fill_market as emptied\n  > The market is emptied.\n  move market to box",
    "name_in_a_body": "\nvalue worth: number = 3",
    "name_in_many_bodies": "\nvalue tile: number = 3",
    "few_rows": "\nonly majority\n  | building | A | B |\n  | pavilion | 1 | 8 1 |",
    "no_such_chapter": "\nchapter nowhere\n\nchange few as six to 6",
}
"""Name of a module → what stands below the line that says what it is."""

CASES = [
    # An unknown module, or one for another game.
    ("alhambra --with bazars", "E0206", "Did you mean `bazaars`?"),
    ("alhambra --with the_moon", "E0206", "The modules of `alhambra` are `bazaars`"),
    ("tic_tac_toe --with the_moon", "E0206", "`tic_tac_toe` has no modules"),
    ("dice --with bazaars", "E0205", "or play `alhambra`"),
    ("alhmabra", "E0202", "Did you mean `alhambra`?"),
    ("alhambra --with ./nothing_here.alr", "E0128", "nothing_here.alr"),
    (
        "alhambra --with treasure_night",
        "E0206",
        "`treasure_night` is a preset: name it where the game is named.",
    ),
    ("alhambra --with dice", "E0206", "`dice` is a game"),
    ("./six_cards.alr", "E0203", "a game or a preset"),
    # Modules that need or exclude one another.
    (
        "alhambra --with ./needy.alr",
        "E0208",
        "Play with `bazaars` and `needy`, or leave out `needy`.",
    ),
    ("alhambra --with ./needs_a_typo.alr", "E0208", "Did you mean `bazaars`?"),
    ("alhambra --with ./round.alr,./about.alr", "E0210", "need one another in a circle"),
    ("alhambra --with bazaars,./alone.alr", "E0209", "Leave out `bazaars` or `alone`."),
    # Amendments of what is not there, or not so.
    ("alhambra --with ./typo.alr", "E0250", "Did you mean `enough`?"),
    ("alhambra --with ./typo_of_a_step.alr", "E0250", "Did you mean `score_walls`?"),
    ("alhambra --with ./to_itself.alr", "E0252", "an exception to itself"),
    ("alhambra --with ./in_a_circle.alr", "E0253", "circle"),
    ("alhambra --with ./a_step_changed.alr", "E0251", "`before`, `after` or `instead of`"),
    ("alhambra --with ./too_many_parameters.alr", "E0255", "enough(tile, payment)"),
    ("alhambra --with ./never_reached.alr", "E0256", "never"),
    (
        "alhambra --with ./incomplete.alr",
        "E0316",
        "Add the rows in `incomplete`, under `more majority`.",
    ),
    ("alhambra --with ./no_such_chapter.alr", "E0245", "nowhere"),
    (
        "alhambra --with ./name_in_a_body.alr",
        "E0333",
        "a declaration may not hide it.\n   --> ./name_in_a_body.alr:4:1",
    ),
    ("alhambra --with ./name_in_many_bodies.alr", "E0333", "`tile` is a name in a body"),
    (
        "alhambra --with ./few_rows.alr",
        "E0316",
        "`only` takes the place of all rows: give those that stay, too.",
    ),
    # Conflicts.
    ("alhambra --with ./six_cards.alr,./seven_cards.alr", "E0260", "when module six_cards"),
    ("alhambra --with ./market_kept.alr,./market_emptied.alr", "E0261", "when module market_kept"),
    # Options.
    ("alhambra --with invaders --set invaders.opn=yes", "E0211", "Did you mean `invaders.open`?"),
    ("alhambra --set invaders.open=yes", "E0211", "The module `invaders` is not in play."),
    ("alhambra --with invaders --set invaders.open=maybe", "E0213", "`no` or `yes`"),
    ("alhambra --with our_table --set gift=11", "E0213", "a number from 0 to 10"),
    ("alhambra --set last_tiles=now", "E0213", "`unfilled` or `bag_empty`"),
    # Players.
    ("alhambra --players 7", "E0218", "The nearest that goes is 6 players."),
    ("alhambra --players 6 --with our_table", "E0218", "leave out `our_table`"),
    (
        "alhambra --players 4 --with our_table,./few_players.alr",
        "E0218",
        "Or leave out `few_players`.",
    ),
    ("treasure_night --players 2", "E0218", "The nearest that goes is 3 players."),
]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with all the modules, to be in."""
    for name, text in MODULES.items():
        module = f'alarife 1\nmodule {name} "{name}" for alhambra\n  {text}\n'.replace(
            "\n  \n", "\n\n"
        )
        (tmp_path / f"{name}.alr").write_text(module, encoding="utf-8")
    before = Path.cwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(before)


@pytest.mark.parametrize(("words", "code", "said"), CASES, ids=[case[0] for case in CASES])
def test_each_mistake_is_told(words: str, code: str, said: str, folder: Path) -> None:
    result = run("rules", *words.split())
    assert result.exit_code == 1
    assert [
        line.split(":")[0] for line in result.output.splitlines() if line.startswith("error ")
    ] == [f"error {code}"]
    assert said in result.output
    for word in words.replace(",", " ").split():
        if code != "E0128" and word.startswith("./"):
            assert word.removeprefix("./") in result.output, "the place is shown"


@pytest.mark.parametrize(
    "first", ["./six_cards.alr,./seven_cards.alr", "./seven_cards.alr,./six_cards.alr"]
)
def test_the_order_of_naming_makes_no_difference(first: str, folder: Path) -> None:
    said = {
        run("rules", "alhambra", "--with", words).output
        for words in (first, ",".join(first.split(",")[::-1]))
    }
    assert len(said) == 1


def test_own_modules_are_checked_together(folder: Path) -> None:
    assert run("check", "six_cards.alr").exit_code == 0
    result = run("check", "six_cards.alr", "seven_cards.alr")
    assert result.exit_code == 1
    assert "error E0260" in result.output


def test_a_module_is_tried_with_the_shipped_ones(folder: Path) -> None:
    (folder / "own.alr").write_text(
        'alarife 1\nmodule own "Own" for alhambra\n\nchange few as nine to 9\n', encoding="utf-8"
    )
    assert run("check", "own.alr").exit_code == 0
    result = run("check", "--all", "own.alr")
    assert result.exit_code == 1
    assert "`six_is_fine` of `our_table`" in result.output


def test_what_a_module_forbids_needs_no_other_use(folder: Path) -> None:
    (folder / "own.alr").write_text(
        'alarife 1\nmodule own "Own" for alhambra\n\nforbid take_money as rich "Rich" when'
        " score[you] is at least 100\n  > The rich take no money.\n",
        encoding="utf-8",
    )
    result = run("check", "--all", "own.alr")
    assert result.exit_code == 0
    assert "nothing is wrong" in result.output
