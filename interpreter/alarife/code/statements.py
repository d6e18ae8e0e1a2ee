"""Statements of the IR as text of Python statements, and procedures as functions."""

# The table of methods by node stands behind the class.
# pyright: reportPrivateUsage=false
from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.code.expressions import Expressions
from alarife.code.functions import Lines, charge, write_charge
from alarife.code.playing import Playing, is_quick, unrolled
from alarife.code.symbols import Symbols, declared
from alarife.ir.nodes import Builtin, Const, Expr, If, Node, Op, Read, Use
from alarife.ir.statements import (
    Append,
    Assign,
    Break,
    Carry,
    Charge,
    Do,
    Each,
    Fill,
    Perform,
    Procedure,
    Return,
    Rounds,
    Settle,
    Stmt,
    Store,
    Times,
    When,
    While,
)
from alarife.ir.walk import is_simple
from alarife.lowering.layout import LOG


def print_procedure(p: Procedure, symbols: Symbols, playing: Playing | None = None) -> str:
    """The text of a procedure; `playing`, if it is for playouts."""
    lines = Lines(symbols)
    if not p.pure:
        lines.expressions = Expressions(symbols)
    if playing is not None:
        playing.switches.owner = declared(p.name)[1]
    Statements(symbols, lines, playing).body(p.body)
    params = ", ".join(["s", *(symbols.names.of(x) for x in p.params)])
    return f"def {p.name}({params}):\n{lines.body() or '    pass'}"


