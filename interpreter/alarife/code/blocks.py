"""Blocks of the IR as text of Python functions.

A block that is only ever jumped to from one place is written out there; it keeps a function of its
own only where something else must be able to go to it: a frame of the state, an answer, or whoever
puts a decision again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from alarife.checking.scope import Local
from alarife.code.expressions import Expressions
from alarife.code.functions import Lines
from alarife.code.playing import Playing, Step, bound_by
from alarife.code.statements import Statements
from alarife.code.symbols import Symbols
from alarife.ir.liveness import within
from alarife.ir.nodes import Const, Expr, Table, Use
from alarife.ir.statements import (
    Ask,
    AskMore,
    Assign,
    Block,
    Carry,
    Drop,
    End,
    Enter,
    EnterAction,
    Go,
    Stmt,
    When,
)
from alarife.ir.switches import Switches
from alarife.ir.walk import key
from alarife.lowering.layout import DECISION, FRAME

DEEPEST = 40
"""How far in a block may be written out."""
MOST_STATEMENTS = 40
"""How many statements a block may have that is written wherever a step is entered before it."""


class Blocks:
    """All blocks of a program. `entered` are the numbers of those that are called from elsewhere;
    `framed` are those that frames of the state name: they take the frame; `site_blocks` says for
    each site which block takes the answer. With `playing`, they are for playouts."""

    def __init__(
        self,
        blocks: Sequence[Block],
        entered: set[int],
        site_count: int,
        symbols: Symbols,
        switches: Switches,
        playing: Playing | None = None,
    ) -> None:
        self.blocks = blocks
        self.symbols = symbols
        self.playing = playing
        self.site_blocks = [-1] * site_count
        self.framed: set[int] = set()
        leaps: Counter[int] = Counter()
        self.asked: Counter[int] = Counter()
        """By block that takes an answer, how many questions it takes it from."""
        apart = set(entered)
        for s in (s for block in blocks for s in within(block.body)):
            if isinstance(s, (Ask, AskMore)):
                self.site_blocks[s.site] = s.answer
                apart.add(s.answer)
                self.asked[s.answer] += isinstance(s, Ask)
            elif isinstance(s, Go):
                to = self.beyond(s.block)
                leaps[to] += s.how == "jump"
                if s.how != "jump":
                    self.framed.add(to)
        apart |= self.framed
        here = {
            b.number
            for b in blocks
            if switches.on("joined") and not b.first and (leaps[b.number] == 1 or _only_asks(b))
        }
        self.apart = apart | {b.number for b in blocks if b.number not in here}
        self.here = here - (self.apart - entered)
        for number in sorted(self.here):
            switches.owner = blocks[number].owner
            switches.applied("joined")
        self.deep: set[int] = set()
        """Those that stand too deep where they are gone to."""

    def beyond(self, number: int) -> int:
        """Where a block leads that does nothing but go to another."""
        for _ in range(DEEPEST):
            block = self.blocks[number]
            match [s for s in block.body if not isinstance(s, Carry)]:
                case [Go(how="jump", block=to)] if not block.first:
                    number = to
                case _:
                    break
        return number

    def functions(self) -> list[str]:
        """The functions of all blocks that need one, and the table of blocks by number."""
        written = {b.number: self._function(b) for b in self.blocks if b.number in self.apart}
        while self.deep - set(written):
            number = min(self.deep - set(written))
            written[number] = self._function(self.blocks[number])
        names = ", ".join(f"b{b.number}" if b.number in written else "None" for b in self.blocks)
        table = f"BLOCKS = ({names}{',' if len(self.blocks) == 1 else ''})"
        return [*(written[number] for number in sorted(written)), table]

    def _function(self, block: Block) -> str:
        first, live = self.named(block.first), self.named(block.live)
        lines = Lines(self.symbols)
        lines.expressions = Expressions(self.symbols)
        if block.number in self.framed:
            params = ["s", "frame"]
            unpacked = f"{', '.join(['_', '_', *live])} = frame"
        elif block.number in self.site_blocks:
            params = ["s", *first, "env"]
            unpacked = f"{', '.join(live)}{',' if len(live) == 1 else ''} = env"
        else:
            params, unpacked = ["s", *live], ""
        if unpacked and live:
            lines.line(unpacked)
        printer = BlockStatements
        if self.playing is not None:
            self.playing.switches.owner = block.owner
            printer = PlayoutBlock
        printer(self, lines).block(block)
        return f"def b{block.number}({', '.join(params)}):\n{lines.body() or '    pass'}"

    def entry(self, name: str, params: Sequence[Local], number: int) -> str:
        """The function, or other name, under which a procedure that begins with a block is
        called."""
        live = self.blocks[number].live
        if tuple(params) == live:
            return f"{name} = b{number}"
        given, passed = (", ".join(["s", *self.named(some)]) for some in (params, live))
        return f"def {name}({given}):\n    return b{number}({passed})"

    def named(self, locals_: Sequence[Local]) -> list[str]:
        """The Python names of locals."""
        return [self.symbols.names.of(local) for local in locals_]


def _only_asks(block: Block) -> bool:
    """Whether a block puts a decision, and that is all: so little may be written out again and
    again."""
    match [s for s in block.body if not isinstance(s, Carry)]:
        case [Ask(otherwise=())]:
            return True
        case _:
            return False


class BlockStatements(Statements):
    """Prints the statements of one block, and of those that are written out in it."""

    def __init__(self, all_: Blocks, lines: Lines) -> None:
        super().__init__(all_.symbols, lines, all_.playing)
        self.all = all_

    def block(self, block: Block) -> None:
        """A whole block."""
        self.body(block.body)

    def body(self, statements: Sequence[Stmt]) -> None:
        """Statements, one after the other."""
        for s in statements:
            match s:
                case End():
                    self.lines.line("return False")
                case Drop():
                    self.lines.line(f"s[{FRAME}] = s[{FRAME}][1]")
                case Go():
                    self._go(s)
                case Enter():
                    self.lines.line(f"return {self.call(s.function, s.args, s.you)}")
                case EnterAction():
                    action = f"MENU·{s.menu}[{self.text(s.index)}]"
                    self.lines.line(f"return {self.call(action, s.args)}")
                case Ask():
                    self._ask(s)
                case AskMore():
                    self._ask_more(s)
                case _:
                    self.plain(s)

    def plain(self, s: Stmt) -> None:
        """A statement that does not end the block."""
        super().body((s,))

    def _frame(self, number: int, below: str) -> str:
        live = self.all.named(self.all.blocks[number].live)
        return f"({', '.join([str(number), below, *live])})"

    def _go(self, s: Go) -> None:
        number = self.all.beyond(s.block)
        line = self.lines.line
        if s.how != "jump":
            line(f"s[{FRAME}] = {self._frame(number, f's[{FRAME}]')}")
            if s.how == "loop":
                line("return False")
            return
        block = self.all.blocks[number]
        if number in self.all.here and self.lines.indent <= DEEPEST:
            self.block(block)
            last = self.lines.lines[-1] if self.lines.lines else ""
            if not last.startswith("    " * self.lines.indent + "return"):
                line("return False")
            return
        self.all.deep.add(number)
        if number in self.all.framed:
            line(f"return b{number}(s, {self._frame(number, 'None')})")
        else:
            line(f"return b{number}({', '.join(['s', *self.all.named(block.live)])})")

    def _decision(self, site: int, you: str, answer: int) -> str:
        env = "".join(f"{name}, " for name in self.all.named(self.all.blocks[answer].live))
        return f"{site}, {you}, o, ({env})"

    def _put(self, condition: str, what: str) -> None:
        self.lines.line(f"if {condition}:")
        self.lines.line(f"    s[{DECISION}] = ({what})")
        self.lines.line("    return True")

    def _ask(self, s: Ask) -> None:
        you = self.text(s.you)
        self.lines.line(f"o = {self.text(s.options)}")
        if s.otherwise:
            self.inside("if not o:", s.otherwise)
        what = self._decision(s.site, you, s.answer)
        self._put("len(o) > 1", what)
        self.lines.line(f"return ask(s, {what})")

    def _ask_more(self, s: AskMore) -> None:
        you = self.text(s.you)
        self.lines.line(f"o = {self.text(s.options)}")
        what = self._decision(s.site, you, s.answer)
        self._put("o and o != (None,)", what)
        self.lines.line("if o:")
        self.lines.line(f"    return ask(s, {what})")
        self.body(s.again)


class PlayoutBlock(BlockStatements):
    """Prints a block for playouts: who is asked answers at once (see `alarife.code.playing`), and
    what follows the answer is written where the question is put, if it follows no other question.
    `within`: the blocks that are being written out."""

    def __init__(self, all_: Blocks, lines: Lines) -> None:
        super().__init__(all_, lines)
        self.within: list[int] = []
        self.known: dict[Local, Expr] = {}
        """The sets of which nothing has been chosen yet."""
        self.done: dict[object, Local] = {}
        """What has been worked out for the question before, by what it is."""

    def block(self, block: Block) -> None:
        """A whole block; one that adds members to a set goes round until the set is done."""
        self.within.append(block.number)
        for i, s in enumerate(block.body):
            if isinstance(s, When) and s.then and _asks_again(s.then[-1], block):
                self.body(block.body[:i])
                self._members(s, block)
                self.body(block.body[i + 1 :])
                break
        else:
            self.body(block.body)
        self.within.pop()

    def plain(self, s: Stmt) -> None:
        """A statement that does not end the block; what it says of a set is known from here on."""
        if not isinstance(s, Carry):
            self.done = {}
        if isinstance(s, Assign):
            for x in s.locals:
                self.known.pop(x, None)
            if isinstance(s.value, Const) and s.value.value == ():
                self.known[s.locals[0]] = s.value
        super().plain(s)

    def body(self, statements: Sequence[Stmt]) -> None:
        """Statements, one after the other. Where a step is entered behind a frame, what the frame
        is for follows at once, unless somebody else has to go on first."""
        match statements:
            case [*before, Go(how="push") as push, (Enter() | EnterAction()) as way]:
                to = self.all.beyond(push.block)
                if to not in self.within and self._is_short(self.all.blocks[to]):
                    super().body(before)
                    self._enter(to, way)
                    return
            case _:
                pass
        super().body(statements)

    def _go(self, s: Go) -> None:
        """What a block is gone to for is written out, though frames may lead to it as well."""
        to = self.all.beyond(s.block)
        block = self.all.blocks[to]
        if s.how == "jump" and to not in self.within and self._is_short(block):
            self.block(block)
            self._end()
        else:
            super()._go(s)

    def _end(self) -> None:
        """The block ends here, unless it has ended."""
        if not self.lines.lines[-1].startswith("    " * self.lines.indent + "return"):
            self.lines.line("return False")

    def _is_short(self, block: Block) -> bool:
        return self.lines.indent <= DEEPEST and len(list(within(block.body))) <= MOST_STATEMENTS

    def _enter(self, to: int, way: Stmt) -> None:
        line = self.lines.line
        line(f"s[{FRAME}] = f = {self._frame(to, f's[{FRAME}]')}")
        before = len(self.lines.lines)
        super().body((way,))
        (entered,) = self.lines.lines[before:]
        self.lines.lines[before:] = [entered.replace("return ", "if ", 1) + ":"]
        line("    return True")
        line(f"if s[{FRAME}] is not f:")
        line("    return False")
        line(f"s[{FRAME}] = f[1]")
        self.block(self.all.blocks[to])
        self._end()

    def _members(self, s: When, block: Block) -> None:
        """Add members until none is added."""
        *before, more = s.then
        assert isinstance(more, AskMore)
        line, added = self.lines.line, [x for i in before for x in bound_by(i)]
        for x in added:
            self.known.pop(x, None)
        step = self._step(more.options, added[0] if len(added) == 1 else None)
        for one in step.fixed:
            done = self.done.get(key(one.value))
            same = done is not None and done in one.locals
            self.body(() if same else (one if done is None else replace(one, value=Use(done)),))
        line(f"while {self.lines.expressions.test(s.test)}:")
        self.lines.indent += 1
        self.body(before)
        self.body(step.body)
        line(f"o = {self.text(step.value)}")
        line("if o == (None,):")
        line("    break")
        self.inside("if not o:", more.again)
        self._choose(more, block)
        self.lines.indent -= 1

    def _step(self, options: Expr, adding: Local | None = None) -> Step:
        """How options are worked out, written out if that is short."""
        assert self.playing is not None
        found = self.playing.next_step(options, self.known, adding)
        return Step((), (), options) if found is None else found

    def _choose(self, s: Ask | AskMore, answer: Block) -> None:
        """Choose one of several options; the machine does it where so many have been chosen since
        it last did."""
        (chosen,) = self.all.named(answer.first)
        you, line = self.text(s.you), self.lines.line
        line(f"if (w := s[{DECISION}])[0]:")
        line("    w[0] -= 1")
        line("    if BUDGET.spent: BUDGET.renew()")
        line(f"    {chosen} = o[w[1][{you}]() * len(o) >> 32]")
        line(f"    if w[2] is not None: w[2].append(({s.site}, {you}, {chosen}))")
        line("else:")
        line(f"    s[{DECISION}] = ({self._decision(s.site, you, s.answer)})")
        line("    return True")

    def _ask(self, s: Ask) -> None:
        answer = self.all.blocks[s.answer]
        if s.answer in self.within or self.all.asked[s.answer] != 1 or self.lines.indent > DEEPEST:
            super()._ask(s)
            return
        (chosen,) = self.all.named(answer.first)
        step = self._step(s.options)
        self.body((*step.fixed, *step.body))
        self.lines.line(f"o = {self.text(step.value)}")
        if s.otherwise:
            self.inside("if not o:", s.otherwise)
        line = self.lines.line
        if isinstance(s.options, Table) and s.options.name == "YES_NO":
            self._choose(s, answer)
        else:
            line("if len(o) > 1:")
            self.lines.indent += 1
            self._choose(s, answer)
            self.lines.indent -= 1
            line("elif o:")
            line(f"    {chosen} = o[0]")
            line("else:")
            line(f"    return ask(s, {self._decision(s.site, self.text(s.you), s.answer)})")
        self.done = {key(one.value): one.locals[0] for one in step.fixed}
        self.block(answer)


def _asks_again(s: Stmt, block: Block) -> bool:
    """Whether a statement asks for the next member of the set that a block adds to."""
    return isinstance(s, AskMore) and s.answer == block.number
