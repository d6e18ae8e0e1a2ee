"""Differences in words, for a terminal.

In: the differences of two programs. Out: plain text, a heading for each kind of difference and a few lines for each of them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby

from alarife.linking.diff import KINDS, Difference

_HEADINGS = {
    "setting": "Set otherwise",
    "pieces": "Pieces",
    "place": "Places",
    "number": "Numbers",
    "added": "Added",
    "removed": "Not there any more",
    "changed": "Changed",
    "preceded": "Something comes before",
    "followed": "Something comes after",
    "replaced": "Something else instead",
}
_UNSAID = ("value", "note", "step", "moment", "place")
"""Constructs that readers of a rulebook know by their titles alone."""


def in_words(differences: Sequence[Difference], width: int = 100) -> str:
    """The text; one line if there is no difference."""
    if not differences:
        return "There is no difference.\n"
    lines: list[str] = []
    ordered = sorted(differences, key=lambda difference: KINDS.index(difference.kind))
    for kind, group in groupby(ordered, key=lambda difference: difference.kind):
        lines += ["", _HEADINGS[kind], "-" * len(_HEADINGS[kind])]
        for difference in group:
            lines += _entry(difference, width)
    return "\n".join(lines[1:]) + "\n"


def _entry(d: Difference, width: int) -> list[str]:
    source = f"  [{', '.join(d.cites)}]" if d.cites else ""
    head = f"* {_headline(d)} ({d.module}){source}"
    lines = textwrap.wrap(head, width, subsequent_indent="  ")
    if d.kind in ("setting", "number", "pieces"):
        return lines
    if d.old and d.new:
        if d.exception:
            rule, besides = (d.new, d.old) if d.gone else (d.old, d.new)
            words = "rule: ", "but no longer: " if d.gone else "but: "
            return [*lines, *_told(words[0], rule, width), *_told(words[1], besides, width)]
        return [*lines, *_told("was: ", d.old, width), *_told("now: ", d.new, width)]
    return [*lines, *_told("", d.new or d.old, width)]


def _told(word: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=f"    {word}", subsequent_indent="    " + " " * len(word))


def _headline(d: Difference) -> str:
    match d.kind:
        case "setting":
            return f"{d.title}{'' if d.title.endswith('?') else ':'} {d.new} (instead of: {d.old})"
        case "number":
            return _number(d)
        case "pieces":
            return _pieces(d)
        case "place" | "added" | "removed":
            gone = ", not there any more" if d.gone and d.kind == "place" else ""
            what = "" if d.what in _UNSAID else f"{d.what}: "
            return f"{what}{d.title}{gone}"
        case _:
            return _amended(d)


def _number(d: Difference) -> str:
    where = f" ({d.label_title})" if d.label_title and not d.label else ""
    by = f", by “{d.label_title}”" if d.label and not d.gone else ""
    if d.old and d.new:
        return f"{d.title}{where}: {d.new} instead of {d.old}{by}"
    return f"{d.title}{where}: {d.new}" if d.new else f"{d.title}{where}: not there any more ({d.old} before)"


def _pieces(d: Difference) -> str:
    row = f" ({d.label_title})" if d.label_title else ""
    if d.old and d.new:
        return f"{d.title}{row}: {d.new} instead of {d.old}"
    return f"{d.title}: {d.new} of them" if d.new else f"{d.title}: not there any more ({d.old} before)"


def _amended(d: Difference) -> str:
    if not d.label:
        return f"{d.title}{': ' + d.label_title if d.label_title else ''}"
    if d.crosses:
        return f"{d.title}: {'no longer ' if d.gone else ''}“{d.label_title}” when something {d.crosses} it"
    words = {
        "changed": "an exception, " if d.exception else "changed by",
        "preceded": "preceded by",
        "followed": "followed by",
        "replaced": "replaced by",
    }
    return f"{d.title}: {'no longer ' if d.gone else ''}{words[d.kind].strip()} “{d.label_title}”"
