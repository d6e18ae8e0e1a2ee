"""Elements of SVG as text: escaping, numbers, texts that fit, whole drawings.

What comes in: names, attributes, children. What goes out: text. What always holds: well-formed; the
same input, the same output; no ids, so any number of drawings can stand on one page; lengths are in
units of the page (a pixel at normal size)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

FONT = (
    "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', Helvetica, Arial, sans-serif"
)
EDGE = "#767676"
"""A grey that is seen on white and on black."""

_THEME = (
    "svg{color:#26221c}@media (prefers-color-scheme:dark){svg{color:#e6e2da}}@media"
    " print{svg{color:#000}}"
)
_WIDE = frozenset("mwMW@%—…")
_NARROW = frozenset("iljtfrI.,:;'!|()[] ")


def escape(text: str) -> str:
    """A text, safe between tags and in attributes. What XML cannot hold at all is left out."""
    kept = "".join(
        c
        for c in text
        if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
    )
    return (
        kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )


def number(n: float) -> str:
    """A length, without needless digits."""
    text = f"{n:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(name: str, /, *children: str, **attributes: str | float | None) -> str:
    """An element. Attributes that are None are left out; `_` in their names becomes `-`, and
    `class_` is `class`."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            said = escape(value) if isinstance(value, str) else number(value)
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{said}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(children)}</{name}>" if children else f"<{head}/>"


def group(
    *children: str,
    title: str = "",
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    class_: str | None = None,
) -> str:
    """Elements together, moved and scaled; `title` is shown to who points at them."""
    moves = []
    if x or y:
        moves.append(f"translate({number(x)} {number(y)})")
    if scale != 1:
        moves.append(f"scale({scale:.4g})")
    inner = [element("title", escape(title))] if title else []
    return element("g", *inner, *children, transform=" ".join(moves) or None, class_=class_)


def width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is; rather more than less."""
    units = sum(
        0.95 if c in _WIDE else 0.36 if c in _NARROW else 0.72 if c.isupper() else 0.6 for c in text
    )
    return units * size * (1.06 if bold else 1)


def fit(text: str, size: float, room: float, bold: bool = False) -> float:
    """The size at which a text fits into so much room, at most `size`."""
    needed = width(text, size, bold)
    return size if needed <= room else size * room / needed


def write(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    anchor: str = "middle",
    bold: bool = False,
    fill: str = "currentColor",
    room: float = 0,
) -> str:
    """A line of text with its foot at `y`; smaller, if it has to fit into `room`."""
    size = fit(text, size, room, bold) if room else size
    return element(
        "text",
        escape(text),
        x=x,
        y=y,
        font_size=size,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="700" if bold else None,
        fill=fill,
    )


def wrap(text: str, size: float, room: float) -> list[str]:
    """A text in lines that fit; a word that is too long has a line of its own."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > room:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line] if line else lines


@dataclass(slots=True)
class Part:
    """Something drawn, with the room it takes."""

    content: str
    width: float
    height: float


def stack(parts: Sequence[Part], gap: float = 10) -> Part:
    """Parts one below the other."""
    parts = [p for p in parts if p.content]
    y = 0.0
    found: list[str] = []
    for part in parts:
        found.append(group(part.content, y=y) if y else part.content)
        y += part.height + gap
    return Part("".join(found), max((p.width for p in parts), default=0), max(y - gap, 0))


def beside(
    parts: Iterable[Part], gap: float = 6, room: float = 640, row_gap: float = 8, top: bool = False
) -> Part:
    """Parts side by side, each standing on the foot of its row, or hanging from its `top`; as many
    rows as they need."""
    rows: list[list[Part]] = []
    used = 0.0
    for part in parts:
        if not rows or used + part.width > room:
            rows.append([])
            used = 0
        rows[-1].append(part)
        used += part.width + gap
    return stack([_row(row, gap, top) for row in rows], row_gap)


def _row(row: Sequence[Part], gap: float, top: bool) -> Part:
    height = max(p.height for p in row)
    x = 0.0
    found: list[str] = []
    for part in row:
        found.append(group(part.content, x=x, y=0 if top else height - part.height))
        x += part.width + gap
    return Part("".join(found), x - gap, height)


def picture(
    part: Part, title: str, description: str = "", *, standalone: bool = False, margin: float = 4
) -> str:
    """A whole drawing. It takes its colour of text from the page it stands in; as a file by itself
    (`standalone`), from what the reader prefers."""
    w, h = part.width + 2 * margin, part.height + 2 * margin
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)) if description else "",
        element("style", _THEME) if standalone else "",
        group(part.content, x=margin, y=margin),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(w)} {number(h)}",
        width=w,
        height=h,
        role="img",
        aria_label=title,
        class_="alarife-drawing",
        style="max-width:100%;height:auto",
        font_family=FONT,
    )
