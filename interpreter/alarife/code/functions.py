"""Functions of the IR as text of Python functions: loops become statements.

An existence returns from inside its loops. A condition that an existence must not meet, standing
inside loops, is a loop with `break` whose `else` goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from alarife.checking.scope import Local
from alarife.code.expressions import Expressions
from alarife.code.symbols import Symbols
from alarife.ir.functions import function
from alarife.ir.nodes import (
    UNORDERED,
    Bind,
    Builtin,
    Clause,
    Const,
    Expr,
    Function,
    Given,
    Holding,
    If,
    Let,
    Once,
    Op,
    Over,
    Some,
    Tuple,
    Where,
)
from alarife.ir.ops import OR_BITS
from alarife.ir.passes.facts import Keeper
from alarife.ir.walk import below

FINE, MOST_WORK = 64, 1_000_000
"""Of rounds with so little work, thousands may pass before the clock is looked at; more work than
the other bound is looked at as soon."""
MOST_BITS = 8
"""Of so many tests, those that hold are looked up in a table."""
HOLDING = tuple(tuple(i for i in range(MOST_BITS) if n >> i & 1) for n in range(1 << MOST_BITS))
"""By bits, the numbers of those that are set."""
MOST = {"list": "MOST_MEMBERS", "bag": "MOST_LINKS"}


def charge(work: int) -> tuple[str, ...]:
    """The lines that count so much work against the budget. What is asked so often is written out:
    a call would take twice the time."""
    if work <= FINE:
        return ("spend()",)
    return f"BUDGET.pace -= {min(work, MOST_WORK)}", "if BUDGET.pace < 0: BUDGET.look()"


def write_charge(out: Output, work: int) -> None:
    """Count so much work against the budget here."""
    for text in charge(work):
        out.line(text)


class Output(Protocol):
    """Where lines are written."""

    lines: list[Any]
    indent: int

    def line(self, text: str) -> None:
        """Write a line at the current depth."""
        ...


class Lines:
    """The lines of a function being printed. `line` adds one at the current depth."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.lines: list[str] = []
        self.indent = 1
        self.hoisted: dict[str, str] = {}
        self.expressions = Expressions(symbols, self._hoist)

    def _hoist(self, text: str) -> str:
        if text not in self.hoisted:
            self.hoisted[text] = self.symbols.names.fresh("look")
        return self.hoisted[text]

    def line(self, text: str) -> None:
        """A line."""
        self.lines.append("    " * self.indent + text)

    def body(self) -> str:
        """All lines, with what is hoisted before them."""
        first = [f"    {name} = None" for name in self.expressions.kept]
        first += [f"    {name} = {text}" for text, name in self.hoisted.items()]
        return "\n".join([*first, *self.lines])


def print_function(f: Function, symbols: Symbols) -> str:
    """The text of a function whose inner loops are functions of their own (see the pass
    `outline`)."""
    lines = Lines(symbols)
    params = ["s", *(symbols.names.of(p) for p in f.params)]
    lines.expressions.params = frozenset(f.params)
    if f.counted:
        write_charge(lines, f.counted)
    print_return(lines.expressions, lines, f.body)
    return f"def {f.name}({', '.join(params)}):\n{lines.body()}"


def print_keeper(keeper: Keeper) -> str:
    """The line that makes what is kept with a board."""
    given = "".join(f", {one!r}" for one in keeper.given)
    if keeper.asked:
        given += f", asked={keeper.asked!r}"
    asked = len(keeper.test.params) - 1  # of a piece, and what else it is asked with
    return f"{keeper.name} = {keeper.how}({keeper.test.name}, {asked}{given})"


@dataclass(frozen=True, slots=True)
class Kept:
    """How the results of a function are kept from call to call: by a function of the engine, told
    `given` besides."""

    how: str
    given: tuple[object, ...] = ()


def print_kept(name: str, kept: Kept) -> str:
    """The line that puts a function which keeps its results in the place of a function."""
    given = "".join(f", {one!r}" for one in kept.given)
    return f"{name} = {kept.how}({name}{given})"


def print_table(table: str, function: str, count: int) -> str:
    """The line that makes a table of the values of a function of a small number."""
    return f"{table} = tuple([{function}(None, n) for n in range({count})])"


