"""Looking up names and inferring types of expressions.

`infer` gives the type of an expression and keeps it, with what its names mean, in `Checked`.
`condition` is `infer` for yes/no and gives the scope in which the condition holds: what it binds
(`is some x`) and what it narrows (`is a T`). What is short stands here, the rest in `names`,
`calls` and `operators`."""

from __future__ import annotations

from alarife.checking.inference.advice import NAME_A_PLACE, advice
from alarife.checking.inference.bounds import where_holds
from alarife.checking.inference.calls import at, call, get
from alarife.checking.inference.inference import Inference
from alarife.checking.inference.names import look_up
from alarife.checking.inference.operators import (
    arithmetic,
    compare,
    if_else,
    is_a,
    is_empty,
    narrowed,
    or_else,
    range_of,
    where_fails,
)
from alarife.checking.scope import Ref, Scope
from alarife.checking.types import (
    DECIMAL,
    NUMBER,
    PLACE,
    TRUTH,
    UNKNOWN,
    Many,
    Maybe,
    Number,
    Pair,
    PlaceName,
    Type,
    Unknown,
    alike,
    is_node,
    join,
    list_of,
    set_of,
)
from alarife.checking.world import PlaceInfo
from alarife.diagnostics import Label
from alarife.syntax import tree

NODES = "Links join cells, pieces, players, numbers, values of a kind, or pairs of these."


