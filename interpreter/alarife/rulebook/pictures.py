"""What is to be drawn, as data: the tables of examples, the pieces of a type, the values of a kind.

In: an example and its scene. Out: `Picture`s. How they look is the business of `alarife.drawing`;
here is only what is in them, and in words what is to be seen, for those who can't show pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from alarife.checking.scope import Checked
from alarife.checking.types import Pieces, Seat
from alarife.checking.world import PLAYER_NAMES
from alarife.drawing.example_map import attempts, pieces_tried, place_name, read_map
from alarife.drawing.lettered import lettered
from alarife.drawing.literals import NotAPiece
from alarife.drawing.look import Look
from alarife.drawing.looks import Looks
from alarife.drawing.places import title_of, words
from alarife.rulebook.book import Link, Picture, Table
from alarife.rulebook.phrases import phrase
from alarife.rulebook.scenes import Beginning, GridScene, PlaceScene, Scene
from alarife.rulebook.telling import Telling
from alarife.syntax import tree
from alarife.texts.speech import Speech, named
from alarife.texts.targets import bare_title, capital, target_of

_LOOKS = {"name", "title", "sign", "symbol", "colour"}
"""Columns of a kind that say only how its values are called and drawn."""


def looks_of(telling: Telling) -> Looks:
    """The looks of a program's pieces, in the language of the book; players are called as in its
    examples."""
    world = telling.checked.world

    def title(decl: tree.Decl, value: str) -> str:
        return telling.value_title(decl.name, value) if value else bare_title(telling.title(decl))

    def say(text: str) -> str:
        return telling.speech.text("drawing", text) or text

    names = [named(telling.speech, name) for name in PLAYER_NAMES[: world.players]]
    return Looks(world, [name.capitalize() for name in names], say, title)


def pictures_of(
    looks: Looks, telling: Telling, decl: tree.Example, refused: list[Link], scene: Scene | None
) -> list[Picture]:
    """The pictures of an example. `refused` are the rules that the move in it breaks. Without a
    scene only its maps are known."""
    if scene is None:
        grids = [
            GridScene(place_name(g.place), g, [])
            for g in decl.given
            if isinstance(g, tree.GivenMap)
        ]
        scene = Scene(looks, [g for g in grids if g.place in looks.world.places])
    looks = scene.looks
    made = [_map(looks, telling, decl, grid, refused, scene) for grid in scene.grids]
    shown = [p for p in scene.places if not _on_maps(looks, decl, scene, p)]
    if shown:
        said = [
            f"{title_of(looks, looks.world.places[p.place])}: {words(looks, p.place, _meant(p))}"
            for p in shown
        ]
        tried = Counter(pieces_tried(looks, decl) if refused else [])
        data = {
            "looks": looks,
            "places": [(p.place, p.keys, _marked(looks, p.content, tried)) for p in shown],
        }
        made.append(Picture("places", data, " ".join(said)))
    return made


def _on_maps(looks: Looks, decl: tree.Example, scene: Scene, place: PlaceScene) -> bool:
    """Whether all that lies in a place is shown on a map: what is laid on it, or what somebody
    tries to lay on it."""
    lie = [entry["piece"]["id"] for grid in scene.grids for entry in grid.after]
    tried: list[Look | None] = []
    for grid in scene.grids:
        if grid.given and any(
            isinstance(step, tree.Then) and step.refused_by for step in decl.steps
        ):
            tried += [look for _, look in attempts(looks, decl, read_map(looks, grid.given))]
    pieces = list(_pieces_in(_meant(place)))
    return bool(pieces) and all(
        piece["id"] in lie or looks.of_data(piece) in tried for piece in pieces
    )


def _marked(looks: Looks, content: Any, tried: Counter[Look]) -> Any:
    """A content in which those pieces are marked with which something is tried in vain."""
    if isinstance(content, Mapping) and "type" in content:
        look = looks.of_data(content)
        tried[look] -= 1
        return {**content, "marked": True} if tried[look] >= 0 else content
    if isinstance(content, Mapping):
        return {key: _marked(looks, held, tried) for key, held in content.items()}
    return (
        [_marked(looks, held, tried) for held in content] if isinstance(content, list) else content
    )


def _pieces_in(content: Any) -> Iterator[Mapping[str, Any]]:
    """All pieces in a content as dumps write it."""
    if isinstance(content, Mapping) and "type" in content:
        yield content
    elif isinstance(content, (Mapping, list)):
        for held in content.values() if isinstance(content, Mapping) else content:
            yield from _pieces_in(held)


def _meant(shown: PlaceScene) -> Any:
    """The content of a place, of the keys that an example names."""
    return (
        {key: shown.content.get(key) for key in shown.keys} if shown.keys != [""] else shown.content
    )


def opening(
    looks: Looks, telling: Telling, begun: Beginning, articles: Collection[str]
) -> Picture | None:
    """The whole table after the setup, as one of the players sees it: what lies in the middle, then
    what each player has. `articles` are the targets of the book: a place that has an article of its
    own is shown even if it is empty."""
    world = looks.world
    shown: list[tuple[str, list[str], Any]] = []
    areas: dict[str, list[tuple[str, list[str], Any]]] = {}
    for name, content in begun.places.items():
        place = world.places[name]
        if place.decl is None or not place.decl.title:
            continue
        always = target_of(place.decl) in articles
        if len(place.domains) == 1 and isinstance(place.domains[0].type, Seat):
            if always or _lies(content):
                for key, held in content.items():
                    areas.setdefault(key, []).append((name, [key], {key: held}))
        elif _lies(content) or len(place.domains) == 2 or (always and not place.domains):
            shown.append((name, [], content))
    if not shown and not areas:
        return None
    title = phrase(
        "opening", telling.speech, player=looks.party(begun.player).label, count=world.players
    )
    everything = [*shown, *(one for area in areas.values() for one in area)]
    told = [
        f"{title_of(looks, world.places[name])}: {words(looks, name, held)}"
        for name, _, held in everything
    ]
    data = {
        "looks": looks,
        "places": shown,
        "areas": areas,
        "counters": _counters(looks, telling, begun, articles),
        "title": title,
    }
    return Picture("places", data, " ".join([f"{title}.", *told]))


def _counters(
    looks: Looks, telling: Telling, begun: Beginning, articles: Collection[str]
) -> dict[str, list[str]]:
    """The numbers that the book says each player keeps, by player: "Points: 0"."""
    found: dict[str, list[str]] = {}
    for name, note in telling.checked.program.notes.items():
        info = looks.world.notes.get(name)
        if info is None or len(info.domains) != 1 or not isinstance(info.domains[0].type, Seat):
            continue
        if target_of(note) in articles and isinstance(begun.notes.get(name), Mapping):
            for key, value in begun.notes[name].items():
                if isinstance(value, int) and not isinstance(value, bool):
                    said = f"{capital(bare_title(telling.title(note)))}: {value}"
                    found.setdefault(key, []).append(said)
    return found


def board(looks: Looks, decl: tree.Place) -> Picture | None:
    """A place of spaces or fields that lie on the table for all, without anything on it; None if it
    is something else."""
    place = looks.world.places.get(decl.name)
    if (
        place is None
        or not place.domains
        or any(isinstance(d.type, (Seat, Pieces)) for d in place.domains)
    ):
        return None
    if place.bounds or not (place.shape == "space" or len(place.domains) == 2):
        return None
    return Picture(
        "places",
        {"looks": looks, "places": [(decl.name, [], {})], "bare": True},
        "",
    )


def _lies(content: Any) -> bool:
    """Whether something lies there."""
    if (
        isinstance(content, dict)
        and "type" not in content
        and not {"hidden", "known"} & content.keys()
    ):
        return any(_lies(held) for held in content.values())
    return bool(content)


def gallery(looks: Looks, decl: tree.Piece) -> Picture | None:
    """All pieces of a type side by side; None if there are none. Words would say no more than the
    article does."""
    info = looks.world.pieces.get(decl.name)
    if info is None or not info.count:
        return None
    return Picture("pieces", {"looks": looks, "type": decl.name}, "")


def values(looks: Looks, decl: tree.Kind, table: Table) -> Picture | None:
    """The values of a kind as they are drawn, if its rows say nothing but how; the table is for
    those who can't see it."""
    columns = {cell.text for cell in decl.rows[0].cells}
    if decl.name in looks.world.maps and columns <= _LOOKS | {"x", "y"}:
        return Picture("values", {"looks": looks, "kind": decl.name, "table": table}, "")
    if not columns <= _LOOKS or not columns & {"sign", "symbol", "colour"}:
        return None
    return Picture("values", {"looks": looks, "kind": decl.name, "table": table}, "")


