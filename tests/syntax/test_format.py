"""Formatting: the same meaning, comments kept, nothing left to do the second time."""

from pathlib import Path

import pytest

from alarife.resources import rules_dir
from alarife.syntax.format import format_file, same
from alarife.syntax.parse import parse

RULE_FILES = sorted(rules_dir().rglob("*.alr"))

UGLY = """\
# before everything
alarife 1


game  g   "G"   # the head
   > Prose.
   uses b
   players 2 .. 4
   # about c
   excludes c


chapter parts   "Parts"
section one
kind K( sign:text )   "k"
    > Some.
    |name|title   |sign|
    # the second
    |a   |A|  |   # empty
    |longer|B|x|
value v(x:T,
  y: 1..most) : number=3  # three
rule r( x :T )  "R"
  > S.
  every a in b with c in d
      where e: (f
    # why
    and g)



step s "S"
      # at first
      if a or
 # odd
   b
           move x   to y   [BASE-1,BASE-2]
           # at the end of the block
      otherwise if c
           pass

      otherwise   # else
           > Nothing.
           choose   x from y where z(x) "Q"
           otherwise
               never   "because"
   # at the end of the step
when module m
   # inside
   chapter c
   when b
      chapter d "D"
example "E"
  given map p
      +   +
      # between
      : A :

      A = T(1),  B = T(an Arm) otherwise 3
  when ann answers yes,no
  then a is a Arm
# last
""".replace("T(an Arm) otherwise 3", "T(2) otherwise 3").replace(
    "if a or\n # odd\n   b", "if (a or\n # odd\n   b)"
)


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda p: p.stem)
def test_rule_files_come_back_as_they_were(path: Path) -> None:
    file = parse(path.read_text(encoding="utf-8"), str(path))
    text = format_file(file)
    again = parse(text, str(path))
    assert same(file, again)
    assert format_file(again) == text
    assert [c.text for c in again.comments] == [c.text for c in file.comments]


def test_an_ugly_file_becomes_a_tidy_one_that_says_the_same() -> None:
    file = parse(UGLY, "x")
    text = format_file(file)
    again = parse(text, "x")
    assert same(file, again)
    assert format_file(again) == text
    assert [c.text for c in again.comments] == [c.text for c in file.comments]


def test_columns_stand_under_one_another() -> None:
    text = format_file(parse(UGLY, "x"))
    assert (
        "  | name   | title | sign |\n  # the second\n  | a      | A     |      |  # empty\n  | longer | B     | x    |\n"
        in text
    )


def test_a_comment_at_the_end_of_a_block_stays_in_it() -> None:
    text = format_file(parse(UGLY, "x"))
    assert "\n    # at the end of the block\n  otherwise if c\n" in text
    assert "\n  # at the end of the step\n" in text


def test_what_older_files_say_is_read_and_written_as_today() -> None:
    old = 'alarife 2\ngame g "G"\n  players 2..2\n\nplace hole "hole": Disc?, seen by nobody\nplace other[Player]: space for Disc\n\nstep s\n  raise m(hole)\n  now m(hole)\n'
    text = format_file(parse(old, "x"))
    assert (
        'place hole "hole": space for Disc, seen by nobody\nplace other[Player]: space for Disc\n'
        in text
    )
    assert "\n  now m(hole)\n  now m(hole)\n" in text
    assert same(parse(old, "x"), parse(text, "x"))


def test_now_and_space_are_names_where_they_mean_nothing() -> None:
    text = 'alarife 2\ngame g "G"\n  players 2\n\nnote now: number = 0\nnote space: number = 0\n\nstep s\n  now := 1\n  space := now + 1\n  now\n'
    assert format_file(parse(text, "x")) == text


def test_a_game_for_so_many_alone() -> None:
    text = 'alarife 2\ngame g "G"\n  players 2\n\nstep play\n  pass\n'
    assert format_file(parse(text, "x")) == text
    assert format_file(parse(text.replace("players 2", "players 2..2"), "x")) == text


def test_facts_of_a_sentence_may_come_to_another_line() -> None:
    text = (
        'alarife 2\ngame g "G"\n  > Roll.\n  players 2\n'
        "value rolls: number = 3\n"
        'step play "Play"\n  > Roll {again:word} times.\n    where again = rolls - 1\n  pass\n'
    )
    tree = parse(text, "g.alr")
    formatted = format_file(tree)
    assert "\n\nstep play" in formatted
    assert same(parse(formatted, "g.alr"), tree)
    assert not same(parse(formatted.replace("rolls - 1", "rolls - 2"), "g.alr"), tree)
