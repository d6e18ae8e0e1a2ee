"""The cheat sheet shows every form of the grammar, and the index every word; nothing on them is gone."""

from __future__ import annotations

import re

from tests.docs.cheat_sheet import (
    ORDER,
    PAGES,
    PARTS_OF_FORMS,
    _slug,
    _split,
    forms,
    label,
    parser,
    shown,
    words,
)

from alarife.checking.builtins import BUILT_INS

SHEET = (PAGES / "cheat_sheet.md").read_text(encoding="utf-8")
INDEX = (PAGES / "keywords.md").read_text(encoding="utf-8")
AGAIN = "write the page anew: python -m tests.docs.cheat_sheet"


def test_every_form_of_the_grammar_is_on_the_sheet() -> None:
    rows = dict(re.findall(r"^\| (.+?) \| (.*) \|$", SHEET, re.MULTILINE))
    wanted = {label(name) for names in forms().values() for name in names}
    assert wanted == rows.keys() - {"form", "---"}, AGAIN
    assert not [name for name, line in rows.items() if not line], AGAIN


def test_every_alternative_of_the_grammar_is_a_form_or_a_part_of_one() -> None:
    made = parser()
    named = {
        rule.alias or str(rule.origin.name).partition("{")[0]
        for rule in made.rules
        if rule.alias or not rule.options.expand1
    }
    listed = {name for names in forms().values() for name in names} | PARTS_OF_FORMS
    structure = {name for name in named if name.startswith(("_", "old_"))}
    assert named - structure - listed == set()


def test_the_reference_shows_every_form() -> None:
    lines = shown(parser())
    assert not [name for names in forms().values() for name in names if not lines.get(name)]


def test_every_word_is_in_the_index_and_every_link_leads_somewhere() -> None:
    assert set(re.findall(r"^- `(\w+)`", INDEX, re.MULTILINE)) == words() | set(BUILT_INS), AGAIN
    heads = {
        (page, _slug(head))
        for page in ORDER
        for head, _ in _split((PAGES / f"{page}.md").read_text(encoding="utf-8"))
    }
    links = set(re.findall(r"\]\((\w+)\.md#([\w-]+)\)", INDEX))
    assert len(links) > 20
    assert links <= heads, AGAIN


def test_the_section_that_explains_a_word_comes_first() -> None:
    first = dict(re.findall(r"^- `(\w+)`: \[([^]]*)\]", INDEX, re.MULTILINE))
    wanted = {"after": "Amendments", "action": "Menus and actions", "also": "Order", "if": "Steps"}
    assert {word: first[word] for word in wanted} == wanted
