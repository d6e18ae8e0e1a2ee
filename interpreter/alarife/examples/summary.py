"""The table in a few lines: what an example that failed is told with.

Shown are the places and notes that the example names, and the notes that are not as at the start.
Nothing here changes anything."""

from __future__ import annotations

from typing import Any

from alarife.checking.types import GridOf
from alarife.engine.tables import GRID
from alarife.engine.workbench import Workbench
from alarife.examples.written import AsWritten
from alarife.geometry.grid import xy
from alarife.linking.walk import below
from alarife.lowering.layout import Slots
from alarife.syntax import tree

MOST_LINES = 16
WIDEST = 160


def summary(bench: Workbench, example: tree.Example, s: Slots, start: Slots) -> list[str]:
    """The lines, at most so many."""
    named = {n.id for n in below(example) if isinstance(n, tree.Name)}
    words = AsWritten(bench.world, bench.tables)
    lines = [*_places(bench, words, named, s), *_notes(bench, words, named, s, start)]
    shown = [
        line if len(line) <= WIDEST else line[: WIDEST - 2] + " …" for line in lines[:MOST_LINES]
    ]
    return [*shown, f"and {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else shown


def _places(bench: Workbench, words: AsWritten, named: set[str], s: Slots) -> list[str]:
    lines: list[str] = []
    for place in bench.world.places.values():
        if place.name not in named or place.name == "box":
            continue
        types = [d.type for d in place.domains]
        for number, keys in enumerate(place.keys(), place.first):
            held = bench.pieces_in(s, number)
            if not held and place.domains:
                continue
            grid = bench.content(s, number) if bench.tables.shape[number] == GRID else None
            pieces = [words.piece_key(s, x) + _spot(grid, x) for x in held]
            lines.append(
                f"{_called(place.name, _keys(bench, words, keys, types))}:"
                f" {', '.join(pieces) or 'nothing'}"
            )
    return lines


def _spot(grid: Any, x: int) -> str:
    return f"@{xy(grid.where(x))[0]},{xy(grid.where(x))[1]}" if grid is not None else ""


def _notes(
    bench: Workbench, words: AsWritten, named: set[str], s: Slots, start: Slots
) -> list[str]:
    lines: list[str] = []
    for note in bench.world.notes.values():
        if isinstance(note.type, GridOf):
            continue
        types = [d.type for d in note.domains]
        for (keys, value), (_, first) in zip(
            bench.notes(s, note.name), bench.notes(start, note.name), strict=True
        ):
            if value != first or (note.name in named and not note.domains):
                lines.append(
                    f"{_called(note.name, _keys(bench, words, keys, types))} ="
                    f" {words.key(s, value, note.type)}"
                )
    return lines


def _keys(bench: Workbench, words: AsWritten, keys: tuple[int, ...], types: list[Any]) -> str:
    from alarife.checking.types import Seat

    parts = [
        bench.world.seat_name(k) if isinstance(t, Seat) else words.keys_text((k,), (t,))
        for k, t in zip(keys, types, strict=True)
    ]
    return ", ".join(parts)


def _called(name: str, keys: str) -> str:
    return f"{name}[{keys}]" if keys else name
