"""What an answer would bring about at once, as far as nobody can be surprised by it.

What comes in: a question. What goes out: for each answer a few words. What always holds: each answer is tried on imagined states
that the asked seat can't tell from the real one, so nothing secret can show; and only that is told which is the same in all of
them, and happens before chance or somebody else has a say.
"""

from __future__ import annotations

from alarife.checking.types import KindOf, Seat
from alarife.diagnostics import RuleError
from alarife.engine.state import State
from alarife.engine.views import may_know
from alarife.lowering.layout import LOG
from alarife.play.asking import Question
from alarife.play.story import Story
from alarife.play.text import Text, join

_MOST_ANSWERS = 16
_MOST_WORDS = 3
_WORLDS = 12
"""On so many imagined states an answer is tried."""


def tells(question: Question) -> bool:
    """Whether a question's answers say little by themselves, so that what they do is worth showing with them: names of actions
    and values, not pieces, cells or numbers."""
    d = question.decision
    return d.kind in ("menu", "may") or (d.kind == "one" and isinstance(d.element, KindOf | Seat))


def preview(state: State, question: Question) -> dict[str, Text]:
    """What the answers would do, by their keys; only those of which there is something to tell, and nothing if they are many."""
    if len(question.choices) > _MOST_ANSWERS or question.decision.kind == "set":
        return {}
    seat = question.decision.player
    worlds = [state.imagine(seat, seed) for seed in range(_WORLDS)]
    for world in worlds:
        world.slots[LOG] = state.slots[LOG]
    found: dict[str, Text] = {}
    for choice in question.choices:
        try:
            after = [world.play(choice.key) for world in worlds]
        except RuleError:
            continue
        if told := _told(state, after, question, seat):
            found[choice.key] = join(told, " · ")
    return found


def _told(before: State, after: list[State], question: Question, seat: int) -> list[Text]:
    """What happened in all of these states, up to the first thing that could not be foreseen."""
    logs = [state.log for state in after]
    past, end = len(before.log), len(before.log) + 1
    while all(len(log) > end for log in logs) and len({log[end] for log in logs}) == 1 and _foreseen(before, logs[0][end], seat):
        end += 1
    entries = Story(after[0], question.look, seat, brief=True).entries(past + 1)
    told: dict[object, Text] = {}
    for e in entries:
        if e.number < end and e.what in ("move", "points"):
            what = logs[0][e.number][2] if e.what == "move" else e.number
            told.pop(what, None)  # a piece that moves on is told once, where it comes to rest
            told[what] = e.words
    return list(told.values())[:_MOST_WORDS]


def _foreseen(before: State, entry: tuple[object, ...], seat: int) -> bool:
    """Whether neither chance, nor somebody else, nor anything unknown has a part in it."""
    if entry[0] == "move":
        pieces = entry[2]
        assert isinstance(pieces, tuple)
        return all(may_know(before.game.machine, before.slots, seat - 1, x) for x in pieces)
    if entry[0] in ("choice", "only"):
        return entry[3] == seat - 1
    return entry[0] == "note"
