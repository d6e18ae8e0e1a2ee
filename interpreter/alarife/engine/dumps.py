"""States as JSON-able data, and back.

A dump is everything: equal states give equal dumps, and a restored state plays on as the dumped one
would have, in any process. It names things by their names in the rules, not by numbers of slots;
frames name the step they stand in and the names they carry. A dump fits the linked rules it was
made under, and says which (`rules`, a digest); another program refuses it."""

from __future__ import annotations

from array import array
from typing import Any

from alarife.diagnostics import Diagnostic, RuleError
from alarife.engine.machine import Machine
from alarife.engine.tables import BOX, GRID, SPACE
from alarife.engine.words import Words
from alarife.geometry.grid import Grid, GridTooLarge, cell, xy
from alarife.lowering.layout import (
    COUNTERS,
    DECISION,
    FORCED,
    FRAME,
    KNOWN,
    LOC,
    LOG,
    SEED,
    told_sparsely,
)

State = list[Any]
VERSION = 1


def bad(message: str, hint: str = "") -> RuleError:
    """A dump that can't be used."""
    return RuleError([Diagnostic("E0701", message, (), hint)])


def dump(machine: Machine, words: Words, s: State) -> dict[str, Any]:
    """Everything about a state."""
    lowered = machine.lowered
    program = lowered.checked.program
    return {
        "alarife": VERSION,
        "game": program.configuration.game,
        "rules": program.digest,
        "seed": s[SEED],
        "chance": {name: n for name, n in zip(lowered.label_names, s[COUNTERS], strict=True) if n},
        "notes": _notes(machine, words, s),
        "places": {
            place.name: places_of(machine, words, s, place.name)
            for place in machine.world.places.values()
            if place.name != "box"
        },
        "faces": {name: list(s[slot]) for name, slot in lowered.layout.faces.items()},
        "known": {str(x): mask for x, mask in enumerate(s[KNOWN]) if mask},
        "frames": _frames(machine, s[FRAME]),
        "decision": _decision(machine, s[DECISION]),
        "fixed": pack(s[FORCED]) if s[FORCED] else None,
        "log": _log(s[LOG]),
    }


def places_of(machine: Machine, words: Words, s: State, name: str) -> Any:
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
    if told_sparsely(place):
        return {k: v for k, v in found.items() if v}
    return found


def content(machine: Machine, words: Words, s: State, number: int) -> Any:
    """The content of one instance: a list of pieces, of pieces with their cells for a grid, one
    piece or None for a space."""
    held = machine.transactions.content(s, number)
    shape = machine.tables.shape[number]
    if shape == SPACE:
        return None if held is None else words.piece(s, held)
    if shape == GRID:
        return words.grid(s, held)
    return [words.piece(s, x) for x in held]


def _notes(machine: Machine, words: Words, s: State) -> dict[str, Any]:
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


def note_values(machine: Machine, s: State, name: str) -> list[tuple[tuple[int, ...], Any]]:
    """The values of a note by keys."""
    from itertools import product

    note = machine.world.notes[name]
    slots = machine.lowered.layout.notes[name]
    held = s[slots.base] if slots.packed else s[slots.base : slots.base + note.count]
    return list(
        zip(product(*(range(d.low, d.low + d.size) for d in note.domains)), held, strict=True)
    )


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
        "by": machine.lowered.sites[site].owner,
        "site": site,
        "player": you + 1,
        "options": [pack(o) for o in options],
        "names": [pack(v) for v in env],
    }


def _log(log: Any) -> list[Any] | None:
    if log is None:
        return None
    found: list[Any] = []
    while log:
        entry, log = log
        found.append([pack(v) for v in entry])
    return found[::-1]


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


def unpack(value: Any) -> Any:
    """The inverse of `pack`."""
    if isinstance(value, dict):
        bounds = value["bounds"]
        return Grid({cell(x, y): p for x, y, p in value["grid"]}, tuple(bounds) if bounds else None)
    if isinstance(value, list):
        return tuple(unpack(v) for v in value)
    return value


# ----------------------------------------------------------------
# restoring
def restore(machine: Machine, words: Words, d: Any) -> State:
    """The state that was dumped. Raises `RuleError` for anything that is no dump of these rules."""
    if not isinstance(d, dict) or d.get("alarife") != VERSION:
        raise bad(
            "This is no saved state of this version.", 'Saves say their version under "alarife".'
        )
    program = machine.lowered.checked.program
    if d.get("rules") != program.digest:
        raise bad(
            "This state belongs to other rules, or to another configuration of them.",
            "Load the game with the modules, options, players and files it was saved with.",
        )
    try:
        return _restored(machine, words, d)
    except (
        KeyError,
        TypeError,
        ValueError,
        IndexError,
        AttributeError,
        OverflowError,
        StopIteration,
        GridTooLarge,
    ) as wrong:
        raise bad(f"This saved state is damaged ({type(wrong).__name__}: {wrong}).") from None


