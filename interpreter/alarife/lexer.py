"""A Pygments lexer for rule files: what colours them in documentation and in terminals.

In: the text of a rule file. Out: tokens. Words of the language come from its own list; a word is coloured as one only where it may
be one, and a name before brackets or a dot stays a name.
"""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Generic, Keyword, Literal, Name, Number, Operator, Punctuation, String, Text, Whitespace

_DECLARATIONS = ["alarife", "game", "library", "module", "preset", "players", "uses", "needs", "excludes", "with", "set", "chapter", "section", "kind", "type", "piece", "neutral", "place", "note", "value", "table", "rule", "law", "graph", "step", "moment", "menu", "action", "option", "ruling", "example", "change", "before", "after", "instead", "whenever", "fill", "more", "order", "formerly", "when", "given", "then"]
_WORDS = ["all", "and", "any", "as", "at", "bag", "both", "by", "c", "choose", "count", "counted", "differs", "div", "draw", "each", "empty", "enters", "every", "for", "from", "grid", "if", "in", "instead", "is", "join", "known", "lead", "least", "leaves", "less", "let", "list", "may", "mod", "more", "most", "move", "nobody", "not", "no", "none", "of", "once", "or", "otherwise", "pass", "pick", "pile", "raise", "random", "rank", "refused", "repeat", "require", "roll", "row", "seen", "set", "show", "shuffle", "some", "starting", "sum", "swap", "than", "then", "those", "times", "to", "together", "top", "turn", "under", "until", "when", "where", "while", "with", "yes", "can", "map", "answers", "by", "chance", "to", "never", "because"]
_TYPES = ("Player", "Party", "Neutral", "Side", "Sides", "Cell", "number", "text")


class AlarifeLexer(RegexLexer):
    """Rule files of the language Alarife."""

    name = "Alarife"
    aliases: ClassVar[list[str]] = ["alarife", "alr"]
    filenames: ClassVar[list[str]] = ["*.alr"]
    url = ""
    version_added = ""
    tokens: ClassVar = {  # pyright: ignore[reportIncompatibleUnannotatedOverride]
        "root": [
            (r"^[ ]*>.*\n", Literal.String.Doc),
            (r"#.*$", Comment.Single),
            (r"^([ ]*)([+:|][ +:|*A-Za-z0-9-]*[+:|])[ ]*$", bygroups(Whitespace, Generic.Output)),
            (r"^([ ]*)(\|)", bygroups(Whitespace, Punctuation), "row"),
            (
                rf"^([ ]*)({'|'.join(_DECLARATIONS)})\b([ ]+(?:of[ ]+|map[ ]+)?)([A-Za-z_]\w*)?",
                bygroups(Whitespace, Keyword.Declaration, Keyword, Name.Function),
            ),
            (r'"[^"\n]*"', String),
            (r"\[[A-Z][A-Z0-9]*-\d+(?:,\s*[A-Z][A-Z0-9]*-\d+)*\]", Name.Decorator),
            (words(_TYPES, suffix=r"\b"), Keyword.Type),
            (r"[A-Za-z_]\w*(?=\()", Name.Function),
            (words(sorted(set(_WORDS)), prefix=r"(?<![.\w])", suffix=r"\b"), Keyword),
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
