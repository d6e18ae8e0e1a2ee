"""Looking up names and inferring types of expressions.

`infer` gives the type of an expression and keeps it, with what its names mean, in `Checked`. `condition` is `infer` for yes/no
and
gives the scope in which the condition holds: what it binds (`is some x`) and what it narrows (`is a T`). A mistake is reported
once and
becomes `Unknown`, which agrees with everything, so there is no follow-up noise.
"""

from __future__ import annotations

from collections.abc import Iterable

from alarife.checking.advice import NAME_A_PLACE, ONE_BY_ONE, advice
from alarife.checking.builtins import BUILT_INS, FIELDS_OF_CELLS, FIELDS_OF_SEATS
from alarife.checking.read_cell import sides_mask
from alarife.checking.scope import Checked, Local, Ref, Scope
from alarife.checking.suggest import counted, did_you_mean, here, upper_first
from alarife.checking.types import (
    CELL,
    GRAPH,
    NUMBER,
    PLACE,
    PLAYER,
    SIDES,
    TRUTH,
    UNKNOWN,
    CellType,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    PlaceName,
    Seat,
    Sides,
    Text,
    Tie,
    Type,
    Unknown,
    comparable,
    describe,
    fits,
    join,
    list_of,
    member_of,
    set_of,
)
from alarife.checking.world import PLAYER_NAMES, Domain, PlaceInfo
from alarife.diagnostics import Label, Report
from alarife.syntax import tree


def content_type(place: PlaceInfo) -> Type:
    """The type of what lies in one instance of a place."""
    match place.shape:
        case "space":
            return Maybe(place.element)
        case "set" | "bag":
            return set_of(place.element)
        case "row" | "pile":
            return list_of(place.element)
        case _:
            return GridOf(place.element)


