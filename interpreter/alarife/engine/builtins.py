"""The built-in functions as generated code calls them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from alarife import meanings
from alarife.checking.builtins import ROWS
from alarife.checking.world import World
from alarife.engine.budget import MOST_MEMBERS
from alarife.engine.graphs import graph_functions
from alarife.engine.renewing import RenewedGraph
from alarife.engine.tables import GRID, PILE, Tables
from alarife.engine.transactions import Transactions
from alarife.geometry import grid, spots
from alarife.geometry.grid import Grid
from alarife.geometry.kept import kept_functions
from alarife.lowering.layout import KNOWN, LOC, LOG, Slots


class Union:
    """All that are in one or the other. The last answer is kept: an offer asks again and again, and
    what is joined never changes. `overfull` is called if it is too large."""

    __slots__ = ("_last", "_overfull")

    def __init__(self, overfull: Callable[[], None]) -> None:
        self._overfull = overfull
        self._last: tuple[object, object, tuple[Any, ...]] = (None, None, ())

    def __call__(self, a: Iterable[Any], b: Iterable[Any]) -> tuple[Any, ...]:
        """The union of two."""
        last = self._last
        if last[0] is a and last[1] is b:
            return last[2]
        found = meanings.union(a, b)
        if len(found) > MOST_MEMBERS:
            self._overfull()
        self._last = (a, b, found)
        return found


def merging() -> Callable[[tuple[int, ...], tuple[int, ...]], tuple[int, ...]]:
    """The function for the union of two sets that share nothing, in order. The last answer is kept:
    an offer asks again and again, and what is joined never changes."""
    left: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    joined: tuple[int, ...] = ()

    def merged(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
        nonlocal left, right, joined
        if not b:
            return a
        if not a:
            return b
        if a is not left or b is not right:
            left, right, joined = a, b, tuple(sorted(a + b))
        return joined

    return merged


def clamp(n: int | None, low: int | None, high: int | None) -> int | None:
    """Within bounds: what is more is lost."""
    if n is None:
        return None
    if low is not None and n < low:
        return low
    return high if high is not None and n > high else n


def put(held: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """A tuple with one member replaced."""
    found = list(held)
    found[at] = value
    return tuple(found)


def one_or_none(x: int | None) -> tuple[int, ...]:
    """The content of a space as a tuple."""
    return () if x is None else (x,)


def is_gap(g: Grid, c: int) -> bool:
    """Whether a cell is among the gaps of a grid."""
    if g.bounds is not None:
        return grid.is_free(g, c)
    found = g.memo.get("gap set")
    if found is None:
        found = g.memo["gap set"] = frozenset(grid.gaps(g))
    return c in found


def seats(parties: Iterable[int]) -> int:
    """Some parties as bits."""
    mask = 0
    for p in parties:
        mask |= 1 << p
    return mask


def memo(function: Callable[..., Any], number: int) -> Callable[..., Any]:
    """A function of a grid and nothing else of the state: its results are kept on the grid."""

    def remembered(s: Slots | None, g: Grid, *rest: Any) -> Any:
        k = (number, rest)
        found = g.memo.get(k, remembered)
        if found is remembered:
            found = g.memo[k] = function(s, g, *rest)
        return found

    return remembered


def shape_of(g: Grid, six: bool) -> tuple[Any, bool]:
    """What is known of a grid's spots: its bounds, and whether cells have six sides."""
    return g.bounds, six


def log_note(s: Slots, rule: int, note: int, index: int, value: Any) -> None:
    """Tell the log that a note was written."""
    log: Any = s[LOG]
    log.extend(("note", rule, note, index, value))


def answer(s: Slots, answers: list[Any], many: bool) -> tuple[Any, list[Any]]:
    """The first answer, and those that follow."""
    return (meanings.as_set(answers[0]) if many else answers[0]), answers[1:]


def one_in(s: Slots, x: Any, candidates: Sequence[Any]) -> bool:
    """Whether an answer is a candidate."""
    return x in candidates


def all_in(s: Slots, xs: Sequence[Any], candidates: Sequence[Any]) -> bool:
    """Whether all members of an answer are candidates."""
    return all(x in candidates for x in xs)


def _checked_values(n: int, fault: Callable[..., None]) -> dict[str, Any]:
    """What faults for numbers and pieces that no type rules out."""

    def seat(number: int) -> int:
        if not 1 <= number <= n:
            fault(
                "E0511",
                f"there is no seat {number}",
                -1,
                f"Seats go from 1 to {n}; `p.left` goes round.",
            )
        return number - 1

    def key(k: int, low: int, size: int) -> int:
        if not low <= k < low + size:
            fault(
                "E0512",
                f"there is no key {k}; the keys go from {low} to {low + size - 1}",
                -1,
                "Ask first whether it is in range.",
            )
        return k - low

    def within(n: Any, low: int | None, high: int | None) -> Any:
        if n is None or (type(n) is int and clamp(n, low, high) == n):
            return n
        for member in n if meanings.is_many(n) else ():
            within(member, low, high)
        if not meanings.is_many(n):
            span = f"{'' if low is None else low}..{'' if high is None else high}"
            fault(
                "E0509",
                f"{n} is not in the range {span} that was declared",
                -1,
                "Ask first whether it is in range.",
            )
        return n

    def piece(by_fields: dict[tuple[Any, ...], int], fields: tuple[Any, ...]) -> int:
        if fields not in by_fields:
            fault(
                "E0513",
                "there is no piece with these fields",
                -1,
                "Look for one: `first(those x in … where …)`.",
            )
        return by_fields[fields]

    return {"seat": seat, "key": key, "within": within, "piece": piece}


