"""Mistakes that can't stand in a small rule file: damaged bytes, very large things, wrong
wishes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from alarife.diagnostics import RuleError
from alarife.library import Library
from alarife.pipeline import load
from alarife.syntax.source import read_source

HEAD = 'alarife 1\ngame g "G"\n  players 2..4\n\nchapter c "C"\n\n'
NOTE = 'note n "n": number = 0\n\n'


def play(body: str) -> None:
    """Load and begin a game."""
    load("g", library=Library(texts={"g.alr": HEAD + body})).start(seed=1)


def codes_of(act: Callable[[], object]) -> list[str]:
    with pytest.raises(RuleError) as raised:
        act()
    return [d.code for d in raised.value.diagnostics if d.severity == "error"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "E0101"),
        (b"alarife 1\ngame g \"Stra\xdfe\"\n", "E0102"),
        (b"alarife 1\n\0\0", "E0103"),
        (b"# " + b"x" * 1_100_000, "E0104"),
        ('alarife 1\ngame g "G"\n  players 2..4\u200b\n'.encode(), "E0124"),
        (b'alarife 1\ngame g "G"\n' + b"stepp\n" * 60, "E0123"),
    ],
)  # fmt: skip
def test_files_that_are_no_good_text(tmp_path: Path, data: bytes, code: str) -> None:
    path = tmp_path / "g.alr"
    path.write_bytes(data)
    text_is_bad = codes_of(lambda: load(str(path)))
    assert code in text_is_bad or "E0201" in text_is_bad
    if code in ("E0101", "E0124", "E0123"):
        from alarife.diagnostics import Report
        from alarife.syntax.parse import parse_file

        report = Report()
        parse_file(data.decode(), "g.alr", report)
        assert code in [d.code for d in report.found]
    else:
        assert codes_of(lambda: read_source(path)) == [code]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert codes_of(lambda: read_source(tmp_path / "none.alr")) == ["E0128"]


CHAIN = "value v0: number = n + 1\n" + "".join(
    f"value v{i}: number = v{i - 1} + 1\n" for i in range(1, 3000)
)
DEEP = (
    "".join("  " * (i + 1) + f"for each a{i} in 1..2\n" for i in range(30)) + "  " * 31 + "n += 1\n"
)
BRANCHES = "".join(f"  otherwise if n = {i}\n    n := 1\n" for i in range(300))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (CHAIN + 'step play "P"\n  n := v2999\n', "E0396"),
        ('step play "P"\n' + DEEP, "E0402"),
        ('step play "P"\n  if n = 1\n    n := 1\n' + BRANCHES, "E0402"),
        ('step play "P"\n  n := ' + " + ".join("n" for _ in range(90)) + "\n", ""),
    ],
)
def test_what_is_too_deep_is_told(body: str, code: str) -> None:
    if code:
        assert codes_of(lambda: play(NOTE + body)) == [code]
    else:
        play(NOTE + body)


SQUARES = "value v0: number = 2\n" + "".join(
    f"value v{i}: number = v{i - 1} * v{i - 1}\n" for i in range(1, 60)
)
DOUBLES = "".join(f"step s{i}\n  s{i - 1}\n  s{i - 1}\n" for i in range(1, 60))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (
            "  repeat 9999 times\n    repeat 9999 times\n      repeat 9999 times\n        n += 1\n",
            "E0507",
        ),
        ("  repeat while n = 0\n    n := n * 2\n", "E0507"),
        (
            "  for each a in 1..9999 with b in 1..9999 with c in 1..9999\n    n += 1\n",
            "E0515 E0507",
        ),
        ("  for each a in 1..1000000000\n    n += 1\n", "E0515"),
        ("  n := size(reverse(1..100000000000))\n", "E0515"),
        ("  n := highest(1..100000000000)\n", "E0515"),
        ("  n := 2\n  repeat 9999 times\n    n += n\n", "E0514"),
        ("  repeat 1000000000000 times\n    n += 1\n", "E0507"),
    ],
)
@pytest.mark.usefixtures("hasty")
def test_rule_files_that_would_never_end(body: str, code: str) -> None:
    (found,) = codes_of(lambda: play(NOTE + 'step play "P"\n' + body))
    assert found in code.split(), "which bound is met first may hang on the machine"


@pytest.mark.usefixtures("hasty")
def test_calls_that_multiply_end() -> None:
    assert codes_of(lambda: play(NOTE + SQUARES + 'step play "P"\n  n := v59\n')) == ["E0514"]
    (found,) = codes_of(
        lambda: play(NOTE + "step s0\n  n += 1\n" + DOUBLES + 'step play "P"\n  s59\n')
    )
    assert found in ("E0507", "E0515"), "too many rounds, or too many lines of the log"
    lists = 'note xs "xs": list of number = [1]\n\nstep play "P"\n  repeat 99 times\n    xs := xs + xs\n'
    assert codes_of(lambda: play(lists)) == ["E0515"]


def test_a_fault_names_the_rule_and_the_line() -> None:
    with pytest.raises(RuleError) as raised:
        play(
            NOTE
            + 'value far "Far": Player = seat(9)\n\nstep play "P"\n  if far = seat(1)\n    n := 1\n'
        )
    [found] = raised.value.diagnostics
    assert found.code == "E0511"
    assert "`far`" in found.message
    assert found.at is not None
    assert found.at.line == 9


def test_wrong_wishes_of_programs() -> None:
    game = load("tic_tac_toe")
    state = game.start(seed=1)
    assert codes_of(lambda: game.restore({"alarife": "?"})) == ["E0701"]
    assert codes_of(lambda: state.play("nothing such")) == ["E0702"]
    assert codes_of(lambda: state.view(7)) == ["E0704"]
    assert codes_of(lambda: state.why_not("fly")) == ["E0705"]
    assert codes_of(lambda: state.value("fly")) == ["E0706"]
    assert codes_of(lambda: state.note("fly")) == ["E0706"]
    assert codes_of(lambda: state.place("fly")) == ["E0706"]
    assert codes_of(lambda: state.value("winners", 1)) == ["E0706"]
    while not state.is_over:
        assert state.decision is not None
        state = state.play(state.decision.options[0])
    assert codes_of(lambda: state.play("anything")) == ["E0703"]


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from alarife.bots.random_bot import RandomBot
    from alarife.simulation import driver

    monkeypatch.setattr(driver, "MOST_DECISIONS", 20)
    endless = '  repeat while n at least 0\n    as seat(1)\n      choose k from 1..2 "Which?"\n      n := k\n'
    game = load("g", library=Library(texts={"g.alr": HEAD + NOTE + 'step play "P"\n' + endless}))
    assert codes_of(lambda: driver.play_out(game, [RandomBot()] * 3, 1)) == ["E0713"]


def test_books_need_what_builds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    from alarife.rulebook import build

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert codes_of(build._need_sphinx) == ["E0650"]


def test_a_formatter_that_loses_something_leaves_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from alarife.cli import format as formatting
    from alarife.syntax import format as formatter

    path = tmp_path / "g.alr"
    path.write_text(HEAD.replace("alarife 1", "alarife 2"), encoding="utf-8")
    monkeypatch.setattr(formatter, "same", lambda a, b: False)
    assert codes_of(lambda: formatting._formatted(path, False)) == ["E0731"]


def test_a_book_that_can_not_be_built(tmp_path: Path) -> None:
    from alarife.rulebook import build

    source = tmp_path / "source"
    source.mkdir()
    (source / "index.rst").write_text("Title\n=====\n\n.. nonsense::\n", encoding="utf-8")
    assert codes_of(
        lambda: build._run(source, tmp_path / "book", tmp_path / "trees", {}, "html")
    ) == ["E0651"]
