"""What adds up while a set is built: "5 of at least 9".

In: the question for a set, and what has been picked. Out: a number for each comparison of the set
with something, where the rules that decide about the set make one. What always holds: only rules in
force are read; nothing is worked out from pieces or places that the seat does not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alarife.diagnostics import RuleError
from alarife.engine.inspect import asker, knows, piece_data, values_held
from alarife.engine.state import Game, State
from alarife.linking.walk import below, conjuncts
from alarife.syntax import tree
from alarife.table.openness import reads_openly
from alarife.table.reasons import choose_of
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased

Data = dict[str, Any]
_TURNED = {
    "at least": "at most",
    "at most": "at least",
    "more than": "less than",
    "less than": "more than",
    "=": "=",
}
_STRICT = {"more than": ("at least", 1), "less than": ("at most", -1)}


@dataclass(frozen=True, slots=True)
class _Rule:
    """A condition about the set: a part of one, the values of its names, the name of the set among
    them, and whether the condition holds as it is written (no module changes it)."""

    condition: tree.Expr
    values: Mapping[str, Any]
    chosen: str
    strict: bool = True


def sums_of(
    wording: Wording, state: State, view: Data, seat: int, picked: Sequence[int]
) -> list[Data]:
    """What the picked pieces come to, and what that is compared with. `view` is what the seat
    sees."""
    found: list[Data] = []
    seen: set[str] = set()
    if all(knows(state, seat, x) for x in picked):
        work = _Sums(wording.game, state, view, tuple(sorted(picked)))
        for one in work.all():
            if one["words"] not in seen:
                seen.add(one["words"])
                found.append(one)
    return found


class _Sums:
    """Reads the rules of one question."""

    def __init__(self, game: Game, state: State, view: Data, picked: tuple[int, ...]) -> None:
        assert state.decision is not None
        self.game, self.state, self.notes = game, state, view["notes"]
        self.picked = picked
        self.node = choose_of(self.game, state.decision)
        self.values: dict[str, Any] = {
            name.rpartition("_")[0]: value for name, value in values_held(state).items()
        }

    def all(self) -> Iterator[Data]:
        """A sum for each comparison."""
        for rule in self._rules():
            for part in _comparisons(rule.condition):
                yield from self._compared(part, rule, part is rule.condition)

    def _rules(self) -> Iterator[_Rule]:
        """The conditions that decide about the set, with what their names stand for; the set's own
        name stands for what is picked."""
        if self.node is None or self.node.where is None:
            return
        chosen = self.node.name
        here = {**self.values, chosen: self.picked}
        for part in conjuncts(self.node.where):
            rule = self.game.program.rules.get(part.name) if isinstance(part, tree.Call) else None
            if rule is None or not isinstance(part, tree.Call):
                continue
            pairs = [
                (param.name, arg.id)
                for param, arg in zip(rule.params, part.args, strict=False)
                if isinstance(arg, tree.Name) and arg.id in here
            ]
            given = {param: here[name] for param, name in pairs} | {"you": here.get("you")}
            strict = not self.game.program.changes.get(rule.name)
            for param in (param for param, name in pairs if name == chosen):
                yield from (_Rule(c, given, param, strict) for c in conjuncts(rule.body))

    def _compared(self, part: tree.Compare, rule: _Rule, alone: bool) -> Iterator[Data]:
        """The sum and what it is compared with, if one side is about the set."""
        left, right = (_names(side, rule.chosen) for side in (part.left, part.right))
        if left == right or part.op not in _TURNED:
            return
        about, other = (part.left, part.right) if left else (part.right, part.left)
        op = part.op if left else _TURNED[part.op]
        now, goal = self._worth(about, rule), self._worth(other, rule)
        if now is None:
            return
        if not alone:  # other conditions may do instead
            if not _is_size(about):
                yield {"now": now, "relation": "", "goal": None, "words": str(now)}
        elif goal is not None:
            op, more = _STRICT.get(op, (op, 0))
            op = op if rule.strict else "="
            words = _words(now, op, goal + more)
            yield {"now": now, "relation": op, "goal": goal + more, "words": words}

    # ----------------------------------------------------------------
    # what an expression comes to
    def _worth(self, e: tree.Expr, rule: _Rule) -> int | None:
        worth = self._value(e, rule)
        return worth if type(worth) is int else None

    def _value(self, e: tree.Expr, rule: _Rule) -> Any:
        """An expression's value; None if it is not as simple as that, or not open."""
        match e:
            case tree.Int():
                return e.value
            case tree.Name() if e.id in rule.values:
                return rule.values[e.id]
            case tree.Name():
                noted = self.notes.get(e.id)
                return self._asked(e.id, []) if noted is None else noted
            case tree.Call(name="size", args=[arg]):
                held = self._value(arg, rule)
                return len(held) if isinstance(held, tuple) else None
            case tree.Call():
                return self._asked(e.name, [self._value(arg, rule) for arg in e.args])
            case tree.Sum(of=tree.Get(of=tree.Name(id=member), field=field), sources=sources):
                return self._sum(member, field, sources, rule)
            case _:
                return None

    def _sum(self, member: str, field: str, sources: tree.Sources, rule: _Rule) -> int | None:
        """A field of the members, added up."""
        each = sources.each[0]
        of_set = isinstance(each.of, tree.Name) and each.of.id == rule.chosen
        if sources.where is not None or len(sources.each) > 1 or each.name != member or not of_set:
            return None
        numbers = [piece_data(self.state, x).get(field) for x in self.picked]
        return sum(n for n in numbers if isinstance(n, int))

    def _asked(self, name: str, given: list[Any]) -> Any:
        """A declared value, if it reads only what lies open."""
        signature = self.game.checked.signatures.get(f"value {name}")
        if signature is None or len(signature) != len(given) or any(v is None for v in given):
            return None
        if not reads_openly(self.game, name):
            return None
        work = asker(self.state, name)
        if work is None:
            return self._plainly(name, given)
        try:
            return work(*given)
        except (RuleError, ArithmeticError, LookupError, TypeError, ValueError):
            return None

    def _plainly(self, name: str, given: list[Any]) -> Any:
        """A value that generated code has no function for, read as it is written."""
        cases = self.game.program.values[name]
        if len(cases) != 1 or self.game.program.changes.get(name):
            return None
        names = [p.name for p in cases[0].params]
        body = cases[0].body
        return self._value(body, _Rule(body, dict(zip(names, given, strict=True)), ""))


def _is_size(e: tree.Expr) -> bool:
    return isinstance(e, tree.Call) and e.name == "size"


def _comparisons(condition: tree.Expr) -> Iterator[tree.Compare]:
    """The comparisons in a condition."""
    match condition:
        case tree.Compare():
            yield condition
        case tree.Or():
            for part in condition.parts:
                yield from _comparisons(part)
        case _:
            return


def _names(e: tree.Expr, name: str) -> bool:
    """Whether an expression names something."""
    return any(n.id == name for n in below(e) if isinstance(n, tree.Name))


def _words(now: int, op: str, goal: int) -> str:
    if op == "at least":
        return phrased("{n} of at least {goal}", n=now, goal=goal)
    if op == "at most":
        return phrased("{n} of at most {goal}", n=now, goal=goal)
    return phrased("{n} of {goal}", n=now, goal=goal)
