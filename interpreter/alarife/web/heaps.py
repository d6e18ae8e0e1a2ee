"""What lies side by side, in stacks and on spaces, as lists of pictures that may be chosen.

In: places as a table's data has them. Out: `Figure`s without grids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from alarife.checking.types import KindOf, Pieces, Seat
from alarife.checking.world import PlaceInfo
from alarife.drawing.canvas import element, escape, number
from alarife.drawing.fields import layout_of
from alarife.drawing.figures import figures
from alarife.drawing.look import Look
from alarife.drawing.overlay import OnSide, draw_side
from alarife.drawing.piece_marks import roundel
from alarife.drawing.places import shape_in
from alarife.drawing.svg import back, piece
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased
from alarife.web.marks import Choices, Data, Figure

_PIECE = 72.0
_MOST_SLOTS = 12
_INLINE = ' style="max-width:100%;height:auto"'


class Heaps:
    """Draws the places of one table that are no boards."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.looks = wording.looks
        self.world = wording.world

    def pieces(self, info: PlaceInfo, place: Data, choices: Choices) -> Figure:
        """What lies in one instance of a place."""
        html, size, usable = self._list(info, place, choices)
        kind = "stack" if place["shape"] in ("pile", "bag") and not usable else "pieces"
        return Figure(place["id"], place["title"], html, kind, place["owner"], size, usable)

    def _list(self, info: PlaceInfo, place: Data, choices: Choices) -> tuple[str, int, bool]:
        """What lies in one instance: as a list, how much, and whether any may be chosen."""
        content = place["content"]
        entries = entries_of(content)
        hidden = _hidden(content)
        usable = any(choices.on_piece(place["id"], e["id"]) for e in entries if "id" in e)
        whole = not usable or choices.on_whole(place["id"]) is not None
        if place["shape"] == "pile" and whole and len(entries) > 1:
            items = [self._item(entries[0], choices, place["id"], len(entries))]
        else:
            items = self._items(entries, choices, place, usable)
        if hidden:
            items.append(self._back(info, hidden))
        html = f'<ul class="pieces">{"".join(items)}</ul>'
        return html, len(entries) + hidden, usable

    def _items(
        self, entries: Sequence[Data], choices: Choices, place: Data, usable: bool
    ) -> list[str]:
        """Pieces one by one; equal ones are counted, unless several of them may be chosen."""
        on = place["id"]
        if place["shape"] == "row" or (choices.several and usable):
            return [self._item(e, choices, on) for e in entries]
        counts: dict[str, tuple[Data, int]] = {}
        for e in entries:
            option = choices.on_piece(on, e["id"]) if "id" in e else None
            said = sorted((k, str(v)) for k, v in e.items() if k != "id")
            about = "id" in e and choices.about(on, e["id"])
            key = repr((said, option and option["key"], about, choices.sides.get(e.get("id", -1))))
            first, n = counts.get(key, (e, 0))
            counts[key] = first, n + 1
        return [self._item(e, choices, on, n) for e, n in counts.values()]

    def _item(self, entry: Data, choices: Choices, place: str, count: int = 1) -> str:
        if "type" not in entry:
            said = escape(phrased("hidden"))
            return f'<li class="piece">{_svg_back("card")}<span class="vh">{said}</span></li>'
        look = self.looks.of_data(entry)
        sides = tuple(choices.sides.get(entry["id"], ()))
        drawn, label = svg_of(look, _PIECE, sides), self._label(look, sides)
        many = f'<span class="count" aria-hidden="true">×{count}</span>' if count > 1 else ""
        option = choices.on_piece(place, entry["id"])
        state = choices.state_of_next(option) if option is not None else ""
        if option is None or state == "shut":
            about = choices.about(place, entry["id"])
            class_ = " dull" if option is not None else " about-mark" if about else ""
            said = f"{count} × {label}" if count > 1 else label
            said = phrased("{thing}, which this is about", thing=said) if about else said
            head = f'<li class="piece{class_}" title="{escape(label)}">'
            return f'{head}{drawn}{many}<span class="vh">{escape(said)}</span></li>'
        picked = state == "picked"
        mark = '<span class="tick" aria-hidden="true">✓</span>' if picked else ""
        said = f"{count} × {label}" if count > 1 else label
        said = f"{option['words']}: {said}" if choices.on_whole(place) is option else said
        said = phrased("{thing}, chosen", thing=said) if picked else said
        attributes = [
            f'class="spot {state}"',
            f'id="o-{escape(option["handle"])}-{entry["id"]}"',
            f'href="{escape(choices.address(option, picked))}"',
            f'data-key="{escape(option["key"])}"',
            f'aria-label="{escape(said)}"',
            f'title="{escape(label)}"',
        ]
        return f'<li class="piece"><a {" ".join(attributes)}>{drawn}{many}{mark}</a></li>'

    def _label(self, look: Look, sides: Sequence[OnSide]) -> str:
        """A piece in words, and what lies on its sides."""
        side = KindOf("Side")
        said = (f"{on.title.lower()}: {self.wording.value(on.segment[1], side)}" for on in sides)
        return "; ".join([look.label, *said])

    def _back(self, info: PlaceInfo, hidden: int) -> str:
        shape = shape_in(self.looks, info)
        return (
            f'<li class="piece">{_svg_back(shape)}<span class="count" aria-hidden="true">×{hidden}'
            f'</span><span class="vh">{escape(phrased("{n} hidden", n=hidden))}</span></li>'
        )

    # ----------------------------------------------------------------
    # places with keys
    def together(self, info: PlaceInfo, some: list[Data], choices: Choices) -> list[Figure]:
        """The instances of a place with keys, in one figure; none if nothing lies anywhere."""
        title = self.wording.place_title(info)
        size = sum(size_of(p["content"]) for p in some)
        if not size:
            return []
        plain = len(info.domains) == 1 and not isinstance(info.domains[0].type, Pieces)
        layout = layout_of(self.wording.game.program, info) if plain else None
        if layout is not None and layout.across <= _MOST_SLOTS:
            return [self._slots(info, title, some, choices, layout.across)]
        if plain and len(some) <= _MOST_SLOTS:
            return [self._slots(info, title, some, choices)]
        drawn = figures(self.looks, info.name, {p["key"]: p["content"] for p in some})
        html = "".join(f'<div class="wide">{f.svg.replace(_INLINE, "")}</div>' for f in drawn)
        return [Figure(info.name, title, html, "picture", None, size)]

    def _slots(
        self, info: PlaceInfo, title: str, some: list[Data], choices: Choices, across: int = 0
    ) -> Figure:
        """Instances side by side, each over what it is called; in rows of so many, if the rules
        count them so."""
        items: list[str] = []
        usable = False
        for place in some:
            inside, size, own = self._list(info, place, choices)
            usable = usable or own
            if not size:
                empty = escape(phrased("empty"))
                inside = (
                    f'<span class="empty" aria-hidden="true"></span><span class="vh">{empty}</span>'
                )
            label = f'<span class="label">{self._chip(info, place["key"])}</span>'
            items.append(f'<li class="slot">{inside}{label}</li>')
        rows = f" across across-{across}" if across else ""
        html = f'<ul class="slots{rows}">{"".join(items)}</ul>'
        return Figure(info.name, title, html, "slots", None, len(some), usable)

    def _chip(self, info: PlaceInfo, key: str) -> str:
        t = info.domains[0].type
        if isinstance(t, KindOf) and t.name in self.world.kinds:
            index = self.world.kinds[t.name].names.index(key)
            chip = self.looks.value(t.name, index)
        elif isinstance(t, Seat):
            chip = self.wording.chip(int(key) if key.isdigit() else key)
        else:
            return escape(key)
        return f"{chip_html(chip)} {escape(chip.label)}"


