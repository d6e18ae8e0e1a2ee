"""Mistakes within a line: signs, operators, brackets, missing words.

Each explanation knows one mistake: a `Trouble` comes in, a diagnostic or None goes out."""

from __future__ import annotations

import re

from alarife.diagnostics import Diagnostic, Label
from alarife.syntax import words
from alarife.syntax.expected import could_stand, form
from alarife.syntax.trouble import Trouble, near, say

_COMPARES = frozenset({"=", "differs", "in", "is", "at", "more", "less"})
_SIGN = re.compile(r"==|=>|!=|<>|>=|<=|&&|\|\||//|\*\*|\.\.\.|\+\+|--|[≠≥≤<>&|!/%×÷–—−“”„«»'’…]")


def and_beside_or(t: Trouble) -> Diagnostic | None:
    """`a and b or c`"""
    other = {"and": "or", "or": "and"}.get(t.said)
    if other is None or other.upper() not in t.could:
        return None
    return say(
        "E0114",
        "An `or` beside an `and` needs brackets, to say which belongs together.",
        Label(t.at, f"this `{t.said}` stands beside an `{other}`"),
        hint="Write `(a and b) or c`, or `a and (b or c)`.",
    )


def foreign_sign(t: Trouble) -> Diagnostic | None:
    """A sign of another language."""
    here = t.column - 1
    starts = [max(0, here - back) for back in (2, 1, 0)]
    found = next(
        (m for m in (_SIGN.match(t.row, start) for start in starts) if m and m.end() > here), None
    )
    if (
        found is None
        or (t.kind == "PROSE" and t.begins_line())
        or (found.group() == "|" and t.begins_line())
    ):
        return None
    sign = found.group()
    return say(
        "E0122",
        f"`{sign}` is no sign of the language.",
        Label(t.place.span(t.line, found.start() + 1, found.end() + 1)),
        hint=_instead(sign, t.row[: found.start()].split()),
    )


def _instead(sign: str, before: list[str]) -> str:
    """What is written instead of a sign with these words before it in its line."""
    if not before and sign in ("//", "/", "--"):
        return "A comment begins with `#`."
    if sign == ">" and len(before) == 1:
        meant = near(before[0], _SAYERS)
        hint = "A sentence begins with `>`, `reason >`, `tip >` or `remark >`."
        return f"Did you mean `{meant} >`?" if meant else hint
    return f"Write `{words.FOREIGN_SIGNS[sign]}`."


_SAYERS = ("reason", "tip", "remark")


_MEANT = {word: meant for word, meant in words.FOREIGN_OPERATORS.items() if meant[:2] == "is"}


def is_equals(t: Trouble) -> Diagnostic | None:
    """`x is greater than 3`, `x is equal to 3`, `x is the same as y`"""
    if t.said not in ("than", "to", "as") or t.prior(1) != "is" or t.prior() not in _MEANT:
        return None
    return say(
        "E0121",
        "A comparison can't go on so.",
        Label(t.at, "after `is` comes what is compared"),
        hint=f"Write `{_MEANT.get(t.prior(), 'is')}`.",
    )


def needs_brackets(t: Trouble) -> Diagnostic | None:
    """A long form in the middle of an expression."""
    word = t.prior()
    if (
        word not in words.LONG_FORMS
        or t.kind not in ("NAME", "INT", "LPAR")
        or t.follows_first_word()
    ):
        return None
    at = t.place.span(t.line, t.before[0].column or 1, t.column + len(t.said))
    return say(
        "E0120",
        f"A form that begins with `{word}` reaches to the end, so here it needs brackets.",
        Label(at),
        hint=f"Write `({word} …)`.",
    )


def chained(t: Trouble) -> Diagnostic | None:
    """`a is b is c`"""
    if t.said.split(" ")[0] not in _COMPARES or "AND" not in t.could or "EQUAL" in t.could:
        return None
    if any(token.type in ("OTHERWISE", "IF") for token in t.before):
        return say(
            "E0136",
            "A condition that is chosen with `if` and `otherwise` stands in brackets.",
            Label(t.at, "this comparison"),
            hint="Write `(a is at most b) if c otherwise (d is at most e)`.",
        )
    return say(
        "E0136",
        "Two comparisons can't be made in one.",
        Label(t.at, "the second"),
        hint=_apart(t),
    )


