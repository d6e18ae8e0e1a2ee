"""Where points come from: which scoring, and which rule in it.

In: a game. Out: the game, watched: whoever writes the note `score` is asked what it stands in, and
the answer is kept for whoever plays the state on. A log names the rule alone."""

from __future__ import annotations

import dis
import sys
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from types import CodeType, FrameType
from typing import Any

from alarife.checking.types import KindOf, Seat
from alarife.code.symbols import declared
from alarife.engine.inspect import owner_of_block, rule_name, steps_under_way, watch_notes
from alarife.engine.state import Game
from alarife.linking.walk import below
from alarife.lowering.layout import Slots
from alarife.syntax import tree

Within = tuple[str, str]
"""A step, and if it does something for each value of a kind, the value it is at."""
Step = tuple[str, str, str]
"""A step's title, the value of a kind that it is carried out for, and the one it is at."""
Source = tuple[str, tuple[Within, ...]]
"""A scoring (it may be empty), and the steps within it, down to the rule."""


class Sources:
    """Watches one game. Made once a game; safe to use from several threads."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._open = threading.local()
        note = game.world.notes.get("score")
        self.watches = (
            note is not None and len(note.domains) == 1 and isinstance(note.domains[0].type, Seat)
        )
        if not self.watches:
            return
        self._note = list(game.world.notes).index("score")
        self._loops_of: dict[str, dict[str, tuple[str, ...]]] = {}
        self._titles = {info.name: info.title for info in reversed(game.rules)}
        watch_notes(game, self._noted)

    @contextmanager
    def kept(self) -> Generator[list[Source]]:
        """The sources of all changes of `score` that are logged meanwhile, in their order."""
        found: list[Source] = []
        self._open.found = found
        try:
            yield found
        finally:
            self._open.found = None

    def _noted(self, s: Slots, rule: int, note: int, index: int, value: Any) -> None:
        """See a change that is logged, and who makes it."""
        found = getattr(self._open, "found", None)
        if note == self._note and found is not None:
            found.append(self._source(s, rule))

    def _source(self, s: Slots, rule: int) -> Source:
        """The scoring is the outermost step that is carried out for a value of a kind, such as a
        round; or else the outermost of several, or the step in which somebody has been asked."""
        steps: list[Step] = []
        whole: list[Step] = []
        frame = sys._getframe(3)
        while frame is not None and frame.f_code.co_filename == "<rules>":
            what, name = declared(frame.f_code.co_name)
            if what == "step":
                titled = (*self._titled(name, frame.f_locals), self._looped(name, frame))
                _put(titled, steps)
                _put(titled, whole)
            elif not what:
                for titled in self._in_block(frame):
                    _put(titled, whole)
            frame = frame.f_back
        for name, held in steps_under_way(self.game, s):
            _put((*self._named(name, held), ""), whole)
        path = tuple((title, each) for title, _, each in reversed(steps))
        if (found := _for_value(whole[::-1])) is not None:
            return found
        if len(path) > 1:
            return path[0][0], path[1:]
        rule_ = rule_name(self.game, rule)
        path = path or ((self.game.rule(rule_).title if rule_ else "", ""),)
        around = self._asking(s)
        return ("" if around == path[0][0] else around), path

    def _in_block(self, frame: FrameType) -> Iterator[Step]:
        """A part of a step that can stop, the innermost first: what is done in it for each value of
        a kind by a step that is written out there, and the step itself."""
        number = frame.f_code.co_name[1:]
        if not number.isdigit():
            return
        owner = owner_of_block(self.game, int(number))
        decl, known = self.game.program.steps.get(owner), self.game.program.steps
        for node in below(decl) if decl is not None else ():
            called = node.name if isinstance(node, tree.Call) else ""
            if called in known and (each := self._looped(called, frame)):
                yield self._titles.get(called, ""), "", each
        local = {name.rpartition("_")[0]: value for name, value in frame.f_locals.items()}
        yield (*self._named(owner, local), self._looped(owner, frame))

    def _named(self, step: str, held: Mapping[str, Any]) -> tuple[str, str]:
        """A step's title, and the value of a kind that it is carried out for, as far as what it
        holds says so."""
        own = step in self.game.program.steps and step != "play"
        return (self._titles.get(step, "") if own else ""), self._value(step, held)

    def _value(self, step: str, held: Mapping[str, Any]) -> str:
        """The value of a kind that a step, or what hangs on one, is carried out for."""
        program, kinds = self.game.program, self.game.world.kinds
        decl = program.steps.get(step) or program.labels.get(step)
        params = decl.params if isinstance(decl, tree.Step) else ()
        params = decl.pattern if isinstance(decl, tree.Hook) else params
        types = self.game.checked.signatures.get(f"step {step}", [])
        for n, (param, t) in enumerate(zip(params, types, strict=False)):
            value = held.get(param.name, held.get(f"p{n}"))
            if isinstance(t, KindOf) and t.name in kinds and isinstance(value, int):
                return kinds[t.name].titles[value]
        return ""

    def _looped(self, step: str, frame: FrameType) -> str:
        """The value of a kind for which a step does something at the moment, if it does so for
        each value."""
        for prefix, titles in self._each(step).items():
            for local, begin, end in _loops(frame.f_code):
                value: Any = frame.f_locals.get(local)
                if titles and begin < frame.f_lasti < end and local.rpartition("_")[0] == prefix:
                    return titles[value]
        return ""

    def _each(self, step: str) -> dict[str, tuple[str, ...]]:
        """The loops of a step: the names of their locals, and if each of that name goes over all
        values of the same kind, the titles of these."""
        found = self._loops_of.get(step)
        if found is None:
            decl, kinds = self.game.program.steps.get(step), self.game.world.kinds
            loops = [n for n in below(decl) if isinstance(n, tree.ForEach)] if decl else []
            each = [source for loop in loops for source in loop.sources.each]
            found = {}
            for e in each:
                kind = kinds.get(e.of.id) if isinstance(e.of, tree.Name) else None
                titles = kind.titles if kind is not None else ()
                found[e.name] = titles if found.get(e.name, titles) == titles else ()
            self._loops_of[step] = found
        return found

    def _asking(self, s: Slots) -> str:
        """The step, outside of the flow of the whole game, in which somebody was asked last."""
        steps = [self.game.program.steps.get(name) for name, _ in steps_under_way(self.game, s)]
        titles = [d.title for d in steps if d is not None and d.name != "play" and d.title]
        return titles[-1] if titles else ""

    def _titled(self, step: str, local: dict[str, Any]) -> tuple[str, str]:
        """A step's title, and the value of a kind that it is carried out for."""
        title = self._titles.get(step, "")
        held = {name.rpartition("_")[0]: value for name, value in local.items()}
        return (title, self._value(step, held)) if title else ("", "")


