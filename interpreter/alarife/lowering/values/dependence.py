"""What the result of a function depends on, told from its nodes for arguments that are known: the
slots of the state that it may read.

The result of a function is followed through its calls as an *abstract value*: `Known` is one value,
`Found` are pieces (or what holds pieces) that lie in slots which have been read, `None` is anything
else. Where a piece lies may be asked of what was found only: as long as the slots hold the same, it
lies where it was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from alarife.checking.scope import Checked, Local
from alarife.ir.functions import function
from alarife.ir.nodes import (
    At,
    Bind,
    Builtin,
    Call,
    Clause,
    Const,
    Expr,
    Function,
    Given,
    If,
    Let,
    Node,
    Once,
    Op,
    Over,
    Read,
    Some,
    Tuple,
    Use,
    Where,
)
from alarife.ir.ops import OPERATORS
from alarife.ir.statements import Append, Assign, Charge, Each, Procedure, Return, Stmt, When
from alarife.ir.walk import children
from alarife.lowering.laws.keeping import Keeping
from alarife.lowering.layout import Layout

DEEPEST, MOST_CALLS = 40, 20_000
"""How many calls are followed in one another, and in all for one function."""
PASSED_ON = frozenset(
    (
        *("union", "merged", "minus_set", "as_set", "all_of", "tuple", "sorted", "distinct"),
        *("but_first", "cells_of", "pieces", "one_or_none"),
    )
)
"""Functions whose result holds nothing but what their arguments hold."""
GIVEN = frozenset(("fitting", "replacements"))
WHICH = GIVEN | {"removable", "exchangeable"}
"""Questions to a law that give pieces of what they are asked about: of the grid, or those handed in
last (`GIVEN`)."""


class Unknown(Exception):
    """What it depends on can't be told."""


@dataclass(frozen=True, slots=True)
class Known:
    """One value."""

    value: object


@dataclass(frozen=True, slots=True)
class Found:
    """Pieces that lie in these places, or what holds them."""

    places: frozenset[str]


Abstract = Known | Found | None
Env = dict[Local, Abstract]
Asked = tuple[str, tuple[Abstract, ...]]
"""A function and its arguments."""
Reads = tuple[frozenset[int], Abstract]
"""The slots that a call reads, and what it gives."""


def joined(one: Abstract, other: Abstract) -> Abstract:
    """What is either of two."""
    if one == other:
        return one
    for a, b in ((one, other), (other, one)):
        if isinstance(a, Known) and (a.value is None or a.value == ()):
            return b if isinstance(b, Found) else None
    if isinstance(one, Found) and isinstance(other, Found):
        return Found(one.places | other.places)
    return None


