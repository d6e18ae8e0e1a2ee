"""Pictures of the book as pieces of a page: SVG with its headings and its legend as text, so that
they can be read on a phone.

In: a `Picture`. Out: HTML, or nothing where no drawing is known for it; then its letters or its
words are shown. Signs on a map are numbered in the order in which the rules are given that it
breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from alarife.checking.world import PieceInfo
from alarife.rulebook.book import Picture

_MOST_LOOKS = 150
_WIDE = 7
_SMALL, _LARGE = 40, 60
_OF_LEGEND = 26
_AREAS = '<div class="alr-areas">{}</div>'


def html_of(picture: Picture, told: set[str] | None = None) -> str:
    """The HTML of a picture, or an empty text. `told` are the words that legends beside it say
    already; those of its own are added."""
    alone = {"pieces": _pieces, "values": _values, "sample": _sample}.get(picture.kind)
    if alone:
        return alone(picture)
    draw = {"map": _map, "places": _places}.get(picture.kind)
    return draw(picture, told if told is not None else set()) if draw else ""


def signed(picture: Picture) -> bool:
    """Whether signs on a map stand for the rules that are broken."""
    shown = shown_on(picture) if picture.kind == "map" else None
    return shown is not None and any(broken.cells for broken in shown.marks.broken)


# ----------------------------------------------------------------
# maps
def _map(picture: Picture, told: set[str]) -> str:
    """A map; if pieces took the place of others, before and after, side by side."""
    from alarife.drawing.grid import GridPicture

    shown = shown_on(picture)
    if shown is None:
        return ""
    looks, scene, says = picture.data["looks"], picture.data["scene"], picture.data["says"]
    before = _laid(looks, scene.before)
    head = _heading(_called(looks, scene)) if picture.data["named"] else ""
    drawn = _grid(picture, shown)
    seen = list(shown.pieces.values())
    if not shown.marks.broken and any(shown.pieces[spot] != look for spot, look in before.items()):
        old = GridPicture(
            before,
            bounds=shown.bounds,
            extent=shown.box(),
            hexagonal=shown.hexagonal,
            overlay=scene.overlay_before,
        )
        both = ((says["map_before"], _grid(picture, old)), (says["map_after"], drawn))
        drawn = "".join(
            f'<div class="alr-place">{_heading(words)}{svg}</div>' for words, svg in both
        )
        drawn = f'<div class="alr-places">{drawn}</div>'
        seen += before.values()
    seen += [look for _, look in shown.overlay.guests]
    return _figure(head + drawn, _marks(shown) + _legend(looks, seen, told))


def _grid(picture: Picture, shown: Any) -> str:
    from alarife.drawing.grid import draw_grid

    west, _, east, _ = shown.box()
    size = _SMALL if east - west + 1 > _WIDE else _LARGE
    say = picture.data["looks"].say
    return draw_grid(
        shown,
        picture.data["title"],
        size=size,
        coordinates=bool(shown.bounds),
        legend_below=False,
        say=say,
    )


def shown_on(picture: Picture) -> Any:
    """What is drawn of a map; None if its pieces are not known."""
    from alarife.drawing.example_map import MapContent, NotAPiece, after_all, read_map, with_attempt
    from alarife.drawing.grid import GridPicture, Marks

    looks, scene, data = picture.data["looks"], picture.data["scene"], picture.data
    try:
        content = read_map(looks, scene.given) if scene.given else MapContent()
        place = looks.world.places[scene.place]
        content.bounds, content.hexagonal = place.bounds, place.hexagonal
        if scene.before or scene.after:
            content.pieces = _laid(looks, scene.after if data["broken"] else scene.before)
        if data["broken"]:
            where = {name: (found.cells, found.sides) for name, found in scene.witnesses.items()}
            shown = with_attempt(looks, data["example"], content, data["broken"], where)
            return GridPicture(
                shown.pieces,
                bounds=shown.bounds,
                marks=shown.marks,
                hexagonal=shown.hexagonal,
                overlay=scene.overlay,
                printed=looks.printed_on(scene.place),
            )
    except NotAPiece:
        return None
    after = _laid(looks, scene.after) if scene.before or scene.after else content.pieces
    pieces, lit, gone = after_all(content.pieces, after)
    marks = Marks(lit, data["says"]["lit"], gone, data["says"]["gone"], trails=scene.trails)
    return GridPicture(
        pieces,
        bounds=content.bounds,
        marks=marks,
        hexagonal=content.hexagonal,
        overlay=scene.overlay,
        printed=looks.printed_on(scene.place),
    )


def _laid(looks: Any, content: Iterable[Mapping[str, Any]]) -> dict[tuple[int, int], Any]:
    return {(entry["at"][0], entry["at"][1]): looks.of_data(entry["piece"]) for entry in content}


def _called(looks: Any, scene: Any) -> str:
    """A grid's title, and whose it is."""
    from alarife.drawing.places import domain_keys, title_of

    place = looks.world.places[scene.place]
    labels = (
        {key: chip.label for key, chip in domain_keys(looks, place.domains[0])}
        if len(place.domains) == 1
        else {}
    )
    whose = labels.get(scene.key)
    return f"{title_of(looks, place)}: {whose}" if whose else title_of(looks, place)


