"""Blocks of the IR as text of Python functions.

A block that is only ever jumped to from one place is written out there; it keeps a function of its
own only where something else must be able to go to it: a frame of the state, an answer, or whoever
puts a decision again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from alarife.checking.scope import Local
from alarife.code.expressions import Expressions
from alarife.code.functions import Lines
from alarife.code.playing import Playing
from alarife.code.statements import Statements
from alarife.code.symbols import Symbols
from alarife.ir.liveness import within
from alarife.ir.statements import (
    Ask,
    AskMore,
    Block,
    Carry,
    Drop,
    End,
    Enter,
    EnterAction,
    Go,
    Stmt,
)
from alarife.ir.switches import Switches
from alarife.lowering.layout import DECISION, FRAME

DEEPEST = 40
"""How far in a block may be written out."""


class Blocks:
    """All blocks of a program. `entered` are the numbers of those that are called from elsewhere;
    `framed` are those that frames of the state name: they take the frame; `site_blocks` says for
    each site which block takes the answer. With `playing`, they are for
    playouts, whose blocks are printed by another `printer`."""

    def __init__(
        self,
        blocks: Sequence[Block],
        entered: set[int],
        site_count: int,
        symbols: Symbols,
        switches: Switches,
        playing: Playing | None = None,
        printer: type[BlockStatements] | None = None,
    ) -> None:
        self.blocks = blocks
        self.printer = printer or BlockStatements
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
        if self.playing is not None:
            self.playing.switches.owner = block.owner
        self.printer(self, lines).block(block)
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
