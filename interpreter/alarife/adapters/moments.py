"""What a game for searchers and learners remembers: parameters, and moments with their pasts.

A `Moment` is where a game stands: a state, or a random event in the middle of an answer. It never
changes and knows the moment before, so what a seat remembers can be worked out when somebody asks.
`alarife.adapters.openspiel` wraps moments; nothing here needs OpenSpiel."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any, cast

import numpy as np

from alarife.adapters.setups import Loaded, Spec, loaded
from alarife.diagnostics import brief
from alarife.engine.inspect import has_chance, slots_of
from alarife.engine.outcomes import Outcomes, play, start
from alarife.engine.state import State

FEW_PIECES = 12
"""Games of so many pieces have explicit chance, if nothing else is asked for."""
PARAMETERS: dict[str, Any] = {
    "game": "",
    "modules": "",
    "options": "",
    "players": 0,
    "chance": "auto",
    "seeds": 1024,
    "points": 0,
    "length": 10_000,
    "memory": 0,
}
CHANCES = ("auto", "explicit", "seed")
LEAST = {"players": 0, "seeds": 1, "points": 0, "length": 1, "memory": 0}
"""What these parameters are at least."""
MOST_REMEMBERED, LARGEST = 16, 50_000
"""Bounds of the tensor of an information state: moments, and about how many numbers."""


class Moment:
    """Where a game stands. It never changes, so a copy of it is itself; it is pickled as the path
    that leads to it, and played again from there."""

    __slots__ = (
        "decisions",
        "known",
        "outcomes",
        "parent",
        "path",
        "rows",
        "rules",
        "script",
        "state",
    )

    def __init__(self, rules: Rules, path: tuple[int, ...], parent: Moment | None) -> None:
        self.rules, self.path, self.parent = rules, path, parent
        self.state: State | None = None
        self.outcomes: tuple[float, ...] | None = None
        self.script: tuple[Any, ...] = ()
        self.decisions = parent.decisions if parent else 0
        self.known: dict[int, str] = {}
        self.rows: dict[int, Any] = {}

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __copy__(self) -> Moment:
        return self

    def __reduce__(self) -> Any:
        return at, (self.rules.key, self.path)

    def after(self, number: int) -> Moment:
        """The moment after an action or an outcome."""
        made = Moment(self.rules, (*self.path, number), self)
        if self.outcomes is not None:
            made.script = (*self.script, number)
            made.begin(self.state)
            return made
        assert self.state is not None
        assert self.state.decision is not None
        numbers = self.rules.loaded.actions.of(self.state.decision)
        made.decisions += 1
        made.script = (numbers.index(number),)
        made.begin(self.state)
        return made

    def begin(self, base: State | None) -> None:
        """Run from the state of the last decision (or the start) by the script."""
        rules = self.rules
        if rules.explicit:
            found = (
                start(rules.loaded.game, self.script)
                if base is None
                else play(base, self.script[0], self.script[1:])
            )
            if isinstance(found, Outcomes):
                self.state, self.outcomes = base, found.chances
            else:
                self.state, self.script = found, ()
        elif base is not None:
            self.state = base.play(self.script[0])
        elif rules.chancy and not self.script:
            self.outcomes = (1 / rules.seeds,) * rules.seeds
        else:
            seed = self.script[0] if self.script else 0
            self.state = rules.loaded.game.start(seed, log=False)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was broken off."""
        if self.outcomes is not None:
            return False
        assert self.state is not None
        return self.state.is_over or self.decisions >= self.rules.length

    def seen(self, seat: int) -> str:
        """What a seat sees now, as text."""
        if self.state is None:
            return "{}"
        return json.dumps(self.state.view(seat), sort_keys=True)

    def remembers(self, seat: int) -> str:
        """A digest of all that a seat has seen and answered so far."""
        if seat not in self.known:
            # walk back without recursion: games are long
            chain: list[Moment] = []
            here: Moment | None = self
            while here is not None and seat not in here.known:
                chain.append(here)
                here = here.parent
            before = here.known[seat] if here is not None else ""
            last = here
            for moment in reversed(chain):
                before = moment.known[seat] = _digest(before, moment, last, seat)
                last = moment
        return self.known[seat]

    def row(self, seat: int) -> Any:
        """What a seat sees now, as numbers."""
        if seat not in self.rows:
            observing = self.rules.loaded.observing
            self.rows[seat] = (
                np.zeros(observing.size, np.float32)
                if self.state is None
                else np.array(observing.of(self.state, seat), np.float32)
            )
        return self.rows[seat]

    def remembered(self, seat: int, most: int) -> list[tuple[Any, int | None]]:
        """The last moments at which a seat saw or did something new, the latest first: what it saw,
        and the number of what it had answered."""
        self.remembers(seat)
        found: list[tuple[Any, int | None]] = []
        here: Moment | None = self
        while here is not None and len(found) < most:
            before = here.parent
            if before is None or before.known[seat] != here.known[seat]:
                found.append((here.row(seat), here.answered(seat)))
            here = before
        return found

    def answered(self, seat: int) -> int | None:
        """The number of a seat's own answer that led here."""
        before = self.parent
        if before is None or before.outcomes is not None or before.state is None:
            return None
        decision = before.state.decision
        return self.path[-1] if decision is not None and decision.player == seat else None


