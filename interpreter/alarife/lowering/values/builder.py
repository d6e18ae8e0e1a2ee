"""What all builders of expressions share: names, types, locals and calls.

`ExpressionBuilder` (in `expressions`) knows every sort of expression. What one sort comes to is
said in `access`, `calls`, `operators` and `loops`: functions that take the builder and ask it for
the parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from alarife.checking.bodies import bodies, statements
from alarife.checking.scope import Checked, Local
from alarife.checking.types import Many, Maybe, Number, Type
from alarife.checking.world import PieceInfo
from alarife.ir.nodes import Builtin, Call, Const, Expr, Use
from alarife.ir.switches import Switches
from alarife.syntax import tree


def _written_together(checked: Checked) -> bool:
    """Whether something is written within `together`."""
    return any(
        isinstance(inner, tree.Write)
        for body in bodies(checked)
        for s in statements(body.block)
        if isinstance(s, tree.Together)
        for inner in statements(s.body)
    )


class Builder(ABC):
    """See the module. `you` is the local that holds who is spoken to; `usual` gives the original
    value inside a change; `alias` says what locals stand for."""

    def __init__(
        self, checked: Checked, work: Callable[[tree.Source], int], switches: Switches
    ) -> None:
        self.checked = checked
        self.switches = switches
        self.world = checked.world
        self.work = work
        self.you: Local | None = None
        self.usual: Callable[[], Expr] | None = None
        self.alias: dict[Local, Expr] = {}
        self.spans: dict[Local, tuple[int, int]] = {}
        """From where to where the local of a loop goes, where that is known."""
        self.is_loose = _written_together(checked)
        """Whether a note may be out of its range for a while: it is written within `together`."""

    @abstractmethod
    def unchecked(self, e: tree.Expr) -> Expr:
        """The node of an expression, whatever range is wanted of it."""

    @abstractmethod
    def literal(self, info: PieceInfo, e: tree.Call) -> Expr:
        """A literal of a piece: the one with these fields."""

    @abstractmethod
    def type_test(self, names: frozenset[str], of: Expr) -> Expr:
        """Whether a piece is of one of these types."""

    def expr(self, e: tree.Expr) -> Expr:
        """The node of an expression; checked in play where a range is wanted of it that its type
        does not prove."""
        found = self.unchecked(e)
        wanted = self.checked.unproved.get(e)
        while isinstance(wanted, (Many, Maybe)):
            wanted = wanted.of
        if isinstance(wanted, Number):
            return Builtin("within", (found, Const(wanted.low), Const(wanted.high)))
        return found

    def as_type(self, e: tree.Expr, wanted: Type) -> Expr:
        """An expression where a type is declared: a list becomes a set there, in order and each
        member once, and so do lists within it."""
        return _settled(self.expr(e), e, self.type(e), wanted)

    def type(self, e: tree.Expr) -> Type:
        """The type that checking found."""
        return self.checked.types[e]

    def local_of(self, node: tree.Node) -> Local:
        """The local that a node binds."""
        return self.checked.local_of(node)

    def use(self, local: Local) -> Expr:
        """The value of a local, or the expression that replaces it."""
        return self.alias.get(local) or Use(local)

    def spoken_to(self) -> Expr:
        """The node of `you`, the player who is addressed."""
        assert self.you is not None
        return self.use(self.you)

    def call(self, what: str, name: str, args: Sequence[Expr]) -> Call:
        """A call of a value, rule or graph, preceded by `you` if anything below it addresses a
        player."""
        you = [self.spoken_to()] if f"{what} {name}" in self.checked.you else []
        return Call(f"{what}·{name}", (*you, *args))


def _settled(found: Expr, e: tree.Expr, given: Type, wanted: Type) -> Expr:
    """The node of an expression, its lists made sets where the wanted type has sets."""
    shape = _shape(given, wanted)
    if shape is None:
        return found
    if shape != ("set", None):
        return Builtin("settled", (found, Const(shape)))
    if isinstance(e, tree.Those) and isinstance(e.sources.each[0].of, tree.RangeOf):
        return found
    return found if isinstance(e, tree.RangeOf) else Builtin("as_set", (found,))


Shape = tuple[str, object] | None


def _shape(given: Type, wanted: Type) -> Shape:
    """Where in a value a list has to become a set: `("set", inner)` or `("list", inner)`; None if
    nowhere."""
    if isinstance(wanted, Maybe):
        return _shape(given.of if isinstance(given, Maybe) else given, wanted.of)
    if not isinstance(wanted, Many) or not isinstance(given, Many):
        return None
    if "ranking" in (wanted.how, given.how):
        return None
    inner = _shape(given.of, wanted.of)
    if wanted.how == "set" and (given.how == "list" or inner is not None):
        return "set", inner
    return ("list", inner) if inner is not None else None
