"""A screen: everything a person sees when asked, fitted to the terminal.

In: what `Table.show` gives a seat, and the size of the terminal. Out: lines, in which whatever may
be chosen is tagged with its handle. What always holds: nothing is shown that the data does not
hold, and there are no more lines than the terminal has, unless everything is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from alarife.checking.world import PlaceInfo
from alarife.drawing.overlay import Overlay, noted_cells, on_cells, overlay_of
from alarife.play import people, places
from alarife.play.answering import Asked, Choice
from alarife.play.boards import board_block
from alarife.play.columns import shared_blocks
from alarife.play.fitting import fit
from alarife.play.framing import framed
from alarife.play.grids import GridMarks
from alarife.play.keyed import instances
from alarife.play.legend import short_legend
from alarife.play.look import PieceText
from alarife.play.maps import map_blocks, names_on_maps
from alarife.play.places import Block
from alarife.play.sight import sight
from alarife.play.telling import counts_table, news_lines
from alarife.play.text import Text, columns, composed, flow, join
from alarife.table import Table
from alarife.texts.spoken import phrase_of, phrased

Data = dict[str, Any]
_MANY_CELLS = 40
"""If so many cells may be chosen, their numbers would hide what lies between them: they get a plain
mark."""
_PLAIN_MARK = "+"
_FEW_COUNTS = 2
_NEWS = 6
"""Lines of news for which other things make room."""
ENDLESS = 10_000


@dataclass(slots=True)
class Size:
    """A terminal: columns and rows, whether it shows colours, whether it has lines to draw with,
    and whether what is wider can be scrolled."""

    width: int = 80
    height: int = 24
    colour: bool = False
    fine: bool = True
    sideways: bool = False


@dataclass(slots=True)
class Scene:
    """What a screen is made from. `fresh`: the events to be told above, if there is room for all of
    them; `bots`: seat → bot; `foresee` says what an answer would do; `warn` is added below. With
    `nobody`, several people look, and none of them is called "you"."""

    table: Table
    data: Data
    size: Size
    fresh: list[Data] = field(default_factory=list)
    bots: Mapping[int, str] = field(default_factory=dict)
    encoding: str = "utf-8"
    foresee: Callable[[str], list[str]] | None = None
    warn: list[str] = field(default_factory=list)
    nobody: bool = False

    @property
    def look(self) -> PieceText:
        """How things look to the seat."""
        wording, question = self.table.wording, self.data["question"]
        meant = {spot["piece"] for spot in question["subjects"]} if question else set[int]()
        seat, world = 0 if self.nobody else self.data["seat"], self.table.game.world
        return PieceText(world, seat, self.encoding, wording.names, meant)

    @property
    def asked(self) -> Asked | None:
        """The question, if it is this seat's."""
        return Asked(self.data["question"]) if self.data["yours"] else None


@dataclass(slots=True)
class Drawn:
    """A screen: its lines, and whether all the news stands on it."""

    lines: list[Text]
    told: bool


def draw(scene: Scene) -> Drawn:
    """The screen of a scene."""
    look, asked, size = scene.look, scene.asked, scene.size
    width = size.width
    head = [header(scene)]
    foot = [question_line(scene, asked), *([picked_line(asked)] if asked and asked.picked else [])]
    foot = [line for line in foot if line]
    choices = _choices_block(asked) if asked else None
    room = size.height - len(head) - len(foot) - len(scene.warn) - 1
    news = news_lines(scene.fresh, width)
    paged = any(e["kind"] == "scoring" for e in scene.fresh)
    want = 0 if paged else len(news) + 1 if news else 0
    fitted = fit(_blocks(scene, look, asked), choices, width, room, min(want, _NEWS))
    body, answers = fitted.body, fitted.choices
    told = not news or (not paged and len(body) + len(answers) + len(news) + 1 <= room)
    above = [*news, _rule_line(size)] if news and told else []
    left = room - len(above) - len(body)
    answers = with_effects(scene, asked, width, left) or answers
    if len(above) + len(fitted.spaced) + len(answers) < room:
        body = fitted.spaced
    body, answers = _within(body, answers, room - len(above))
    between = [Text()] if len(above) + len(body) + len(answers) < room else []
    lines = [*head, *above, *body, *between, *foot, *answers]
    return Drawn([line.cut(width) for line in lines], told)


