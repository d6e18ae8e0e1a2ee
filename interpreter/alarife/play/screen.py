"""A screen: everything a person sees when asked, fitted to the terminal.

In: what `Table.show` gives a seat, and the size of the terminal. Out: lines, in which whatever may
be chosen is tagged with its handle. What always holds: nothing is shown that the data does not
hold, and there are no more lines than the terminal has, unless everything is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from alarife.play.answering import Asked, Choice
from alarife.play.fitting import Fitted, fit
from alarife.play.framing import framed
from alarife.play.look import PieceText
from alarife.play.parts import MANY_CELLS, blocks_of
from alarife.play.places import Block
from alarife.play.scene import Scene, Size
from alarife.play.telling import news_lines
from alarife.play.text import Text, columns, composed, flow, join
from alarife.texts.spoken import phrase_of, phrased

_NEWS = 6
"""Lines of news for which other things make room."""


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
    foot = [
        question_line(scene, asked),
        *([picked_line(asked)] if asked and asked.members else []),
    ]
    foot = [line for line in foot if line]
    choices = _choices_block(asked) if asked else None
    room = size.height - len(head) - len(foot) - len(scene.warn) - 1
    news = news_lines(scene.fresh, width)
    paged = any(e["kind"] == "scoring" for e in scene.fresh)
    want = 0 if paged else len(news) + 1 if news else 0
    fitted, held = _fitted(blocks_of(scene, look, asked), choices, width, room, min(want, _NEWS))
    room -= len(held)
    body, answers = fitted.body, fitted.choices
    told = not news or (not paged and len(body) + len(answers) + len(news) + 1 <= room)
    above = [*news, _rule_line(size)] if news and told else []
    left = room - len(above) - len(body)
    answers = with_effects(scene, asked, width, left) or answers
    if len(above) + len(fitted.spaced) + len(answers) < room:
        body = fitted.spaced
    body, answers = _within(body, answers, room - len(above))
    between = [Text()] if len(above) + len(body) + len(answers) < room else []
    lines = [*head, *above, *body, *held, *between, *foot, *answers]
    return Drawn([line.cut(width) for line in lines], told)


def _fitted(
    blocks: Sequence[Block], choices: Block | None, width: int, room: int, spare: int
) -> tuple[Fitted, list[Text]]:
    """The blocks and the choices in forms that fit; where none do, what somebody holds by itself,
    and all else in the room that leaves."""
    fitted = fit(blocks, choices, width, room, spare)
    held = _held_lines(blocks, width, room) if fitted.height > room else []
    if held:
        others = [block for block in blocks if not block.held]
        fitted = fit(others, choices, width, room - len(held), 0)
    return fitted, held


def _held_lines(blocks: Sequence[Block], width: int, room: int) -> list[Text]:
    """What somebody holds, as tight as can be, for where the table does not fit; nothing if that
    would take much of the room itself."""
    lines = [line for block in blocks if block.held for line in block.forms[-1](width)]
    return lines if len(lines) <= room // 3 else []


def own_lines(scene: Scene, width: int) -> list[Text]:
    """What the seat holds, for a screen of its size."""
    return _held_lines(blocks_of(scene, scene.look, scene.asked), width, scene.size.height)


def body_lines(scene: Scene, held: bool = True) -> list[Text]:
    """What lies on the table alone, as roomy as the size allows; where even the tightest form does
    not fit, more lines than that. Without `held`, what the seat holds is shown elsewhere."""
    blocks = blocks_of(scene, scene.look, scene.asked)
    blocks = [block for block in blocks if held or not block.held]
    fitted = fit(blocks, None, scene.size.width, scene.size.height, 0)
    fits = len(fitted.spaced) <= scene.size.height
    return fitted.spaced if fits else fitted.body


def signs_of(scene: Scene) -> PieceText:
    """How things look on a screen, with all the signs that any form of it writes."""
    look = scene.look
    for block in blocks_of(scene, look, scene.asked):
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
    """Of a set: what has been chosen, and whether that may be all."""
    picked = ", ".join(asked.members)
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
    if len(cells) > MANY_CELLS:
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
