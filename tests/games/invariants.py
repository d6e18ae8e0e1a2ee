"""What must be true of every state of every game, said without the engine's help."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from alarife.engine.state import Game, State


def pieces_in(data: Any) -> Iterator[dict[str, Any]]:
    """Every piece in a dump or view, however deep."""
    if isinstance(data, dict):
        if "id" in data and "type" in data:
            yield data
        else:
            for value in data.values():
                yield from pieces_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from pieces_in(value)


def check_pieces(state: State) -> None:
    """No piece lies in two places, none has been lost: what lies nowhere is in the box, and the
    engine's index agrees."""
    dump = state.dump()
    found = [p["id"] for p in pieces_in(dump["places"])]
    assert len(found) == len(set(found)), "a piece lies in two places"
    in_box = {x for x, place in enumerate(state.slots[2]) if place == 0}
    assert in_box.isdisjoint(found)
    assert len(in_box) + len(found) == state.game.world.piece_count, "a piece is lost"


def check_options(state: State) -> None:
    """Keys are unique and texts, labels are there, values are JSON-able."""
    decision = state.decision
    if decision is None:
        return
    keys = [o.key for o in decision.options]
    assert keys
    assert len(keys) == len(set(keys)), keys
    assert all(o.label for o in decision.options)
    json.dumps([o.value for o in decision.options])


def seen_by(game: Game, place: str, keys: str, seat: int) -> bool | None:
    """Whether a seat sees into a place by its traits alone; None where the trait asks more than a
    name."""
    decl = game.program.places[place]
    seen = [t for t in decl.traits if t.kind == "seen"]
    if not seen:
        return True
    who = getattr(seen[0].who, "id", None)
    if len(seen) > 1 or seen[0].guard is not None or who is None:
        return None
    if who in ("all", "nobody"):
        return who == "all"
    names = [k.name for k in decl.keys]
    return keys.split(",")[names.index(who)] == str(seat) if who in names else None


def check_views(state: State) -> None:
    """A view shows of a hidden place only pieces that the seat is known to have seen, and no
    options but its own."""
    game = state.game
    known = state.dump()["known"]
    for seat in range(1, game.players + 1):
        view = state.view(seat)
        for name, held in view["places"].items():
            instances = held.items() if game.world.places[name].domains else [("", held)]
            for keys, content in instances:
                if seen_by(game, name, keys, seat) is not False or any(
                    t.kind == "top seen" for t in game.program.places[name].traits
                ):
                    continue
                for piece in pieces_in(content):
                    assert known.get(str(piece["id"]), 0) >> (seat - 1) & 1, (
                        f"seat {seat} sees {piece} in {name}"
                    )
        decision = state.decision
        if decision is not None and decision.player != seat:
            assert "options" not in (view["decision"] or {})


def check_imagined(state: State, seed: int) -> None:
    """What a seat sees does not change when what it can't see is dealt anew; and it is offered the
    same."""
    for seat in range(1, state.game.players + 1):
        other = state.imagine(seat, seed)
        assert other.view(seat) == state.view(seat), f"seat {seat} can tell the imagined state"
        check_pieces(other)


def check_restored(state: State) -> None:
    """Saved as text and restored it is the same."""
    data = json.loads(json.dumps(state.dump()))
    again = state.game.restore(data)
    assert again.dump() == state.dump()
    if state.decision is not None:
        last = len(state.decision.options) - 1
        assert again.play(last).dump() == state.play(last).dump()