def _digest(before: str, moment: Moment, last: Moment | None, seat: int) -> str:
    """What a seat remembers after one more moment: nothing new, if it saw nothing new."""
    answered = moment.answered(seat)
    own = "" if answered is None else str(answered)
    if moment.outcomes is not None and not own:
        return before
    same = last is not None and last.outcomes is None and last.seen(seat) == moment.seen(seat)
    if same and not own:
        return before
    return sha256(f"{before}|{own}|{moment.seen(seat)}".encode()).hexdigest()[:24]


class Rules:
    """The rules of one set of parameters."""

    def __init__(self, key: tuple[tuple[str, Any], ...]) -> None:
        p = dict(key)
        _check(p)
        self.key = key
        options = tuple(tuple(part.split(":", 1)) for part in _parts(p["options"]))
        spec = Spec(
            p["game"],
            _parts(p["modules"]),
            cast(tuple[tuple[str, str], ...], options),
            p["players"],
        )
        self.loaded: Loaded = loaded(spec, auto=False)
        game = self.loaded.game
        self.chancy = has_chance(game)
        few = game.world.piece_count <= FEW_PIECES
        self.explicit = self.chancy and (
            p["chance"] == "explicit" or (p["chance"] == "auto" and few)
        )
        self.seeds, self.points, self.length = p["seeds"], p["points"], p["length"]
        entry = self.loaded.observing.size + self.loaded.actions.count
        self.memory = p["memory"] or max(1, min(MOST_REMEMBERED, LARGEST // entry))

    def returns(self, moment: Moment) -> list[float]:
        """What each player has at the end."""
        assert moment.state is not None
        if not moment.state.is_over:
            return [0.0] * self.loaded.game.players
        if not self.points:
            return self.loaded.returns(moment.state)
        points = self.loaded.field.points(slots_of(moment.state))
        mean = sum(points) / len(points)
        return [x - mean for x in points]


def _check(p: dict[str, Any]) -> None:
    """An error (ValueError) for a parameter that means nothing."""
    if p["chance"] not in CHANCES:
        raise ValueError(f"`chance` must be one of {', '.join(CHANCES)}, not {brief(p['chance'])}.")
    for name, least in LEAST.items():
        if p[name] < least:
            raise ValueError(f"`{name}` must be at least {least}, not {brief(p[name])}.")
    for part in _parts(p["options"]):
        if ":" not in part:
            raise ValueError(f"`options` must be `module.option:value`, not {brief(part)}.")


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("+") if part)


@lru_cache(maxsize=64)
def rules_of(key: tuple[tuple[str, Any], ...]) -> Rules:
    """The rules of a set of parameters; made once."""
    return Rules(key)


def at(key: tuple[tuple[str, Any], ...], path: tuple[int, ...]) -> Moment:
    """The moment that a path leads to."""
    moment = Moment(rules_of(key), (), None)
    moment.begin(None)
    for number in path:
        moment = moment.after(number)
    return moment
