"""Lowered games are kept from one run to the next, and only what is as it was is used."""

from __future__ import annotations

from pathlib import Path

import pytest

import alarife
from alarife import pipeline, warm
from alarife.engine.state import Game


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("ALARIFE_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def played(game: Game) -> list[object]:
    state = game.start(seed=5)
    seen: list[object] = []
    while not state.is_over:
        assert state.decision is not None
        options = state.decision.options
        state = state.play(options[len(seen) % len(options)])
        seen.append(len(options))
    return [*seen, state.dump()]


def kept_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("game-*"))


def test_a_game_that_was_kept_is_not_made_again_and_plays_the_same(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = alarife.load("tic_tac_toe")
    assert len(kept_files(own_cache)) == 1
    monkeypatch.setattr(pipeline, "stages", None)
    again = alarife.load("tic_tac_toe")
    assert again.lowered.source == first.lowered.source
    assert len(again.lowered.codes) == 2  # for play and for playouts
    assert played(again) == played(first)


def test_other_wishes_are_other_games(own_cache: Path) -> None:
    for options in ({}, {"edge": 5}, {"edge": 6}):
        alarife.load("hex", options=options)
    assert len(kept_files(own_cache)) == 3


def test_damaged_data_counts_as_nothing_kept(own_cache: Path) -> None:
    first = played(alarife.load("nim"))
    (file,) = kept_files(own_cache)
    good = file.read_bytes()
    for bad in (b"", good[:40], good[:-1], good[:50] + b"x" + good[51:]):
        file.write_bytes(bad)
        assert played(alarife.load("nim")) == first


def test_a_changed_rule_file_or_interpreter_makes_another_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = warm.name_of("nim", [], {}, None, None)
    assert name == warm.name_of("nim", [], None, None, None)
    monkeypatch.setattr(warm, "_rules", lambda: b"others")
    other = warm.name_of("nim", [], {}, None, None)
    monkeypatch.setattr(warm, "_stages", lambda: "newer")
    assert len({name, other, warm.name_of("nim", [], {}, None, None)}) == 3


@pytest.mark.parametrize(
    ("game", "modules", "options"),
    [("own.alr", [], {}), ("alhambra", ["./ours.alr"], {}), ("nim", [], {"heaps": object()})],
)
def test_own_files_and_odd_wishes_are_not_kept(
    game: str, modules: list[str], options: dict[str, object]
) -> None:
    assert warm.name_of(game, modules, options, None, None) is None


def test_only_so_many_games_are_kept(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "MOST_GAMES", 2)
    for edge in (5, 6, 7):
        alarife.load("hex", options={"edge": edge})
    assert len(kept_files(own_cache)) == 2