def print_return(text: Expressions, out: Output, e: Expr) -> None:
    """Lines that return the value of an expression."""
    match e:
        case Over():
            _over(text, out, e, lambda found: out.line(f"return {found}"))
        case Op(op="not", args=(Over(kind="some") as inner,)):
            _exists(text, out, inner, False)
        case Builtin(args=(Over() as inner, *rest)):
            more = "".join(f", {text.text(part)}" for part in rest)
            name = e.name + ("(s, " if function(e.name).takes_state else "(")
            handed = "out" if inner.kind in ("list", "bag") else ""
            _over(
                text, out, inner, lambda found: out.line(f"return {name}{handed or found}{more})")
            )
        case Holding():
            _holding(text, out, e)
        case If():
            out.line(f"if {text.test(e.test)}:")
            out.indent += 1
            print_return(text, out, e.then)
            out.indent -= 1
            print_return(text, out, e.other)
        case _:
            out.line(f"return {text.text(e)}")


def _holding(text: Expressions, out: Output, e: Holding) -> None:
    """The numbers of the tests that hold: of a few tests, from a table by bits."""
    few = 0 < len(e.tests) <= MOST_BITS
    out.line("n = 0" if few else "out = []")
    for number, test in enumerate(e.tests):
        out.line(f"if {text.test(test)}:")
        bit = f"n = {1 << number}" if number == 0 else f"n |= {1 << number}"
        out.line(f"    {bit}" if few else f"    out.append({number})")
    out.line("return HOLDING[n]" if few else "return tuple(out)")


def _over(text: Expressions, out: Output, e: Over, closing: Callable[[str], None]) -> None:
    """The loops of a comprehension, and what `closing` does with its value."""
    match e.kind:
        case "some":
            _exists(text, out, e, True)
        case "reach":
            _reaches(text, out, e, "return True")
            out.line("return False")
        case "list" | "bag" | "count" | "sum" if fits_in_line(e):
            _in_line(text, out, e, closing)
        case "count" | "sum":
            out.line("n = 0")
            print_loops(text, out, e, lambda: out.line(f"n += {_result(text, e, '1')}"))
            closing("n")
        case "list" | "bag":
            out.line("out = []")
            print_loops(text, out, e, lambda: out.line(f"out.append({_result(text, e)})"))
            closing("tuple(out)")
        case "first":
            print_loops(text, out, e, lambda: out.line(f"return {_result(text, e)}"))
            closing("None")
        case "only":
            out.line("one = None")

            def second() -> None:
                out.line("if one is not None:")
                out.line("    return None")
                out.line(f"one = {_result(text, e)}")

            print_loops(text, out, e, second)
            closing("one")
        case _:
            _ranked(text, out, e)
            closing("ranked(ties)")


def _ranked(text: Expressions, out: Output, e: Over) -> None:
    out.line("ties = {}")

    def ranked() -> None:
        assert isinstance(e.result, Tuple)
        key, member = e.result.items
        out.line(f"ties.setdefault({text.text(key)}, []).append({text.text(member)})")
        if several:
            out.line("n += 1")
            out.line("if n > MOST_MEMBERS:")
            out.line("    overfull()")

    several = sum(isinstance(c, Bind) for c in e.clauses) > 1
    if several:
        out.line("n = 0")
    print_loops(text, out, e, ranked)


def _in_line(text: Expressions, out: Output, e: Over, closing: Callable[[str], None]) -> None:
    made = text.comprehension(e)
    if e.kind in ("count", "sum"):
        closing(f"len({made})" if e.result is None else f"sum({made})")
    else:
        out.line(f"out = {made}")
        closing("tuple(out)")


def fits_in_line(e: Over) -> bool:
    """Whether the loop of a comprehension can be a comprehension of Python: one loop, whose rounds
    are not counted, and conditions without loops."""
    match e.clauses:
        case (Bind(counted=0, source=source), *rest):
            named = any(
                isinstance(n, (Some, Once)) or (isinstance(n, Op) and n.op == "otherwise")
                for n in below(source)
            )  # Python allows no `:=` there
            return not named and all(
                (isinstance(c, Given) and not isinstance(c.source, Over))
                or (isinstance(c, Where) and not any(isinstance(n, Over) for n in below(c)))
                for c in rest
            )
        case _:
            return False


def _result(text: Expressions, e: Over, default: str = "") -> str:
    return default if e.result is None else text.text(e.result)


