"""Nothing is lost: the disk is full, the power goes out at any moment, and the folder of saves does
not grow for ever."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import signal
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.play.person import Person
from tests.play.table import game

from alarife import RuleError
from alarife.play import saves, shelf
from alarife.play.session import Session
from alarife.play.sitting import Sitting
from alarife.play.terminal import Quit, Terminal


class Script(Terminal):
    """A terminal at which somebody types these lines, and then leaves. A number in a line says how
    many bytes the disk has left."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(False, 80, 24, io.StringIO())
        self.lines: Iterator[str] = iter(lines)
        self.said: list[str] = []

    def ask(self, prompt: str = "> ") -> str:
        """The next line; what was shown before it is kept."""
        self.said.append(self.shown())
        for line in self.lines:
            if line == "the disk is full":
                Disk.full = True
            elif line == "there is room again":
                Disk.full = False
            else:
                return line
        raise Quit

    def shown(self) -> str:
        """What has been shown since the last time."""
        assert isinstance(self._out, io.StringIO)
        text = self._out.getvalue()
        self._out.seek(0)
        self._out.truncate()
        return text


class Disk:
    """The disk, which may be full."""

    full = False


@pytest.fixture(autouse=True)
def _disk(monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def fsync(handle: int) -> None:
        if Disk.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    Disk.full = False
    monkeypatch.setattr(os, "fsync", fsync)


def _plays(path: Path, *lines: str) -> tuple[int, list[str], str]:
    """What somebody sees who types these lines: the exit code, what stood before each line, what
    came last."""
    of = game("tic_tac_toe", 2)
    terminal = Script(list(lines))
    sitting = Sitting(of, saves.begin(of, ["person"] * 2, 1), shelf.Target(path))
    session = Session(sitting, terminal)
    code = session.run()
    return code, terminal.said, terminal.shown()


def test_a_full_disk_is_told_under_every_screen_and_the_last_whole_save_stays(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.json"
    code, said, last = _plays(path, "1,1", "the disk is full", "2,1", "3,1", "quit", "quit")
    assert "can't be saved" not in said[1]
    assert "can't be saved" in said[2]
    assert "No space left" in said[3]
    assert "Type quit again" in " ".join(said[4].split()), "whoever leaves is asked first"
    assert "can't be saved" in last
    assert "Saved:" not in last
    assert code == 1
    assert len(saves.read(path).answers) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_with_room_again_all_of_it_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    code, said, last = _plays(
        path, "the disk is full", "1,1", "2,1", "there is room again", "3,1", "quit"
    )
    assert "can't be saved" in said[2]
    assert "can't be saved" not in said[3]
    assert "Saved:" in last
    assert code == 0
    assert len(saves.read(path).answers) == 3


def test_another_place_is_kept_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    other = tmp_path / "other.json"
    code, said, last = _plays(tmp_path / "file" / "a.json", "1,1", f"save {other}", "2,1", "quit")
    assert "can't be saved" in said[0]
    assert str(other) in last
    assert "can't be saved" not in said[3]
    assert code == 0
    assert len(saves.read(other).answers) == 2


# ----------------------------------------------------------------
# the folder
@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saves, empty."""
    monkeypatch.setattr(saves, "folder", lambda: tmp_path)
    return tmp_path


def _kept(folder: Path, number: int, over: bool) -> Path:
    of = game("tic_tac_toe", 2)
    state = of.start(1)
    save = saves.begin(of, ["person"] * 2, 1)
    while over and state.decision is not None:
        key = state.decision.options[0].key
        state = state.play(key)
        save.answers.append(key)
    path = folder / f"{'over' if over else 'open'}-{number}.json"
    saves.write(path, save, state)
    os.utime(path, (number, number))
    return path


def test_of_games_that_are_over_the_newest_are_kept_and_of_others_all(folder: Path) -> None:
    over = [_kept(folder, n, over=True) for n in range(shelf.MOST_KEPT + 5)]
    open_ = [_kept(folder, n, over=False) for n in range(30)]
    half, fresh = folder / ".a.json.x1", folder / ".a.json.x2"
    half.write_text("{")
    fresh.write_text("{")
    os.utime(half, (1, 1))
    shelf.prune()
    assert set(folder.iterdir()) == {*over[5:], *open_, fresh}
    shelf.prune()
    assert shelf.newest() == open_[-1]


def test_a_damaged_save_is_not_passed_over_in_silence(folder: Path) -> None:
    whole, damaged = _kept(folder, 1, over=False), _kept(folder, 2, over=False)
    damaged.write_bytes(damaged.read_bytes()[:-40])
    os.utime(damaged, (2, 2))
    with pytest.raises(RuleError, match="E0721") as raised:
        shelf.newest()
    assert str(damaged) in raised.value.diagnostics[0].message
    assert str(whole) in raised.value.diagnostics[0].hint


def test_a_text_that_looks_like_the_end_of_a_game_is_none(folder: Path) -> None:
    path = _kept(folder, 1, over=False)
    save = saves.read(path)
    save.sources = {"x.alr": '# ,"over":true,'}
    saves.write(path, save, saves.game_of(saves.read(path)).start(1))
    assert saves.IS_OVER not in path.read_bytes()


# ----------------------------------------------------------------
# the power goes out
def test_a_save_is_whole_at_whatever_moment_its_writer_is_killed(tmp_path: Path) -> None:
    chance = random.Random(4)
    path = tmp_path / "a.json"
    of = game("tic_tac_toe", 2)
    saves.write(path, saves.begin(of, ["person"] * 2, 1), of.start(1))
    before = 0
    for _ in range(25):
        begun = path.stat().st_ino
        writer = _writes_on_and_on(path)
        deadline = time.monotonic() + 240
        while path.stat().st_ino == begun and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.02))  # somewhere in a later write
        os.kill(writer, signal.SIGKILL)
        os.waitpid(writer, 0)
        save = saves.read(path)
        assert len(save.answers) >= before
        before = len(save.answers)
    assert before > 0


def _writes_on_and_on(path: Path) -> int:
    """Another process that saves again and again, each time with one more answer; its number."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        number = os.fork()
    if number == 0:  # pragma: no cover - this is the other process
        save, state = saves.read(path), game("tic_tac_toe", 2).start(1)
        while True:
            save.answers.append("again")
            saves.write(path, save, state)
    return number


def test_a_game_goes_on_wherever_it_was_killed(tmp_path: Path) -> None:
    chance = random.Random(8)
    known: list[str] = []
    person = Person(
        tmp_path, "goofspiel", "--players", "3", "--bots", "random,greedy", "--seed", "6"
    )
    for kill in range(3):
        person.wait()
        for _ in range(chance.randint(0, 2)):
            person.types("1")
            known = _answers(tmp_path)
        os.write(person.terminal, b"1\n1\n")
        time.sleep(chance.uniform(0, 0.05))
        person.is_killed()
        answers = _answers(tmp_path)
        assert answers[: len(known)] == known, f"kill {kill}: what the person has seen is saved"
        known = answers
        person = Person(tmp_path, "--resume")
    assert "goofspiel" in str(next((tmp_path / "alarife" / "saves").glob("*.json")))
    person.wait()
    assert _answers(tmp_path) == known
    person.is_killed()


def _answers(data: Path) -> list[str]:
    [path] = (data / "alarife" / "saves").glob("*.json")
    return json.loads(path.read_bytes())["save"]["answers"]


# ----------------------------------------------------------------
# bots that fail
class Broken:
    """A bot with a mistake in it."""

    def choose(self, view: object, decision: object, rng: object) -> str:
        """Fail."""
        raise ZeroDivisionError


def test_a_bot_that_fails_ends_the_game_in_words_and_it_stays_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = game("tic_tac_toe", 2)
    path = tmp_path / "a.json"
    sitting = Sitting(of, saves.begin(of, ["person", "random"], 1), shelf.Target(path))
    session = Session(sitting, Script(["1,1"]))
    monkeypatch.setitem(sitting.bots, 2, Broken())
    with pytest.raises(RuleError, match="E0715"):
        session.run()
    assert len(saves.read(path).answers) == 1


def test_games_begun_at_once_have_files_of_their_own(folder: Path) -> None:
    """Even in one second, in processes of their own: a name is taken when it is given out."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(3, mp_context=get_context("fork")) as pool:
        paths = list(pool.map(_fresh_names, range(3)))
    found = [path for some in paths for path in some]
    assert len(set(found)) == len(found) == 24
    assert shelf.listed() == []  # nothing has been saved yet
    of = game("tic_tac_toe", 2)
    target = shelf.fresh("tic_tac_toe")
    target.write(saves.begin(of, ["person"] * 2, 1), of.start(1))
    assert shelf.listed() == [target.path]


def _fresh_names(_: int) -> list[Path]:
    return [shelf.fresh("tic_tac_toe").path for _ in range(8)]


def test_what_is_not_there_is_told_and_nothing_else_opened(folder: Path) -> None:
    """`--replay` is for games that are over, `--resume` for those that are not."""
    with pytest.raises(RuleError, match="E0720"):
        shelf.newest()
    waiting = _kept(folder, 1, over=False)
    with pytest.raises(RuleError, match="over yet") as none_over:
        shelf.newest(over=True)
    assert str(waiting) in none_over.value.diagnostics[0].hint
    waiting.unlink()
    finished = _kept(folder, 2, over=True)
    with pytest.raises(RuleError, match="are over") as all_over:
        shelf.newest()
    assert str(finished) in all_over.value.diagnostics[0].hint
