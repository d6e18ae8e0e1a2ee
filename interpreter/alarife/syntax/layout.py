"""Layout: from tokens to tokens with blocks.

What comes in: the tokens of one text, as the lexer yields them. What goes out: the same, where each
change of indentation is an `_INDENT` or a `_DEDENT`; within brackets line ends count for nothing;
comments and the line ends that a continued line has are dropped. The comments are kept aside in
`comments`. A line that fits no open block is a `LayoutError`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token
from lark.lark import PostLex

from alarife.syntax.words import DECLARATIONS

MOST_BLOCKS = 40
"""How many blocks may stand in one another."""

MOST_BRACKETS = 60
"""How many brackets may stand in one another."""


_LINE_ENDS = frozenset({"_NL", "_ON"})
_OPENING = frozenset({"LPAR", "LSQB"})
_CLOSING = frozenset({"RPAR", "RSQB"})
_WORDS = frozenset(DECLARATIONS)
_USED_AS_NAME = re.compile(r" *(:=|[-+]=|[\[(]|#|\n|$)")
"""What follows a word that begins a declaration nowhere: there it is the name of a note or step."""


class LayoutError(Exception):
    """A place at which the layout is wrong: `kind` is `dedent`, `closing` or `deep`; `token` stands
    there."""

    def __init__(self, kind: str, token: Token) -> None:
        self.kind = kind
        self.token = token
        super().__init__(kind)


@dataclass(frozen=True, slots=True)
class FoundComment:
    """A comment as it was met: where its `#` stands, and whether anything stands before it on its
    line."""

    text: str
    line: int
    column: int
    own_line: bool


class Layout(PostLex):
    """Tracks indentation and brackets of one text at a time."""

    always_accept = ("_NL", "_ON", "COMMENT", "NAME")
    """Read in every place. NAME, so that `stepp` is not read as `step` and a rest."""

    def __init__(self) -> None:
        self.comments: list[FoundComment] = []
        self.text = ""
        """The text that is read."""
        self.recent: deque[Token] = deque(maxlen=3)
        """The tokens read last: what stands before a mistake."""

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens with blocks marked; starts a new list of comments."""
        self.comments = []
        self.recent.clear()
        return self._blocks(stream)

    def _blocks(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels, brackets = [0], 0
        token: Token | None = None
        begins = True
        for token in stream:
            kind = token.type
            if kind in _LINE_ENDS:
                self._keep_comments(token)
                if kind == "_NL" and not brackets:
                    begins = True
                    yield token
                    yield from self._indentation(token, levels)
                continue
            if kind == "COMMENT":
                self._keep_comment(token, str(token), token.line or 1, token.column or 1)
                continue
            word = begins and levels[-1] and kind != "NAME" and token in _WORDS
            read, begins = self._name_if_used(token) if word else token, False
            yield read
            self.recent.append(read)
            if kind in _OPENING:
                brackets += 1
                if brackets > MOST_BRACKETS:
                    raise LayoutError("deep", token)
            elif kind in _CLOSING:
                brackets = max(0, brackets - 1)
        for _ in levels[1:]:
            yield (
                Token("_DEDENT", "")
                if token is None
                else Token.new_borrow_pos("_DEDENT", "", token)
            )

    def _name_if_used(self, word: Token) -> Token:
        """A word that begins declarations, at the beginning of a line in a block. Where a block
        ends, the parser can't tell yet whether a declaration or a statement comes."""
        if _USED_AS_NAME.match(self.text, word.end_pos or 0):
            return Token.new_borrow_pos("NAME", str(word), word)
        return word

    def _indentation(self, token: Token, levels: list[int]) -> Iterator[Token]:
        """The blocks that open or close behind a line end."""
        indent = len(token) - token.rindex("\n") - 1
        if indent > levels[-1]:
            levels.append(indent)
            if len(levels) > MOST_BLOCKS:
                raise LayoutError("deep", token)
            yield Token.new_borrow_pos("_INDENT", "", token)
            return
        while indent < levels[-1]:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", token)
        if indent != levels[-1]:
            raise LayoutError("dedent", token)

    def _keep_comments(self, token: Token) -> None:
        """The comments among the line ends that `token` consists of."""
        if "#" not in token:
            return
        for number, line in enumerate(token.split("\n")):
            start = line.find("#")
            if start >= 0:
                self._keep_comment(token, line[start:], (token.line or 1) + number, start + 1)

    def _keep_comment(self, token: Token, text: str, line: int, column: int) -> None:
        own_line = token.type != "COMMENT" or token.start_pos == 0
        self.comments.append(FoundComment(text.rstrip(), line, column, own_line))