@lru_cache(maxsize=4096)
def svg_of(look: Look, size: float = _PIECE, sides: tuple[OnSide, ...] = ()) -> str:
    """One piece as a drawing of its own, for where its name stands beside it, and what lies on its
    sides."""
    part = piece(look, size, title=False)
    laid = "".join(draw_side(on.form, 0, 0, on.segment[1], part.width) for on in sides)
    return _svg(part.content + laid, part.width, part.height)


@lru_cache(maxsize=16)
def _svg_back(shape: str) -> str:
    part = back(shape, _PIECE)
    return _svg(part.content, part.width, part.height)


def _svg(content: str, wide: float, high: float) -> str:
    return element(
        "svg",
        content,
        viewBox=f"-1 -1 {number(wide + 2)} {number(high + 2)}",
        width=wide,
        height=high,
        aria_hidden="true",
        focusable="false",
    )


@lru_cache(maxsize=256)
def chip_html(chip: Any) -> str:
    """A value as a small disc."""
    drawn = roundel(chip, 9, 9, 8, letters=not chip.symbol)
    return element(
        "svg", drawn, viewBox="-1 -1 20 20", width=20, height=20, aria_hidden="true", class_="chip"
    )


def entries_of(content: Any) -> list[Data]:
    """The pieces of a content that are seen."""
    if content is None:
        return []
    if isinstance(content, dict):
        if "type" in content or content.get("hidden") is True:
            return [content]
        return list(content.get("known", ()))
    return list(content)


def _hidden(content: Any) -> int:
    if isinstance(content, dict) and isinstance(content.get("hidden"), int):
        return 0 if content["hidden"] is True else content["hidden"]
    return 0


def size_of(content: Any) -> int:
    """How much lies there."""
    return len(entries_of(content)) + _hidden(content)