class Statements:
    """Prints statements, line by line; `playing`, if they are for playouts."""

    def __init__(self, symbols: Symbols, lines: Lines, playing: Playing | None = None) -> None:
        self.playing = playing
        self.symbols = symbols
        self.names = symbols.names
        self.lines = lines
        self.text = lines.expressions.text

    def body(self, statements: Sequence[Stmt]) -> None:
        """Statements, one after the other."""
        for s in statements:
            _PRINT[type(s)](self, s)

    def inside(self, head: str, statements: Sequence[Stmt], first: str = "") -> None:
        """Statements under a line that opens a block."""
        line = self.lines.line
        line(head)
        self.lines.indent += 1
        before = len(self.lines.lines)
        if first:
            line(first)
        self.body(statements)
        if len(self.lines.lines) == before:
            line("pass")
        self.lines.indent -= 1

    def call(self, function: str, args: Sequence[Expr], you: Expr | None = None) -> str:
        """A call of a generated function."""
        spoken = [] if you is None else [you]
        return f"{function}({', '.join(['s', *(self.text(a) for a in (*spoken, *args))])})"

    # ----------------------------------------------------------------
    # plain statements
    def _assign(self, s: Assign) -> None:
        names = ", ".join([self.names.of(x) for x in s.locals])
        match s.value, s.locals:
            case Op(op="+", args=(Use(local=same), more)), (local,) if same is local:
                self.lines.line(f"{names} += {self.text(more)}")
            case value, (_,):
                self.lines.line(f"{names} = {self.text(value)}")
            case value, _:
                self.lines.line(f"{names} = {self.text(value)}")

    def _do(self, s: Do) -> None:
        playing, call = self.playing, s.call
        match call:
            case Builtin(name="move", args=(x, If(test=test, then=one, other=other), rule)) if (
                playing is not None and is_simple(x)
            ):  # by what the piece is: each way is written out
                ways = [Do(Builtin("move", (x, to, rule))) for to in (one, other)]
                self._when(When(test, (ways[0],), (ways[1],)))
            case Builtin() if playing is not None and playing.move(
                call, self.lines.expressions, self.lines
            ):
                pass
            case _:
                self.lines.line(self.text(call))

    def _perform(self, s: Perform) -> None:
        inside = self.playing.written_out(s) if self.playing is not None else None
        if inside is not None:
            self.body(inside)
            return
        called = self.call(s.function, s.args, s.you)
        idle = self.playing.idle_test(s) if self.playing is not None else None
        if idle is not None:
            self.inside(f"if {self.lines.expressions.test(Op('not', (idle,)))}:", (), called)
            return
        self.lines.line(called)

    def _store(self, s: Store) -> None:
        """A note that holds a constant already is left alone, and nothing is said of it."""
        base, packed = self.symbols.slot("note", s.note)
        place = self.text(Read("note", s.note, s.index))
        index, value = self.text(s.index), self.text(s.value)
        before = self.lines.indent
        if isinstance(s.value, Const):
            self.lines.line(f"if {place} != {value}:")
            self.lines.indent += 1
        if packed:
            self.lines.line(f"s[{base}] = put(s[{base}], {index}, {value})")
        else:
            self.lines.line(f"{place} = {value}")
        if self.playing is None:
            number = list(self.symbols.world.notes).index(s.note)
            self.lines.line(
                f"if s[{LOG}] is not None: log_note(s, {s.rule}, {number}, {index}, {place})"
            )
        self.lines.indent = before

    def _slots(self, note: str) -> str:
        base, packed = self.symbols.slot("note", note)
        last = base + self.symbols.world.notes[note].count
        return f"s[{base}]" if packed else f"s[{base}:{last}]"

    def _fill(self, s: Fill) -> None:
        self.lines.line(f"{self._slots(s.note)} = {self.text(s.values)}")

    def _settle(self, s: Settle) -> None:
        note = self.symbols.world.notes[s.note]
        held = self._slots(s.note)
        self.lines.line(f"{held} = tuple([clamp(v, {note.low}, {note.high}) for v in {held}])")

    def _append(self, s: Append) -> None:
        self.lines.line(f"{self.text(s.to)}.append({self.text(s.value)})")

    def _return(self, s: Return) -> None:
        self.lines.line(f"return {self.text(s.value)}")

    def _charge(self, s: Charge) -> None:
        write_charge(self.lines, s.work)

    def _carry(self, s: Carry) -> None:
        pass

    def _break(self, s: Break) -> None:
        self.lines.line("break")

    # ----------------------------------------------------------------
    # statements in statements
    def _when(self, s: When) -> None:
        match s.test:
            case Const(value=True):
                self.body(s.then)
                return
            case Const(value=False):
                self.body(s.other)
                return
            case _:
                self.inside(f"if {self.lines.expressions.test(s.test)}:", s.then)
        if s.other:
            self.inside("else:", s.other)

    def _each(self, s: Each) -> None:
        rounds = unrolled(s) if self.playing is not None else None
        if rounds is not None:
            self.body(rounds)
            return
        names = ", ".join([self.names.of(x) for x in s.locals])
        self.inside(f"for {names} in {self.lines.expressions.iterable(s.source)}:", s.body)

    def _while(self, s: While) -> None:
        self.inside(f"while {self.lines.expressions.test(s.test)}:", s.body)

    def _rounds(self, s: Rounds) -> None:
        line = self.lines.line
        line("for _ in ROUNDS:")
        self.lines.indent += 1
        ending = [f"if {self.lines.expressions.test(s.until)}:", "    break"]
        first = is_quick(s.until)  # what takes no time is not counted where nothing else is done
        for text in (*ending, *charge(s.work)) if first else (*charge(s.work), *ending):
            line(text)
        self.body(s.body)
        self.lines.indent -= 1
        line("else:")
        line(f"    endless({s.rule})")

    def _times(self, s: Times) -> None:
        self.inside(f"for _ in range(bounded({self.text(s.count)}, {s.rule})):", s.body)


_PRINT: dict[type[Node], Callable[..., None]] = {
    Assign: Statements._assign,
    Do: Statements._do,
    Perform: Statements._perform,
    Store: Statements._store,
    Fill: Statements._fill,
    Settle: Statements._settle,
    Append: Statements._append,
    Return: Statements._return,
    Charge: Statements._charge,
    Carry: Statements._carry,
    Break: Statements._break,
    When: Statements._when,
    Each: Statements._each,
    While: Statements._while,
    Rounds: Statements._rounds,
    Times: Statements._times,
}
