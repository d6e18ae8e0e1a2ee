"""What a seat may know of what has happened: who was asked what, and answered what.

In: the log of a state and who reads. Out: entries as data, oldest first. What always holds: what is
answered in secret or at once is told to that seat alone; what others choose is told if it is no
piece (where pieces go, places tell), and an action that is taken is told to all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from alarife.checking.types import Many, holds_pieces, member_of
from alarife.engine import logs
from alarife.lowering.layout import LOG

if TYPE_CHECKING:
    from alarife.engine.state import State
    from alarife.lowering.flow.decisions import Site


def history(state: State, seat: int) -> list[dict[str, Any]]:
    """See `State.history`; seats from 1."""
    return list(_entries(state, seat))[::-1]


def _entries(state: State, seat: int) -> Iterator[dict[str, Any]]:
    """The entries, newest first."""
    game = state.game
    for entry in logs.newest_first(state.slots[LOG]):
        if entry[0] not in ("choice", "only"):
            continue
        rule, number, you = int(entry[1]), int(entry[2]), int(entry[3])
        option, site = entry[4], game.lowered.sites[number]
        own = you + 1 == seat
        if site.sealed and not own:
            continue
        asked = site.at in game.checked.secrets.asked
        telling = asked or site.at in game.checked.secrets.offers
        if asked and not own and (site.kind != "menu" or option is None):
            continue
        yield {
            "seat": you + 1,
            "rule": game.lowered.rules[rule],
            "kind": site.kind,
            "question": site.prompt,
            "answer": _answer(state, site, option, seat if own else 0),
            "forced": entry[0] == "only" and (own or not telling),
        }


def _answer(state: State, site: Site, option: Any, seat: int) -> Any:
    """What was answered, as data; None for what does not exist, or is not told. Seat 0 is anybody
    else's."""
    game = state.game
    if site.kind == "menu":
        actions: Any = game.program.actions_of[site.menu]
        return None if option is None else actions[option]
    if site.kind == "may":
        return bool(option)
    if option is None or site.element is None:
        return None
    whole = isinstance(option, tuple) or not isinstance(site.element, Many)
    t = site.element if whole else member_of(site.element)  # a set comes piece by piece
    assert t is not None
    if not holds_pieces(t):
        return game.words.data(state.slots, option, t)
    return game.views.value(state.slots, seat - 1, option, t) if seat else None
