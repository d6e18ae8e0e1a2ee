"""States from their dumps.

What comes in: JSON-able data, from anywhere. What goes out: the state that was dumped, or an error
that says that the data is damaged or belongs to other rules (E0701). `rehearsal` asks afterwards
whether the state can have come about in play."""

# What comes from outside has no types.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import product
from typing import Any, cast

from alarife.checking.types import Pieces
from alarife.checking.world import PieceInfo, PlaceInfo
from alarife.engine import logs
from alarife.engine.damage import Damage, bad, damage, quoted
from alarife.engine.dumps import VERSION
from alarife.engine.hidden.facts import asked
from alarife.engine.hidden.mixing import mask_of
from alarife.engine.machine import Machine
from alarife.engine.tables import BOX, GRID, SPACE
from alarife.engine.words import Words
from alarife.geometry.grid import FAR, Grid, cell
from alarife.lowering.layout import (
    COUNTERS,
    DECISION,
    FACTS,
    FRAME,
    KNOWN,
    LOC,
    LOG,
    MIXED,
    SEED,
    Slots,
    is_sparse,
)


def restore(machine: Machine, words: Words, d: Any) -> Slots:
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
    s = machine.copy(machine.beginning.empty)
    parts: dict[str, Callable[[Machine, Words, Slots, Any], None]] = {
        "seed": _restore_seed,
        "chance": _restore_chance,
        "faces": _restore_faces,
        "notes": _restore_notes,
        "places": _restore_places,
        "known": _restore_known,
        "mixed": _restore_mixed,
        "frames": _restore_frames,
        "decision": _restore_decision,
        **({"told": _restore_told} if machine.lowered.told else {}),
        "log": _restore_log,
    }
    for part, restored in parts.items():
        with damage(part):
            if part not in d:
                raise Damage("it is missing")
            restored(machine, words, s, d[part])
    return s


def _restore_seed(machine: Machine, words: Words, s: Slots, seed: Any) -> None:
    s[SEED] = _whole(seed, 0, 1 << 64)


def _restore_chance(machine: Machine, words: Words, s: Slots, chance: Any) -> None:
    names = machine.lowered.label_names
    s[COUNTERS] = tuple(_whole(chance.get(n, 0), 0, 1 << 48) for n in names)


def _restore_faces(machine: Machine, words: Words, s: Slots, faces: Any) -> None:
    for name, slot in machine.lowered.layout.faces.items():
        with damage(f"faces, {name}"):
            info = machine.world.pieces[name]
            own = {repr(v): v for v in machine.faces[info.first]}
            if len(faces[name]) != info.count or not all(repr(v) in own for v in faces[name]):
                raise Damage("the pieces have no such faces")
            s[slot] = tuple(own[repr(v)] for v in faces[name])


def _restore_known(machine: Machine, words: Words, s: Slots, by_piece: Any) -> None:
    known = array("H", bytes(2 * machine.world.piece_count))
    for x, mask in by_piece.items():
        known[_whole(int(x), 0, machine.world.piece_count)] = _whole(mask, 1, machine.everybody + 1)
    s[KNOWN] = known


def _restore_told(machine: Machine, words: Words, s: Slots, told: Any) -> None:
    lowered = machine.lowered
    for one in told:
        number, mask = _whole(one["fact"], 0, len(lowered.told)), _whole(one["who"], 1, 1 << 16)
        function = machine.names[lowered.told[number].function]
        fact = asked(s, function, number, mask, [unpack(v) for v in one["given"]])
        if fact[3] != unpack(one["is"]):
            raise Damage("it is not as somebody was told")
        s[FACTS] = (*(s[FACTS] or ()), fact)


def _restore_log(machine: Machine, words: Words, s: Slots, log: Any) -> None:
    s[LOG] = None
    if log is None:
        return
    told = s[LOG] = logs.begun()
    for n, entry in enumerate(log, 1):
        with damage(f"log, entry {n}"):
            told.extend(_restore_entry(machine, unpack(entry)))


def _whole(n: Any, low: int = 0, end: int = 1 << 64) -> int:
    """A whole number from `low`, below `end`."""
    if type(n) is not int or not low <= n < end:
        raise Damage(f"{quoted(n)} can't stand there")
    return n


def _restore_mixed(machine: Machine, words: Words, s: Slots, mixed: Any) -> None:
    if len(mixed) not in (0, machine.world.players):
        raise Damage("it must be said for every player, or for none")

    def mask(pieces: list[Any]) -> int:
        return mask_of(_whole(x, 0, machine.world.piece_count) for x in pieces)

    def entry(x: Any) -> int:
        return ~mask(x["named"]) if isinstance(x, dict) else mask(x)

    s[MIXED] = tuple([(mask(m["rolled"]), *[entry(x) for x in m["sets"]]) for m in mixed])


_DETAILS: dict[str, tuple[str, ...]] = {
    "choice": ("site", "party", "any"),
    "only": ("site", "party", "any"),
    "move": ("pieces", "place", "place", "mask"),
    "shuffle": ("place",),
    "turn": ("pieces", "shown"),
    "show": ("pieces", "mask"),
    "tell": ("fact", "any", "any", "mask"),
    "note": ("note", "index", "any"),
}
"""What entries of the log say behind their word and the number of the rule."""


