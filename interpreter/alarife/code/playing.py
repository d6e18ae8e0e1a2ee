"""Statements as they are printed for playouts.

In a playout nobody looks at the states on the way: there is no log, and who knows which piece is
not kept. So moves are written out (`playing_moves`), short steps and loops too, and answers are
drawn where questions are put (`playing_blocks`).

What always holds: a playout gives the same state as the plain text, but for log and knowledge."""

from __future__ import annotations

from collections.abc import Mapping

from alarife.checking.scope import Local
from alarife.code.expressions import Expressions
from alarife.code.functions import Output
from alarife.code.playing_moves import PlayoutMoves
from alarife.code.playing_steps import Step, split
from alarife.code.specialised import specialised
from alarife.ir.functions import may_stop
from alarife.ir.liveness import within
from alarife.ir.nodes import Builtin, Call, Const, Expr, Over, Use
from alarife.ir.passes.fold import folded
from alarife.ir.statements import (
    Assign,
    Break,
    Do,
    Each,
    Perform,
    Procedure,
    Return,
    Rounds,
    Stmt,
    Store,
    Times,
    When,
    While,
)
from alarife.ir.switches import Switches
from alarife.ir.walk import below, free, rewritten, size, substituted

MOST_ROUNDS, MOST_NODES = 4, 80
"""A loop of so many rounds, with so many nodes in a round, is written out."""
MOST_STEP = 250
"""So many nodes may be written where a question is put."""
MOST_INSIDE = 24
"""How many statements a step may have that is written where it is carried out."""


def is_quick(test: Expr) -> bool:
    """Whether a condition takes no time to speak of: it goes through nothing, and calls nothing."""
    return not any(
        isinstance(n, (Call, Over)) or (isinstance(n, Builtin) and n.name != "size")
        for n in below(test)
    )


class Playing:
    """What the printer of playouts knows of a program: how moves are written, and `procedures` by
    name."""

    def __init__(
        self,
        moves: PlayoutMoves,
        procedures: Mapping[str, Procedure],
        switches: Switches,
    ) -> None:
        self.moves = moves
        self.procedures = procedures
        self.switches = switches
        self._inside: dict[str, bool] = {}

    # ----------------------------------------------------------------
    # steps
    def written_out(self, s: Perform) -> tuple[Stmt, ...] | None:
        """The statements of a step in the place where it is carried out; None if it stays a call.
        A fault names the function that runs, so nothing is written out that may fault or that
        counts against the budget."""
        p = self.procedures.get(s.function)
        if p is None or not self._fits_inside(p, ()):
            return None
        self.switches.applied("playing")
        given = list(zip(p.params, (*(() if s.you is None else (s.you,)), *s.args), strict=True))
        constant = {x: e for x, e in given if isinstance(e, Const)}
        first = [Assign(e, (x,)) for x, e in given if x not in constant]
        return (*first, *(rewritten(substituted(one, constant), folded) for one in p.body))

    def idle_test(self, s: Perform) -> Expr | None:
        """When a step that repeats something until a condition holds has nothing to do, if that is
        told in no time; None if it isn't."""
        p = self.procedures.get(s.function)
        match p.body if p is not None else ():
            case (Rounds(until=until),) if is_quick(until) and not free(until):
                return until
            case _:
                return None

    def _fits_inside(self, p: Procedure, above: tuple[str, ...]) -> bool:
        if p.name in above:
            return False
        found = self._inside.get(p.name)
        if found is None:
            size = sum(self._size(s, (*above, p.name)) for s in p.body)
            found = self._inside[p.name] = not p.pure and size <= MOST_INSIDE
        return found

    def _size(self, s: Stmt, above: tuple[str, ...]) -> int:
        """How many statements there are; too many, if one must not be written elsewhere."""
        match s:
            case When():
                inner = [*s.then, *s.other]
            case Each():
                inner = s.body
            case Assign() | Do() | Store():
                inner = ()
            case Perform():
                called = self.procedures.get(s.function)
                if called is not None and self._fits_inside(called, above):
                    return sum(self._size(x, (*above, called.name)) for x in called.body)
                inner = ()
            case _:
                return MOST_INSIDE + 1
        if may_stop(s):
            return MOST_INSIDE + 1
        return 1 + sum(self._size(x, above) for x in inner)

    def next_step(
        self, e: Expr, known: Mapping[Local, Expr], adding: Local | None = None
    ) -> Step | None:
        """The statements that work out the options of a question, if they are a short procedure:
        with what is known of locals put in, and those first that do not depend on `adding`, which
        grows while the question is put again."""
        match e:
            case Call(function=name, args=args) if name in self.procedures:
                p = self.procedures[name]
            case _:
                return None
        if not p.pure or not p.body or sum(map(size, p.body)) > MOST_STEP:
            return None
        *body, last = p.body
        given = zip(p.params, args, strict=True)
        body = [*(Assign(arg, (x,)) for x, arg in given if not _is(arg, x)), *body]
        if not isinstance(last, Return) or any(isinstance(s, Return) for s in within(body)):
            return None
        self.switches.applied("playing")
        value = last.value
        if known:
            body, value = specialised(body, value, known)
        fixed, body = split(body, adding)
        return Step(tuple(fixed), tuple(body), value)

    def move(self, call: Builtin, text: Expressions, out: Output) -> bool:
        """Write a move out; False if it must be a call."""
        done = self.moves.move(call, text, out)
        if done:
            self.switches.applied("playing")
        return done


def _is(e: Expr, local: Local) -> bool:
    return isinstance(e, Use) and e.local is local


def unrolled(s: Each) -> list[Stmt] | None:
    """The rounds of a loop over a few members known before play, one after the other; None where
    it stays a loop."""
    match s.source, s.locals:
        case Builtin(name="range", args=(Const(value=int() as a), Const(value=int() as b))), (x,):
            pass
        case _:
            return None
    large = sum(map(size, s.body)) > MOST_NODES
    nested = any(isinstance(i, (Break, Each, Rounds, Times, While)) for i in within(s.body))
    if b - a >= MOST_ROUNDS or large or nested:  # loops in loops would multiply
        return None
    rounds = [substituted(i, {x: Const(n)}) for n in range(a, b + 1) for i in s.body]
    return [rewritten(i, folded) for i in rounds]
