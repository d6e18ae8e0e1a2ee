"""A save is data from a stranger: nothing in it is imported, called, or used as a path."""

from __future__ import annotations

import io
import json
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import alarife
from alarife import RuleError
from alarife.codes import codes
from alarife.engine.state import State
from alarife.play import Display, replay, resume, run, saves, shelf
from alarife.play.replaying import replay as step_through
from alarife.play.session import Session
from alarife.play.sitting import Sitting
from alarife.play.terminal import Terminal

EVIL = """from pathlib import Path
Path(__file__).with_name("RAN").touch()
class Bot:
    def __init__(self): Path(__file__).with_name("RAN").touch()
    def choose(self, view, decision, rng): return 0
"""
TEXTS = [
    "evil:Bot",
    "os:abort",
    "code:interact",
    "../../../../etc/passwd",
    "/etc/passwd",
    "file:///etc/passwd",
    "<script>alert(1)</script>",
    "[bold red]x[/bold red]",
    "\x1b]0;owned\x07\x1b[2J\x9b31m",
    "\u202eevil",
    "\ud800",
    "a\0b",
    "{game}",
    "x" * 100_000,
]
OWN_FIELDS = 17
"""So many slots, from the first on, are tried with every text; those of the snapshot with one."""


def made(path: Path, seats: list[str] | None = None, **changes: Any) -> Path:
    """A save with fields changed, and the sum made right."""
    of = alarife.load("nim")
    save = saves.begin(of, seats or ["person", "greedy"], 1)
    state: State = of.start(1)
    for _ in range(2):
        assert state.decision is not None
        save.answers.append(state.decision.options[0].key)
        state = state.play(0)
    data = json.loads(saves.content(save, state))["save"]
    data.update(changes)
    path.write_bytes(signed(data))
    return path


