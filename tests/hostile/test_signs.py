"""Characters that nobody sees: refused in rule files, replaced on screens, told by category."""

from __future__ import annotations

import ast
import io
import sys
from pathlib import Path
from unicodedata import category

import pytest

import alarife.cli
from alarife.cli.telling import say
from alarife.diagnostics import Diagnostic, RuleError
from alarife.play.terminal import Terminal
from alarife.play.text import Text
from alarife.report import render
from alarife.signs import first_unseen, plain
from alarife.syntax.parse import parse

EVERY = [chr(n) for n in range(sys.maxunicode + 1)]
UNSEEN = [c for c in EVERY if category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in "\n\t"]
SIGNS = [
    *(0, 7, 0x1B, 0x7F, 0x80, 0x9B, 0xAD, 0x61C, 0x180E, 0x200E, 0x2028, 0x202E, 0x2064, 0x2066),
    *(0x206A, 0xFEFF, 0xFFF9, 0xE0001, 0x3164, 0x115F, 0xD800),
]
SHAPED = "\u0600\u06dd\u070f\u08e2\U000110bd"
"""Of category Cf, and drawn."""


def test_every_unseen_character_is_found() -> None:
    missed = [f"{ord(c):04X}" for c in UNSEEN if first_unseen(f"a{c}b") < 0]
    assert missed == [
        f"{ord(c):04X}"
        for c in "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2\U000110bd\U000110cd"
    ]
    for c in "\u115f\u1160\u3164\uffa0\u034f":
        assert first_unseen(f"a{c}b") == 1


def test_no_letter_number_mark_or_sign_is_refused() -> None:
    harmless = "".join(c for c in EVERY if category(c)[0] in "LNPSM" or c == "\u00a0")
    refused = [c for c in harmless if first_unseen(f"a{c}b") >= 0]
    assert len(refused) == 11, "those that have no shape of their own"


@pytest.mark.parametrize(
    "text",
    [
        "Ármány, Ñandú, 城, ऋ",
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d👩\u200d👧",
        "a\u00a0b",
        "é",
        SHAPED,
    ],
)
def test_the_scripts_of_the_world_are_welcome(text: str) -> None:
    parse(f'alarife 1\ngame g "{text}"\n  players 2..2\n', "g.alr")
    assert plain(text) == text


@pytest.mark.parametrize("text", ["a\u200db", "a\u200cb", "क\u200d", "\u200d", "क\u200d\u200dष"])
def test_a_joiner_that_joins_nothing_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="E0124"):
        parse(f'alarife 1\ngame g "{text}"\n  players 2..2\n', "g.alr")


@pytest.mark.parametrize("sign", SIGNS, ids=hex)
@pytest.mark.parametrize("where", ['game g "{}"', 'game g "G" # {}', 'game g "G"\n  > {}'])
def test_rule_files_with_one_are_refused(sign: int, where: str) -> None:
    with pytest.raises(RuleError) as raised:
        parse("alarife 1\n" + where.format(f"a{chr(sign)}b") + "\n  players 2..2\n", "g.alr")
    [found] = raised.value.diagnostics
    assert found.code == "E0124"
    assert f"U+{sign:04X}" in found.labels[0].text


def test_nothing_unseen_reaches_a_terminal() -> None:
    text = "".join(UNSEEN)
    out = io.StringIO()
    terminal = Terminal(True, 80, 24, out)
    terminal.show([text, Text((text, "bold"), text).cut(10_000)])
    shown = out.getvalue().replace("\x1b[1m", "").replace("\x1b[0m", "")
    told = render([Diagnostic("E0101", text, (), text)], {})
    for made in (shown, told):
        assert {c for c in made if category(c) in ("Cc", "Cf", "Zl", "Zp")} <= {
            "\n", "\u200c", "\u200d", *(c for c in made if plain(c) == c)
        }  # fmt: skip
        assert not any(c in made for c in "\x1b\x07\x9b\u202e\u2066")


def test_a_text_is_as_wide_as_it_is_shown() -> None:
    assert Text("a\x1b[31mb").width == len("a?[31mb")


def test_commands_print_in_one_place() -> None:
    home = Path(alarife.cli.__file__).parent
    own_text = {"telling.py", "__init__.py", "reference.py"}
    for path in home.glob("*.py"):
        calls = [
            node.func
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call)
        ]
        assert path.name in own_text or not any(
            isinstance(call, ast.Name) and call.id == "print" for call in calls
        ), f"{path.name} prints by itself; use `telling.say`"


def test_what_commands_print_is_plain(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\x1b]0;x\x07\nb")
    assert capsys.readouterr().out == "a\N{REPLACEMENT CHARACTER}]0;x\N{REPLACEMENT CHARACTER}\nb\n"
