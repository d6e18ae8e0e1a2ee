"""The legend: what the letters, digits and marks on a screen stand for.

In: a game, and how things look; the signs that have been written are known to that. Out: lines.
What always holds: every sign of a kind, a piece or a party that a screen shows is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from alarife.checking.types import KindOf
from alarife.engine.state import Game
from alarife.play.look import PieceText
from alarife.play.text import Text, flow, wrapped
from alarife.texts.spoken import phrased

Row = tuple[str, list[Text]]


def short_legend(game: Game, look: PieceText) -> Callable[[int], list[Text]] | None:
    """What the letters stand for, of kinds that pieces show."""
    shown = {
        t.name: None
        for info in game.world.pieces.values()
        for t in info.field_types.values()
        if isinstance(t, KindOf)
    }
    rows = _kinds(game, look, shown)
    return (lambda width: _lines(rows, width)) if rows else None


def whole_legend(game: Game, look: PieceText, width: int) -> list[Text]:
    """Everything that has been written with this look, and the marks that all games have."""
    rows = _kinds(game, look, look.used.kinds)
    known = {item.plain for _, items in rows for item in items}
    pieces = {sign: f"{sign} {title}" for sign, title in look.used.pieces.items()}
    if fresh := [Text(said) for said in pieces.values() if said not in known]:
        rows.append((phrased("pieces"), fresh))
    if look.used.parties:
        parties = [game.party(n) for n in range(game.world.parties)]
        items = [Text(look.party_sign(p), " ", look.party(p)) for p in parties]
        rows.append((phrased("players"), items))
    marks = [
        phrased("(3), [3] a cell or piece that may be chosen"),
        phrased("{3} one that is chosen"),
        phrased("<X> the last move"),
        phrased("=X= what has won"),
        phrased("> who is asked"),
        phrased("→ what the question is about"),
        phrased("· . - nothing"),
        phrased("? hidden"),
    ]
    if look.used.sides:
        marks.append(phrased("[NE] sides: north, east, south, west"))
    marks.append(
        phrased("2:XO in front of the colon where it lies, or how many; behind it what lies there")
    )
    return [
        *_lines(rows, width),
        *(line for m in _packed(marks, width) for line in wrapped(m, width)),
    ]


def _packed(marks: Sequence[str], width: int) -> list[str]:
    """Marks, as many in a line as fit."""
    lines = [""]
    for mark in marks:
        longer = f"{lines[-1]}   {mark}".strip()
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(mark)
    return lines


def _kinds(game: Game, look: PieceText, kinds: Iterable[str]) -> list[Row]:
    rows: list[Row] = []
    for kind in kinds:
        info = game.world.kinds.get(kind)
        if info is None or kind == "Side":
            continue
        pairs = [(look.sign(kind, name), look.title(kind, name)) for name in info.names]
        pairs = [(sign, title) for sign, title in pairs if sign.plain != title.plain]
        if pairs:
            title = (info.decl.title if info.decl else "") or kind.lower()
            rows.append((title, [Text(sign, " ", said) for sign, said in pairs]))
    return rows


def _lines(rows: Sequence[Row], width: int) -> list[Text]:
    return [
        line
        for title, items in rows
        for line in flow(items, width, Text((f"{title}  ", "dim")), "  ")
    ]
