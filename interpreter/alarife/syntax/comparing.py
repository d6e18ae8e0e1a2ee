"""How things are compared and counted out of habit, and how it is done here. Each explanation knows
one habit, as in `habits`."""

from __future__ import annotations

import re
from collections.abc import Callable

from alarife.diagnostics import Diagnostic, Label
from alarife.syntax.trouble import Trouble, slip

KINDS = frozenset({"IS", "EQUAL", "DIFFERS", "_AT_LEAST", "_AT_MOST", "_MORE_THAN", "_LESS_THAN"})
"""What compares, as kinds of tokens."""


def _long_form_compared(t: Trouble) -> Diagnostic | None:
    """`count s in deck less than 3`"""
    if t.kind not in KINDS:
        return _long_form_called(t)
    before = t.row[: t.column - 1]
    called = re.search(r"\b(sum|count)\([^()]*\)\s*$", before)
    if called is not None:
        form = "sum e for x in S" if called[1] == "sum" else "count x in S where c"
        return slip(t, f"`{called[1]}` is not called with brackets.", f"Write `({form})`.")
    found = re.findall(r"\b(count|sum|list|those|rank)\b", before)
    if not found or before.count("(") > before.count(")"):
        return None
    return Diagnostic(
        "E0120",
        f"A form that begins with `{found[-1]}` reaches to the end, so to be compared it needs"
        " brackets.",
        (Label(t.at),),
        f"Write `({found[-1]} …) {t.said} …`.",
    )


def _long_form_called(t: Trouble) -> Diagnostic | None:
    """`sum(worth(c) for c in hand)`"""
    before = t.row[: t.column - 1]
    found = re.search(r"\b(sum|list|count|those)\(", before)
    inside = re.search(r"(\w+)\((?!list\b)(?:[^()]|\([^()]*\))*$", before)
    if t.said != "for" or (found or inside) is None:
        return None
    if found is None and inside is not None:
        hint = f"Write `{inside[1]}(list … for x in S)`."
        return slip(t, "A list begins with the word `list`.", hint)
    assert found is not None
    hint = f"Put the brackets around it: `({found[1]} … for x in S)`."
    return slip(t, f"`{found[1]}` is not called with brackets.", hint)


def _judged(t: Trouble) -> Diagnostic | None:
    """`choose n from 1..3 where afterwards score[you] is at least 0`"""
    found = re.search(r"\bafterwards\b(?!.*\b(and|or)\b)", t.row[: t.column - 1])
    if t.kind not in KINDS or found is None:
        return None
    return slip(
        t,
        "`afterwards` asks a rule by its name.",
        "Make a rule of the condition, and write `afterwards my_rule(you)`.",
    )


def _half_a_comparison(t: Trouble) -> Diagnostic | None:
    """`score is at leat 3`"""
    half = {"at": ("least", "most"), "more": ("than",), "less": ("than",)}.get(t.prior(), ())
    meant = t.near(t.said, half) if t.prior(1) == "is" else None
    if meant is None:
        return None
    whole = f"is {t.prior()} {meant}"
    return slip(t, f"`{t.said}` can't stand here.", f"Did you mean `{whole}`?")


def _between(t: Trouble) -> Diagnostic | None:
    """`n is between 3 and 5`"""
    if t.prior() != "between":
        return None
    found = re.match(r"([\w.\[\]]+) and ([\w.\[\]]+)", t.rest)
    low, high = found.groups() if found else ("low", "high")
    return slip(t, f"`{t.short}` can't stand here.", f"Write `is in {low}..{high}`.")


def _two_bounds(t: Trouble) -> Diagnostic | None:
    """`n is at least 3 and at most 5`"""
    bounds = {"at": ("least", "most"), "more": ("than",), "less": ("than",)}
    if t.prior(1) not in ("and", "or") or t.said not in bounds.get(t.prior(), ()):
        return None
    return slip(
        t,
        "Each comparison says what is compared.",
        f"Write `… {t.prior(1)} x is {t.prior()} {t.said} …`; from one number to another, `x is in"
        " low..high`.",
    )


def _size_of(t: Trouble) -> Diagnostic | None:
    """`size of hand[you]`, `number of cells(board)`"""
    if t.said != "of" or t.prior() not in ("size", "number", "length", "count"):
        return None
    of = re.match(r"of\s+([\w.]+(?:\[[^\]]*\]|\([^)]*\))?)", t.rest)
    hint = f"Write `size({of[1] if of else '…'})`."
    return slip(t, f"`{t.prior()} of` can't stand in a value.", hint)


def _contracted(t: Trouble) -> Diagnostic | None:
    """`deck isn't empty`"""
    if not re.match(r"(is|are|was|has|does)n['’]t\b", t.rest):
        return None
    return slip(t, f"`{t.rest.split()[0]}` can't stand here.", "Write `is not`.")


COMPARING: list[Callable[[Trouble], Diagnostic | None]] = [
    _long_form_compared,
    _judged,
    _half_a_comparison,
    _between,
    _two_bounds,
    _size_of,
    _contracted,
]
"""Asked in this order."""
