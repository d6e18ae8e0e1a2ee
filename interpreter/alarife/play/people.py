"""The parties: a table with a row for each, and what the reader alone has.

What comes in: a game, what a seat sees, and how things look. What goes out: blocks. What always
holds: columns in which nobody has anything are left out; what is somebody's secret is only counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from textwrap import wrap
from typing import Any

from alarife.checking.types import KindOf, Number, Seat, Truth
from alarife.checking.world import NoteInfo
from alarife.engine.inspect import first_notes, is_open
from alarife.engine.state import Game
from alarife.play.keyed import (
    Instance,
    as_place,
    instances,
    key_text,
    sparse_items,
    title_of,
    two_keyed,
    value_short,
)
from alarife.play.look import PieceText
from alarife.play.places import Block, contents, is_grid, is_private
from alarife.play.text import Text, composed, flow, join, table
from alarife.table.sides import side_title, sides_of_players
from alarife.table.wording import bot_title
from alarife.texts.spoken import phrase_of, phrased

_LIMITS = (44, 26, 14, 5)
_HEADS = (30, 16, 11, 8)
_SHORT = 14
Column = tuple[str, list[Text], bool]
"""A title, a cell for each party, and whether these are numbers."""


def note_title(note: NoteInfo) -> str:
    """What a note is called."""
    return note.decl.title or note.name.replace("_", " ")


def is_of_parties(note: NoteInfo) -> bool:
    """Whether each party has one."""
    return len(note.domains) == 1 and isinstance(note.domains[0].type, Seat)


def people_block(
    game: Game,
    view: dict[str, Any],
    look: PieceText,
    bots: dict[int, str],
    counts: Sequence[dict[str, Any]] = (),
) -> Block:
    """A row for each party: points, notes, and what lies in its places; `counts` are standings that
    stand there as points do."""
    counted = [
        (
            count["title"][:1].lower() + count["title"][1:],
            [Text((str(count["numbers"].get(str(p), "")), "bold")) for p in _parties(game)],
            True,
        )
        for count in counts
    ]
    columns = cache(lambda limit: [*counted, *_columns(game, view, look, _parties(game), limit)])
    forms = [
        lambda width, limit=limit: _table(game, view, look, bots, limit, width, columns)
        for limit in (_LIMITS[0], _LIMITS[-1])
    ]
    return Block(forms, wide=True, precious=True)


def _has_sign(look: PieceText, party: int | str) -> bool:
    """Whether a party is shown with its sign: pieces carry it, and its name does not say it."""
    return look.stones or (
        look.signed and not look.party(party).plain.endswith(look.party_sign(party).plain)
    )


def _parties(game: Game) -> list[int | str]:
    return [game.party(p) for p in range(game.world.parties)]


def _table(
    game: Game,
    view: dict[str, Any],
    look: PieceText,
    bots: dict[int, str],
    limit: int,
    width: int,
    columns: Callable[[int], list[Column]],
) -> list[Text]:
    """The rows, in columns that are no wider than there is room; `columns` gives them for a limit
    of their width."""
    asked = view["asked"]
    parties = _parties(game)
    rows: list[list[Text]] = []
    for party in parties:
        name = Text(
            ">" if party == asked else " ",
            look.party_sign(party) + " " if _has_sign(look, party) else "",
            look.party(party),
        )
        if party == look.viewer:
            name += f" {phrased('(you)')}"
        elif party in bots:
            name += Text((f" ({bot_title(bots[int(party)])})", "dim"))
        rows.append([name])
    lines: list[Text] = []
    for narrower in (n for n in _LIMITS if n <= limit):
        for head in _HEADS:
            lines = _columned(rows, columns(narrower), head)
            if max(line.width for line in lines) <= width:
                return lines
    return [line.cut(width) for line in lines]


def _columned(
    rows: list[list[Text]], columns: list[tuple[str, list[Text], bool]], most: int
) -> list[Text]:
    """The rows with columns added, and titles above them, broken where they are longer than so
    much."""
    heads: list[list[str]] = [
        [""],
        *(wrap(title, most, break_long_words=False) for title, _, _ in columns),
    ]
    right = frozenset(i for i, (_, _, numbers) in enumerate(columns, 1) if numbers)
    full = [[*row, *(cells[i] for _, cells, _ in columns)] for i, row in enumerate(rows)]
    depth = max(len(h) for h in heads)
    above = [
        [Text((h[i - depth + len(h)] if i >= depth - len(h) else "", "dim")) for h in heads]
        for i in range(depth)
    ]
    return table([*(row for row in above if any(row)), *full], right=right)


def _columns(
    game: Game, view: dict[str, Any], look: PieceText, parties: list[int | str], limit: int
) -> list[Column]:
    """All columns, but what is there already: points may be kept in a note of that title."""
    found: dict[tuple[str, ...], Column] = {}
    for column in (
        *_points_column(game, view, parties),
        *_side_columns(game, look),
        *_note_columns(game, view, look, parties),
        *_place_columns(game, view, look, parties, limit),
    ):
        found.setdefault((column[0], *(cell.plain for cell in column[1])), column)
    return list(found.values())


def _points_column(game: Game, view: dict[str, Any], parties: list[int | str]) -> Iterator[Column]:
    scores = view["scores"]
    if any(scores.values()) or "score" in game.world.notes:
        cells = [
            Text() if (n := scores.get(str(p))) is None else Text((str(n), "bold")) for p in parties
        ]
        yield phrased("points"), cells, True


def _side_columns(game: Game, look: PieceText) -> Iterator[Column]:
    """The colour or army that each player keeps."""
    for kind, values in sides_of_players(game).items():
        info = game.world.kinds[kind]
        cells = [look.value(info.names[n], KindOf(kind)) for n in values]
        yield side_title(game, kind), cells, False


def _note_columns(
    game: Game, view: dict[str, Any], look: PieceText, parties: list[int | str]
) -> Iterator[Column]:
    for note in game.world.shown_notes:
        if not is_of_parties(note) or note.name == "score":
            continue
        values = view["notes"][note.name]
        cells = [
            _noted(values[str(p)], note, look) if str(p) in values else Text() for p in parties
        ]
        if any(cells):
            yield note_title(note), cells, all(c.plain.isdigit() for c in cells if c)


def _place_columns(
    game: Game, view: dict[str, Any], look: PieceText, parties: list[int | str], limit: int
) -> Iterator[Column]:
    for place in game.world.places.values():
        if not is_private(place):
            continue
        by_party = {one.keys[0][0]: one for one in instances(game, view, place)}
        if any(one.size for one in by_party.values()) and (
            not is_grid(place) or limit > _LIMITS[-1]
        ):
            cells = [_lying(game, by_party.get(p), look, limit) for p in parties]
            yield title_of(place), cells, False


def _noted(value: Any, note: NoteInfo, look: PieceText) -> Text:
    if value is None or (isinstance(note.type, Truth) and not value):
        return Text()
    return look.value(value, note.type)


def _lying(game: Game, one: Instance | None, look: PieceText, limit: int) -> Text:
    if one is None or not one.size:
        return Text()
    if is_grid(one.place) or _is_long(game, one, look) or limit <= _LIMITS[-1]:
        return Text(str(one.size))
    if isinstance(one.held, dict) and one.held.get("hidden") == one.size:
        return Text((str(one.size), "dim"))
    said = join(contents(one, look, most=4), " ")
    return said if said.width <= limit else Text(str(one.size), ": ", said).cut(limit)


def _is_long(game: Game, one: Instance, look: PieceText) -> bool:
    """Whether a place is the reader's own and is shown apart: a secret one, or one that holds
    much."""
    if one.keys[0][0] != look.viewer or is_grid(one.place) or not one.size:
        return False
    words = join(contents(one, look), " ")
    secret = not is_open(game, one.number) and not words.plain.isdigit()
    return secret or (one.place.shape in ("set", "row") and words.width > _SHORT)


def yours_block(game: Game, view: dict[str, Any], look: PieceText) -> Block | None:
    """What lies in the reader's own places, in full."""

    def lines(width: int, long: bool) -> list[Text]:
        found: list[Text] = []
        for place in game.world.places.values():
            if is_private(place) and not is_grid(place):
                one = next(
                    (i for i in instances(game, view, place) if i.keys[0][0] == look.viewer), None
                )
                if one and _is_long(game, one, look):
                    items = contents(one, look, long)
                    found.extend(
                        flow(
                            items,
                            width,
                            composed(phrase_of("Your {place}"), place=(title_of(place), "dim"))
                            + ": ",
                            ", " if long else "  ",
                        )
                    )
        return found

    forms = [lambda w: lines(w, True), lambda w: lines(w, False)]
    return Block(forms, wide=True, precious=True, held=True) if lines(80, False) else None


