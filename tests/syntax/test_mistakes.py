"""Mistakes: each gives one message, with its code, at its place, in the words of the language.

A case is a text after the head of a file; `¶` ends a line. The head takes two lines, so the first
line of a case is line 3."""

import re

import pytest

from alarife.diagnostics import Diagnostic, Report, RuleError
from alarife.report import render
from alarife.syntax.parse import parse, parse_file

HEAD = 'alarife 1\ngame g "G"\n'

CASES = [
    # the head
    ("  playrs 2..3", "E0127 3:3", "Did you mean `players`?"),
    ("  uses a¶  uses b", "E0129 4:3", "twice"),
    ("players 2..3", "E0127 3:1", "belongs to the head"),
    ('game h "H"', "E0109 3:1", "one head only"),
    # declarations
    ('stepp s "S"', "E0110 3:1", "Did you mean `step`?"),
    ('stpe s "S"', "E0110 3:1", "Did you mean `step`?"),
    ('value few cards "F": number = 3', "E0116 3:11", "Write `few_cards`."),
    ('value höhe "H": number = 3', "E0116 3:8", "`ö` can't stand in a name."),
    ("  players 2-4", "E0116 3:12", "Write `2..4`."),
    ('place p "P": stack of Card', "E0116 3:20", "no shape `stack of`"),
    ('place p "P": grid 7 x 6 of Card', "E0116 3:19", "`grid columns by rows of Piece`"),
    ('tell picnic aslo "lunch"', "E0116 3:13", "Did you mean `also`?"),
    ("value v: yes/no = all k in 1..3: k is 1", "E0116 3:19", "Write `every k in … : …`."),
    ('step s "S"¶  fro each p in Player¶    pass', "E0119 4:3", "Did you mean `for`?"),
    ('step s "S"¶  never because so', "E0119 4:3", 'written so: `never "because …"`'),
    ("value v: yes/no = every a, b in c: a is b", "E0116 3:26", "`a in c with b in c`"),
    ("value v: yes/no = every a in c where a.rank is b.rank", "E0117 3:54", "must follow `:`"),
    ("value v: number = sum(f(c) for c in d)", "E0116 3:28", "`(sum … for x in S)`"),
    ('step s "S"¶  as each p in Player where a is b at ones¶    pass', "E0116 4:36", "`at once`?"),
    ('step s "S"¶  require afterwards n is 3', "E0116 4:24", "`afterwards my_rule(you)`"),
    ('step s "S"¶  shuffle the deck', "E0116 4:15", "Write `deck`"),
    ('step s "S"¶  repeat for 3 times¶    pass', "E0116 4:14", "It is written so"),
    ('step s "S"¶  if n is between 3 and 5¶    pass', "E0116 4:19", "Write `is in 3..5`"),
    (
        'step s "S"¶  if n is at least 3 and at most 5¶    pass',
        "E0116 4:29",
        "`… and x is at most …`",
    ),
    ("value v: number = size of hand[p]", "E0116 3:24", "Write `size(hand[p])`"),
    ('step s "S"¶  if deck isn\'t empty¶    pass', "E0116 4:11", "Write `is not`"),
    ('step s "S"¶  choose 2 cards from hand', "E0116 4:10", "where size(cards) is 2"),
    ('step s "S"¶  choose two cards from hand', "E0116 4:14", "where size(cards) is 2"),
    ("  players 2 to 4", "E0116 3:13", "Write `players 2..4`"),
    ('section paying "Paying" (BASE-3)', "E0116 3:25", "A citation looks so: `[BASE-3]`"),
    ("value v: yes/no = a is b for every c in d", "E0116 3:26", "`for` can't stand here"),
    ('rul r "R"', "E0110 3:1", "Did you mean `rule`?"),
    ("value v: number = highest(f(p) for p in S)", "E0116 3:32", "`highest(list … for x in S)`"),
    ("value v: yes/no = a is at leat 3", "E0116 3:27", "Did you mean `is at least`?"),
    ("value v: Player = p.left()", "E0116 3:25", "Leave them out: `left`."),
    ('step s "S"¶  t()', "E0116 4:5", "Leave them out: `t`."),
    ('step s "S"¶  // So it is.¶  pass', "E0122 4:3", "A comment begins with `#`."),
    ('step s "S"¶  reson > It is so.¶  pass', "E0122 4:9", "Did you mean `reason >`?"),
    ('function f "F"', "E0110 3:1", "Did you mean `value` or `step`?"),
    ("xyzzy", "E0110 3:1", "Declarations begin with one of: chapter"),
    ("move a to b", "E0110 3:1", "belongs into a block"),
    ('step s "S"¶> It is done.', "E0110 4:1", "two spaces deeper"),
    ('chapter c "C"¶ step s "S"¶  > S.', "E0111 4:2", "at the margin"),
    ("value v: number = 1 if yes", "E0117 3:27", "`a if condition otherwise b`"),
    ('step s "S"¶  pass¶  rule r "R"', "E0139 5:3", "at the margin"),
    ("value v = 3", "E0116 3:9", "It is written so: `value name(parameters)"),
    ("step s Title", "E0116 3:8", "a text in quotes"),
    ("note n: number", "E0117 3:15", "here must follow `=`"),
    ("rule", "E0117 3:5", "a name"),
    ("value x: number = 1 +¶  2", "E0117 3:22", "begin that one with `+`"),
    ("change x when c to¶    2", "E0117 3:19", "below, deeper, without the `to`"),
    ("value x: yes/no = yes and¶  no", "E0117 3:26", "begin that one with `and`, or put it"),
    ("order a b", "E0116 3:9", "`before`"),
    ("place p: pile Card", "E0116 3:15", "Write `pile of Card`."),
    ('kind K "k"¶  3 of each', "E0133 4:3", "row for each"),
    ("when a", "E0118 3:1", "Nothing stands under this line."),
    # rules, examples, blocks
    ('rule r "R"¶  a = b', "E0115 4:3", "no sentence"),
    ('rule r "R"', "E0118 3:1", "its sentence and its condition"),
    ('rule r "R"¶  > S.¶  a¶  > T.', "E0135 6:3", "directly under the first line"),
    ('action a in m "A"¶  > S.', "E0118 3:1", "Only sentences"),
    ('example "E"¶  given a = b', "E0118 4:14", "`then` or `when`"),
    ('example "E"¶  when a¶  given b¶  then c', "E0134 5:3", "before the first `when`"),
    ('step s "S"¶  move a to b¶    pass', "E0111 5:5", "nothing above it opens a block"),
    ('step s "S"¶  if a¶      pass¶    pass', "E0111 6:5", "fits no line above"),
    ('step s "S"¶  if a', "E0118 4:3", "two spaces deeper"),
    ('table t[a] "T": number¶  | a | b', "E0130 4:10", "not closed"),
    # statements
    ('step s "S"¶  mvoe a to b', "E0119 4:3", "Did you mean `move`?"),
    ('step s "S"¶  if a¶    pass¶  else¶    pass', "E0119 6:3", "Did you mean `otherwise`?"),
    ('step s "S"¶  while a¶    pass', "E0119 4:3", "Did you mean `repeat while`?"),
    ('step s "S"¶  every a in b: c', "E0119 4:3", "asks something"),
    ('step s "S"¶  move a', "E0117 4:9", "It is written so: `move what to place`."),
    ('step s "S"¶  choose card form b', "E0116 4:15", "Did you mean `from`?"),
    ('step s "S"¶  repeat wile a is empty¶    pass', "E0116 4:10", "Did you mean `while`?"),
    ('step s "S"¶  for p in S¶    pass', "E0116 4:7", "`each`"),
    ('step s "S"¶  score = 3', "E0137 4:9", "`:=`"),
    ('step s "S"¶  if a := 3¶    pass', "E0137 4:8", "Write `is` to compare"),
    ('step s "S"¶  if a:¶    pass', "E0138 4:7", "No colon"),
    ('step s "S"¶  a.b', "E0131 4:3", "This is a value"),
    ('step s "S"¶  choose from [a]', "E0131 4:15", "name of a menu"),
    # expressions
    ('step s "S"¶  if a and b or c¶    pass', "E0114 4:14", "`(a and b) or c`"),
    ('step s "S"¶  if a or b and c¶    pass', "E0114 4:13", "needs brackets"),
    ("value v: number = a and every c in S: d", "E0120 3:25", "Write `(every …)`."),
    ("value v: number = a is greater than b", "E0121 3:32", "Write `is more than`."),
    ("value v: number = a = b = c", "E0136 3:25", "in one"),
    (
        "value v: number = 1 if a otherwise 2 if b",
        "E0117 3:42",
        "`a if condition otherwise b if another otherwise c`",
    ),
    ('step s "S"¶  move a to b¶  otherwise¶    pass', "E0111 5:3", "It stands below a `choose`"),
    ('note n[c in board] "n": 1..3 = 1', "E0116 3:10", "write `c: Cell of board`"),
    ("value v: number = a == b", "E0122 3:21", "Write `is`."),
    ("value v: number = a > b", "E0122 3:21", "Write `is more than`."),
    ("value v: number = a >= b", "E0122 3:21", "Write `is at least`."),
    ("value v: number = a != b", "E0122 3:21", "Write `is not`."),
    ("value v: number = a % b", "E0122 3:21", "Write `mod`."),
    ("value v: number = 1...5", "E0122 3:20", "Write `..`."),
    ('law f(g: pile of X) "F"', "E0116 3:15", "Write `list of` here; `pile of` stands only"),
    ('note n "n": list of row of X = []', "E0116 3:25", "Write `list of` here"),
    ('value v(b: bag of X) "V": number = 1', "E0116 3:16", "Write `set of` here"),
    ('place p "P": grid of pile of X', "E0116 3:27", "A board may have a pile on each cell"),
    (
        'law f(g: list of X) "F"¶  require size(g) at most 3',
        "E0116 4:3",
        "`rule few in lawful(g) …`",
    ),
    (
        'note n "n": 1..3 = 1, seen by (those p in S)',
        "E0116 3:31",
        "seen by p`, or `seen by nobody`",
    ),
    ('note n[p: S] "n": 1..3 = 1, top seen by p', "E0116 3:29", "seen by p`, or `seen by nobody`"),
    ("value v: number = a equals b", "E0116 3:21", "Did you mean `is`?"),
    ("value v: number = can a.b", "E0132 3:23", "name of a menu"),
    ("value v: number = 9999999999999999", "E0125 3:19", "15 digits"),
    ("value v: number = a(b, c", "E0112 3:20", "never closed"),
    ("value v: number = a)", "E0112 3:20", "closes nothing"),
    ("value v: number = [a)", "E0112 3:21", "does not fit"),
    ('step s "S¶  pass', "E0113 3:8", "no closing quote"),
    ("value v: number = " + "(" * 70 + "a" + ")" * 70, "E0106 3:79", "too deeply"),
    ("value v: number = " + "not " * 200 + "a", "E0106 3:419", "too deeply"),
    ("value v: number = a" + " + a" * 200, "E0106 3:19", "too deeply"),
]


