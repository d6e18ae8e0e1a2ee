"""Diagnostics as people and as tools see them."""

from alarife.diagnostics import Diagnostic, Label, Report
from alarife.report import as_data, render
from alarife.syntax.parse import parse_file
from alarife.syntax.tree import Span

TEXT = 'alarife 1\ngame g "G"\nstep s "S"\n  mvoe a to b\n'


def test_a_message_says_what_where_and_what_to_do() -> None:
    report = Report()
    parse_file(TEXT, "g.alr", report)
    assert render(report.found, {"g.alr": TEXT}) == (
        "error E0119: There is no statement that begins with `mvoe` and goes on like this.\n"
        "  --> g.alr:4:3\n"
        "  |\n"
        "4 |   mvoe a to b\n"
        "  |   ^^^^\n"
        "  = help: Did you mean `move`?"
    )


def test_second_places_are_shown_in_their_file() -> None:
    sources = {"a": "\n".join(f"line {n}" for n in range(1, 13)), "b": "other"}
    labels = (
        Label(Span("a", 12, 1, 12, 5), "here"),
        Label(Span("a", 2, 1, 2, 5), "first said here"),
        Label(Span("b", 1, 1, 1, 6), "and there"),
    )
    assert render([Diagnostic("E1", "Twice.", labels)], sources) == (
        "error E1: Twice.\n"
        "   --> a:12:1\n"
        "   |\n"
        " 2 | line 2\n"
        "   | ---- first said here\n"
        "...\n"
        "12 | line 12\n"
        "   | ^^^^ here\n"
        "   ::: b:1:1\n"
        "   |\n"
        " 1 | other\n"
        "   | ----- and there"
    )


def test_several_are_counted() -> None:
    shown = render(
        [
            Diagnostic("E1", "A."),
            Diagnostic("E2", "B."),
            Diagnostic("W1", "C.", severity="warning"),
        ],
        {},
    )
    assert shown.endswith("2 errors and 1 warning.")


def test_colours_say_nothing_that_the_text_does_not() -> None:
    report = Report()
    parse_file(TEXT, "g.alr", report)
    coloured = render(report.found, {"g.alr": TEXT}, colour=True)
    assert "\x1b[" in coloured
    import re

    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(report.found, {"g.alr": TEXT})


def test_a_file_cannot_write_to_the_terminal() -> None:
    text = "alarife 1\n\x1b[2Jfoo\n"
    report = Report()
    parse_file(text, "g\x1b.alr", report)
    assert "\x1b" not in render(report.found, {"g\x1b.alr": text})


def test_long_lines_are_shown_round_the_place() -> None:
    text = "x" * 500 + "HERE" + "y" * 500
    shown = render([Diagnostic("E1", "A.", (Label(Span("a", 1, 501, 1, 505)),))], {"a": text})
    line, marks = shown.split("\n")[3:5]
    assert len(line) < 130
    assert line[marks.index("^") :].startswith("HERE")


def test_places_outside_of_the_source_do_no_harm() -> None:
    render(
        [
            Diagnostic(
                "E1",
                "A.",
                (Label(Span("a", 99, 5, 99, 9), "there"), Label(Span("none", 1, 1, 1, 1))),
            )
        ],
        {"a": "x"},
    )


def test_json_holds_everything() -> None:
    report = Report()
    parse_file(TEXT, "g.alr", report)
    [found] = map(as_data, report.found)
    assert found["code"] == "E0119"
    assert found["severity"] == "error"
    assert found["hint"] == "Did you mean `move`?"
    assert found["labels"] == [
        {"text": "", "file": "g.alr", "line": 4, "column": 3, "end_line": 4, "end_column": 7}
    ]
