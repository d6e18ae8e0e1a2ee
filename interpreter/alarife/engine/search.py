"""What a search sees of the engine: states in place, options by class, points and shares.

A search tries out thousands of states in a second, so it works on slots and plays in place; this
module is all of the engine that it touches. A `Field` belongs to one game and holds no state. The
states it is given are imagined ones: it never needs the real one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from alarife.checking.reads import Reads
from alarife.checking.types import KindOf, Many, Maybe, Pieces, Seat
from alarife.diagnostics import RuleError
from alarife.engine.faults import Fault
from alarife.engine.state import Game
from alarife.engine.tables import GRID, PILE, ROW
from alarife.lowering.layout import KNOWN, LOC, LOG, Slots, standing
from alarife.meanings import is_many

Trail = list[tuple[int, int, Any]]
"""What was answered in a playout: question, seat, option."""
FEW = 2
"""With so many privately known pieces at most, another seat's knowledge splits its statistics."""
MOST_PARAMETERS, MOST_SCORINGS = 2, 24
"""So many parameters a scoring may have, and so many scorings are looked at."""


def may_go_on(wrong: RuleError) -> None:
    """Whoever tries something out may try something else where rules fail; but rules that used up
    their seconds would do so each time, so that is passed on."""
    if isinstance(wrong, Fault) and wrong.out_of_time:
        raise wrong


@dataclass(frozen=True, slots=True)
class SiteInfo:
    """What is fixed about a question. `got`: where in what the decision carries the members lie
    that a set has so far (-1 if it is no set). `pieces`: whether pieces are chosen."""

    got: int
    pieces: bool
    sealed: str


