"""How points grew, as a drawing.

In: points by position, and people. Out: an SVG. What always holds: each line has dashes and a disc
of its own, so that colour is never needed to tell them apart, and no disc hides another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

from alarife.drawing.canvas import element, number
from alarife.drawing.colours import colour
from alarife.drawing.look import Chip
from alarife.drawing.piece_marks import roundel
from alarife.texts.spoken import phrased

Data = dict[str, Any]
_WIDE, _HIGH, _LEFT, _TOP, _DISC = 560.0, 200.0, 34.0, 10.0, 8.0
_DASHES = ("", "7 4", "2 4", "10 3 2 3", "1 3", "12 5")


def chart(points: list[Data], people: list[Data]) -> Markup:
    """How points grew: a line for each party, each with dashes and a symbol of its own; empty if
    nobody has any."""
    points = [p for p in points if p["points"]]
    if len(points) < 2 or not any(any(p["points"].values()) for p in points):
        return Markup("")
    last = max(p["position"] for p in points) or 1
    most = max(max(p["points"].values()) for p in points)
    least = min(0, *(min(p["points"].values()) for p in points))
    span = max(most - least, 1)

    def at(position: int, n: int) -> tuple[float, float]:
        return _LEFT + position / last * _WIDE, _TOP + (most - n) / span * _HIGH

    drawn = "".join(_level(n, at(0, n)[1]) for n in sorted({least, 0, (most + least) // 2, most}))
    ends: list[float] = []
    for i, person in enumerate(people):
        if any(str(person["party"]) in p["points"] for p in points):
            drawn += _line(points, person, _DASHES[i % len(_DASHES)], at, ends)
    said = "; ".join(f"{p['name']} {points[-1]['points'].get(str(p['party']), 0)}" for p in people)
    right = _LEFT + _WIDE + 14 + 2 * _DISC * len(people)
    return Markup(  # noqa: S704 - `element` escapes attributes, and texts are escaped above
        element(
            "svg",
            drawn,
            viewBox=f"0 0 {number(right)} {number(_HIGH + 2 * _TOP)}",
            role="img",
            aria_label=phrased("Points over time. In the end: {points}", points=said),
            class_="chart",
        )
    )


def _level(n: int, y: float) -> str:
    """A number at the side, and its line."""
    return element("line", x1=_LEFT, y1=y, x2=_LEFT + _WIDE, y2=y, class_="grid") + element(
        "text", str(n), x=_LEFT - 6, y=y + 4, text_anchor="end", class_="axis"
    )


def _line(
    points: Sequence[Data],
    person: Data,
    dashes: str,
    at: Callable[[int, int], tuple[float, float]],
    ends: list[float],
) -> str:
    """The line of one party, with its disc at the end, beside those that end there already."""
    key = str(person["party"])
    d = ""
    for p in points:
        if key in p["points"]:
            x, y = at(p["position"], p["points"][key])
            d += f" H{number(x)} V{number(y)}" if d else f"M{number(x)} {number(y)}"
    paint = colour(person["colour"])
    path = {"d": d, "fill": "none"}
    x, y = at(points[-1]["position"], points[-1]["points"].get(key, 0))
    beside = sum(1 for other in ends if abs(other - y) < 2 * _DISC)
    ends.append(y)
    chip = Chip(person["letter"], person["colour"], person["symbol"], "")
    return (
        element("path", **path, stroke_width=4.5, class_="under")
        + element(
            "path", **path, stroke=paint.fill, stroke_width=3, stroke_dasharray=dashes or None
        )
        + roundel(chip, x + 14 + 2 * _DISC * beside, y, _DISC, letters=not chip.symbol)
    )
