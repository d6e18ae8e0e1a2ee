"""Counts that players work out in their heads: what scorings and the end ask of every party.

In: a game and a state. Out: rows of numbers by party. A value is among them if a scoring, the score
or the winners are worked out from it, it is asked of a party alone, and everything that it reads
lies open to all. Which values these are follows from the rules' text, once a game."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from alarife.checking.types import KindOf, Number, Seat
from alarife.diagnostics import RuleError
from alarife.engine.inspect import asker, is_generated
from alarife.engine.state import State
from alarife.linking.walk import below
from alarife.syntax import tree
from alarife.table.openness import named_below, reads_openly
from alarife.table.wording import Wording

_MOST = 8
_MOST_COLUMNS = 12
_LEVELS = 2


class Standings:
    """The counts of one game."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.game = wording.game

    def rows(self, state: State) -> list[dict[str, Any]]:
        """A row for each count: its title, and the number of each party; of a kind's values a row
        each, with the kind and the value. Of counts that come to the same, the last is given."""
        groups: dict[str, list[dict[str, Any]]] = {}
        for name, kind in self._values:
            rows = [self._row(state, name, kind, n) for n in self._columns(kind)]
            told = [row for row in rows if any(row["numbers"].values())]
            if told:
                numbers = repr([(row["value"], row["numbers"]) for row in told])
                groups.pop(numbers, None)
                groups[numbers] = told
        return [row for rows in groups.values() for row in rows]

    def _row(self, state: State, name: str, kind: str, index: int | None) -> dict[str, Any]:
        info = self.game.world.kinds[kind] if index is not None else None
        title = self._title(name)
        return {
            "name": name,
            "title": f"{title}: {info.titles[index or 0]}" if info else title,
            "under": title if info else "",
            "short": info.titles[index or 0] if info else title,
            "kind": kind,
            "value": info.names[index or 0] if info else "",
            "numbers": self._numbers(state, name, index),
        }

    def _columns(self, kind: str) -> list[int | None]:
        return list(range(len(self.game.world.kinds[kind].names))) if kind else [None]

    def _title(self, name: str) -> str:
        decl = self.game.program.values[name][0]
        title = self.wording.filled(name, decl.title or name.replace("_", " "))
        return title[:1].upper() + title[1:]

    def _numbers(self, state: State, name: str, index: int | None) -> dict[str, int]:
        work = asker(state, name)
        assert work is not None
        found: dict[str, int] = {}
        for p in range(self.game.world.players):
            try:
                value = work(p) if index is None else work(p, index)
            except (RuleError, ArithmeticError, LookupError, TypeError, ValueError):
                return {}
            found[str(self.game.party(p))] = value
        return found if all(type(v) is int for v in found.values()) else {}

    # ----------------------------------------------------------------
    # which
    @cached_property
    def _values(self) -> list[tuple[str, str]]:
        """The values that count: name, and the kind of the second parameter, if there is one."""
        found: list[tuple[str, str]] = []
        for name in self._asked():
            form = self._form(name)
            if form is not None and reads_openly(self.game, name):
                found.append((name, form))
        return found[:_MOST]

    def _form(self, name: str) -> str | None:
        """The kind that a count is kept by, or the empty text; None if it is no count of a
        party."""
        cases = self.game.program.values[name]
        if name in self._places_named:
            return None
        types = self.game.checked.signatures.get(f"value {name}", [])
        result = self.game.checked.results.get(f"value {name}")
        if len(cases) != 1 or not isinstance(result, Number) or not types:
            return None
        if not isinstance(types[0], Seat) or not is_generated(self.game, name):
            return None
        if len(types) == 1:
            return ""
        second = types[1]
        if len(types) == 2 and isinstance(second, KindOf) and second.name in self.game.world.kinds:
            small = len(self.game.world.kinds[second.name].names) <= _MOST_COLUMNS
            return second.name if small else None
        return None

    @cached_property
    def _places_named(self) -> set[str]:
        """The values that say which of several places is meant: `pit[store(p)]`. They count
        nothing."""
        program = self.game.program
        nodes = [node for name in program.values for node in program.values[name]]
        nodes += [*program.steps.values(), *program.actions.values()]
        nodes += [node for some in program.changes.values() for node in some]
        indexed = (at for node in nodes for at in below(node) if isinstance(at, tree.At))
        return {
            key.name
            for at in indexed
            if isinstance(at.of, tree.Name) and at.of.id in self.game.world.places
            for key in at.keys
            if isinstance(key, tree.Call)
        }

    def _asked(self) -> list[str]:
        """The values that points or the winners are worked out from, in the order in which they are
        asked for."""
        program = self.game.program
        roots: list[tree.Node] = []
        for name in ("score", "winners"):
            roots += program.values.get(name, [])
        roots += self._scorings()
        found: dict[str, None] = {}
        waiting = roots
        while waiting:
            names = list(named_below(waiting))
            waiting = []
            for name in names:
                if name in program.values and name not in found:
                    found[name] = None
                    waiting += program.values[name]
        return [n for n in found if n not in ("score", "winners")]

    def _scorings(self) -> list[tree.Node]:
        """The steps that give points, and those that call them, up to `_LEVELS` above."""
        program = self.game.program
        bodies: dict[str, list[tree.Node]] = {}
        for name, decl in (*program.steps.items(), *program.actions.items()):
            bodies[name] = [decl, *program.changes.get(name, [])]
        found = {n for n, nodes in bodies.items() if any(_sets_score(x) for x in below(nodes))}
        for _ in range(_LEVELS):
            more = {n for n, nodes in bodies.items() if found & set(named_below(nodes))}
            found |= more - {"play"}
        return [node for name in bodies if name in found for node in bodies[name]]


def _sets_score(node: tree.Node) -> bool:
    """Whether a statement changes the note `score`."""
    target = getattr(node, "target", None)
    named = target.of if isinstance(target, tree.At) else target
    return isinstance(named, tree.Name) and named.id == "score"
