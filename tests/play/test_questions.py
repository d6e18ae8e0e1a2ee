"""What people type, and what it means."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.play.table import game, played, until

from alarife import State
from alarife.play import saves, shelf
from alarife.play.answering import Asked, NotUnderstood
from alarife.play.explaining import Explainer
from alarife.play.session import Session
from alarife.play.sitting import Sitting
from alarife.play.terminal import Quit, Terminal
from alarife.table import History, Table


def _asked(state: State) -> Asked:
    assert state.decision is not None
    data = Table(state.game).show(History(state.game, 0, first=state), state.decision.player)
    return Asked(data["question"])


def _where() -> State:
    return until(
        played(game("alhambra", 3), 150),
        lambda s: (
            s.decision is not None and s.decision.rule == "build" and len(s.decision.options) > 2
        ),
    )


def test_a_cell_by_number_and_by_coordinates() -> None:
    asked = _asked(_where())
    first = asked.choices[0]
    assert first.at is not None
    x, y = first.at
    for said in ("1", f"{x},{y}", f"({x}, {y})", f" {x} , {y} "):
        assert asked.meant(said) is first


def test_a_name_or_its_beginning_will_do() -> None:
    asked = _asked(game("alhambra", 3).start(1))
    assert asked.meant("take money").key == "take_money"
    assert asked.meant("Take").key == "take_money"
    assert asked.meant("take_money").key == "take_money"


@pytest.mark.parametrize(
    "said",
    [
        "",
        "0",
        "99",
        "-1",
        "9,9",
        "nonsense",
        "1,,",
        "\x00",
        "d" * 5000,
        "1" * 5000,
        "ü",
        "(((",
        "%s",
        "why",
    ],
)
def test_what_means_nothing_is_answered_with_what_to_type(said: str) -> None:
    for state in (_where(), game("alhambra", 3).start(1), game("oh_hell", 3).start(1)):
        if said in ("0", "1,,") and state.game.name == "oh_hell":
            continue
        with pytest.raises(NotUnderstood, match=r"Type|could be"):
            _asked(state).meant(said)


def test_numbers_are_chosen_by_themselves() -> None:
    asked = _asked(game("oh_hell", 3).start(1))
    assert [c.handle for c in asked.choices] == [str(n) for n in range(8)]


# ----------------------------------------------------------------
# sets
class _Typed(Terminal):
    """A terminal at which these lines are typed; what was shown before each is kept."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(False, 80, 24, io.StringIO())
        self._lines: Iterator[str] = iter(lines)
        self.said: list[str] = []

    def ask(self, prompt: str = "> ") -> str:
        """The next line."""
        assert isinstance(self._out, io.StringIO)
        self.said.append(self._out.getvalue())
        self._out.seek(0)
        self._out.truncate()
        for line in self._lines:
            return line
        raise Quit


def _types(tmp_path: Path, *lines: str, seed: int = 5) -> tuple[Sitting, list[str]]:
    of = game("dice", 2)
    save = saves.begin(of, ["person"] * 2, seed)
    sitting = Sitting(of, save, shelf.Target(tmp_path / "a.json"))
    terminal = _Typed(list(lines))
    Session(sitting, terminal).run()
    return sitting, terminal.said


def test_a_set_at_once_whatever_the_order(tmp_path: Path) -> None:
    sitting, _ = _types(tmp_path, "1", "2, 1 done")
    assert len(sitting.played.steps()[-1].keys) == 3
    assert sitting.played.steps()[-1].keys[-1] == "done"


def test_a_set_waits_for_done_and_its_numbers_stay(tmp_path: Path) -> None:
    sitting, said = _types(tmp_path, "1", "1", "2", "drop 1", "undo", "3", "d")
    numbered = [[line for line in screen.split("\n") if " * " in line] for screen in said[2:6]]
    assert [sum(line.count(" *") for line in lines) for lines in numbered] == [1, 2, 1, 0]
    assert len(sitting.played.steps()) == 2
    assert len(sitting.played.steps()[-1].keys) == 2, "one die, and done"


