"""Rows of the rule files as tables for readers.

In: a kind, a piece or a table. Out: a `Table` in which names of values are their titles, sides are
words, and heads are words."""

from __future__ import annotations

from collections.abc import Callable

from alarife.checking.read_cell import sides_mask
from alarife.checking.scope import Checked
from alarife.checking.types import KindOf, Many, Maybe, Seat, Sides, Type
from alarife.rulebook.book import Table
from alarife.syntax import tree
from alarife.texts.messages import LOOK_COLUMNS
from alarife.texts.speech import named
from alarife.texts.targets import capital, words_of

_LONG = 14
Say = Callable[[str, str], str]
"""(kind, name of a value) → the title of the value."""


def table_of(
    checked: Checked, decl: tree.Kind | tree.Piece | tree.Table, say: Say, titles: dict[str, str]
) -> Table | None:
    """The rows of a declaration; None if it has none. `titles` are those of modules by their
    names."""
    if len(decl.rows) < 2:
        return None
    head = [cell.text for cell in decl.rows[0].cells]
    if isinstance(decl, tree.Piece) and head == ["copies"]:
        return None
    types = _column_types(checked, decl, head)
    keep = [
        i
        for i in range(len(head))
        if not (isinstance(decl, tree.Kind) and i == 0 and "title" in head)
    ]
    rows = [
        row
        for row in decl.rows[1:]
        if [cell.text for cell in row.cells] != head and len(row.cells) == len(head)
    ]
    made = Table(
        [capital(_head(checked, decl, i, head[i], say)) for i in keep],
        [
            [
                named(checked.program.speech, row.cells[i].text)
                if head[i] in LOOK_COLUMNS and row.cells[i].text
                else _cell(row.cells[i].text, types[i], say)
                for i in keep
            ]
            for row in rows
        ],
        [_brought_by(checked, decl, row, titles) for row in rows],
        folded=len(rows) > _LONG,
    )
    if isinstance(decl, tree.Kind):
        made.head[0] = capital(decl.title or named(checked.program.speech, words_of(decl.name)))
    return made


def _column_types(checked: Checked, decl: tree.Decl, head: list[str]) -> list[Type | None]:
    match decl:
        case tree.Table() if decl.name in checked.world.tables:
            info = checked.world.tables[decl.name]
            return [info.domains[0].type if info.domains else None, *(info.type for _ in head[1:])]
        case tree.Piece() if decl.name in checked.world.pieces:
            fields: dict[str, Type] = checked.world.pieces[decl.name].field_types
            return [fields.get(name) for name in head]
        case tree.Kind() if decl.name in checked.world.kinds:
            fields = checked.world.kinds[decl.name].field_types
            return [fields.get(name) for name in head]
        case _:
            return [None for _ in head]


def _head(checked: Checked, decl: tree.Decl, i: int, name: str, say: Say) -> str:
    """A head is a word; in a table with two keys, the title of a value."""
    if i > 0 and isinstance(decl, tree.Table) and decl.name in checked.world.tables:
        domains = checked.world.tables[decl.name].domains
        if len(domains) > 1 and isinstance(domains[1].type, KindOf):
            return say(domains[1].type.name, name)
    return named(checked.program.speech, words_of(name))


def _cell(text: str, t: Type | None, say: Say) -> str:
    match t:
        case Maybe():
            return _cell(text, t.of, say)
        case KindOf() if text:
            return say(t.name, text)
        case Many() if text:
            return ", ".join(_cell(word, t.of, say) for word in text.split())
        case Seat() if text:
            return text.capitalize()
        case Sides() if text and (mask := sides_mask(text)) is not None:
            return ", ".join(say("Side", name) for i, name in enumerate("NESW") if mask >> i & 1)
        case _:
            return text or "–"


def _brought_by(checked: Checked, decl: tree.Decl, row: tree.Row, titles: dict[str, str]) -> str:
    for more in checked.program.more.get(decl.name, []):
        if more.module != decl.module and any(other.at == row.at for other in more.rows):
            return titles.get(more.module, "")
    return ""
