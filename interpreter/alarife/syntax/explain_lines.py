"""Mistakes at the beginning of a line: heads, declarations, statements, sentences, blocks.

Each explanation knows one mistake: a `Trouble` comes in, a diagnostic or None goes out."""

from __future__ import annotations

import re

from alarife.diagnostics import Diagnostic, Label
from alarife.syntax import words
from alarife.syntax.chunks import indent_of, says_something
from alarife.syntax.expected import could_stand
from alarife.syntax.trouble import Trouble, near, say


def no_head(t: Trouble) -> Diagnostic | None:
    """A file that does not begin with a head."""
    if t.start != "opening" or not t.could & {"GAME"}:
        return None
    hint = (
        'After the version comes `game name "Title"`, or `library`, `module … for …` or `preset …'
        " for …`."
    )
    if t.kind == "$END" or t.said in words.DECLARATIONS:
        return say(
            "E0109",
            "The file does not say what it is.",
            Label(t.at, "before this its head is missing"),
            hint=hint,
        )
    meant = near(t.said, words.HEADS)
    return say(
        "E0109",
        f"`{t.short}` is no head of a file.",
        Label(t.at),
        hint=f"Did you mean `{meant}`?" if meant else hint,
    )


def in_head(t: Trouble) -> Diagnostic | None:
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
        return sentence_late(t)
    return say(
        "E0127",
        f"The head of a file knows no `{t.short}`.",
        Label(t.at),
        hint=(
            f"Did you mean `{meant}`?"
            if meant
            else f"It knows {known}; before them come its sentences."
        ),
    )


def head_line_at_margin(t: Trouble) -> Diagnostic | None:
    """A line of the head that stands at the margin."""
    if t.start != "decl" or not t.begins_line() or t.line != 1 or t.said not in words.HEAD_LINES:
        return None
    return say(
        "E0127",
        f"`{t.said}` belongs to the head of the file.",
        Label(t.at),
        hint="Write it under the head's first line, two spaces deeper.",
    )


def unknown_declaration(t: Trouble) -> Diagnostic | None:
    """A line at the margin that begins no declaration."""
    if t.start not in ("decl", "when_line") or t.line != 1 or not t.begins_line():
        return None
    word = t.said
    if word in words.HEADS:
        return say(
            "E0109", "A file has one head only.", Label(t.at), hint="Begin another file for this."
        )
    if word in words.STATEMENTS or word in words.EXAMPLE_LINES:
        message = f"`{word}` begins no declaration; it belongs into a block."
        return say(
            "E0110",
            message,
            Label(t.at),
            hint="Indent it, two spaces deeper than what it belongs to.",
        )
    if word.startswith(">"):
        return say(
            "E0110",
            "A sentence stands under what it is about.",
            Label(t.at),
            hint="Indent it, two spaces deeper than what it belongs to.",
        )
    meant = words.FOREIGN_DECLARATIONS.get(word.lower()) or near(word, words.DECLARATIONS)
    return say(
        "E0110",
        f"`{t.short}` begins no declaration.",
        Label(t.at, "here a declaration must begin"),
        hint=(
            f"Did you mean `{meant}`?"
            if meant
            else f"Declarations begin with one of: {', '.join(words.DECLARATIONS)}."
        ),
    )


def indented_declaration(t: Trouble) -> Diagnostic | None:
    """A declaration that begins within another one, for a blank too many before it."""
    begins = t.said in words.DECLARATIONS and t.said not in (
        *words.STATEMENTS,
        *words.EXAMPLE_LINES,
    )
    if t.start != "decl" or t.line == 1 or not t.begins_line() or not begins:
        return None
    return say(
        "E0111",
        f"`{t.said}` begins a declaration, and it is indented.",
        Label(t.at),
        hint="Begin it at the margin; under a `when`, two spaces deeper than that.",
    )


def unknown_statement(t: Trouble) -> Diagnostic | None:
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
        return say(
            "E0139",
            f"`{word}` begins a declaration.",
            at,
            hint="Declarations stand at the margin, in no block.",
        )
    if word in words.LONG_FORMS:
        return say(
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
    hint = "A step is carried out by its name: `name`, or `name(what it needs)`."
    if meant or word in words.STATEMENT_FORMS:
        form = words.STATEMENT_FORMS.get(word)
        hint = f"Did you mean `{meant}`?" if meant else f"It is written so: `{form}`."
    message = f"There is no statement that begins with `{word}` and goes on like this."
    return say("E0119", message, at, hint=hint)


def example_order(t: Trouble) -> Diagnostic | None:
    """A `given` after what happens."""
    if t.said != "given" or not t.begins_line() or t.first != "example":
        return None
    return say(
        "E0134",
        "A `given` stands after what happens.",
        Label(t.at),
        hint="In an example every `given` comes before the first `when` or `then`.",
    )


def sentence_late(t: Trouble) -> Diagnostic | None:
    """A sentence after something else."""
    if t.kind != "PROSE" or not t.begins_line():
        return None
    return say(
        "E0135",
        "A sentence can't stand here.",
        Label(t.at),
        hint=(
            "Sentences stand directly under the first line of what they explain, before anything"
            " else."
        ),
    )


def deeper(t: Trouble) -> Diagnostic | None:
    """A line that is indented under something that opens no block."""
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
        return say(
            "E0119", f"`{word}` opens no block.", seen, under, hint=f"Did you mean `{foreign}`?"
        )
    if word == "otherwise":
        stands = t.place.span(number, indent_of(above) + 1, indent_of(above) + 1 + len(word))
        return say(
            "E0111",
            "Nothing stands above this `otherwise` that it could belong to.",
            Label(stands),
            hint="It stands below a `choose`, or below the block of an `if` or a `may`, as far to"
            " the right as these.",
        )
    return say(
        "E0111",
        "This line is indented deeper, but nothing above it opens a block.",
        Label(t.at),
        hint=(
            "Begin it where the line above begins. To go on with the line above, begin with the"
            " operator (`+`, `is`), `and`, `or`, `otherwise` or `where`, or put it in brackets."
        ),
    )


def no_sentence(t: Trouble) -> Diagnostic | None:
    """A rule without a sentence."""
    if t.first != "rule" or "PROSE" not in t.could or len(t.could - {"PROSE"}) > 0:
        return None
    return say(
        "E0115",
        "This rule has no sentence.",
        Label(t.at, "a sentence must stand before this"),
        hint="Say it for the players, under the title: `> Each tile must …`",
    )


def no_block(t: Trouble) -> Diagnostic | None:
    """A line under which something must stand."""
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
    return say(
        "E0118", "Nothing stands under this line.", Label(at), hint=f"Under it must stand {what}."
    )


def block_ends(t: Trouble) -> Diagnostic | None:
    """A block at whose end something is missing."""
    if t.kind not in ("_DEDENT", "$END") or "_NL" in t.could or t.start == "expr":
        return None
    return say(
        "E0118",
        "Something is missing at the end of this block.",
        Label(t.at, f"here must follow {could_stand(t)}"),
    )
