"""Graphs and other results that are kept, as generated code makes and asks them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_, itemgetter
from typing import Any, Final, final

from alarife.geometry.grid import Grid
from alarife.graphs import GraphTooLarge, Memory, Network, network_by_centre, network_of
from alarife.lowering.layout import Slots

LONGEST: Final = 400
"""How many links a part of a graph may have in which the longest trail must be searched for."""
MOST_KEPT: Final = 512
"""For how many different arguments results are kept by the slots they depend on."""


def graph_functions(fault: Callable[..., None]) -> dict[str, Any]:
    """What generated code calls. `fault(code, message, rule, hint)` raises."""

    def trail(g: Network) -> int:
        try:
            return g.trail(LONGEST)
        except GraphTooLarge as wrong:
            fault(
                "E0517",
                f"the longest line can't be found: {wrong}",
                -1,
                "Let the graph have fewer links that hang together.",
            )
            raise

    def reach(g: Network, *of: Any) -> tuple[Any, ...]:
        return tuple(sorted(reached(g, *of)))

    return {
        "network": network_of,
        "kept_graph": kept_graph,
        "kept_by_piece": kept_by_piece,
        "by_args": by_args,
        "by_grid": by_grid,
        "by_seat": by_seat,
        "by_slots": by_slots,
        "watched": watched,
        "reached": reached,
        "reach": reach,
        "trail": trail,
        "distance": Network.distance,
        "path": Network.path,
        "parts": Network.parts,
    }


def reached(g: Network, start: Any, most: int | None = None) -> frozenset[Any]:
    """All that can be reached from a node, over at most so many links."""
    return g.reach(start) if most is None else g.within(start, most)


def kept_graph(
    number: int,
    links: Callable[..., tuple[Any, ...]],
    grid: Callable[..., Grid],
    offsets: tuple[int, ...],
    directed: bool,
) -> Callable[..., Network]:
    """A graph over the cells of a grid, kept with the grid and renewed near what has changed.
    `links(s, centre, …)`: those of one centre; `grid(s, …)`; `offsets`: where, seen from a centre,
    a change may alter its links."""

    def asked(s: Slots, *args: Any) -> Network:
        g = grid(s, *args)
        memory: Memory | None = g.graphs
        if memory is None:
            memory = g.graphs = Memory()
        key = (number, *[a for a in args if a is not g])
        found: Network | None = memory.current(key)
        if found is not None:
            return found
        cells = g.cells

        def build() -> Network:
            return network_by_centre({c: links(s, c, *args) for c in cells}, directed)

        def renew(before: Network, changes: tuple[Any, ...]) -> Network:
            most = len(cells) // 2  # renewing a centre takes longer than asking it
            if len(changes) > most:
                return build()
            centres = {c - o for c, _, _ in changes for o in offsets}
            if len(centres) > most:
                return build()
            return before.renewed({c: links(s, c, *args) if c in cells else () for c in centres})

        return memory.ask(key, build, renew)

    return asked


def kept_by_piece(
    links: Callable[..., tuple[Any, ...]],
    grid: Callable[..., Grid],
    faces: tuple[tuple[int, int], ...],
    directed: bool,
) -> Callable[..., Network]:
    """A graph whose links for a cell follow from the cell and the piece on it. `faces`: the slots
    that hold the faces of pieces, and the first piece of each."""

    def shown(s: Slots) -> list[tuple[int, ...]]:
        return [s[slot] for slot, _ in faces]

    def turned(before: list[tuple[int, ...]], now: list[tuple[int, ...]]) -> set[int]:
        """The pieces that show another face."""
        return {
            first + i
            for old, new, (_, first) in zip(before, now, faces, strict=True)
            if old is not new
            for i, (a, b) in enumerate(zip(old, new, strict=True))
            if a != b
        }

    def asked(s: Slots) -> Network:
        g = grid(s)
        memory: Memory | None = g.graphs
        if memory is None:
            memory = g.graphs = Memory()
        now, cells = shown(s), g.cells
        kept = memory.current(asked)
        if kept is not None and all(map(is_, kept[1], now)):
            return kept[0]

        def build() -> Any:
            return network_by_centre({c: links(s, c) for c in cells}, directed), now

        def renew(before: Any, changes: tuple[Any, ...]) -> Any:
            network, earlier = before
            centres = {c for c, _, _ in changes}
            others = turned(earlier, now)
            if others:
                centres.update([c for c, x in cells.items() if x in others])
            if len(centres) > len(cells):
                return build()
            return network.renewed({c: links(s, c) if c in cells else () for c in centres}), now

        if kept is not None:
            return memory.put(asked, renew(kept, ()))[0]
        return memory.ask(asked, build, renew)[0]

    return asked


def by_args(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of its arguments alone: it gives the same result for the same. Tables are filled
    with it before there is a state."""
    known: dict[tuple[Any, ...], Any] = {}

    def of_args(s: Slots | None, *args: Any) -> Any:
        found = known.get(args, known)
        if found is known:
            if len(known) >= MOST_KEPT:
                known.clear()
            found = known[args] = function(s, *args)
        return found

    return of_args


