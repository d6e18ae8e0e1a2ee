"""Dealing: a heap drawn one by one, in turn to several places, in one go.

In: a state, a pile or row, the places in turn. Out: the state in which all lie where single draws
from the top would have brought them. Where something looks at the single draws (the log, what
seats know, a `whenever`), nothing is done: generated code goes on to make them one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.engine.moves.contents import Contents
from alarife.engine.moves.settling import Settling
from alarife.engine.moves.sight import Sight, Unwatched
from alarife.engine.tables import BAG, PILE, ROW, SET
from alarife.lowering.layout import LOC, LOG, Slots

HEAPS = (SET, BAG, ROW, PILE)
"""Shapes of places whose pieces lie in one tuple."""


def dealing(
    contents: Contents, sight: Sight, settling: Settling
) -> Callable[[Slots, int, Sequence[int]], None]:
    """What deals in a game."""
    slots, shape = contents.own_slot, contents.shape
    watched = not isinstance(sight, Unwatched)

    def may_deal(source: int, places: Sequence[int]) -> bool:
        return (
            shape[source] in (PILE, ROW)
            and not settling.leaves[source]
            and len({source, *places}) > len(places) > 0
            and all(
                slots[p] >= 0 and shape[p] in HEAPS and not settling.enters[p]
                for p in (source, *places)
            )
        )

    def deal_out(s: Slots, source: int, places: Sequence[int]) -> None:
        if watched or s[LOG] is not None or not may_deal(source, places):
            return
        held, loc = s[slots[source]], s[LOC]
        s[slots[source]] = ()
        for i, place in enumerate(places):
            dealt = held[i :: len(places)]
            for x in dealt:
                loc[x] = place
            slot = slots[place]
            if shape[place] == ROW:
                s[slot] = s[slot] + dealt
            elif shape[place] == PILE:
                s[slot] = dealt[::-1] + s[slot]
            else:
                s[slot] = tuple(sorted(s[slot] + dealt))

    return deal_out
