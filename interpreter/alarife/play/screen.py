"""A screen: everything a person sees when asked, fitted to the terminal.

What comes in: a state, the seat that looks, the size of the terminal. What goes out: lines. What
always holds: nothing is shown but what `state.view` gives to that seat."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from alarife.engine.state import State
from alarife.play import people, table
from alarife.play.asking import Question
from alarife.play.columns import shared_blocks
from alarife.play.fitting import fit
from alarife.play.grids import Marks
from alarife.play.look import Look
from alarife.play.preview import preview, tells
from alarife.play.story import Entry, Story
from alarife.play.table import Block
from alarife.play.text import Text, flow

_BETWEEN = " · "
_NEWS, _MOST_NEWS = 4, 10
"""Lines of news for which other things make room, and lines of news at most."""
_TELLING = ("choice", "only", "points", "show")
"""What is told first, if there is room for little."""


@dataclass(slots=True)
class Size:
    """A terminal: columns and rows, whether it shows colours, and whether it has lines to draw
    with."""

    width: int = 80
    height: int = 24
    colour: bool = False
    fine: bool = True


@dataclass(slots=True)
class Scene:
    """What a screen is made from. `since`: how much of the log this seat has seen; `bots`: seat →
    bot."""

    state: State
    seat: int
    size: Size
    since: int = 0
    bots: dict[int, str] = field(default_factory=dict)
    encoding: str = "utf-8"


def draw(scene: Scene) -> list[Text]:
    """The screen of a scene."""
    state, game = scene.state, scene.state.game
    view = state.view(scene.seat)
    look = Look(game.world, scene.seat, scene.encoding)
    question = (
        Question(state, view, look)
        if state.decision is not None and state.decision.player == scene.seat
        else None
    )
    marks = question.marks if question else Marks()
    width = scene.size.width
    asks = asked(state, question, look)
    blocks = _blocks(scene, view, look, marks)
    choices = (
        Block([question.lines, lambda w: question.lines(w, True)], wide=True, precious=True)
        if question
        else None
    )
    head = [header(state, width)]
    room = scene.size.height - len(head) - len(asks) - 1
    told = _news(scene, look)
    fitted = fit(
        blocks, choices, width, room, min(len(_lines_of(told, width)), _NEWS) + 2 if told else 1
    )
    body, answers = fitted.body, fitted.choices
    news = _some(told, room - 1 - len(body) - len(answers), scene.size)
    between = [Text()] if len(body) + len(answers) < room else []
    if (
        question
        and tells(question)
        and len(news) + len(body) + max(len(question.choices), len(answers)) < room
    ):
        answers = with_previews(question, preview(state, question), width) or answers
    if len(news) + len(fitted.spaced) + len(answers) < room:
        body = fitted.spaced
    return [line.cut(width) for line in (*head, *news, *body, *between, *asks, *answers)]


def with_previews(question: Question, told: dict[str, Text], width: int) -> list[Text]:
    """The choices, each with what it would do; nothing, if that isn't known of any."""
    if not told:
        return []
    edge = max(len(c.handle) for c in question.choices)
    wide = max(c.words.width for c in question.choices)
    lines: list[Text] = []
    for c in question.choices:
        would = Text("   ", ("→ ", "dim"), told[c.key]) if c.key in told else Text()
        lines.append(Text((c.handle.rjust(edge), "bold"), " ", c.words.pad(wide), would).cut(width))
    return lines


def header(state: State, width: int) -> Text:
    """The game, and what is played with."""
    game = state.game
    title = Text((game.title, "bold"))
    modules = [_module_title(game, m) for m in game.configuration.modules]
    if modules:
        title += " with " + ", ".join(modules)
    return title.cut(width)


def _module_title(game: Any, name: str) -> str:
    return next(
        (
            f.title
            for f in game.program.files
            if getattr(f, "name", "") == name and getattr(f, "title", "")
        ),
        name,
    )


def asked(state: State, question: Question | None, look: Look) -> list[Text]:
    """Who is asked what, in one line."""
    if question:
        return [question.prompt()]
    if state.decision is not None:
        return [Text(look.party(state.decision.player), " is asked: ", state.decision.prompt)]
    return []


def _blocks(scene: Scene, view: dict[str, Any], look: Look, marks: Marks) -> list[Block]:
    """Everything, from above: what is remembered, the parties, what lies on the table, boards, what
    one has."""
    game = scene.state.game
    tables, in_tables = shared_blocks(game, view, look)
    keyed: list[Block | None] = []
    own: list[Block] = []
    others: list[Block] = []
    for place in game.world.places.values():
        if place.name == "box" or place.name in in_tables:
            continue
        if table.is_grid(place):
            for one in table.instances(game, view, place):
                mine = not one.keys or one.keys[0][0] == scene.seat
                here = {e["piece"].get("id") for e in one.held}
                wanted = _chosen_here(marks, one, here, scene)
                block = table.grid_block(
                    one, look, wanted, scene.size.fine, mine or bool(wanted.pieces)
                )
                (own if mine else others).append(block)
        elif place.domains and not table.is_private(place):
            keyed.append(table.keyed_block(game, view, look, place))
    groups: list[list[Block | None]] = [
        [
            people.status_block(game, view, look),
            people.keyed_notes_block(game, view, look, in_tables),
        ],
        [people.people_block(game, view, look, scene.bots)],
        [*keyed, table.plain_block(game, view, look)],
        [*tables],
        [*own, *others],
        [people.yours_block(game, view, look)],
    ]
    return [replace(block, group=n) for n, group in enumerate(groups) for block in group if block]


def _chosen_here(marks: Marks, one: table.Instance, here: set[Any], scene: Scene) -> Marks:
    """The marks that belong to this grid: pieces that lie there; cells, if it is the asked seat's
    or the only one."""
    mine = not one.keys or one.keys[0][0] == scene.seat
    return Marks(marks.cells if mine else {}, {x: n for x, n in marks.pieces.items() if x in here})


def _news(scene: Scene, look: Look) -> list[Entry]:
    """What happened since this seat looked last, without what the screen shows anyway."""
    story = Story(scene.state, look, scene.seat)
    return [
        entry
        for entry in story.entries(max(scene.since, story.first_choice()))
        if entry.what != "note"
    ]


def _lines_of(entries: list[Entry], width: int) -> list[Text]:
    """News in lines, a new one for each who chooses, who is named once."""
    lines: list[Text] = []
    run: list[Text] = []
    who = -1
    for entry in entries:
        if entry.who not in (-1, who):
            lines += flow(run, width, None, _BETWEEN)
            run, who = [], entry.who
            run.append(entry.words)
        else:
            run.append(entry.said or entry.words)
    return lines + flow(run, width, None, _BETWEEN)


def _some(entries: list[Entry], room: int, size: Size) -> list[Text]:
    """As much of the news as there is room for, and a line below them: where there is little, what
    was chosen and what it brought; of that, the last."""
    room = min(room - 1, _MOST_NEWS)
    if room < 1 or not entries:
        return []
    told = _lines_of(entries, size.width)
    if len(told) > room:
        told = _lines_of([e for e in entries if e.what in _TELLING], size.width) or told
    if len(told) > room:
        told = [Text(("… ", "dim"), told[-room]), *told[len(told) - room + 1 :]]
    return [*told, Text(("─" if size.fine else "-") * size.width).styled("dim")]