def body_lines(scene: Scene) -> list[Text]:
    """What lies on the table alone, as roomy as the size allows; where even the tightest form does
    not fit, more lines than that."""
    blocks = _blocks(scene, scene.look, scene.asked)
    fitted = fit(blocks, None, scene.size.width, scene.size.height, 0)
    fits = len(fitted.spaced) <= scene.size.height
    return fitted.spaced if fits else fitted.body


def signs_of(scene: Scene) -> PieceText:
    """How things look on a screen, with all the signs that any form of it writes."""
    look = scene.look
    for block in _blocks(scene, look, scene.asked):
        for form in block.forms:
            form(scene.size.width)
    return look


def _within(body: list[Text], answers: list[Text], room: int) -> tuple[list[Text], list[Text]]:
    """As much as there is room for, the answers first."""
    most = max(room - 3, 1)
    if len(answers) > most and len(body) + len(answers) > room:
        left = len(answers) - most + 1
        answers = [
            *answers[: most - 1],
            Text((phrased("{n} more {n:forms line|lines}: look all", n=left), "dim")),
        ]
    return framed(body, max(room - len(answers), 1)), answers


def _rule_line(size: Size) -> Text:
    return Text((("─" if size.fine else "-") * size.width, "dim"))


def header(scene: Scene) -> Text:
    """The game, and what is played with; whose turn it is, at the right."""
    game = scene.table.game
    title = Text((game.title, "bold"))
    modules = [scene.table.wording.file_title(m) for m in game.configuration.modules]
    if modules:
        with_them = phrase_of("{game} with {modules}")
        title = composed(with_them, game=(game.title, "bold"), modules=", ".join(modules))
    return title.cut(scene.size.width)


def question_line(scene: Scene, asked: Asked | None) -> Text:
    """Who is asked what, about what."""
    data, look = scene.data, scene.look
    if data["over"]:
        return Text((data["end"], "bold"))
    question = data["question"]
    if question is None:
        return Text()
    who = look.party(question["player"])
    if asked is None and not question["prompt"]:
        return composed(phrase_of("{name} is asked"), name=who)
    if asked is None:
        return composed(phrase_of("{name} is asked: {prompt}"), name=who, prompt=question["prompt"])
    line = Text(who, ": ", (question["prompt"], "bold"))
    return Text(line, "  ", ", ".join(question["about"])) if question["about"] else line


def picked_line(asked: Asked) -> Text:
    """Of a set: what has been picked, and whether that may be all."""
    picked = ", ".join(c.words for c in asked.picked)
    sums = "".join(f" · {said['words']}" for said in asked.data["sums"])
    tail = "  " + (phrased("(d: done)") if asked.confirmed else phrased("(not yet all)"))
    return Text((phrased("chosen:") + " ", "dim"), (picked, "bold"), sums, (tail, "dim"))


# ----------------------------------------------------------------
# answers
def _choices_block(asked: Asked) -> Block:
    forms = [
        lambda width: choice_lines(asked, width),
        lambda width: choice_lines(asked, width, tight=True),
        lambda width: choice_lines(asked, width, tight=True, marked=True),
    ]
    return Block(forms, wide=True, precious=True)


def _item(choice: Choice, edge: int = 0, bare: bool = False) -> Text:
    """A choice as it is listed: its handle, and its words."""
    chip = choice.data.get("chip") or {}
    times = choice.data.get("times", 1)
    picked = choice.data.get("state") == "picked"
    style = "dim" if not picked and not choice.open else "bold"
    handle = (choice.handle.rjust(edge), f"{style} @{choice.handle}")
    mark = (f" *{f'{times}x' if times > 1 else ''}", "bold") if picked else ("", "")
    words = "" if bare else f" {choice.words}"
    colour = chip.get("colour") or ("dim" if style == "dim" else "")
    return Text(handle, mark, (words, f"{colour} @{choice.handle}".strip()))


