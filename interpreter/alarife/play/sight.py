"""What lies on the table, by places and notes, as the table model tells it.

In: what `Table.show` gives. Out: the same under the names of the rules, so that a place is found by
its declaration. Nothing else of a state reaches the terminal."""

from __future__ import annotations

from itertools import product
from typing import Any

from alarife.checking.types import Maybe, Number, Truth, Type
from alarife.engine.inspect import first_notes
from alarife.engine.state import Game

Data = dict[str, Any]
_NOTHING = (None, False, 0, [])


def sight(game: Game, data: Data) -> Data:
    """Places and notes by name and key, points by party, who is asked."""
    return {
        "places": _places(game, data),
        "notes": _notes(game, data),
        "scores": {str(p["party"]): p["points"] for p in data["people"]},
        "asked": data["asked"],
    }


def _places(game: Game, data: Data) -> Data:
    found: Data = {}
    for place in data["places"]:
        if game.world.places[place["place"]].domains:
            found.setdefault(place["place"], {})[place["key"]] = place["content"]
        else:
            found[place["place"]] = place["content"]
    return found


def _notes(game: Game, data: Data) -> Data:
    """All notes: those that say nothing are as they were at first, or empty."""
    said = {(n["note"], n["key"]): n["value"] for n in data["notes"]}
    found: Data = {}
    for name, values in first_notes(game).items():
        note = game.world.notes[name]
        types = [d.type for d in note.domains]
        told: Data = {}
        for keys, first in zip(product(*note.ranges()), values, strict=True):
            key = game.words.keys_text(keys, types) if types else ""
            seen = note.is_seen(keys, data["seat"] - 1) or data["over"]
            told[key] = said.get((name, key), _empty(first[1], note.type) if seen else None)
        found[name] = told if types else told[""]
    return found


def _empty(first: Any, t: Type) -> Any:
    """What a note that says nothing holds, by what it began with: a seat, a value of a kind or a
    piece is a number to the engine, and not here."""
    if isinstance(t, Maybe):
        return _empty(first, t.of)
    counts = isinstance(t, (Number, Truth)) or isinstance(first, list)
    return first if counts and first in _NOTHING else None
