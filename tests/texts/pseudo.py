"""A language with letters of its own, which shows what is left in English."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from string import ascii_letters

from babel.messages.catalog import Catalog

from alarife.library import Library
from alarife.resources import rules_dir
from alarife.texts.spoken import speak
from alarife.translation.template import Source, sources, template, written


def pseudo(found: list[Source]) -> Catalog:
    """A language with letters of its own."""
    wide = {ord(c): ord(c) + 0xFEE0 for c in ascii_letters}

    def said(text: str) -> str:
        parts = re.split(r"(\{[^{}:]*(?::(?!forms )[^{}]*)?\}|\{\w+:forms )", text)
        return "".join(part if part.startswith("{") else part.translate(wide) for part in parts)

    catalogue = template(found)
    for message in catalogue:
        if message.id:
            message.string = said(str(message.id))
    return catalogue


@contextmanager
def spoken_everywhere(folder: Path) -> Generator[None]:
    """The language is spoken by all that is made meanwhile."""
    (folder / "xx.po").write_bytes(written(pseudo(list(sources(Library(), rules_dir())))))
    speak("xx", folder)
    try:
        yield
    finally:
        speak("en")


def in_english(text: str) -> str:
    """The first word of English in a text; empty if there is none."""
    found = re.search(r"[A-Za-z]{3,}", text)
    return found[0] if found else ""


class Seen(HTMLParser):
    """What a reader of a page sees or hears of it."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "head"):
            self.within.append(tag)
        self.texts += [
            value for name, value in attrs if name in ("title", "alt", "aria-label") and value
        ]

    def handle_endtag(self, tag: str) -> None:
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if not self.within and data.strip():
            self.texts.append(data.strip())


def seen(page: str) -> list[str]:
    """The texts of a page."""
    parser = Seen()
    parser.feed(page)
    return parser.texts
