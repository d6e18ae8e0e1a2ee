"""Plots as SVG, by hand: they need no library and no network, and are the same to the byte.

Each has a title that screen readers say. Colours never say anything alone: arms differ in shape,
too, and every figure stands in a table beside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate

from alarife.lab.figures import Interval

COLOURS = ("#33658a", "#b4531f", "#4c7a3d", "#7a4c8a", "#8a7a33", "#444444")
_W, _LEFT, _RIGHT, _ROW = 820, 340, 30, 26

Row = tuple[str, list[tuple[float, Interval | None]]]


def dots(title: str, rows: Sequence[Row], arms: Sequence[str], zero: bool = False) -> str:
    """A row for each figure, with a mark and its interval for each arm; `zero` draws a line
    there."""
    ends = [
        x for _, marks in rows for mean, interval in marks for x in (mean, *(interval or (mean,)))
    ]
    low, high = _range([*ends, 0.0] if zero else ends)
    height = 40 + _ROW * len(rows) + 24
    parts = [_axis(low, high, 34, height - 24)]
    if zero:
        x = _x(0.0, low, high)
        parts.append(f'<line x1="{x}" x2="{x}" y1="30" y2="{height - 24}" class="zero"/>')
    for i, (words, marks) in enumerate(rows):
        y = 44 + _ROW * i
        parts.append(f'<text x="{_LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(words)}</text>')
        for arm, (mean, interval) in enumerate(marks):
            at = y + (arm - (len(marks) - 1) / 2) * 7
            parts.append(_mark(arm, _x(mean, low, high), at, interval, low, high))
    return _svg(title, height, parts, arms)


def histogram(title: str, spreads: Sequence[dict[float, int]], arms: Sequence[str]) -> str:
    """The share of games up to each value (an empirical distribution function), a line for each
    arm."""
    values = [x for spread in spreads for x in spread]
    low, high = _range(values)
    height, top, bottom = 230, 34, 200
    parts = [_axis(low, high, top, bottom)]
    for share in (0, 25, 50, 75, 100):
        y = bottom - (bottom - top) * share / 100
        parts.append(f'<text x="{_LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{share} %</text>')
        parts.append(
            f'<line x1="{_LEFT}" x2="{_W - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
        )
    for arm, spread in enumerate(spreads):
        total = sum(spread.values()) or 1
        path = f"M{_x(low, low, high)} {bottom}"
        steps = accumulate(spread[x] for x in sorted(spread))
        for x, done in zip(sorted(spread), steps, strict=True):
            path += f"H{_x(x, low, high)}V{bottom - (bottom - top) * done / total:.1f}"
        path += f"H{_x(high, low, high)}"
        dash = "" if arm == 0 else f' stroke-dasharray="{8 - arm} 3"'
        parts.append(
            f'<path d="{path}" fill="none" stroke="{_colour(arm)}" stroke-width="2"{dash}/>'
        )
    return _svg(title, height, parts, arms)


def curve(title: str, points: Sequence[tuple[str, float, Interval | None]]) -> str:
    """A sweep: a figure with its interval for each value of an option."""
    ends = [x for _, mean, interval in points for x in (mean, *(interval or (mean,)))]
    low, high = _range(ends)
    height, top, bottom = 260, 34, 220
    first, last = 130, _W - _RIGHT - 50
    width = (last - first) / (len(points) - 1) if len(points) > 1 else 0

    def y(value: float) -> float:
        return round(bottom - (bottom - top) * (value - low) / (high - low), 1)

    parts: list[str] = []
    for value in _ticks(low, high):
        parts.append(f'<text x="70" y="{y(value) + 4}" text-anchor="end">{_number(value)}</text>')
        parts.append(
            f'<line x1="80" x2="{_W - _RIGHT}" y1="{y(value)}" y2="{y(value)}" class="grid"/>'
        )
    line: list[str] = []
    for i, (name, mean, interval) in enumerate(points):
        x = round(first + width * i, 1)
        line.append(f"{x},{y(mean)}")
        parts.append(f'<text x="{x}" y="{height - 18}" text-anchor="middle">{escape(name)}</text>')
        if interval:
            parts.append(
                f'<line x1="{x}" x2="{x}" y1="{y(interval[0])}" y2="{y(interval[1])}"'
                f' stroke="{COLOURS[0]}" stroke-width="2"/>'
            )
        parts.append(f'<circle cx="{x}" cy="{y(mean)}" r="4" fill="{COLOURS[0]}"/>')
    parts.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{COLOURS[0]}"/>')
    return _svg(title, height, parts, ())


# ----------------------------------------------------------------
# parts
def _svg(title: str, height: int, parts: Sequence[str], arms: Sequence[str]) -> str:
    key: list[str] = []
    x = float(_LEFT)
    for arm, label in enumerate(arms):
        key.append(_shape(arm, x + 6, 14))
        key.append(f'<text x="{x + 18:.0f}" y="18">{escape(label)}</text>')
        x += 36 + 7.5 * len(label)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_W} {height}" role="img">'
        f"<title>{escape(title)}</title>{''.join(key)}{''.join(parts)}</svg>"
    )


def _colour(arm: int) -> str:
    return COLOURS[arm % len(COLOURS)]


def _shape(arm: int, x: float, y: float) -> str:
    if arm % 2 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_colour(arm)}"/>'
    return (
        f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" class="hollow"'
        f' stroke="{_colour(arm)}" stroke-width="2"/>'
    )


def _mark(arm: int, x: float, y: float, interval: Interval | None, low: float, high: float) -> str:
    line = ""
    if interval is not None:
        a, b = (_x(end, low, high) for end in interval)
        line = (
            f'<line x1="{a}" x2="{b}" y1="{y:.1f}" y2="{y:.1f}" stroke="{_colour(arm)}"'
            ' stroke-width="2"/>'
        )
    return line + _shape(arm, x, y)


def _axis(low: float, high: float, top: float, bottom: float) -> str:
    parts: list[str] = []
    for value in _ticks(low, high):
        x = _x(value, low, high)
        parts.append(f'<line x1="{x}" x2="{x}" y1="{top}" y2="{bottom}" class="grid"/>')
        parts.append(
            f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{_number(value)}</text>'
        )
    return "".join(parts)


def _x(value: float, low: float, high: float) -> float:
    return round(_LEFT + (_W - _LEFT - _RIGHT) * (value - low) / (high - low), 1)


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = float(min(values, default=0.0)), float(max(values, default=1.0))
    size = max(1.0, abs(low), abs(high))
    if high - low < 1e-6 * size:  # ticks nearer to one another would be the same number
        low, high = low - size / 2, high + size / 2
    room = (high - low) * 0.04
    return low - room, high + room


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers, about five of them."""
    step = 10.0**-6
    while (high - low) / step > 6:
        step *= 10
    for finer in (5, 2):
        if (high - low) / (step / finer) <= 6:
            step /= finer
            break
    first = int(low // step) + 1
    found: list[float] = []
    while first * step <= high:
        found.append(round(first * step, 9))
        first += 1
    return found


def _number(value: float) -> str:
    return f"{value:g}"
