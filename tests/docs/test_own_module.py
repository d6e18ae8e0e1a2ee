"""The page "A module of one's own": every file is written, every command carried out, every message
compared."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from tests.cli.runs import run
from tests.docs.patches import patched

import alarife

PAGE = Path(__file__).parents[2] / "docs" / "own_module.md"
BLOCK = re.compile(r"^(?:<!-- (.*?) -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    (found[2], found[1] or "", found[3])
    for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))
]
"""Of every block its language, the comment before it, which says what it is for, and its text."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands are carried out, which is also where saves go."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def carried_out(line: str) -> tuple[int, str]:
    """Carry out a command of the page: its exit code, and what it says."""
    first, *words = shlex.split(line)
    assert first == "alarife", line
    done = run(*words)
    return done.exit_code, done.output


def test_every_step_goes_as_the_page_says(folder: Path) -> None:
    said, text, commands = "", "", 0
    for what, more, block in BLOCKS:
        if what == "alarife":
            assert text == "" or more or text == block, "the finished file is what the steps made"
            text = text if more else block
            (folder / f"{more or 'my_rules'}.alr").write_text(block, encoding="utf-8")
        elif what == "diff":
            text = patched(text, block)
            (folder / "my_rules.alr").write_text(text, encoding="utf-8")
        elif what == "sh":
            said = ""
            for line in block.splitlines():
                code, output = carried_out(line)
                assert code == (1 if more == "wrong" else 0), f"{line}\n{output}"
                said += output
                commands += 1
        elif more == "message":
            assert block in said, f"{block}\nis not in\n{said}"
        else:
            assert more.startswith("if "), what
    assert commands == 18
    assert "seven_cards" not in text
    assert any((folder / "book").rglob("*.html"))


def variants() -> list[tuple[str, str, str, str]]:
    """Of every message about a mistake: the file it is made in, what stands there, what was written
    instead, the message."""
    found: list[tuple[str, str, str, str]] = []
    text = ""
    for what, more, block in BLOCKS:
        if what == "alarife" and not more:
            text = block
        elif what == "diff":
            text = patched(text, block)
        elif more.startswith("if "):
            right, wrong = more.removeprefix("if ").split(" => ")
            found.append((text, right, wrong, block))
    return found


@pytest.mark.parametrize(("text", "right", "wrong", "message"), variants()[:-1])
def test_mistakes_are_told_as_the_page_says(
    text: str, right: str, wrong: str, message: str, folder: Path
) -> None:
    assert text.count(right) == 1
    (folder / "my_rules.alr").write_text(text.replace(right, wrong), encoding="utf-8")
    code, output = carried_out("alarife test my_rules.alr")
    assert code == 1
    assert message in output


def test_a_game_that_has_begun_keeps_its_rules(folder: Path) -> None:
    text, right, wrong, message = variants()[-1]
    file = folder / "my_rules.alr"

    def load() -> Any:
        return alarife.load("alhambra", modules=[str(file)], players=3)

    file.write_text(text, encoding="utf-8")
    game = load()
    state: Any = game.start(seed=1)
    file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    for _ in range(40):
        state = state.play(0)
    assert len(state.view(1)["places"]["display"]) <= 5
    assert game.restore(state.dump()) == state
    with pytest.raises(alarife.RuleError) as refused:
        load().restore(state.dump())
    assert message.strip().removeprefix("error ") in str(refused.value)
