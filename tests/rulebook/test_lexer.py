"""The lexer: every shipped rule file is coloured without a stretch that it can't read, and knows
the words of the language."""

from __future__ import annotations

import pytest
from pygments.token import Comment, Error, Keyword, String, Token

from alarife.lexer import AlarifeLexer
from alarife.library import Library
from alarife.syntax import words

LIBRARY = Library()


@pytest.mark.parametrize(
    "path", [head.path for head in LIBRARY.heads()], ids=lambda path: path.rsplit("/", 1)[-1]
)
def test_every_shipped_file_is_read_whole(path: str) -> None:
    text = LIBRARY.text(path)
    tokens = list(AlarifeLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    assert not [
        value for kind, value in tokens if kind in Error or (kind is Token.Text and value.strip())
    ]


@pytest.mark.parametrize(
    "word",
    [*words.DECLARATIONS, *words.HEADS, *words.HEAD_LINES, *words.STATEMENTS, *words.EXAMPLE_LINES],
)
def test_words_at_the_margin_are_keywords(word: str) -> None:
    kinds = [
        kind for kind, value in AlarifeLexer().get_tokens(f"{word} something") if value == word
    ]
    assert kinds
    assert kinds[0] in Keyword


@pytest.mark.parametrize("word", words.LONG_FORMS)
def test_words_of_expressions_are_keywords(word: str) -> None:
    assert (Keyword, word) in list(AlarifeLexer().get_tokens(f"  x = ({word} c in S: y)"))


def test_sentences_and_comments_and_titles() -> None:
    found = {
        value.strip(): kind
        for kind, value in AlarifeLexer().get_tokens('step s "A title" # why\n  > What is done.\n')
    }
    assert found["> What is done."] in String.Doc
    assert found["# why"] in Comment
    assert found['"A title"'] in String