def signed(data: Any) -> bytes:
    """The bytes of a save."""
    body = json.dumps(data, separators=(",", ":")).encode()
    head = b'{"alarife save":%d,"sum":"%s","save":'
    return head % (saves.FORMAT, sha256(body).hexdigest().encode()) + body + b"}"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with somebody's program in it, from which modules are imported."""
    (tmp_path / "evil.py").write_text(EVIL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.setattr("builtins.input", _leaves)
    monkeypatch.delitem(sys.modules, "evil", raising=False)
    return tmp_path


def _leaves(prompt: str = "") -> str:
    sys.stdout.write(prompt)
    raise EOFError


@pytest.mark.parametrize("name", ["evil:Bot", "os:abort", "code:interact", "gredy", ""])
def test_a_bot_in_a_save_is_not_loaded(here: Path, name: str) -> None:
    path = made(here / "a.json", seats=["person", name])
    with pytest.raises(RuleError, match="E0726") as raised:
        resume(path)
    assert "--bots" in raised.value.diagnostics[0].hint
    assert not (here / "RAN").exists()
    assert "evil" not in sys.modules


def test_whoever_resumes_may_name_a_bot(here: Path) -> None:
    path = made(here / "a.json", seats=["person", "evil:Bot"])
    assert resume(path, bots="evil:Bot") == 0
    assert (here / "RAN").exists()
    assert saves.read(path).seats == ["person", "evil:Bot"]
    assert resume(path, bots="greedy") == 0
    assert saves.read(path).seats == ["person", "greedy"]


def _slots(data: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        found.append((data, key))
        found += _slots(data[key])
    return found


def test_no_field_of_a_save_is_code_a_path_or_markup(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = json.loads(made(here / "whole.json").read_bytes())["save"]
    before = {p: p.read_bytes() for p in here.rglob("*") if p.is_file()}
    path = here / "a.json"
    tried = 0
    for number in range(len(_slots(whole))):
        for text in TEXTS if number < OWN_FIELDS else [TEXTS[number % len(TEXTS)]]:
            data = json.loads(json.dumps(whole))
            slot, key = _slots(data)[number]
            slot[key] = text
            _taken_up(path, data)
            if isinstance(slot, dict) and key in data["sources"]:
                data = json.loads(json.dumps(whole))
                data["sources"] = {text: whole["sources"][key]}
                _taken_up(path, data)
            tried += 1
    path.unlink()
    after = {p: p.read_bytes() for p in here.rglob("*") if p.is_file() and "data" not in p.parts}
    assert after == before
    shown = capsys.readouterr().out
    assert not any(c in shown for c in "\x1b\x9b\x07\u202e\0")
    assert tried > 250


def _taken_up(path: Path, data: Any) -> None:
    path.write_bytes(signed(data))
    for use in (resume, replay):
        try:
            use(path, look=Display(colour=False))
        except RuleError as wrong:
            assert wrong.diagnostics[0].code in codes()  # noqa: PT017 - it need not be refused


def test_names_of_seats_reach_a_terminal_without_controls(here: Path) -> None:
    path = made(here / "a.json", seats=["person", "\x1b]0;owned\x07\x9b2J"])
    out = io.StringIO()
    step_through(saves.read(path), Terminal(True, 80, 24, out))
    assert "owned" in out.getvalue()
    assert "\x1b]" not in out.getvalue()
    assert "\x07" not in out.getvalue()
    assert "\x9b" not in out.getvalue()


def test_half_a_character_in_a_save_is_damage(here: Path) -> None:
    changes: list[dict[str, Any]] = [{f: "\ud800"} for f in ("title", "saved", "version", "game")]
    for change in changes:
        with pytest.raises(RuleError, match="E0721"):
            saves.read(made(here / "a.json", None, **change))
    with pytest.raises(RuleError, match="E0721"):
        saves.read(made(here / "a.json", sources={"\ud800.alr": "alarife 1"}))


# ----------------------------------------------------------------
# what is overwritten
def _plays(target: shelf.Target, *lines: str) -> tuple[int, str]:
    of = alarife.load("nim")
    left = iter(lines)
    out = io.StringIO()

    class Typed(Terminal):
        def ask(self, prompt: str = "> ") -> str:
            return next(left, "quit")

    sitting = Sitting(of, saves.begin(of, ["person", "person"], 1), target)
    session = Session(sitting, Typed(False, 80, 24, out))
    return session.run(), " ".join(out.getvalue().split())


def test_a_file_that_is_no_save_of_this_game_stays(tmp_path: Path) -> None:
    victim = tmp_path / "victim.py"
    victim.write_text("precious")
    _, said = _plays(shelf.Target(tmp_path / "a.json"), f"save {victim}")
    assert victim.read_text() == "precious"
    assert "--force" in said
    _plays(shelf.Target(tmp_path / "a.json", mine=True), f"save --force {victim}")
    assert saves.read(victim).game == "nim"


def test_beginning_over_another_save_is_refused_before_play(here: Path) -> None:
    path = made(here / "a.json")
    before = path.read_bytes()
    with pytest.raises(RuleError, match="E0725"):
        run("nim", seed=2, save=path)
    assert path.read_bytes() == before
    assert run("nim", seed=2, save=path, force=True) == 0
    assert saves.read(path).seed == 2


def test_a_save_that_somebody_else_changed_stays(tmp_path: Path) -> None:
    target = shelf.Target(tmp_path / "a.json")
    of = alarife.load("nim")
    target.write(saves.begin(of, ["person", "person"], 1), of.start(1))
    other = saves.begin(of, ["person", "greedy"], 5)
    saves.write(tmp_path / "a.json", other, of.start(5))
    code, said = _plays(target, "1", "quit", "quit")
    assert "changed by somebody else" in said
    assert code == 1
    assert saves.read(tmp_path / "a.json").seed == 5


def test_an_earlier_save_of_this_game_may_be_overwritten(tmp_path: Path) -> None:
    first, _ = tmp_path / "b.json", _plays(shelf.Target(tmp_path / "b.json"), "quit")
    code, said = _plays(shelf.Target(tmp_path / "a.json"), "1", f"save {first}", "quit")
    assert code == 0
    assert f"Saved: {first}" in said
    assert len(saves.read(first).answers) == 1


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_a_pipe_or_a_dangling_link_is_not_written_over(
    tmp_path: Path, force: bool
) -> None:
    of = alarife.load("nim")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("pipe", "link", "."):
        with pytest.raises(RuleError, match="E0725"):
            shelf.Target(tmp_path / name, force=force).write(
                saves.begin(of, ["person", "person"], 1), of.start(1)
            )
