"""Who sees which piece, and what they remember of those they don't.

Seats are bits of a mask. Who saw a piece that goes where others can't see it is remembered
(`KNOWN`) until it is shuffled, falls into a bag, or may have left a set unseen; what has become
indistinguishable is remembered, too (`MIXED`), and what players were told (`FACTS`). What always
holds: nobody is thought to know what they can't know, so a state may be imagined for every seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from alarife.engine.hidden import facts
from alarife.engine.hidden.mixing import (
    NOTHING,
    Mixed,
    mask_of,
    with_anchor,
    with_mix,
    with_rolled,
    without,
)
from alarife.engine.moves.contents import Contents
from alarife.engine.tables import BAG, PILE, SET
from alarife.lowering.layout import FACTS, KNOWN, LOC, MIXED, Slots


class Sight:
    """What all seats of one game see and remember."""

    def __init__(self, contents: Contents, everybody: int) -> None:
        n = len(contents.shape)
        self.contents = contents
        self.everybody = everybody
        self.keeps = True
        """Whether what somebody learns is kept."""
        self.seen: list[Callable[[Slots], int] | int] = [everybody] * n
        """By place: the seats that see what lies there."""
        self.top_seen: list[Callable[[Slots], int] | int] = [0] * n
        """By place: the seats that see its top."""
        self.pieces_of_fact: Callable[[facts.Fact], Iterable[int]] = lambda _: ()
        """The pieces that a fact is about; told by the machine."""
        self.named: Callable[[Slots], int] | None = None
        """The pieces that frames and notes name, as bits; None where none can."""
        self._mixed = Mixed()

    # ----------------------------------------------------------------
    # seeing
    def of(self, s: Slots, place: int) -> int:
        """The seats that see all that lies in a place."""
        mask = self.seen[place]
        return mask if isinstance(mask, int) else mask(s)

    def who_sees(self, s: Slots, place: int, x: int) -> int:
        """The seats that see a piece where it lies."""
        mask = self.of(s, place)
        top = self.top_seen[place]
        if top:
            held = self.contents.of(s, place)
            if held and held[0] == x:
                mask |= top if isinstance(top, int) else top(s)
        return mask

    def who_will_see(self, s: Slots, place: int) -> int:
        """The seats that see a piece which comes to a place."""
        top = self.top_seen[place] if self.contents.shape[place] == PILE else 0
        return self.of(s, place) | (top if isinstance(top, int) else top(s))

    # ----------------------------------------------------------------
    # remembering
    def goes(
        self,
        s: Slots,
        x: int,
        source: int,
        target: int,
        whole: bool = False,
        covered: bool = False,
    ) -> None:
        """A piece goes where not everybody sees it; `covered`, if it does not come on top. Which
        piece of a set it is, only those know who see it before or after, unless the whole set
        goes."""
        shape = self.contents.shape
        sight = self.who_sees(s, source, x)
        if shape[target] == BAG:
            knew = sight | s[KNOWN][x]
            s[KNOWN][x] = 0
            if knew and s[MIXED]:
                self._forget(s, 1 << x, knew)
            self.lose_names(s, (x,))
            return
        if shape[source] in (SET, BAG) and not whole:
            both = sight | (0 if covered else self.who_will_see(s, target))
            if both != self.everybody:
                self.mix(s, self.contents.of(s, source), both, 1 << x)
        s[KNOWN][x] |= sight

    def _forget(self, s: Slots, pieces: int, seats: int) -> None:
        """What these seats knew of pieces (as bits) is of no use any more."""
        histories = s[MIXED]
        if self._mixed.of(histories) & pieces:
            s[MIXED] = tuple(
                [without(h, pieces) if seats >> q & 1 else h for q, h in enumerate(histories)]
            )

    def mix(self, s: Slots, pieces: Sequence[int], sight: int, followed: int = 0) -> None:
        """These pieces have changed places among one another, or may have: only the seats in
        `sight` know which is which. What names the `followed` ones, as bits, still does."""
        if len(pieces) < 2:
            return
        known = s[KNOWN]
        whole, some = mask_of(pieces), 0
        for x in pieces:
            some |= known[x]
        histories = list(s[MIXED] or (NOTHING,) * self.everybody.bit_length())
        named: int | None = None
        for q, history in enumerate(histories):
            if sight >> q & 1:
                continue
            if some >> q & 1:
                history = without(history, mask_of([x for x in pieces if known[x] >> q & 1]))  # noqa: PLW2901
            if named is None:
                named = self.named(s) if self.named is not None else 0
            histories[q] = with_mix(with_anchor(history, named, whole & ~followed), whole)
        s[MIXED] = tuple(histories)
        if s[FACTS]:
            facts.forget(s, pieces, sight, self.pieces_of_fact)
        if some & ~sight:
            for x in pieces:
                known[x] &= sight

    def lose_names(self, s: Slots, pieces: Sequence[int]) -> None:
        """Where these pieces lie from now on does not follow from what names them."""
        named = self.named(s) if self.named is not None else 0
        if named and (lost := named & mask_of(pieces)):
            histories = s[MIXED] or (NOTHING,) * self.everybody.bit_length()
            s[MIXED] = tuple([with_anchor(history, named, lost) for history in histories])

    def shuffled(self, s: Slots, place: int) -> None:
        """A pile or row is shuffled: nobody knows its order any more."""
        held = self.contents.of(s, place)
        if self.seen[place] != self.everybody and held:
            s[KNOWN][held[0]] |= self.who_sees(s, place, held[0])
            self.mix(s, held, self.of(s, place))
        for x in held:
            s[KNOWN][x] = 0

    def rolled(self, s: Slots, x: int) -> None:
        """Whoever does not see a piece does not know its face any more."""
        if self.seen[s[LOC][x]] == self.everybody:
            return
        sight = self.who_sees(s, s[LOC][x], x)
        s[KNOWN][x] &= sight
        s[MIXED] = tuple(
            [
                h if sight >> q & 1 else with_rolled(h, 1 << x)
                for q, h in enumerate(s[MIXED] or (NOTHING,) * self.everybody.bit_length())
            ]
        )

    def shown(self, s: Slots, pieces: Sequence[int], mask: int) -> None:
        """These seats know these pieces from now on."""
        for x in pieces:
            s[KNOWN][x] |= mask

    def mask(self, who: Sequence[int]) -> int:
        """Parties as bits; neutral players see nothing."""
        mask = 0
        for p in who:
            mask |= 1 << p
        return mask & self.everybody


class Unwatched(Sight):
    """The same where nobody looks: in playouts. Who sees a piece can be told, nothing is kept."""

    def __init__(self, like: Sight) -> None:
        super().__init__(like.contents, like.everybody)
        self.keeps = False
        self.seen, self.top_seen = like.seen, like.top_seen

    def goes(
        self,
        s: Slots,
        x: int,
        source: int,
        target: int,
        whole: bool = False,
        covered: bool = False,
    ) -> None:
        """Nobody asks who knows it."""

    def mix(self, s: Slots, pieces: Sequence[int], sight: int, followed: int = 0) -> None:
        """Nobody asks what can't be told apart any more."""

    def lose_names(self, s: Slots, pieces: Sequence[int]) -> None:
        """Nobody asks what is named."""

    def shuffled(self, s: Slots, place: int) -> None:
        """Nobody asks who knew its order."""

    def rolled(self, s: Slots, x: int) -> None:
        """Nobody asks who knows its face."""

    def shown(self, s: Slots, pieces: Sequence[int], mask: int) -> None:
        """Nobody asks who knows them."""
