"""A mistake, in the words of the language.

What comes in: a `Trouble`. What goes out: one diagnostic. `EXPLANATIONS` are asked one after the
other; the first that knows what is meant answers. The last one always does: it says what could
stand there."""

from __future__ import annotations

import re
from collections.abc import Callable

from alarife.diagnostics import Diagnostic, Label
from alarife.syntax import words
from alarife.syntax.chunks import indent_of, says_something
from alarife.syntax.expected import could_stand
from alarife.syntax.habits import HABITS
from alarife.syntax.trouble import Trouble, near

_COMPARES = frozenset({"=", "differs", "in", "is", "at", "more", "less"})
_SIGN = re.compile(r"==|=>|!=|<>|>=|<=|&&|\|\||//|\*\*|\.\.\.|\+\+|--|[≠≥≤<>&|!/%×÷–—−“”„«»'’…]")


def explain(t: Trouble) -> Diagnostic:
    """What is wrong there."""
    for explanation in EXPLANATIONS:
        said = explanation(t)
        if said is not None:
            return said
    return _something_else(t)


def _say(code: str, message: str, *labels: Label, hint: str = "") -> Diagnostic:
    return Diagnostic(code, message, labels, hint)


# ----------------------------------------------------------------
# the beginning of a line
def _no_head(t: Trouble) -> Diagnostic | None:
    if t.start != "opening" or not t.could & {"GAME"}:
        return None
    hint = (
        'After the version comes `game name "Title"`, or `library`, `module … for …` or `preset …'
        " for …`."
    )
    if t.kind == "$END" or t.said in words.DECLARATIONS:
        return _say(
            "E0109",
            "The file does not say what it is.",
            Label(t.at, "before this its head is missing"),
            hint=hint,
        )
    meant = near(t.said, words.HEADS)
    return _say(
        "E0109",
        f"`{_short(t)}` is no head of a file.",
        Label(t.at),
        hint=f"Did you mean `{meant}`?" if meant else hint,
    )


def _in_head(t: Trouble) -> Diagnostic | None:
    """A line under the head that the head does not know."""
    if (
        t.start != "opening"
        or "PLAYERS" not in t.could
        or not t.begins_line()
        or t.kind == "_INDENT"
    ):
        return None
    meant = t.near(t.said)
    known = "`players`, `uses`, `needs`, `excludes`, `with`, `set`"
    if t.kind == "PROSE":
        return _sentence_late(t)
    return _say(
        "E0127",
        f"The head of a file knows no `{_short(t)}`.",
        Label(t.at),
        hint=(
            f"Did you mean `{meant}`?"
            if meant
            else f"It knows {known}; before them come its sentences."
        ),
    )


def _head_line_at_margin(t: Trouble) -> Diagnostic | None:
    if t.start != "decl" or not t.begins_line() or t.line != 1 or t.said not in words.HEAD_LINES:
        return None
    return _say(
        "E0127",
        f"`{t.said}` belongs to the head of the file.",
        Label(t.at),
        hint="Write it under the head's first line, two spaces deeper.",
    )


def _unknown_declaration(t: Trouble) -> Diagnostic | None:
    if t.start not in ("decl", "when_line") or t.line != 1 or not t.begins_line():
        return None
    word = t.said
    if word in words.HEADS:
        return _say(
            "E0109", "A file has one head only.", Label(t.at), hint="Begin another file for this."
        )
    if word in words.STATEMENTS or word in words.EXAMPLE_LINES:
        message = f"`{word}` begins no declaration; it belongs into a block."
        return _say(
            "E0110",
            message,
            Label(t.at),
            hint="Indent it, two spaces deeper than what it belongs to.",
        )
    meant = words.FOREIGN_DECLARATIONS.get(word.lower()) or near(word, words.DECLARATIONS)
    return _say(
        "E0110",
        f"`{_short(t)}` begins no declaration.",
        Label(t.at, "here a declaration must begin"),
        hint=(
            f"Did you mean `{meant}`?"
            if meant
            else f"Declarations begin with one of: {', '.join(words.DECLARATIONS)}."
        ),
    )


