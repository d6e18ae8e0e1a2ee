"""Hamlets worked out plainly: which spaces and turns suit a tile, which edges may take a banner, and
what roads and towns are worth.

Nothing of the package is used here. Whatever disagrees with this is wrong, here or there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
NAMES = ("north", "east", "south", "west")
Space = tuple[int, int]
Port = tuple[Space, int]
"""A side of a space."""


@dataclass
class Laid:
    """A tile that lies: what it shows to the four sides, and whether it is split."""

    sides: tuple[str, ...]
    split: bool

    def joined(self, a: int, b: int) -> bool:
        """Whether two sides belong to one road or town."""
        if self.sides[a] != self.sides[b]:
            return False
        if self.sides[a] == "road":
            return self.sides.count("road") == 2
        return self.sides[a] == "town" and not self.split


def turned(tile: Mapping[str, Any], turns: int) -> Laid:
    """A tile after quarter turns clockwise."""
    sides = [str(tile[name]) for name in NAMES]
    return Laid(tuple(sides[(i - turns) % 4] for i in range(4)), bool(tile["split"]))


def beyond(port: Port) -> Port:
    """The same edge, seen from the other side."""
    (x, y), i = port
    return (x + STEPS[i][0], y + STEPS[i][1]), (i + 2) % 4


@dataclass
class Table:
    """What lies on the table."""

    land: dict[Space, Laid] = field(default_factory=dict[Space, Laid])
    banners: dict[Port, int] = field(default_factory=dict[Port, int])
    score: Counter[int] = field(default_factory=Counter[int])

    def spots(self) -> set[Space]:
        """The free spaces beside tiles."""
        near = {beyond((c, i))[0] for c in self.land for i in range(4)}
        return near - self.land.keys()

    def turns(self, tile: Mapping[str, Any], spot: Space) -> set[int]:
        """How a tile can be turned to lie there."""
        return {n for n in range(4) if self._agrees(turned(tile, n), spot)}

    def _agrees(self, laid: Laid, spot: Space) -> bool:
        for i in range(4):
            space, side = beyond((spot, i))
            if space in self.land and self.land[space].sides[side] != laid.sides[i]:
                return False
        return True

    def part(self, port: Port) -> set[Port]:
        """All sides of tiles that belong to one road or town."""
        found, waiting = {port}, [port]
        while waiting:
            space, i = waiting.pop()
            if space not in self.land:
                continue
            near = [(space, j) for j in range(4) if self.land[space].joined(i, j)]
            for following in (*near, beyond((space, i))):
                if following not in found and following[0] in self.land:
                    found.add(following)
                    waiting.append(following)
        return found

    def open_sides(self, spot: Space) -> set[int]:
        """The sides of a tile that may take a banner."""
        return {
            i
            for i in range(4)
            if self.land[spot].sides[i] != "field" and not self._held(self.part((spot, i)))
        }

    def _held(self, part: set[Port]) -> list[Port]:
        return [p for p in part if p in self.banners or beyond(p) in self.banners]

    def _parts(self) -> Iterator[set[Port]]:
        seen: set[Port] = set()
        for space, laid in self.land.items():
            for i in range(4):
                if laid.sides[i] != "field" and (space, i) not in seen:
                    part = self.part((space, i))
                    seen |= part
                    yield part

    def score_parts(self, unfinished: bool) -> None:
        """Score what is finished (or all that is left), and give the banners back."""
        for part in list(self._parts()):
            done = all(beyond(p)[0] in self.land for p in part)
            owners = Counter(owner for p, owner in self.banners.items() if p in part)
            if not owners or not (done or unfinished):
                continue
            space, i = next(iter(part))
            each = 2 if self.land[space].sides[i] == "town" and done else 1
            for owner, count in owners.items():
                if count == max(owners.values()):
                    self.score[owner] += each * len({space for space, _ in part})
            self.banners = {p: o for p, o in self.banners.items() if p not in part}
