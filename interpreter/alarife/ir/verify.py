"""The invariants of the IR, checked: in tests after every pass, and never in play.

Each is one function that looks at one function of a program; `verify` gives what is broken, in
words that name the function and the invariant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import chain

from alarife.checking.scope import Local
from alarife.ir.functions import function
from alarife.ir.liveness import within
from alarife.ir.nodes import (
    KINDS,
    Bind,
    Builtin,
    Call,
    Expr,
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
from alarife.ir.statements import Block, Procedure, Stmt
from alarife.ir.verify_statements import verified
from alarife.ir.walk import BINDERS, below, children, free, names_given

Functions = Mapping[str, Function]
Invariant = Callable[[Function, Functions], Iterator[str]]
MOST_LOOPS = 16
"""How deep loops may stand in each other: CPython takes 20 blocks."""


def verify(program: Iterable[Function | Procedure | Block]) -> list[str]:
    """What is wrong with the functions, procedures and blocks of a program; nothing, if all is
    well."""
    made = list(program)
    known = {f.name: f for f in made if isinstance(f, Function)}
    blocks = {b.number: b for b in made if isinstance(b, Block)}
    found = [
        f"{f.name}: {wrong}" for f in known.values() for check in INVARIANTS
        for wrong in check(f, known)
    ]  # fmt: skip
    for one in made:
        if isinstance(one, Function):
            continue
        name = one.name if isinstance(one, Procedure) else f"block {one.number}"
        found += [f"{name}: {wrong}" for wrong in verified(one, blocks)]
        for e in expressions(one.body):
            of_one = Function(name, tuple(free(e)), e)
            found += [f"{name}: {wrong}" for check in FORMS for wrong in check(of_one, known)]
    return found


def expressions(body: Iterable[Stmt]) -> Iterator[Expr]:
    """The expressions that stand in statements, none of them in another."""
    for s in within(body):
        yield from (part for part in children(s) if isinstance(part, Expr))


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
        if isinstance(n, Builtin) and function(n.name).changes:
            yield f"`{n.name}` changes the state"


def loops(f: Function, _: Functions) -> Iterator[str]:
    """Loops do not stand deeper in each other than Python can."""
    deepest = _depth(f.body)
    if deepest > MOST_LOOPS:
        yield f"{deepest} loops stand in each other"


def _depth(n: Node) -> int:
    own = sum(isinstance(c, Bind) for c in n.clauses) if isinstance(n, Over) else 0
    return own + max((_depth(part) for part in children(n)), default=0)


FORMS: tuple[Invariant, ...] = (operators, comprehensions, calls, loops)
INVARIANTS: tuple[Invariant, ...] = (bound_before_use, bound_once, pure, *FORMS)
