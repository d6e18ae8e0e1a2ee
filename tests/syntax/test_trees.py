"""What a text becomes, and where it is said to stand."""

from alarife.diagnostics import Report
from alarife.syntax import tree
from alarife.syntax.parse import parse, parse_expression

TEXT = """\
# First of all.
alarife 1
module extras "Extras" [BOX-1] for tower  # a small one
  > More of it.
  players 2..4
  uses family, city
  needs other
  excludes third
  set open to yes

chapter parts "Parts"

value most_rolls "Rolls": number = 3

note rolls[p: Player] "rolls": 0..most_rolls = 0
  > So many.
  > And more.

when open
  # in play only if open
  step roll_on "Roll on" [BOX-2, BOX-3]
    > Roll.
    roll dice
    > Then turn.
    turn disc to you [BOX-4]

  when other = 2
    example "Rolled"
      when ann: roll_on
      then rolls[ann] = 1
"""


def test_the_head_of_a_file() -> None:
    file = parse(TEXT, "x.alr")
    assert (file.what, file.name, file.title, file.cites, file.target) == (
        "module",
        "extras",
        "Extras",
        ["BOX-1"],
        "tower",
    )
    assert [p.text for p in file.prose] == ["More of it."]
    assert file.players is not None
    assert isinstance(file.players.high, tree.Int)
    assert file.players.high.value == 4
    assert (file.uses, file.needs, file.excludes) == (["family", "city"], ["other"], ["third"])
    [(name, value, at)] = file.sets
    assert (name, isinstance(value, tree.Truth), at.line) == ("open", True, 9)
    assert [(c.text, c.own_line, c.at.line) for c in file.comments] == [
        ("# First of all.", True, 1),
        ("# a small one", False, 3),
        ("# in play only if open", True, 20),
    ]


def test_declarations_know_their_module_their_head_and_their_conditions() -> None:
    file = parse(TEXT, "x.alr")
    _, _, note, step, example = file.decls
    assert {d.module for d in file.decls} == {"extras"}
    assert [len(d.when) for d in file.decls] == [0, 0, 0, 1, 2]
    assert example.when[0] is step.when[0]
    assert note.head == tree.Span("x.alr", 15, 1, 15, 49)
    assert note.at.end_line == 17
    assert isinstance(example, tree.Example)
    assert example.shows == "roll_on"


def test_leading_sentences_belong_to_the_declaration_later_ones_to_the_course() -> None:
    step = parse(TEXT, "x.alr").decls[3]
    assert isinstance(step, tree.Step)
    assert step.body is not None
    assert [p.text for p in step.prose] == ["Roll."]
    assert [type(s) for s in step.body] == [tree.Roll, tree.Sentence, tree.Turn]
    assert step.body[-1].cites == ["BOX-4"]


def test_a_step_with_sentences_only_is_open() -> None:
    step = parse('alarife 1\ngame g "G"\nstep s "S"\n  > Somebody says how.\n', "x").decls[0]
    assert isinstance(step, tree.Step)
    assert step.body is None
    assert len(step.prose) == 1


def test_spans_count_from_one_and_end_behind_the_last_sign() -> None:
    file = parse('alarife 1\ngame g "G"\nvalue v "V": number = total(a) + 12\n', "x")
    value = file.decls[0]
    assert isinstance(value, tree.Value)
    assert isinstance(value.body, tree.Arithmetic)
    assert value.body.at == tree.Span("x", 3, 23, 3, 36)
    assert value.body.right.at == tree.Span("x", 3, 34, 3, 36)


def test_an_expression_in_a_sentence_stands_where_it_stands() -> None:
    report = Report()
    made = parse_expression("a + b", tree.Span("x", 7, 11, 7, 16), report)
    assert isinstance(made, tree.Arithmetic)
    assert made.right.at == tree.Span("x", 7, 15, 7, 16)
    assert parse_expression("a +", tree.Span("x", 7, 11, 7, 14), report) is None
    [found] = report.found
    assert found.code == "E0117"
    assert found.at == tree.Span("x", 7, 14, 7, 15)


def test_line_ends_of_other_systems_and_a_mark_of_the_encoding_change_nothing() -> None:
    plain = 'alarife 1\ngame g "G"\nchapter c "C"\n'
    for text in (
        plain.replace("\n", "\r\n"),
        "\ufeff" + plain,
        plain.rstrip("\n"),
        plain.replace("\n", "\r"),
    ):
        assert parse(text, "x").source == plain


MAP = """\
alarife 1
game g "G"
example "E"
  given map c[ann]
    +   +
    : A |
    +---+
    A = T(1), B = none
  then a
"""


def test_a_drawn_map_keeps_its_lines() -> None:
    example = parse(MAP, "x").decls[0]
    assert isinstance(example, tree.Example)
    [drawn] = example.given
    assert isinstance(drawn, tree.GivenMap)
    assert drawn.lines == ["+   +", ": A |", "+---+"]
    assert [letter for letter, _ in drawn.legend] == ["A", "B"]
