"""Notes that one player sees: nobody else's view has them, and what is imagined of them goes with
all that was told, and with nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.soundness.small import codes

import alarife

FILE = Path(__file__).parent / "secret_numbers.alr"


def test_a_secret_number_is_narrowed_down_by_what_is_told() -> None:
    for seed in range(4):
        lots = Random(seed)
        game = alarife.load(str(FILE), players=2)
        state = game.start(seed=seed)
        codes_ = [lots.randint(1, 40), lots.randint(1, 40)]
        for code in codes_:
            state = state.play(code - 1)
        low, high = [1, 1], [40, 40]
        for _ in range(5):
            guesses = [lots.randint(low[p], high[p]) for p in range(2)]
            for guess in guesses:
                state = state.play(guess - 1)
            for p, guess in enumerate(guesses):
                if guess > codes_[1 - p]:
                    high[p] = min(high[p], guess - 1)
                else:
                    low[p] = max(low[p], guess)
            if state.decision is None:
                break
            for p in range(2):
                view = state.view(p + 1)
                assert view["notes"]["code"] == {
                    str(p + 1): codes_[p],
                    str(2 - p): {"hidden": True},
                }
                seen = {
                    state.imagine(p + 1, k).dump()["notes"]["code"][str(2 - p)] for k in range(60)
                }
                assert seen <= set(range(low[p], high[p] + 1))
                assert len(seen) > (high[p] - low[p]) // 3
                assert state.imagine(p + 1, 1).view(p + 1) == view
        assert game.restore(state.dump()).dump() == state.dump()


def test_at_the_end_everything_is_open() -> None:
    state = alarife.load(str(FILE), players=2).start(seed=1)
    for n in (4, 9, 9, 4):
        state = state.play(n)
    assert state.is_over
    assert state.view(1)["notes"]["code"] == {"1": 5, "2": 10}


def test_a_choice_may_not_hang_on_what_another_alone_sees() -> None:
    rules = """
note code[p: Player] "code": 0..9 = 0, seen by p
step play "Play"
  as seat(1)
    choose n from 0..CODE
    pass
"""
    assert codes(rules.replace("CODE", "code[you]")) == []
    assert "E0384" in codes(rules.replace("CODE", "code[seat(2)]"))


def test_points_do_not_hang_on_secrets() -> None:
    rules = """
note code[p: Player] "code": 0..9 = 0, seen by WHO
value score(p: Player) "points": number = POINTS
"""
    assert codes(rules.replace("WHO", "p").replace("POINTS", "1")) == []
    assert codes(rules.replace("WHO", "p").replace("POINTS", "code[p]")) == ["E0336"]
    assert codes(rules.replace("WHO", "q").replace("POINTS", "1")) == ["E0336"]
    assert codes(rules.replace("WHO", "nobody").replace("POINTS", "1")) == []


def test_the_hint_says_how_to_ask_of_what_only_the_chooser_sees(tmp_path: Path) -> None:
    path = tmp_path / "own.alr"
    path.write_text(
        'alarife 2\ngame own "Own"\n  players 2..2\n'
        'note code[p: Player] "code": 0..9 = 0, seen by p\n'
        'step play "Play"\n  as seat(1)\n    choose n from 0..code[seat(1)]\n'
    )
    with pytest.raises(alarife.RuleError) as wrong:
        alarife.load(str(path))
    found = next(d for d in wrong.value.diagnostics if d.code == "E0384")
    assert found.hint.endswith("What only the chooser sees is asked of `you`: `code[you]`.")
