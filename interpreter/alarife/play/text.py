"""Lines of a screen: stretches of text with styles, and how they are laid side by side.

What comes in: words with the names of colours. What goes out: lines of a known width, as text with
or without colour codes. What always holds: a style says nothing that the words do not say; without
colours the output holds no code at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import combining, east_asian_width

from alarife.drawing.colours import colour as paint
from alarife.drawing.colours import is_colour
from alarife.signs import plain

_HOLE = re.compile(r"(\{\w+\})")
_WORDS = re.compile(r"\S*\s*")
_WEIGHTS = {"bold": "1", "dim": "2", "reverse": "7", "underline": "4"}


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


class Text:
    """A line or a part of one. Never changed once made."""

    __slots__ = ("parts", "width")

    def __init__(self, *parts: str | tuple[str, str] | Text) -> None:
        flat: list[tuple[str, str]] = []
        width = 0
        for part in parts:
            if isinstance(part, Text):
                flat.extend(part.parts)
                width += part.width
                continue
            text, style = (part, "") if isinstance(part, str) else part
            if text:
                text = plain(text)
                flat.append((text, style))
                width += cells(text)
        self.parts: tuple[tuple[str, str], ...] = tuple(flat)
        self.width = width

    def __add__(self, other: str | Text) -> Text:
        return Text(self, other)

    def __bool__(self) -> bool:
        return bool(self.parts)

    @property
    def plain(self) -> str:
        """The words alone."""
        return "".join(text for text, _ in self.parts)

    def upto(self, style: str) -> int:
        """The column behind the last part that has this style; 0 if none has."""
        at = end = 0
        for text, own in self.parts:
            at += cells(text)
            end = at if style in own.split() else end
        return end

    def styled(self, style: str) -> Text:
        """The same, every part with one style more."""
        return Text(*((text, f"{own} {style}".strip()) for text, own in self.parts))

    def pad(self, width: int, side: str = "left") -> Text:
        """At least so wide: the text to the left, to the right, or in the middle."""
        missing = width - self.width
        if missing <= 0:
            return self
        if side == "left":
            return Text(self, " " * missing)
        before = missing if side == "right" else missing // 2
        return Text(" " * before, self, " " * (missing - before))

    def cut(self, width: int) -> Text:
        """At most so wide; what is left out is marked."""
        if self.width <= width:
            return self
        out: list[tuple[str, str]] = []
        left = max(width - 1, 0)
        for text, style in self.parts:
            taken = ""
            for c in text:
                if cells(c) > left:
                    return Text(*out, (taken, style), "…")
                taken += c
                left -= cells(c)
            out.append((taken, style))
        return Text(*out)

    def render(self, colour: bool) -> str:
        """The line for a terminal, without blanks at its end."""
        if not colour:
            return self.plain.rstrip()
        out: list[str] = []
        for text, style in self.parts:
            codes = ";".join(code for s in style.split() if (code := _code(s)))
            out.append(f"\x1b[{codes}m{text}\x1b[0m" if codes and text.strip() else text)
        return "".join(out).rstrip()


def _code(style: str) -> str:
    """What a terminal calls a weight, or a colour; the empty text if it is neither."""
    return _WEIGHTS.get(style) or (paint(style).ansi if is_colour(style) else "")


def composed(phrase: str, **parts: str | tuple[str, str] | Text) -> Text:
    """A phrase whose holes, such as `{name}`, are filled with styled text."""
    return Text(*(_part(piece, parts) for piece in _HOLE.split(phrase)))


def _part(
    piece: str, parts: dict[str, str | tuple[str, str] | Text]
) -> str | tuple[str, str] | Text:
    return parts.get(piece[1:-1], piece) if piece.startswith("{") else piece


def join(items: Iterable[Text], between: str = " ") -> Text:
    """Items in one line."""
    out: list[str | Text] = []
    for item in items:
        if out:
            out.append(between)
        out.append(item)
    return Text(*out)


def flow(
    items: Sequence[Text],
    width: int,
    head: Text | None = None,
    between: str = "  ",
    indent: int = 2,
) -> list[Text]:
    """Items one after the other, in as many lines as they need; the first line begins with `head`,
    further ones are indented."""
    lines: list[Text] = []
    line = head or Text()
    fresh = True
    for item in items:
        if not fresh and line.width + len(between) + item.width > width:
            lines.append(line)
            line, fresh = Text(" " * indent), True
        line = Text(line, "" if fresh else between, item)
        fresh = False
        if line.width > width:
            *full, line = broken(line, width, indent + 2)
            lines += full
    if line:
        lines.append(line)
    return lines


def broken(line: Text, width: int, indent: int) -> list[Text]:
    """A line broken between words where it is too long; further lines are indented. A word that is
    longer than a line stays whole."""
    lines: list[Text] = []
    now: list[tuple[str, str]] = []
    used = 0
    for text, style in line.parts:
        for word in _WORDS.findall(text):
            if used > indent and used + cells(word.rstrip()) > width:
                lines.append(Text(*now))
                now, used = [(" " * indent, "")], indent
            now.append((word, style))
            used += cells(word)
    return [*lines, Text(*now)]


def wrapped(text: str, width: int, indent: str = "", further: str | None = None) -> list[Text]:
    """Words of a paragraph in lines, the first indented by `indent`, the others by `further`."""
    from textwrap import wrap

    lines = wrap(
        text,
        max(width, 20),
        initial_indent=indent,
        subsequent_indent=indent if further is None else further,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [Text(line) for line in lines]


def beside(blocks: Sequence[Sequence[Text]], gap: int = 3) -> list[Text]:
    """Blocks next to one another, their first lines level."""
    widths = [max((line.width for line in block), default=0) for block in blocks]
    lines: list[Text] = []
    for i in range(max(len(block) for block in blocks)):
        row = [
            (block[i] if i < len(block) else Text()).pad(w)
            for block, w in zip(blocks, widths, strict=True)
        ]
        lines.append(join(row, " " * gap))
    return lines


def table(
    rows: Sequence[Sequence[Text]], gap: int = 2, right: frozenset[int] = frozenset()
) -> list[Text]:
    """Rows with their columns level; those numbered in `right` stand to the right."""
    count = max((len(row) for row in rows), default=0)
    widths = [max((row[i].width for row in rows if i < len(row)), default=0) for i in range(count)]
    return [
        join(
            (cell.pad(widths[i], "right" if i in right else "left") for i, cell in enumerate(row)),
            " " * gap,
        )
        for row in rows
    ]


def columns(items: Sequence[Text], width: int) -> list[Text]:
    """Items in columns, read downwards."""
    for count in range(min(len(items), 8), 0, -1):
        depth = -(-len(items) // count)
        rows = [[items[i] for i in range(row, len(items), depth)] for row in range(depth)]
        lines = table(rows, 3)
        if max(line.width for line in lines) <= width or count == 1:
            return lines
    return []
