"""Screens: as they were looked at, within their size, quickly, and without secrets."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.play.scenes import FOLDER, MOMENTS, SIZES, scene, screen
from tests.play.table import game, played

from alarife.play import saves
from alarife.play.scene import Scene, Size
from alarife.play.screen import draw


def _words(scene: Scene) -> list[str]:
    return [line.plain for line in draw(scene).lines]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_screen_is_as_it_was_looked_at(moment: str, size: str) -> None:
    kept = (FOLDER / f"{moment}.{size}.txt").read_text(encoding="utf-8")
    assert screen(moment, size) == kept, (
        "if that is meant: python -m tests.play.scenes, and look at what it drew"
    )


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_screen_fits_the_terminal(moment: str) -> None:
    state = MOMENTS[moment]()
    seat = state.decision.player if state.decision else 1
    lines = draw(scene(state, seat, Size(80, 24), news=5)).lines
    assert max(line.width for line in lines) <= 80
    assert len(lines) < 24, "the prompt needs a line, too"


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_screen_shows_nothing_that_the_seat_cannot_know(moment: str) -> None:
    state = MOMENTS[moment]()
    for seat in range(1, state.game.players + 1):
        if state.decision is not None and state.decision.player != seat:
            other = state.imagine(seat, 99)
            assert _words(scene(other, seat, Size())) == _words(scene(state, seat, Size()))


@pytest.mark.parametrize("height", [16, 18, 24])
def test_what_one_holds_is_seen_where_the_table_does_not_fit(height: int) -> None:
    state = MOMENTS["alhambra-modules"]()
    assert state.decision is not None
    drawn = draw(scene(state, state.decision.player, Size(80, height))).lines
    assert any(line.plain.startswith("Your hand: ") for line in drawn)
    assert len(drawn) < height


def test_without_colour_there_are_no_codes() -> None:
    state = played(game("dice", 3), 60)
    assert "\x1b" not in "".join(
        line.render(False) for line in draw(scene(state, 1, Size(120, 40))).lines
    )


@pytest.mark.parametrize(
    ("name", "modules"), [("alhambra", ("bazaars", "invaders", "treasure")), ("alcazaba", ())]
)
def test_a_screen_is_drawn_within_a_tenth_of_a_second_of_a_choice(
    name: str, modules: tuple[str, ...], tmp_path: Path
) -> None:
    state = played(game(name, 4, modules), 250)
    save = saves.begin(state.game, ["person"] * 4, 7)
    save.answers = ["yes"] * 250
    took: list[float] = []
    for _ in range(5):
        assert state.decision is not None
        start = time.process_time()
        state = state.play(0)
        saves.write(tmp_path / "a.json", save, state)
        assert state.decision is not None
        draw(scene(state, state.decision.player, Size(80, 24, colour=True)))
        took.append(time.process_time() - start)
    assert min(took) < 0.1
