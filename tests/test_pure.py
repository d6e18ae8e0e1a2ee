"""The tests see the sources, not libraries that a compiler left beside them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import alarife.engine.transactions
import alarife.geometry.grid

ROOT = Path(__file__).parents[1]


def test_the_engine_that_is_tested_is_the_one_in_the_sources() -> None:
    for module in (alarife.engine.transactions, alarife.geometry.grid):
        assert str(module.__file__).endswith(".py"), "remove *.so from interpreter/alarife"


def test_what_is_compiled_on_request_exists() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hook = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    assert hook["enable-by-default"] is False
    assert [name for name in hook["include"] if not (ROOT / name.lstrip("/")).is_file()] == []