def choice_lines(asked: Asked, width: int, tight: bool = False, marked: bool = False) -> list[Text]:
    """The choices, in columns; those of cells are marked where they lie, and if `marked` those on a
    map, too."""
    if asked.kind == "may":
        return [join((_item(c) for c in asked.choices), "   ")]
    others = [c for c in asked.choices if not _on_board(c)]
    lines = [_cells_line(asked)] if len(others) < len(asked.choices) else []
    if marked and (on_map := [c for c in others if _on_map(c)]):
        others = [c for c in others if not _on_map(c)]
        lines.append(_map_line(on_map))
    if asked.own_numbers:
        items = [_item(c, bare=c.handle == c.words) for c in others]
        lines += flow(items, width, None, "  ", 0)
    elif others:
        edge = 0 if tight else max(len(c.handle) for c in others)
        items = [_item(c, edge) for c in others]
        lines += flow(items, width, None, "   ", 0) if tight else columns(items, width)
    if asked.kind == "set" and asked.confirmed:
        lines.append(Text(("d", "bold @d"), (f" {phrased('done')}", "@d")))
    return lines


def _on_board(choice: Choice) -> bool:
    if any("edge" in spot or "corner" in spot for spot in choice.data["spots"]):
        return True
    return choice.at is not None and choice.data["piece"] is None


def _on_map(choice: Choice) -> bool:
    return any("map" in spot for spot in choice.data["spots"])


def _map_line(choices: Sequence[Choice]) -> Text:
    first, last = choices[0].handle, choices[-1].handle
    span = first if len(choices) == 1 else f"{first}–{last}"
    said = phrase_of("{numbers} as marked, or a name such as {example}")
    return composed(said, numbers=(span, "bold"), example=choices[0].words)


def _cells_line(asked: Asked) -> Text:
    cells = [c for c in asked.choices if _on_board(c)]
    at = cells[0].at
    if at is None:  # edges and corners
        return _map_line(cells)
    example = phrased("coordinates such as {x},{y} (column, row)", x=at[0], y=at[1])
    if len(cells) > _MANY_CELLS:
        return Text(phrased("{n} free cells: {example}", n=len(cells), example=example))
    first, last = cells[0].handle, cells[-1].handle
    span = first if len(cells) == 1 else f"{first}–{last}"
    return composed(
        phrase_of("{numbers} as marked, or {example}"), numbers=(span, "bold"), example=example
    )


def with_effects(scene: Scene, asked: Asked | None, width: int, room: int) -> list[Text]:
    """The choices, each with what it would do; nothing where there is no room, or nothing to
    tell."""
    if asked is None or scene.foresee is None or not tells(asked) or len(asked.choices) > room:
        return []
    effects = {c.key: scene.foresee(c.key) for c in asked.choices}
    if not any(effects.values()):
        return []
    edge = max(len(c.handle) for c in asked.choices)
    items = [_item(c, edge) for c in asked.choices]
    wide = max(i.width for i in items)
    return [
        Text(
            i.pad(wide), ("   → ", "dim") if effects[c.key] else "", " · ".join(effects[c.key])
        ).cut(width)
        for c, i in zip(asked.choices, items, strict=True)
    ]


def tells(asked: Asked) -> bool:
    """Whether answers say little by themselves, so that what they do is worth showing with them."""
    values = any(option["chip"] for option in asked.data["options"])
    return asked.kind in ("menu", "may") or (asked.kind == "one" and values)


