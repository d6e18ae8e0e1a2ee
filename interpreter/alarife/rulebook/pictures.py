"""What is to be drawn, as data: maps of examples and the pieces in them.

In: an example. Out: `Picture`s. How they look is the business of `alarife.drawing`; here is only what is in them. A piece is a
dict as in a dump: {"type": "Tile", "price": 10, "walls": "N", …}.
"""

from __future__ import annotations

from typing import Any

from alarife.checking.scope import Checked
from alarife.linking.wording import text_of
from alarife.rulebook.book import Picture, Table
from alarife.rulebook.phrases import phrase
from alarife.syntax import tree

_LOOKS = {"name", "title", "sign", "symbol", "colour"}
"""Columns of a kind that say only how its values are called and drawn."""


def pictures_of(checked: Checked, decl: tree.Example, say: Any, broken: list[str]) -> list[Picture]:
    """The pictures of an example. `say` gives titles of values (kind, name); `broken` are the rules that the move in it
    breaks."""
    maps = [given for given in decl.given if isinstance(given, tree.GivenMap)]
    return [_map(checked, decl, given, nth, say, broken) for nth, given in enumerate(maps)]


def gallery(checked: Checked, decl: tree.Piece, title: str) -> Picture | None:
    """All pieces of a type side by side; None if there are none."""
    info = checked.world.pieces.get(decl.name)
    if info is None or not info.count:
        return None
    return Picture("pieces", {"checked": checked, "type": decl.name}, title)


def values(checked: Checked, decl: tree.Kind, table: Table) -> Picture | None:
    """The values of a kind as they are drawn, if its rows say nothing but how; the table is for those who can't see it."""
    columns = {cell.text for cell in decl.rows[0].cells}
    if not columns <= _LOOKS or not columns & {"sign", "symbol", "colour"}:
        return None
    return Picture("values", {"checked": checked, "kind": decl.name, "table": table}, decl.title or "")


def _map(checked: Checked, decl: tree.Example, given: tree.GivenMap, nth: int, say: Any, broken: list[str]) -> Picture:
    legend = {letter: piece_of(checked, e) for letter, e in given.legend}
    place = checked.program.places.get(_place_name(given.place))
    title = (place.title if place else "") or ""
    told = [phrase("legend", letter=letter, thing=in_words(checked, piece, say)) for letter, piece in legend.items()]
    alt = " ".join([phrase("map_of", place=title), *(f"{one}." for one in told)])
    if broken:
        alt += " " + phrase("broken", rules=", ".join(broken))
    data = {
        "checked": checked,
        "example": decl,
        "nth": nth,
        "place": text_of(given.place, checked.program.sources),
        "shape": checked.world.places[place.name].shape if place and place.name in checked.world.places else "grid",
        "starting": _starting(place),
        "lines": list(given.lines),
        "legend": legend,
        "legend_text": [(letter, in_words(checked, piece, say)) for letter, piece in legend.items()],
        "broken": _broken(decl),
        "move": _move(checked, decl),
    }
    return Picture("map", data, alt, list(given.lines))


def _broken(decl: tree.Example) -> list[str]:
    return [name for step in decl.steps if isinstance(step, tree.Then) for name in step.refused_by or []]


def _move(checked: Checked, decl: tree.Example) -> dict[str, Any] | None:
    """The first move of the example: who, what, with which pieces and where."""
    for step in decl.steps:
        if isinstance(step, tree.When) and isinstance(step.call, tree.Call):
            return {"player": step.player or "", "action": step.call.name, "with": [piece_of(checked, a) for a in step.call.args]}
    return None


def _place_name(e: tree.Expr) -> str:
    while isinstance(e, tree.At):
        e = e.of
    return e.id if isinstance(e, tree.Name) else ""


def _starting(place: tree.Place | None) -> dict[str, Any] | None:
    """The piece that stands for `*` in a map."""
    for trait in place.traits if place else []:
        if trait.kind == "starting" and isinstance(trait.value, tree.Call):
            return {"type": trait.value.name}
    return None


def piece_of(checked: Checked, e: tree.Expr) -> Any:
    """A literal as data: a piece as a dict, a name as text, a number as number."""
    match e:
        case tree.Group():
            return piece_of(checked, e.inner)
        case tree.Call() if e.name in checked.world.pieces:
            info = checked.world.pieces[e.name]
            made: dict[str, Any] = {"type": e.name}
            for name, arg in zip(info.field_types, e.args, strict=False):
                made[name] = piece_of(checked, arg)
            for field in info.decl.fields[len(e.args) :]:
                made[field.name] = piece_of(checked, field.default) if field.default is not None else None
            if "walls" in made and made["walls"] in (None, "nowhere"):
                made["walls"] = ""
            return made
        case tree.Call():
            return {"call": e.name, "args": [piece_of(checked, a) for a in e.args]}
        case tree.Name():
            return {"type": e.id} if e.id in checked.world.pieces else e.id
        case tree.Int() | tree.Truth():
            return e.value
        case tree.Several():
            return [piece_of(checked, item) for item in e.items]
        case _:
            return None


def in_words(checked: Checked, piece: Any, say: Any) -> str:
    """A piece in words, from its fields: "building tile: garden, 10"."""
    if not isinstance(piece, dict) or "type" not in piece:
        return str(piece)
    info = checked.world.pieces[piece["type"]]
    told: list[str] = []
    for name, t in info.field_types.items():
        value = piece.get(name)
        if value in (None, "", "nowhere", []):
            continue
        kind = getattr(t, "name", "") or getattr(getattr(t, "of", None), "name", "")
        each = value if isinstance(value, list) else [value]
        told.append(", ".join(say(kind, str(v)) if kind else str(v) for v in each))
    title = info.decl.title or ""
    return f"{title}: {', '.join(told)}" if told else title