def _checked_cells(fault: Callable[..., None]) -> dict[str, Any]:
    """What faults for cells that no type rules out."""

    def spot(indices: dict[int, int], code: int) -> int:
        if code not in indices:
            x, y = grid.xy(code)
            fault(
                "E0512",
                f"({x}, {y}) is not on the board",
                -1,
                "Ask first, as in `if c is in Cell of board`. What touches something on a board is"
                " `beside(board, c)`, `edges(board, c)`, `corners(board, c)`.",
            )
        return indices[code]

    def cell(x: int, y: int) -> int:
        if -127 < x < 127 and -127 < y < 127:
            return grid.cell(x, y)
        fault(
            "E0503",
            f"the cell ({x}, {y}) is too far away",
            -1,
            "Nothing lies farther than 125 cells from the origin.",
        )
        return 0

    def between(shape: spots.Shape, cells: tuple[int, ...]) -> int:
        found = spots.between(shape[1], cells)
        if found < 0:
            said = ", ".join(str(grid.xy(c)) for c in cells)
            fault("E0519", f"nothing is between {said}: they don't touch", -1)
        return found

    return {"spot": spot, "cell": cell, "between": between}


def _looking(tables: Tables, transactions: Transactions) -> dict[str, Any]:
    """What looks at the state."""

    def height(s: Slots, x: int) -> int:
        place = s[LOC][x]
        if tables.shape[place] != PILE:
            return 1
        held = transactions.contents.of(s, place)
        return len(held) - held.index(x)

    def knows(s: Slots, p: int, x: int) -> bool:
        return bool((transactions.sight.who_sees(s, s[LOC][x], x) | s[KNOWN][x]) >> p & 1)

    def face_or_field(
        s: Slots, x: int, fields: Sequence[Any], shown: Mapping[str, Mapping[int, int]]
    ) -> Any:
        values = shown.get(tables.kind[x])
        if values is None:
            return fields[x]
        return values[s[tables.face_slot[x]][x - tables.face_first[x]]]

    def unlike(s: Slots, options: Sequence[int]) -> tuple[int, ...]:
        """One of those that nothing tells apart: the same look in the same place, but for cells of
        a grid."""
        seen: set[tuple[Any, ...]] = set()
        out: list[int] = []
        loc = s[LOC]
        for x in sorted(options):
            place = loc[x]
            slot = tables.face_slot[x]
            look = (
                (x,)
                if tables.shape[place] == GRID
                else (tables.twin[x], place, s[slot][x - tables.face_first[x]] if slot >= 0 else 0)
            )
            if look not in seen:
                seen.add(look)
                out.append(x)
        return tuple(out)

    def picture(s: Slots, g: Any) -> str:
        """How a grid looks, as a text: equal texts, equal positions."""
        said: list[str] = []
        for c, x in g.items_sorted():
            face = tables.face_slot[int(x)]
            turned = f"/{s[face][x - tables.face_first[x]]}" if face >= 0 else ""
            said.append(f"{c}:{tables.look[x]}{turned}")
        return " ".join(said)

    def box_content(s: Slots) -> Any:
        return transactions.contents.of(s, 0)

    return {
        "height": height,
        "knows": knows,
        "face_or_field": face_or_field,
        "unlike": unlike,
        "picture": picture,
        "box_content": box_content,
    }


def built_ins(
    world: World,
    tables: Tables,
    transactions: Transactions,
    fault: Callable[..., None],
    overfull: Callable[[], None],
) -> dict[str, Any]:
    """Everything that generated code may call besides what changes a state."""
    n = world.players

    given: dict[str, Any] = {
        f.__name__: f
        for f in (
            meanings.nth, meanings.ranked, meanings.ranking_of, meanings.as_set, meanings.settled,
            meanings.minus_set, meanings.div_, meanings.mod_,
            clamp, put, one_or_none, is_gap,
            seats, memo, log_note, answer, one_in, all_in, shape_of,
        )
    }  # fmt: skip
    for row in ROWS:
        if row.meaning is not None:
            given[row.name] = row.meaning
        if row.variant is not None:
            given[row.variant.name] = row.variant.meaning
    given.update(
        union=Union(overfull),
        merged=merging(),
        renewed_graph=RenewedGraph,
        **_checked_values(n, fault),
        **_checked_cells(fault),
        **_looking(tables, transactions),
        **graph_functions(fault),
        **kept_functions(world.piece_count),
        STEP=grid.STEP,
        SIDES_OF=tuple(meanings.sides_of(mask) for mask in range(16)),
        BITS=tuple(mask.bit_count() for mask in range(16)),
        PLAYERS_FROM=tuple(meanings.players_from(p, n) for p in range(n)),
    )
    return given