# ----------------------------------------------------------------
# what lies on the table
def _blocks(scene: Scene, look: PieceText, asked: Asked | None) -> list[Block]:
    """Everything, from above: what is noted, the parties, what lies on the table, boards, what one
    has, counts and signs."""
    game, data = scene.table.game, scene.data
    view = sight(game, data)
    tables, in_tables = shared_blocks(game, view, look)
    maps = map_blocks(game, view, look, _on_maps(asked), data["last"], scene.size.fine)
    in_tables |= names_on_maps(game)
    keyed: list[Block | None] = []
    own: list[Block] = []
    others: list[Block] = []
    for place in game.world.places.values():
        if place.name == "box" or place.name in in_tables:
            continue
        if place.name in game.world.lie_on_boards and place.bounds is None:
            continue
        if place.bounds and not place.domains[1:] and game.world.lying_on(place.name):
            marks = marks_on(data, place.name, asked)
            cells = noted_cells(scene.table.wording.looks, place, "", view["notes"])
            marks.overlay = Overlay(markers=cells)
            own.append(board_block(game, view, place, look, marks, scene.size.fine))
        elif places.is_grid(place):
            for one in instances(game, view, place):
                mine = not one.keys or one.keys[0][0] == data["seat"]
                marks = marks_on(data, scene.table.wording.place_id(one.number), asked)
                _calm(marks, place, one.held, scene.size.fine)
                key = scene.table.wording.key_text(one.number)
                looks = scene.table.wording.looks
                marks.overlay = overlay_of(looks, place, key, one.held, view)
                near, sideways = mine or bool(marks.cells), scene.size.sideways
                block = places.grid_block(one, look, marks, scene.size.fine, near, sideways)
                (own if mine or marks.cells else others).append(block)
        elif place.domains and not places.is_private(place):
            keyed.append(places.keyed_block(game, view, look, place))
    bots = dict(scene.bots)
    counts = _counts_instead_of_points(data)
    if len(boards := [*maps, *own, *others]) == 1:
        boards[0].forms = [made for f in boards[0].forms for made in (f, _untitled(f))]
    groups: list[list[Block | None]] = [
        [
            people.status_block(game, view, look),
            *people.keyed_notes_blocks(game, view, look, in_tables | on_cells(game.world)),
            people.told_block(data["told"]),
        ],
        [people.people_block(game, view, look, bots, counts)],
        [*keyed, places.plain_block(game, view, look)],
        [*tables],
        [*boards],
        [people.yours_block(game, view, look)],
        [None if counts else _spare(counts_table(data, look)), _spare(short_legend(game, look))],
    ]
    return [replace(block, group=n) for n, group in enumerate(groups) for block in group if block]


def _untitled(form: Callable[[int], list[Text]]) -> Callable[[int], list[Text]]:
    """Of the only board that there is, all but its title."""
    return lambda width: form(width)[1:]


def _counts_instead_of_points(data: Data) -> list[Data]:
    """Where nobody has points: the counts that decide, if they are few."""
    counts: list[Data] = data["standings"]
    few = 0 < len(counts) <= _FEW_COUNTS and not any(count["kind"] for count in counts)
    return counts if few and all(p["points"] is None for p in data["people"]) else []


def _on_maps(asked: Asked | None) -> dict[str, dict[str, str]]:
    """The handles of what may be chosen on maps, by kind and value."""
    found: dict[str, dict[str, str]] = {}
    for choice in asked.choices if asked else ():
        for spot in choice.data["spots"]:
            if "value" in spot:
                found.setdefault(spot["map"], {})[spot["value"]] = choice.handle
    return found


def _spare(lines: Callable[[int], list[Text]] | None) -> Block | None:
    """What is shown where there is room for it."""
    return Block([lines, lambda width: []], wide=True) if lines else None


def _calm(marks: GridMarks, place: PlaceInfo, held: Sequence[Data], fine: bool) -> None:
    """Where every free cell of a board may be chosen, marks would only hide the pieces."""
    columns, rows = place.bounds or (0, 0)
    if marks.written and len(marks.cells) + len(held) == columns * rows:
        marks.written = dict.fromkeys(marks.cells, "·" if fine else ".")


def marks_on(data: Data, place: str, asked: Asked | None) -> GridMarks:
    """What is marked on a grid."""
    marks = GridMarks()
    for choice in asked.choices if asked else ():
        for spot in choice.data["spots"]:
            if spot["place"] != place:
                continue
            for what, marked in (("edge", marks.edges), ("corner", marks.corners)):
                if what in spot:
                    marked[spot[what][0], spot[what][1]] = choice.handle
            if "at" not in spot:
                continue
            at = (spot["at"][0], spot["at"][1])
            marks.cells[at] = choice.handle
            if choice.data.get("state") == "picked":
                marks.picked.add(at)
    if len(marks.cells) > _MANY_CELLS:
        marks.written = dict.fromkeys(marks.cells, _PLAIN_MARK)
    for s in data["last"]:
        if s["place"] == place:
            what = next(w for w in ("at", "edge", "corner") if w in s)
            (marks.last if what == "at" else marks.last_finer[what]).add((s[what][0], s[what][1]))
    marks.won = {(s["at"][0], s["at"][1]) for s in data["line"] if s["place"] == place}
    return marks
