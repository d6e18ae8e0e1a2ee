"""What every writer of code can do: name locals, call functions, and write functions beside the one
that is being written.

What comes in: parts of a checked program. What goes out: lines in the current context `cx`,
functions in `functions`. Expressions are built as nodes, improved by the passes, and printed; none
is written here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from alarife.checking.scope import Local
from alarife.checking.types import Type
from alarife.code.expressions import ATOM, Expressions
from alarife.code.functions import print_function
from alarife.code.symbols import Names, Symbols
from alarife.ir.nodes import Expr, Function, Over, Tuple, Use
from alarife.ir.passes import improved
from alarife.ir.passes.facts import Facts
from alarife.ir.passes.outline import outline, outline_value
from alarife.ir.walk import copied, free, names_given
from alarife.lowering.build_expressions import ExpressionBuilder
from alarife.lowering.context import Context
from alarife.lowering.effort import Effort
from alarife.lowering.layout import Layout, Slots
from alarife.lowering.weights import Weights
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.checking.scope import Checked


class Writer:
    """Writes into the current context `cx`. `without` names the passes that are left out."""

    def __init__(
        self, checked: Checked, layout: Layout, without: frozenset[str] = frozenset()
    ) -> None:
        self.checked = checked
        self.world = checked.world
        self.program = checked.program
        self.layout = layout
        self.without = without
        self.names = self.new_names()
        self.symbols = Symbols(checked.world, layout, self.names)
        self.cx = Context()
        self.functions: list[str] = []
        self.weights = Weights(checked)
        self.effort = Effort(checked, self.weights)
        self.build = self.new_builder()
        self.facts = Facts()

    def new_names(self) -> Names:
        """What gives names to locals."""
        return Names()

    def new_builder(self) -> ExpressionBuilder:
        """What builds expressions."""
        return ExpressionBuilder(self.checked, self.weights.work)

    # ----------------------------------------------------------------
    # expressions
    @property
    def you(self) -> Local | None:
        """The local that holds who is spoken to."""
        return self.build.you

    @you.setter
    def you(self, local: Local | None) -> None:
        self.build.you = local

    def built(self, e: tree.Expr) -> Expr:
        """An expression as nodes, after all passes."""
        return self.improved(self.build.expr(e))

    def improved(self, e: Expr) -> Expr:
        """An expression after all passes."""
        return improved(e, self.facts, self.without)

    def code(self, e: tree.Expr) -> str:
        """The Python text of an expression, which can stand anywhere."""
        return self.text(self.built(e))

    def code_as(self, e: tree.Expr, wanted: Type) -> str:
        """The Python text of an expression where a type is declared."""
        return self.text(self.improved(self.build.as_type(e, wanted)))

    def arguments(self, owner: str, args: Sequence[tree.Expr]) -> list[str]:
        """The Python text of arguments, as whoever is called has them."""
        wanted = self.checked.signatures.get(owner, [])
        return [self.code_as(a, t) for a, t in zip(args, wanted, strict=True)]

    def text(self, e: Expr, need: int = ATOM) -> str:
        """The Python text of nodes."""
        return self.printer().text(self._noted(e), need)

    def printer(self) -> Expressions:
        """What prints expressions into the current context."""
        return Expressions(self.symbols, self._hoist)

    def _noted(self, e: Expr) -> Expr:
        """Nodes without loops: those are written as functions. What they use and bind is noted."""
        for local in free(e):
            self.cx.use(local)
        for local in names_given(e):
            self.cx.bind(local)
        value, helpers = outline_value(e, self.names.fresh)
        self.add(helpers)
        return value

    def _hoist(self, text: str) -> str | None:
        """The name of what a function that changes nothing reads at its beginning."""
        if not self.cx.pure:
            return None
        if text not in self.cx.once:
            self.cx.once[text] = self.names.fresh("look")
        return self.cx.once[text]

    def iterable(self, e: tree.Expr, ordered: bool = True) -> str:
        """The code of something to loop over; where the order can't matter, what is quickest."""
        return self.printer().iterable(self._noted(self.improved(self.build.many(e))), ordered)

    def place_number(self, e: tree.Expr) -> str:
        """The code of an expression that names a place: the number of the instance."""
        return self.text(self.improved(self.build.place(e)))

    def content(self, e: tree.Expr) -> str:
        """The code for what lies in a place that an expression names."""
        return self.text(self.improved(self.build.content(e)))

    def slots_of(self, shelf: str, name: str) -> Slots:
        """Where a note or place is kept."""
        return (self.layout.notes if shelf == "note" else self.layout.places)[name]

    def listed(self, sources: tree.Sources) -> str:
        """The code of all combinations that `x in S with y in T` means now, whatever `where`
        says."""
        clauses = self.build.clauses(tree.Sources(sources.each, None, at=sources.at))
        members = tuple(Use(self.local_of(source)) for source in sources.each)
        result = members[0] if len(members) == 1 else Tuple(members)
        all_ = copied(Over("list", clauses, result), {})
        return self.text(self.improved(all_))

    # ----------------------------------------------------------------
    # functions
    def add(self, functions: Sequence[Function]) -> None:
        """Print functions whose loops have been outlined."""
        for f in functions:
            body = improved(f.body, self.facts, self.without, outlined=True)
            self.functions.append(print_function(replace(f, body=body), self.symbols))

    def finish(self, f: Function) -> Function:
        """Put a function through the passes, know it from now on, and print it."""
        body = self.improved(f.body)
        done = replace(f, body=body)
        self.facts.functions[f.name] = done
        outlined, helpers = outline(body, self.names.fresh)
        self.add([*helpers, replace(done, body=outlined)])
        return done

    # ----------------------------------------------------------------
    # locals and calls
    def read(self, local: Local) -> str:
        """The code of a local, or of what stands for it, noted as read."""
        return self.text(self.build.use(local))

    def bound(self, local: Local) -> str:
        """The Python name of a local, noted as bound here."""
        self.cx.bind(local)
        return self.names.of(local)

    def local_of(self, node: tree.Node) -> Local:
        """The local that a node binds."""
        return self.build.local_of(node)

    def you_code(self) -> str:
        """The code for who is spoken to."""
        return self.text(self.build.spoken_to())

    def call(self, function: str, owner: str, args: Sequence[str]) -> str:
        """A call of a generated function, with `you` if something below it speaks to somebody."""
        you = [self.you_code()] if owner in self.checked.you else []
        return f"{function}({', '.join(['s', *you, *args])})"

    def aside(self, name: str, write: Callable[[], None]) -> str:
        """Write a function of its own with the locals it reads as parameters; the code of a call of
        it."""
        function, used = self.apart(name, write)
        for local in used:
            self.cx.use(local)
        return f"{function}({', '.join(['s', *(self.names.of(local) for local in used)])})"

    def apart(
        self, name: str, write: Callable[[], None], pure: bool = True
    ) -> tuple[str, list[Local]]:
        """Write a function of its own; its name, and the locals it takes behind the state."""
        outer, self.cx = self.cx, Context(pure=pure)
        write()
        inner, self.cx = self.cx, outer
        function = self.names.fresh(name)
        params = [self.names.of(local) for local in inner.uses]
        self.functions.append(f"def {function}({', '.join(['s', *params])}):\n{inner.text()}")
        return function, list(inner.uses)

    def type(self, e: tree.Expr) -> Type:
        """The type that checking found."""
        return self.checked.types[e]
