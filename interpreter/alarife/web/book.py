"""The rulebook of exactly one table, to be read beside it.

In: a table's configuration and rule files. Out: the book as a page that needs nothing else. It is
woven by Sphinx (extra `book`) in a process of its own, and kept for as long as other tables don't
need the room. What always holds: the page runs no script, may load nothing, and says the same to
all: it follows from the rules alone."""

from __future__ import annotations

import json
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action"
        " 'none'; frame-ancestors 'self'; sandbox"
    ),
    "cache-control": "private, max-age=3600",
}
_MOST = 64


@dataclass(frozen=True, slots=True)
class BookOf:
    """A book as it is asked for: a configuration, and its rule files by path."""

    configuration: dict[str, Any]
    sources: dict[str, str]


def woven(wish: BookOf) -> str | None:
    """The page of a book; None if it can't be made here. One in which an example fails is made as a
    draft, and says so."""
    import tempfile

    from alarife.diagnostics import RuleError
    from alarife.rulebook.build import build
    from alarife.rulebook.formats import Printed

    c = wish.configuration
    for draft in (False, True):
        with tempfile.TemporaryDirectory(prefix="alarife-book-") as folder:
            try:
                made = build(
                    c["game"],
                    c["modules"],
                    c["settings"],
                    c["players"],
                    to=folder,
                    printed=Printed("single", draft=draft, sources=wish.sources),
                )
            except RuleError:
                continue
            look = (Path(__file__).parent / "static" / "book.css").read_text(encoding="utf-8")
            page = made.read_text(encoding="utf-8")
            return page.replace("</head>", f"<style>\n{look}</style>\n</head>", 1)
    return None


class Shelf:
    """The books of one server process. `weave` makes one; one is made at a time."""

    def __init__(self, weave: Callable[[BookOf], str | None]) -> None:
        self._weave = weave
        self._held: OrderedDict[str, bytes] = OrderedDict()
        self._making = threading.Lock()

    def has(self, configuration: Mapping[str, Any]) -> bool:
        """Whether the book is there already."""
        return _name(configuration) in self._held

    def page(
        self, configuration: Mapping[str, Any], sources: Callable[[], dict[str, str]]
    ) -> str | None:
        """The book of a configuration; None if none can be made. Blocks."""
        name = _name(configuration)
        with self._making:
            held = self._held.get(name)
            if held is None:
                made = self._weave(BookOf(dict(configuration), sources()))
                if made is None:
                    return None
                held = self._held[name] = zlib.compress(made.encode(), 6)
            self._held.move_to_end(name)
            while len(self._held) > _MOST:
                self._held.popitem(last=False)
        return zlib.decompress(held).decode()


def _name(configuration: Mapping[str, Any]) -> str:
    return json.dumps(configuration, sort_keys=True)
