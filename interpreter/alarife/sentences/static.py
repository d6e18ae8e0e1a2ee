"""Evaluating what a sentence may say: constants, counts, tables, settings; never the running state.

In: a checked program and a typed expression. Out: its value: numbers, truths, texts, tuples; values
of kinds and parties as indices, pieces as ids, sides as a mask, as everywhere in the world. What
depends on play raises `NotConstant`; so does what takes too long, for rule files are untrusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from alarife.checking.builtins import BUILT_INS
from alarife.checking.constants import Constants, NotConstant
from alarife.checking.read_cell import values_of
from alarife.checking.scope import Checked, Local, Ref
from alarife.checking.types import UNKNOWN, KindOf, Maybe, Pieces, Seat, Sides, Type
from alarife.checking.world import PlaceInfo
from alarife.geometry.grid import GridTooLarge
from alarife.syntax import tree

_BUDGET = 200_000
Env = Mapping[str, object]


class Static(Constants):
    """Evaluates expressions whose names and types are known. `names` are the values of names bound
    here, `usual` what `usual` means."""

    def __init__(
        self,
        checked: Checked,
        names: Env | None = None,
        usual: Callable[[], object] | None = None,
        budget: list[int] | None = None,
    ) -> None:
        super().__init__(checked.world)
        self.checked = checked
        self.names = dict(names or {})
        self.usual = usual
        self._left = budget if budget is not None else [_BUDGET]

    def value(self, e: tree.Expr) -> object:
        """The value of an expression."""
        self._left[0] -= 1
        if self._left[0] < 0:
            raise NotConstant(e, "this takes too long to count")
        match e:
            case tree.Several():
                return tuple(self.value(item) for item in e.items)
            case tree.Get():
                return self._field(e)
            case tree.At():
                return self._at(e)
            case tree.Call():
                return self._call(e)
            case tree.RangeOf():
                return tuple(range(self.number(e.low), self.number(e.high) + 1))
            case tree.OrElse():
                found = self.value(e.of)
                return self.value(e.default) if found is None else found
            case tree.IfElse():
                inner = self._satisfied(e.condition)
                return self.value(e.default) if inner is None else inner.value(e.then)
            case tree.LetIn():
                return self._with({e.name: self.value(e.value)}).value(e.body)
            case tree.Not():
                return not self._holds(e.of)
            case tree.And() | tree.Quantified():
                return self._holds(e)
            case tree.Or():
                return any(self._holds(part) for part in e.parts)
            case tree.Compare(op="in" | "not in"):
                return (self.value(e.left) in self._members(e.right)) == (e.op == "in")
            case tree.IsEmpty():
                found = self.value(e.of)
                return (found in (None, (), 0)) != e.negated
            case tree.IsA():
                return self._is_a(e)
            case tree.Count():
                return sum(1 for _ in self._bindings(e.sources))
            case tree.Sum():
                return sum(inner.number(e.of) for inner in self._bindings(e.sources))
            case tree.ListFor():
                return tuple(inner.value(e.of) for inner in self._bindings(e.sources))
            case tree.Those():
                return tuple(
                    inner.names[e.sources.each[0].name] for inner in self._bindings(e.sources)
                )
            case _:
                return super().value(e)

    # ----------------------------------------------------------------
    # names
    def _name(self, e: tree.Name) -> object:
        ref = self.checked.refs.get(e)
        match ref:
            case Ref(kind="local", target=Local(name=name)) if name in self.names:
                return self.names[name]
            case Ref(kind="kind" | "party" | "constant"):
                return ref.target
            case Ref(kind="members", target=Type() as t):
                return tuple(values_of(self.world, t) or ())
            case Ref(kind="usual") if self.usual is not None:
                return self.usual()
            case Ref(kind="rule" | "place" | "note" | "you"):
                raise NotConstant(e, f"`{e.id}` is not known before play")
            case _:
                return super()._name(e)

    def _wrapped(
        self, change: tree.Change, usual: Callable[[], object], e: tree.Expr
    ) -> Callable[[], object]:
        def evaluate() -> object:
            if change.pattern or change.guard:
                raise NotConstant(e, f"`{change.target}` changes during play")
            inner = self._inside({}, usual)
            return (
                self._changed(change.name, lambda: inner.value(change.body), e)
                if change.name
                else inner.value(change.body)
            )

        return evaluate

    def without(self, name: str, chain: list[tree.Change]) -> object:
        """The value of a declared constant with these of its changes only."""
        base = self.program.values[name][0]
        result: Callable[[], object] = lambda: self.value(base.body)  # noqa: E731 (wrapped again and again below)
        for change in reversed(chain):
            result = self._wrapped(change, result, base.body)
        return result()

    def _inside(self, names: Env, usual: Callable[[], object] | None = None) -> Static:
        made = Static(self.checked, names, usual, self._left)
        made._busy = self._busy
        return made

    # ----------------------------------------------------------------
    # parts
    def _field(self, e: tree.Get) -> object:
        of, t = self.value(e.of), self.checked.types.get(e.of)
        match t:
            case Pieces() if isinstance(of, int):
                info = self.world.piece_of(of)
                if e.field != info.face and e.field in info.fields:
                    return info.fields[e.field][of - info.first]
            case KindOf() if isinstance(of, int):
                info = self.world.kinds[t.name]
                if e.field == "index":
                    return of + 1
                if e.field in info.fields:
                    return info.fields[e.field][of]
            case Seat() if isinstance(of, int) and of < self.world.players:
                seats = {
                    "seat": of + 1,
                    "left": (of + 1) % self.world.players,
                    "right": (of - 1) % self.world.players,
                }
                if e.field in seats:
                    return seats[e.field]
            case _:
                pass
        raise NotConstant(e, f"`{e.field}` is not known before play")

    def _at(self, e: tree.At) -> object:
        if isinstance(e.of, tree.Name) and e.of.id in self.world.tables:
            if self.program.changes.get(e.of.id):
                raise NotConstant(e, f"`{e.of.id}` changes during play")
            return super().value(e)
        of = self.value(e.of)
        if not isinstance(of, tuple) or len(e.keys) != 1:
            raise NotConstant(e, "this is not known before play")
        index = self.number(e.keys[0])
        return of[index - 1] if 1 <= index <= len(of) else None

    def _call(self, e: tree.Call) -> object:
        if e.name in self.program.values:
            return self._declared_value(e)
        if e.name in self.program.rules and not self.program.changes.get(e.name):
            return self._body(
                self.program.rules[e.name],
                self.program.rules[e.name].body,
                [self.value(a) for a in e.args],
            )
        return self._built_in(e)

    def _built_in(self, e: tree.Call) -> object:
        ref = self.checked.refs.get(e.args[0]) if e.name == "size" else None
        if ref is not None and isinstance(ref.target, PlaceInfo) and ref.target.domains:
            return ref.target.count
        row = BUILT_INS.get(e.name)
        if row is None or row.reads or row.meaning is None:
            raise NotConstant(e, "this is not known before play")
        t = self.checked.types.get(e.args[0], UNKNOWN)
        args = [self.value(arg) for arg in e.args]
        if row.besides is not None:
            args.append(row.besides(self.world, t))
        meaning = row.form(t)[1]
        assert meaning is not None
        try:
            return meaning(*args)
        except GridTooLarge as wrong:
            raise NotConstant(e, str(wrong)) from wrong

    def _declared_value(self, e: tree.Call) -> object:
        if self.program.changes.get(e.name):
            raise NotConstant(e, f"`{e.name}` changes during play")
        values = [self.value(arg) for arg in e.args]
        for case in self.program.values[e.name]:
            if all(
                self._suits(v, local.type)
                for v, local in zip(values, self.checked.params.get(case, []), strict=False)
            ):
                return self._body(case, case.body, values)
        raise NotConstant(e, f"no case of `{e.name}` fits")

    def _body(self, decl: tree.Value | tree.Rule, body: tree.Expr, values: list[object]) -> object:
        names = {field.name: value for field, value in zip(decl.params, values, strict=False)}
        return self._inside(names).value(body)

    def _suits(self, value: object, t: Type) -> bool:
        if isinstance(t, Maybe):
            return value is None or self._suits(value, t.of)
        if isinstance(t, Pieces) and isinstance(value, int):
            return self.world.piece_of(value).name in t.names
        return True

    def _is_a(self, e: tree.IsA) -> bool:
        of, members = self.value(e.of), self.world.members.get(e.type)
        if members is None or not isinstance(of, int):
            raise NotConstant(e, "this is not known before play")
        return (self.world.piece_of(of).name in members) != e.negated

    # ----------------------------------------------------------------
    # conditions and loops
    def _members(self, e: tree.Expr) -> tuple[object, ...]:
        found = self.value(e)
        if isinstance(self.checked.types.get(e), Sides) and isinstance(found, int):
            return tuple(i for i in range(4) if found >> i & 1)
        if not isinstance(found, tuple):
            raise NotConstant(e, "this is not known before play")
        return found

    def _holds(self, e: tree.Expr) -> bool:
        return self._satisfied(e) is not None

    def _satisfied(self, e: tree.Expr) -> Static | None:
        """The evaluator for what stands behind the condition (it may have bound names), or None if
        it does not hold."""
        match e:
            case tree.Group():
                return self._satisfied(e.inner)
            case tree.And():
                inner: Static | None = self
                for part in e.parts:
                    inner = inner and inner._satisfied(part)
                return inner
            case tree.IsSome():
                found = self.value(e.of)
                return None if found is None else self._with({e.name: found})
            case tree.Quantified():
                bodies = (inner._holds(e.body) for inner in self._bindings(e.sources))
                held = all(bodies) if e.kind == "every" else any(bodies) == (e.kind == "some")
                return self if held else None
            case _:
                return self if self.value(e) else None

    def _with(self, names: Env) -> Static:
        return self._inside({**self.names, **names}, self.usual)

    def _bindings(self, sources: tree.Sources) -> Iterator[Static]:
        yield from self._bound(sources.each, sources.where)

    def _bound(self, each: list[tree.Source], where: tree.Expr | None) -> Iterator[Static]:
        if not each:
            inner = self._satisfied(where) if where else self
            if inner:
                yield inner
            return
        for member in self._members(each[0].of):
            yield from self._with({each[0].name: member})._bound(each[1:], where)
