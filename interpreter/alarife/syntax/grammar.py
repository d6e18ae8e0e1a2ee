"""The parser made from the grammar: the one place that knows Lark's machinery.

What comes in: a text and what it should be (`start`, `opening`, `when_line`, `decl`, `expr`). What
goes out: Lark's parse tree and the comments, or the exception that says where it went wrong. Making
the parser takes a third of a second, so its tables are kept in the user's cache; reading them takes
a tenth of that. One parser serves all threads, one at a time."""

from __future__ import annotations

import io
import pickle
import re
import sys
import threading
from dataclasses import dataclass
from functools import cache
from typing import Any

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from alarife import resources
from alarife.syntax import cache as kept
from alarife.syntax.build import Branch
from alarife.syntax.layout import FoundComment, Layout

STARTS = ["start", "opening", "when_line", "decl", "expr"]
_LAYOUT_TOKENS = frozenset({"_NL", "_INDENT", "_DEDENT"})
_AFTER = r"(?= +(?!\[[A-Z][A-Z0-9]*-[0-9])[\w(\[])"
"""What the grammar says must follow a word that begins a statement."""
_CHOICE = re.compile(r"\(?([a-z|]+)\)?(?:\\b|\(\?=.*)")
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text that the grammar knows."""

    branch: Branch
    comments: list[FoundComment]


class Stumble(Exception):
    """The parser met something that does not fit: `error` says what, `recent` are the tokens read
    before it."""

    def __init__(self, error: UnexpectedInput, recent: list[Token]) -> None:
        self.error = error
        self.recent = recent
        super().__init__(str(error))


def parse_text(text: str, start: str) -> Parsed:
    """Parse a text. Raises `Stumble` or `LayoutError`."""
    with _lock:
        parser, layout = _parser()
        layout.text = text
        try:
            found = parser.parse(text, start=start)  # pyright: ignore[reportUnknownMemberType]
        except UnexpectedInput as error:
            raise Stumble(error, list(layout.recent)) from None
        return Parsed(found, layout.comments)


def _counts_for_spans(node: object) -> bool:
    """Line ends and block marks do not belong to the stretch that a node covers."""
    return not (isinstance(node, Token) and node.type in _LAYOUT_TOKENS)


@cache
def _parser() -> tuple[Lark, Layout]:
    layout = Layout()
    text = resources.grammar_text()
    name = "grammar-" + kept.key(text, " ".join(STARTS), lark.__version__, sys.version)
    data = kept.fetch(name)
    if data is not None:
        try:
            tables = pickle.loads(data)  # noqa: S301 (the user's own folder, see alarife.syntax.cache)
            loading: Any = Lark
            made: Lark = loading._load_from_dict(
                tables["data"],
                tables["memo"],
                postlex=layout,
                propagate_positions=_counts_for_spans,
            )
            return made, layout
        except Exception:  # noqa: S110 (a damaged file can fail in any way; the parser is then made anew)
            pass
    made = Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=layout,
        propagate_positions=_counts_for_spans,  # pyright: ignore[reportArgumentType]
        maybe_placeholders=False,
        start=STARTS,
    )
    buffer = io.BytesIO()
    made.save(buffer, exclude_options=["propagate_positions"])  # pyright: ignore[reportUnknownMemberType]
    kept.keep(name, buffer.getvalue())
    return made, layout


def literal(kind: str) -> str | None:
    """The text of a kind of token that is always written the same."""
    return _literals().get(kind)


def spellings(kind: str) -> list[str]:
    """The words that a kind of token may be: one, or one of several; [] for signs and names."""
    text = literal(kind) or _choices().get(kind, "")
    return [word for word in text.split("|") if word.isalpha()]


@cache
def _choices() -> dict[str, str]:
    """The kinds of tokens that are one of several words, with these: `after|before`."""
    found = ((t.name, _CHOICE.fullmatch(t.pattern.value)) for t in _parser()[0].terminals)
    return {name: match[1] for name, match in found if match}


@cache
def _literals() -> dict[str, str]:
    found: dict[str, str] = {}
    for terminal in _parser()[0].terminals:
        if terminal.pattern.type == "str":
            found[terminal.name] = terminal.pattern.value
        elif terminal.pattern.value.endswith(_AFTER):
            found[terminal.name] = terminal.pattern.value.removesuffix(_AFTER)
    return found
