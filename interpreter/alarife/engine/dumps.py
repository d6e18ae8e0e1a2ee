"""States as JSON-able data, and back.

A dump is everything: equal states give equal dumps, and a restored state plays on as the dumped one
would have, in any process. It names things by their names in the rules, not by numbers of slots;
frames name the step they stand in and the names they carry. A dump fits the linked rules it was
made under, and says which (`rules`, a digest); another program refuses it."""

# What comes from outside has no types.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from array import array
from itertools import product
from typing import Any

from alarife.checking.types import Pieces
from alarife.checking.world import PlaceInfo
from alarife.diagnostics import Diagnostic, RuleError
from alarife.engine.hidden.facts import asked, in_force
from alarife.engine.hidden.mixing import mask_of, pieces_of
from alarife.engine.machine import Machine
from alarife.engine.tables import BOX, GRID, SPACE
from alarife.engine.words import Words
from alarife.geometry.grid import FAR, Grid, GridTooLarge, cell, xy
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

VERSION = 2


def bad(message: str, hint: str = "") -> RuleError:
    """A dump that can't be used."""
    return RuleError([Diagnostic("E0701", message, (), hint)])


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
            {"rolled": [*pieces_of(rolled)], "sets": [[*pieces_of(mix)] for mix in mixes]}
            for rolled, *mixes in s[MIXED]
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


def _restored(machine: Machine, words: Words, d: dict[str, Any]) -> Slots:
    lowered, world = machine.lowered, machine.world
    s = machine.copy(machine.beginning.empty)
    s[SEED] = _whole(d["seed"], 0, 1 << 64)
    s[COUNTERS] = tuple(_whole(d["chance"].get(n, 0), 0, 1 << 48) for n in lowered.label_names)
    for name, slot in lowered.layout.faces.items():
        values = tuple(_whole(v) for v in d["faces"][name])
        info = world.pieces[name]
        if len(values) != info.count or not all(v in machine.faces[info.first] for v in values):
            raise ValueError(f"no such faces of `{name}`")
        s[slot] = values
    _restore_notes(machine, words, s, d["notes"])
    _restore_places(machine, s, d["places"], words)
    known = array("H", bytes(2 * world.piece_count))
    for x, mask in d["known"].items():
        known[_whole(int(x), 0, world.piece_count)] = _whole(mask, 1, machine.everybody + 1)
    s[KNOWN] = known
    s[MIXED] = _restore_mixed(machine, d["mixed"])
    s[FRAME] = _restore_frames(machine, d["frames"])
    s[DECISION] = _restore_decision(machine, d["decision"])
    for told in d.get("told", ()):
        number, mask = _whole(told["fact"], 0, len(lowered.told)), _whole(told["who"], 1, 1 << 16)
        function = machine.names[lowered.told[number].function]
        fact = asked(s, function, number, mask, [unpack(v) for v in told["given"]])
        if fact[3] != unpack(told["is"]):
            raise ValueError("it is not as somebody was told")
        s[FACTS] = (*(s[FACTS] or ()), fact)
    s[LOG] = None
    if d["log"] is not None:
        s[LOG] = ()
        for entry in d["log"]:
            s[LOG] = (_restore_entry(machine, unpack(entry)), s[LOG])
    return s


def _whole(n: Any, low: int = 0, end: int = 1 << 64) -> int:
    """A whole number from `low`, below `end`."""
    if type(n) is not int or not low <= n < end:
        raise ValueError(f"{n!r} can't stand there")
    return n


def _restore_mixed(machine: Machine, mixed: list[Any]) -> tuple[tuple[int, ...], ...]:
    if len(mixed) not in (0, machine.world.players):
        raise ValueError("mixed")

    def mask(pieces: list[Any]) -> int:
        return mask_of(_whole(x, 0, machine.world.piece_count) for x in pieces)

    return tuple([(mask(m["rolled"]), *[mask(x) for x in m["sets"]]) for m in mixed])


_DETAILS: dict[str, tuple[str, ...]] = {
    "choice": ("site", "party", "any"),
    "only": ("site", "party", "any"),
    "move": ("pieces", "place", "place", "mask"),
    "shuffle": ("place",),
    "turn": ("pieces", "any"),
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
        raise ValueError(word)
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
    return tuple(entry)


def _restore_notes(machine: Machine, words: Words, s: Slots, notes: dict[str, Any]) -> None:
    for note in machine.world.notes.values():
        slots = machine.lowered.layout.notes[note.name]
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


def _restore_places(machine: Machine, s: Slots, places: dict[str, Any], words: Words) -> None:
    laid: set[int] = set()
    for place in machine.world.places.values():
        if place.name == "box":
            continue
        allowed = _allowed(machine, place)
        types = [d.type for d in place.domains]
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
            raise ValueError(f"piece {x!r} can't lie in `{machine.tables.name[number]}`")
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
                raise ValueError(f"there is no cell {x}, {y}")
            cells[cell(_whole(x, -FAR, FAR + 1), _whole(y, -FAR, FAR + 1))] = known(entry["piece"])
        if len(cells) != len(held or ()):
            raise ValueError("two pieces on one cell")
        machine.contents.keep(s, number, Grid(cells, bounds))
    else:
        machine.contents.keep(s, number, tuple(known(entry) for entry in held or ()))


def _restore_frames(machine: Machine, frames: list[dict[str, Any]]) -> Any:
    frame: Any = None
    for entry in reversed(frames):
        part = entry["part"]
        if (
            type(part) is not int
            or part not in machine.lowered.framed
            or machine.lowered.block_owners[part] != entry["step"]
            or len(machine.lowered.block_names[part]) != len(entry["names"])
        ):
            raise ValueError(entry["step"])
        frame = (part, frame, *(unpack(v) for v in entry["names"]))
    return frame


def _restore_decision(machine: Machine, d: dict[str, Any] | None) -> Any:
    if d is None:
        return None
    site = machine.site(_whole(d["site"]))
    if (
        site.owner != d["by"]
        or len(site.env) != len(d["names"])
        or not d["options"]
        or not 1 <= _whole(d["player"]) <= machine.world.players
    ):
        raise ValueError("decision")
    return (
        d["site"],
        d["player"] - 1,
        tuple(unpack(o) for o in d["options"]),
        tuple(unpack(v) for v in d["names"]),
    )
