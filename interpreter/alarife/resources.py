"""Where the things that ship with the package are: the grammar, the rule files, and the pages that
explain messages; and where a person's data go.

In an installed package they lie in `alarife/_data/`; in a checkout they lie at the top of the
repository. Nothing else computes such a path."""

from __future__ import annotations

import os
import sys
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


def error_pages() -> Path:
    """The folder of the pages that explain the codes of messages."""
    packaged = _home() / "errors"
    return packaged if packaged.is_dir() else _home() / "docs" / "errors"


def machine_code() -> Path:
    """The folder of the libraries that came with a compiled package; there may be none."""
    return Path(__file__).resolve().parent / "_data" / "native"


def data_folder() -> Path:
    """The platform's place for a person's data of this program."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "alarife"


@cache
def grammar_text() -> str:
    """The grammar of the language, as Lark reads it."""
    return (_home() / "grammar" / "alarife.lark").read_text(encoding="utf-8")
