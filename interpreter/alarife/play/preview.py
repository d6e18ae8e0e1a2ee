"""What an answer would bring about at once, as far as nobody can be surprised by it.

What comes in: a question. What goes out: for each answer a few words. What always holds: each
answer is tried on imagined states that the asked seat can't tell from the real one, so nothing
secret can show; and only that is told which is the same in all of them, and happens before chance
or somebody else has a say."""

from __future__ import annotations

from typing import Any

from alarife.checking.types import KindOf, Number, Seat, Truth
from alarife.diagnostics import RuleError
from alarife.engine.inspect import knows, note_at, with_log_of
from alarife.engine.state import State
from alarife.play.asking import Question
from alarife.play.look import Look
from alarife.play.story import Story
from alarife.play.text import Text, join

_MOST_ANSWERS = 16
_MOST_WORDS = 3
_WORLDS = 12
"""On so many imagined states an answer is tried."""


def tells(question: Question) -> bool:
    """Whether a question's answers say little by themselves, so that what they do is worth showing
    with them: names of actions and values, not pieces, cells or numbers."""
    d = question.decision
    return d.kind in ("menu", "may") or (d.kind == "one" and isinstance(d.element, KindOf | Seat))


def preview(state: State, question: Question) -> dict[str, Text]:
    """What the answers would do, by their keys; only those of which there is something to tell, and
    nothing if they are many."""
    if len(question.choices) > _MOST_ANSWERS or question.decision.kind == "set":
        return {}
    worlds = _Worlds(state, question.decision.player)
    found: dict[str, Text] = {}
    for choice in question.choices:
        try:
            told = _told(state, worlds, choice.key, question.look)
        except RuleError:
            continue
        if told:
            found[choice.key] = join(told, " · ")
    return found


class _Worlds:
    """States that a seat can't tell from the real one, made when they are needed; each has the log
    of the real one."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self._made: list[State] = []

    def __getitem__(self, n: int) -> State:
        while len(self._made) <= n:
            world = self.state.imagine(self.seat, len(self._made))
            self._made.append(with_log_of(world, self.state))
        return self._made[n]


def _told(before: State, worlds: _Worlds, key: str, look: Look) -> list[Text]:
    """What an answer does in all worlds, up to the first thing that could not be foreseen."""
    after = worlds[0].play(key)
    log = after.log
    past = end = len(before.log) + 1
    while end < len(log) and _foreseen(before, log[end], worlds.seat):
        end += 1
    for n in range(1, _WORLDS):
        if not any(entry[0] in ("move", "note") for entry in log[past:end]):
            return []
        other = worlds[n].play(key).log
        end = next((i for i in range(past, end) if i >= len(other) or other[i] != log[i]), end)
    told: dict[object, Text] = {}
    noted: dict[object, Text] = {}
    for e in Story(after, look, worlds.seat, brief=True).entries(past):
        if e.number >= end:
            continue
        if e.what in ("move", "points"):
            what = log[e.number][2] if e.what == "move" else e.number
            told.pop(what, None)  # a piece that moves on is told once, where it comes to rest
            told[what] = e.words
        elif e.what == "note" and _says_something(before, log[e.number]):
            noted[log[e.number][2]] = e.words
    return [*told.values(), *noted.values()][:_MOST_WORDS]


def _says_something(state: State, entry: tuple[Any, ...]) -> bool:
    """Whether a note is one of the whole table's, and says what is chosen; with numbers and with
    yes or no, rules keep count."""
    note = note_at(state.game, entry[2])
    return not note.domains and not isinstance(note.type, Truth | Number)


def _foreseen(before: State, entry: tuple[object, ...], seat: int) -> bool:
    """Whether neither chance, nor somebody else, nor anything unknown has a part in it."""
    if entry[0] == "move":
        pieces = entry[2]
        assert isinstance(pieces, tuple)
        return all(knows(before, seat, x) for x in pieces)
    if entry[0] in ("choice", "only"):
        return entry[3] == seat - 1
    return entry[0] == "note"
