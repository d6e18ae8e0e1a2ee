"""The site has a rulebook of every game and of every module, and every phrase of the book is
used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from alarife.library import Library
from alarife.rulebook.phrases import PHRASES

ROOT = Path(__file__).parent.parent.parent
PAGES = [
    page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "rulebooks").rglob("*.md"))
]
LIBRARY = Library()


@pytest.mark.parametrize("game", [head.name for head in LIBRARY.games()])
def test_every_game_has_a_rulebook(game: str) -> None:
    assert any(f"{{alr:rulebook}} {game}\n" in page for page in PAGES)


@pytest.mark.parametrize(
    "module", [(head.target, head.name) for head in LIBRARY.modules()], ids=str
)
def test_every_module_has_a_rulebook(module: tuple[str, str]) -> None:
    game, name = module
    wanted = re.compile(rf"\{{alr:rulebook\}} {game}\n:modules: .*\b{name}\b")
    assert any(wanted.search(page) for page in PAGES)


def test_every_phrase_is_used() -> None:
    sources = [
        p
        for folder in ("rulebook", "sphinx")
        for p in (ROOT / "interpreter" / "alarife" / folder).rglob("*.py")
    ]
    text = "".join(
        path.read_text(encoding="utf-8") for path in sources if path.name != "phrases.py"
    )
    marks = ("before", "after", "instead", "change", "new", "more", "whenever")
    marks += ("reason", "tip", "remark")  # tones of sentences
    keys = {key.removesuffix("_one") for key in PHRASES}
    unused = [
        key
        for key in keys
        if f'"{key}"' not in text and f"'{key}'" not in text and key not in marks
    ]
    assert [key for key in unused if not key.startswith("diff_")] == []