def _marks(shown: Any) -> str:
    """What the marks mean, but for the signs: these stand before the rules themselves."""
    from alarife.drawing.canvas import Part, picture
    from alarife.drawing.grid import legend_lines, legend_sign
    from alarife.drawing.overlay import overlay_lines

    lines = [*overlay_lines(shown.overlay)]
    lines += [line for line in legend_lines(shown.marks) if line[0] != "alarm"]
    return "".join(
        _entry(picture(Part(legend_sign(form, sign, 10, 14), 18, 20), words), words)
        for form, sign, words in lines
    )


# ----------------------------------------------------------------
# places
def _places(picture: Picture, told: set[str]) -> str:
    """The places that an example fills, or those on the table."""
    looks, data = picture.data["looks"], picture.data
    areas = data.get("areas", {})
    parts = _figures(data, data["places"])
    apart = "".join(_area(data, key, held) for key, held in areas.items())
    if not parts and not apart:
        return ""
    title = data.get("title", "")
    head = f'<div class="alr-caption">{escape(title)}</div>' if title else ""
    content = [
        held for _, _, held in (*data["places"], *(one for each in areas.values() for one in each))
    ]
    legend = _legend(looks, (look for held in content for look in _seen(looks, held)), told)
    middle = f'<div class="alr-places">{parts}</div>' if parts else ""
    return _figure(f"{head}{middle}{_AREAS.format(apart) if apart else ''}", legend)


def _figures(
    data: Mapping[str, Any], places: Iterable[tuple[str, list[str], Any]], whose: str = ""
) -> str:
    """Places side by side, each under its name; `whose` they are need not be said again."""
    from alarife.drawing.figures import figures

    steps, bare = data.get("steps", {}), "bare" in data
    shown = [
        (each, steps.get(name, ""))
        for name, keys, content in places
        for each in figures(data["looks"], name, content, keys)
    ]
    return "".join(
        f'<div class="alr-place{" alr-wide" if each.wide else ""}">'
        f"{'' if bare else _heading(each.heading.removesuffix(whose), step)}{each.svg}</div>"
        for each, step in shown
    )


def _area(data: Mapping[str, Any], key: str, places: list[tuple[str, list[str], Any]]) -> str:
    """What belongs to one player: their name, what they count, their places."""
    from alarife.drawing.svg import draw

    looks = data["looks"]
    known = [*map(str, range(1, looks.world.players + 1)), *looks.world.neutrals]
    chip = looks.party(known.index(key))
    said = " · ".join([chip.label, *data.get("counters", {}).get(key, [])])
    name = f'<div class="alr-area-name">{draw(looks.chip(chip), _OF_LEGEND)} {escape(said)}</div>'
    inside = _figures(data, places, f": {chip.label}")
    return f'<div class="alr-area">{name}<div class="alr-places">{inside}</div></div>'