def _exists(text: Expressions, out: Output, e: Over, found: bool) -> None:
    """Loops that return as soon as their clauses are met."""
    last = e.clauses[-1] if e.clauses else None
    if isinstance(last, Where) and isinstance(reach := last.test, Over) and reach.kind == "reach":
        before = Over(e.kind, e.clauses[:-1])
        print_loops(text, out, before, lambda: _reaches(text, out, reach, f"return {found}"))
    else:
        print_loops(text, out, e, lambda: out.line(f"return {found}"))
    if not out.lines or not out.lines[-1].startswith("    " * out.indent + "return"):
        out.line(f"return {not found}")


def _reaches(text: Expressions, out: Output, e: Over, then: str) -> None:
    """Loops, and what is done as soon as what they add up reaches a bound."""
    assert isinstance(e.result, Tuple)
    amount, bound = e.result.items
    total = text.names.fresh("total")

    def add() -> None:
        out.line(f"{total} += {text.text(amount)}")
        out.line(f"if {total} >= {text.text(bound, OR_BITS)}:")
        out.line(f"    {then}")

    out.line(f"{total} = 0")
    print_loops(text, out, e, add)


def print_loops(text: Expressions, out: Output, e: Over, inside: Callable[[], None]) -> None:
    """The loops of a comprehension around what stands inside; the depth is as before after it."""
    before = out.indent
    binds = [i for i, clause in enumerate(e.clauses) if isinstance(clause, Bind)]
    last = binds[-1] if len(binds) > 1 and e.kind in MOST else 0
    open_clauses(text, out, e.clauses[:last], e.kind not in UNORDERED)
    if last:  # each source may be as long as a list may be, and so may not all of them together
        out.line(f"if len(out) > {MOST[e.kind]}:")
        out.line("    overfull()")
    open_clauses(text, out, e.clauses[last:], e.kind not in UNORDERED)
    inside()
    out.indent = before


def open_clauses(text: Expressions, out: Output, clauses: Sequence[Clause], ordered: bool) -> None:
    """Open loops and conditions: what is written next stands inside them."""
    for clause in clauses:
        match clause:
            case Bind():
                name, at_once = text.names.of(clause.local), _counted_at_once(clause)
                if at_once:
                    write_charge(out, at_once)
                source = text.iterable(clause.source, ordered)
                if out.indent > 1 and text.stays(clause.source):
                    source = text.hoist(source) or source
                out.line(f"for {name} in {source}:")
                out.indent += 1
                if clause.counted and not at_once:
                    write_charge(out, clause.counted)
                continue
            case Let():
                out.line(f"{text.names.of(clause.local)} = {text.text(clause.value)}")
                continue
            case Given(source=Over() as inner):
                _found(text, out, clause.local, inner)
                continue
            case Given():
                name = text.names.of(clause.local)
                out.line(f"if ({name} := {text.text(clause.source)}) is not None:")
            case Where(test=Op(op="not", args=(Over() as inner,))):
                _unless(text, out, inner)
            case Where(test=Over(kind="reach") as inner):
                _reaches(text, out, inner, "break")
                out.line("else:")
                out.line("    continue")
                continue
            case Where(test=test):
                out.line(f"if {text.test(test)}:")
            case _:
                raise AssertionError(type(clause).__name__)
        out.indent += 1


def _counted_at_once(loop: Bind) -> int:
    """What all rounds of a loop count for against the budget, if their number is known before play
    and it isn't much; else 0."""
    match loop:
        case Bind(
            source=Builtin(
                name="range", args=(Const(value=int() as low), Const(value=int() as high))
            ),
            counted=work,
        ) if work > FINE:
            whole = work * (high - low + 1)
            return whole if 0 < whole <= MOST_WORK else 0
        case _:
            return 0


def _found(text: Expressions, out: Output, local: Local, e: Over) -> None:
    """Look for something; the loop round about goes on with its next round if there is none."""
    print_loops(text, out, e, lambda: out.line("break"))
    out.line("else:")
    out.line("    continue")
    out.line(f"{text.names.of(local)} = {_result(text, e)}")


def _unless(text: Expressions, out: Output, e: Over) -> None:
    """Open what stands where an existence of one loop fails."""
    print_loops(text, out, e, lambda: out.line("break"))
    out.line("else:")