def test_all_of_it_or_nothing(tmp_path: Path) -> None:
    sitting, said = _types(tmp_path, "1", "1 2 77", "look", "done, 1", "look")
    assert "no choice here" in said[2]
    assert "chosen:" not in said[3]
    assert "Say done last" in said[4]
    assert len(sitting.played.steps()) == 1


def test_equal_things_are_counted_out(tmp_path: Path) -> None:
    sitting, _ = _types(tmp_path, "1")
    shown = sitting.show(sitting.asked)
    faces = [
        p["symbol"]
        for place in shown["places"]
        if place["place"] == "tray"
        for p in place["content"]
    ]
    twice = next(f for f in faces if faces.count(f) > 1)
    n = faces.count(twice)
    option = next(o for o in shown["question"]["options"] if twice in o["key"])
    line = " ".join([option["handle"]] * n)
    sitting, said = _types(
        tmp_path / "b", "1", f"{line} {option['handle']}", "look", f"{line} done"
    )
    assert "Nothing was added" in said[2]
    assert len(sitting.played.steps()[-1].keys) == n + 1


def test_everything_at_once(tmp_path: Path) -> None:
    sitting, _ = _types(tmp_path, "1", "all")
    assert len(sitting.played.steps()[-1].keys) >= 8


# ----------------------------------------------------------------
# why, and rules
def _why_lines(state: State, word: str) -> list[str]:
    assert state.decision is not None
    table, history = Table(state.game), History(state.game, 0, first=state)
    found = table.why(history, state.decision.player, word)
    return [line.plain for line in Explainer(table, 80).why(_asked(state), found, word)]


def _why(state: State, word: str) -> str:
    return " ".join(_why_lines(state, word))


def test_why_a_cell_is_not_offered_names_the_rules() -> None:
    assert "not offered" in _why(_where(), "0,0")
    far = _why(_where(), "40,40")
    assert "On foot from the fountain" in far
    assert "{" not in far, "numbers are filled in"


def test_why_quotes_the_values_that_decide_what_is_offered() -> None:
    state = game("connect_four", 2).start(1)
    for _ in range(6):
        state = state.play("4")
    assert "any column whose highest space is free" in " ".join(_why(state, "4").split())


def test_why_an_action_and_why_something_offered() -> None:
    state = game("alhambra", 3).start(7)
    assert "can't be done now" in _why(state, "redesign")
    assert "is offered here: type 1" in _why(state, "take money")
    assert "nothing that could be chosen" in _why(state, "a spaceship")


def test_why_fits_the_screen_whatever_was_typed() -> None:
    lines = _why_lines(game("alhambra", 3).start(7), "there no ship that I could sail away on")
    assert " ".join(" ".join(lines).split()).endswith("explains what is asked.")
    assert all(len(line) <= 80 for line in lines)


def test_what_is_not_possible_now_fits_a_narrow_screen() -> None:
    state = game("alhambra", 3).start(7)
    lines = [
        line.plain
        for line in Explainer(Table(state.game), 72).question(_asked(state), lambda _: [])
    ]
    assert "try: why redesign your alhambra)" in " ".join(" ".join(lines).split())
    assert all(len(line) <= 72 for line in lines)


def test_rules_are_found_by_title_and_by_word() -> None:
    explain = Explainer(Table(game("alhambra", 3)), 80)
    assert any("Walls meet walls" in line.plain for line in explain.rules("walls meet"))
    assert "No rule speaks of" in explain.rules("spaceship")[0].plain
    index = " ".join(" ".join(line.plain for line in explain.rules("")).split())
    assert "Walls meet walls" in index
    assert "Buy a building" in index


def test_numbers_are_filled_in_where_a_section_is_called_like_the_action() -> None:
    state = game("alhambra", 3).start(7).play("take_money")
    table = Table(state.game)
    told = Explainer(table, 80).question(_asked(state), lambda _: [])
    said = " ".join(" ".join(line.plain for line in told).split())
    assert "at most 5" in said
    assert "{" not in said
