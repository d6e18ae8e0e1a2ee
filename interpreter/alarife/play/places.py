"""What lies on the table: places, each as a block that can be shown in a roomy way or in a tight
one.

What comes in: a game, what a seat sees, and how things look. What goes out: blocks of lines, each
in several forms, from the roomiest to the tightest. What always holds: only what the view holds is
shown; what is hidden is counted. Places nobody put anything in are left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from alarife.checking.types import Pieces, Seat
from alarife.checking.world import PlaceInfo
from alarife.drawing.fields import Layout, layout_of
from alarife.engine.state import Game
from alarife.play.context import Context
from alarife.play.grids import GridMarks, draw_grid
from alarife.play.keyed import (
    Instance,
    instances,
    key_short,
    key_text,
    shorter,
    sparse_items,
    title_of,
    two_keyed,
)
from alarife.play.look import PieceText
from alarife.play.text import Text, composed, flow, join, table
from alarife.texts.spoken import phrase_of, phrased

_FEW = 8
_TOP = 4


Form = Callable[[int], list[Text]]
"""A part of a screen, made for so many columns."""


@dataclass(slots=True)
class Block:
    """A part of a screen. `forms`: from the roomiest to the tightest, made when asked for, given
    the width there is. What is precious becomes tighter only if all else won't do. What is not wide
    may stand beside others. Those of a group that go `together` become tighter together. Between
    groups there is an empty line, if there is room. What is `held` stays in view where the table is
    larger than its room."""

    forms: list[Form]
    wide: bool = False
    precious: bool = False
    together: bool = False
    held: bool = False
    group: int = 0


def is_private(place: PlaceInfo) -> bool:
    """Whether each party has one."""
    return len(place.domains) == 1 and isinstance(place.domains[0].type, Seat)


def is_grid(place: PlaceInfo) -> bool:
    """Whether it is a grid or board."""
    return place.shape in ("grid", "board")


# ----------------------------------------------------------------
# what lies in one place
def contents(one: Instance, look: PieceText, long: bool = False, most: int = 99) -> list[Text]:
    """What lies in one place, piece by piece; what can't be seen is counted."""
    held, context = one.held, one.context
    if held is None:
        return []
    if isinstance(held, dict):
        if "type" in held or held.get("hidden") is True:
            return [_said(held, look, context, long)]
        hidden = held["hidden"]
        known = _alike(held.get("known", ()), look, context, long)
        return (
            [*known, Text((phrased("+{n} hidden", n=hidden) if known else str(hidden), "dim"))]
            if hidden
            else known
        )
    if not one.keys:
        context = {**context, **look.undecided(held)}
    ordered = one.place.shape in ("pile", "row")
    sorts = len(getattr(one.place.element, "names", ()))
    if (
        one.place.shape == "pile"
        and len(held) > most
        and (sorts > 1 or held[0].get("hidden") or look.fields(held[0], context))
    ):
        return [
            composed(
                phrase_of("{n}, top {piece}"),
                n=str(len(held)),
                piece=_said(held[0], look, context, long),
            )
        ]
    return _alike(held, look, context, long, ordered, count=sorts < 2)


def _alike(
    pieces: Sequence[dict[str, Any]],
    look: PieceText,
    context: Context,
    long: bool,
    ordered: bool = False,
    count: bool = True,
) -> list[Text]:
    """Pieces; several alike are counted (where there is an order: if they lie together); if all are
    alike and say nothing here, only counted (if `count`: where there is nothing else that could lie
    there)."""
    runs: list[tuple[Text, int]] = []
    at: dict[str, int] = {}
    for piece in pieces:
        said = _said(piece, look, context, long)
        i = at.get(said.plain, -1)
        if i >= 0 and (not ordered or i == len(runs) - 1):
            runs[i] = (said, runs[i][1] + 1)
        else:
            at[said.plain] = len(runs)
            runs.append((said, 1))
    says = pieces and (pieces[0].get("hidden") or look.fields(pieces[0], context))
    if count and len(runs) == 1 and not says and look.info(pieces[0]).count > 1:
        return [Text((str(runs[0][1]), look.colour(pieces[0])))]
    out: list[Text] = []
    for said, n in runs:
        out.extend([Text(f"{n}×", said)] if n > 2 or (long and n > 1) else [said] * n)
    return out


def _said(piece: dict[str, Any], look: PieceText, context: Context, long: bool) -> Text:
    said = look.long(piece, context, bare=True) if long else look.short(piece, context)
    on_sides = look.on_sides.get(piece.get("id", -1), "")
    return Text(said, on_sides) if on_sides else said


# ----------------------------------------------------------------
# blocks
def plain_chunks(game: Game, view: dict[str, Any], look: PieceText, long: bool) -> list[Text]:
    """All places without keys that are no grids, each in a few words."""
    found: list[Text] = []
    for place in game.world.places.values():
        if place.name == "box" or place.domains or is_grid(place):
            continue
        one = instances(game, view, place)[0]
        if one.size:
            found.append(
                Text(
                    (title_of(place), "dim"),
                    " ",
                    join(contents(one, look, long, _TOP), ", " if long else " "),
                )
            )
    return found


