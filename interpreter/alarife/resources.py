"""Where the things that ship with the package are: the grammar and the rule files.

In an installed package they lie in `alarife/_data/`; in a checkout they lie at the top of the repository. Nothing else computes
such a path.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def _home() -> Path:
    """The folder that holds `rules/` and `grammar/`."""
    packaged = Path(__file__).resolve().parent / "_data"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2]


def rules_dir() -> Path:
    """The folder of the rule files: a folder a game, a file a module."""
    return _home() / "rules"


@cache
def grammar_text() -> str:
    """The grammar of the language, as Lark reads it."""
    return (_home() / "grammar" / "alarife.lark").read_text(encoding="utf-8")