class Field:
    """One game as a search sees it. `open`: there is neither chance nor anything hidden, so every
    imagined state is the real one."""

    def __init__(self, game: Game) -> None:
        self.game = game
        machine = self._machine = game.machine
        self.seats = game.players
        self.copy: Callable[[Slots], Slots] = machine.copy
        self.advance: Callable[[Slots, Any], None] = machine.advance
        playouts = machine.playouts.play_out
        self.play_out: Callable[..., int] = playouts
        self.sites = [_site(site) for site in game.lowered.sites]
        t = machine.sight
        self._hidden = [
            number
            for number in range(1, len(machine.tables.slot))
            if t.seen[number] != machine.everybody
        ]
        self.secrets = bool(self._hidden) or any(site.sealed for site in self.sites)
        self.open = not self.secrets and not game.lowered.labels
        self.promises = len(game.checked.signatures.get("value promise", [])) == 1
        self.worth = self._worth()

    def start(self, seed: int) -> Slots:
        """The first state of a game, without a log."""
        return self._machine.start(seed, log=False)

    # ----------------------------------------------------------------
    # options
    def keys(self, s: Slots) -> list[Hashable]:
        """A name for each option of the decision that stands, equal in all states where it means
        the same."""
        asked = standing(s)
        number, you, options, _ = asked
        if self.open or not self.sites[number].pieces:
            return list(options)
        keys: list[Hashable] = [None if x is None else self._piece_key(s, x, you) for x in options]
        if len(set(keys)) == len(keys):
            return keys
        seen: dict[Hashable, int] = {}
        for i, key in enumerate(keys):
            seen[key] = n = seen.get(key, -1) + 1
            keys[i] = (key, n)
        return keys

    def _piece_key(self, s: Slots, x: int, you: int) -> Hashable:
        machine = self._machine
        place: int = s[LOC][x]
        tables = machine.tables
        known = machine.sight.who_sees(s, place, x) | s[KNOWN][x]
        if not known >> you & 1:
            return ("?", place)
        shape, slot = tables.shape[place], tables.face_slot[x]
        face = s[slot][x - tables.face_first[x]] if slot >= 0 else None
        if shape == GRID:
            return (tables.look[x], place, machine.contents.of(s, place).where(x), face)
        if shape in (PILE, ROW):
            at = machine.contents.of(s, place).index(x)
            return (tables.look[x], place, at, face)
        return (tables.look[x], place, face)

    def private(self, s: Slots, you: int, searcher: int) -> Hashable:
        """The classes of the pieces that this seat knows and the searching seat doesn't, where
        they are few; None else."""
        sight, look = self._machine.sight, self._machine.tables.look
        found: list[tuple[int, int]] = []
        for number in self._hidden:
            mask = sight.of(s, number)
            if mask >> you & 1 and not mask >> searcher & 1:
                held = self._machine.contents.of(s, number)
                members = (held,) if isinstance(held, int) else held or ()
                if not is_many(members) or len(found) + len(members) > FEW:
                    return None
                found += [(number, look[x]) for x in members]
        return tuple(found)

    # ----------------------------------------------------------------
    # what a state is worth
    def _worth(self) -> Callable[[Slots], list[float]] | None:
        """Points of all seats while the game goes on: `promise`, else `score`; None where neither
        is there."""
        game, names = self.game, self._machine.names
        value = names.get("value·promise")
        if value is not None and self.promises:
            return lambda s: [value(s, p) for p in range(self.seats)]
        note = game.world.notes.get("score")
        by_seat = note and len(note.domains) == 1 and isinstance(note.domains[0].type, Seat)
        score = names.get("value·score")
        if not by_seat and (
            score is None or len(game.checked.signatures.get("value score", [])) != 1
        ):
            return None
        return self.points

    def scorings(self) -> list[tuple[str, Callable[[Slots], list[float]]]]:
        """What the seats would have if points were given now: for each step of the rules that
        writes `score`, asks nobody, and has values of kinds as its parameters; with each of
        these."""
        checked, game = self.game.checked, self.game
        if "score" not in game.world.notes:
            return []
        reads = Reads(checked)
        found: list[tuple[str, Callable[[Slots], list[float]]]] = []
        for name, step in game.program.steps.items():
            owner = f"step {name}"
            types = checked.signatures.get(owner, [])
            if owner in checked.asking | checked.you or not all(
                isinstance(t, KindOf) for t in types
            ):
                continue
            if "score" in reads.written(step.body or []) and len(types) <= MOST_PARAMETERS:
                kinds = [range(len(game.world.kinds[t.name].names)) for t in types]  # type: ignore[attr-defined]
                found += [(name, partial(self._after, name, key)) for key in product(*kinds)]
        return found[:MOST_SCORINGS]

    def _after(self, step: str, args: tuple[int, ...], s: Slots) -> list[float]:
        """The points after a step, carried out on a copy."""
        t = self.copy(s)
        t[LOG] = None
        machine = self._machine
        machine.budget.renew()
        machine.enter(t, step, args)
        return self.points(t)

    def points(self, s: Slots) -> list[float]:
        """The points of the seats, neutral players left out."""
        found = self.game.scores(s)
        return [found.get(seat, 0) for seat in range(1, self.seats + 1)]

    def teams(self, s: Slots) -> list[int]:
        """The team of each seat, as a number."""
        return self.game.teams(s)

    def together(self, s: Slots) -> bool:
        """Whether all win and lose together."""
        return self.seats > 1 and len(set(self.teams(s))) == 1

    def shares(self, s: Slots) -> list[float]:
        """How the win is shared at the end; the members of a team have all of its share. Where only
        neutral players have won, the best of the seats count; where nobody has, everybody has a
        little less than a shared win."""
        seats = self.seats
        winners = self.game.winners(s)
        won = [p for p in winners if isinstance(p, int)]
        if self.together(s):
            return [1.0 if won else 0.0] * seats
        if not won:
            if not winners:
                return [0.9 / seats] * seats
            points = self.points(s)
            won = [p + 1 for p in range(seats) if points[p] == max(points)]
        team_of = self.teams(s)
        many = len({team_of[p - 1] for p in won})
        return [1 / many if p + 1 in won else 0.0 for p in range(seats)]


def _site(site: Any) -> SiteInfo:
    t = site.element
    while isinstance(t, (Many, Maybe)):
        t = t.of
    got = site.env.index(site.got) if site.kind == "set" else -1
    return SiteInfo(got, site.kind in ("set", "one") and isinstance(t, Pieces), site.sealed)
