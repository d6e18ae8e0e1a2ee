"""Every function of the reference (`docs/api.md`) says which argument is wrong: `RuleError`, or
`TypeError` and `ValueError` with a sentence, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import Parameter, isfunction, signature
from pathlib import Path
from typing import Any

import pytest
from tests.engine.test_public_calls import ODD, says_why

import alarife
from alarife.arguments import asked
from alarife.engine import inspect
from alarife.rulebook.build import build
from alarife.rulebook.load import book_of
from alarife.rulebook.prose import check_prose
from alarife.sentences.text import sentences

ASKING = [
    one
    for name, one in vars(inspect).items()
    if isfunction(one) and one.__module__ == inspect.__name__ and not name.startswith("_")
]
SLOW = [book_of, sentences, check_prose]


def calls(act: Callable[..., object], good: Sequence[Any], seed: int) -> Iterator[list[Any]]:
    """Arguments for a call, some of them right and some of them odd."""
    chance = random.Random(f"{act.__name__} {seed}")
    wanted = [p for p in signature(act).parameters.values() if p.kind != Parameter.KEYWORD_ONLY]
    while True:
        yield [chance.choice(good if chance.random() < 0.5 else ODD) for _ in wanted]


def test_there_are_functions_to_try() -> None:
    assert len(ASKING) > 30


@pytest.mark.parametrize("act", [*ASKING, *SLOW], ids=lambda act: act.__name__)
@pytest.mark.parametrize("seed", range(3))
def test_odd_arguments_of_all_functions(act: Callable[..., object], seed: int) -> None:
    state = alarife.load("oh_hell").start(seed).play(0)
    good = [state, state.game, 1, 2, "deck", "hand", "score", "nim", state.game.checked]
    made = calls(act, good, seed)
    for _ in range(12 if act in SLOW else 40):
        says_why(act, *next(made))


@pytest.mark.parametrize("name", ["oh_hell", "kuhn_poker", "connect_four", "alhambra"])
def test_odd_raw_answers(name: str) -> None:
    state = alarife.load(name).start(1)
    assert state.decision is not None
    for odd in ODD:
        says_why(state.decision.label_of, odd)
        says_why(state.decision.value_of, odd)


def test_books_of_odd_things(tmp_path: Path) -> None:
    for odd in ODD:
        says_why(build, odd, to=tmp_path)
        says_why(build, "nim", modules=odd, to=str(tmp_path) if odd in ([], {}) else 3)


def test_what_is_called_later_is_looked_at_at_once() -> None:
    game = alarife.load("nim")
    wrong: Any = 3
    with pytest.raises(TypeError, match="`seen` must be a function, not 3"):
        inspect.watch_notes(game, wrong)
    assert game.start(1).play(0)


@asked
def sample(
    n: int,
    names: Sequence[str] = (),
    many: Mapping[str, object] | None = None,
    then: Callable[[], int] = lambda: 0,
    yes: bool = False,
    to: Path | str = "x",
    *rest: Any,
) -> int:
    """Something to ask."""
    return [10, 20][n] + len("".join(names)) + len(many or {}) + then() + len(Path(to).name)


@pytest.mark.parametrize(
    ("args", "kind", "message"),
    [
        (("1",), TypeError, "`n` must be a whole number, not '1'."),
        ((1.5,), TypeError, "`n` must be a whole number, not 1.5."),
        ((None,), TypeError, "`n` must be a whole number, not None."),
        ((9,), ValueError, "Nothing has the number that was given: `n` 9."),
        ((1, [3]), TypeError, "`names` must be a list of texts, not [3]."),
        ((1, 3), TypeError, "`names` must be a list of texts, not 3."),
        ((1, (), 3), TypeError, "`many` must be names with what they stand for or None, not 3."),
        ((1, (), {}, 3), TypeError, "`then` must be a function, not 3."),
        ((1, (), {}, int, 3, 3), TypeError, "`yes` must be True or False, not 3."),
        ((1, (), {}, int, True, 3), TypeError, "`to` must be a path or a text, not 3."),
        ((), TypeError, "`sample` is not called so: missing a required argument: 'n'."),
    ],
)
def test_what_is_wrong_is_said(args: tuple[Any, ...], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as raised:
        sample(*args)
    assert str(raised.value) == message
    assert raised.value.__cause__ is not None


def test_what_is_right_is_left_alone() -> None:
    assert sample(1) == 21
    assert sample(0, ["ab"], {"c": 1}, lambda: 4, True, Path("de"), object()) == 19
    assert sample.__doc__ == "Something to ask."

    @asked
    def broken(names: Sequence[str]) -> None:
        raise KeyError(*names)

    with pytest.raises(KeyError, match="it"):
        broken(["it"])
