"""What has been mixed where a seat could not see it: the part of its knowledge that no piece shows.

A seat that does not know a piece may still know where it can't be: cards shuffled together may
change places with one another, and with no others. So a state keeps, for each seat, a history
`(rolled, mix, mix, …)`: `rolled` are the pieces rolled out of its sight, each mix the pieces that
became indistinguishable to it at one moment, oldest first. All are bit masks of piece ids.
Exchanging unknown pieces within the mixes, one after the other, gives exactly the states that the
seat can't tell from the real one (`alarife.engine.hidden.imagining`).

A mix is left out as soon as it adds nothing: a later one contains it, or fewer than two of its
pieces are still unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

History = tuple[int, ...]
NOTHING: History = (0,)
MOST_MIXES = 48
"""With more mixes than this, the oldest two are joined. That admits more states, never fewer."""


def mask_of(pieces: Iterable[int]) -> int:
    """Pieces as a bit mask."""
    mask = 0
    for x in pieces:
        mask |= 1 << x
    return mask


def pieces_of(mask: int) -> Iterator[int]:
    """The pieces of a bit mask, in the order of ids."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def with_mix(history: History, mix: int) -> History:
    """A history after these pieces have been mixed."""
    end = len(history)
    while end > 1 and not history[end - 1] & ~mix:
        end -= 1
    if mix.bit_count() < 2 or (end > 1 and not mix & ~history[end - 1]):
        return history[:end]
    if end > MOST_MIXES:
        return (history[0], history[1] | history[2], *history[3:end], mix)
    return (*history[:end], mix)


def with_rolled(history: History, pieces: int) -> History:
    """A history after these pieces have been rolled."""
    return (history[0] | pieces, *history[1:])


def without(history: History, known: int) -> History:
    """A history in which these pieces have been known since: nothing before touches them."""
    rest = ~known
    return (
        history[0] & rest,
        *[
            left
            for mix in history[1:]
            if (left := mix & rest) and (left == mix or left.bit_count() > 1)
        ],
    )


def renamed(history: History, becomes: dict[int, int]) -> History:
    """A history of other pieces: each is called what it has become."""
    changed = mask_of(becomes)

    def other(mask: int) -> int:
        moved = mask & changed
        return mask ^ moved | mask_of(becomes[x] for x in pieces_of(moved))

    return tuple([other(mask) for mask in history])