def _apart(t: Trouble) -> str:
    """How to write two comparisons: with brackets, if the first belongs to a long form."""
    for word in t.row[: t.column - 1].split():
        if word in words.LONG_FORMS:
            return (
                f"A form that begins with `{word}` reaches to the end: write `({word} …) is …` to"
                " compare what it gives. For two comparisons write `a is b and b is c`."
            )
    return "Write `a is b and b is c`."


def assignment(t: Trouble) -> Diagnostic | None:
    """`=` for `:=`, or the other way round."""
    if t.kind == "EQUAL" and "WRITES" in t.could:
        return say(
            "E0137",
            "A note is written with `:=`; `=` says what a name means.",
            Label(t.at),
            hint="Write `:=`, or `let` for a name.",
        )
    if t.kind == "WRITES" and "EQUAL" in t.could:
        return say(
            "E0137",
            f"`{t.said}` writes; here something is compared or said.",
            Label(t.at),
            hint="Write `is` to compare, `=` to say what a name means.",
        )
    return None


def colon(t: Trouble) -> Diagnostic | None:
    """A colon at the end of a line."""
    if t.kind != "COLON" or t.rest.lstrip(": ").split("#")[0].strip():
        return None
    return say(
        "E0138",
        "No colon is needed here.",
        Label(t.at),
        hint="The block simply follows, two spaces deeper.",
    )


def hyphen(t: Trouble) -> Diagnostic | None:
    """`value few-cards "Few"`: a name is one word."""
    if (
        t.said != "-"
        or not re.match(r"-[A-Za-z0-9_]", t.rest)
        or not t.prior()
        or t.row[t.column - 2 : t.column - 1] == " "
    ):
        return None
    rest = re.match(r"[A-Za-z0-9_-]*", t.rest)
    assert rest is not None
    name = (t.prior() + rest.group()).replace("-", "_")
    if re.fullmatch(r"\d+-\d+", t.prior() + rest.group()):
        hint = f"Write `{name.replace('_', '..')}`."
        return say("E0116", "A range is written with two dots.", Label(t.at), hint=hint)
    return say("E0116", "A hyphen can't stand in a name.", Label(t.at), hint=f"Write `{name}`.")


def foreign_operator(t: Trouble) -> Diagnostic | None:
    """An operator of another language."""
    meant = (
        words.FOREIGN_OPERATORS.get(t.said.lower())
        if t.kind == "NAME" or t.said in ("under", "is", "of")
        else None
    )
    if meant is None or not t.could & {"EQUAL", "ADD"}:
        return None
    return say(
        "E0116",
        f"`{t.said}` can't stand between two values.",
        Label(t.at),
        hint=f"Did you mean `{meant}`?",
    )


_OF = ("set", "list", "ranking", "pile", "row", "bag", "grid")


def no_of(t: Trouble) -> Diagnostic | None:
    """`set cards` for `set of cards`"""
    word = t.prior()
    if word not in _OF or not (t.kind == "NAME" or t.said.isdigit()):
        return None
    return say(
        "E0116",
        f"After `{word}` a word is missing.",
        Label(t.at),
        hint=(
            f"Write `{word} of {t.short}`."
            if word != "grid"
            else "Write `grid of Piece`; for a board, `grid columns by rows of Piece`."
        ),
    )


def open_row(t: Trouble) -> Diagnostic | None:
    """A row of a table without its last `|`."""
    if t.kind != "_NL" or not t.row.lstrip().startswith("|"):
        return None
    return say(
        "E0130",
        "This row is not closed.",
        Label(t.at, "here a `|` is missing"),
        hint="Rows begin and end with `|`.",
    )


_OPERATORS = ("+", "-", "*", "div", "mod", "and", "or", "otherwise", "where")


def line_ends(t: Trouble) -> Diagnostic | None:
    """A line that ends too early."""
    if t.kind not in ("_NL", "$END"):
        return None
    if re.search(r"\S +if\b(?!.*\botherwise\b)", t.row) and "OTHERWISE" in t.could:
        return say(
            "E0117",
            "This line ends too early.",
            Label(t.at, "here must follow `otherwise`, and what holds then"),
            hint="Write `a if condition otherwise b`, or `a if condition otherwise b if another"
            " otherwise c`.",
        )
    return say(
        "E0117",
        "This line ends too early.",
        Label(t.at, f"here must follow {could_stand(t)}"),
        hint=(
            f"To go on in the next line, begin that one with `{t.prior()}`, or put it in brackets."
            if t.prior() in _OPERATORS
            else "A longer expression stands in lines of its own below, deeper, without the `to`."
            if t.prior() == "to"
            else form(t)
        ),
    )
