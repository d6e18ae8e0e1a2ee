"""What lies on the sides, pieces and cells of a grid, written into a map that is drawn in letters.

What comes in: the lines of a map and the overlay of its grid. What goes out: the lines with a
letter or sign for each thing, and what these mean. What always holds: nothing that is drawn there
already is written over, but for walls; a letter means one thing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from string import ascii_lowercase

from alarife.drawing.overlay import Overlay, Spot

MARKER = "@"
"""What stands on a cell that is marked."""
_OUTLINE = "+-|: "


def side_letters(overlay: Overlay, taken: Collection[str] = ()) -> dict[str, str]:
    """A letter for each title of what lies on sides."""
    return _letters_for((on.title for on in overlay.sides), taken)


def _letters_for(titles: Iterable[str], taken: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for title in dict.fromkeys(titles):
        known = {*found.values(), *taken}
        signs = (c for c in title.lower() + ascii_lowercase if c.isalpha() and c not in known)
        found[title] = next(signs, "?")
    return found


class _Map:
    """The lines of a map; `first` is the cell in its upper left corner."""

    def __init__(self, lines: Sequence[str], first: Spot) -> None:
        wide = max(map(len, lines), default=0)
        self.lines = [list(line.ljust(wide)) for line in lines]
        self._rows = [n for n, line in enumerate(lines) if "+" not in line]
        self._seams = {
            n: [i for i, sign in enumerate(lines[n]) if sign in ":|"] for n in self._rows
        }
        self._first = first

    def cell(self, spot: Spot) -> tuple[int, int, int] | None:
        """The line of a cell and its western and eastern ends, if it is on the map."""
        i, j = spot[0] - self._first[0], spot[1] - self._first[1]
        if not 0 <= j < len(self._rows):
            return None
        seams = self._seams[self._rows[j]]
        return (self._rows[j], seams[i], seams[i + 1]) if 0 <= i < len(seams) - 1 else None

    def write(self, n: int, columns: Iterable[int], sign: str, over: str = " ") -> None:
        """Write a sign in the first of these columns of a line that is free; nothing if it is
        there already. `over` is what it may be written over."""
        if not 0 <= n < len(self.lines):
            return
        line, columns = self.lines[n], [i for i in columns if 0 <= i < len(self.lines[n])]
        free = [i for i in columns if line[i] in over]
        if free and not any(line[i] == sign for i in columns):
            line[free[0]] = sign

    def on_side(self, spot: Spot, side: str, sign: str) -> None:
        """Write a sign on a side of a cell: of two cells that share it, on that of the western or
        northern one."""
        across = (spot[0] - (side == "W"), spot[1] - (side == "N"))
        if across != spot and self.cell(across):
            spot, side = across, {"W": "E", "N": "S"}[side]
        found = self.cell(spot)
        if found is None:
            return
        n, west, east = found
        middle = (west + east) // 2
        if side in "NS":
            columns = (middle, middle + 1, middle - 1)
            self.write(n + (1 if side == "S" else -1), columns, sign, " -")
        else:
            columns = (west, west + 1) if side == "W" else (east, east - 1)
            self.write(n, columns, sign, " :|")

    def in_cell(self, spot: Spot, sign: str) -> None:
        """Write a sign into a cell, after what stands there."""
        found = self.cell(spot)
        if found is not None:
            n, west, east = found
            middle = (west + east) // 2
            self.write(n, (*range(middle, east), *range(middle - 1, west, -1)), sign)


def lettered(
    lines: Sequence[str], first: Spot, overlay: Overlay
) -> tuple[list[str], list[tuple[str, str]]]:
    """The lines of a map with what lies on it, and what the letters mean; `first` is the cell in
    its upper left corner."""
    if not overlay:
        return list(lines), []
    drawn = _Map(lines, first)
    taken = {sign for line in lines for sign in line if sign not in _OUTLINE}
    letters = side_letters(overlay, {sign.lower() for sign in taken})
    for on in overlay.sides:
        drawn.on_side(*on.segment, letters[on.title])
    taken |= set(letters.values())
    guests = _letters_for((look.label for _, look in overlay.guests), taken)
    for spot, look in overlay.guests:
        drawn.in_cell(spot, guests[look.label])
    key = [(letter, _small(title)) for title, letter in (*letters.items(), *guests.items())]
    for marker in overlay.markers:
        sign = marker.chip.letter[:1] if marker.noted else MARKER
        drawn.in_cell(marker.spot, sign)
        told = f"{marker.title}: {marker.chip.label}" if marker.noted and marker.chip.label else ""
        key.append((sign, _small(told or marker.title)))
    return ["".join(line).rstrip() for line in drawn.lines], list(dict.fromkeys(key))


def _small(title: str) -> str:
    """A title within a line."""
    return title[:1].lower() + title[1:]