def status_block(game: Game, view: dict[str, Any], look: PieceText) -> Block | None:
    """Notes that are no party's."""
    chunks: list[Text] = []
    for note in game.world.shown_notes:
        if is_of_parties(note):
            continue
        values = view["notes"][note.name]
        if not note.domains and values not in (None, False, []):
            word = (
                Text() if isinstance(note.type, Truth) else Text(" ", look.value(values, note.type))
            )
            chunks.append(Text((note_title(note), "dim"), word))
    forms = [
        lambda width: flow(chunks, width, None, "   "),
        lambda width: [join(chunks, "   ").cut(width)],
    ]
    return Block(forms, wide=True, precious=True) if chunks else None


def told_block(told: Sequence[dict[str, Any]]) -> Block | None:
    """What the seat has been told of what it does not see."""
    chunks = [
        Text((one["title"], "dim"), f" ({one['label']})" if one["label"] else "", " ", one["words"])
        for one in told
    ]
    forms = [
        lambda width: flow(chunks, width, None, "   "),
        lambda width: [join(chunks, "   ").cut(width)],
    ]
    return Block(forms, wide=True, precious=True) if chunks else None


def keyed_notes_blocks(
    game: Game, view: dict[str, Any], look: PieceText, elsewhere: set[str]
) -> list[Block | None]:
    """Notes with keys that are no parties: only those that say something else than at the
    beginning, and that are not shown elsewhere. Those with two keys are tables."""
    at_first = first_notes(game)
    tables: list[Block | None] = []
    others: list[Text] = []
    for note in game.world.shown_notes:
        if not note.domains or is_of_parties(note) or note.name in elsewhere:
            continue
        first = [game.words.constant(v, note.type) for _, v in at_first[note.name]]
        shown = instances(game, {"places": view["notes"]}, as_place(note))
        filled = [one for one in shown if one.held not in (None, False, 0, [])]
        if not filled or list(view["notes"][note.name].values()) == first:
            continue
        if _is_table(note):
            tables.append(_notes_table(note, shown, filled, look))
        else:
            others.append(_notes_line(note, filled, look))
    if others:
        forms = [lambda width: flow(others, width, None, "   "), lambda width: []]
        tables.append(Block(forms, wide=True))
    return tables


def _is_table(note: NoteInfo) -> bool:
    named = [isinstance(d.type, Number | KindOf | Seat) for d in note.domains]
    return len(named) == 2 and all(named)


def _notes_table(
    note: NoteInfo, shown: list[Instance], filled: list[Instance], look: PieceText
) -> Block:
    def said(one: Instance) -> Text:
        if one.held in (None, False, 0, []):
            return Text()
        return Text("x") if one.held is True else value_short(one.held, note.type, look)

    title = Text((note_title(note), "dim"))
    return Block([*two_keyed(title, shown, filled, said, look), lambda width: []])


def _notes_line(note: NoteInfo, filled: list[Instance], look: PieceText) -> Text:
    """What a note says by its keys."""
    if isinstance(note.type, Truth):
        said, between = [key_text(one.keys, look) for one in filled], ", "
    else:
        said = sparse_items(filled, look, lambda one: look.value(one.held, note.type))
        between = "  "
    return Text((note_title(note), "dim"), " ", join(said, between))
