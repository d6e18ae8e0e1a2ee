"""What an audience sees: a seat, or those who watch, who see what every seat sees.

In: a state and a seat (from 1; 0 watches). Out: the data that `State.view` gives. This is the only
way to a state's content for everything in this package."""

from __future__ import annotations

from typing import Any

from alarife.engine.inspect import points, remembered_only
from alarife.engine.state import State

HIDDEN: dict[str, Any] = {"hidden": True}


def seen(state: State, seat: int) -> dict[str, Any]:
    """What a seat sees; for 0, what all seats see alike."""
    if seat:
        return state.view(seat)
    views = [state.view(s) for s in range(1, state.game.players + 1)]
    found = dict(views[0], seat=0)
    found["places"] = {
        name: _common_place(state, name, [v["places"][name] for v in views])
        for name in views[0]["places"]
    }
    found["notes"] = {
        name: note
        for name, note in views[0]["notes"].items()
        if all(v["notes"].get(name) == note for v in views)
    }
    if "told" in found:
        found["told"] = [t for t in found["told"] if all(t in v["told"] for v in views)]
    if found["decision"]:
        prompts = {v["decision"]["prompt"] for v in views}
        found["decision"] = {
            "player": found["decision"]["player"],
            "prompt": prompts.pop() if len(prompts) == 1 else "",
        }
    found["scores"] = {str(party): n for party, n in points(state, 0).items()}
    return found


def by_name(data: dict[str, Any]) -> dict[str, Any]:
    """The places with keys, and the notes, of what `Table.show` gives: by name and key."""
    found: dict[str, Any] = {"places": {}, "notes": {}}
    for place in data["places"]:
        if place["key"]:
            found["places"].setdefault(place["place"], {})[place["key"]] = place["content"]
    for note in data["notes"]:
        if note["key"]:
            found["notes"].setdefault(note["note"], {})[note["key"]] = note["value"]
        else:
            found["notes"][note["note"]] = note["value"]
    return found


def forgetting(state: State, seat: int, view: dict[str, Any]) -> dict[str, Any]:
    """A view without what is known only because everybody saw it once: where it lies hidden now, it
    is counted."""
    places = dict(view["places"])
    for name, key, pieces in remembered_only(state, seat):
        held = places[name]
        if key is None:
            places[name] = _counted(held, pieces)
        else:
            places[name] = {**held, key: _counted(held[key], pieces)}
    return {**view, "places": places}


def _counted(held: Any, pieces: frozenset[int]) -> Any:
    """What lies in a place, some pieces of it hidden."""
    if isinstance(held, dict):
        known = [p for p in held.get("known", ()) if p["id"] not in pieces]
        hidden = held.get("hidden", 0) + len(held.get("known", ())) - len(known)
        return {"known": known, "hidden": hidden} if known else {"hidden": hidden}
    entries = [dict(HIDDEN) if p.get("id") in pieces else p for p in held]
    return entries if any("id" in e for e in entries) else {"hidden": len(entries)}


def _common_place(state: State, name: str, held: list[Any]) -> Any:
    """What all views of a place have in common."""
    if not state.game.world.places[name].domains:
        return _common(held)
    return {key: _common([h[key] for h in held]) for key in held[0]}


def _common(held: list[Any]) -> Any:
    first = held[0]
    if all(h == first for h in held):
        return first
    if first is None:
        return None
    if isinstance(first, dict) and ("type" in first or first.get("hidden") is True):
        return dict(HIDDEN)
    if any(isinstance(h, dict) and "known" in h for h in held):
        return _common_set(held)
    size = next((len(h) for h in held if isinstance(h, list)), 0)
    rows = [h if isinstance(h, list) else [HIDDEN] * size for h in held]
    if rows[0] and "at" in rows[0][0]:
        return [
            {"at": e[0]["at"], "piece": _one([x["piece"] for x in e])}
            for e in zip(*rows, strict=True)
        ]
    common = [_one(list(e)) for e in zip(*rows, strict=True)]
    return common if any("type" in e for e in common) else {"hidden": size}


def _common_set(held: list[Any]) -> dict[str, Any]:
    lists = [h["known"] if isinstance(h, dict) else h for h in held]
    size = len(lists[0]) + (held[0]["hidden"] if isinstance(held[0], dict) else 0)
    known = [p for p in lists[0] if all(p in other for other in lists[1:])]
    return {"known": known, "hidden": size - len(known)}


def _one(entries: list[Any]) -> dict[str, Any]:
    return entries[0] if all(e == entries[0] for e in entries) else dict(HIDDEN)
