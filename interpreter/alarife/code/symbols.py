"""What symbols of the IR are in generated code: slots, place numbers, tables and names of locals.

Names of the rule files reach the generated code only as prefixes of numbered Python names, and only
letters, digits and `_` of them; texts never do."""

from __future__ import annotations

import itertools
import re

from alarife.checking.scope import Local
from alarife.checking.world import PlaceInfo, World
from alarife.lowering.layout import Layout

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


SEPARATOR = "·"
"""Stands between the parts of a name in generated code: what a function is, and whose. No name of a
rule file can have it, and no local, so none can be taken for another."""


def declared(function: str) -> tuple[str, str]:
    """What a generated function is (`value`, `step` …), and of which declaration; empty texts for
    one that belongs to none."""
    what, separator, rest = function.partition(SEPARATOR)
    return (what, rest.partition(SEPARATOR)[0]) if separator else ("", "")


class Names:
    """Python names for locals: the same local always has the same, different ones never."""

    def __init__(self) -> None:
        self._given: dict[Local, str] = {}
        self._count = 0

    def of(self, local: Local) -> str:
        """The Python name of a local."""
        if local not in self._given:
            self._given[local] = self.fresh(local.name)
        return self._given[local]

    def fresh(self, prefix: str) -> str:
        """A Python name that nothing else has."""
        if not PLAIN.fullmatch(prefix):
            raise ValueError(f"{prefix!r} is no name")
        self._count += 1
        return f"{prefix}_{self._count}"


class Symbols:
    """The symbols of one program. `masks` are the tables of bytes that tell members of several
    types, `located` the places of which the key is asked under which a piece lies: lowering makes
    these tables."""

    def __init__(self, world: World, layout: Layout, names: Names) -> None:
        self.world = world
        self.layout = layout
        self.names = names
        self.masks: dict[frozenset[str], str] = {}
        self.located: dict[str, PlaceInfo] = {}

    def slot(self, shelf: str, name: str) -> tuple[int, bool]:
        """The first slot of a note, a place or the faces of a type; whether one slot holds all."""
        if shelf == "face":
            return self.layout.faces[name], True
        slots = (self.layout.notes if shelf == "note" else self.layout.places)[name]
        return slots.base, slots.packed

    def first(self, place: str) -> int:
        """The number of a place's first instance."""
        return self.world.places[place].first

    def table(self, name: str) -> str:
        """The name of a table, noted as used."""
        if name.startswith("AT·"):
            self.located[name[3:]] = self.world.places[name[3:]]
        return name

    def ids(self, types: frozenset[str]) -> range | None:
        """The ids of the pieces of some types, if they follow each other."""
        infos = [i for i in self.world.pieces.values() if i.name in types and i.count]
        if not infos:
            return range(0)
        if all(a.first + a.count == b.first for a, b in itertools.pairwise(infos)):
            return range(infos[0].first, infos[-1].first + infos[-1].count)
        return None

    def mask(self, types: frozenset[str]) -> str:
        """The name of the table that tells whether a piece is of one of these types."""
        return self.masks.setdefault(types, f"M_{len(self.masks)}")
