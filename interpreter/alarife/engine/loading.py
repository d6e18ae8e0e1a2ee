"""Loading: the functions that generated code calls, and what the places of a game need to know.

`bind` carries out the generated text with the engine's functions in scope; `watch_places` tells
`Sight` who sees which place, and `Settling` what waits for pieces to come and go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any

from alarife.checking.types import holds_pieces
from alarife.checking.world import NoteInfo, PlaceInfo, World
from alarife.engine.binding import compiled
from alarife.engine.blame import Blame
from alarife.engine.hidden.facts import Fact, pieces_read
from alarife.engine.hidden.naming import naming_pieces, pieces_named
from alarife.engine.transactions import Transactions
from alarife.lowering.layout import Slots
from alarife.lowering.lower import Lowered


def code_of(lowered: Lowered, blame: Blame, playing: bool = False) -> CodeType:
    """The generated text, or that for playouts, compiled."""
    found = compiled(lowered, playing)
    if isinstance(found, CodeType):
        return found
    raise blame.too_nested(found)


def faces_of(world: World) -> list[Sequence[int]]:
    """For each piece the faces that it may show."""
    faces: list[Sequence[int]] = []
    for info in world.pieces.values():
        faces += [tuple(info.codes)] * info.count
    return faces


def tell_who_sees(lowered: Lowered, names: dict[str, Any], transactions: Transactions) -> None:
    """Who sees each place, and which pieces the facts are about that players are told."""
    sight = transactions.sight
    everybody = sight.everybody

    def mask(who: str, keys: tuple[int, ...]) -> int | Callable[[Slots], int]:
        if who in ("all", "nobody"):
            return everybody if who == "all" else 0
        function = names[who]
        if who in lowered.fixed_masks:
            return function([], *keys)
        return lambda s: function(s, *keys)

    for place in lowered.checked.world.places.values():
        for number, keys in enumerate(place.keys(), place.first):
            sight.seen[number] = mask(lowered.seen[place.name], keys)
            sight.top_seen[number] = mask(lowered.top_seen[place.name], keys)
    sight.seen[0] = everybody
    sight.pieces_of_fact = _about(lowered)
    sight.named = naming_pieces(lowered)


def _about(lowered: Lowered) -> Callable[[Fact], set[int]]:
    """Which pieces a fact is about."""
    layout, world, told = lowered.layout, lowered.checked.world, lowered.told
    of_pieces = [False] * layout.size
    notes = [note for note in world.notes.values() if holds_pieces(note.type)]
    infos: list[PlaceInfo | NoteInfo] = [*world.places.values(), *notes]
    for info in infos:
        slots = layout.places.get(info.name) or layout.notes.get(info.name)
        for i in range(info.count if slots is not None and not slots.packed else 1):
            if slots is not None:
                of_pieces[slots.base + i] = True

    def about(fact: Fact) -> set[int]:
        given = zip(fact[2], told[fact[0]].given, strict=True)
        named = [x for value, t in given for x, _ in pieces_named(value, t)]
        return pieces_read(fact, of_pieces).union(named)

    return about


def watch_places(lowered: Lowered, names: dict[str, Any], transactions: Transactions) -> None:
    """Let the `whenever`s wait for pieces to come and go."""
    world = lowered.checked.world
    for label, name, crosses, types in lowered.whenevers:
        place = world.places[name]
        members = frozenset(i for n in types or () for i in world.pieces[n].ids)
        function = names[f"step·{label}"]
        for number, keys in enumerate(place.keys(), place.first):
            transactions.watch(number, crosses, _trigger(function, members, keys))


def _trigger(
    function: Callable[..., None], members: frozenset[int], keys: tuple[int, ...]
) -> Callable[[Slots, int, int], None]:
    def crossed(s: Slots, x: int, place: int) -> None:
        if x in members:
            function(s, x, *keys)

    return crossed
