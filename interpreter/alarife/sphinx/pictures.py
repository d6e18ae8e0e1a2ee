"""Pictures of the book as SVG, if they can be drawn.

In: a `Picture`. Out: the text of an SVG (of several, for the pieces of a type), or nothing where no drawing is known for it; then
its letters are shown.
"""

from __future__ import annotations

from html import escape
from typing import Any

from alarife.checking.scope import Checked
from alarife.rulebook.book import Picture

_MOST_LOOKS = 150
_WIDE = 7
_SMALL, _LARGE = 38, 56


def svg_of(picture: Picture) -> str:
    """The SVG of a picture, or an empty text."""
    draw = {"map": _map, "pieces": _pieces, "values": _values}.get(picture.kind)
    return draw(picture) if draw else ""


def _map(picture: Picture) -> str:
    from alarife.drawing.example_map import NotAPiece, draw_example

    checked: Checked = picture.data["checked"]
    rules = checked.program.rules
    titles = {name: rules[name].title or "" for name in picture.data["broken"] if name in rules}
    try:
        drawn = draw_example(_looks(checked), picture.data["example"], titles, size=_size(picture))
    except NotAPiece:
        return ""
    return drawn[picture.data["nth"]] if picture.data["nth"] < len(drawn) else ""


def _size(picture: Picture) -> int:
    """Cells of a large board are drawn smaller."""
    widest = max((line.count(":") + line.count("|") for line in picture.lines), default=1)
    return _SMALL if widest > _WIDE else _LARGE


def _pieces(picture: Picture) -> str:
    """Every look of a type of pieces, each with how many there are of it."""
    from alarife.drawing.svg import draw

    checked: Checked = picture.data["checked"]
    looks = _looks(checked)
    info = checked.world.pieces[picture.data["type"]]
    counts: dict[Any, int] = {}
    for piece in info.ids:
        for look in [looks.of(piece, face) for face in range(info.face_values)] if info.face else [looks.of(piece)]:
            counts[look] = counts.get(look, 0) + (0 if info.face else 1)
    if not counts or len(counts) > _MOST_LOOKS:
        return ""
    shown = "".join(f'<span class="alr-piece-look">{draw(look, 60)}{_times(count)}</span>' for look, count in counts.items())
    return f'<div class="alr-gallery">{shown}</div>'


def _values(picture: Picture) -> str:
    """The values of a kind, each with its title."""
    from alarife.drawing.svg import draw

    looks = _looks(picture.data["checked"])
    titles = [row[0] for row in picture.data["table"].rows]
    shown = "".join(
        f'<span class="alr-piece-look">{draw(looks.chip(chip), 44)}<span class="alr-name">{escape(title)}</span></span>'
        for chip, title in zip(looks.values(picture.data["kind"]), titles, strict=False)
    )
    return f'<div class="alr-gallery">{shown}</div>'


def _times(count: int) -> str:
    return f'<span class="alr-times">× {count}</span>' if count > 1 else ""


_known: list[tuple[Checked, Any]] = []


def _looks(checked: Checked) -> Any:
    from alarife.drawing.look import Looks

    for known, looks in _known:
        if known is checked:
            return looks
    made = Looks(checked.world)
    _known.insert(0, (checked, made))
    del _known[4:]
    return made