class ExpressionChecker:
    """See the module. `owner` names whose body is being checked: calls and `you` are noted under it."""

    def __init__(self, checked: Checked, report: Report) -> None:
        self.checked = checked
        self.world = checked.world
        self.program = checked.program
        self.report = report
        self.owner = ""
        self.under_as = False

    # ------------------------------------------------------------------------------------------------ entry points
    def infer(self, e: tree.Expr, scope: Scope, expect: Type | None = None) -> Type:
        """The type of an expression; `expect` helps names that mean something only where a certain type is wanted."""
        t = self._infer(e, scope, expect)
        self.checked.types[e] = t
        return t

    def want(self, e: tree.Expr, scope: Scope, wanted: Type, what: str) -> Type:
        """`infer`, and an error if the expression can't stand where this type is wanted; `what` says where that is."""
        t = self.infer(e, scope, wanted)
        if not fits(t, wanted):
            if isinstance(t, Maybe) and fits(t.of, wanted):
                self.report.error(
                    "E0331",
                    f"{what} may be none here.",
                    Label(e.at, f"this is {self.say(t)}"),
                    hint="Ask first with `if … is some x`, or say what holds then with `… otherwise …`.",
                )
            else:
                message = f"{what} should be {self.say(wanted)}, but this is {self.say(t)}."
                self.report.error("E0330", message, e.at, hint=advice(self.world, t, wanted))
        return t

    def condition(self, e: tree.Expr, scope: Scope) -> Scope:
        """Check a condition; the scope in which it holds."""
        self.checked.types[e] = TRUTH
        match e:
            case tree.Group():
                return self.condition(e.inner, scope)
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
                return scope.bind(self.local(e, e.name, t.of if isinstance(t, Maybe) else t, e.at, scope))
            case tree.IsA(negated=False):
                self.infer(e, scope)
                target = e.of.inner if isinstance(e.of, tree.Group) else e.of
                narrowed = self._narrowed(e, scope)
                return (
                    scope.narrow(target.id, narrowed)
                    if isinstance(target, tree.Name) and target.id in scope.names and narrowed
                    else scope
                )
            case tree.IsEmpty(negated=True, of=tree.Name(id=name)) if name in scope.names:
                t = self.infer(e.of, scope)
                return scope.narrow(name, t.of) if isinstance(t, Maybe) else scope
            case _:
                self.want(e, scope, TRUTH, "A condition")
                return scope

    def local(self, node: tree.Node, name: str, t: Type, at: tree.Span, scope: Scope) -> Local:
        """Bind a name; it may not hide another (E0333)."""
        if name in scope.names and not scope.example:
            self.report.error(
                "E0333",
                f"`{name}` is already a name here.",
                at,
                Label(scope.names[name].at, "first here"),
                hint="Choose another name.",
            )
        elif self.is_declared(name):
            self.report.error(
                "E0333", f"`{name}` is already declared; a name in a body may not hide it.", at, hint="Choose another name."
            )
        made = Local(name, t, at)
        self.checked.refs[node] = Ref("local", made)
        return made

    def sources(self, sources: tree.Sources, scope: Scope) -> Scope:
        """Check `x in S with y in T where c`; the scope of what follows."""
        for source in sources.each:
            scope = self._bind_source(source, scope)
        return self.condition(sources.where, scope) if sources.where else scope

    def _bind_source(self, source: tree.Source, scope: Scope) -> Scope:
        t = self.infer(source.of, scope)
        member = member_of(t)
        if member is None:
            self.report.error(
                "E0334",
                "Nothing can be picked out of this one by one.",
                Label(source.of.at, f"this is {self.say(t)}"),
                hint=ONE_BY_ONE,
            )
            member = UNKNOWN
        return scope.bind(self.local(source, source.name, member, source.at, scope))

    def say(self, t: Type) -> str:
        """The type in words."""
        return describe(t, self.world.type_names)

    def is_declared(self, name: str) -> bool:
        """Whether a name is declared in the program."""
        p = self.program
        spaces = (
            p.values,
            p.rules,
            p.places,
            p.notes,
            p.tables,
            p.steps,
            p.menus,
            p.actions,
            p.graphs,
            p.moments,
            p.kinds,
            p.types,
            p.pieces,
            p.neutrals,
        )
        return any(name in space for space in spaces)

    # ------------------------------------------------------------------------------------------------ the cases
    def _infer(self, e: tree.Expr, scope: Scope, expect: Type | None) -> Type:
        if isinstance(expect, PlaceName):
            self.place(e, scope)
            return PLACE
        match e:
            case tree.Int():
                return Number(e.value, e.value)
            case tree.Truth():
                return TRUTH
            case tree.Nothing():
                return Maybe(UNKNOWN)
            case tree.Group():
                return self.infer(e.inner, scope, expect)
            case tree.Name():
                return self._name(e, scope, expect)
            case tree.InPlay():
                self.checked.refs[e] = Ref("constant", e.module in self.program.configuration.modules)
                return TRUTH
            case tree.Several():
                return self._several(e, scope, expect)
            case tree.Get():
                return self._get(e, scope)
            case tree.At():
                return self._at(e, scope)
            case tree.Call():
                return self._call(e, scope, expect)
            case tree.Not():
                self.condition(e.of, scope)
                return TRUTH
            case tree.And():
                self.condition(e, scope)
                return TRUTH
            case tree.Or():
                for part in e.parts:
                    self.condition(part, scope)
                return TRUTH
            case tree.Compare():
                return self._compare(e, scope)
            case tree.IsEmpty():
                t = self.infer(e.of, scope)
                if not isinstance(t, (Maybe, Many, Sides, Unknown)):
                    self.report.error(
                        "E0335",
                        "Only a set, a list, a place or something that may be none can be empty.",
                        Label(e.of.at, f"this is {self.say(t)}"),
                    )
                return TRUTH
            case tree.IsSome():
                self.condition(e, scope)
                return TRUTH
            case tree.IsA():
                return self._is_a(e, scope)
            case tree.RangeOf():
                low = self.want(e.low, scope, NUMBER, "The start of a range")
                high = self.want(e.high, scope, NUMBER, "The end of a range")
                return list_of(
                    Number(low.low if isinstance(low, Number) else None, high.high if isinstance(high, Number) else None)
                )
            case tree.OrElse():
                return self._or_else(e, scope, expect)
            case tree.Arithmetic():
                return self._arithmetic(e, scope, expect)
            case tree.Can():
                self.arguments("menu " + e.menu, e.menu, e.args, e, scope, self.program.menus)
                return TRUTH
            case _:
                return self._long(e, scope)

    def _long(self, e: tree.Expr, scope: Scope) -> Type:
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
                t = self.want(e.of, inner, NUMBER, "What is added up")
                return Number(0, None) if isinstance(t, Number) and t.low is not None and t.low >= 0 else NUMBER
            case tree.ListFor():
                inner = self.sources(e.sources, scope)
                return list_of(self.infer(e.of, inner))
            case tree.Those():
                inner = self.sources(e.sources, scope)
                first = e.sources.each[0]
                ref = self.checked.refs[first].target
                member = ref.type if isinstance(ref, Local) else UNKNOWN
                member = inner.narrowed.get(first.name, member)
                source = self.checked.types[first.of]
                return list_of(member) if isinstance(source, Many) and source.how == "list" else set_of(member)
            case tree.Rank():
                inner = self.sources(e.sources, scope)
                for key in e.keys:
                    self.want(key.of, inner, NUMBER, "What is ranked by")
                ref = self.checked.refs[e.sources.each[0]].target
                return Many("ranking", ref.type if isinstance(ref, Local) else UNKNOWN)
            case _:
                raise AssertionError(f"{type(e).__name__} is no expression")

    # ------------------------------------------------------------------------------------------------ names
    def _name(self, e: tree.Name, scope: Scope, expect: Type | None) -> Type:
        ref, t = self._look_up(e, scope, expect)
        self.checked.refs[e] = ref
        return t

    def _look_up(self, e: tree.Name, scope: Scope, expect: Type | None) -> tuple[Ref, Type]:
        name = e.id
        if isinstance(expect, Maybe):
            expect = expect.of
        if name in scope.names:
            local = scope.names[name]
            return Ref("local", local), scope.narrowed.get(name, local.type)
        if isinstance(expect, Sides) and sides_mask(name) is not None:
            return Ref("constant", sides_mask(name)), SIDES
        if isinstance(expect, KindOf) and name in self.world.kinds[expect.name].names:
            return Ref("kind", self.world.kinds[expect.name].names.index(name)), expect
        if name == "usual" and scope.usual is not None:
            return Ref("usual"), scope.usual
        found = self._declared(e, name, scope)
        if found:
            return found
        kinds = [k for k in self.world.kinds.values() if name in k.names and k.name not in self.program.rulings]
        if len(kinds) > 1 and not scope.example:
            self.report.error(
                "E0337",
                f"`{name}` is a {kinds[0].name} and a {kinds[1].name}; here it is not clear which is meant.",
                e.at,
                hint="Rename one of the two.",
            )
        if kinds:
            return Ref("kind", kinds[0].names.index(name)), KindOf(kinds[0].name)
        if scope.example and name in PLAYER_NAMES[: self.world.players]:
            return Ref("party", PLAYER_NAMES.index(name)), PLAYER
        self._unknown(e, name, scope)
        return Ref("constant", None), UNKNOWN

    def _declared(self, e: tree.Expr, name: str, scope: Scope) -> tuple[Ref, Type] | None:
        p, world = self.program, self.world
        if name == "you":
            self.say_you(e)
            return Ref("you"), PLAYER
        if name == "players":
            return Ref("constant", world.players), Number(world.players, world.players)
        if name == "nowhere":
            return Ref("constant", 0), SIDES
        if name in p.neutrals:
            return Ref("party", world.players + list(p.neutrals).index(name)), Seat("Neutral")
        if name in ("Player", "Party", "Neutral"):
            who = "Player" if name == "Party" and not world.neutrals else name
            return Ref("members", Seat(who)), set_of(Seat(who))
        if name in world.kinds and name not in p.rulings:
            return Ref("members", KindOf(name)), list_of(KindOf(name))
        if name in world.members:
            return Ref("members", Pieces(world.members[name])), set_of(Pieces(world.members[name]))
        if name in world.places:
            place = world.places[name]
            if place.domains:
                return Ref("place", place), list_of(UNKNOWN)
            return Ref("place", place), content_type(place)
        if name in world.notes:
            if world.notes[name].domains:
                self.report.error(
                    "E0338",
                    f"The note `{name}` is kept for each of its keys, and here it is not said for which.",
                    e.at,
                    hint=f"Write `{name}[…]`.",
                )
            return Ref("note", world.notes[name]), world.notes[name].type
        if name in p.values:
            return self._bare_call(e, "value", name)
        if name in p.rules:
            return self._bare_call(e, "rule", name)
        if name in p.settings:
            t = KindOf(name) if name in p.rulings else self._option_type(name)
            value = p.settings[name]
            if isinstance(t, KindOf) and isinstance(value, str):
                value = world.kinds[t.name].names.index(value)
            return Ref("constant", value), t
        return None

    def _option_type(self, name: str) -> Type:
        value = self.program.settings[name]
        if isinstance(value, bool):
            return TRUTH
        if isinstance(value, int):
            return Number(value, value)
        kinds = [k for k in self.world.kinds.values() if value in k.names]
        return KindOf(kinds[0].name) if kinds else UNKNOWN

    def _bare_call(self, e: tree.Expr, what: str, name: str) -> tuple[Ref, Type]:
        owner = f"{what} {name}"
        if self.checked.signatures.get(owner):
            wanted = counted(len(self.checked.signatures[owner]), "argument")
            self.report.error(
                "E0339", f"`{name}` is asked about something: it wants {wanted} in brackets.", e.at, hint=f"Write `{name}(…)`."
            )
        self.note_call(owner)
        return Ref(what, name), self.checked.results.get(owner, UNKNOWN)

    def note_call(self, owner: str) -> None:
        """Note that the body being checked calls this; under `as`, whoever is spoken to there is not the caller's `you`."""
        self.checked.calls.setdefault(self.owner, set()).add(owner)
        if not self.under_as:
            self.checked.you_calls.setdefault(self.owner, set()).add(owner)

    def say_you(self, e: tree.Node) -> None:
        """Note that the body being checked speaks to somebody."""
        if not self.under_as:
            self.checked.you.add(self.owner)
            self.checked.you_at.setdefault(self.owner, e.at)

    def place(self, e: tree.Expr, scope: Scope) -> PlaceInfo | None:
        """Check an expression that must name a place; which one, if that is known from the text."""
        self.checked.types[e] = PLACE
        match e:
            case tree.Group():
                return self.place(e.inner, scope)
            case tree.Name() if e.id in self.world.places and e.id not in scope.names:
                place = self.world.places[e.id]
                self.checked.refs[e] = Ref("place", place)
                if place.domains:
                    self.report.error(
                        "E0338",
                        f"There is a `{e.id}` for each of its keys, and here it is not said for which.",
                        e.at,
                        hint=f"Write `{e.id}[…]`.",
                    )
                return place
            case tree.At(of=tree.Name(id=name)) if (
                name in self.world.places and name not in scope.names and self.world.places[name].domains
            ):
                self._at(e, scope)
                return self.world.places[name]
            case tree.Name() | tree.Call():
                t = self._infer(e, scope, None)
                if not isinstance(t, (PlaceName, Unknown)):
                    self.report.error(
                        "E0354", "This should be a place.", Label(e.at, f"this is {self.say(t)}"), hint=NAME_A_PLACE
                    )
            case _:
                self.report.error("E0354", "This should be a place.", e.at, hint=NAME_A_PLACE)
        return None

    def _unknown(self, e: tree.Expr, name: str, scope: Scope) -> None:
        p = self.program
        known: list[str] = [
            *scope.names,
            *p.values,
            *p.notes,
            *p.places,
            *p.kinds,
            *p.pieces,
            *p.types,
            *p.options,
            *p.rulings,
            *p.rules,
            *p.tables,
        ]
        known += [n for k in self.world.kinds.values() for n in k.names]
        hint = did_you_mean(name, [*known, *BUILT_INS])
        if name in p.steps or name in p.menus or name in p.actions:
            hint = f"`{name}` is done, it has no value: it can only stand as a statement."
        self.report.error("E0340", f"Nothing is called `{name}` here.", e.at, hint=hint)

    # ------------------------------------------------------------------------------------------------ parts
    def _several(self, e: tree.Several, scope: Scope, expect: Type | None) -> Type:
        if isinstance(expect, Maybe):
            expect = expect.of
        inner = expect.of if isinstance(expect, Many) and expect.how != "ranking" else None
        if isinstance(expect, Many) and expect.how == "ranking":
            for item in e.items:
                self.want(item, scope, set_of(expect.of), "A tie of a ranking")
            return expect
        members = [self.infer(item, scope, inner) for item in e.items]
        return list_of(join(members))

    def _get(self, e: tree.Get, scope: Scope) -> Type:
        t = self.infer(e.of, scope)
        found: Type | None = None
        known: Iterable[str] = ()
        match t:
            case Unknown():
                return UNKNOWN
            case Maybe():
                self.report.error(
                    "E0331",
                    f"This may be none, so it can't be asked for its `{e.field}`.",
                    Label(e.of.at, f"this is {self.say(t)}"),
                    hint="Ask first with `… is some x`.",
                )
                return UNKNOWN
            case KindOf():
                info = self.world.kinds[t.name]
                found = {"index": Number(1, len(info.names)), "title": Text()}.get(e.field) or info.field_types.get(e.field)
                known = [*info.field_types, "index", "title"]
            case Pieces():
                found = self.world.field_type(t, e.field)
                known = {f for n in t.names for f in self.world.pieces[n].field_types}
            case Seat():
                found, known = FIELDS_OF_SEATS.get(e.field), FIELDS_OF_SEATS
            case CellType():
                found, known = FIELDS_OF_CELLS.get(e.field), FIELDS_OF_CELLS
            case Tie():
                found = {"members": set_of(t.of), "places": list_of(Number(1, None))}.get(e.field)
                known = ("members", "places")
            case Many():
                self.report.error(
                    "E0341",
                    f"A {t.how} has no `{e.field}`; its members may have.",
                    e.at,
                    hint="Say `every x in …: x." + e.field + "` or `sum x." + e.field + " for x in …`.",
                )
                return UNKNOWN
            case _:
                pass
        if found is None:
            self.report.error(
                "E0342", f"{upper_first(self.say(t))} has no field `{e.field}`.", e.at, hint=did_you_mean(e.field, known)
            )
            return UNKNOWN
        return found

    def _at(self, e: tree.At, scope: Scope) -> Type:
        if isinstance(e.of, tree.Name) and e.of.id not in scope.names:
            name = e.of.id
            if name in self.world.places and self.world.places[name].domains:
                place = self.world.places[name]
                self.checked.refs[e] = Ref("place", place)
                self._keys(e, place.domains, name, scope)
                return content_type(place)
            if name in self.world.notes:
                note = self.world.notes[name]
                self.checked.refs[e] = Ref("note", note)
                self._keys(e, note.domains, name, scope)
                return note.type
            if name in self.world.tables:
                table = self.world.tables[name]
                self.checked.refs[e] = Ref("table", table)
                self._keys(e, table.domains, name, scope)
                self.note_call(f"table {name}")
                return table.type
        t = self.infer(e.of, scope)
        match t:
            case GridOf():
                if len(e.keys) == 1:
                    self.want(e.keys[0], scope, CELL, "What a grid is asked with")
                self.checked.refs[e] = Ref("cell")
                return Maybe(t.of)
            case Many(how="list") | Many(how="ranking"):
                self.want(e.keys[0], scope, NUMBER, "The place in a list")
                self.checked.refs[e] = Ref("nth")
                return Maybe(member_of(t) or UNKNOWN)
            case Unknown():
                for key in e.keys:
                    self.infer(key, scope)
                return UNKNOWN
            case _:
                self.report.error(
                    "E0343",
                    "This has no keys.",
                    Label(e.of.at, f"this is {self.say(t)}"),
                    hint="Places, notes, tables and lists have. For a value, write `value(argument)`.",
                )
                return UNKNOWN

    def _keys(self, e: tree.At, domains: list[Domain], name: str, scope: Scope) -> None:
        if len(e.keys) != len(domains):
            self.report.error("E0344", f"`{name}` is asked with {counted(len(domains), 'key')}, and {here(len(e.keys))}.", e.at)
        for key, domain in zip(e.keys, domains, strict=False):
            wanted = domain.type
            t = self.want(key, scope, wanted, f"The key of `{name}`")
            if (
                isinstance(t, Number)
                and t.low is not None
                and t.low == t.high
                and not domain.low <= t.low < domain.low + domain.size
            ):
                self.report.error(
                    "E0345",
                    f"`{name}` has no key {t.low}.",
                    key.at,
                    hint=f"Its keys go from {domain.low} to {domain.low + domain.size - 1}.",
                )

    def _call(self, e: tree.Call, scope: Scope, expect: Type | None) -> Type:
        name, p = e.name, self.program
        if name in p.values:
            self.checked.refs[e] = Ref("value", name)
            return self.arguments(f"value {name}", name, e.args, e, scope, p.values)
        if name in p.rules:
            self.checked.refs[e] = Ref("rule", name)
            return self.arguments(f"rule {name}", name, e.args, e, scope, p.rules)
        if name in p.graphs:
            self.checked.refs[e] = Ref("graph", name)
            self.arguments(f"graph {name}", name, e.args, e, scope, p.graphs)
            return GRAPH
        if name in p.pieces:
            return self._literal(e, scope)
        if name in BUILT_INS:
            return self._built_in(e, scope)
        known = [*p.values, *p.rules, *p.graphs, *p.pieces, *BUILT_INS]
        hint = did_you_mean(name, known)
        if name in p.steps or name in p.menus or name in p.actions:
            hint = f"`{name}` is done, it has no value: it can only stand as a statement."
        self.report.error("E0340", f"Nothing is called `{name}` that could be asked here.", e.at, hint=hint)
        for a in e.args:
            self.infer(a, scope)
        return UNKNOWN

    def arguments(self, owner: str, name: str, args: list[tree.Expr], e: tree.Expr, scope: Scope, space: object) -> Type:
        """Check the arguments of a call against the signature of what is called; its result."""
        if owner not in self.checked.signatures:
            known = list(space) if isinstance(space, dict) else []
            self.report.error(
                "E0340", f"There is no {owner.split(maxsplit=1)[0]} `{name}`.", e.at, hint=did_you_mean(name, known)
            )
            return UNKNOWN
        wanted = self.checked.signatures[owner]
        if len(args) != len(wanted):
            self.report.error("E0346", f"`{name}` wants {counted(len(wanted), 'argument')}, and {here(len(args))}.", e.at)
        for i, (arg, t) in enumerate(zip(args, wanted, strict=False)):
            self.want(arg, scope, t, f"Argument {i + 1} of `{name}`")
        self.note_call(owner)
        return self.checked.results.get(owner, TRUTH)

    def _literal(self, e: tree.Call, scope: Scope) -> Type:
        info = self.world.pieces[e.name]
        fields = list(info.field_types.items())
        self.checked.refs[e] = Ref("piece", info)
        if len(e.args) > len(fields) or len(e.args) < min(info.optional_from, len(fields)):
            self.report.error("E0347", f"A `{e.name}` has {counted(len(fields), 'field')}, and {here(len(e.args))}.", e.at)
        for arg, (name, t) in zip(e.args, fields, strict=False):
            self.want(arg, scope, t, f"The {name} of a `{e.name}`")
        return Pieces(frozenset({e.name}))

    def _built_in(self, e: tree.Call, scope: Scope) -> Type:
        built_in = BUILT_INS[e.name]
        self.checked.refs[e] = Ref("builtin", e.name)
        if len(e.args) != built_in.arity:
            self.report.error(
                "E0346",
                f"`{e.name}({built_in.parameters})` wants {counted(built_in.arity, 'argument')}, and {here(len(e.args))}.",
                e.at,
                hint=built_in.sentence,
            )
            return UNKNOWN
        member: Type | None = None
        types: list[Type] = []
        for arg in e.args:
            types.append(self.infer(arg, scope, member))
            if e.name in ("position", "short_of") and isinstance(types[0], Many):
                member = types[0].of
            if e.name in ("toward", "left_end", "right_end"):
                member = KindOf("Side")
        if e.name in ("opposite", "next_to") and isinstance(types[0], Unknown):
            types[0] = self.infer(e.args[0], scope, KindOf("Side"))
        result = built_in.typing(types)
        if result is None:
            maybe = next((i for i, t in enumerate(types) if isinstance(t, Maybe)), None)
            if maybe is not None:
                self.report.error(
                    "E0331",
                    f"This may be none, and `{e.name}` needs something.",
                    Label(e.args[maybe].at, f"this is {self.say(types[maybe])}"),
                )
            else:
                given = ", ".join(self.say(t) for t in types)
                self.report.error(
                    "E0348",
                    f"`{e.name}({built_in.parameters})` can't be asked of {given}.",
                    e.at,
                    hint=built_in.sentence,
                )
            return UNKNOWN
        return result

    # ------------------------------------------------------------------------------------------------ operators
    def _compare(self, e: tree.Compare, scope: Scope) -> Type:
        if e.op in ("in", "not in"):
            return self._membership(e, scope)
        if e.op in ("=", "differs from"):
            left, right = self._both_sides(e, scope)
            if not comparable(left, right):
                self.report.error(
                    "E0349",
                    f"These can never be equal: {self.say(left)} and {self.say(right)}.",
                    e.at,
                    hint=advice(self.world, left, right)
                    or advice(self.world, right, left)
                    or "`=` compares two things of one type.",
                )
            return TRUTH
        self.want(e.left, scope, NUMBER, f"What is compared by `{e.op}`")
        self.want(e.right, scope, NUMBER, f"What is compared by `{e.op}`")
        return TRUTH

    def _both_sides(self, e: tree.Compare, scope: Scope) -> tuple[Type, Type]:
        needs_help = isinstance(e.left, (tree.Name, tree.Several)) and not isinstance(e.right, (tree.Name, tree.Several))
        if needs_help:
            right = self.infer(e.right, scope)
            return self.infer(e.left, scope, right), right
        left = self.infer(e.left, scope)
        return left, self.infer(e.right, scope, left)

    def _membership(self, e: tree.Compare, scope: Scope) -> Type:
        right = self.infer(e.right, scope)
        member = None if isinstance(right, Maybe) else member_of(right)
        left = self.infer(e.left, scope, member)
        if isinstance(right, Many) and right.how == "ranking":
            member = None
        if member is None and not isinstance(right, Unknown):
            self.report.error(
                "E0350",
                "Nothing can be in this.",
                Label(e.right.at, f"this is {self.say(right)}"),
                hint="`in` wants a set, a list, a place, a range or Sides.",
            )
        elif member is not None and not comparable(left, member):
            self.report.error("E0349", f"{upper_first(self.say(left))} can never be in {self.say(right)}.", e.at)
        return TRUTH

    def _is_a(self, e: tree.IsA, scope: Scope) -> Type:
        t = self.infer(e.of, scope)
        bare = t.of if isinstance(t, Maybe) else t
        if e.type in self.world.members:
            if not isinstance(bare, (Pieces, Unknown)):
                self.report.error(
                    "E0351",
                    f"This can't be a `{e.type}`.",
                    Label(e.of.at, f"this is {self.say(t)}"),
                    hint="`is a` asks about pieces and players.",
                )
            elif (
                isinstance(bare, Pieces)
                and bare.names
                and not bare.names & self.world.members[e.type]
                and self.world.members[e.type]
            ):
                self.report.error(
                    "E0351", f"{upper_first(self.say(t))} is never a `{e.type}`.", e.at, hint="Ask for a type that it may be of."
                )
        elif e.type in ("Player", "Neutral"):
            if not isinstance(bare, (Seat, Unknown)):
                self.report.error(
                    "E0351",
                    f"This can't be a {e.type}.",
                    Label(e.of.at, f"this is {self.say(t)}"),
                    hint="`is a` asks about pieces and players.",
                )
        else:
            known = [*self.world.members, "Player", "Neutral"]
            self.report.error(
                "E0301",
                f"There is no type `{e.type}`.",
                e.at,
                hint=did_you_mean(e.type, known) or "`is` asks for the type; equality is `=`.",
            )
        return TRUTH

    def _narrowed(self, e: tree.IsA, scope: Scope) -> Type | None:
        t = self.checked.types.get(e.of)
        bare = t.of if isinstance(t, Maybe) else t
        if isinstance(bare, Pieces) and e.type in self.world.members:
            return Pieces(bare.names & self.world.members[e.type])
        if isinstance(bare, Seat) and e.type in ("Player", "Neutral"):
            return Seat(e.type)
        return None

    def _or_else(self, e: tree.OrElse, scope: Scope, expect: Type | None) -> Type:
        t = self.infer(e.of, scope, expect)
        if not isinstance(t, (Maybe, Unknown)):
            self.report.error(
                "E0332",
                "This is always there, so `otherwise` has no use.",
                Label(e.of.at, f"this is {self.say(t)}"),
                hint="Take it away.",
            )
        bare = t.of if isinstance(t, Maybe) else t
        default = self.infer(e.default, scope, bare)
        if not comparable(bare, default):
            self.report.error(
                "E0349", f"Both sides of `otherwise` must be alike: {self.say(bare)} and {self.say(default)}.", e.at
            )
        return join((bare, default))

    def _arithmetic(self, e: tree.Arithmetic, scope: Scope, expect: Type | None) -> Type:
        left = self.infer(e.left, scope, expect)
        if isinstance(left, Many) and e.op in "+-":
            right = self.infer(e.right, scope, left)
            if isinstance(right, Many) and comparable(left, right):
                return Many(left.how, left.of) if e.op == "-" else join((left, right))
            self.report.error(
                "E0352",
                f"`{e.op}` joins or parts two sets: {self.say(left)} and {self.say(right)} are not.",
                e.at,
                hint=advice(self.world, left, right) or advice(self.world, right, left),
            )
            return left
        if not isinstance(left, (Number, Unknown)):
            self.want(e.left, scope, NUMBER, f"What stands before `{e.op}`")
        right = self.want(e.right, scope, NUMBER, f"What stands behind `{e.op}`")
        return _bounds(e.op, left, right)


def _bounds(op: str, left: Type, right: Type) -> Type:
    if not isinstance(left, Number) or not isinstance(right, Number):
        return NUMBER
    low = high = None
    if op == "+":
        low = left.low + right.low if left.low is not None and right.low is not None else None
        high = left.high + right.high if left.high is not None and right.high is not None else None
    elif op == "-":
        low = left.low - right.high if left.low is not None and right.high is not None else None
        high = left.high - right.low if left.high is not None and right.low is not None else None
    elif op == "*" and left.low is not None and right.low is not None and left.low >= 0 and right.low >= 0:
        low = left.low * right.low
        high = left.high * right.high if left.high is not None and right.high is not None else None
    elif op in ("div", "mod") and left.low is not None and left.low >= 0:
        low = 0
    return Number(low, high)