def _restore_entry(machine: Machine, entry: Any) -> tuple[Any, ...]:
    """An entry of the log, if it can be one."""
    lowered, world = machine.lowered, machine.world
    word, rule, *rest = entry
    details = _DETAILS[word]
    if len(rest) != len(details):
        raise Damage(f"{quoted(word)} has {len(details)} details, not {len(rest)}")
    _whole(rule, -1, len(lowered.rules))
    ends = {
        "site": len(lowered.sites),
        "party": world.players,
        "place": len(machine.tables.slot),
        "mask": machine.everybody + 1,
        "note": len(world.notes),
        "fact": len(lowered.told),
    }
    for what, value in zip(details, rest, strict=True):
        if what in ends:
            _whole(value, 0, ends[what])
        elif what == "pieces":
            for x in value:
                _whole(x, 0, world.piece_count)
        elif what == "index":
            _whole(value, 0, list(world.notes.values())[rest[0]].count)
        elif what == "shown" and not all(_can_show(world.piece_of(x), value) for x in rest[0]):
            raise Damage("a piece has no such face")
    return tuple(entry)


def _can_show(info: PieceInfo, shown: Any) -> bool:
    """Whether a piece can be turned to this: what stands for its faces, or a face and a value."""
    if isinstance(shown, tuple):
        face, value = cast(tuple[Any, Any], shown)
        return value in info.faces[face]
    return shown in info.codes


def _restore_notes(machine: Machine, words: Words, s: Slots, notes: Any) -> None:
    for note in machine.world.notes.values():
        slots = machine.lowered.layout.notes[note.name]
        with damage(f"notes, {note.name}"):
            if not note.domains:
                s[slots.base] = words.undo_data(notes[note.name], note.type)
                continue
            types, told = [d.type for d in note.domains], notes[note.name]
            texts = [words.keys_text(keys, types) for keys in product(*note.ranges())]
            values = [words.undo_data(told[text], note.type) for text in texts]
            if slots.packed:
                s[slots.base] = tuple(values)
            else:
                s[slots.base : slots.base + note.count] = values


def _restore_places(machine: Machine, words: Words, s: Slots, places: Any) -> None:
    laid: set[int] = set()
    for place in machine.world.places.values():
        if place.name == "box":
            continue
        allowed = _allowed(machine, place)
        types = [d.type for d in place.domains]
        with damage(f"places, {place.name}"):
            for i, keys in enumerate(place.keys()):
                held = places[place.name]
                if place.domains:
                    held = (
                        held.get(words.keys_text(keys, types))
                        if is_sparse(place)
                        else held[words.keys_text(keys, types)]
                    )
                _fill(machine, s, place.first + i, held, laid, allowed)


def _allowed(machine: Machine, place: PlaceInfo) -> set[int]:
    """The pieces that may lie in a place."""
    names = place.element.names if isinstance(place.element, Pieces) else ()
    return {x for name in names for x in machine.world.pieces[name].ids}


def _fill(
    machine: Machine, s: Slots, number: int, held: Any, laid: set[int], allowed: set[int]
) -> None:
    shape = machine.tables.shape[number]

    def known(entry: dict[str, Any]) -> int:
        x = entry["id"]
        if type(x) is not int or x not in allowed or x in laid:
            raise Damage(f"piece {quoted(x)} can't lie there, or lies elsewhere too")
        laid.add(x)
        s[LOC][x] = number
        return x

    if shape == BOX:
        return
    if shape == SPACE:
        machine.contents.keep(s, number, None if held is None else known(held))
    elif shape == GRID:
        bounds = machine.tables.bounds[number]
        cells: dict[int, int] = {}
        for entry in held or ():
            x, y = entry["at"]
            if bounds is not None and not (1 <= x <= bounds[0] and 1 <= y <= bounds[1]):
                raise Damage(f"there is no cell {quoted(x)}, {quoted(y)}")
            cells[cell(_whole(x, -FAR, FAR + 1), _whole(y, -FAR, FAR + 1))] = known(entry["piece"])
        if len(cells) != len(held or ()):
            raise Damage("two pieces lie on one cell")
        machine.contents.keep(s, number, Grid(cells, bounds))
    else:
        machine.contents.keep(s, number, tuple(known(entry) for entry in held or ()))


def _restore_frames(machine: Machine, words: Words, s: Slots, frames: Any) -> None:
    frame: Any = None
    for entry in reversed(frames):
        part = entry["part"]
        if (
            type(part) is not int
            or part not in machine.lowered.framed
            or machine.lowered.block_owners[part] != entry["step"]
            or len(machine.lowered.block_names[part]) != len(entry["names"])
        ):
            raise Damage(f"the step {quoted(entry['step'])} can't go on there")
        frame = (part, frame, *(unpack(v) for v in entry["names"]))
    s[FRAME] = frame


def _restore_decision(machine: Machine, words: Words, s: Slots, d: Any) -> None:
    s[DECISION] = None
    if d is None:
        return
    site = machine.site(_whole(d["site"]))
    if (
        site.owner != d["by"]
        or len(site.env) != len(d["names"])
        or not d["options"]
        or not 1 <= _whole(d["player"]) <= machine.world.players
    ):
        raise Damage("the rules have no such question")
    s[DECISION] = (
        d["site"],
        d["player"] - 1,
        tuple(unpack(o) for o in d["options"]),
        tuple(unpack(v) for v in d["names"]),
    )


def unpack(value: Any) -> Any:
    """The inverse of `pack`."""
    if isinstance(value, dict):
        bounds = value["bounds"]
        return Grid({cell(x, y): p for x, y, p in value["grid"]}, tuple(bounds) if bounds else None)
    if isinstance(value, list):
        return tuple(unpack(v) for v in value)
    return value
