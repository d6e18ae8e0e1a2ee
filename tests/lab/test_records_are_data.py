"""A record of games is data from a stranger: what no game can have given does not count, and nothing
but a plain file is read."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from alarife.cli.group import command
from alarife.lab import record
from alarife.lab.plots import dots

GAMES = ("tic_tac_toe", "--games", "3", "--bots", "random")


def lab(folder: Path, *words: str) -> tuple[int, str]:
    """Run the command; its exit code and what it says. It must not fail in any other way."""
    words = ("lab", *GAMES, "--to", str(folder), *words)
    done = CliRunner().invoke(command, words, prog_name="alarife")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """The record of three games, and its report."""
    folder = tmp_path_factory.mktemp("lab")
    assert lab(folder)[0] == 0
    return (folder / record.NAME).read_bytes(), (folder / "index.html").read_text(encoding="utf-8")


HOSTILE: dict[str, Any] = {
    "no group": {"evil": 1},
    "nearly a group": {"winner.seat.1": 1},
    "no name": {"": 1},
    "a rate above one": {"win.seat.1": 5},
    "a rate below none": {"end.tied": -0.5},
    "too large for a float": {"length.turns": 10**400},
    "too large for its square": {"length.turns": 1e300},
    "no number": {"length.turns": float("nan")},
    "endless": {"length.turns": float("inf")},
    "a text": {"length.turns": "<script>"},
    "nothing": {"length.turns": None},
    "a list": {"length.turns": [1]},
    "half a sign": {"use.rule.\ud800": 1},
    "a command for terminals": {"use.rule.\x1b]0;hello\x07": 1},
    "too many names": {f"use.rule.r{n}": 1 for n in range(record.MOST_NAMES + 1)},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_no_game_can_have_given_is_played_again(
    tmp_path: Path, whole: tuple[bytes, str], what: str
) -> None:
    lines = whole[0].split(b"\n")
    second = json.loads(lines[2])
    second[0].update(HOSTILE[what])
    lines[2] = json.dumps(second).encode()
    (tmp_path / record.NAME).write_bytes(b"\n".join(lines))
    code, said = lab(tmp_path, "--resume")
    assert code == 0
    assert "\x1b" not in said
    assert (tmp_path / record.NAME).read_bytes() == whole[0]


@pytest.mark.parametrize(
    "line", [b"[]", b"{}", b"[[]]", b"[" * 200_000, b"\xff\xfe", b"null", b"9" * 2_000_000]
)
def test_lines_of_something_else(tmp_path: Path, whole: tuple[bytes, str], line: bytes) -> None:
    head = whole[0].split(b"\n")[0]
    (tmp_path / record.NAME).write_bytes(head + b"\n" + line + b"\n")
    assert lab(tmp_path, "--resume")[0] == 0
    assert (tmp_path / record.NAME).read_bytes() == whole[0]


def test_markup_stays_text(tmp_path: Path, whole: tuple[bytes, str]) -> None:
    lines = whole[0].split(b"\n")
    first = json.loads(lines[1])
    first[0].update({"use.rule.<img src=x onerror=alert(1)>": 1, "points.mean": 10**18})
    lines[1] = json.dumps(first).encode()
    (tmp_path / record.NAME).write_bytes(b"\n".join(lines))
    assert lab(tmp_path, "--resume")[0] == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "&lt;img" in page
    assert "<img" not in page


@pytest.mark.parametrize("x", [0.0, 1e18, -1e18, 1e-9, 123456.789])
def test_large_numbers_that_hardly_differ_are_drawn(x: float) -> None:
    """Round numbers beside the axis would be the same number over and over."""
    assert dots("Points", [("a", [(x, None)]), ("b", [(x * (1 + 1e-12), None)])], ["a"]).endswith(
        "</svg>"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no such files")
def test_only_a_plain_file_is_read_or_begun(tmp_path: Path) -> None:
    pipe, link, folder = (tmp_path / name for name in ("pipe", "link", "folder"))
    for one in (pipe, link, folder):
        one.mkdir()
    os.mkfifo(pipe / record.NAME)
    (link / record.NAME).symlink_to(tmp_path / "elsewhere")
    (folder / record.NAME).mkdir()
    for one in (pipe, link, folder):
        for words in ((), ("--resume",)):
            code, said = lab(one, *words)
            assert code == 1
            assert "E0741" in said
    assert not (tmp_path / "elsewhere").exists()