def _seen(looks: Any, content: Any) -> Iterator[Any]:
    """The pieces of a content that do not say in words what they are."""
    if isinstance(content, Mapping) and "type" in content:
        look = looks.of_data({**content, "marked": False})
        if look.shape != "card":
            yield look
    elif isinstance(content, (Mapping, list)):
        for held in content.values() if isinstance(content, Mapping) else content:
            yield from _seen(looks, held)


def _heading(text: str, step: str = "") -> str:
    """The name of a place, behind the number of the step that fills it."""
    sign = f'<span class="alr-sign">{escape(step)}</span> ' if step else ""
    return f'<div class="alr-place-name">{sign}{escape(text)}</div>'


# ----------------------------------------------------------------
# legends
def _figure(content: str, legend: str) -> str:
    below = f'<figcaption class="alr-legend">{legend}</figcaption>' if legend else ""
    return f'<figure class="alr-figure">{content}{below}</figure>'


def _legend(looks: Any, shown: Iterable[Any], told: set[str]) -> str:
    from alarife.drawing.legend import legend_of
    from alarife.drawing.svg import draw

    entries = [(look, words) for look, words in legend_of(looks, shown) if words not in told]
    told.update(words for _, words in entries)
    return "".join(_entry(draw(look, _OF_LEGEND), words, " alr-look") for look, words in entries)


def _entry(svg: str, words: str, more: str = "") -> str:
    return f'<span class="alr-entry{more}">{svg} {escape(words)}</span>'


# ----------------------------------------------------------------
# pieces and values
def _pieces(picture: Picture) -> str:
    """Every look of a type of pieces, each with how many there are of it. A tile that can be
    turned is shown one way up."""
    from alarife.drawing.edges import turning
    from alarife.drawing.svg import draw

    looks = picture.data["looks"]
    info = looks.world.pieces[picture.data["type"]]
    counts: dict[Any, int] = {}
    if len(info.codes) > _MOST_LOOKS:
        return ""
    several = bool(info.faces) and (not turning(info) or len(info.faces) > 1)
    for piece in info.ids:
        for look in (
            [looks.of(piece, code) for code in _ways_up(info)] if several else [looks.of(piece)]
        ):
            counts[look] = counts.get(look, 0) + (0 if several else 1)
    if not counts or len(counts) > _MOST_LOOKS:
        return ""
    shown = "".join(
        f'<span class="alr-piece-look">{draw(look, 60)}{_times(count)}</span>'
        for look, count in counts.items()
    )
    return f'<div class="alr-gallery">{shown}</div>'


def _ways_up(info: PieceInfo) -> list[int]:
    """What the faces of a piece can show, for each combination; how far it is turned is not
    shown."""
    from alarife.drawing.edges import turning

    turns = turning(info)
    return [
        code for code in info.codes if not turns or info.shown(code)[turns] == info.faces[turns][0]
    ]


def _sample(picture: Picture) -> str:
    """One piece of a type."""
    from alarife.drawing.svg import draw

    looks = picture.data["looks"]
    ids = looks.world.pieces[picture.data["type"]].ids
    return draw(looks.of(ids[0]), 34) if len(ids) else ""


def _values(picture: Picture) -> str:
    """The values of a kind, each with its title; of a map, the map."""
    from alarife.drawing.svg import draw

    looks = picture.data["looks"]
    if picture.data["kind"] in looks.world.maps:
        from alarife.drawing.canvas import picture as drawn
        from alarife.drawing.on_maps import map_part

        decl = looks.world.kinds[picture.data["kind"]].decl
        title = looks.titled(decl, decl.title or decl.name)
        svg = drawn(map_part(looks, picture.data["kind"], {}), title)
        return f'<div class="alr-place">{svg}</div>'
    titles = [row[0] for row in picture.data["table"].rows]
    shown = "".join(
        f'<span class="alr-piece-look">{draw(looks.chip(chip), 44)}<span'
        f' class="alr-name">{escape(title)}</span></span>'
        for chip, title in zip(looks.values(picture.data["kind"]), titles, strict=False)
    )
    return f'<div class="alr-gallery">{shown}</div>'


def _times(count: int) -> str:
    return f'<span class="alr-times">× {count}</span>' if count > 1 else ""
