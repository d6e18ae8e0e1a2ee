"""Files of version 1 of the language: they are read as before, and `format --upgrade` rewrites
them without changing what they mean."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

from alarife import resources
from alarife.cli.format import command
from alarife.diagnostics import RuleError
from alarife.linking.walk import below
from alarife.syntax import tree
from alarife.syntax.format import format_file, same
from alarife.syntax.parse import parse
from alarife.syntax.spell_expressions import WORDED
from alarife.syntax.upgrade import upgrade

OLD = textwrap.dedent("""\
    alarife 1
    game g "G"
      players 2..4

    value few "Few": number = 3
    value same_two(a: number): yes/no = a = few  # twice the same
    rule big(a: number) "Big"
      > {=three: few} is a number; {=less than nine: few at most 8 and few differs from 9}.
      a at least few and a at most 9 and (a more than 4 or a less than 3) and a in 1..9
        and not (a not in [3, 4]) and 1 + 2
        = 3
    value alone: Player? = only(those p in Player where p differs from seat(1))
    value leader: Player? = only(leaders(rank p in Player by most p.seat))
    example "E"
      given few = 3
      then leader = none or alone differs from none
    """)


def test_comparisons_begin_with_is() -> None:
    file = parse(OLD, "g.alr")
    text = upgrade(OLD, file)
    assert text == textwrap.dedent("""\
        alarife 2
        game g "G"
          players 2..4

        value few "Few": number = 3
        value same_two(a: number): yes/no = a is few  # twice the same
        rule big(a: number) "Big"
          > {=three: few} is a number; {=less than nine: few is at most 8 and few is not 9}.
          a is at least few and a is at most 9 and (a is more than 4 or a is less than 3) and a is in 1..9
            and not (a is not in [3, 4]) and 1 + 2
            is 3
        value alone: Player? = the p in Player where p is not seat(1)
        value leader: Player? = the one in leaders(rank p in Player by most p.seat)
        example "E"
          given few = 3
          then leader is empty or alone is not empty
        """)
    again = parse(text, "g.alr")
    assert upgrade(text, again) == text
    assert same(again.decls[:3], parse(format_file(again), "g.alr").decls[:3])
    assert same(again.decls[1], file.decls[1])


@pytest.mark.parametrize("old", sorted(WORDED))
def test_a_file_of_today_compares_in_words_only(old: str) -> None:
    start = 'alarife 2\ngame g "G"\n  players 2..4\n\nvalue a: yes/no = '
    text = f"{start}1 + 1 {old} 3\n"
    parse(text.replace("alarife 2", "alarife 1"), "g.alr")
    with pytest.raises(RuleError) as raised:
        parse(text, "g.alr")
    (found,) = raised.value.diagnostics
    assert found.code == "E0121"
    assert f"`{WORDED[old]}`" in found.hint
    at = found.labels[0].at
    assert text.split("\n")[at.line - 1][at.column - 1 : at.end_column - 1] == old
    parse(f"{start}1 + 1 {WORDED[old]} 3\n", "g.alr")


def test_what_goes_on_behind_only_stays_apart() -> None:
    old = 'alarife 1\ngame g "G"\n  players 2..4\n\nvalue a: yes/no = only(Player) = seat(1)\n'
    new = upgrade(old, parse(old, "g.alr"))
    assert new.endswith("= (the one in Player) is seat(1)\n")
    parse(new, "g.alr")


def test_only_is_gone() -> None:
    text = 'alarife 2\ngame g "G"\n  players 2..4\n\nvalue a: Player? = only(Player)\n'
    with pytest.raises(RuleError) as raised:
        parse(text, "g.alr")
    assert "the x in" in raised.value.diagnostics[0].hint


def test_given_says_what_is_there() -> None:
    text = 'alarife 2\ngame g "G"\n  players 2..4\n\nexample "E"\n  given a is 3\n  then a is 3\n'
    with pytest.raises(RuleError) as raised:
        parse(text, "g.alr")
    assert "given place =" in raised.value.diagnostics[0].hint


def test_what_can_not_be_supposed_is_upgraded_too() -> None:
    text = 'alarife 1\ngame g "G"\n  players 2..4\n\nexample "E"\n  given a less than 4\n  then a = 3\n'
    again = upgrade(text, parse(text, "g.alr"))
    assert "given a is less than 4" in again
    parse(again, "g.alr")


def test_what_ships_is_of_today() -> None:
    for path in resources.rules_dir().rglob("*.alr"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("alarife 2\n"), path


def test_the_command_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "g.alr"
    path.write_text(OLD, encoding="utf-8")
    refused = CliRunner().invoke(command, [str(path)])
    assert refused.exit_code == 1
    assert "E0142" in refused.output
    assert path.read_text(encoding="utf-8") == OLD
    assert CliRunner().invoke(command, ["--upgrade", str(path)]).exit_code == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith("alarife 2")
    assert "a is at least few" in text
    assert CliRunner().invoke(command, ["--check", str(path)]).exit_code == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a otherwise b if c otherwise d", "a otherwise (b if c otherwise d)"),
        ("a otherwise b and c", None),
        ("a if b otherwise c or d", None),
        ("e or (a otherwise b)", "e or (a otherwise b)"),
        ("a if b otherwise c if d otherwise e", "a if b otherwise c if d otherwise e"),
        ("f and a otherwise b if c = 2 otherwise d", None),
        ("only(those p in P where p = c) otherwise b if c = 1 otherwise d", None),
    ],
)
def test_an_otherwise_that_could_be_read_in_two_ways_gets_brackets(old: str, new: str) -> None:
    """The upgraded text is read without a mistake and means what the old one meant."""
    head = 'alarife 1\ngame g "G"\n  players 2..4\n\nvalue v: yes/no = '
    file = parse(f"{head}{old}\n", "g.alr")
    text = upgrade(f"{head}{old}\n", file)
    assert new is None or text == f"{head.replace('1', '2', 1)}{new}\n"
    now = parse(text, "g.alr")
    for node in below([*file.decls, *now.decls]):
        if isinstance(node, tree.Expr):
            node.brackets = 0
    assert same(now.decls, file.decls)


def test_an_if_after_an_otherwise_needs_brackets() -> None:
    text = 'alarife 2\ngame g "G"\n  players 2..4\n\nvalue v: number = a otherwise b if c otherwise d\n'
    with pytest.raises(RuleError) as raised:
        parse(text, "g.alr")
    assert [d.code for d in raised.value.diagnostics] == ["E0114"]
