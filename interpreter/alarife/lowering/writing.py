"""What every writer of code can do: name locals, call functions, and write functions beside the one
that is being written.

What comes in: parts of a checked program. What goes out: lines in the current context `cx`,
functions in `functions`. `code`, the text of an expression, is what the writers built on this one
add."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from alarife.checking.constants import Constants
from alarife.checking.scope import Local
from alarife.checking.types import Type
from alarife.checking.world import PlaceInfo
from alarife.lowering.context import Context, Names
from alarife.lowering.effort import Effort
from alarife.lowering.inlining import Inlining
from alarife.lowering.layout import Layout
from alarife.lowering.weights import Weights
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.checking.scope import Checked

FIXED = re.compile(r"s\[\d+\]")
"""A slot whose number is known."""


class Writer:
    """Writes into the current context `cx`. `you` is the local that holds who is spoken to, `usual`
    the code of the original value inside a change."""

    inlining: Inlining
    alias: dict[Local, Callable[[], str]]

    def __init__(self, checked: Checked, layout: Layout) -> None:
        self.checked = checked
        self.world = checked.world
        self.program = checked.program
        self.layout = layout
        self.names = Names()
        self.cx = Context()
        self.you: Local | None = None
        self.usual: Callable[[], str] | None = None
        self.functions: list[str] = []
        self.constants = Constants(checked.world)
        self.weights = Weights(checked)
        self.effort = Effort(checked, self.weights)
        self.masks: dict[frozenset[str], str] = {}
        self.spans: dict[Local, tuple[int, int]] = {}
        """From where to where the local of a loop goes, where that is known."""
        self.located: dict[str, PlaceInfo] = {}
        """Places of which the key is asked under which a piece lies."""
        self._constant_cache: dict[str, str | None] = {}

    def code(self, e: tree.Expr) -> str:
        """The Python text of an expression."""
        raise NotImplementedError

    def read(self, local: Local) -> str:
        """The Python name of a local, noted as read."""
        self.cx.use(local)
        return self.names.of(local)

    def bound(self, local: Local) -> str:
        """The Python name of a local, noted as bound here."""
        self.cx.bind(local)
        return self.names.of(local)

    def local_of(self, node: tree.Node) -> Local:
        """The local that a node binds."""
        target = self.checked.refs[node].target
        assert isinstance(target, Local)
        return target

    def you_code(self) -> str:
        """The code for who is spoken to."""
        assert self.you is not None
        return self.read(self.you)

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

    def apart(self, name: str, write: Callable[[], None]) -> tuple[str, list[Local]]:
        """Write a function of its own; its name, and the locals it takes behind the state."""
        outer, self.cx = self.cx, Context(pure=True)
        write()
        inner, self.cx = self.cx, outer
        function = self.names.fresh(name)
        params = [self.names.of(local) for local in inner.uses]
        self.functions.append(f"def {function}({', '.join(['s', *params])}):\n{inner.text()}")
        return function, list(inner.uses)

    def type(self, e: tree.Expr) -> Type:
        """The type that checking found."""
        return self.checked.types[e]

    def once(self, of: str, attribute: str) -> str:
        """The code of something about a place of fixed number; where nothing changes, it is looked
        up at the beginning of the function."""
        if not self.cx.pure or not FIXED.fullmatch(of):
            return of + attribute
        if of + attribute not in self.cx.once:
            self.cx.once[of + attribute] = self.names.fresh("look")
        return self.cx.once[of + attribute]
