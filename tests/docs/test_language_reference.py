"""The language reference is true: its blocks are files that load, and its examples hold; every
construct appears in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from lark import Lark, Token
from tests.docs.cheat_sheet import BLOCK, ORDER, PAGES
from tests.docs.cheat_sheet import parser as positioned_parser

from alarife.checking.builtins import BUILT_INS
from alarife.library import Library
from alarife.pipeline import stages
from alarife.rulebook.prose import check_prose
from alarife.syntax.words import DECLARATIONS, HEAD_LINES, HEADS, LONG_FORMS, STATEMENTS


def texts() -> dict[str, str]:
    """The files that the pages hold: the game, joined from its blocks, and modules and presets, one
    a block."""
    found = {"orchard.alr": ""}
    for page in ORDER:
        for kind, text in BLOCK.findall((PAGES / f"{page}.md").read_text(encoding="utf-8")):
            if kind:
                name = re.search(rf"^{kind} (\w+)", text, re.MULTILINE)
                assert name, text
                found[f"{name[1]}.alr"] = text
            else:
                found["orchard.alr"] += text + "\n"
    return found


LIBRARY = Library(texts=texts())


@pytest.mark.parametrize(
    ("modules", "players"),
    [((), 2), ((), 3), (("bees",), 3), (("bees", "drought"), 4), (("bees", "flood"), 2)],
)
def test_the_game_of_the_reference_loads(modules: tuple[str, ...], players: int) -> None:
    found = stages("orchard", modules, {}, players, LIBRARY)
    check_prose(found.checked, found.report)
    assert not [d for d in found.report.found if d.code != "E0403"]


def test_the_preset_of_the_reference_loads() -> None:
    found = stages("market_day", (), {}, None, LIBRARY)
    assert found.program.settings["long_game"] is True


def test_the_examples_of_the_reference_hold() -> None:
    from alarife.examples import run_examples

    outcomes = [o for modules in ((), ("bees",)) for o in run_examples("orchard", modules, LIBRARY)]
    assert len(outcomes) > 10
    assert not [o for o in outcomes if not o.passed]


@pytest.mark.parametrize(
    "word", sorted({*HEADS, *HEAD_LINES, *DECLARATIONS, *STATEMENTS, *LONG_FORMS})
)
def test_every_word_is_used_in_a_block(word: str) -> None:
    everything = "\n".join(texts().values())
    assert re.search(rf"\b{word}\b", everything), (
        f"`{word}` is in no block of the language reference"
    )


# ----------------------------------------------------------------
# every rule of the grammar
AFTER_MISTAKES = {"opening", "when_line"}
"""What only the search for mistakes begins with: parts of a file."""
REPETITION = re.compile(r"^__.*_\d+$")
"""How the parser calls what `*` and `+` repeat."""
CHOICES = {
    "WRITES": {":=", "+=", "-="},
    "ADD": {"+", "-"},
    "MUL": {"*", "div", "mod"},
    "HOW": {"while", "until"},
    "HOW_MANY": {"some", "any"},
    "MANY": {"set", "list", "ranking"},
    "HEAP": {"pile", "row", "bag"},
    "MOST": {"most", "least"},
    "PLACED": {"after", "before", "under", "within"},
    "POINTS": {"see", "but"},
    "CROSSES": {"leaves", "enters"},
}
"""Where the grammar lets one of several words stand."""


@dataclass
class Used:
    """What of the grammar some texts have used: by rule and name of the alternative, the symbols in
    it; and words."""

    symbols: dict[tuple[str, str], set[str]]
    words: set[tuple[str, str]]


def used_by(sources: Iterable[str], parser: Lark) -> Used:
    """Parse texts, and note each rule that is applied."""
    found = Used({}, set())

    def noting(rule: Any, make: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
        def noted(parts: list[Any]) -> Any:
            found.symbols.setdefault(_name(rule), set()).update(_symbols(rule))
            found.words.update(
                (part.type, " ".join(part.split())) for part in parts if isinstance(part, Token)
            )
            return make(parts)

        return noted

    tables: Any = parser.parser
    machine = tables.parser.parser
    machine.callbacks = {rule: noting(rule, make) for rule, make in machine.callbacks.items()}
    layout: Any = parser.options.postlex
    for source in sources:
        layout.text = source
        parser.parse(source, start="start")
    return found


def _name(rule: Any) -> tuple[str, str]:
    template = str(rule.origin.name).partition("{")[0]
    return template, rule.alias or ""


def _symbols(rule: Any) -> set[str]:
    named = {symbol.name for symbol in rule.expansion if not REPETITION.match(symbol.name)}
    return {name.partition("{")[0] for name in named if name != "simple"}


@pytest.fixture(scope="module")
def parser() -> Lark:
    return positioned_parser()


@pytest.fixture(scope="module")
def used(parser: Lark) -> Used:
    return used_by(texts().values(), parser)


def test_every_alternative_of_the_grammar_is_used_in_a_block(parser: Lark, used: Used) -> None:
    alternatives = {_name(rule) for rule in parser.rules if not REPETITION.match(rule.origin.name)}
    missing = sorted(
        name
        for name in alternatives - used.symbols.keys()
        if name[0] not in AFTER_MISTAKES and not name[1].startswith("old_")
    )
    assert not missing


def test_every_optional_part_of_the_grammar_is_used_in_a_block(parser: Lark, used: Used) -> None:
    """Citations may stand behind every statement, and stand behind some; that a field may be called
    `face` is no construct."""
    missing = {
        (*_name(rule), symbol)
        for rule in parser.rules
        for symbol in _symbols(rule) - {"cites", "FACE"}
        if _name(rule) in used.symbols and symbol not in used.symbols[_name(rule)]
    }
    assert not missing
    assert "cites" in used.symbols["_heading", ""]
    assert "cites" in used.symbols["roll", ""]


@pytest.mark.parametrize("name", CHOICES)
def test_every_word_that_may_stand_for_another_is_used_in_a_block(name: str, used: Used) -> None:
    assert CHOICES[name] == {word for kind, word in used.words if kind == name}


def test_every_built_in_is_described() -> None:
    everything = "\n".join((PAGES / f"{p}.md").read_text(encoding="utf-8") for p in ORDER)
    missing = [
        name for name in BUILT_INS.keys() - {"the"} if not re.search(rf"`{name}[`(]", everything)
    ]
    assert not missing