def _put(step: Step, steps: list[Step]) -> None:
    """Add a step to those inside of it; parts of the same one are one."""
    if not step[0]:
        return
    if steps and steps[-1][0] == step[0] and (not steps[-1][1] or steps[-1][1] == step[1]):
        steps[-1] = (step[0], step[1], steps[-1][2] or step[2])
    elif not steps or steps[-1][:2] != step[:2]:
        steps.append(step)


def _for_value(steps: Sequence[Step]) -> Source | None:
    """The scoring and its steps, if one of these, from the outermost, is carried out for a value of
    a kind."""
    path = tuple((title, each) for title, _, each in steps)
    for i, (title, value, each) in enumerate(steps):
        if value:
            own = ((each, ""),) if each else ()
            said = title.split()[-1].casefold() in value.casefold()
            return value if said else f"{title}: {value}", (*own, *path[i + 1 :])
    return None


@lru_cache(maxsize=512)
def _loops(code: CodeType) -> tuple[tuple[str, int, int], ...]:
    """The `for` loops of a generated function: the local, and where in the bytecode they run."""
    found: list[tuple[str, int, int]] = []
    told = list(dis.get_instructions(code))
    for loop, store in pairwise(told):
        if loop.opname == "FOR_ITER" and store.opname.startswith("STORE_FAST"):
            local = store.argval if isinstance(store.argval, str) else store.argval[0]
            found.append((local, loop.offset, loop.argval))
    return tuple(found)


def sources_of(game: Game) -> Sources:
    """The watch of a game, made when first asked for."""
    with _lock:
        found = _watches.get(id(game))
        if found is None or found.game is not game:
            found = Sources(game)
            _watches[id(game)] = found
            while len(_watches) > _MOST:
                del _watches[next(iter(_watches))]
        return found


_MOST = 256
_watches: dict[int, Sources] = {}
_lock = threading.Lock()
