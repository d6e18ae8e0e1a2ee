"""What all cases of inferring types share: asking for a type, binding names, arguments, and what is
noted on the way.

In: an expression and the names in force where it stands. Out: its type, kept in `Checked` with what
its names mean. What each sort of expression comes to is said elsewhere (`expressions` knows where);
whoever says it asks for the parts here. A mistake is reported once and becomes `Unknown`, which
agrees with everything, so there is no follow-up noise."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import zip_longest

from alarife.checking.builtins import BUILT_IN_NAMES
from alarife.checking.constants import Constants
from alarife.checking.describe import describe
from alarife.checking.inference.advice import ONE_BY_ONE, advice
from alarife.checking.scope import Checked, Local, Ref, Scope
from alarife.checking.types import TRUTH, UNKNOWN, Many, Maybe, Type, fits, member_of, within
from alarife.diagnostics import Label, Report
from alarife.linking.wording import counted, did_you_mean, here
from alarife.syntax import tree
from alarife.syntax.words import NEVER_NAMES


class Inference(ABC):
    """See the module. `owner` names whose body is being checked: calls and `you` are noted under
    it."""

    def __init__(self, checked: Checked, report: Report) -> None:
        self.checked = checked
        self.judged: set[tree.Expr] = set()
        """The parts of conditions of choices that speak of what comes `afterwards`."""
        self.unknown: set[tuple[str, str]] = set()
        """The names that mean nothing, by whose body they stand in, as they have been reported."""
        self.world = checked.world
        self.program = checked.program
        self.report = report
        self.constants = Constants(checked.world, checked)
        self.owner = ""
        self.under_as = False

    @abstractmethod
    def meaning(self, e: tree.Expr, scope: Scope, expect: Type | None) -> Type:
        """The type of an expression, by what sort of expression it is; only `infer` keeps it."""

    def graph_type(self, name: str) -> Type:
        """The type of a declared graph: what its links join."""
        return self.checked.results.get(f"graph {name}", UNKNOWN)

    @abstractmethod
    def condition(self, e: tree.Expr, scope: Scope) -> Scope:
        """Check a condition; the scope in which it holds."""

    def infer(self, e: tree.Expr, scope: Scope, expect: Type | None = None) -> Type:
        """The type of an expression; `expect` helps names that mean something only where a certain
        type is wanted."""
        t = self.meaning(e, scope, expect)
        self.checked.types[e] = t
        return t

    def want(self, e: tree.Expr, scope: Scope, wanted: Type, what: str) -> Type:
        """`infer`, and an error if the expression can't stand where this type is wanted; `what`
        says where that is."""
        t = self.infer(e, scope, wanted)
        if not fits(t, wanted):
            if isinstance(t, Maybe) and fits(t.of, wanted):
                self.report.error(
                    "E0331",
                    f"{what} may be none here.",
                    Label(e.at, f"this is {self.say(t)}"),
                    hint=self._if_there_is_one(e, wanted),
                )
            else:
                message = f"{what} should be {self.say(wanted)}, but this is {self.say(t)}."
                self.report.error("E0330", message, e.at, hint=advice(self.world, t, wanted))
        elif not within(t, wanted):
            self.checked.unproved[e] = wanted
        else:
            self.checked.unproved.pop(e, None)
        return t

    def _if_there_is_one(self, e: tree.Expr, wanted: Type) -> str:
        if isinstance(e, tree.Nothing):
            name = self.say(wanted).split(" ", 1)[-1]
            return f"What may be none has a question mark behind its type: `{name}?`."
        said = "Ask first with `if … is some x`, or say what holds then with `… otherwise …`."
        match e:
            case tree.Call(name="first" | "last" as end, args=[of]):
                t = self.checked.types.get(of)
                if isinstance(t, Many) and t.how == "ranking":
                    said += f" It is none if several are tied for {end}; all who are first are"
                    return said + " `leaders(…)`."
            case _:
                pass
        return said

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
        elif name in BUILT_IN_NAMES or name in NEVER_NAMES:
            message = f"`{name}` is a word of the language: nothing else can be called so."
            self.report.error("E0333", message, at, hint="Choose another name.")
        elif (declared := self.declared(name)) is not None:
            self._hides(name, declared, at)
        made = Local(name, t, at)
        self.checked.refs[node] = Ref("local", made)
        return made

    def _hides(self, name: str, declared: tree.Decl, at: tree.Span) -> None:
        """A name in a body is declared. If a module declares what is a name in a body of the game,
        the module has to choose another one."""
        message = f"`{name}` is already declared; a name in a body may not hide it."
        places = at, Label(declared.head, "here")
        modules = {file.path for file in self.program.files if file.what == "module"}
        if declared.head.file in modules and at.file not in modules:
            if any(d.code == "E0333" and d.at == declared.head for d in self.report.found):
                return  # it is one in many bodies
            message = f"`{name}` is a name in a body of the rules; a declaration may not hide it."
            places = declared.head, Label(at, "here")
        self.report.error("E0333", message, *places, hint="Choose another name.")

    def sources(self, sources: tree.Sources, scope: Scope) -> Scope:
        """Check `x in S with y in T where c`; the scope of what follows."""
        for source in sources.each:
            scope = scope.bind(
                self.local(source, source.name, self.member(source.of, scope), source.at, scope)
            )
        return self.condition(sources.where, scope) if sources.where else scope

    def member(self, e: tree.Expr, scope: Scope) -> Type:
        """The type of what can be picked out of an expression one by one (E0334)."""
        t = self.infer(e, scope)
        member = member_of(t)
        if member is None:
            hint = ONE_BY_ONE
            if isinstance(e, tree.Name) and e.id == "players":
                hint = "`players` is how many there are; they themselves are `Player`."
            label = Label(e.at, f"this is {self.say(t)}")
            self.report.error(
                "E0334", "Nothing can be picked out of this one by one.", label, hint=hint
            )
        return member or UNKNOWN

    def bound_type(self, node: tree.Node) -> Type:
        """The type of the name that a node has bound."""
        bound = self.checked.refs[node].target
        return bound.type if isinstance(bound, Local) else UNKNOWN

    def arguments(
        self,
        owner: str,
        name: str,
        args: list[tree.Expr],
        e: tree.Expr,
        scope: Scope,
        space: Iterable[str],
    ) -> Type:
        """Check the arguments of a call against the signature of what is called; its result.
        `space` names what it could be."""
        if owner not in self.checked.signatures:
            self.report.error(
                "E0340",
                f"There is no {owner.split(maxsplit=1)[0]} `{name}`.",
                e.at,
                hint=did_you_mean(name, space),
            )
            return UNKNOWN
        wanted = self.checked.signatures[owner]
        if len(args) != len(wanted):
            self.report.error(
                "E0346",
                f"`{name}` wants {counted(len(wanted), 'argument')}, and {here(len(args))}.",
                e.at,
                hint=self._as_declared(name),
            )
            for arg, t in zip_longest(args, wanted):
                if arg is not None:
                    self.infer(arg, scope, t)
            return self.checked.results.get(owner, TRUTH)
        for i, (arg, t) in enumerate(zip(args, wanted, strict=False)):
            self.want(arg, scope, t, f"Argument {i + 1} of `{name}`")
        self.note_call(owner)
        return self.checked.results.get(owner, TRUTH)

    def _as_declared(self, name: str) -> str:
        """How something is asked or done, with the names of its parameters."""
        fields: list[tree.Field] = getattr(self.declared(name), "params", [])
        written = f"{name}({', '.join(field.name for field in fields)})" if fields else name
        return f"Write `{written}`."

    def say(self, t: Type) -> str:
        """The type in words."""
        return describe(t, self.world.type_names)

    def declared(self, name: str) -> tree.Decl | None:
        """What is declared under a name in the program."""
        return self.program.declared(name)

    def note_call(self, owner: str) -> None:
        """Note that the body being checked calls this; under `as`, whoever is spoken to there is
        not the caller's `you`."""
        self.checked.calls.setdefault(self.owner, set()).add(owner)
        if not self.under_as:
            self.checked.you_calls.setdefault(self.owner, set()).add(owner)

    def say_you(self, e: tree.Node) -> None:
        """Note that the body being checked speaks to somebody."""
        if not self.under_as:
            self.checked.you.add(self.owner)
            self.checked.you_at.setdefault(self.owner, e.at)
