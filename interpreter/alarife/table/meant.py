"""What words mean as an answer to the question that stands, also if it is not offered.

In: a state, a seat, words such as `4,2` or `denar 7`. Out: answers, each with what it is called.
Nothing hidden is searched: only pieces that the seat knows are found by name."""

from __future__ import annotations

import re
from typing import Any

from alarife.checking.types import CellType, KindOf, Maybe, Number, Pieces, Seat
from alarife.engine.inspect import cell_of, is_grid, knows, lies_in
from alarife.engine.state import State
from alarife.table.wording import Wording

_AT = re.compile(r"^[(\[]?\s*(-?\d{1,3})\s*[,; ]\s*(-?\d{1,3})\s*[)\]]?$")
_FAR = 120
_MOST = 8


def meant(wording: Wording, state: State, seat: int, words: str) -> list[tuple[str, Any]]:
    """What words may mean: what it is called, and the answer."""
    decision = state.decision
    if decision is None:
        return []
    said = " ".join(words.casefold().split())
    if decision.kind == "menu":
        return _actions(wording, state, said)
    t = decision.element.of if isinstance(decision.element, Maybe) else decision.element
    spot = _AT.match(said)
    at = (int(spot[1]), int(spot[2])) if spot else None
    match t:
        case CellType():
            near = at is not None and max(map(abs, at)) < _FAR
            return [(f"{at[0]},{at[1]}", {"at": list(at)})] if at and near else []
        case Number():
            return [(said, int(said))] if said.lstrip("-").isdigit() and len(said) < 9 else []
        case KindOf() if t.name in wording.world.kinds:
            info = wording.world.kinds[t.name]
            pairs = zip(info.names, info.titles, strict=True)
            return [(title, n) for n, title in pairs if said in (n.casefold(), title.casefold())]
        case Seat():
            names = [(wording.party(p), p) for p in range(1, state.game.players + 1)]
            number = said.removeprefix("player").strip()
            return [(n, p) for n, p in names if said == n.casefold() or number == str(p)]
        case Pieces():
            return _pieces(wording, state, seat, said, t, at)
        case _:
            return []


def _actions(wording: Wording, state: State, said: str) -> list[tuple[str, Any]]:
    assert state.decision is not None
    program = wording.game.program
    found: list[tuple[str, Any]] = []
    for name in program.actions_of.get(state.decision.site.menu, []):
        title = program.actions[name].title or name
        if said in (name, title.casefold()) or title.casefold().startswith(said):
            found.append((title, name))
    return found


def _pieces(
    wording: Wording, state: State, seat: int, said: str, t: Pieces, at: tuple[int, int] | None
) -> list[tuple[str, Any]]:
    """Known pieces of that name, those of the seat first; or the piece on a cell."""
    found: list[tuple[int, int, str]] = []
    for name in sorted(t.names):
        for x in wording.world.pieces[name].ids:
            place = lies_in(state, x)
            if not place or not knows(state, seat, x):
                continue
            words = wording.piece_now(state, x)
            on_cell = is_grid(wording.game, place) and cell_of(state, x) == at
            if on_cell if at is not None else words.casefold().startswith(said):
                found.append((0 if wording.owner(place) == seat else 1, x, words))
    return [(words, x) for _, x, words in sorted(found, key=lambda f: f[:2])][:_MOST]
