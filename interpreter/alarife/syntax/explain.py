"""A mistake, in the words of the language.

What comes in: a `Trouble`. What goes out: one diagnostic. `EXPLANATIONS` are asked one after the
other; the first that knows what is meant answers. The last one always does: it says what could
stand there."""

from __future__ import annotations

from collections.abc import Callable

from alarife.diagnostics import Diagnostic, Label
from alarife.syntax import words
from alarife.syntax.expected import could_stand, form
from alarife.syntax.explain_lines import (
    block_ends,
    deeper,
    example_order,
    head_line_at_margin,
    in_head,
    indented_declaration,
    no_block,
    no_head,
    no_sentence,
    sentence_late,
    unknown_declaration,
    unknown_statement,
)
from alarife.syntax.explain_words import (
    and_beside_or,
    assignment,
    chained,
    colon,
    foreign_operator,
    foreign_sign,
    hyphen,
    is_equals,
    line_ends,
    needs_brackets,
    no_of,
    open_row,
)
from alarife.syntax.habits import HABITS
from alarife.syntax.trouble import Trouble, near, say


def explain(t: Trouble) -> Diagnostic:
    """What is wrong there."""
    for explanation in EXPLANATIONS:
        said = explanation(t)
        if said is not None:
            return said
    return _something_else(t)


def _misspelt(t: Trouble) -> Diagnostic | None:
    """`repeat wile deck …`: the word before was read as a name, and is nearly a word of the form
    that the line begins with."""
    word = t.prior()
    known = [w for part in form(t).split("`")[1::2] for w in part.split() if w.isalpha()]
    is_name = t.before and t.before[0].type == "NAME" and word not in words.STATEMENTS
    meant = near(word, known) if is_name and word not in known else None
    if meant is None:
        return None
    at = t.place.span(t.line, t.before[0].column or 1, t.before[0].end_column or 2)
    return say("E0116", f"`{word}` can't stand here.", Label(at), hint=f"Did you mean `{meant}`?")


def _something_else(t: Trouble) -> Diagnostic:
    meant = t.near(t.said) if t.said.isidentifier() else None
    could = could_stand(t)
    misspelt = _misspelt(t) if meant is None else None
    if misspelt is not None:
        return misspelt
    return say(
        "E0116",
        f"`{t.short}` can't stand here.",
        Label(t.at, f"here could stand {could}" if could else ""),
        hint=f"Did you mean `{meant}`?" if meant else form(t),
    )


EXPLANATIONS: list[Callable[[Trouble], Diagnostic | None]] = [
    hyphen,
    no_head,
    in_head,
    head_line_at_margin,
    unknown_declaration,
    indented_declaration,
    deeper,
    example_order,
    no_sentence,
    sentence_late,
    no_block,
    block_ends,
    and_beside_or,
    foreign_sign,
    is_equals,
    unknown_statement,
    *HABITS,
    needs_brackets,
    chained,
    assignment,
    colon,
    foreign_operator,
    no_of,
    open_row,
    line_ends,
]
