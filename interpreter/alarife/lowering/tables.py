"""The tables of constants that generated code refers to: fields of pieces and kinds, spots of
boards, tables of the rules, keys of places, masks of types.

What comes in: a world, and the symbols that are printed for a program. What goes out: the tables by
name. All of them are known before play."""

from __future__ import annotations

from typing import cast

from alarife.checking.types import CellType
from alarife.checking.world import World
from alarife.code.symbols import Symbols
from alarife.geometry import spots
from alarife.geometry.grid import cell
from alarife.lowering.values.access import index_table, spots_table

Tables = dict[str, object]


def constant_tables(world: World, symbols: Symbols) -> Tables:
    """All tables of a program."""
    rules: Tables = {f"T·{table.name}": table.rows for table in world.tables.values()}
    return {
        **_literals(world),
        **_faces(world),
        **_fields(world),
        **_spots(world),
        **_kinds(world),
        **_boards(world),
        **rules,
        **_keys(world, symbols),
        **_masks(world, symbols),
    }


def _literals(world: World) -> Tables:
    """By type a piece for each row of its fields; fields at the end that have a default may be left
    out."""
    tables: Tables = {}
    for info in world.pieces.values():
        rows: dict[tuple[object, ...], int] = {}
        plain = [f for f in info.field_types if f not in info.faces]
        for i in range(info.count):
            row = tuple(info.fields[f][i] for f in plain)
            rows.setdefault(row, info.first + i)
            for n in range(len(row) - 1, -1, -1):
                if plain[n] not in info.defaults or row[n] != info.defaults[plain[n]]:
                    break
                rows.setdefault(row[:n], info.first + i)
        tables[f"P·{info.name}"] = rows
    return tables


def _fields(world: World) -> Tables:
    """By field its value for every piece."""
    fields: dict[str, list[object]] = {}
    for info in world.pieces.values():
        for name in info.field_types:
            if name not in info.faces:
                column = fields.setdefault(name, [None] * world.piece_count)
                column[info.first : info.first + info.count] = info.fields[name]
    return {f"F·{name}": tuple(values) for name, values in fields.items()}


def _faces(world: World) -> Tables:
    """By face and type what it shows, by what stands in the slot of the faces of that type."""
    tables: Tables = {}
    for info in world.pieces.values():
        for name in info.faces:
            shown = {code: info.shown(code)[name] for code in info.codes}
            tables[f"SHOWN·{info.name}·{name}"] = shown
            tables.setdefault(f"F·{name}", (None,) * world.piece_count)
            cast(Tables, tables.setdefault(f"SHOWN·{name}", {}))[info.name] = shown
    return tables


def _spots(world: World) -> Tables:
    """All spots of boards, and the index of each."""
    tables: Tables = {}
    for name, codes in world.spots.items():
        what, _, board = name.partition(" of ")
        t = CellType(what, board)
        tables[spots_table(t)] = codes
        tables[index_table(t)] = {code: i for i, code in enumerate(codes)}
    return tables


def _kinds(world: World) -> Tables:
    """By kind its titles, and its fields by value."""
    tables: Tables = {}
    for kind in world.kinds.values():
        tables[f"K·{kind.name}·title"] = kind.titles
        tables.update({f"K·{kind.name}·{name}": values for name, values in kind.fields.items()})
    return tables


def _boards(world: World) -> Tables:
    """By board its cells, and what touches each spot."""
    tables: Tables = {}
    for place in world.places.values():
        if place.bounds is not None:
            width, height = place.bounds
            tables[f"BOARD·{place.name}"] = frozenset(
                [cell(x + 1, y + 1) for y in range(height) for x in range(width)]
            )
            near = spots.tables((place.bounds, place.hexagonal))
            tables.update({f"NEAR·{place.name}·{key}": found for key, found in near.items()})
    return tables


def _keys(world: World, symbols: Symbols) -> Tables:
    """By number of a place its keys, for places that are looked up by what lies in them."""
    tables: Tables = {}
    for place in symbols.located.values():
        keys: list[int | tuple[int, ...] | None] = [None] * world.place_count
        for number, key in enumerate(place.keys(), place.first):
            keys[number] = key[0] if len(key) == 1 else key
        tables[f"AT·{place.name}"] = tuple(keys)
    return tables


def _masks(world: World, symbols: Symbols) -> Tables:
    """By set of types whether each piece is of one of them."""
    tables: Tables = {}
    for names, mask in symbols.masks.items():
        member = bytearray(world.piece_count)
        for n in names:
            for i in world.pieces[n].ids:
                member[i] = 1
        tables[mask] = bytes(member)
    return tables
