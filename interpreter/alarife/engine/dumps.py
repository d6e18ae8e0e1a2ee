"""States as JSON-able data; `restoring` is the way back.

A dump is everything: equal states give equal dumps, and a restored state plays on as the dumped one
would have, in any process. It names things by their names in the rules, not by numbers of slots;
frames name the step they stand in and the names they carry. A dump fits the linked rules it was
made under, and says which (`rules`, a digest); another program refuses it."""

# What comes from outside has no types.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from itertools import product
from typing import Any

from alarife.engine import logs
from alarife.engine.hidden.facts import in_force
from alarife.engine.hidden.mixing import pieces_of
from alarife.engine.machine import Machine
from alarife.engine.tables import GRID, SPACE
from alarife.engine.words import Words
from alarife.geometry.grid import Grid, xy
from alarife.lowering.layout import (
    COUNTERS,
    DECISION,
    FRAME,
    KNOWN,
    LOG,
    MIXED,
    SEED,
    Slots,
    is_sparse,
)

VERSION = 2


def dump(machine: Machine, words: Words, s: Slots) -> dict[str, Any]:
    """Everything about a state."""
    lowered = machine.lowered
    program = lowered.checked.program
    return {
        "alarife": VERSION,
        "game": program.configuration.game,
        "rules": program.digest,
        "seed": s[SEED],
        "chance": {name: n for name, n in zip(lowered.label_names, s[COUNTERS], strict=True) if n},
        "notes": notes_of(machine, words, s),
        "places": {
            place.name: places_of(machine, words, s, place.name)
            for place in machine.world.places.values()
            if place.name != "box"
        },
        "faces": {name: list(s[slot]) for name, slot in lowered.layout.faces.items()},
        "known": {str(x): mask for x, mask in enumerate(s[KNOWN]) if mask},
        "mixed": [
            {"rolled": [*pieces_of(rolled)], "sets": [_mix(entry) for entry in entries]}
            for rolled, *entries in s[MIXED]
        ],
        "frames": _frames(machine, s[FRAME]),
        "decision": _decision(machine, s[DECISION]),
        "log": _log(s[LOG]),
        **({"told": _told(s)} if lowered.told else {}),
    }


def _told(s: Slots) -> list[dict[str, Any]]:
    """What players have been told and remember."""
    return [
        {"fact": fact[0], "who": fact[1], "given": [pack(v) for v in fact[2]], "is": pack(fact[3])}
        for fact in in_force(s)
    ]


def places_of(machine: Machine, words: Words, s: Slots, name: str) -> Any:
    """The content of a place, or of all its instances by their keys; of many those in which nothing
    lies are left out."""
    place = machine.world.places[name]
    if not place.domains:
        return content(machine, words, s, place.first)
    types = [d.type for d in place.domains]
    found = {
        words.keys_text(keys, types): content(machine, words, s, place.first + i)
        for i, keys in enumerate(place.keys())
    }
    if is_sparse(place):
        return {k: v for k, v in found.items() if v}
    return found


def content(machine: Machine, words: Words, s: Slots, number: int) -> Any:
    """The content of one instance: a list of pieces, of pieces with their cells for a grid, one
    piece or None for a space."""
    held = machine.contents.of(s, number)
    shape = machine.tables.shape[number]
    if shape == SPACE:
        return None if held is None else words.piece(s, held)
    if shape == GRID:
        return words.grid(s, held)
    return [words.piece(s, x) for x in held]


def notes_of(machine: Machine, words: Words, s: Slots) -> dict[str, Any]:
    """All notes, those with keys by their keys."""
    found: dict[str, Any] = {}
    for note in machine.world.notes.values():
        values = note_values(machine, s, note.name)
        if not note.domains:
            found[note.name] = words.data(s, values[0][1], note.type)
        else:
            types = [d.type for d in note.domains]
            found[note.name] = {
                words.keys_text(keys, types): words.data(s, v, note.type) for keys, v in values
            }
    return found


def note_values(machine: Machine, s: Slots, name: str) -> list[tuple[tuple[int, ...], Any]]:
    """The values of a note by keys."""
    note = machine.world.notes[name]
    slots = machine.lowered.layout.notes[name]
    held = s[slots.base] if slots.packed else s[slots.base : slots.base + note.count]
    return list(zip(product(*note.ranges()), held, strict=True))


def _mix(entry: int) -> Any:
    """Pieces that were mixed; or that were named before, and mixed then."""
    return [*pieces_of(entry)] if entry >= 0 else {"named": [*pieces_of(~entry)]}


def _frames(machine: Machine, frame: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while frame is not None:
        block = frame[0]
        found.append(
            {
                "step": machine.lowered.block_owners[block],
                "part": block,
                "names": [pack(v) for v in frame[2:]],
            }
        )
        frame = frame[1]
    return found


def _decision(machine: Machine, decision: Any) -> dict[str, Any] | None:
    if decision is None:
        return None
    site, you, options, env = decision
    return {
        "by": machine.site(site).owner,
        "site": site,
        "player": you + 1,
        "options": [pack(o) for o in options],
        "names": [pack(v) for v in env],
    }


def _log(log: Any) -> list[Any] | None:
    if log is None:
        return None
    return [[pack(v) for v in entry] for entry in logs.entries(log)]


def pack(value: Any) -> Any:
    """A value of a frame as JSON-able data: tuples become lists, grids say what they are."""
    if isinstance(value, Grid):
        return {
            "grid": [[*xy(c), x] for c, x in value.items_sorted()],
            "bounds": value.bounds and list(value.bounds),
        }
    if isinstance(value, (tuple, list)):
        return [pack(v) for v in value]
    return value