def _unknown_statement(t: Trouble) -> Diagnostic | None:
    """`mvoe tile to hand`: the first word is read as a step, and then something follows."""
    word = t.prior()
    if (
        not t.follows_first_word()
        or t.before[0].type != "NAME"
        or not ("WRITES" in t.could or t.prior() in words.LONG_FORMS)
    ):
        return None
    at = Label(t.place.span(t.line, t.before[0].column or 1, t.before[0].end_column or 2))
    if word in words.DECLARATIONS and word not in words.STATEMENTS and re.match(r'[\w"]', t.said):
        return _say(
            "E0139",
            f"`{word}` begins a declaration.",
            at,
            hint="Declarations stand at the margin, in no block.",
        )
    if word in words.LONG_FORMS:
        return _say(
            "E0119",
            "This asks something, and does nothing.",
            at,
            hint="Write `require`, `if` or `let` before it.",
        )
    if t.kind == "EQUAL":
        return None
    meant = words.FOREIGN_STATEMENTS.get(word.lower()) or near(word, words.STATEMENTS)
    if meant is None and t.kind in ("LSQB", "ADD", "DOT"):
        return None
    return _say(
        "E0119",
        f"There is no statement that begins with `{word}` and goes on like this.",
        at,
        hint=(
            f"Did you mean `{meant}`?"
            if meant
            else "A step is carried out by its name: `name`, or `name(what it needs)`."
        ),
    )


def _example_order(t: Trouble) -> Diagnostic | None:
    if t.said != "given" or not t.begins_line() or t.first != "example":
        return None
    return _say(
        "E0134",
        "A `given` stands after what happens.",
        Label(t.at),
        hint="In an example every `given` comes before the first `when` or `then`.",
    )


def _sentence_late(t: Trouble) -> Diagnostic | None:
    if t.kind != "PROSE" or not t.begins_line():
        return None
    return _say(
        "E0135",
        "A sentence can't stand here.",
        Label(t.at),
        hint=(
            "Sentences stand directly under the first line of what they explain, before anything"
            " else."
        ),
    )


# ----------------------------------------------------------------
# blocks
def _deeper(t: Trouble) -> Diagnostic | None:
    if t.kind != "_INDENT":
        return None
    number = next((n for n in range(t.line - 1, 0, -1) if says_something(t.lines[n - 1])), 0)
    above = t.lines[number - 1] if number else ""
    word = above.split()[0] if above.split() else ""
    foreign = (
        words.FOREIGN_STATEMENTS.get(word.rstrip(":").lower()) if above.startswith(" ") else None
    )
    if foreign:
        seen = Label(t.place.span(number, indent_of(above) + 1, indent_of(above) + 1 + len(word)))
        under = Label(t.at, "so nothing can stand under it")
        return _say(
            "E0119", f"`{word}` opens no block.", seen, under, hint=f"Did you mean `{foreign}`?"
        )
    return _say(
        "E0111",
        "This line is indented deeper, but nothing above it opens a block.",
        Label(t.at),
        hint=(
            "Begin it where the line above begins. To go on with the line above, begin with the"
            " operator (`+`, `is`), `and`, `or`, `otherwise` or `where`, or put it in brackets."
        ),
    )


def _no_sentence(t: Trouble) -> Diagnostic | None:
    if t.first != "rule" or "PROSE" not in t.could or len(t.could - {"PROSE"}) > 0:
        return None
    return _say(
        "E0115",
        "This rule has no sentence.",
        Label(t.at, "a sentence must stand before this"),
        hint="Say it for the players, under the title: `> Each tile must …`",
    )


def _no_block(t: Trouble) -> Diagnostic | None:
    if set(t.could) != {"_INDENT"}:
        return None
    if t.first == "rule":
        what = "its sentence and its condition, two spaces deeper"
    elif t.first == "example":
        what = "what is given, what happens, and what holds then, two spaces deeper"
    else:
        what = "what belongs to it, two spaces deeper"
    line = max(1, min(t.line, len(t.lines)))
    row = t.lines[line - 1]
    start = len(row) - len(row.lstrip()) + 1
    at = t.place.span(line, start, max(start + 1, len(row.rstrip()) + 1))
    return _say(
        "E0118", "Nothing stands under this line.", Label(at), hint=f"Under it must stand {what}."
    )


