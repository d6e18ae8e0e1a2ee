"""What has been mixed where a seat could not see it: the part of its knowledge that no piece shows.

A seat that does not know a piece may still know where it can't be: cards shuffled together may
change places with one another, and with no others. So a state keeps, for each seat, a history
`(rolled, mix, mix, …)`: `rolled` are the pieces rolled out of its sight, each mix the pieces that
became indistinguishable to it at one moment, oldest first. All are bit masks of piece ids.
Exchanging unknown pieces within the mixes, one after the other, gives exactly the states that the
seat can't tell from the real one (`alarife.engine.hidden.imagining`).

A mix is left out as soon as it adds nothing: a later one contains it, or fewer than two of its
pieces are still unknown.

A note may name a piece that is mixed later. What it names is what lay there when it was written, so
before such a mix the history has an **anchor**: the number of the note's value and the pieces it
names, as a number below zero. A note with an anchor names what its pieces had become up to there;
where they lie now, the seat can't tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
    while end > 1 and history[end - 1] >= 0 and not history[end - 1] & ~mix:
        end -= 1
    last = history[end - 1] if end > 1 else 0
    if mix.bit_count() < 2 or (last > 0 and not mix & ~last):
        return history[:end]
    mixes = [i for i in range(1, end) if history[i] >= 0]
    if len(mixes) < MOST_MIXES:
        return (*history[:end], mix)
    first, second = mixes[:2]
    joined = history[first] | history[second]
    between = history[1:first] + history[first + 1 : second]
    return (history[0], joined, *between, *history[second + 1 : end], mix)


def anchor(number: int, pieces: int) -> int:
    """What a history has for the value of a note that names these pieces."""
    return ~(pieces << 16 | number)


def anchored(entry: int) -> tuple[int, int]:
    """The number and the pieces of an anchor."""
    return ~entry & 0xFFFF, ~entry >> 16


def with_anchors(history: History, notes: Iterable[tuple[int, int]], mix: int) -> History:
    """A history before a mix, where values of notes, by number, name pieces of it."""
    for number, pieces in notes:
        made = anchor(number, pieces)
        if pieces & mix and made not in history:
            others = [e for e in history if e >= 0 or anchored(e)[0] != number]
            history = (*others, made)
    return history


def with_rolled(history: History, pieces: int) -> History:
    """A history after these pieces have been rolled."""
    return (history[0] | pieces, *history[1:])


def without(history: History, known: int) -> History:
    """A history in which these pieces have been known since: nothing before touches them."""
    rest = ~known
    left = [(mix, mix if mix < 0 else mix & rest) for mix in history[1:]]
    kept = [now for was, now in left if now and (now == was or now.bit_count() > 1)]
    return (history[0] & rest, *kept)


def renamed(
    history: History, becomes: Mapping[int, int], noted: Mapping[int, Mapping[int, int]]
) -> History:
    """A history of other pieces: each is called what it has become; in the value of a note, what it
    has become there."""

    def other(mask: int, names: Mapping[int, int]) -> int:
        moved = mask & mask_of(names)
        return mask ^ moved | mask_of(names[x] for x in pieces_of(moved))

    def again(entry: int) -> int:
        if entry >= 0:
            return other(entry, becomes)
        number, pieces = anchored(entry)
        return anchor(number, other(pieces, noted.get(number, becomes)))

    return tuple([again(entry) for entry in history])
