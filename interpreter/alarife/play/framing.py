"""Which lines of the table are seen where not all of them fit.

In: lines, in which the last move is marked `!`, answers `@handle`, and on a board its columns'
numbers `^` and each row's number `^n`, n columns further east than the first. Out: where the part
that is seen begins, and the columns' numbers for it. What always holds: the last move is seen
first of all, then as many answers as can be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from alarife.play.text import Text
from alarife.texts.spoken import phrased

_WEIGHTS = {"!": 1000, "@": 10}


def words_of(line: Text) -> set[str]:
    """All words of a line's styles."""
    return {word for _, style in line.parts for word in style.split()}


def first_seen(lines: Sequence[Text], room: int) -> int:
    """The first line of the part to be seen."""
    if len(lines) <= room:
        return 0
    worth = [sum(_WEIGHTS.get(sign, 0) for sign in {w[0] for w in words_of(s)}) for s in lines]
    sums = [0, *accumulate(worth)]
    starts = range(len(lines) - room + 1)
    return max(starts, key=lambda top: (sums[top + room] - sums[top], _centred(worth, top, room)))


def _centred(worth: Sequence[int], top: int, room: int) -> float:
    """How near what is worth most is to the middle; the top of the table otherwise."""
    heaviest = max(range(top, top + room), key=lambda i: worth[i])
    return -abs(heaviest - top - room / 2) if worth[heaviest] else -top


def first_column(lines: Sequence[Text], width: int) -> int:
    """The first column to be seen, so that the last move is."""
    ends = [line.upto("!") for line in lines]
    return max(0, max(ends, default=0) - width)


def columns_above(lines: Sequence[Text], top: int) -> Text | None:
    """The numbers of the columns for the row of a board that is seen first, if they are not."""
    shift = _shift(lines[top]) if top < len(lines) else None
    if shift is None:
        return None
    above = (line for line in reversed(lines[:top]) if "^" in words_of(line))
    line = next(above, None)
    return None if line is None else Text(" " * shift, line)


def _shift(line: Text) -> int | None:
    return next((int(w[1:]) for w in words_of(line) if w[0] == "^" and w[1:]), None)


def framed(lines: list[Text], room: int) -> list[Text]:
    """As many lines as there is room for, and how many are left out above and below."""
    if len(lines) <= room:
        return lines
    top, most = first_seen(lines, room - 1), max(room - 1, 1)
    if 0 < top < len(lines) - most:
        top, most = first_seen(lines, room - 2), max(room - 2, 1)
    shown = lines[top : top + most]
    if len(shown) > 1 and (numbers := columns_above(lines, top)):
        shown = [numbers, *shown[1:]]
    above, below = top, len(lines) - top - most
    return [
        *([_note(phrased("{n} {n:forms line|lines} above: look all", n=above))] if above else []),
        *shown,
        *([_note(phrased("{n} {n:forms line|lines} below: look all", n=below))] if below else []),
    ]


def _note(words: str) -> Text:
    return Text((words, "dim"))