def _block_ends(t: Trouble) -> Diagnostic | None:
    if t.kind not in ("_DEDENT", "$END") or "_NL" in t.could or t.start == "expr":
        return None
    return _say(
        "E0118",
        "Something is missing at the end of this block.",
        Label(t.at, f"here must follow {could_stand(t)}"),
    )


# ----------------------------------------------------------------
# within a line
def _and_beside_or(t: Trouble) -> Diagnostic | None:
    other = {"and": "or", "or": "and"}.get(t.said)
    if other is None or other.upper() not in t.could:
        return None
    return _say(
        "E0114",
        "An `or` beside an `and` needs brackets, to say which belongs together.",
        Label(t.at, f"this `{t.said}` stands beside an `{other}`"),
        hint="Write `(a and b) or c`, or `a and (b or c)`.",
    )


def _foreign_sign(t: Trouble) -> Diagnostic | None:
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
    return _say(
        "E0122",
        f"`{sign}` is no sign of the language.",
        Label(t.place.span(t.line, found.start() + 1, found.end() + 1)),
        hint=f"Write `{words.FOREIGN_SIGNS[sign]}`.",
    )


_MEANT = {word: meant for word, meant in words.FOREIGN_OPERATORS.items() if meant[:2] == "is"}


def _is_equals(t: Trouble) -> Diagnostic | None:
    """`x is greater than 3`, `x is equal to 3`, `x is the same as y`"""
    if t.said not in ("than", "to", "as") or t.prior(1) != "is" or t.prior() not in _MEANT:
        return None
    return _say(
        "E0121",
        "A comparison can't go on so.",
        Label(t.at, "behind `is` stands what is compared"),
        hint=f"Write `{_MEANT.get(t.prior(), 'is')}`.",
    )


def _needs_brackets(t: Trouble) -> Diagnostic | None:
    word = t.prior()
    if (
        word not in words.LONG_FORMS
        or t.kind not in ("NAME", "INT", "LPAR")
        or t.follows_first_word()
    ):
        return None
    at = t.place.span(t.line, t.before[0].column or 1, t.column + len(t.said))
    return _say(
        "E0120",
        f"A form that begins with `{word}` reaches to the end, so here it needs brackets.",
        Label(at),
        hint=f"Write `({word} …)`.",
    )


def _chained(t: Trouble) -> Diagnostic | None:
    if t.said.split(" ")[0] not in _COMPARES or "AND" not in t.could or "EQUAL" in t.could:
        return None
    if any(token.type in ("OTHERWISE", "IF") for token in t.before):
        return _say(
            "E0136",
            "A condition that is chosen with `if` and `otherwise` stands in brackets.",
            Label(t.at, "this comparison"),
            hint="Write `(a is at most b) if c otherwise (d is at most e)`.",
        )
    return _say(
        "E0136",
        "Two comparisons can't be made in one.",
        Label(t.at, "the second"),
        hint="Write `a is b and b is c`.",
    )


def _assignment(t: Trouble) -> Diagnostic | None:
    if t.kind == "EQUAL" and "WRITES" in t.could:
        return _say(
            "E0137",
            "A note is written with `:=`; `=` says what a name means.",
            Label(t.at),
            hint="Write `:=`, or `let` for a name.",
        )
    if t.kind == "WRITES" and "EQUAL" in t.could:
        return _say(
            "E0137",
            f"`{t.said}` writes; here something is compared or said.",
            Label(t.at),
            hint="Write `is` to compare, `=` to say what a name means.",
        )
    return None


def _colon(t: Trouble) -> Diagnostic | None:
    if t.kind != "COLON" or t.rest.lstrip(": ").split("#")[0].strip():
        return None
    return _say(
        "E0138",
        "No colon is needed here.",
        Label(t.at),
        hint="The block simply follows, two spaces deeper.",
    )


