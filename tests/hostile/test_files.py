"""Whatever is named as a file and is none is refused in a sentence, by every command; and at once."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from alarife.diagnostics import RuleError
from alarife.files import read_bytes, replace
from alarife.library import Library
from alarife.play import saves
from alarife.syntax import cache
from alarife.syntax.parse import parse
from alarife.syntax.source import MOST_BYTES, read_source

COMMANDS = {
    "check": ["check", "{}"],
    "test": ["test", "{}"],
    "format": ["format", "{}"],
    "simulate": ["simulate", "{}", "--games", "1"],
    "play": ["play", "{}"],
    "rules": ["rules", "{}"],
    "diff": ["diff", "{}", "--against", "nim"],
    "rulebook": ["rulebook", "{}", "--to", "{folder}/book"],
    "dump": ["dump", "{}", "--stage", "syntax"],
    "resume": ["play", "--resume", "{}"],
    "replay": ["play", "--replay", "{}"],
    "module": ["simulate", "nim", "--with", "{}", "--games", "1"],
}
PROGRAM = """
import json, sys
from alarife.cli import main
for words in json.loads(sys.argv[1]):
    sys.argv = ["alarife", *words]
    try:
        main()
    except SystemExit as left:
        print("exit", left.code)
"""
KINDS = ["pipe", "device", "circle", "folder", "none"]


def _odd(folder: Path) -> dict[str, Path]:
    """A path to each kind of thing that is no file."""
    made = {kind: folder / f"{kind}.alr" for kind in KINDS}
    os.mkfifo(made["pipe"])
    made["device"].symlink_to("/dev/zero")
    made["circle"].symlink_to(made["circle"])
    made["folder"].mkdir()
    return made


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_what_is_no_file(tmp_path: Path, command: str) -> None:
    """One process for all kinds of a command: starting one takes the time."""
    odd = _odd(tmp_path)
    kinds = [k for k in KINDS if (command, k) not in {("check", "folder"), ("format", "folder")}]
    lines = [
        [w.replace("{}", str(odd[k])).replace("{folder}", str(tmp_path)) for w in COMMANDS[command]]
        for k in kinds
    ]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(lines)],
        capture_output=True,
        text=True,
        timeout=600,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        check=False,
    )
    assert done.stdout.count("exit 1") == len(kinds), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    told = done.stderr + done.stdout
    assert len(re.findall("error E0(?:128|201|720)", told)) == len(kinds), told


def test_a_file_that_grows_is_read_to_its_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 5000)
    assert len(read_bytes(tmp_path / "a", 1000)) == 1001


def test_a_file_is_written_anew_in_one_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link stays a link, permissions stay, and a full disk leaves the old file and no other."""
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_bytes(b"old")
    file.chmod(0o640)
    link.symlink_to(file)
    replace(link, b"new")
    assert link.is_symlink()
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"new", 0o640)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace(file, b"newer")
    assert file.read_bytes() == b"new"
    assert sorted(tmp_path.iterdir()) == [file, link]


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace(pipe, b"new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_names_that_no_file_can_have(name: str) -> None:
    with pytest.raises(RuleError, match="E0128"):
        read_source(name)
    with pytest.raises(RuleError, match="E0720"):
        saves.read(Path(name))


def test_line_ends_of_an_old_mac(tmp_path: Path) -> None:
    text = 'alarife 1\n# x\ngame g "G"\n  players 2..2\n'
    (tmp_path / "g.alr").write_bytes(text.replace("\n", "\r").encode())
    head = Library().head_at(str(tmp_path / "g.alr"))
    assert head is not None
    assert head.name == "g"
    assert Library(tmp_path).games()[0].name == "g"
    assert parse(read_source(tmp_path / "g.alr"), "g.alr").name == "g"


def test_two_marks_of_an_encoding_are_one_too_many(tmp_path: Path) -> None:
    (tmp_path / "g.alr").write_bytes(b"\xef\xbb\xbf" * 2 + b"alarife 1\n")
    with pytest.raises(RuleError, match="E0124"):
        read_source(tmp_path / "g.alr")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALARIFE_CACHE", str(tmp_path / "kept"))
    cache.keep("a", b"data")
    return tmp_path / "kept" / "a"


def test_a_kept_file_of_somebody_else_is_not_read(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache.fetch("a") == b"data"
    if os.getuid() == 0:
        os.chown(kept, 12345, -1)
    else:
        real = os.getuid()
        monkeypatch.setattr(cache, "_ours", lambda home: True)
        monkeypatch.setattr(os, "getuid", lambda: real + 1)
    assert cache.fetch("a") is None


def test_a_kept_file_that_others_may_write_or_that_is_a_link_is_not_read(kept: Path) -> None:
    kept.chmod(0o666)
    assert cache.fetch("a") is None
    kept.unlink()
    (kept.parent / "b").write_bytes(b"planted")
    kept.symlink_to(kept.parent / "b")
    assert cache.fetch("a") is None
    kept.unlink()
    os.mkfifo(kept)
    assert cache.fetch("a") in (None, b"")


def test_a_rule_file_of_just_the_size() -> None:
    with pytest.raises(RuleError, match="E0104"):
        parse("alarife 1\n# " + "x" * MOST_BYTES, "g.alr")
