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
from alarife.lowering.flow.blocks import Draft
from alarife.lowering.flow.decisions import Rest
from alarife.lowering.flow.statements import CallProc, Choice
from alarife.lowering.parts import Part, Parts
from alarife.lowering.writing import conjunction
from alarife.syntax import tree


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a procedure that asks begins: what it is given, and its first block."""

    params: tuple[Local, ...]
    block: int


class FlowWriter(Part):
    """Writes asking steps, hooks and actions as blocks."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.leaving: Rest | None = None
        """What comes after the loop whose body is written."""
        self.entries: dict[str, Entry] = {}
        """Where procedures that ask begin, by the name they are called by."""

    def asks(self, s: tree.Stmt) -> bool:
        """Whether somebody may be asked while this statement is carried out."""
        match s:
            case tree.Choose() | tree.ChooseFrom() | tree.May() | tree.Require() | tree.Stop():
                return True
            case tree.Do():
                ref = self.w.checked.refs[s]
                if ref.kind == "usual":
                    return (
                        self.parts.statements.usual_call is not None
                        and self.parts.statements.usual_call.owner in self.w.checked.asking
                    )
                return f"step {ref.target}" in self.w.checked.asking
            case CallProc():
                return s.owner in self.w.checked.asking
            case tree.Raise():
                return f"moment {self.w.checked.refs[s].target}" in self.w.checked.asking
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
        before, self.w.you = self.w.you, you
        entry = self.parts.blocks.new_block()
        self.parts.blocks.within(entry, lambda: self.run(body, None, given))
        first = self.parts.blocks.finish_blocks()
        self.entries[function] = Entry((*([you] if you else []), *params), first.number)
        self.w.you = before

    def run(self, body: Sequence[tree.Stmt], after: Draft | None, given: int = 0) -> None:
        """Write statements into the current block, ending by going to `after`. The first `given`
        requirements need no asking."""
        at = 0
        while at < len(body):
            s = body[at]
            if self.parts.at_once.sealing is not None and (end := self._deed_end(body, at)) > at:
                self.parts.at_once.note(body[at:end])
                at = end
                continue
            if (
                isinstance(s, tree.Require)
                or (isinstance(s, tree.Let) and self._leads_chain(body, at))
                or isinstance(s, (tree.Choose, tree.ChooseFrom))
            ):
                chain, end = self.parts.chains.chain(
                    body, at, self.parts.at_once.sealing is not None
                )
                if chain.items:
                    self.parts.decisions.ask_chain(
                        chain, self._rest(body, end, after), at < given or given > 0
                    )
                    return
            if isinstance(
                s, (tree.Never, tree.EndGame)
            ):  # what follows is not reached, so what it reads need not be there
                self.parts.statements.statement(s)
                self.parts.blocks.go(None)
                return
            if not self.asks(s):
                self.parts.statements.statement(s)
                at += 1
                continue
            self._asking(s, self._rest(body, at + 1, after))
            return
        self.parts.blocks.go(after)

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
        you, usual, leaving = self.w.you, self.parts.statements.usual_call, self.leaving
        rule, owner = self.w.rule, self.w.owner

        def get() -> Draft | None:
            if not made:
                if start >= len(body):
                    made.append(after)
                else:
                    block = self.parts.blocks.new_block()
                    made.append(block)
                    before, self.w.you = self.w.you, you
                    kept, self.parts.statements.usual_call = self.parts.statements.usual_call, usual
                    outer, self.leaving = self.leaving, leaving
                    now, (self.w.rule, self.w.owner) = (self.w.rule, self.w.owner), (rule, owner)
                    self.parts.blocks.within(block, lambda: self.run(body[start:], after))
                    self.w.you, self.parts.statements.usual_call, self.leaving = before, kept, outer
                    self.w.rule, self.w.owner = now
            return made[0]

        return get

    # ----------------------------------------------------------------
    # statements that ask
    def _asking(self, s: tree.Stmt, rest: Rest) -> None:
        match s:
            case tree.Do() | CallProc() | tree.Raise():
                called = self.parts.statements.called(s)
                assert called is not None
                self.parts.blocks.push(rest())
                self.w.emit(Enter(*called))
            case tree.If():
                self._asking_if(s, rest)
            case Choice():
                test = conjunction(s.tests())
                with self.w.body() as then:
                    self.parts.blocks.go(self.arm(s.then, rest()))
                self.w.emit(When(test, tuple(then)))
                self.parts.blocks.go(self.arm(s.other, rest()))
            case tree.ForEach():
                self._asking_each(s.sources, s.body, rest, None)
            case tree.AsEach() if s.at_once:
                self.parts.at_once.at_once(s, rest)
            case tree.AsEach():
                self._asking_each(s.sources, s.body, rest, self.w.local_of(s.sources.each[0]))
            case tree.As():
                you = Local("you", Seat("Player"), s.at)
                self.w.let(you, self.w.built(s.who))
                self.parts.blocks.go(self.arm(s.body, rest(), you))
            case tree.Repeat():
                self._asking_repeat(s, rest)
            case tree.RepeatTimes() if self.parts.at_once.sealing is not None:
                count = self.w.built(s.times)  # the checker has seen to it that it is known
                assert isinstance(count, Const)
                assert isinstance(count.value, int)
                self.run([*s.body] * count.value, rest())
            case tree.RepeatTimes():
                self._asking_times(s, rest)
            case tree.May():
                self.parts.decisions.may(s, rest)
            case tree.Stop():
                self._leave()
            case _:
                raise AssertionError(f"{type(s).__name__} can't be asked")

    def _leave(self) -> None:
        """Leave the loop: its frame is not gone back to."""
        assert self.leaving is not None
        self.w.emit(Drop())
        self.parts.blocks.go(self.leaving())

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
        block = self.parts.blocks.new_block()
        before = self.w.you
        if you is not None:
            self.w.you = you
        self.parts.blocks.within(block, lambda: self.run(body, after))
        self.w.you = before
        return block

    def _asking_if(self, s: tree.If, rest: Rest) -> None:
        (condition, arm), *more = s.arms
        test = self.w.built(condition)
        with self.w.body() as then:
            self.parts.blocks.go(self.arm(arm, rest()))
        with self.w.body() as other:
            if more:
                self._asking_if(tree.If(more, s.otherwise, at=s.at), rest)
            else:
                self.parts.blocks.go(self.arm(s.otherwise or [], rest()))
        self.w.emit(When(test, tuple(then), tuple(other)))

    def _asking_each(
        self, sources: tree.Sources, body: list[tree.Stmt], rest: Rest, you: Local | None
    ) -> None:
        """A loop with questions inside: what is left of the set is a name like any other."""
        locals_ = tuple(self.w.local_of(source) for source in sources.each)
        alone = len(locals_) == 1
        left = Local("left", set_of(locals_[0].type) if alone else UNKNOWN, sources.at)
        first = Builtin("tuple", (self.w.many(sources.each[0].of),))
        self.w.let(left, first if alone else self.w.listed(sources))
        head = self.parts.blocks.new_block()
        self.parts.blocks.go(head)

        def write() -> None:
            self.w.emit(Carry((Use(left),)))
            with self.w.body() as round_:
                self.parts.decisions.take_first(left, locals_)
                inside = self._round(body, rest, you)
                with self.w.body() as then:
                    self.parts.blocks.push(head)
                    self.parts.blocks.go(inside)
                if sources.where is None:
                    self.w.out += then
                else:
                    self.w.emit(When(self.w.built(sources.where), tuple(then)))
            self.w.emit(While(Use(left), tuple(round_)))
            self.parts.blocks.go(rest())

        self.parts.blocks.within(head, write)

    def _asking_repeat(self, s: tree.Repeat, rest: Rest) -> None:
        head = self.parts.blocks.new_block()
        self.parts.blocks.go(head)

        def write() -> None:
            test = self.w.built(s.condition)
            if s.how == "until":
                test = self.w.improved(Op("not", (test,)))
            inside = self._round(s.body, rest)
            with self.w.body() as then:
                self.parts.blocks.push(head)
                self.parts.blocks.go(inside)
            self.w.emit(When(test, tuple(then)))
            self.parts.blocks.go(rest())

        self.parts.blocks.within(head, write)

    def _asking_times(self, s: tree.RepeatTimes, rest: Rest) -> None:
        times = Local("times", UNKNOWN, s.at)
        self.w.let(times, Builtin("bounded", (self.w.built(s.times), Const(self.w.rule))))
        head = self.parts.blocks.new_block()
        self.parts.blocks.go(head)

        def write() -> None:
            self.w.emit(Carry((Use(times),)))
            inside = self._round(s.body, rest)
            with self.w.body() as then:
                self.w.let(times, Op("-", (Use(times), Const(1))))
                self.parts.blocks.push(head)
                self.parts.blocks.go(inside)
            self.w.emit(When(Op(">", (Use(times), Const(0))), tuple(then)))
            self.parts.blocks.go(rest())

        self.parts.blocks.within(head, write)