def by_slots(function: Callable[..., Any], slots: tuple[int, ...]) -> Callable[..., Any]:
    """A function of its arguments and of what lies in a few slots: while these hold the same
    objects, it gives the same result. A grid that is changed in place gets another `memo`."""
    if not slots:
        return by_args(function)
    known: dict[tuple[Any, ...], Any] = {}
    boards: list[int] | None = None
    memos: list[Any] = []
    one: Any = None
    other: Any = None
    held: Any = None
    others: Callable[[Slots], Any] = len
    first, last = slots[0], slots[-1]

    def of_two(s: Slots, *args: Any) -> Any:
        nonlocal one, other
        a, b = s[first], s[last]
        if type(a) is Grid:
            a = a.memo
        if type(b) is Grid:
            b = b.memo
        if a is not one or b is not other:
            known.clear()
            one, other = a, b
        elif args in known:
            return known[args]
        return keep(args, function(s, *args))

    def of_several(s: Slots, *args: Any) -> Any:
        nonlocal boards, others, held, memos
        if boards is None:
            boards = [slot for slot in slots if type(s[slot]) is Grid]
            others = reader([slot for slot in slots if slot not in boards])
        now, looked = others(s), [s[slot].memo for slot in boards]
        if now != held or not all(map(is_, looked, memos)):
            known.clear()
            held, memos = now, looked
        elif args in known:
            return known[args]
        return keep(args, function(s, *args))

    def keep(args: tuple[Any, ...], result: Any) -> Any:
        if len(known) >= MOST_KEPT:
            known.clear()
        known[args] = result
        return result

    return of_two if len(slots) < 3 else of_several


def by_grid(function: Callable[[Slots, Grid], Any], slots: tuple[int, ...]) -> Callable[..., Any]:
    """A function of a grid, and of what lies in a few slots: kept with the grid while these hold
    the same objects."""
    read = reader(slots)

    def of_grid(s: Slots, g: Grid) -> Any:
        now = read(s)
        found = g.memo.get(of_grid)
        if found is None or found[0] != now:
            found = g.memo[of_grid] = now, function(s, g)
        return found[1]

    of_grid.anew = function  # type: ignore[attr-defined] # for whoever compares
    return of_grid


def reader(slots: Sequence[int]) -> Callable[[Slots], Any]:
    """What lies in some slots, as a tuple: of these, members that are the same object are equal
    without a look at what is in them."""
    return itemgetter(slots[0], *slots) if slots else len


@final
class Watch:
    """What a seat's last answer was true of: what some slots held, which `read` reads, and a grid,
    by its memo."""

    __slots__ = ("answer", "grid", "known", "memo", "read")

    def __init__(self, slots: Sequence[int], grid: int | None) -> None:
        self.read = reader(slots)
        self.grid = 0 if grid is None else grid
        self.known: object = self
        self.memo: object = self
        self.answer = False


def watched(
    function: Callable[[Slots, int], bool], seats: tuple[tuple[tuple[int, ...], int | None], ...]
) -> Callable[[Slots, int], bool]:
    """A truth about a seat that depends on what lies in some slots, and in one grid or none: the
    last answer for each seat counts while these are the same."""
    of = [Watch(slots, grid) for slots, grid in seats]

    def of_slots(s: Slots, you: int) -> bool:
        seat = of[you]
        now = seat.read(s)
        if now != seat.known:
            seat.answer = function(s, you)
            seat.known = now
        return seat.answer

    def of_grid(s: Slots, you: int) -> bool:
        seat = of[you]
        memo: object = s[seat.grid].memo  # type: ignore[reportUnknownMemberType]
        if memo is not seat.memo or seat.read(s) != seat.known:
            now = seat.read(s)
            seat.answer = function(s, you)
            seat.known, seat.memo = now, memo
        return seat.answer

    ask = of_grid if all(grid is not None for _, grid in seats) else of_slots
    ask.anew = function  # type: ignore[attr-defined] # for whoever compares
    return ask


def by_seat(
    function: Callable[..., Any], seats: tuple[tuple[tuple[int, ...], int], ...]
) -> Callable[..., Any]:
    """A function of a seat and other arguments, which depends on what lies in some slots and in one
    grid: the results for each seat count while these are the same."""
    of: list[tuple[Watch, dict[tuple[Any, ...], Any]]] = [
        (Watch(slots, grid), {}) for slots, grid in seats
    ]

    def of_seat(s: Slots, p: int, *args: Any) -> Any:
        seat, known = of[p]
        memo: object = s[seat.grid].memo  # type: ignore[reportUnknownMemberType]
        now = seat.read(s)
        if memo is not seat.memo or now != seat.known:
            known.clear()
            seat.known, seat.memo = now, memo
        elif args in known:
            return known[args]
        result = function(s, p, *args)
        if len(known) >= MOST_KEPT:
            known.clear()
        known[args] = result
        return result

    of_seat.anew = function  # type: ignore[attr-defined] # for whoever compares
    return of_seat