def mistakes(text: str) -> list[Diagnostic]:
    report = Report()
    made = parse_file(text, "g.alr", report)
    assert made is None
    return report.found


def place(found: Diagnostic) -> str:
    assert found.at is not None
    return f"{found.code} {found.at.line}:{found.at.column}"


@pytest.mark.parametrize(("text", "where", "says"), CASES)
def test_one_mistake_one_message(text: str, where: str, says: str) -> None:
    text = HEAD + text.replace("¶", "\n") + "\n"
    [found] = mistakes(text)
    assert place(found) == where
    shown = render([found], {"g.alr": text})
    assert says in shown
    assert not re.search(
        r"\b_?[A-Z]{3,}\b(?<!BASE)|Token|expected",
        shown.split("\n", 1)[1].replace(text.split("\n")[2], ""),
    ), shown


@pytest.mark.parametrize(
    "text", ["alarife 1\n", "alarife 1\nvalue v: number = 3\n", 'alarife 1\ngaem g "G"\n']
)
def test_a_file_must_say_what_it_is(text: str) -> None:
    [found] = mistakes(text)
    assert found.code == "E0109"
    assert found.hint


SEVERAL = """\
stepp a "A"
  pass
step b "B"
  mvoe c to d
when x
  rule e "E"
    f
  step g "G"
    pass
  note h
value i: number = (3
value j: number = 4
"""