@dataclass(slots=True)
class Dependence:
    """Answers what functions depend on; `functions` and `procedures` are all there are."""

    checked: Checked
    layout: Layout
    keeping: Keeping
    functions: Mapping[str, Function]
    procedures: Mapping[str, Procedure]
    slots: set[int] = field(default_factory=set[int])
    """Those read so far by what is being followed."""
    _told: dict[Asked, Reads] = field(default_factory=dict["Asked", "Reads"])
    _open: dict[Asked, int] = field(default_factory=dict["Asked", int])
    """The calls that are being followed, and how deep each stands."""
    _back: int = DEEPEST
    """The outermost open call that has been met again since it was told."""
    _calls: int = 0

    def of(self, name: str, args: Sequence[object], more: int = 0) -> frozenset[int] | None:
        """The slots on which a function depends with these arguments, and any for so many `more`;
        None if that can't be told."""
        self._calls, self._back = 0, DEEPEST
        try:
            return self._called(name, (*[Known(a) for a in args], *(None,) * more))[0]
        except Unknown:
            return None

    # ----------------------------------------------------------------
    # calls
    def _called(self, name: str, args: tuple[Abstract, ...]) -> Reads:
        """The slots a call reads, and what it gives. A call that is met again while it is being
        followed reads nothing new; what stands between is told only as part of it."""
        key = (name, args)
        if key in self._told:
            return self._told[key]
        if key in self._open:
            self._back = min(self._back, self._open[key])
            return frozenset(), None
        self._calls += 1
        depth = len(self._open)
        if depth >= DEEPEST or self._calls > MOST_CALLS:
            raise Unknown
        self._open[key] = depth
        outer, self.slots = self.slots, set()
        back, self._back = self._back, DEEPEST
        try:
            result = self._result(name, args)
            found = frozenset(self.slots), result
        finally:
            del self._open[key]
            self.slots = outer
        if self._back >= depth:
            self._told[key] = found
            self._back = DEEPEST
        self._back = min(back, self._back)
        return found

    def _result(self, name: str, args: tuple[Abstract, ...]) -> Abstract:
        if name in self.functions:
            f = self.functions[name]
            return self._expr(f.body, dict(zip(f.params, args, strict=True)))
        if name in self.procedures and self.procedures[name].pure:
            p = self.procedures[name]
            env = dict(zip(p.params, args, strict=True))
            return self._body(p.body, env)
        raise Unknown

    def _call(self, e: Call, env: Env) -> Abstract:
        args = tuple([self._expr(a, env) for a in e.args])
        what, _, rest = e.function.partition("·")
        if e.function == "may_leave":
            if not isinstance(args[0], Found):
                raise Unknown
            for place in args[0].places:
                law = self.checked.world.places[place].law
                if law:
                    self._law(law)
            return None
        if rest in self.checked.program.laws and e.function not in self.functions:
            self._law(rest)
            return args[-1 if what in GIVEN else 0] if what in WHICH else None
        slots, result = self._called(e.function, args)
        self.slots |= slots
        return result

    def _law(self, name: str) -> None:
        """What a law reads besides the grid that it is asked about."""
        for rule in self.checked.program.rules_of.get(name, []):
            slots = self.keeping.slots(f"rule {rule}")
            if slots is None:
                raise Unknown
            self.slots |= slots

    # ----------------------------------------------------------------
    # statements
    def _body(self, body: Sequence[Stmt], env: Env) -> Abstract:
        """What a pure procedure gives: loops are followed until nothing new comes of it."""
        results: list[Abstract] = []
        for _ in range(len(body) + 8):
            before = dict(env)
            results.clear()
            self._statements(body, env, results)
            if env == before:
                break
        else:
            raise Unknown
        result = results[0] if results else None
        for more in results[1:]:
            result = joined(result, more)
        return result

    def _statements(self, body: Sequence[Stmt], env: Env, results: list[Abstract]) -> None:
        for s in body:
            match s:
                case Assign():
                    value = self._expr(s.value, env)
                    for local in s.locals:
                        self._bind(env, local, value)
                case When():
                    self._expr(s.test, env)
                    self._statements(s.then, env, results)
                    self._statements(s.other, env, results)
                case Each():
                    source = self._expr(s.source, env)
                    for local in s.locals:
                        self._bind(env, local, source if isinstance(source, Found) else None)
                    self._statements(s.body, env, results)
                case Append(to=Use(local=local)):
                    self._bind(env, local, self._expr(s.value, env))
                case Return():
                    results.append(self._expr(s.value, env))
                case Charge():
                    pass
                case _:
                    raise Unknown

    def _bind(self, env: Env, local: Local, value: Abstract) -> None:
        env[local] = joined(env[local], value) if local in env else value

    # ----------------------------------------------------------------
    # expressions
    def _expr(self, e: Expr, env: Env) -> Abstract:
        match e:
            case Const():
                return Known(e.value)
            case Use():
                return env.get(e.local)
            case Read():
                return self._read(e, env)
            case Op():
                return self._operator(e, env)
            case If():
                self._expr(e.test, env)
                return joined(self._expr(e.then, env), self._expr(e.other, env))
            case Some() | Once():
                found = env[e.local] = self._expr(e.of, env)
                return found if isinstance(e, Once) else None
            case Tuple(items=items) if items:
                return self._every([self._expr(item, env) for item in items])
            case Call():
                return self._call(e, env)
            case Builtin():
                return self._builtin(e, env)
            case At():
                self._expr(e.cell, env)
                return self._expr(e.grid, env)
            case Over():
                for clause in e.clauses:
                    self._clause(clause, env)
                return None if e.result is None else self._expr(e.result, env)
            case _:
                self._below(e, env)
                return None

    def _below(self, e: Node, env: Env) -> None:
        for one in children(e):
            if not isinstance(one, Expr):
                raise Unknown
            self._expr(one, env)

    def _clause(self, clause: Clause, env: Env) -> None:
        match clause:
            case Bind():
                source = self._expr(clause.source, env)
                env[clause.local] = source if isinstance(source, Found) else None
            case Given():
                env[clause.local] = self._expr(clause.source, env)
            case Let():
                env[clause.local] = self._expr(clause.value, env)
            case Where():
                self._expr(clause.test, env)
            case _:
                raise Unknown

    def _every(self, values: Sequence[Abstract]) -> Abstract:
        result = values[0]
        for more in values[1:]:
            result = joined(result, more)
        return result if isinstance(result, Found) else None

    def _operator(self, e: Op, env: Env) -> Abstract:
        values = [self._expr(a, env) for a in e.args]
        if e.op == "otherwise":
            return joined(values[0], values[1])
        fold = OPERATORS[e.op].fold
        if fold is not None and values and all(isinstance(v, Known) for v in values):
            return Known(fold(*[v.value for v in values if isinstance(v, Known)]))
        return None

    def _builtin(self, e: Builtin, env: Env) -> Abstract:
        values = [self._expr(a, env) for a in e.args]
        what = function(e.name)
        if e.name == "location":
            if not isinstance(values[0], Found):
                raise Unknown
        elif what.reads or what.changes or what.takes_state:
            raise Unknown
        if e.name in ("item", "nth"):
            return values[0] if isinstance(values[0], Found) else None
        return self._every(values) if e.name in PASSED_ON and values else None

    def _read(self, e: Read, env: Env) -> Abstract:
        index = None if e.index is None else self._expr(e.index, env)
        if e.shelf == "face":
            self.slots.add(self.layout.faces[e.name])
            return None
        slots = (self.layout.notes if e.shelf == "note" else self.layout.places)[e.name]
        world = self.checked.world
        place = world.places[e.name] if e.shelf == "place" else None
        if slots.packed:
            if place is not None and place.shape in ("grid", "board"):
                raise Unknown
            self.slots.add(slots.base)
        elif e.index is None or (isinstance(index, Known) and isinstance(index.value, int)):
            first = index.value if isinstance(index, Known) else 0
            assert isinstance(first, int)
            self.slots.add(slots.base + first)
        else:
            count = (world.notes[e.name] if place is None else place).count
            self.slots.update(range(slots.base, slots.base + count))
        return None if place is None else Found(frozenset((e.name,)))