class ExpressionChecker(Inference):
    """See the module."""

    def _pair(self, e: tree.Pair, scope: Scope, expect: Type | None) -> Type:
        wanted = expect.parts if isinstance(expect, Pair) else ()
        found: list[Type] = []
        for i, part in enumerate(e.parts):
            t = self.infer(part, scope, wanted[i] if i < len(wanted) else None)
            if not is_node(t):
                self.report.error(
                    "E0376",
                    f"{self.say(t)[:1].upper()}{self.say(t)[1:]} can't stand in a pair.",
                    part.at,
                    hint=NODES,
                )
                t = UNKNOWN
            found.append(t)
        return Pair(tuple(found))

    def condition(self, e: tree.Expr, scope: Scope) -> Scope:
        """Check a condition; the scope in which it holds."""
        self.checked.types[e] = TRUTH
        match e:
            case tree.And():
                for part in e.parts:
                    scope = self.condition(part, scope)
                return scope
            case tree.IsSome():
                t = self.infer(e.of, scope)
                if not isinstance(t, (Maybe, Unknown)):
                    self.report.error(
                        "E0332",
                        "This is always there, so there is nothing to ask.",
                        Label(e.of.at, f"this is {self.say(t)}"),
                        hint="Give it a name with `let`, or use it as it is.",
                    )
                return scope.bind(
                    self.local(e, e.name, t.of if isinstance(t, Maybe) else t, e.at, scope)
                )
            case tree.IsA(negated=False):
                self.infer(e, scope)
                target = e.of
                better = narrowed(self, e)
                if (
                    better is None
                    or not isinstance(target, tree.Name)
                    or target.id not in scope.names
                ):
                    return scope
                return scope.narrow(target.id, better)
            case tree.IsEmpty(negated=True, of=tree.Name(id=name)) if name in scope.names:
                self.infer(e, scope)
                t = self.infer(e.of, scope)
                return scope.narrow(name, t.of) if isinstance(t, Maybe) else scope
            case tree.Compare():
                self.infer(e, scope)
                types = self.checked.types
                return where_holds(e, types[e.left], types[e.right], scope)
            case _:
                self.want(e, scope, TRUTH, "A condition")
                return scope

    def meaning(self, e: tree.Expr, scope: Scope, expect: Type | None) -> Type:
        """The type of an expression, by what sort of expression it is."""
        if isinstance(expect, PlaceName):
            self.place(e, scope)
            return PLACE
        match e:
            case tree.Int():
                return Number(e.value, e.value) if isinstance(e.value, int) else DECIMAL
            case tree.Truth():
                return TRUTH
            case tree.Nothing():
                return Maybe(UNKNOWN)
            case tree.Name():
                self.checked.refs[e], t = look_up(self, e, scope, expect)
                return t
            case tree.InPlay():
                self.checked.refs[e] = Ref(
                    "constant", e.module in self.program.configuration.modules
                )
                return TRUTH
            case tree.Several():
                return self._several(e, scope, expect)
            case tree.Pair():
                return self._pair(e, scope, expect)
            case tree.Get():
                return get(self, e, scope)
            case tree.At():
                return at(self, e, scope)
            case tree.Call():
                return call(self, e, scope)
            case tree.Not():
                self.condition(e.of, scope)
                return TRUTH
            case tree.Afterwards():
                return self._afterwards(e, scope)
            case tree.And():
                self.condition(e, scope)
                return TRUTH
            case tree.Or():
                for part in e.parts:
                    self.condition(part, scope)
                    scope = where_fails(self, part, scope)
                return TRUTH
            case tree.Compare():
                return compare(self, e, scope)
            case tree.IsEmpty():
                return is_empty(self, e, scope)
            case tree.IsSome():
                self.condition(e, scope)
                return TRUTH
            case tree.IsA():
                return is_a(self, e, scope)
            case tree.RangeOf():
                return range_of(self, e, scope)
            case tree.OrElse():
                return or_else(self, e, scope, expect)
            case tree.IfElse():
                inner = self.condition(e.condition, scope)
                return if_else(self, e, inner, where_fails(self, e.condition, scope), expect)
            case tree.LetIn():
                t = self.infer(e.value, scope)
                inner = scope.bind(self.local(e, e.name, t, e.at, scope))
                return self.infer(e.body, inner, expect)
            case tree.Arithmetic():
                return arithmetic(self, e, scope, expect)
            case tree.Can():
                self.arguments("menu " + e.menu, e.menu, e.args, e, scope, self.program.menus)
                return TRUTH
            case _:
                return self._long(e, scope)

    def _afterwards(self, e: tree.Afterwards, scope: Scope) -> Type:
        self.condition(e.of, scope)
        if e not in self.judged:
            self.report.error(
                "E0372",
                "`afterwards` can't stand here.",
                e.at,
                hint=(
                    "It belongs to what limits a choice: `choose … where afterwards my_rule` or"
                    " `require afterwards my_rule`, joined to other rules by `and`."
                ),
            )
        return TRUTH

    def _long(self, e: tree.Expr, scope: Scope) -> Type:
        """The long forms, which go through sets."""
        match e:
            case tree.Quantified():
                inner = self.sources(e.sources, scope)
                self.condition(e.body, inner)
                return TRUTH
            case tree.Count():
                self.sources(e.sources, scope)
                return Number(0, None)
            case tree.Sum():
                inner = self.sources(e.sources, scope)
                t = self.want(e.of, inner, DECIMAL, "What is added up")
                if t == DECIMAL:
                    return DECIMAL
                return (
                    Number(0, None)
                    if isinstance(t, Number) and t.low is not None and t.low >= 0
                    else NUMBER
                )
            case tree.ListFor():
                inner = self.sources(e.sources, scope)
                return list_of(self.infer(e.of, inner))
            case tree.Those():
                inner = self.sources(e.sources, scope)
                first = e.sources.each[0]
                member = inner.narrowed.get(first.name, self.bound_type(first))
                source = self.checked.types[first.of]
                return (
                    list_of(member)
                    if isinstance(source, Many) and source.how == "list"
                    else set_of(member)
                )
            case tree.Rank():
                inner = self.sources(e.sources, scope)
                for key in e.keys:
                    self.want(key.of, inner, DECIMAL, "What is ranked by")
                return Many("ranking", self.bound_type(e.sources.each[0]))
            case _:
                raise AssertionError(f"{type(e).__name__} is no expression")

    def place(self, e: tree.Expr, scope: Scope) -> PlaceInfo | None:
        """Check an expression that must name a place; which one, if that is known from the text."""
        self.checked.types[e] = PLACE
        match e:
            case tree.Name() if e.id in self.world.places and e.id not in scope.names:
                place = self.world.places[e.id]
                self.checked.refs[e] = Ref("place", place)
                if place.domains:
                    self.report.error(
                        "E0338",
                        f"There is a `{e.id}` for each of its keys, and here it is not said for"
                        " which.",
                        e.at,
                        hint=f"Write `{e.id}[…]`.",
                    )
                return place
            case tree.At(of=tree.Name(id=name)) if (
                name in self.world.places
                and name not in scope.names
                and self.world.places[name].domains
            ):
                at(self, e, scope)
                return self.world.places[name]
            case tree.Name() | tree.Call():
                t = self.meaning(e, scope, None)
                if not isinstance(t, (PlaceName, Unknown)):
                    self.report.error(
                        "E0354",
                        "This should be a place.",
                        Label(e.at, f"this is {self.say(t)}"),
                        hint=NAME_A_PLACE,
                    )
            case _:
                self.report.error("E0354", "This should be a place.", e.at, hint=NAME_A_PLACE)
        return None

    def _several(self, e: tree.Several, scope: Scope, expect: Type | None) -> Type:
        if isinstance(expect, Maybe):
            expect = expect.of
        inner = expect.of if isinstance(expect, Many) and expect.how != "ranking" else None
        if isinstance(expect, Many) and expect.how == "ranking":
            for item in e.items:
                self.want(item, scope, set_of(expect.of), "A tie of a ranking")
            return expect
        member: Type = UNKNOWN
        for item in e.items:
            t = self.infer(item, scope, inner)
            if not alike(member, t):
                message = (
                    f"This is {self.say(t)}, and what stands before it in the list is"
                    f" {self.say(member)}."
                )
                self.report.error(
                    "E0353",
                    message,
                    item.at,
                    hint=advice(self.world, t, member) or "A list holds things of one type.",
                )
                return list_of(UNKNOWN)
            member = join((member, t))
        return list_of(member)