def _hyphen(t: Trouble) -> Diagnostic | None:
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
    return _say("E0116", "A hyphen can't stand in a name.", Label(t.at), hint=f"Write `{name}`.")


def _foreign_operator(t: Trouble) -> Diagnostic | None:
    meant = (
        words.FOREIGN_OPERATORS.get(t.said.lower())
        if t.kind == "NAME" or t.said in ("under", "is", "of")
        else None
    )
    if meant is None or not t.could & {"EQUAL", "ADD"}:
        return None
    return _say(
        "E0116",
        f"`{t.said}` can't stand between two values.",
        Label(t.at),
        hint=f"Did you mean `{meant}`?",
    )


def _no_of(t: Trouble) -> Diagnostic | None:
    word = t.prior()
    if word not in ("set", "list", "ranking", "pile", "row", "bag", "grid") or t.kind != "NAME":
        return None
    return _say(
        "E0116",
        f"Behind `{word}` a word is missing.",
        Label(t.at),
        hint=f"Write `{word} of {_short(t)}`.",
    )


def _open_row(t: Trouble) -> Diagnostic | None:
    if t.kind != "_NL" or not t.row.lstrip().startswith("|"):
        return None
    return _say(
        "E0130",
        "This row is not closed.",
        Label(t.at, "here a `|` is missing"),
        hint="Rows begin and end with `|`.",
    )


_OPERATORS = ("+", "-", "*", "div", "mod", "and", "or", "otherwise", "where")


def _line_ends(t: Trouble) -> Diagnostic | None:
    if t.kind not in ("_NL", "$END"):
        return None
    return _say(
        "E0117",
        "This line ends too early.",
        Label(t.at, f"here must follow {could_stand(t)}"),
        hint=(
            f"To go on in the next line, begin that one with `{t.prior()}`, or put it in brackets."
            if t.prior() in _OPERATORS
            else _form(t)
        ),
    )


def _misspelt(t: Trouble) -> Diagnostic | None:
    """`repeat wile deck …`: the word before was read as a name, and is nearly a word of the form
    that the line begins with."""
    word = t.prior()
    known = [w for w in _form(t).replace("`", " ").split() if w.isalpha()]
    meant = (
        near(word, known) if t.before and t.before[0].type == "NAME" and word not in known else None
    )
    if meant is None:
        return None
    at = t.place.span(t.line, t.before[0].column or 1, t.before[0].end_column or 2)
    return _say("E0116", f"`{word}` can't stand here.", Label(at), hint=f"Did you mean `{meant}`?")


def _form(t: Trouble) -> str:
    """How the line is written that it stands in."""
    word = _first(t.row)
    forms = words.DECLARATION_FORMS if t.start != "expr" and t.line == 1 else words.STATEMENT_FORMS
    return f"It is written so: `{forms[word]}`." if t.start != "expr" and word in forms else ""


def _first(row: str) -> str:
    found = row.split()
    return found[0] if found else ""


def _something_else(t: Trouble) -> Diagnostic:
    meant = t.near(t.said) if t.said.isidentifier() else None
    could = could_stand(t)
    misspelt = _misspelt(t) if meant is None else None
    if misspelt is not None:
        return misspelt
    return _say(
        "E0116",
        f"`{_short(t)}` can't stand here.",
        Label(t.at, f"here could stand {could}" if could else ""),
        hint=f"Did you mean `{meant}`?" if meant else _form(t),
    )


def _short(t: Trouble) -> str:
    return t.said if len(t.said) <= 30 else t.said[:29] + "…"


EXPLANATIONS: list[Callable[[Trouble], Diagnostic | None]] = [
    _hyphen,
    _no_head,
    _in_head,
    _head_line_at_margin,
    _unknown_declaration,
    _deeper,
    _example_order,
    _no_sentence,
    _sentence_late,
    _no_block,
    _block_ends,
    _and_beside_or,
    _foreign_sign,
    _is_equals,
    _unknown_statement,
    *HABITS,
    _needs_brackets,
    _chained,
    _assignment,
    _colon,
    _foreign_operator,
    _no_of,
    _open_row,
    _line_ends,
]
