"""A Pygments lexer for rule files: what colours them in documentation and in terminals.

In: the text of a rule file. Out: tokens. Words at the margin come from the language's own list; a
word is coloured as one only where it may be one, and a name before brackets or behind a dot stays a
name."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Whitespace,
)

from alarife.syntax import words

_MARGIN = "|".join(
    sorted({"alarife", *words.DECLARATIONS, *words.HEADS, *words.HEAD_LINES, *words.EXAMPLE_LINES})
)
_STATEMENTS = "|".join(words.STATEMENTS)
_LONG_FORMS = "|".join(words.LONG_FORMS)
_SMALL = (
    "all|and|any|answers|at|bag|because|both|by|chance|copies|differs|div|each|empty|enters|for|from|grid|hexagonal|if|in|is|least|leaves|less|mod|"
    "module|more|most|nobody|none|not|of|once|or|otherwise|pile|random|refused|row|seen|set|starting|than|then|times|to|top|under|until|"
    "when|where|while|with|yes|join|lead|map|instead|face|now|within|nowhere|see|but|also|using"
)
_TYPES = "Player|Party|Neutral|Sides|Side|Cell|number|text|place"


class AlarifeLexer(RegexLexer):
    """Rule files of the language Alarife."""

    name = "Alarife"
    aliases: ClassVar[list[str]] = ["alarife", "alr"]
    filenames: ClassVar[list[str]] = ["*.alr"]
    tokens: ClassVar = {  # pyright: ignore[reportIncompatibleUnannotatedOverride]
        "root": [
            (r"^[ ]*>.*\n", Literal.String.Doc),
            (
                r"^([ ]*)(reason|tip|remark)([ ]+)(>.*\n)",
                bygroups(Whitespace, Keyword, Whitespace, Literal.String.Doc),
            ),
            (r"#.*$", Comment.Single),
            (
                r"^([ ]*)([+:|][ +:|*A-Za-z0-9-]*[+:|])([ ]*)$",
                bygroups(Whitespace, Generic.Output, Whitespace),
            ),
            (r"^([ ]*)(\|)", bygroups(Whitespace, Punctuation), "row"),
            (
                rf"^([ ]*)({_MARGIN})\b([ ]+)(of|map)?([ ]*)([A-Za-z_]\w*)?",
                bygroups(
                    Whitespace, Keyword.Declaration, Whitespace, Keyword, Whitespace, Name.Function
                ),
            ),
            (rf"^([ ]*)({_STATEMENTS})\b", bygroups(Whitespace, Keyword)),
            (r'"[^"\n]*"', String),
            (r"\[[A-Z][A-Z0-9]*-\d+(?:,[ ]*[A-Z][A-Z0-9]*-\d+)*\]", Name.Decorator),
            (rf"\b(?:{_TYPES})\b(?!\()", Keyword.Type),
            (r"[A-Za-z_]\w*(?=\()", Name.Function),
            (r"(?<=\.)[A-Za-z_]\w*", Name.Attribute),
            (rf"\b(?:{_LONG_FORMS}|{_STATEMENTS}|{_SMALL})\b", Keyword),
            (r"[A-Z]\w*", Name.Class),
            (r"[a-z_]\w*", Name),
            (r"\d+", Number.Integer),
            (r":=|\+=|-=|\.\.|[-+*=<>]", Operator),
            (r"[()\[\],.:|?/]", Punctuation),
            (r"[ ]+", Whitespace),
            (r"\n", Whitespace),
            (r".", Text),
        ],
        "row": [
            (r"\n", Whitespace, "#pop"),
            (r"\|", Punctuation),
            (r"[^|\n]+", Literal),
        ],
    }
