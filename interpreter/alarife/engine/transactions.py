"""What changes a state: moves, draws, shuffles, swaps, turned and rolled faces.

Every function takes the state first and the number of the rule it acts for. A transaction takes
pieces out and puts them in (`moves.contents`), notes who knows them (`moves.sight`) and what was
done (the log), and ends with the `whenever`s of what crossed; those whose name ends with `lawful`
ask the laws of the places touched before that (`moves.settling`), because the rules could not show
that they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.engine.moves.contents import Contents, Raise, insert
from alarife.engine.moves.dealing import dealing
from alarife.engine.moves.lots import Lots
from alarife.engine.moves.settling import Settling
from alarife.engine.moves.sight import Sight
from alarife.engine.moves.trials import Trials
from alarife.engine.tables import BAG, BOX, GRID, PILE, ROW, SET, SPACE, Tables
from alarife.lowering.layout import FORCED, KNOWN, LOC, LOG, MIXED, Slots


def new_transactions(
    tables: Tables, labels: Sequence[int], everybody: int, fault: Raise
) -> Transactions:
    """The transactions of a game, from its tables."""
    contents = Contents(tables, fault)
    return Transactions(
        contents, Sight(contents, everybody), Lots(tables, labels, fault), Settling(contents)
    )


class Transactions:
    """What generated code calls to change a state."""

    def __init__(self, contents: Contents, sight: Sight, lots: Lots, settling: Settling) -> None:
        self.contents, self.sight, self.lots, self.settling = contents, sight, lots, settling
        self.trials = Trials(self.release)
        self.tables = contents.tables
        self.everybody = sight.everybody
        # what is looked at with every move, a step nearer
        self.shape, self.own_slot, self.seen = contents.shape, contents.own_slot, sight.seen
        self.leaves, self.enters = settling.leaves, settling.enters
        self.deal_out = dealing(contents, sight, settling)
        self.singles: list[tuple[int, ...]] = [(x,) for x in range(len(self.tables.twin))]
        """What a line of the log says of a piece that moves alone."""
        self.proven = True
        """Whether the rules show that the laws hold after what is being moved."""
        self.waits = False
        """Whether any `whenever` waits for pieces to cross."""

    def watch(self, place: int, crosses: str, done: Callable[[Slots, int, int], None]) -> None:
        """Let something be done whenever a piece `enters` or `leaves` a place."""
        (self.leaves if crosses == "leaves" else self.enters)[place].append(done)
        self.waits = True

    def release(self, s: Slots) -> None:
        """Whoever has the state now may keep what lies in it; see `alarife.engine.playouts`."""

    # ----------------------------------------------------------------
    # moves
    def move(self, s: Slots, x: int, place: int, rule: int, cell: int | None = None) -> None:
        """Move a piece; to a pile it goes on top."""
        source: int = s[LOC][x]
        if source == place and cell is None:
            return
        if self.seen[place] != self.everybody or s[LOG] is not None:
            self._leaves(s, x, source, place, rule)
        shape, own = self.shape, self.own_slot
        slot = own[source]
        if slot < 0 or shape[source] == GRID:
            self.contents.take_out(s, x)
        elif shape[source] == SPACE:
            s[slot] = None
        else:
            held = s[slot]
            i = held.index(x)
            s[slot] = held[:i] + held[i + 1 :] if i else held[1:]
        slot = own[place]
        if slot < 0 or shape[place] in (GRID, SPACE):
            self.contents.put_in(s, x, place, rule, cell)
        else:
            s[LOC][x] = place
            held = s[slot]
            if shape[place] == ROW or (shape[place] != PILE and (not held or held[-1] < x)):
                s[slot] = (*held, x)
            else:
                s[slot] = (x, *held) if shape[place] == PILE else insert(held, x)
        if self.waits and (self.leaves[source] or self.enters[place]):
            self.settling.cross(s, x, source, place)

    def _leaves(
        self,
        s: Slots,
        x: int,
        source: int,
        place: int,
        rule: int,
        whole: bool = False,
        covered: bool = False,
    ) -> None:
        """Before a piece goes: who knows it from now on, and the log."""
        if self.seen[place] != self.everybody:
            self.sight.goes(s, x, source, place, whole, covered)
        log = s[LOG]
        if log is not None:
            mask = self.sight.who_sees(s, source, x) | self.sight.of(s, place)
            log.extend(("move", rule, self.singles[x], source, place, mask))

    def move_all(self, s: Slots, pieces: Sequence[int], place: int, rule: int) -> None:
        """Move several pieces in one transaction; onto a pile in their order, the first on top."""
        if not pieces:
            return
        if len(pieces) > 2 and self._move_heap(s, pieces, place):
            return
        order = reversed(pieces) if self.shape[place] == PILE else pieces
        whole = self._emptied(s, pieces) if self.seen[place] != self.everybody else set[int]()
        moved: list[tuple[int, int]] = []
        for x in order:
            source: int = s[LOC][x]
            if source == place:
                continue
            self._leaves(s, x, source, place, rule, source in whole)
            self.contents.take_out(s, x)
            self.contents.put_in(s, x, place, rule, None)
            moved.append((x, source))
        self._all_cross(s, moved, place)

    def _all_cross(self, s: Slots, moved: Sequence[tuple[int, int]], place: int) -> None:
        if self.waits:
            self.settling.all_cross(s, moved, place)

    def move_at(
        self, s: Slots, pieces: Sequence[int], place: int, rule: int, at: int | None
    ) -> None:
        """Move pieces to a position of a pile or row, counted from 1 (in a pile from the top), in
        their order; without one, under the pile. What would come after the end comes to it."""
        moved: list[tuple[int, int]] = []
        for x in pieces:
            source: int = s[LOC][x]
            if source != place:
                self._leaves(s, x, source, place, rule, covered=True)
                moved.append((x, source))
            self.contents.take_out(s, x)
            s[LOC][x] = place
        held = self.contents.of(s, place)
        begin = len(held) if at is None else min(max(at - 1, 0), len(held))
        self.contents.keep(s, place, (*held[:begin], *pieces, *held[begin:]))
        self._all_cross(s, moved, place)

    def _emptied(self, s: Slots, pieces: Sequence[int]) -> set[int]:
        """The sets and bags that lose all they hold if these pieces go."""
        gone = set(pieces)
        sources, of, heaps = {s[LOC][x] for x in gone}, self.contents.of, (SET, BAG)
        return {p for p in sources if self.shape[p] in heaps and gone.issuperset(of(s, p))}

    def _move_heap(self, s: Slots, pieces: Sequence[int], place: int) -> bool:
        """Move pieces of one place to another in one go, where neither the log nor anything else
        looks at them one by one; whether that could be."""
        loc = s[LOC]
        source: int = loc[pieces[0]]
        slot, out = self.own_slot[place], self.own_slot[source]
        sight = self.seen[source]
        if (
            s[LOG] is not None
            or source == place
            or slot < 0
            or (out < 0 and source != 0)
            or not isinstance(sight, int)
            or self.sight.top_seen[source]
            or self.shape[source] == GRID or self.shape[place] in (SPACE, GRID) or self.leaves[source] or self.enters[place]  # noqa: E501
        ):  # fmt: skip
            return False
        gone = set(pieces)
        if len(gone) < len(pieces) or {loc[x] for x in pieces} != {source}:
            return False
        if self.seen[place] != self.everybody and (
            (s[MIXED] or self.sight.named is not None)
            if self.shape[place] == BAG
            else self.shape[source] in (SET, BAG) and len(gone) < len(s[out])
        ):
            return False
        known = s[KNOWN]
        if self.shape[place] == BAG:
            for x in pieces:
                known[x] = 0
        elif self.seen[place] != self.everybody:
            for x in pieces:
                known[x] |= sight
        self._shift(s, pieces, gone, source, place)
        return True

    def _shift(
        self, s: Slots, pieces: Sequence[int], gone: set[int] | None, source: int, place: int
    ) -> None:
        """Let pieces of one heap, or of the box, lie in another heap; `gone`: the same as a set, or
        None if they are the whole heap."""
        loc = s[LOC]
        for x in pieces:
            loc[x] = place
        if source:
            out = self.own_slot[source]
            s[out] = () if gone is None else tuple([x for x in s[out] if x not in gone])
        slot, shape = self.own_slot[place], self.shape[place]
        held, more = s[slot], tuple(pieces)
        if shape == ROW:
            s[slot] = held + more
        else:
            s[slot] = more + held if shape == PILE else tuple(sorted(held + more))

    def swap(self, s: Slots, a: int, b: int, rule: int) -> None:
        """Two pieces exchange their places."""
        place_a, place_b = s[LOC][a], s[LOC][b]
        self._leaves(s, a, place_a, place_b, rule)
        self._leaves(s, b, place_b, place_a, rule)
        if place_a == place_b:
            self.contents.exchange(s, place_a, a, b)
            return
        self._replace(s, place_a, a, b)
        self._replace(s, place_b, b, a)
        if self.waits:
            self._swapped(s, a, place_a, b, place_b)

    def _swapped(self, s: Slots, a: int, place_a: int, b: int, place_b: int) -> None:
        """Two pieces have exchanged their places."""
        for x, source, target in sorted(((a, place_a, place_b), (b, place_b, place_a))):
            if self.leaves[source] or self.enters[target]:
                self.settling.cross(s, x, source, target)

    def _replace(self, s: Slots, place: int, old: int, new: int) -> None:
        self.contents.replace(s, place, old, new)

    # ----------------------------------------------------------------
    # the same with laws asked afterwards
    def _lawfully(
        self, s: Slots, places: Sequence[int], rule: int, done: Callable[[], None]
    ) -> None:
        """Do something, and see to the laws of these places afterwards."""
        before, self.proven = self.proven, False
        done()
        self.settling.obey(s, places, rule)
        self.proven = before

    def move_lawful(self, s: Slots, x: int, place: int, rule: int, cell: int | None = None) -> None:
        """Move a piece, and see to the laws of both places."""
        places = (s[LOC][x], place)
        self._lawfully(s, places, rule, lambda: self.move(s, x, place, rule, cell))

    def move_within(self, s: Slots, x: int, place: int, rule: int, cell: int | None = None) -> None:
        """Move a piece to where the law admits it; if it comes from under a law itself, see to the
        laws afterwards."""
        (self.move_lawful if self.tables.law[s[LOC][x]] else self.move)(s, x, place, rule, cell)

    def move_all_lawful(self, s: Slots, pieces: Sequence[int], place: int, rule: int) -> None:
        """Move several pieces, and see to the laws."""
        places = [*map(s[LOC].__getitem__, pieces), place]
        self._lawfully(s, places, rule, lambda: self.move_all(s, pieces, place, rule))

    def move_at_lawful(
        self, s: Slots, pieces: Sequence[int], place: int, rule: int, at: int | None
    ) -> None:
        """Move pieces to a position, and see to the laws."""
        places = [*(s[LOC][x] for x in pieces), place]
        self._lawfully(s, places, rule, lambda: self.move_at(s, pieces, place, rule, at))

    def swap_lawful(self, s: Slots, a: int, b: int, rule: int) -> None:
        """Swap, and see to the laws of both places."""
        places = (s[LOC][a], s[LOC][b])
        self._lawfully(s, places, rule, lambda: self.swap(s, a, b, rule))

    def draw_lawful(
        self,
        s: Slots,
        count: int,
        source: int,
        place: int,
        rule: int,
        label: int,
        cell: int | None = None,
    ) -> None:
        """Draw, and see to the laws of both places."""
        draw = lambda: self.draw(s, count, source, place, rule, label, cell)  # noqa: E731
        self._lawfully(s, (source, place), rule, draw)

    def turn_lawful(
        self, s: Slots, pieces: Sequence[int], value: int, rule: int, face: str | None = None
    ) -> None:
        """Turn, and see to the laws of the places where the pieces lie."""
        self.turn(s, pieces, value, rule, face)
        self.settling.obey(s, [s[LOC][x] for x in pieces], rule)

    def roll_lawful(
        self,
        s: Slots,
        pieces: Sequence[int],
        rule: int,
        label: int,
        faces: Sequence[Sequence[int]],
        face: str | None = None,
    ) -> None:
        """Roll, and see to the laws of the places where the pieces lie."""
        self.roll(s, pieces, rule, label, faces, face)
        self.settling.obey(s, [s[LOC][x] for x in pieces], rule)

    # ----------------------------------------------------------------
    # chance
    def draw(
        self,
        s: Slots,
        count: int,
        source: int,
        place: int,
        rule: int,
        label: int,
        cell: int | None = None,
    ) -> None:
        """Draw up to so many: from the top of a pile or row, blindly from a bag or a set. Where all
        look the same, no chance is needed."""
        slot = self.own_slot[source]
        held: tuple[int, ...] = s[slot] if slot >= 0 else self.contents.of(s, source)
        shape = self.shape[source]
        blind = shape == BAG or (shape in (SET, BOX) and self._differ(held))
        if blind and self.seen[source] != self.everybody:
            self.sight.lose_names(s, held)
        left = count if count < 2 else min(count, len(held))
        while left > 0 and held:
            x = self.lots.pick(s, held, rule, label, True) if blind else held[0]
            self.move(s, x, place, rule, cell)
            left -= 1
            if left:
                held = s[slot] if slot >= 0 else self.contents.of(s, source)

    def _differ(self, held: Sequence[int]) -> bool:
        """Whether these don't all look the same, so that chance decides what is drawn."""
        if not held:
            return False
        twin, face_slot = self.tables.twin, self.tables.face_slot
        return (
            twin[held[0]] != twin[held[-1]]
            or len({twin[x] for x in held}) > 1
            or any(face_slot[x] >= 0 for x in held)
        )

    def shuffle(self, s: Slots, place: int, rule: int, label: int) -> None:
        """Shuffle a pile or row."""
        self.sight.shuffled(s, place)
        self.contents.keep(s, place, self.lots.order(s, self.contents.of(s, place), label))
        log = s[LOG]
        if log is not None:
            log.extend(("shuffle", rule, place))

    def roll(
        self,
        s: Slots,
        pieces: Sequence[int],
        rule: int,
        label: int,
        faces: Sequence[Sequence[int]],
        face: str | None = None,
    ) -> None:
        """Each piece shows a face at random; of one with several faces, each does, or the one that
        is named."""
        several = False
        for x in pieces:
            self.sight.rolled(s, x)
            several = several or self.tables.faces[x] is not None
        if several or s[FORCED] or s[LOG] is not None or self.lots.oracle is not None:
            for x in pieces:
                info = self.tables.faces[x]
                if info is None:
                    self.turn(s, (x,), self.lots.pick(s, faces[x], rule, label), rule, face)
                    continue
                for name in info.faces if face is None else (face,):
                    value = self.lots.pick(s, info.faces[name], rule, label)
                    self.turn(s, (x,), value, rule, name)
        else:
            self.lots.roll(s, pieces, rule, label, faces)

    # ----------------------------------------------------------------
    # faces
    def turn(
        self, s: Slots, pieces: Sequence[int], value: int, rule: int, face: str | None = None
    ) -> None:
        """Let pieces show a value, on the face that is named if they have several."""
        t = self.tables
        for x in pieces:
            slot, at = t.face_slot[x], x - t.face_first[x]
            faces, info = s[slot], t.faces[x]
            if info is not None and face is not None:
                code = info.code({**info.shown(faces[at]), face: value})
            else:
                code = value
            s[slot] = (*faces[:at], code, *faces[at + 1 :])
        log = s[LOG]
        if log is not None and pieces:
            shown = value if face is None else (face, value)
            log.extend(("turn", rule, tuple(pieces), shown))