def test_several_mistakes_are_all_found() -> None:
    assert [place(d) for d in mistakes(HEAD + SEVERAL)] == [
        "E0110 3:1",
        "E0119 6:3",
        "E0115 9:5",
        "E0117 12:9",
        "E0112 13:19",
    ]


def test_mistakes_in_head_and_body_are_both_found() -> None:
    assert [d.code for d in mistakes('alarife 1\ngame g "G"\n  plyers 2..3\nstepp a\n')] == [
        "E0127",
        "E0110",
    ]


def test_an_open_bracket_does_not_swallow_what_follows() -> None:
    text = HEAD + "value a: number = f(b,\nvalue c: number = 3 3\n"
    assert [d.code for d in mistakes(text)] == ["E0112", "E0116"]


def test_brackets_and_quotes_in_sentences_rows_and_comments_mean_nothing() -> None:
    parse(
        HEAD
        + 'step s "S"  # (\n  > An opening ( and a quote ".\n  pass\nkind K "k"\n  | name | sign |\n  | a    | (" |\n',
        "g",
    )


def test_after_many_mistakes_it_stops() -> None:
    found = mistakes(HEAD + "x y\n" * 500)
    assert len(found) < 30
    assert found[-1].code == "E0123"


def test_the_exception_carries_the_diagnostics() -> None:
    with pytest.raises(RuleError, match="E0110"):
        parse(HEAD + "stepp a\n", "g")


def test_deep_blocks() -> None:
    blocks = "".join("  " * (n + 1) + "if a\n" for n in range(60)) + "  " * 61 + "pass\n"
    assert [d.code for d in mistakes(HEAD + 'step s "S"\n' + blocks)] == ["E0106"]


def test_a_comparison_of_what_a_long_form_gives_needs_brackets() -> None:
    head = HEAD.replace("1", "2", 1)
    text = head + 'step s "S"\n  if the p in Player where f(p) is 3 is some q\n    pass\n'
    (found,) = mistakes(text)
    assert found.code == "E0136"
    assert "write `(the …) is …`" in found.hint


def test_a_name_below_a_sentence_stands_alone_in_its_hole() -> None:
    (found,) = mistakes(HEAD + 'value v "V": number\n  > It is {a.x}.\n    where a = b\n  4\n')
    assert found.code == "E0141"
    assert "write `{a}`, and below `where a = b.x`" in found.hint
