"""What fits where: tables of columns side by side, room given up in the right order, groups set
apart."""

from __future__ import annotations

import pytest
from tests.play.scenes import scene
from tests.play.table import game, played

from alarife.play.columns import shared_kinds
from alarife.play.fitting import fit
from alarife.play.places import Block
from alarife.play.scene import Size
from alarife.play.screen import draw
from alarife.play.text import Text


def _lines(count: int, width: int = 10) -> list[Text]:
    return [Text("x" * width)] * count


def _block(
    *counts: int, precious: bool = False, wide: bool = True, group: int = 0, width: int = 10
) -> Block:
    return Block(
        [lambda _, n=n: _lines(n, width) for n in counts], wide=wide, precious=precious, group=group
    )


def test_what_saves_most_becomes_tighter_first_and_what_is_precious_last() -> None:
    blocks = [_block(9, 2, precious=True), _block(6, 5), _block(8, 1)]
    assert len(fit(blocks, None, 80, 17, 0).body) == 16
    assert len(fit(blocks, None, 80, 15, 0).body) == 15
    assert len(fit(blocks, None, 80, 14, 0).body) == 8


def test_of_precious_things_as_few_as_possible_become_tighter() -> None:
    blocks = [_block(9, 8, precious=True), _block(9, 5, precious=True), _block(9, 8, precious=True)]
    assert len(fit(blocks, None, 80, 23, 0).body) == 23


def test_blocks_stand_beside_one_another_where_that_fits() -> None:
    blocks = [
        _block(5, wide=False, width=30),
        _block(4, wide=False, width=30),
        _block(3, wide=False, width=30),
    ]
    assert len(fit(blocks, None, 80, 50, 0).body) == 8
    assert len(fit(blocks, None, 120, 50, 0).body) == 5


def test_a_form_is_made_once_for_a_width() -> None:
    made: list[tuple[str, int]] = []

    def board(width: int) -> list[Text]:
        made.append(("board", width))
        return _lines(9)

    def other(width: int) -> list[Text]:
        made.append(("other", width))
        return _lines(2, 60)

    blocks = [Block([board], precious=True), Block([other], wide=True), Block([other], wide=True)]
    fit(blocks, None, 80, 8, 0)
    assert ("other", 80 - 10 - 3) in made, "beside the board, too"
    assert made.count(("board", 80)) == 1
    assert made.count(("other", 80)) == made.count(("other", 80 - 10 - 3)) == 2


def test_groups_are_set_apart() -> None:
    fitted = fit([_block(2), _block(1), _block(2, group=1)], None, 80, 50, 0)
    assert [bool(line) for line in fitted.spaced] == [True, True, True, False, True, True]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_board_of_columns_is_one_table_at_eighty_columns(players: int) -> None:
    state = played(game("dice", players), 120)
    seat = state.decision.player if state.decision else 1
    lines = [line.plain for line in draw(scene(state, seat, Size(80, 26))).lines]
    kinds = state.game.world.kinds["Building"]
    for title in kinds.titles:
        row = next(line for line in lines if line.startswith(title))
        assert row[9:].lstrip().count(".") + sum(c.isdigit() for c in row) >= 24, (
            "every field of the row is to be seen"
        )
    for head in ("result areas", "building", "tiles of"):
        assert any(head in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_which_things_share_a_table_depends_on_the_rules_alone() -> None:
    assert [p.place.name for p in shared_kinds(game("dice", 3))["Building"]] == [
        "area",
        "prizes",
        "track",
        "result",
    ]
    assert shared_kinds(game("alhambra", 3)) == {}


@pytest.mark.parametrize("name", ["nim", "kalah"])
def test_of_a_pile_of_pieces_without_fields_only_the_number_is_said(name: str) -> None:
    lines = draw(scene(played(game(name, 2), 8), 1, Size(80, 24))).lines
    assert not any(", top " in line.plain for line in lines)


def test_what_decides_is_counted_in_every_row_where_nobody_has_points() -> None:
    lines = [line.plain for line in draw(scene(game("reversi", 2).start(1), 1, Size(80, 24))).lines]
    assert any("discs of a player" in line for line in lines)
    assert any(line.startswith(">X Player 1") and line.rstrip().endswith("2") for line in lines)


def test_what_is_tighter_than_it_need_be_is_roomier_again() -> None:
    """To get below 12 lines a block gives up four; a form that is as high as the tightest is taken
    again."""
    fitted = fit([_block(8, 2), _block(5, 5, 4, precious=True)], None, 80, 7, 0)
    assert len(fitted.body) == 7
    same = Block([lambda _: _lines(3, 20), lambda _: _lines(3, 10)], wide=True)
    high = Block([lambda _: _lines(6, 10), lambda _: _lines(2, 10)], wide=True, precious=True)
    assert [line.width for line in fit([same, high], None, 80, 5, 0).body][:3] == [20] * 3


def test_dice_and_keys_are_words_where_letters_save_no_line() -> None:
    state = played(game("dice", 3), 40)
    seat = state.decision.player if state.decision else 1
    words = "\n".join(line.plain for line in draw(scene(state, seat, Size(80, 19))).lines)
    assert "dice on the table 4×Garden" in words
    assert "results, roll by roll 1 Pavilion: 1, Arcades: 1" in words
    assert "tiles of the columns P:LB" in words, "in words these need two lines more"
