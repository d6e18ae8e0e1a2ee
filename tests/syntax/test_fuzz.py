"""Mutated rule files: only diagnostics come out; what parses can be formatted."""

import random
from pathlib import Path

import pytest

from alarife.diagnostics import Report
from alarife.report import render, to_json
from alarife.resources import rules_dir
from alarife.syntax.format import format_file, same
from alarife.syntax.parse import parse_file

TEXTS = [p.read_text(encoding="utf-8") for p in sorted(Path(rules_dir()).rglob("*.alr"))]
WORDS = sorted({word for text in TEXTS for word in text.split()})
SIGNS = '()[]"#>|:+-=,.*? \n\t  {}<!\\é\u202e\x00'


def piece_of(text: str, chance: random.Random) -> str:
    """The head of a file and some of its declarations."""
    lines = text.split("\n")
    starts = [n for n, line in enumerate(lines) if line and not line.startswith((" ", "#"))][2:]
    if not starts:
        return text
    start = chance.choice(starts)
    return "\n".join(lines[:2] + lines[start : start + 30]) + "\n"


def mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 3)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.randint(1, 20))
        inserted = [
            "",
            chance.choice(SIGNS) + text[start:end],
            text[start:end] * 2,
            f" {chance.choice(WORDS)} " + text[start:end],
            "\n" + " " * chance.randrange(6) + text[start:end],
        ]
        text = text[:start] + chance.choice(inserted) + text[end:]
    return text


@pytest.mark.parametrize("seed", range(10))
def test_only_diagnostics_come_out(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        text = mutated(piece_of(chance.choice(TEXTS), chance), chance)
        report = Report()
        made = parse_file(text, "x.alr", report)
        assert (made is None) == bool(report.errors), text
        render(report.found, {"x.alr": text}, colour=True)
        to_json(report.found)
        if made is not None:
            written = format_file(made)
            again = parse_file(written, "x.alr", Report())
            assert again is not None, text
            assert same(made, again), text
            assert format_file(again) == written, text


def test_noise_is_no_rule_file() -> None:
    chance = random.Random(7)
    for _ in range(200):
        noise = "".join(chance.choice(SIGNS + "abc 123") for _ in range(chance.randint(0, 200)))
        for text in (noise, "alarife 1\n" + noise, 'alarife 1\ngame g "G"\n' + noise):
            report = Report()
            made = parse_file(text, "x", report)
            assert (made is None) == bool(report.errors)
