"""Steps below which somebody is asked become segments.

Such a step is cut where it can stop: at every decision, and at every call of another such step.
Each piece is a **block**, a Python function that takes the state and the names still needed. Going
on later is a frame in the state, `(block, frame below, names…)`; a small machine in the engine
takes the top frame and runs its block. A block returns True if a decision stands, False to let the
machine go on. Loops go back by way of the machine, so nothing nests. Which names a block needs
follows from what it and the blocks behind it read (liveness), so equal states have equal frames.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Seat, set_of
from alarife.ir.nodes import Builtin, Const, Op, Use
from alarife.ir.statements import Carry, Drop, Enter, When, While
from alarife.lowering.flow.at_once import AtOnceWriter
from alarife.lowering.flow.blocks import Draft
from alarife.lowering.flow.decisions import Rest
from alarife.lowering.flow.statements import CallProc, Choice
from alarife.lowering.values.functions import conjunction
from alarife.syntax import tree


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a procedure that asks begins: what it is given, and its first block."""

    params: tuple[Local, ...]
    block: int


class FlowWriter(AtOnceWriter):
    """Writes asking steps, hooks and actions as blocks."""

    leaving: Rest | None = None
    """What comes after the loop whose body is written."""
    entries: dict[str, Entry]
    """Where procedures that ask begin, by the name they are called by."""

    def asks(self, s: tree.Stmt) -> bool:
        """Whether somebody may be asked while this statement is carried out."""
        match s:
            case tree.Choose() | tree.ChooseFrom() | tree.May() | tree.Require() | tree.Stop():
                return True
            case tree.Do():
                ref = self.checked.refs[s]
                if ref.kind == "usual":
                    return (
                        self.usual_call is not None and self.usual_call.owner in self.checked.asking
                    )
                return f"step {ref.target}" in self.checked.asking
            case CallProc():
                return s.owner in self.checked.asking
            case tree.Raise():
                return f"moment {self.checked.refs[s].target}" in self.checked.asking
            case tree.If():
                return any(self.asks(x) for _, block in s.arms for x in block) or any(
                    self.asks(x) for x in s.otherwise or []
                )
            case Choice():
                return any(self.asks(x) for x in [*s.then, *s.other])
            case (
                tree.ForEach()
                | tree.Repeat()
                | tree.RepeatTimes()
                | tree.As()
                | tree.AsEach()
                | tree.Together()
            ):
                return any(self.asks(x) for x in s.body)
            case _:
                return False

    # ----------------------------------------------------------------
    # blocks
    def procedure(
        self,
        function: str,
        params: Sequence[Local],
        you: Local | None,
        body: list[tree.Stmt],
        given: int = 0,
    ) -> None:
        """Write an asking body as blocks, and say where it is entered."""
        before, self.you = self.you, you
        entry = self.new_block()
        self.within(entry, lambda: self.run(body, None, given))
        first = self.finish_blocks()
        self.entries[function] = Entry((*([you] if you else []), *params), first.number)
        self.you = before

    def run(self, body: Sequence[tree.Stmt], after: Draft | None, given: int = 0) -> None:
        """Write statements into the current block, ending by going to `after`. The first `given`
        requirements need no asking."""
        at = 0
        while at < len(body):
            s = body[at]
            if self.sealing is not None and (end := self._deed_end(body, at)) > at:
                self.note(body[at:end])
                at = end
                continue
            if (
                isinstance(s, tree.Require)
                or (isinstance(s, tree.Let) and self._leads_chain(body, at))
                or isinstance(s, (tree.Choose, tree.ChooseFrom))
            ):
                chain, end = self.chain(body, at, self.sealing is not None)
                if chain.items:
                    self.ask_chain(chain, self._rest(body, end, after), at < given or given > 0)
                    return
            if isinstance(
                s, (tree.Never, tree.EndGame)
            ):  # what follows is not reached, so what it reads need not be there
                self.statement(s)
                self.go(None)
                return
            if not self.asks(s):
                self.statement(s)
                at += 1
                continue
            self._asking(s, self._rest(body, at + 1, after))
            return
        self.go(after)

    def _deed_end(self, body: Sequence[tree.Stmt], start: int) -> int:
        """Where what is done ends that begins at a statement: with what asks, or with a name that
        something which asks needs."""
        last = max((at for at, s in enumerate(body) if self.asks(s)), default=-1)
        for at in range(start, len(body)):
            s = body[at]
            if self.asks(s) or isinstance(s, tree.Never) or (isinstance(s, tree.Let) and at < last):
                return at
        return len(body)

    def _leads_chain(self, body: Sequence[tree.Stmt], at: int) -> bool:
        for s in body[at:]:
            if isinstance(s, (tree.Require,)):
                return True
            if not isinstance(s, (tree.Let, tree.Sentence)):
                return False
        return False

    def _rest(self, body: Sequence[tree.Stmt], start: int, after: Draft | None) -> Rest:
        """The block for the rest of a body, made when first asked for."""
        made: list[Draft | None] = []
        you, usual, leaving = self.you, self.usual_call, self.leaving
        rule, owner = self.rule, self.owner

        def get() -> Draft | None:
            if not made:
                if start >= len(body):
                    made.append(after)
                else:
                    block = self.new_block()
                    made.append(block)
                    before, self.you = self.you, you
                    kept, self.usual_call = self.usual_call, usual
                    outer, self.leaving = self.leaving, leaving
                    now, (self.rule, self.owner) = (self.rule, self.owner), (rule, owner)
                    self.within(block, lambda: self.run(body[start:], after))
                    self.you, self.usual_call, self.leaving = before, kept, outer
                    self.rule, self.owner = now
            return made[0]

        return get

    # ----------------------------------------------------------------
    # statements that ask
    def _asking(self, s: tree.Stmt, rest: Rest) -> None:
        match s:
            case tree.Do() | CallProc() | tree.Raise():
                called = self.called(s)
                assert called is not None
                self.push(rest())
                self.emit(Enter(*called))
            case tree.If():
                self._asking_if(s, rest)
            case Choice():
                test = conjunction(s.tests())
                with self.body() as then:
                    self.go(self.arm(s.then, rest()))
                self.emit(When(test, tuple(then)))
                self.go(self.arm(s.other, rest()))
            case tree.ForEach():
                self._asking_each(s.sources, s.body, rest, None)
            case tree.AsEach() if s.at_once:
                self.at_once(s, rest)
            case tree.AsEach():
                self._asking_each(s.sources, s.body, rest, self.local_of(s.sources.each[0]))
            case tree.As():
                you = Local("you", Seat("Player"), s.at)
                self.let(you, self.built(s.who))
                self.go(self.arm(s.body, rest(), you))
            case tree.Repeat():
                self._asking_repeat(s, rest)
            case tree.RepeatTimes() if self.sealing is not None:
                count = self.built(s.times)  # the checker has seen to it that it is known
                assert isinstance(count, Const)
                assert isinstance(count.value, int)
                self.run([*s.body] * count.value, rest())
            case tree.RepeatTimes():
                self._asking_times(s, rest)
            case tree.May():
                self.may(s, rest)
            case tree.Stop():
                self._leave()
            case _:
                raise AssertionError(f"{type(s).__name__} can't be asked")

    def _leave(self) -> None:
        """Leave the loop: its frame is not gone back to."""
        assert self.leaving is not None
        self.emit(Drop())
        self.go(self.leaving())

    def _round(
        self, body: Sequence[tree.Stmt], rest: Rest, you: Local | None = None
    ) -> Draft | None:
        """A block for a round of a loop, which ends by going to the frame of the loop."""
        outer, self.leaving = self.leaving, rest
        inside = self.arm(body, None, you)
        self.leaving = outer
        return inside

    def arm(
        self, body: Sequence[tree.Stmt], after: Draft | None, you: Local | None = None
    ) -> Draft | None:
        """A block for the inside of a statement."""
        if not body:
            return after
        block = self.new_block()
        before = self.you
        if you is not None:
            self.you = you
        self.within(block, lambda: self.run(body, after))
        self.you = before
        return block

    def _asking_if(self, s: tree.If, rest: Rest) -> None:
        (condition, arm), *more = s.arms
        test = self.built(condition)
        with self.body() as then:
            self.go(self.arm(arm, rest()))
        with self.body() as other:
            if more:
                self._asking_if(tree.If(more, s.otherwise, at=s.at), rest)
            else:
                self.go(self.arm(s.otherwise or [], rest()))
        self.emit(When(test, tuple(then), tuple(other)))

    def _asking_each(
        self, sources: tree.Sources, body: list[tree.Stmt], rest: Rest, you: Local | None
    ) -> None:
        """A loop with questions inside: what is left of the set is a name like any other."""
        locals_ = tuple(self.local_of(source) for source in sources.each)
        alone = len(locals_) == 1
        left = Local("left", set_of(locals_[0].type) if alone else UNKNOWN, sources.at)
        first = Builtin("tuple", (self.many(sources.each[0].of),))
        self.let(left, first if alone else self.listed(sources))
        head = self.new_block()
        self.go(head)

        def write() -> None:
            self.emit(Carry((Use(left),)))
            with self.body() as round_:
                self.take_first(left, locals_)
                inside = self._round(body, rest, you)
                with self.body() as then:
                    self.push(head)
                    self.go(inside)
                if sources.where is None:
                    self.out += then
                else:
                    self.emit(When(self.built(sources.where), tuple(then)))
            self.emit(While(Use(left), tuple(round_)))
            self.go(rest())

        self.within(head, write)

    def _asking_repeat(self, s: tree.Repeat, rest: Rest) -> None:
        head = self.new_block()
        self.go(head)

        def write() -> None:
            test = self.built(s.condition)
            if s.how == "until":
                test = self.improved(Op("not", (test,)))
            inside = self._round(s.body, rest)
            with self.body() as then:
                self.push(head)
                self.go(inside)
            self.emit(When(test, tuple(then)))
            self.go(rest())

        self.within(head, write)

    def _asking_times(self, s: tree.RepeatTimes, rest: Rest) -> None:
        times = Local("times", UNKNOWN, s.at)
        self.let(times, Builtin("bounded", (self.built(s.times), Const(self.rule))))
        head = self.new_block()
        self.go(head)

        def write() -> None:
            self.emit(Carry((Use(times),)))
            inside = self._round(s.body, rest)
            with self.body() as then:
                self.let(times, Op("-", (Use(times), Const(1))))
                self.push(head)
                self.go(inside)
            self.emit(When(Op(">", (Use(times), Const(0))), tuple(then)))
            self.go(rest())

        self.within(head, write)
