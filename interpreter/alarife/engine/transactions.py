"""What changes a state: moves, draws, shuffles, swaps, turned and rolled faces.

Every function takes the state first and the number of the rule it acts for. At the end of a
transaction come the laws of the places touched (only where the rules could not show before that
they hold), then the `whenever`s of what crossed, pieces by id, then by label. Who saw a piece that
goes where others can't see it is remembered (`KNOWN`, bits by seat) until it is shuffled, falls
into a bag, or may have left a set unseen; what has become indistinguishable is remembered, too
(`MIXED`)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from alarife.engine.chance import below, outcome, shuffled
from alarife.engine.faults import Fault, GameEnds
from alarife.engine.hidden import facts
from alarife.engine.hidden.mixing import NOTHING, mask_of, with_mix, with_rolled, without
from alarife.engine.tables import BAG, BOX, GRID, PILE, ROW, SET, SPACE, Tables
from alarife.geometry.grid import Grid, GridTooLarge, not_too_far, on_board, xy
from alarife.lowering.layout import (
    COUNTERS,
    FACTS,
    FORCED,
    KNOWN,
    LOC,
    LOG,
    MIXED,
    ONCE,
    SEED,
    TOGETHER,
)
from alarife.lowering.layout import Slots as State

Raise = Callable[[str, str, int, str], None]


class Transactions:
    """Binds the functions that generated code calls; `names` gives them by name. `fault(code,
    message, rule, hint)` raises."""

    def __init__(self, tables: Tables, labels: Sequence[int], everybody: int, fault: Raise) -> None:
        self.tables = tables
        self.labels = labels
        self.everybody = everybody
        self.pieces_of_fact: Callable[[facts.Fact], Iterable[int]] = lambda _: ()
        """The pieces that a fact is about; told by the machine."""
        self.fault = fault
        n = len(tables.slot)
        self.leaves: list[list[Callable[..., None]]] = [[] for _ in range(n)]
        self.enters: list[list[Callable[..., None]]] = [[] for _ in range(n)]
        self.seen: list[Callable[[State], int] | int] = [everybody] * n
        self.top_seen: list[Callable[[State], int] | int] = [0] * n
        self.shape = tables.shape
        self.own_slot = [
            slot if sub < 0 and shape != BOX else -1
            for slot, sub, shape in zip(tables.slot, tables.sub, tables.shape, strict=True)
        ]
        """By place: the slot that holds its content and nothing else; -1 if there is none."""
        self.oracle: Callable[[Sequence[int], bool], int] | None = None
        """Decides chance in place of the seed (`alarife.engine.outcomes`)."""
        self.laws: dict[str, Callable[[State, Grid], bool]] = {}
        self.broken: dict[str, Callable[..., list[str]]] = {}

    def release(self, s: State) -> None:
        """Whoever has the state now may keep what lies in it; see `alarife.engine.playouts`."""

    # ----------------------------------------------------------------
    # contents
    def content(self, s: State, place: int) -> Any:
        """What lies in an instance of a place, as it is kept."""
        t = self.tables
        if t.shape[place] == BOX:
            loc = s[LOC]
            return tuple([x for x in range(len(loc)) if loc[x] == 0])
        held = s[t.slot[place]]
        return held if t.sub[place] < 0 else held[t.sub[place]]

    def pieces_in(self, s: State, place: int) -> tuple[int, ...]:
        """The pieces in an instance of a place; of a grid in the order of cells."""
        held = self.content(s, place)
        shape = self.tables.shape[place]
        if shape == SPACE:
            return () if held is None else (held,)
        if shape == GRID:
            return tuple([p for _, p in held.items_sorted()])
        return held

    def keep(self, s: State, place: int, held: Any) -> None:
        """Put back what lies in an instance of a place."""
        t = self.tables
        sub = t.sub[place]
        if sub < 0:
            s[t.slot[place]] = held
        else:
            whole = s[t.slot[place]]
            s[t.slot[place]] = (*whole[:sub], held, *whole[sub + 1 :])

    def take_out(self, s: State, x: int) -> None:
        """Take a piece out of where it lies."""
        place: int = s[LOC][x]
        slot = self.own_slot[place]
        shape = self.shape[place]
        if shape == BOX:
            return
        held = s[slot] if slot >= 0 else self.content(s, place)
        if shape == SPACE:
            rest: Any = None
        elif shape == GRID:
            rest = held.take(held.where(x))
        else:
            i = held.index(x)
            rest = held[:i] + held[i + 1 :] if i else held[1:]
        if slot >= 0:
            s[slot] = rest
        else:
            self.keep(s, place, rest)

    def put_in(self, s: State, x: int, place: int, rule: int, cell: int | None) -> None:
        """Put a piece into a place."""
        s[LOC][x] = place
        slot = self.own_slot[place]
        shape = self.shape[place]
        if shape == BOX:
            return
        held = s[slot] if slot >= 0 else self.content(s, place)
        if shape == SPACE:
            if held is not None:
                self._second_piece(place, rule)
            more: Any = x
        elif shape == GRID:
            self.room(held, place, rule, cell)
            assert cell is not None
            more = held.lay(cell, x)
        elif shape == ROW:
            more = (*held, x)
        elif shape == PILE:
            more = (x, *held)
        else:
            more = insert(held, x)
        if slot >= 0:
            s[slot] = more
        else:
            self.keep(s, place, more)

    def _second_piece(self, place: int, rule: int) -> None:
        self.fault(
            "E0501",
            f"a second piece would come to lie in `{self.tables.name[place]}`, which holds one",
            rule,
            "Ask first whether it is empty.",
        )

    def room(self, g: Grid, place: int, rule: int, cell: int | None) -> None:
        """A fault unless there is room on this cell for a piece."""
        assert cell is not None
        if cell in g.cells:
            self.fault(
                "E0501",
                f"a second piece would come to lie on a cell of `{self.tables.name[place]}`",
                rule,
                "Ask first whether it is empty.",
            )
        if g.bounds is not None and not on_board(g.bounds, cell):
            column, row = xy(cell)
            self.fault(
                "E0502",
                f"there is no cell ({column}, {row}) in `{self.tables.name[place]}`",
                rule,
                "Its free cells are `gaps(…)`.",
            )
        try:
            not_too_far(cell)
        except GridTooLarge as wrong:
            self.fault(
                "E0503",
                f"`{self.tables.name[place]}` grows too large: {wrong}",
                rule,
                "Let a law say how far apart pieces may lie.",
            )
            raise

    # ----------------------------------------------------------------
    # knowledge
    def who_sees(self, s: State, place: int, x: int) -> int:
        """The seats that see a piece where it lies, as bits."""
        mask = self.seen[place]
        if not isinstance(mask, int):
            mask = mask(s)
        top = self.top_seen[place]
        if top:
            held = self.content(s, place)
            if held and held[0] == x:
                mask |= top if isinstance(top, int) else top(s)
        return mask

    def who_will_see(self, s: State, place: int) -> int:
        """The seats that see a piece which comes to a place, as bits."""
        mask = self.seen[place]
        if not isinstance(mask, int):
            mask = mask(s)
        top = self.top_seen[place] if self.shape[place] == PILE else 0
        return mask | (top if isinstance(top, int) else top(s))

    def _remember(
        self,
        s: State,
        x: int,
        source: int,
        target: int,
        whole: bool = False,
        covered: bool = False,
    ) -> None:
        """A piece goes where not everybody sees it; `covered`, if it does not come on top. Which
        piece of a set it is, only those know who see it before or after, unless the whole set
        goes."""
        sight = self.who_sees(s, source, x)
        if self.shape[target] == BAG:
            knew = sight | s[KNOWN][x]
            s[KNOWN][x] = 0
            if knew and s[MIXED]:
                self._forget(s, 1 << x, knew)
            return
        if self.shape[source] in (SET, BAG) and not whole:
            both = sight | (0 if covered else self.who_will_see(s, target))
            if both != self.everybody:
                self.mix(s, self.content(s, source), both)
        s[KNOWN][x] |= sight

    def _forget(self, s: State, pieces: int, seats: int) -> None:
        """What these seats knew of pieces (as bits) is of no use any more."""
        s[MIXED] = tuple(
            [without(h, pieces) if seats >> q & 1 else h for q, h in enumerate(s[MIXED])]
        )

    def mix(self, s: State, pieces: Sequence[int], sight: int) -> None:
        """These pieces have changed places among one another, or may have: only the seats in
        `sight` know which is which."""
        if len(pieces) < 2:
            return
        known = s[KNOWN]
        whole, some = mask_of(pieces), 0
        for x in pieces:
            some |= known[x]
        histories = list(s[MIXED] or (NOTHING,) * self.everybody.bit_length())
        for q, history in enumerate(histories):
            if sight >> q & 1:
                continue
            if some >> q & 1:
                history = without(history, mask_of([x for x in pieces if known[x] >> q & 1]))  # noqa: PLW2901
            histories[q] = with_mix(history, whole)
        s[MIXED] = tuple(histories)
        if s[FACTS]:
            facts.forget(s, pieces, sight, self.pieces_of_fact)
        if some & ~sight:
            for x in pieces:
                known[x] &= sight

    # ----------------------------------------------------------------
    # moves
    def move(self, s: State, x: int, place: int, rule: int, cell: int | None = None) -> None:
        """Move a piece; to a pile it goes on top."""
        source: int = s[LOC][x]
        if source == place and cell is None:
            return
        if self.seen[place] != self.everybody:
            self._remember(s, x, source, place)
        if s[LOG] is not None:
            self._log_move(s, rule, (x,), source, place)
        shape, own = self.shape, self.own_slot
        slot = own[source]
        if slot < 0 or shape[source] == GRID:
            self.take_out(s, x)
        elif shape[source] == SPACE:
            s[slot] = None
        else:
            held = s[slot]
            i = held.index(x)
            s[slot] = held[:i] + held[i + 1 :] if i else held[1:]
        slot = own[place]
        if slot < 0 or shape[place] in (GRID, SPACE):
            self.put_in(s, x, place, rule, cell)
        else:
            s[LOC][x] = place
            held = s[slot]
            if shape[place] == ROW or (shape[place] != PILE and (not held or held[-1] < x)):
                s[slot] = (*held, x)
            else:
                s[slot] = (x, *held) if shape[place] == PILE else insert(held, x)
        if self.leaves[source] or self.enters[place]:
            self._cross(s, x, source, place)

    def move_all(self, s: State, pieces: Sequence[int], place: int, rule: int) -> None:
        """Move several pieces in one transaction; onto a pile in their order, the first on top."""
        if not pieces:
            return
        if len(pieces) > 2 and self._move_heap(s, pieces, place):
            return
        order = reversed(pieces) if self.tables.shape[place] == PILE else pieces
        whole = self._emptied(s, pieces) if self.seen[place] != self.everybody else set[int]()
        moved: list[tuple[int, int]] = []
        for x in order:
            source: int = s[LOC][x]
            if source == place:
                continue
            if self.seen[place] != self.everybody:
                self._remember(s, x, source, place, source in whole)
            if s[LOG] is not None:
                self._log_move(s, rule, (x,), source, place)
            self.take_out(s, x)
            self.put_in(s, x, place, rule, None)
            moved.append((x, source))
        leaves, enters = self.leaves, self.enters[place]
        for _, left in moved:
            if enters or leaves[left]:
                for x, source in sorted(moved):
                    if leaves[source] or enters:
                        self._cross(s, x, source, place)
                return

    def move_at(
        self, s: State, pieces: Sequence[int], place: int, rule: int, at: int | None
    ) -> None:
        """Move pieces to a position of a pile or row, counted from 1 (in a pile from the top), in
        their order; without one, under the pile. What would come after the end comes to it."""
        moved: list[tuple[int, int]] = []
        for x in pieces:
            source: int = s[LOC][x]
            if source != place:
                if self.seen[place] != self.everybody:
                    self._remember(s, x, source, place, covered=True)
                if s[LOG] is not None:
                    self._log_move(s, rule, (x,), source, place)
                moved.append((x, source))
            self.take_out(s, x)
            s[LOC][x] = place
        held = self.content(s, place)
        begin = len(held) if at is None else min(max(at - 1, 0), len(held))
        self.keep(s, place, (*held[:begin], *pieces, *held[begin:]))
        for x, source in sorted(moved):
            if self.leaves[source] or self.enters[place]:
                self._cross(s, x, source, place)

    def move_at_lawful(
        self, s: State, pieces: Sequence[int], place: int, rule: int, at: int | None
    ) -> None:
        """The same, and see to the laws afterwards."""
        sources = [s[LOC][x] for x in pieces]
        self.move_at(s, pieces, place, rule, at)
        self._obey(s, (*sources, place), rule)

    def _emptied(self, s: State, pieces: Sequence[int]) -> set[int]:
        """The sets and bags that lose all they hold if these pieces go."""
        gone = set(pieces)
        sources = {s[LOC][x] for x in gone}
        return {
            p
            for p in sources
            if self.shape[p] in (SET, BAG) and gone.issuperset(self.content(s, p))
        }

    def _move_heap(self, s: State, pieces: Sequence[int], place: int) -> bool:
        """Move pieces of one place to another in one go, where neither the log nor anything else
        looks at them one by one."""
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
            or self.top_seen[source]
            or self.shape[source] == GRID or self.shape[place] in (SPACE, GRID) or self.leaves[source] or self.enters[place]  # noqa: E501
        ):  # fmt: skip
            return False
        gone = set(pieces)
        if len(gone) < len(pieces) or {loc[x] for x in pieces} != {source}:
            return False
        if self.seen[place] != self.everybody and (
            s[MIXED]
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
        for x in pieces:
            loc[x] = place
        if out >= 0:
            s[out] = tuple([x for x in s[out] if x not in gone])
        held, more = s[slot], tuple(pieces)
        shape = self.shape[place]
        s[slot] = (
            held + more
            if shape == ROW
            else more + held
            if shape == PILE
            else tuple(sorted(held + more))
        )
        return True

    def move_lawful(self, s: State, x: int, place: int, rule: int, cell: int | None = None) -> None:
        """Move a piece, and see to the laws of both places afterwards."""
        source: int = s[LOC][x]
        self.move(s, x, place, rule, cell)
        self._obey(s, (source, place), rule)

    def move_within(self, s: State, x: int, place: int, rule: int, cell: int | None = None) -> None:
        """Move a piece to where the law admits it; if it comes from under a law itself, see to the
        laws afterwards."""
        (self.move_lawful if self.tables.law[s[LOC][x]] else self.move)(s, x, place, rule, cell)

    def move_all_lawful(self, s: State, pieces: Sequence[int], place: int, rule: int) -> None:
        """Move several pieces, and see to the laws afterwards."""
        sources = [s[LOC][x] for x in pieces]
        self.move_all(s, pieces, place, rule)
        self._obey(s, (*sources, place), rule)

    def swap(self, s: State, a: int, b: int, rule: int) -> None:
        """Two pieces exchange their places."""
        place_a, place_b = s[LOC][a], s[LOC][b]
        for x, source, target in ((a, place_a, place_b), (b, place_b, place_a)):
            if self.seen[target] != self.everybody:
                self._remember(s, x, source, target)
            if s[LOG] is not None:
                self._log_move(s, rule, (x,), source, target)
        if place_a == place_b:
            self._exchange(s, place_a, a, b)
        else:
            self._replace(s, place_a, a, b)
            self._replace(s, place_b, b, a)
            for x, source, target in sorted(((a, place_a, place_b), (b, place_b, place_a))):
                if self.leaves[source] or self.enters[target]:
                    self._cross(s, x, source, target)

    def swap_lawful(self, s: State, a: int, b: int, rule: int) -> None:
        """Swap, and see to the laws afterwards."""
        places = (s[LOC][a], s[LOC][b])
        self.swap(s, a, b, rule)
        self._obey(s, places, rule)

    def _replace(self, s: State, place: int, old: int, new: int) -> None:
        s[LOC][new] = place
        shape = self.tables.shape[place]
        if shape == BOX:
            return
        held = self.content(s, place)
        if shape == SPACE:
            self.keep(s, place, new)
        elif shape == GRID:
            cell = held.where(old)
            self.keep(s, place, held.swap(cell, new))
        elif shape in (SET, BAG):
            i = held.index(old)
            self.keep(s, place, insert(held[:i] + held[i + 1 :], new))
        else:
            self.keep(s, place, tuple([new if x == old else x for x in held]))

    def _exchange(self, s: State, place: int, a: int, b: int) -> None:
        """Two pieces of one place exchange where they lie in it; a set has no such thing."""
        held = self.content(s, place)
        if self.shape[place] == GRID:
            self.keep(s, place, held.swap(held.where(a), b).swap(held.where(b), a))
        elif self.shape[place] in (ROW, PILE):
            other = {a: b, b: a}
            self.keep(s, place, tuple([other.get(x, x) for x in held]))

    def _cross(self, s: State, x: int, source: int, place: int) -> None:
        if source == place:
            return
        open_ = s[TOGETHER]
        if open_ is not None:
            depth, waiting, touched = open_
            s[TOGETHER] = (depth, (*waiting, (x, source, place)), touched)
            return
        for function in self.leaves[source]:
            function(s, x, source)
        for function in self.enters[place]:
            function(s, x, place)

    def together_begins(self, s: State) -> None:
        """Until it ends, several changes are one transaction. What is open stands in the state: how
        deep, what has crossed, which places a law may be asked about."""
        depth, waiting, touched = s[TOGETHER] or (0, (), ())
        s[TOGETHER] = (depth + 1, waiting, touched)

    def together_ends(self, s: State, rule: int) -> None:
        """Now the laws and the `whenever`s of all that was done together."""
        open_ = s[TOGETHER]
        assert open_ is not None
        depth, waiting, touched = open_
        if depth > 1:
            s[TOGETHER] = (depth - 1, waiting, touched)
            return
        s[TOGETHER] = None
        self._obey(s, touched, rule)
        for x, source, place in sorted(waiting):
            self._cross(s, x, source, place)

    def _obey(self, s: State, places: Sequence[int], rule: int) -> None:
        open_ = s[TOGETHER]
        if open_ is not None:
            depth, waiting, touched = open_
            s[TOGETHER] = (depth, waiting, (*touched, *places))
            return
        for place in sorted(set(places)):
            law = self.tables.law[place]
            if law and not self.laws[law](s, self.content(s, place)):
                self._break(place, law, self.broken[law](s, self.content(s, place)), rule)

    def begins(self, s: State, empty: State) -> None:
        """What lies somewhere from the beginning obeys the laws, too."""
        for place, law in enumerate(self.tables.law):
            if not law:
                continue
            held = self.content(s, place)
            if held != self.content(empty, place) and not self.laws[law](s, held):
                hint = "Correct what the place is `starting with`."
                self._break(place, law, self.broken[law](s, held), -1, hint)

    def _break(
        self,
        place: int,
        law: str,
        broken: Sequence[str],
        rule: int,
        hint: str = "Let the choice before it decide what is moved where: then only what the law"
        " allows is offered.",
    ) -> None:
        said = " and ".join(f"`{name}`" for name in broken)
        how = "does not obey" if rule < 0 else "no longer obeys"
        try:
            self.fault(
                "E0504",
                f"`{self.tables.name[place]}` {how} the law `{law}`: this breaks {said}",
                rule,
                hint,
            )
        except Fault as fault:
            fault.broken = tuple(broken)
            raise

    def ends(self, s: State, rule: int) -> None:
        """The end of the game; laws hold there, too."""
        open_ = s[TOGETHER]
        if open_ is not None:
            s[TOGETHER] = None
            self._obey(s, open_[2], rule)
        s[ONCE] = None
        raise GameEnds

    # ----------------------------------------------------------------
    # trying out
    def rehearse(self, s: State, effect: Callable[..., None], args: tuple[Any, ...]) -> bool:
        """Whether an effect, tried out on a copy, leaves all laws standing."""
        return not self.broken_by_effect(s, effect, args)

    def holds_after(
        self,
        s: State,
        effect: Callable[..., None],
        given: tuple[Any, ...],
        test: Callable[..., bool],
        asked: tuple[Any, ...],
    ) -> bool:
        """Whether a rule holds after an effect, tried out on a copy. What fails in the effect is
        not told here, nor are laws that it breaks: they are asked by themselves."""
        t = self.tried(s)
        try:
            effect(t, *given)
        except GameEnds:
            pass
        except Fault:
            return True
        return test(t, *asked)

    def tried(self, s: State) -> State:
        """A copy to try something out on."""
        t = s[:]
        t[LOC], t[KNOWN], t[LOG] = s[LOC][:], s[KNOWN][:], None
        return t

    def broken_by_effect(
        self, s: State, effect: Callable[..., None], args: tuple[Any, ...]
    ) -> tuple[str, ...]:
        """The rules of laws that an effect would break. What else may go wrong in it is not told
        here: it is when it is done."""
        t = self.tried(s)
        try:
            effect(t, *args)
        except GameEnds:
            return ()
        except Fault as fault:
            return fault.broken
        return ()

    # ----------------------------------------------------------------
    # chance
    def chance(self, s: State, label: int) -> int:
        """The next 64 bits of a declaration."""
        counters = list(s[COUNTERS])
        counters[label] = n = counters[label] + 1
        s[COUNTERS] = tuple(counters)
        return outcome(s[SEED], self.labels[label], n)

    def _fixed(self, s: State, among: Sequence[int], blindly: bool) -> int | None:
        """The next outcome that an example has fixed, if it is among these; `blindly` says that
        these are pieces."""
        forced = s[FORCED]
        if forced:
            look = self.tables.look
            wanted = forced[0]
            pieces = isinstance(wanted, tuple)
            if blindly and not pieces:
                return None
            for x in among:
                if look[x] == wanted[0] if pieces else x == wanted:
                    s[FORCED] = forced[1:]
                    return x
        return None

    def pick(
        self, s: State, among: Sequence[int], rule: int, label: int, blindly: bool = False
    ) -> int:
        """One of these at random; `blindly` for a piece out of a bag."""
        if not among:
            self.fault(
                "E0505",
                "something is picked at random from nothing",
                rule,
                "Ask first whether there is something.",
            )
        if self.oracle is not None:
            self.chance(s, label)
            return self.oracle(among, blindly)
        fixed = self._fixed(s, among, blindly) if s[FORCED] else None
        return among[below(self.chance(s, label), len(among))] if fixed is None else fixed

    def draw(
        self,
        s: State,
        count: int,
        source: int,
        place: int,
        rule: int,
        label: int,
        cell: int | None = None,
    ) -> None:
        """Draw up to so many: from the top of a pile or row, blindly from a bag or a set. Where all
        look the same, no chance is needed."""
        blind = self.shape[source] in (BAG, SET, BOX)
        slot = self.own_slot[source]
        if self.shape[source] != BAG and blind:
            twin = self.tables.twin
            held: tuple[int, ...] = s[slot] if slot >= 0 else self.content(s, source)
            blind = len({twin[x] for x in held}) > 1 or any(
                self.tables.face_slot[x] >= 0 for x in held
            )
        for _ in range(min(count, len(s[slot] if slot >= 0 else self.content(s, source)))):
            held = s[slot] if slot >= 0 else self.content(s, source)
            if not held:
                return
            self.move(
                s, self.pick(s, held, rule, label, True) if blind else held[0], place, rule, cell
            )

    def draw_lawful(
        self,
        s: State,
        count: int,
        source: int,
        place: int,
        rule: int,
        label: int,
        cell: int | None = None,
    ) -> None:
        """Draw, and see to the law afterwards."""
        self.draw(s, count, source, place, rule, label, cell)
        self._obey(s, (source, place), rule)

    def shuffle(self, s: State, place: int, rule: int, label: int) -> None:
        """Shuffle a pile or row: nobody knows its order any more."""
        held = self.content(s, place)
        sight = self.seen[place]
        if sight != self.everybody and held:
            s[KNOWN][held[0]] |= self.who_sees(s, place, held[0])
            self.mix(s, held, sight if isinstance(sight, int) else sight(s))
        for x in held:
            s[KNOWN][x] = 0
        order = shuffled(held, self.chance(s, label))
        if self.oracle is not None:
            left, order = list(held), ()
            while left:
                x = self.oracle(left, True)
                left.remove(x)
                order = (*order, x)
        forced = s[FORCED]
        if forced:
            look = self.tables.look
            on_top: list[int] = []
            for wanted in forced:
                x = next(
                    (
                        x
                        for x in order
                        if isinstance(wanted, tuple) and x not in on_top and look[x] == wanted[0]
                    ),
                    None,
                )
                if x is None:
                    break
                on_top.append(x)
            s[FORCED] = forced[len(on_top) :]
            order = (*on_top, *[x for x in order if x not in on_top])
        self.keep(s, place, order)
        if s[LOG] is not None:
            s[LOG] = (("shuffle", rule, place), s[LOG])

    # ----------------------------------------------------------------
    # faces and knowledge
    def turn(self, s: State, pieces: Sequence[int], face: int, rule: int) -> None:
        """Give pieces another face."""
        t = self.tables
        for x in pieces:
            slot, at = t.face_slot[x], x - t.face_first[x]
            faces = s[slot]
            s[slot] = (*faces[:at], face, *faces[at + 1 :])
        if s[LOG] is not None and pieces:
            s[LOG] = (("turn", rule, tuple(pieces), face), s[LOG])

    def turn_lawful(self, s: State, pieces: Sequence[int], face: int, rule: int) -> None:
        """Turn, and see to the laws of the places where the pieces lie."""
        self.turn(s, pieces, face, rule)
        self._obey(s, [s[LOC][x] for x in pieces], rule)

    def roll(
        self, s: State, pieces: Sequence[int], rule: int, label: int, faces: Sequence[Sequence[int]]
    ) -> None:
        """Each piece shows a face at random."""
        for x in pieces:
            if self.seen[s[LOC][x]] != self.everybody:
                self._rolled(s, x)
        if s[FORCED] or s[LOG] is not None or self.oracle is not None:
            for x in pieces:
                self.turn(s, (x,), self.pick(s, faces[x], rule, label), rule)
            return
        t = self.tables  # the same in one go
        counters, shown = (
            list(s[COUNTERS]),
            {slot: list(s[slot]) for slot in {t.face_slot[x] for x in pieces}},
        )
        seed, key, count = s[SEED], self.labels[label], counters[label]
        for x in pieces:
            count += 1
            among = faces[x]
            if not among:
                self.pick(s, among, rule, label)
            shown[t.face_slot[x]][x - t.face_first[x]] = among[
                below(outcome(seed, key, count), len(among))
            ]
        counters[label] = count
        s[COUNTERS] = tuple(counters)
        for slot, held in shown.items():
            s[slot] = tuple(held)

    def _rolled(self, s: State, x: int) -> None:
        """Whoever does not see a piece does not know its face any more."""
        sight = self.who_sees(s, s[LOC][x], x)
        s[KNOWN][x] &= sight
        s[MIXED] = tuple(
            [
                h if sight >> q & 1 else with_rolled(h, 1 << x)
                for q, h in enumerate(s[MIXED] or (NOTHING,) * self.everybody.bit_length())
            ]
        )

    def roll_lawful(
        self, s: State, pieces: Sequence[int], rule: int, label: int, faces: Sequence[Sequence[int]]
    ) -> None:
        """Roll, and see to the laws of the places where the pieces lie."""
        self.roll(s, pieces, rule, label, faces)
        self._obey(s, [s[LOC][x] for x in pieces], rule)

    def show(self, s: State, pieces: Sequence[int], who: Sequence[int], rule: int) -> None:
        """These parties know these pieces from now on."""
        mask = 0
        for p in who:
            mask |= 1 << p
        mask &= self.everybody
        for x in pieces:
            s[KNOWN][x] |= mask
        if s[LOG] is not None:
            s[LOG] = (("show", rule, tuple(pieces), mask), s[LOG])

    def once_begins(self, s: State, step: int, given: tuple[Any, ...]) -> bool:
        """Whether a step has not been done with these in what is going on; then it is now."""
        depth, done = s[ONCE] or (0, frozenset[tuple[Any, ...]]())
        if (step, *given) in done:
            return False
        s[ONCE] = (depth + 1, done | {(step, *given)})
        return True

    def once_ends(self, s: State) -> None:
        """The step is done; when the first of them is, all may be done again."""
        begun = s[ONCE]
        assert begun is not None
        depth, done = begun
        s[ONCE] = (depth - 1, done) if depth > 1 else None

    def tell(
        self,
        s: State,
        fact: int,
        function: Callable[..., Any],
        given: tuple[Any, ...],
        who: Sequence[int],
        rule: int,
    ) -> None:
        """These parties know the answer to a question from now on."""
        mask = 0
        for p in who:
            mask |= 1 << p
        mask &= self.everybody
        answer = facts.tell(s, fact, function, given, mask)
        if s[LOG] is not None:
            s[LOG] = (("tell", rule, fact, given, answer, mask), s[LOG])

    # ----------------------------------------------------------------
    # the log
    def _log_move(
        self, s: State, rule: int, pieces: tuple[int, ...], source: int, place: int
    ) -> None:
        """Called before the move, so that who sees the piece where it lies can be told; who sees it
        afterwards follows from the place."""
        mask = self.who_sees(s, source, pieces[0])
        seen = self.seen[place]
        mask |= seen if isinstance(seen, int) else seen(s)
        s[LOG] = (("move", rule, pieces, source, place, mask), s[LOG])


def insert(held: tuple[int, ...], x: int) -> tuple[int, ...]:
    """A set, kept in the order of ids, with one more."""
    if not held or held[-1] < x:
        return (*held, x)
    i = bisect_left(held, x)
    return (*held[:i], x, *held[i:])
