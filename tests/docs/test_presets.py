"""The pages about presets and tables of your own: their commands are carried out, messages are
compared, and what is shown as shipped or written is that."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.runs import run

import alarife

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^(?:<!-- (.*?) -->\n)?```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[str, str, str]]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return [(found[2], found[1] or "", found[3]) for found in BLOCK.finditer(text)]


def test_the_preset_shown_is_the_shipped_one() -> None:
    shown = next(
        text for what, more, text in blocks("presets.md") if what == "alarife" and not more
    )
    shipped = DOCS.parent / "rules" / "alhambra" / "treasure_night.alr"
    assert shown == shipped.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["presets.md", "own_tables.md"])
def test_the_commands_do_what_the_page_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    said = ""
    for what, more, text in blocks(page):
        if what == "sh":
            for line in text.splitlines():
                result = run(*line.split()[1:])
                assert result.exit_code == (1 if more == "wrong" else 0), f"{line}\n{result.output}"
                said = result.output
        elif what == "alarife" and more:
            file = tmp_path / f"{more}.alr"
            if said.startswith(f"{file.name} is written"):
                assert file.read_text(encoding="utf-8") == text
                said = ""
            file.write_text(text, encoding="utf-8")
        elif more == "message":
            assert text in said
        elif what == "python":
            exec(text, {})  # noqa: S102 (the page is ours)


def test_a_preset_is_the_configuration_that_it_names() -> None:
    preset: Any = alarife.load("treasure_night", players=4)
    modules = ["treasure", "cards", "invaders"]
    same: Any = alarife.load(
        "alhambra", modules=modules, options={"invaders.open": True}, players=4
    )
    assert preset.start(seed=3).dump() == same.start(seed=3).dump()
