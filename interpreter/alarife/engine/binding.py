"""What generated code calls: the engine's functions by the names that lowering gives them."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any

from alarife.code.functions import HOLDING
from alarife.engine.laws.guards import QUESTIONS, GuardedBook, book_of, question_of
from alarife.engine.laws.laws import LawSource
from alarife.engine.laws.places import Book, Laws
from alarife.engine.moves.contents import insert
from alarife.engine.moves.once import once_begins, once_ends
from alarife.engine.moves.telling import Telling
from alarife.engine.sets.choices import (
    Plan,
    SetChoices,
    next_with_maximum,
    next_with_minimum,
    positions,
)
from alarife.engine.sets.sized import next_sized, sized_exists
from alarife.engine.transactions import Transactions
from alarife.geometry.grid import Grid
from alarife.lowering.layout import Slots
from alarife.lowering.lower import Lowered

PYTHON = {
    "range": range,
    "sorted": sorted,
    "len": len,
    "set": set,
    "tuple": tuple,
    "max": max,
    "min": min,
    "sum": sum,
}
"""The built-in functions of Python that generated code may call."""


def bound_moves(t: Transactions, faces: Sequence[Sequence[int]]) -> dict[str, Any]:
    """What changes a state."""

    def roll(
        s: Slots, pieces: Sequence[int], rule: int, label: int, face: str | None = None
    ) -> None:
        t.roll(s, pieces, rule, label, faces, face)

    def roll_lawful(
        s: Slots, pieces: Sequence[int], rule: int, label: int, face: str | None = None
    ) -> None:
        t.roll_lawful(s, pieces, rule, label, faces, face)

    telling = Telling(t.sight)
    return {
        "insert": insert,
        "HOLDING": HOLDING,
        "move": t.move,
        "move_all": t.move_all,
        "move_at": t.move_at,
        "move_at_lawful": t.move_at_lawful,
        "move_lawful": t.move_lawful,
        "move_within": t.move_within,
        "move_all_lawful": t.move_all_lawful,
        "swap": t.swap,
        "swap_lawful": t.swap_lawful,
        "draw": t.draw,
        "deal_out": t.deal_out,
        "draw_lawful": t.draw_lawful,
        "pick": t.lots.pick,
        "shuffle": t.shuffle,
        "turn": t.turn,
        "turn_lawful": t.turn_lawful,
        "rehearse": t.trials.rehearse,
        "broken_by_effect": t.trials.broken_by_effect,
        "holds_after": t.trials.holds_after,
        "roll": roll,
        "roll_lawful": roll_lawful,
        "show": telling.show,
        "tell": telling.tell,
        "once_begins": once_begins,
        "once_ends": once_ends,
        "ends": t.settling.ends,
        "together_begins": t.settling.together_begins,
        "together_ends": t.settling.together_ends,
    }


def bound_sets(sets: SetChoices) -> dict[str, Any]:
    """What is asked about sets that are chosen piece by piece."""
    return {
        "arranged": sets.arranged,
        "arranged_here": sets.arranged_here,
        "positions": positions,
        "set_plan": sets.plan,
        "set_next": sets.following,
        "set_next_members": sets.next_members,
        "next_with_minimum": next_with_minimum,
        "next_with_maximum": next_with_maximum,
        "next_exact": sets.next_exact,
        "set_reaches": sets.reaches,
        "next_sized": next_sized,
        "sized_exists": sized_exists,
        "set_exists": Plan.exists,
    }


def bound_laws(laws: Laws) -> dict[str, Any]:
    """What is asked about pieces wherever they lie."""

    def overlay_lay(g: Grid, cell: int, x: int) -> Grid:
        return g.lay(cell, x) if cell not in g.cells else g.swap(cell, x)

    return {
        "may_leave": laws.may_leave,
        "may_swap": laws.may_swap,
        "broken_by_leaving": laws.broken_by_leaving,
        "broken_by_swap": laws.broken_by_swap,
        "LAWLESS": bytes(law is None for law in laws.law_of),
        "overlay_lay": overlay_lay,
    }


def law_book(law: LawSource, layer: str) -> tuple[Book, dict[str, Callable[..., Any]]]:
    """The book of a law, and the questions about it by the names that offers ask them under."""
    name = law.form.name
    if law.form.variants:
        guarded = GuardedBook(law)
        guarded.use(layer)
        return guarded, {f"{asked}·{name}": guarded.question(asked) for asked in QUESTIONS}
    book = book_of(law)
    book.use(layer)
    return book, {f"{asked}·{name}": question_of(book, asked) for asked in QUESTIONS}


def text_of(lowered: Lowered, playing: bool) -> str:
    """The generated text, or that for playouts."""
    return lowered.playouts if playing and lowered.playouts else lowered.source


def compiled(lowered: Lowered, playing: bool = False) -> CodeType | list[str]:
    """The generated text, or that for playouts, compiled; or, where too much in it is nested, the
    names of the functions from the one on in which that is so (helpers stand before what they
    serve)."""
    if lowered.codes:
        return marshal.loads(lowered.codes[playing and bool(lowered.playouts)])  # noqa: S302 (made by this very Python; see `alarife.warm`)
    source = text_of(lowered, playing)
    try:
        return compile(source, "<rules>", "exec")
    except (SyntaxError, RecursionError, MemoryError, OverflowError) as wrong:
        lines = source.split("\n")
        at = getattr(wrong, "lineno", None) or 0
        start = max((n for n, line in enumerate(lines[:at]) if line.startswith("def ")), default=0)
        return [line[4:].split("(")[0] for line in lines[start:] if line.startswith("def ")]