def _map(
    looks: Looks,
    telling: Telling,
    decl: tree.Example,
    grid: GridScene,
    refused: list[Link],
    scene: Scene,
) -> Picture:
    t, checked = telling.speech, telling.checked
    given = grid.given
    legend = (
        [(letter, in_words(telling, piece_of(checked, e))) for letter, e in given.legend]
        if given
        else []
    )
    place = title_of(looks, looks.world.places[grid.place])
    alt = " ".join(
        [
            phrase("map_of", t, place=place),
            *(f"{phrase('legend', t, letter=a, thing=b)}." for a, b in legend),
            *_lying(looks, grid, t),
        ]
    )
    lines, signs = _letters(looks, grid)
    if refused:
        alt += " " + phrase("broken", t, rules=", ".join(link.text for link in refused))
    data = {
        "looks": looks,
        "example": decl,
        "title": capital(bare_title(telling.title(decl))),
        "scene": grid,
        "named": len(scene.grids) > 1,
        "legend_text": [*legend, *signs],
        "broken": {link.target.partition(".")[2]: link.text for link in refused},
        "says": {key: phrase(key, t) for key in ("lit", "gone", "map_before", "map_after")},
    }
    return Picture("map", data, alt, lines)


def _lying(looks: Looks, grid: GridScene, t: Speech) -> list[str]:
    """What lies on a map that no rule file draws, in words."""
    if grid.given is not None:
        return []
    contents = [{grid.key: held} if grid.key else held for held in (grid.before, grid.after)]
    before, after = (words(looks, grid.place, held) if held else "" for held in contents)
    if not before or not after or before == after:
        return [before or after]
    return [f"{phrase('map_before', t)}: {before}", f"{phrase('map_after', t)}: {after}"]