def _restored(machine: Machine, words: Words, d: dict[str, Any]) -> State:
    lowered = machine.lowered
    s = machine.copy(machine._empty)
    s[SEED] = int(d["seed"])
    s[COUNTERS] = tuple(int(d["chance"].get(name, 0)) for name in lowered.label_names)
    for name, slot in lowered.layout.faces.items():
        values = tuple(int(v) for v in d["faces"][name])
        info = machine.world.pieces[name]
        if len(values) != info.count or not all(v in machine.faces[info.first] for v in values):
            raise ValueError(name)
        s[slot] = values
    _restore_notes(machine, words, s, d["notes"])
    _restore_places(machine, s, d["places"], words)
    known = array("H", bytes(2 * machine.world.piece_count))
    for x, mask in d["known"].items():
        known[int(x)] = mask
    s[KNOWN] = known
    s[FRAME] = _restore_frames(machine, d["frames"])
    s[FORCED] = unpack(d["fixed"]) if d.get("fixed") else None
    s[DECISION] = _restore_decision(machine, d["decision"])
    s[LOG] = None
    if d["log"] is not None:
        s[LOG] = ()
        for entry in d["log"]:
            s[LOG] = (unpack(entry), s[LOG])
    return s


def _restore_notes(machine: Machine, words: Words, s: State, notes: dict[str, Any]) -> None:
    for note in machine.world.notes.values():
        slots = machine.lowered.layout.notes[note.name]
        if not note.domains:
            s[slots.base] = words.undo_data(notes[note.name], note.type)
            continue
        types = [d.type for d in note.domains]
        values = [
            words.undo_data(notes[note.name][words.keys_text(keys, types)], note.type)
            for keys, _ in note_values(machine, s, note.name)
        ]
        if slots.packed:
            s[slots.base] = tuple(values)
        else:
            s[slots.base : slots.base + note.count] = values


def _restore_places(machine: Machine, s: State, places: dict[str, Any], words: Words) -> None:
    laid: set[int] = set()
    for place in machine.world.places.values():
        if place.name == "box":
            continue
        types = [d.type for d in place.domains]
        for i, keys in enumerate(place.keys()):
            held = places[place.name]
            if place.domains:
                held = (
                    held.get(words.keys_text(keys, types))
                    if told_sparsely(place)
                    else held[words.keys_text(keys, types)]
                )
            _fill(machine, s, place.first + i, held, laid)


def _fill(machine: Machine, s: State, number: int, held: Any, laid: set[int]) -> None:
    shape = machine.tables.shape[number]

    def known(entry: dict[str, Any]) -> int:
        x = entry["id"]
        if not isinstance(x, int) or not 0 <= x < machine.world.piece_count or x in laid:
            raise ValueError(f"piece {x}")
        laid.add(x)
        s[LOC][x] = number
        return x

    if shape == BOX:
        return
    if shape == SPACE:
        machine.transactions.keep(s, number, None if held is None else known(held))
    elif shape == GRID:
        cells = {cell(*entry["at"]): known(entry["piece"]) for entry in held or ()}
        machine.transactions.keep(s, number, Grid(cells, machine.tables.bounds[number]))
    else:
        machine.transactions.keep(s, number, tuple(known(entry) for entry in held or ()))


def _restore_frames(machine: Machine, frames: list[dict[str, Any]]) -> Any:
    frame: Any = None
    for entry in reversed(frames):
        part = entry["part"]
        if (
            part not in machine.lowered.framed
            or machine.lowered.block_owners[part] != entry["step"]
            or len(machine.lowered.block_names[part]) != len(entry["names"])
        ):
            raise ValueError(entry["step"])
        frame = (part, frame, *(unpack(v) for v in entry["names"]))
    return frame


def _restore_decision(machine: Machine, d: dict[str, Any] | None) -> Any:
    if d is None:
        return None
    site = machine.lowered.sites[d["site"]]
    if (
        site.owner != d["by"]
        or len(site.env) != len(d["names"])
        or not d["options"]
        or not 1 <= d["player"] <= machine.world.players
    ):
        raise ValueError("decision")
    return (
        d["site"],
        d["player"] - 1,
        tuple(unpack(o) for o in d["options"]),
        tuple(unpack(v) for v in d["names"]),
    )
