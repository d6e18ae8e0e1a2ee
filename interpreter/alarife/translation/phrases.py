"""The phrases of tables, terminals and pages, found where they stand.

In: the sources of the packages that speak to players. Out: messages of the context "table", with
their places. A phrase is a literal handed to one of `SAYING`, in Python or in a page's template."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGES = ("table", "play", "web")
SAYING = ("phrase", "phrase_of", "phrased")
_HERE = Path(__file__).parent.parent
_IN_TEMPLATE = re.compile(r"""\bphrased\(("[^"]*"|'[^']*')""")


def phrases() -> Iterator[tuple[str, str, int]]:
    """Every phrase, its file and its line, in the order of the files."""
    for package in PACKAGES:
        for path in sorted((_HERE / package).rglob("*")):
            name = f"alarife/{path.relative_to(_HERE).as_posix()}"
            if path.suffix == ".py":
                yield from ((text, name, line) for text, line in _in_python(path))
            elif path.suffix == ".html":
                yield from ((text, name, line) for text, line in _in_template(path))


@cache
def _in_python(path: Path) -> list[tuple[str, int]]:
    text = path.read_bytes()
    if not any(name.encode() in text for name in SAYING):
        return []
    found: list[tuple[str, int]] = []
    calls = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call))
    for call in sorted(calls, key=lambda c: (c.lineno, c.col_offset)):
        if not (isinstance(call.func, ast.Name) and call.func.id in SAYING and call.args):
            continue
        first = call.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            found.append((first.value, first.lineno))
    return found


def _in_template(path: Path) -> Iterator[tuple[str, int]]:
    for n, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        for found in _IN_TEMPLATE.finditer(line):
            yield found[1][1:-1], n
