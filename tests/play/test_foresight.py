"""What a question is about, and what its answers would do; neither tells anything secret."""

from __future__ import annotations

import pytest
from tests.play.table import game, played, until

from alarife import State
from alarife.bots import Generator
from alarife.play.answering import Asked
from alarife.play.explaining import Explainer
from alarife.table import History, Table


class _Seen:
    """The table as the asked seat sees it."""

    def __init__(self, state: State) -> None:
        assert state.decision is not None
        self.state, self.seat = state, state.decision.player
        self.table, self.history = Table(state.game), History(state.game, 0, first=state)
        self.question = self.table.show(self.history, self.seat)["question"]

    def foresee(self, key: str) -> list[str]:
        """What an answer would do."""
        return self.table.preview(self.history, self.seat, key)["words"]

    def all(self) -> dict[str, list[str]]:
        """What each answer would do, of those of which something is told."""
        found = {o["key"]: self.foresee(o["key"]) for o in self.question["options"]}
        return {key: words for key, words in found.items() if words}


def _asked(name: str, players: int, prompt: str, modules: tuple[str, ...] = ()) -> _Seen:
    return _Seen(
        until(
            game(name, players, modules).start(3),
            lambda s: s.decision is not None and s.decision.prompt == prompt,
        )
    )


def test_who_pays_is_told_for_what() -> None:
    seen = _asked("alhambra", 3, "Which cards do you pay with?")
    market = seen.state.view(1)["places"]["market"].values()
    looks = seen.table.wording.looks
    assert any(looks.of_data(p).label in seen.question["about"] for p in market if p)


def test_a_card_that_nobody_has_seen_is_not_named() -> None:
    seen = _asked("alhambra", 3, "Look at the top attack card", ("cards", "invaders"))
    assert seen.question["about"] == []


def test_where_a_marker_would_go_is_told() -> None:
    seen = _asked("dice", 3, "Which symbol?")
    told = seen.all()
    assert set(told) == {o["key"] for o in seen.question["options"]}
    for option in seen.question["options"]:
        assert any(f"Result areas ({option['words']}, " in w for w in told[option["key"]])
    explained = Explainer(seen.table, 100).question(Asked(seen.question), seen.foresee)
    assert any("Result areas" in line.plain for line in explained)


def test_what_is_chosen_for_good_is_told() -> None:
    """Beside the pieces that move: what the table will have to remember."""
    seen = _Seen(
        until(
            game("dice", 3).start(3),
            lambda s: s.decision is not None and s.decision.rule == "choose_symbol",
        )
    )
    told = seen.all()
    for option in seen.question["options"]:
        assert told[option["key"]][-1].endswith(f": {option['words']}"), told


def test_what_it_tells_comes_true() -> None:
    seen = _asked("dice", 3, "Which symbol?")
    for key, told in seen.all().items():
        held = seen.state.play(key).view(1)["places"]["area"]
        fields = {k.rpartition(",")[2].strip() for k, v in held.items() if v and k.startswith(key)}
        assert any(word.endswith(f", {field})") for field in fields for word in told)


@pytest.mark.parametrize(
    ("name", "modules"),
    [("kuhn_poker", ()), ("alhambra", ("cards", "treasure", "invaders")), ("dice", ())],
)
def test_what_is_told_does_not_depend_on_what_is_hidden(
    name: str, modules: tuple[str, ...]
) -> None:
    of, lot = game(name, 2 if name == "kuhn_poker" else 3, modules), Generator(2)
    state = of.start(2)
    for _ in range(60):
        if state.decision is None:
            break
        other = state.imagine(state.decision.player, 5)
        assert _Seen(state).all() == _Seen(other).all()
        state = state.play(lot.below(len(state.decision.options)))


def test_a_throw_is_not_foretold() -> None:
    assert "roll_again" not in _Seen(played(game("dice", 2), 0)).all()


def test_where_a_piece_will_lie_is_told_and_not_whose_turn_it_is_then() -> None:
    seen = _Seen(game("draughts", 2).start(2))
    assert seen.foresee("8,3") == ["Man: Black Man → Board at 7,4"], "one move alone is possible"


def test_an_action_tells_where_its_answers_lead() -> None:
    """Each result area gets one marker at most from an answer, so the fields are told already with
    the action; where all answers lead to one place, nothing is."""
    labels = lambda s: [o.label for o in s.decision.options] if s.decision else []  # noqa: E731
    begun = game("alcazaba", 3).start(3)
    seen = _Seen(until(begun, lambda s: "Place a marker" in labels(s)))
    told = seen.all()
    actions = {o["words"]: o["key"] for o in seen.question["options"]}
    (words,) = told[actions["Place a marker"]]
    assert words.startswith("Result areas: ")
    after = _Seen(seen.state.play(actions["Place a marker"]))
    wheres = words.removeprefix("Result areas: ").split("; ")
    assert len(wheres) == len(after.question["options"])
    for option, where in zip(after.question["options"], wheres, strict=True):
        symbol, _, field = where.rpartition(" ")
        assert any(f"Result areas ({symbol}, {field})" in w for w in after.foresee(option["key"]))