def plain_block(game: Game, view: dict[str, Any], look: PieceText) -> Block | None:
    """Places without keys."""
    if not plain_chunks(game, view, look, long=False):
        return None
    forms = [
        lambda width, long=long: flow(plain_chunks(game, view, look, long), width, None, "   ")
        for long in (True, False)
    ]
    return Block(forms, wide=True)


def keyed_block(
    game: Game, view: dict[str, Any], look: PieceText, place: PlaceInfo
) -> Block | None:
    """A place with keys that are no parties."""
    shown = instances(game, view, place)
    filled = [one for one in shown if one.size]
    if not filled:
        return None
    sparse = _sparse(place, filled, look)
    if any(isinstance(d.type, Pieces) for d in place.domains) or len(place.domains) > 2:
        return Block([sparse, lambda width: _begun(sparse(width), width)])
    if len(place.domains) == 1:
        layout = layout_of(game.program, place)
        roomy = lambda width: _heads(place, shown, look, width, layout)  # noqa: E731
        return Block([roomy, sparse])
    title = Text((title_of(place), "dim"))
    said = lambda one: join(contents(one, look), "")  # noqa: E731
    return Block([*two_keyed(title, shown, filled, said, look), sparse])


def _begun(lines: list[Text], width: int) -> list[Text]:
    """The first line, where there is no room for more."""
    return [Text(lines[0].cut(width - 2), " …")] if len(lines) > 1 else lines


def _sparse(place: PlaceInfo, filled: list[Instance], look: PieceText) -> Form:
    """Only where something lies, one after the other, in words where they need no more lines than
    letters; of two keys, the first is said once."""

    @cache
    def items(long: bool) -> list[Text]:
        between = ", " if long else " "
        said = lambda one: join(contents(one, look, long, _TOP), between)  # noqa: E731
        return sparse_items(filled, look, said, long)

    def lines(width: int, long: bool) -> list[Text]:
        return flow(items(long), width, Text((title_of(place), "dim"), " "), "   ")

    return lambda width: shorter(lines(width, long=True), lines(width, long=False), width)


def _heads(
    place: PlaceInfo,
    shown: list[Instance],
    look: PieceText,
    width: int,
    layout: Layout | None = None,
) -> list[Text]:
    """A column for each key: its title above, what lies there below; words if they fit, else
    letters. In rows, if the rules count the places so."""
    if layout is not None:
        return _in_rows(place, shown, look, width, layout.across)
    for long in (True, False):
        heads = [
            key_text(one.keys, look) if long or len(shown) < _FEW else key_short(one, look)
            for one in shown
        ]
        below = [contents(one, look, long, _TOP) or [Text(("-", "dim"))] for one in shown]
        depth = max(len(items) for items in below) if long and place.shape != "space" else 1
        if depth > 3:
            continue
        rows = (
            [[items[i] if i < len(items) else Text() for items in below] for i in range(depth)]
            if depth > 1
            else [[join(x, " ") for x in below]]
        )
        lines = table([[h.styled("dim") for h in heads], *rows])
        head = Text((title_of(place), "dim"))
        if max(line.width for line in lines) + head.width + 2 <= width:
            return [
                Text(head if i == 0 else " " * head.width, "  ", line)
                for i, line in enumerate(lines)
            ]
        if max(line.width for line in lines) <= width:
            return [head, *lines]
    return _sparse(place, [one for one in shown if one.size], look)(width)


def _in_rows(
    place: PlaceInfo, shown: list[Instance], look: PieceText, width: int, across: int
) -> list[Text]:
    """So many places in each row: above each what it is called."""
    rows: list[list[Text]] = []
    for i in range(0, len(shown), across):
        some = shown[i : i + across]
        rows.append([key_short(one, look).styled("dim") for one in some])
        rows.append(
            [join(contents(one, look, False, _TOP) or [Text(("-", "dim"))], " ") for one in some]
        )
    lines = table(rows, 3, frozenset(range(across)))
    if max(line.width for line in lines) > width:
        return _sparse(place, [one for one in shown if one.size], look)(width)
    return [Text((title_of(place), "dim")), *lines]


def grid_block(
    one: Instance, look: PieceText, marks: GridMarks, fine: bool, own: bool, sideways: bool
) -> Block:
    """A grid. One's own, and one on which something may be chosen, is never left out. If it can be
    scrolled `sideways`, it may be wider than there is room."""
    head = Text((title_of(one.place), "dim"))
    if one.keys:
        head = Text(head, " ", key_text(one.keys, look))

    def lines(width: int, tall: bool) -> list[Text]:
        most = 0 if sideways else width
        return [
            head,
            *draw_grid(one.place, one.held, look, marks, one.context, fine, tall, width=most),
        ]

    full = lambda width: lines(width, True)  # noqa: E731
    if own:
        return Block([full, lambda width: lines(width, False)], precious=True)
    return Block([full, lambda width: []], together=True)