def _letters(looks: Looks, grid: GridScene) -> tuple[list[str], list[tuple[str, str]]]:
    """A map in letters with what lies on it at the beginning, and what is written there means."""
    lines = list(grid.given.lines) if grid.given else []
    if not grid.given or not grid.overlay_before:
        return lines, []
    try:
        extent = read_map(looks, grid.given).extent
    except NotAPiece:
        return lines, []
    return lettered(lines, extent[:2], grid.overlay_before) if extent else (lines, [])


def piece_of(checked: Checked, e: tree.Expr) -> Any:
    """A literal as data: a piece as a dict, a name as text, a number as number."""
    match e:
        case tree.Call() if e.name in checked.world.pieces:
            info = checked.world.pieces[e.name]
            made: dict[str, Any] = {"type": e.name}
            for name, arg in zip(info.field_types, e.args, strict=False):
                made[name] = piece_of(checked, arg)
            for field in info.decl.fields[len(e.args) :]:
                made[field.name] = (
                    piece_of(checked, field.default) if field.default is not None else None
                )
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


def in_words(telling: Telling, piece: Any) -> str:
    """A piece in words, from its fields: "building tile: garden, 10"."""
    if not isinstance(piece, dict) or "type" not in piece:
        return str(piece)
    info = telling.checked.world.pieces[piece["type"]]
    told: list[str] = []
    for name, t in info.field_types.items():
        value = piece.get(name)
        if value in (None, "", "nowhere", []) or value is False:
            continue
        if value is True or (isinstance(t, Seat) and value in PLAYER_NAMES):
            said = named(telling.speech, name if value is True else value)
            told.append(said if value is True else capital(said))
            continue
        kind = getattr(t, "name", "") or getattr(getattr(t, "of", None), "name", "")
        each = value if isinstance(value, list) else [value]
        told.append(", ".join(telling.value_title(kind, str(v)) if kind else str(v) for v in each))
    title = telling.title(info.decl) if info.decl.title else ""
    return f"{title}: {', '.join(told)}" if told else title
