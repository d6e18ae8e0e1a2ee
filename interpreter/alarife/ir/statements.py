"""The statements of the IR: what is done, and where a step can stop.

Fields stand in the order in which they are worked out: a field of locals binds them for what
follows. A step below which nobody is asked is a `Procedure`. One that asks is cut into blocks
(`Block`), which name each other by number; what is needed to go on is in the state."""

from __future__ import annotations

from dataclasses import dataclass

from alarife.checking.scope import Local
from alarife.ir.nodes import Expr, Node
from alarife.syntax.tree import Span


@dataclass(frozen=True, slots=True, eq=False)
class Stmt(Node):
    """What is done."""


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Stmt):
    """The local is the value; several locals are its members."""

    value: Expr
    locals: tuple[Local, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Do(Stmt):
    """A call of a function of the engine for its effect."""

    call: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Perform(Stmt):
    """Carry out a step below which nobody is asked."""

    function: str
    args: tuple[Expr, ...]
    you: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Store(Stmt):
    """Write a note, and tell the log; `index` is the position among its instances."""

    note: str
    index: Expr
    value: Expr
    rule: int


@dataclass(frozen=True, slots=True, eq=False)
class Fill(Stmt):
    """Write all values of a note at once."""

    note: str
    values: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Settle(Stmt):
    """Bring all values of a note back within its bounds."""

    note: str


@dataclass(frozen=True, slots=True, eq=False)
class When(Stmt):
    """`then` if the test holds, else `other`."""

    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Each(Stmt):
    """For one member of the source after the other, as it is at the start."""

    source: Expr
    locals: tuple[Local, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class While(Stmt):
    """As long as the test holds; what is inside takes from what the test asks about."""

    test: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rounds(Stmt):
    """Until the test holds, asked before each round, which counts against the budget with so much
    work; too many rounds are a fault of the rule."""

    until: Expr
    body: tuple[Stmt, ...]
    rule: int
    work: int


@dataclass(frozen=True, slots=True, eq=False)
class Times(Stmt):
    """So many times; too many are a fault of the rule."""

    count: Expr
    body: tuple[Stmt, ...]
    rule: int


@dataclass(frozen=True, slots=True, eq=False)
class Break(Stmt):
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True, eq=False)
class Charge(Stmt):
    """Count so much work against the budget."""

    work: int


@dataclass(frozen=True, slots=True, eq=False)
class Append(Stmt):
    """Add the value to the list in a local."""

    value: Expr
    to: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Return(Stmt):
    """The value of a procedure that has one."""

    value: Expr


# ----------------------------------------------------------------
# where a step can stop
@dataclass(frozen=True, slots=True, eq=False)
class End(Stmt):
    """This is the end of a step: whoever waits for it goes on."""


@dataclass(frozen=True, slots=True, eq=False)
class Drop(Stmt):
    """Nobody goes back to the frame on top any more: that of a loop that is left."""


@dataclass(frozen=True, slots=True, eq=False)
class Go(Stmt):
    """Go to another block: `jump`; `loop`: back, by way of the machine; `push`: later, when what
    follows has ended."""

    how: str
    block: int


@dataclass(frozen=True, slots=True, eq=False)
class Enter(Stmt):
    """End here with a step below which somebody may be asked."""

    function: str
    args: tuple[Expr, ...]
    you: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class EnterAction(Stmt):
    """End here with the action that has been chosen from a menu."""

    menu: str
    args: tuple[Expr, ...]
    index: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Ask(Stmt):
    """Put a decision; `otherwise` is for no option at all. A single option is taken."""

    you: Expr
    options: Expr
    otherwise: tuple[Stmt, ...]
    site: int
    answer: int


@dataclass(frozen=True, slots=True, eq=False)
class AskMore(Stmt):
    """Put the decision on the next member of a set that has been begun, unless the set can only be
    done: a member is never added without being named. What follows is for a set that is done;
    without an option at all, `again` puts the decision, and says what is wrong."""

    you: Expr
    options: Expr
    again: tuple[Stmt, ...]
    site: int
    answer: int


@dataclass(frozen=True, slots=True, eq=False)
class Carry(Stmt):
    """Does nothing: these locals are needed from here on."""

    values: tuple[Expr, ...]


# ----------------------------------------------------------------
# declarations
@dataclass(frozen=True, slots=True, eq=False)
class Procedure(Node):
    """A function of statements. A `pure` one has a value and changes nothing."""

    name: str
    params: tuple[Local, ...]
    body: tuple[Stmt, ...]
    pure: bool = False
    origin: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Block(Node):
    """A stretch of a step between two points where it can stop. `first` are locals handed over
    before the live ones (an answer); `live` are those it needs besides."""

    number: int
    owner: str
    first: tuple[Local, ...]
    live: tuple[Local, ...]
    body: tuple[Stmt, ...]
