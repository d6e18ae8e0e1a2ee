"""The invariants of the IR, checked: in tests after every pass, and never in play.

Each is one function that looks at one function of a program; `verify` gives what is broken, in
words that name the function and the invariant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import chain

from alarife.checking.scope import Local
from alarife.ir.nodes import (
    KINDS,
    Bind,
    Builtin,
    Call,
    Function,
    Given,
    If,
    Let,
    Node,
    Once,
    Op,
    Over,
    Some,
    Use,
    Where,
)
from alarife.ir.ops import OPERATORS
from alarife.ir.walk import BINDERS, below, children, names_given

Functions = Mapping[str, Function]
Invariant = Callable[[Function, Functions], Iterator[str]]
IMPURE = frozenset(("move", "swap", "draw", "pick", "shuffle", "turn", "roll", "show", "ask"))
MOST_LOOPS = 16
"""How deep loops may stand in each other: CPython takes 20 blocks."""


def verify(functions: Iterable[Function]) -> list[str]:
    """What is wrong with the functions of a program; nothing, if all is well."""
    known = {f.name: f for f in functions}
    return [
        f"{f.name}: {wrong}" for f in known.values() for check in INVARIANTS
        for wrong in check(f, known)
    ]  # fmt: skip


# ----------------------------------------------------------------
# scope
def bound_before_use(f: Function, _: Functions) -> Iterator[str]:
    """A local is bound before it is used, and used where its binding holds."""
    yield from _scope(f.body, set(f.params))


def _scope(n: Node, known: set[Local]) -> Iterator[str]:
    """Problems below a node, given the locals in force."""
    match n:
        case Use():
            if n.local not in known:
                yield f"`{n.local.name}` is used where it is not bound"
        case Op(op="and"):
            inner = set(known)
            for part in n.args:
                yield from _scope(part, inner)
                inner.update(names_given(part))
        case Some() | Once():
            yield from _scope(n.of, known)
        case If():
            yield from _scope(n.test, known)
            yield from _scope(n.then, known | set(names_given(n.test)))
            yield from _scope(n.other, known)
        case Over():
            inner = set(known)
            for clause in n.clauses:
                yield from chain.from_iterable(_scope(part, inner) for part in children(clause))
                if isinstance(clause, Where):
                    inner.update(names_given(clause.test))
                elif isinstance(clause, (Bind, Given, Let)):
                    inner.add(clause.local)
            if n.result is not None:
                yield from _scope(n.result, inner)
        case _:
            for part in children(n):
                yield from _scope(part, known)


def bound_once(f: Function, _: Functions) -> Iterator[str]:
    """No local is bound twice."""
    seen: Set[Local] = set(f.params)
    for n in below(f.body):
        if isinstance(n, BINDERS):
            if n.local in seen:
                yield f"`{n.local.name}` is bound twice"
            seen = seen | {n.local}


# ----------------------------------------------------------------
# forms
def operators(f: Function, _: Functions) -> Iterator[str]:
    """Operators are in the list, with as many arguments as it says."""
    for n in below(f.body):
        if isinstance(n, Op):
            row = OPERATORS.get(n.op)
            if row is None:
                yield f"there is no operator `{n.op}`"
            elif len(n.args) < 2 if row.arity is None else len(n.args) != row.arity:
                yield f"`{n.op}` has {len(n.args)} arguments"


def comprehensions(f: Function, _: Functions) -> Iterator[str]:
    """A kind of `Over` is in the list, and has a result exactly where its value needs one."""
    for n in below(f.body):
        if isinstance(n, Over):
            if n.kind not in KINDS:
                yield f"there is no `over {n.kind}`"
            elif (n.result is None) != (n.kind in ("some", "count")):
                yield f"`over {n.kind}` {'lacks' if n.result is None else 'has'} a result"


def calls(f: Function, known: Functions) -> Iterator[str]:
    """Functions of the program are called with as many arguments as they take."""
    for n in below(f.body):
        if (
            isinstance(n, Call)
            and n.function in known
            and len(n.args) != len(known[n.function].params)
        ):
            yield f"`{n.function}` is called with {len(n.args)} arguments"


def pure(f: Function, _: Functions) -> Iterator[str]:
    """What has a value changes nothing."""
    for n in below(f.body):
        if isinstance(n, Builtin) and n.name in IMPURE:
            yield f"`{n.name}` changes the state"


def loops(f: Function, _: Functions) -> Iterator[str]:
    """Loops do not stand deeper in each other than Python can."""
    deepest = _depth(f.body)
    if deepest > MOST_LOOPS:
        yield f"{deepest} loops stand in each other"


def _depth(n: Node) -> int:
    own = sum(isinstance(c, Bind) for c in n.clauses) if isinstance(n, Over) else 0
    return own + max((_depth(part) for part in children(n)), default=0)


INVARIANTS: tuple[Invariant, ...] = (
    bound_before_use, bound_once, operators, comprehensions, calls, pure, loops,
)  # fmt: skip
