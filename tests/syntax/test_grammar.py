"""The grammar itself: no conflicts, and the tables of words agree with it."""

import io
import logging
import re
from pathlib import Path

import pytest
from lark import Lark, logger

from alarife import resources
from alarife.checking.builtins import BUILT_IN_NAMES, BUILT_INS
from alarife.diagnostics import Report
from alarife.syntax import words
from alarife.syntax.grammar import STARTS, literal, parse_text
from alarife.syntax.layout import Layout
from alarife.syntax.parse import parse, parse_file


def test_the_grammar_has_no_conflicts() -> None:
    said = io.StringIO()
    handler, level = logging.StreamHandler(said), logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        Lark(
            resources.grammar_text(),
            parser="lalr",
            postlex=Layout(),
            maybe_placeholders=False,
            start=STARTS,
            debug=True,
        )
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    assert "onflict" not in said.getvalue()


def test_what_conflicts_would_be_found() -> None:
    said = io.StringIO()
    handler, level = logging.StreamHandler(said), logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        Lark('start: a | a start\na: "x" | "x" a', parser="lalr", debug=True)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
    assert "onflict" in said.getvalue()


def test_every_word_that_begins_a_declaration_is_in_the_grammar() -> None:
    text = resources.grammar_text()
    for word in (*words.DECLARATIONS, *words.HEADS, *words.HEAD_LINES, *words.STATEMENTS):
        assert f'"{word}"' in text or f"/{word}(" in text, word
    assert {*words.DECLARATION_FORMS} == {*words.DECLARATIONS}
    assert literal("_MOVE") == "move"
    assert literal("STEP") == "step"


def test_the_forms_that_messages_show_are_forms_that_parse() -> None:
    bodies = {
        "kind": "\n  | a |",
        "piece": "\n  | a |",
        "table": "\n  | a |",
        "more": "\n  | a |",
        "only": "\n  | a |",
        "ruling": "\n  | a |",
        "rule": "\n  > S.\n  a",
        "forbid": "\n  > S.",
        "graph": "\n  join a and b for c in d",
        "example": "\n  then a",
        "question": "\n  > S.",
        "term": "\n  > S.",
        "when": '\n  chapter c "C"',
    }
    blocks = ("action", "before", "after", "instead", "whenever", "fill")
    for word, form in words.DECLARATION_FORMS.items():
        body = "\n  pass" if word in blocks else bodies.get(word, "")
        parse(f'alarife 1\ngame g "G"\n{form}{body}\n', word)


def test_comments_are_found_wherever_they_stand() -> None:
    parsed = parse_text("value v: T = (a  # one\n  # two\n  )  # three\n", "decl")
    assert [(c.text, c.line, c.column, c.own_line) for c in parsed.comments] == [
        ("# one", 1, 18, False),
        ("# two", 2, 3, True),
        ("# three", 3, 6, False),
    ]


@pytest.mark.parametrize(
    "word",
    [
        "players",
        "uses",
        "needs",
        "with",
        "set",
        "given",
        "when",
        "then",
        "lead",
        "join",
        "pass",
        "move",
    ],
)
def test_behind_sentences_a_word_of_other_places_is_a_name(word: str) -> None:
    piece = f'piece Seed "seed"\n  > So many.\n  {word} * 2 of each\n'
    value = f"value many: number\n  > So many.\n  {word} + 2\n"
    rule = f'rule few "Few"\n  > Not many.\n  {word} less than 2\n'
    for text in (piece, value, rule, f'change many as more "More"\n  > More.\n  {word} + 1\n'):
        report = Report()
        assert (
            parse_file(
                f'alarife 1\ngame g "G"\n  > A game.\n  players 2..4\n\n{text}', "g.alr", report
            )
            is not None
        ), report.found


@pytest.mark.parametrize("word", words.DECLARATIONS)
def test_behind_a_block_a_word_that_begins_a_declaration_is_a_name(word: str) -> None:
    block = "  if many = 1\n    pass\n"
    lines = [f"{word} := 2", f"{word} += 2", f"{word}[1] := 2", f"{word}(2)", word, f"{word} # so"]
    for line in lines:
        report = Report()
        text = f'step act "Act"\n  > So.\n{block}  {line}\n{block}'
        head = 'alarife 1\ngame g "G"\n  > A game.\n  players 2..4\n\n'
        assert parse_file(head + text, "g.alr", report) is not None, report.found
        within = f"when module m\n  {text.replace(chr(10), chr(10) + '  ').rstrip()}\n"
        assert parse_file(head + within, "g.alr", report) is not None, report.found


def test_what_can_never_be_a_name_begins_a_value() -> None:
    """A word is reserved if it can't be read as a name where a value stands, or means a value."""
    literals = set(re.findall(r'"([a-z]+)"', resources.grammar_text()))
    reserved = {w for w in literals if not _reads_as_a_name(w)} | {"yes", "no", "none"}
    assert reserved == set(words.NEVER_NAMES)


def _reads_as_a_name(word: str) -> bool:
    report = Report()
    parse_file(f'alarife 1\ngame g "G"\n\nvalue x: number = f({word})\n', "x.alr", report)
    return not report.errors


def test_the_reference_lists_the_reserved_words() -> None:
    page = (Path(__file__).parents[2] / "docs" / "language" / "words.md").read_text("utf-8")
    table = page.split("## Reserved words")[1].split("\n## ")[0]
    names = {*words.NEVER_NAMES, *BUILT_IN_NAMES}
    assert set(re.findall(r"`([a-zA-Z]+)`", table)) >= names
    asked = page.split("## Built-in functions")[1]
    assert set(re.findall(r"`([a-z_]+)`", asked)) >= {*BUILT_INS} - {"the"}
