"""Steps below which somebody is asked become segments.

Such a step is cut where it can stop: at every decision, and at every call of another such step.
Each piece is a **block**, a Python function that takes the state and the names still needed. Going
on later is a frame in the state, `(block, frame below, names…)`; a small machine in the engine
takes the top frame and runs its block. A block returns True if a decision stands, False to let the
machine go on. Loops go back by way of the machine, so nothing nests. Which names a block needs
follows from what it and the blocks behind it read (liveness), so equal states have equal frames.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Seat, set_of
from alarife.lowering.blocks import settle
from alarife.lowering.context import Block
from alarife.lowering.decisions import DecisionWriter
from alarife.lowering.functions import conjunction
from alarife.lowering.layout import FRAME
from alarife.lowering.statements import CallProc, Choice
from alarife.syntax import tree


class FlowWriter(DecisionWriter):
    """Writes asking steps, hooks and actions as blocks."""

    leaving: Callable[[], Block | None] | None = None
    """What comes after the loop whose body is written."""
    entries: set[int]
    """The blocks at which procedures begin."""

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
        """Write an asking body as blocks, and the function that enters it."""
        first = len(self.blocks)
        before, self.you = self.you, you
        entry = self.new_block()
        self.within(entry, lambda: self.run(body, None, given))
        settle(self.blocks[first:])
        names = [self.names.of(local) for local in ([you] if you else []) + list(params)]
        live = "".join(f", {self.names.of(local)}" for local in entry.live)
        self.entries.add(entry.number)
        if live == "".join(f", {name}" for name in names):
            self.aliases.append(f"{function} = b{entry.number}")
        else:
            self.functions.append(
                f"def {function}({', '.join(['s', *names])}):\n    return b{entry.number}(s{live})"
            )
        self.you = before

    def run(self, body: Sequence[tree.Stmt], after: Block | None, given: int = 0) -> None:
        """Write statements into the current block, ending by going to `after`. The first `given`
        requirements need no asking."""
        at = 0
        while at < len(body):
            s = body[at]
            if (
                isinstance(s, tree.Require)
                or (isinstance(s, tree.Let) and self._leads_chain(body, at))
                or isinstance(s, (tree.Choose, tree.ChooseFrom))
            ):
                chain, end = self.chain(body, at)
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

    def _leads_chain(self, body: Sequence[tree.Stmt], at: int) -> bool:
        for s in body[at:]:
            if isinstance(s, (tree.Require,)):
                return True
            if not isinstance(s, (tree.Let, tree.Sentence)):
                return False
        return False

    def _rest(
        self, body: Sequence[tree.Stmt], start: int, after: Block | None
    ) -> Callable[[], Block | None]:
        """The block for the rest of a body, made when first asked for."""
        made: list[Block | None] = []
        you, usual, leaving = self.you, self.usual_call, self.leaving

        def get() -> Block | None:
            if not made:
                if start >= len(body):
                    made.append(after)
                else:
                    block = self.new_block()
                    made.append(block)
                    before, self.you = self.you, you
                    kept, self.usual_call = self.usual_call, usual
                    outer, self.leaving = self.leaving, leaving
                    self.within(block, lambda: self.run(body[start:], after))
                    self.you, self.usual_call, self.leaving = before, kept, outer
            return made[0]

        return get

    # ----------------------------------------------------------------
    # statements that ask
    def _asking(self, s: tree.Stmt, rest: Callable[[], Block | None]) -> None:
        match s:
            case tree.Do():
                ref = self.checked.refs[s]
                if ref.kind == "usual":
                    assert self.usual_call is not None
                    self._asking(self.usual_call, rest)
                    return
                args = s.call.args if isinstance(s.call, tree.Call) else []
                self._enter(
                    f"go·{ref.target}",
                    f"step {ref.target}",
                    self.arguments(f"step {ref.target}", args),
                    rest(),
                )
            case CallProc():
                self._enter(s.function, s.owner, [self.read(a) for a in s.args], rest())
            case tree.Raise():
                name = str(self.checked.refs[s].target)
                args = s.call.args if isinstance(s.call, tree.Call) else []
                self._enter(
                    f"moment·{name}",
                    f"moment {name}",
                    self.arguments(f"moment {name}", args),
                    rest(),
                )
            case tree.If():
                self._asking_if(s, rest)
            case Choice():
                self._asking_choice(s, rest)
            case tree.ForEach():
                self._asking_each(s.sources, s.body, rest, None)
            case tree.AsEach() if s.at_once:
                self.at_once(s, rest)
            case tree.AsEach():
                self._asking_each(s.sources, s.body, rest, self.local_of(s.sources.each[0]))
            case tree.As():
                self._asking_as(s, rest)
            case tree.Repeat():
                self._asking_repeat(s, rest)
            case tree.RepeatTimes():
                self._asking_times(s, rest)
            case tree.May():
                self.may(s, rest)
            case tree.Stop():
                self._leave()
            case _:
                raise AssertionError(f"{type(s).__name__} can't be asked")

    def _enter(self, function: str, owner: str, args: list[str], after: Block | None) -> None:
        code = self.call(function, owner, args)
        self.push(after)
        self.cx.line(f"return {code}")

    def arm(
        self, body: Sequence[tree.Stmt], after: Block | None, you: Local | None = None
    ) -> Block | None:
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

    def _asking_choice(self, s: Choice, rest: Callable[[], Block | None]) -> None:
        self.cx.line(f"if {self.text(conjunction(s.tests()), 0)}:")
        with self.cx.deeper():
            self.go(self.arm(s.then, rest()))
        self.go(self.arm(s.other, rest()))

    def _asking_as(self, s: tree.As, rest: Callable[[], Block | None]) -> None:
        you = Local("you", Seat("Player"), s.at)
        code = self.code(s.who)
        self.cx.line(f"{self.bound(you)} = {code}")
        self.go(self.arm(s.body, rest(), you))

    def _leave(self) -> None:
        """Leave the loop: its frame is not gone back to."""
        assert self.leaving is not None
        self.cx.line(f"s[{FRAME}] = s[{FRAME}][1]")
        self.go(self.leaving())

    def _round(
        self,
        body: Sequence[tree.Stmt],
        rest: Callable[[], Block | None],
        you: Local | None = None,
    ) -> Block:
        """A block for a round of a loop, which ends by going to the frame of the loop."""
        outer, self.leaving = self.leaving, rest
        inside = self.arm(body, None, you)
        self.leaving = outer
        assert inside is not None
        return inside

    def _asking_if(self, s: tree.If, rest: Callable[[], Block | None]) -> None:
        depth = 0
        for condition, block in s.arms:
            self.cx.line(f"if {self.code(condition)}:")
            with self.cx.deeper():
                self.go(self.arm(block, rest()))
            self.cx.line("else:")
            self.cx.indent += 1
            depth += 1
        self.go(self.arm(s.otherwise or [], rest()))
        self.cx.indent -= depth

    def _asking_each(
        self,
        sources: tree.Sources,
        body: list[tree.Stmt],
        rest: Callable[[], Block | None],
        you: Local | None,
    ) -> None:
        """A loop with questions inside: what is left of the set is a name like any other."""
        single = set_of(self.local_of(sources.each[0]).type) if len(sources.each) == 1 else UNKNOWN
        left = Local("left", single, sources.at)
        locals_ = [self.local_of(source) for source in sources.each]
        what = (
            f"tuple({self.iterable(sources.each[0].of)})"
            if len(locals_) == 1
            else self.listed(sources)
        )
        self.cx.line(f"{self.bound(left)} = {what}")
        head = self.new_block()
        self.go(head)

        def write() -> None:
            name = self.read(left)
            self.cx.line(f"while {name}:")
            with self.cx.deeper():
                self.cx.line(f"{', '.join(self.bound(local) for local in locals_)} = {name}[0]")
                self.cx.line(f"{name} = {name}[1:]")
                inside = self._round(body, rest, you)
                if sources.where is not None:
                    before = self.you
                    self.cx.line(f"if {self.code(sources.where)}:")
                    self.you = before
                    with self.cx.deeper():
                        self.push(head)
                        self.go(inside)
                else:
                    self.push(head)
                    self.go(inside)
            self.go(rest())

        self.within(head, write)

    def _asking_repeat(self, s: tree.Repeat, rest: Callable[[], Block | None]) -> None:
        head = self.new_block()
        self.go(head)

        def write() -> None:
            self.cx.line(f"if {'not ' if s.how == 'until' else ''}{self.code(s.condition)}:")
            inside = self._round(s.body, rest)
            with self.cx.deeper():
                self.push(head)
                self.go(inside)
            self.go(rest())

        self.within(head, write)

    def _asking_times(self, s: tree.RepeatTimes, rest: Callable[[], Block | None]) -> None:
        times = Local("times", UNKNOWN, s.at)
        code = self.code(s.times)
        self.cx.line(f"{self.bound(times)} = bounded({code}, {self.rule})")
        head = self.new_block()
        self.go(head)

        def write() -> None:
            name = self.read(times)
            self.cx.line(f"if {name} > 0:")
            inside = self._round(s.body, rest)
            with self.cx.deeper():
                self.cx.line(f"{name} -= 1")
                self.push(head)
                self.go(inside)
            self.go(rest())

        self.within(head, write)
