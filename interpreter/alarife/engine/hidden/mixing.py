"""What has been mixed where a seat could not see it: the part of its knowledge that no piece shows.

A seat that does not know a piece may still know where it can't be: cards shuffled together may
change places with one another, and with no others. So a state keeps, for each seat, a history
`(rolled, mix, mix, …)`: `rolled` are the pieces rolled out of its sight, each mix the pieces that
became indistinguishable to it at one moment, oldest first. All are bit masks of piece ids.
Exchanging unknown pieces within the mixes, one after the other, gives exactly the states that the
seat can't tell from the real one (`alarife.engine.hidden.imagining`).

A mix is left out as soon as it adds nothing: a later one contains it, or fewer than two of its
pieces are still unknown.

A note, or a step that goes on later, may name a piece that is mixed meanwhile. What it names is
what lay there before, so the history has an **anchor** there: the pieces that were named, as a
number below zero. What names them, names what they had become up to the anchor; where they lie now,
the seat can't tell."""

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


def with_anchor(history: History, named: int, mix: int) -> History:
    """A history before a mix, where something names these pieces. Of what nothing names any more,
    no anchor is kept."""
    if min(history) < 0:
        kept = [entry if entry >= 0 else ~(~entry & named) for entry in history]
        history = (kept[0], *[entry for entry in kept[1:] if entry != ~0])
        for entry in history:
            named &= entry if entry < 0 else ~0
    return (*history, ~(named & mix)) if named & mix else history


def with_rolled(history: History, pieces: int) -> History:
    """A history after these pieces have been rolled."""
    return (history[0] | pieces, *history[1:])


def without(history: History, known: int) -> History:
    """A history in which these pieces have been known since: nothing before touches them."""
    for entry in history:
        if entry & known and entry >= 0:
            break
    else:
        return history
    rest = ~known
    left = [(mix, mix if mix < 0 else mix & rest) for mix in history[1:]]
    kept = [now for was, now in left if now and (now == was or now.bit_count() > 1)]
    return (history[0] & rest, *kept)


class Mixed:
    """The pieces of all mixes of the histories of a state, remembered for the last asked about:
    most pieces that a seat forgets are in none."""

    def __init__(self) -> None:
        self._known: tuple[tuple[History, ...], int] = ((), 0)

    def of(self, histories: tuple[History, ...]) -> int:
        """These pieces, and those rolled, as bits."""
        known = self._known
        if histories is known[0]:
            return known[1]
        pieces = 0
        for history in histories:
            for entry in history:
                pieces |= max(entry, 0)
        self._known = histories, pieces  # at once: another thread may ask, too
        return pieces


class Retelling:
    """The histories of all seats, as they are in a state that one seat (from 0) imagines. A mix
    holds what its pieces had become by then: what came among them in a later mix was not in it.
    Another seat's mix is taken for the one that is most like it, in the order of both; where there
    is none, it comes right after the one before."""

    def __init__(self, histories: tuple[History, ...], seat: int) -> None:
        self._histories = histories
        own = histories[seat] if histories else NOTHING
        self._moments = [
            range(1, len(own)) if history is own else _moments(history, own)
            for history in histories
        ]
        self._masks: dict[int, set[int]] = {}
        for history, moments in zip(histories, self._moments, strict=True):
            for entry, at in zip(history[1:], moments, strict=True):
                if entry >= 0:
                    self._masks.setdefault(at, set()).add(entry)
        self._called: dict[tuple[int, int], int] = {}

    def begin(self) -> None:
        """Nothing has been mixed yet."""
        self._called.clear()

    def mixed(self, at: int, names: Mapping[int, int]) -> None:
        """Now the entry `at` of the seat's own history has been mixed: what pieces are called."""
        for mask in self._masks.get(at, ()):
            self._called[at, mask] = _named(mask, names)

    def told(self, becomes: Mapping[int, int], named: Mapping[int, int]) -> tuple[History, ...]:
        """All histories. What was rolled is called what it has become; in an anchor, what is
        `named` now."""
        return tuple(
            (
                _named(history[0], becomes),
                *[
                    self._called.get((at, entry), entry) if entry >= 0 else ~_named(~entry, named)
                    for entry, at in zip(history[1:], moments, strict=True)
                ],
            )
            for history, moments in zip(self._histories, self._moments, strict=True)
        )


def _named(mask: int, names: Mapping[int, int]) -> int:
    """A mask of what its pieces are called."""
    return mask_of([names.get(x, x) for x in pieces_of(mask)])


def _moments(history: History, own: History) -> list[int]:
    """For each entry of another seat's history, after which of one's own it took place."""
    found: list[int] = []
    at = 0
    for entry in history[1:]:
        if entry >= 0:
            later = [i for i in range(max(at, 1), len(own)) if own[i] >= 0]
            at = next((i for i in later if own[i] == entry), 0) or max(
                [i for i in later if _is_like(own[i], entry)],
                key=lambda i: -(own[i] ^ entry).bit_count(),
                default=at,
            )
        found.append(at)
    return found


def _is_like(mix: int, other: int) -> bool:
    """Whether two mixes have most of their pieces in common."""
    return (mix & other).bit_count() * 2 > (mix | other).bit_count()
