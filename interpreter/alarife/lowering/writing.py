"""What every writer can do: build expressions, put statements one after the other, and make
functions and procedures beside the one that is being made.

What comes in: parts of a checked program. What goes out: statements in the current body `out`,
functions in `functions`, procedures in `procedures`. Expressions are improved by the passes as they
are built; nothing is printed here but functions that have a value."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from alarife.checking.scope import Local
from alarife.checking.types import PLAYER, UNKNOWN, Many, Maybe, Type
from alarife.checking.world import World
from alarife.code.functions import Kept, print_function, print_keeper
from alarife.code.symbols import Names, Symbols
from alarife.ir.liveness import needed
from alarife.ir.nodes import Builtin, Call, Const, Expr, Function, Op, Over, Tuple, Use
from alarife.ir.passes import improved
from alarife.ir.passes.facts import Facts
from alarife.ir.passes.outline import outline, outline_value
from alarife.ir.passes.weigh import is_light
from alarife.ir.statements import Assign, Do, Procedure, Return, Stmt
from alarife.ir.switches import Switches
from alarife.ir.walk import copied
from alarife.lowering.cost.effort import Effort
from alarife.lowering.cost.weights import Weights
from alarife.lowering.layout import Layout
from alarife.lowering.values.access import content, place
from alarife.lowering.values.expressions import ExpressionBuilder
from alarife.lowering.values.loops import clauses, many
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.checking.scope import Checked


class Writer:
    """Writes into the current body `out`. `without` names the optimisations that are left out."""

    def __init__(
        self,
        checked: Checked,
        layout: Layout,
        without: frozenset[str] = frozenset(),
        names: Names | None = None,
        builder: type[ExpressionBuilder] = ExpressionBuilder,
    ) -> None:
        self.checked = checked
        self.world = checked.world
        self.program = checked.program
        self.layout = layout
        self.switches = Switches(without)
        self.names = names or Names()
        self.symbols = Symbols(checked.world, layout, self.names)
        self.out: list[Stmt] = []
        self.functions: list[str] = []
        self.procedures: list[Procedure] = []
        self.aliases: list[str] = []
        """What comes after all functions: their other names, and tables of them."""
        self.kept: dict[str, Kept] = {}
        """By function how its results are kept."""
        self.rule_numbers: dict[str, int] = {}
        self.rule = 0
        """Its number."""
        self.weights = Weights(checked)
        self.whole_weights = Weights(checked, whole=True)
        self.effort = Effort(checked, self.weights)
        self.build = builder(checked, self.weights.work, self.switches)
        self.facts = facts_of(checked.world, self.switches)

    # ----------------------------------------------------------------
    # expressions
    @property
    def owner(self) -> str:
        """The declaration that is being written."""
        return self.switches.owner

    @owner.setter
    def owner(self, name: str) -> None:
        self.switches.owner = name

    @property
    def you(self) -> Local | None:
        """The local that holds who is spoken to."""
        return self.build.you

    @you.setter
    def you(self, local: Local | None) -> None:
        self.build.you = local

    def improved(self, e: Expr) -> Expr:
        """An expression after all passes."""
        return improved(e, self.facts)

    def built(self, e: tree.Expr) -> Expr:
        """An expression as nodes, after all passes."""
        return self.improved(self.build.expr(e))

    def built_as(self, e: tree.Expr, wanted: Type) -> Expr:
        """An expression where a type is declared."""
        return self.improved(self.build.as_type(e, wanted))

    def arguments(self, owner: str, args: Sequence[tree.Expr]) -> tuple[Expr, ...]:
        """Arguments, as whoever is called has them."""
        wanted = self.checked.signatures.get(owner, [])
        return tuple(self.built_as(a, t) for a, t in zip(args, wanted, strict=True))

    def many(self, e: tree.Expr) -> Expr:
        """Something to go over."""
        return self.improved(many(self.build, e))

    def place(self, e: tree.Expr) -> Expr:
        """The number of the place that an expression names."""
        return self.improved(place(self.build, e))

    def content(self, e: tree.Expr) -> Expr:
        """What lies in a place that an expression names."""
        return self.improved(content(self.build, e))

    def pieces(self, e: tree.Expr) -> Expr:
        """One or several values as a tuple."""
        t = self.type(e)
        if isinstance(t, Maybe):
            return Builtin("one_or_none", (self.built(e),))
        if not isinstance(t, Many):
            return Tuple((self.built(e),))
        plain = isinstance(e, (tree.Name, tree.RangeOf))
        return Builtin("tuple", (self.many(e),)) if plain else self.built(e)

    def listed(self, sources: tree.Sources) -> Expr:
        """The list of all combinations of `x in S with y in T`, without the condition."""
        parts = clauses(self.build, tree.Sources(sources.each, None, at=sources.at))
        members = tuple(Use(self.local_of(source)) for source in sources.each)
        result = members[0] if len(members) == 1 else Tuple(members)
        return self.improved(copied(Over("list", parts, result), {}))

    def local_of(self, node: tree.Node) -> Local:
        """The local that a node binds."""
        return self.build.local_of(node)

    def type(self, e: tree.Expr) -> Type:
        """The type that checking found."""
        return self.checked.types[e]

    def you_for(self, owner: str) -> Expr | None:
        """`you` as an argument, if anything below a declaration addresses a player; else None."""
        return self.build.spoken_to() if owner in self.checked.you else None

    # ----------------------------------------------------------------
    # statements
    def emit(self, s: Stmt) -> None:
        """Append a statement to the current body."""
        self.out.append(s)

    def let(self, local: Local, value: Expr) -> None:
        """Bind a local."""
        self.emit(Assign(value, (local,)))

    def do(self, name: str, *args: Expr) -> None:
        """Call a function of the engine for its effect."""
        self.emit(Do(Builtin(name, args)))

    @contextmanager
    def body(self) -> Generator[list[Stmt]]:
        """Statements go into a body of their own meanwhile."""
        outer, self.out = self.out, []
        yield self.out
        self.out = outer

    # ----------------------------------------------------------------
    # functions
    def add_keepers(self) -> None:
        """Print the tests and tables that passes keep with boards."""
        for keeper in self.facts.keepers:
            if keeper.test.name not in self.facts.functions:
                self.facts.functions[keeper.test.name] = keeper.test
                self.functions.append(print_function(keeper.test, self.symbols))
            self.functions.append(print_keeper(keeper))

    def add(self, functions: Sequence[Function]) -> None:
        """Print functions whose loops have been outlined."""
        for f in functions:
            body = improved(f.body, self.facts, outlined=True)
            self.functions.append(print_function(replace(f, body=body), self.symbols))

    def finish(self, f: Function) -> Function:
        """Run the passes over a function, register it, and print it with its outlined loops."""
        body = self.improved(f.body)
        done = replace(f, body=body)
        if self.switches.on("weigh") and is_light(body):
            if done.counted:
                self.switches.applied("weigh")
            done = self.light(done)
        self.facts.functions[f.name] = done
        outlined, helpers = outline(body, self.names.fresh)
        self.add([*helpers, replace(done, body=outlined)])
        return done

    def light(self, f: Function) -> Function:
        """The function with calls that are not counted. Results are kept on a grid, and what goes
        through something by its arguments."""
        kept = self.kept.get(f.name)
        looped = isinstance(f.body, Over)
        if kept is None or kept.how == "memo" or (kept.how == "by_args" and looped):
            return replace(f, counted=0)
        del self.kept[f.name]
        return replace(f, counted=0, kept=False)

    def plain(self, e: Expr) -> Expr:
        """An expression whose loops have been outlined into functions."""
        value, helpers = outline_value(e, self.names.fresh)
        self.add(helpers)
        return value

    def apart(
        self,
        name: str,
        write: Callable[[], None],
        pure: bool = True,
        given: Sequence[Local] | None = None,
    ) -> tuple[str, tuple[Local, ...]]:
        """Write a procedure of its own. Returns its name and the locals it takes after the state:
        those `given`, else those it needs."""
        with self.body() as body:
            write()
        params = needed(body) if given is None else tuple(given)
        made = Procedure(self.names.fresh(name), params, tuple(body), pure)
        self.procedures.append(made)
        return made.name, made.params

    def aside(self, name: str, write: Callable[[], None]) -> Expr:
        """Write a procedure that returns a value. Returns a call of it, or the value itself if
        there is nothing to do before."""
        with self.body() as body:
            write()
        match body:
            case [Return(value)]:
                return value
            case _:
                params = needed(body)
        made = Procedure(self.names.fresh(name), params, tuple(body), pure=True)
        self.procedures.append(made)
        return Call(made.name, tuple(map(Use, params)))

    def define(
        self, function: str, owner: str, params: Sequence[Local], write: Callable[[], None]
    ) -> None:
        """Write a procedure with these parameters, preceded by `you` if anything below addresses a
        player."""
        outer, self.you = self.you, self.you_of(owner)
        given = (*([self.you] if self.you else []), *params)
        with self.body() as body:
            write()
        self.procedures.append(Procedure(function, given, tuple(body)))
        self.you = outer

    def you_of(self, owner: str) -> Local | None:
        """A new local for `you`, if anything below a declaration addresses a player; else None."""
        return Local("you", PLAYER, tree.NOWHERE) if owner in self.checked.you else None

    def collecting(self, write: Callable[[Expr], None]) -> None:
        """Write a body that collects a list and returns it."""
        found = Local("out", UNKNOWN, tree.NOWHERE)
        self.let(found, Builtin("new_list", ()))
        write(Use(found))
        self.emit(Return(Use(found)))

    def rule_number(self, name: str) -> int:
        """The number under which the log and faults know a declaration."""
        return self.rule_numbers.setdefault(name, len(self.rule_numbers))


def facts_of(world: World, switches: Switches) -> Facts:
    """What passes may ask about the places of a game."""
    places = world.places.values()
    return Facts(
        boards={p.name: p.bounds for p in places if p.bounds is not None},
        sets=frozenset(p.name for p in places if p.shape == "set"),
        switches=switches,
    )


def conjunction(tests: Sequence[Expr]) -> Expr:
    """All of these; yes for none."""
    if not tests:
        return Const(True)
    return tests[0] if len(tests) == 1 else Op("and", tuple(tests))
