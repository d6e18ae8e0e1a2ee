"""Blocks of the IR as text for playouts: whoever is asked answers at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.code.blocks import DEEPEST, Blocks, BlockStatements
from alarife.code.functions import Lines
from alarife.code.playing_steps import Step, bound_by
from alarife.ir.liveness import within
from alarife.ir.nodes import Builtin, Const, Expr, Op, Table, Use
from alarife.ir.statements import (
    Ask,
    AskMore,
    Assign,
    Block,
    Carry,
    Enter,
    EnterAction,
    Go,
    Stmt,
    When,
)
from alarife.ir.walk import free, key
from alarife.lowering.layout import DECISION, FRAME
from alarife.syntax.tree import NOWHERE

MOST_LINES = 400
"""In a function of so many lines nothing more is written out."""
MOST_STATEMENTS = 40
"""How many statements a block may have that is written wherever a step is entered before it."""


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
        self.found: dict[object, tuple[Local, list[Local]]] = {}
        """What is kept with boards and has been looked up since anything was done, by what it
        is."""

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

    def inside(self, head: str, statements: Sequence[Stmt], first: str = "") -> None:
        """Statements under a line that opens a block."""
        super().inside(head, statements, first)
        self.found = {}  # other ways lead on, on which other things were done

    def plain(self, s: Stmt) -> None:
        """A statement that does not end the block; what it says of a set is known from here on."""
        if isinstance(s, When):
            s = self._looked_up(s)
        elif isinstance(s, Assign):
            bound = set(s.locals)
            self.found = {k: f for k, f in self.found.items() if bound.isdisjoint(f[1])}
        elif not isinstance(s, Carry):
            self.found = {}
        if not isinstance(s, Carry):
            self.done = {}
        if isinstance(s, Assign):
            for x in s.locals:
                self.known.pop(x, None)
            if isinstance(s.value, Const) and s.value.value == ():
                self.known[s.locals[0]] = s.value
        super().plain(s)

    def _looked_up(self, s: When) -> When:
        """A condition in which what is kept with a board has a name: the question that follows may
        ask for the same."""
        parts = s.test.args if isinstance(s.test, Op) and s.test.op == "and" else (s.test,)
        for part in parts:
            held = _members_asked(part)
            if held is not None:
                local = Local("held", UNKNOWN, NOWHERE)
                super().plain(Assign(held, (local,)))
                self.found[key(held)] = (local, free(held))
                some = Op(">", (Builtin("size", (Use(local),)), Const(0)))
                made = tuple(some if one is part else one for one in parts)
                return replace(s, test=made[0] if len(made) == 1 else Op("and", made))
        return s

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
        return self._has_room() and len(list(within(block.body))) <= MOST_STATEMENTS

    def _has_room(self) -> bool:
        """Whether more may be written out here: what follows two ways is written twice."""
        return self.lines.indent <= DEEPEST and len(self.lines.lines) <= MOST_LINES

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
        self.found = {}
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

    def _choose(self, s: Ask | AskMore, answer: Block, many: str = "len(o)") -> None:
        """Choose one of several options; the machine does it where so many have been chosen since
        it last did."""
        (chosen,) = self.all.named(answer.first)
        you, line = self.text(s.you), self.lines.line
        line(f"if (w := s[{DECISION}])[0]:")
        line("    w[0] -= 1")
        line("    if BUDGET.spent: BUDGET.renew()")
        line(f"    {chosen} = o[w[1][{you}]() * {many} >> 32]")
        line(f"    if w[2] is not None: w[2].append(({s.site}, {you}, {chosen}))")
        line("else:")
        line(f"    s[{DECISION}] = ({self._decision(s.site, you, s.answer)})")
        line("    return True")

    def _ask(self, s: Ask) -> None:
        answer = self.all.blocks[s.answer]
        if s.answer in self.within or self.all.asked[s.answer] != 1 or not self._has_room():
            super()._ask(s)
            return
        (chosen,) = self.all.named(answer.first)
        looked_up = self.found.get(key(s.options))
        step = self._step(s.options if looked_up is None else Use(looked_up[0]))
        self.body((*step.fixed, *step.body))
        self.lines.line(f"o = {self.text(step.value)}")
        if s.otherwise:
            self.inside("if not o:", s.otherwise)
        line = self.lines.line
        if isinstance(s.options, Table) and s.options.name == "YES_NO":
            self._choose(s, answer, "2")
        else:
            line("if (n := len(o)) > 1:")
            self.lines.indent += 1
            self._choose(s, answer, "n")
            self.lines.indent -= 1
            line("elif o:")
            line(f"    {chosen} = o[0]")
            line("else:")
            line(f"    return ask(s, {self._decision(s.site, self.text(s.you), s.answer)})")
        self.done = {key(one.value): one.locals[0] for one in step.fixed}
        self.block(answer)


def _members_asked(test: Expr) -> Expr | None:
    """What is kept with a board, if a condition asks whether it has members."""
    match test:
        case Op(
            op=">",
            args=(Builtin(name="size", args=(Builtin(name="kept") as held,)), Const(value=0)),
        ):
            return held
        case Op(op="not", args=(Op(op="empty", args=(Builtin(name="kept") as held,)),)):
            return held
        case _:
            return None


def _asks_again(s: Stmt, block: Block) -> bool:
    """Whether a statement asks for the next member of the set that a block adds to."""
    return isinstance(s, AskMore) and s.answer == block.number
