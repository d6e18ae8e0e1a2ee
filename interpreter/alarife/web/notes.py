"""Notes as pages show them beside the boards.

In: the data of a table. Out: those notes that are nobody's and stand on no board, by title; those
with two keys as tables. What always holds: a table has all the rows and columns there can be, so
that it stays as it is while a game goes on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from alarife.checking.types import KindOf, Number, Seat
from alarife.checking.world import NoteInfo
from alarife.drawing.overlay import on_cells, side_notes
from alarife.table import Table
from alarife.texts.spoken import phrased

Data = dict[str, Any]
_MOST = 30
_LONGER = 12


@dataclass(slots=True)
class Noted:
    """What is noted under one title: what it says for each of its keys, or as a table its columns
    and its rows."""

    title: str
    said: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    columns: list[str] = field(default_factory=list[str])
    rows: list[tuple[str, list[str]]] = field(default_factory=list[tuple[str, list[str]]])


def beside_boards(table: Table, data: Data) -> list[Noted]:
    """The notes of a table, and what the seat has been told."""
    drawn = on_cells(table.game.world) | side_notes(table.game.world)
    notes = table.game.world.notes
    found: dict[str, Noted] = {}
    kept: dict[str, dict[str, str]] = {}
    for one in data["notes"]:
        if one["owner"] is None and one["note"] not in drawn:
            noted = found.setdefault(one["title"], Noted(one["title"]))
            if _is_table(notes[one["note"]]):
                kept.setdefault(one["note"], {})[one["key"]] = one["words"] or phrased("yes")
            else:
                noted.said.append((one["label"], one["words"]))
    for name, words in kept.items():
        noted = found[table.wording.note_title(notes[name])]
        noted.columns, noted.rows = _table(table, notes[name], words)
    for told in data["told"]:
        noted = found.setdefault(told["title"], Noted(told["title"]))
        noted.said.append((told["label"], told["words"]))
    return list(found.values())


def _is_table(note: NoteInfo) -> bool:
    domains = note.domains
    named = [isinstance(d.type, Number | KindOf | Seat) and d.size <= _MOST for d in domains]
    return len(named) == 2 and all(named)


def _table(
    table: Table, note: NoteInfo, words: dict[str, str]
) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """The titles of the columns, and the rows with theirs; the longer titles stand at the side."""
    game, types = table.game, [d.type for d in note.domains]
    heads = [
        [table.wording.value(game.words.constant(v, d.type), d.type) for v in d.values]
        for d in note.domains
    ]
    cells = [
        [words.get(game.words.keys_text((a, b), types), "") for b in note.domains[1].values]
        for a in note.domains[0].values
    ]
    if len("".join(heads[1])) > len("".join(heads[0])) + _LONGER:
        heads.reverse()
        cells = [list(column) for column in zip(*cells, strict=True)]
    return heads[1], list(zip(heads[0], cells, strict=True))
