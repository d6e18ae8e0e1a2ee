"""Statements below which nobody is asked become plain Python statements.

A step below which nobody is asked is a Python function, called directly. Everything that changes a
state goes through a few functions of the engine (`move`, `draw`, `shuffle` …), each told the number
of the rule it acts for, so that the log and faults can name it. Notes are written in place, within
their bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from alarife.checking.lawful import Lawfulness
from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Maybe, Number, Seat
from alarife.checking.world import NoteInfo
from alarife.code.functions import charge
from alarife.ir.nodes import Const, Expr, Use
from alarife.ir.passes.fold import add
from alarife.ir.walk import is_simple
from alarife.lowering.build_expressions import is_small
from alarife.lowering.functions import FunctionWriter, conjunction
from alarife.lowering.layout import LOG
from alarife.lowering.weights import HUGE
from alarife.syntax import tree


@dataclass(eq=False, slots=True)
class CallProc(tree.Stmt):
    """Made while hooks are spliced: carry out the body `function` (of `owner`) with these
    locals."""

    function: str
    owner: str
    args: list[Local]


@dataclass(eq=False, slots=True)
class Choice(tree.Stmt):
    """Made while hooks are spliced: if the tests hold the one, else the other. The tests are built
    where they are needed."""

    tests: Callable[[], list[Expr]]
    then: list[tree.Stmt]
    other: list[tree.Stmt]


class StatementWriter(FunctionWriter):
    """Writes statements. `rule` is the number of the declaration being written, `label` its name
    for chance; `trusted` are statements whose laws have been proved by an offer, `half_trusted`
    those whose laws are if what they move comes from elsewhere; `usual_call` is what `usual`
    carries out."""

    rule = 0
    owner = ""
    trusted: set[tree.Stmt]
    half_trusted: set[tree.Stmt]
    labels: dict[str, int]
    usual_call: CallProc | None = None
    clamps: dict[str, NoteInfo] | None = None
    """Notes that are written within a `together`: they come back within their bounds at its end."""

    def label(self) -> int:
        """The number under which the chance of this declaration is counted."""
        return self.labels.setdefault(self.owner, len(self.labels))

    lawfulness: Lawfulness

    def block(self, block: Sequence[tree.Stmt]) -> None:
        """Write statements one after the other."""
        for statement in block:
            self.statement(statement)

    def statement(self, s: tree.Stmt) -> None:  # noqa: PLR0915 - one case or name after the other
        """Write one statement below which nobody is asked."""
        match s:
            case tree.Sentence() | tree.Pass():
                pass
            case tree.Never():
                self.cx.line(f"never({self.rule}, {self.text_number(s.because)})")
            case tree.Stop():
                self.cx.line("break")
            case tree.EndGame():
                self.cx.line(f"ends(s, {self.rule})")
            case tree.Do():
                self._do(s)
            case CallProc():
                self.cx.line(self.call(s.function, s.owner, [self.read(a) for a in s.args]))
            case tree.Raise():
                name = str(self.checked.refs[s].target)
                if name in self.program.hooks:
                    args = s.call.args if isinstance(s.call, tree.Call) else []
                    self.cx.line(
                        self.call(
                            f"moment·{name}",
                            f"moment {name}",
                            self.arguments(f"moment {name}", args),
                        )
                    )
            case tree.Let():
                code = self.code(s.value)
                self.cx.line(f"{self.bound(self.local_of(s))} = {code}")
            case tree.Write():
                self._write(s)
            case tree.Move():
                self._move(s)
            case tree.Draw():
                place, cell = self.target(s.to)
                lawful = "_lawful" if self.lawfulness.touches(s) else ""
                self.cx.line(
                    f"draw{lawful}(s, {self.code(s.count)}, {self.place_number(s.source)}, {place},"
                    f" {self.rule}, {self.label()}{cell})"
                )
            case tree.Pick():
                source = self.iterable(s.source)
                self.cx.line(
                    f"{self.bound(self.local_of(s))} = pick(s, tuple({source}), {self.rule},"
                    f" {self.label()})"
                )
            case tree.Shuffle():
                self.cx.line(
                    f"shuffle(s, {self.place_number(s.place)}, {self.rule}, {self.label()})"
                )
            case tree.Swap():
                checked = "" if s in self.trusted else "_lawful"
                self.cx.line(
                    f"swap{checked}(s, {self.code(s.left)}, {self.code(s.right)}, {self.rule})"
                )
            case tree.Turn():
                lawful = "_lawful" if self.lawfulness.touches(s) else ""
                self.cx.line(
                    f"turn{lawful}(s, {self.pieces_code(s.what)}, {self.code(s.to)}, {self.rule})"
                )
            case tree.Roll():
                lawful = "_lawful" if self.lawfulness.touches(s) else ""
                self.cx.line(
                    f"roll{lawful}(s, {self.pieces_code(s.what)}, {self.rule}, {self.label()})"
                )
            case tree.Show():
                self.cx.line(
                    f"show(s, {self.pieces_code(s.what)}, {self._many_code(s.to)}, {self.rule})"
                )
            case _:
                self._nested(s)

    rule_texts: dict[str, int]

    def text_number(self, text: str) -> int:
        """The number of a text that a fault may have to say: generated code holds no texts."""
        return self.rule_texts.setdefault(text, len(self.rule_texts))

    # ----------------------------------------------------------------
    # blocks in blocks
    def _nested(self, s: tree.Stmt) -> None:
        match s:
            case tree.If():
                self._if(s)
            case Choice():
                self.cx.line(f"if {self.text(conjunction(s.tests()), 0)}:")
                with self.cx.deeper():
                    self.block(s.then)
                self.cx.line("else:")
                with self.cx.deeper():
                    self.block(s.other)
            case tree.ForEach():
                self.each(s.sources, lambda: self.block(s.body), s.body)
            case tree.Repeat():
                self._repeat(s)
            case tree.RepeatTimes():
                self.cx.line(f"for _ in range(bounded({self.code(s.times)}, {self.rule})):")
                with self.cx.deeper():
                    self.cx.line(charge(self.effort.of(s.body)))
                    self.block(s.body)
            case tree.As():
                self.speaking_to(s.who, s.body)
            case tree.AsEach():
                local = self.local_of(s.sources.each[0])
                self.each(s.sources, lambda: self.with_you(local, s.body))
            case tree.Together():
                self._together(s)
            case _:
                raise AssertionError(f"{type(s).__name__} asks somebody")

    def _if(self, s: tree.If) -> None:
        depth = 0
        for condition, block in s.arms:
            self.cx.line(f"if {self.code(condition)}:")
            with self.cx.deeper():
                self.block(block)
            if (condition, block) != s.arms[-1] or s.otherwise:
                self.cx.line("else:")
                self.cx.indent += 1
                depth += 1
                if (condition, block) == s.arms[-1]:
                    before = len(self.cx.lines)
                    self.block(s.otherwise or [])
                    if len(self.cx.lines) == before:
                        self.cx.line("pass")
        self.cx.indent -= depth

    def each(
        self,
        sources: tree.Sources,
        body: Callable[[], None],
        said: Sequence[tree.Stmt] | None = None,
    ) -> None:
        """Loops over sets as they are at the start; the condition is asked when the turn comes."""
        locals_ = [self.local_of(source) for source in sources.each]
        if len(locals_) == 1:
            what = self.iterable(sources.each[0].of)
            self.cx.line(f"for {self.bound(locals_[0])} in {what}:")
        else:
            pairs = self.listed(sources)
            self.cx.line(f"for {', '.join(self.bound(local) for local in locals_)} in {pairs}:")
        with self.cx.deeper():
            if said is None:
                self.cx.line(charge(HUGE))
            elif not self.effort.light(said, sources):
                self.cx.line(charge(self.effort.round(said, sources)))
            if sources.where is not None:
                self.cx.line(f"if {self.code(sources.where)}:")
                with self.cx.deeper():
                    body()
            else:
                body()

    def _repeat(self, s: tree.Repeat) -> None:
        self.cx.line("for _ in ROUNDS:")
        with self.cx.deeper():
            self.cx.line(charge(self.weights.of(s.condition) + self.effort.of(s.body)))
            self.cx.line(f"if {'not ' if s.how == 'while' else ''}{self.code(s.condition)}:")
            self.cx.line("    break")
            self.block(s.body)
        self.cx.line("else:")
        self.cx.line(f"    endless({self.rule})")

    def speaking_to(self, who: tree.Expr, body: list[tree.Stmt]) -> None:
        """A block in which somebody else is `you`."""
        you = Local("you", Seat("Player"), who.at)
        code = self.code(who)
        self.cx.line(f"{self.bound(you)} = {code}")
        self.with_you(you, body)

    def with_you(self, you: Local, body: list[tree.Stmt]) -> None:
        """Write a block in which this local is `you`."""
        before, self.you = self.you, you
        self.block(body)
        self.you = before

    def _together(self, s: tree.Together) -> None:
        outer = self.clamps
        self.clamps = clamps = {} if outer is None else outer
        self.cx.line("together_begins(s)")
        self.block(s.body)
        for note in clamps.values() if outer is None else ():
            slots = self.layout.notes[note.name]
            where = (
                f"s[{slots.base}]" if slots.packed else f"s[{slots.base}:{slots.base + note.count}]"
            )
            self.cx.line(f"{where} = tuple([clamp(v, {note.low}, {note.high}) for v in {where}])")
        self.clamps = outer
        self.cx.line(f"together_ends(s, {self.rule})")

    # ----------------------------------------------------------------
    # calls
    def _do(self, s: tree.Do) -> None:
        ref = self.checked.refs[s]
        if ref.kind == "usual":
            assert self.usual_call is not None
            self.statement(self.usual_call)
            return
        args = s.call.args if isinstance(s.call, tree.Call) else []
        self.cx.line(
            self.call(
                f"step·{ref.target}",
                f"step {ref.target}",
                self.arguments(f"step {ref.target}", args),
            )
        )

    # ----------------------------------------------------------------
    # notes
    def _write(self, s: tree.Write) -> None:
        note = self.checked.refs[s.target].target
        assert isinstance(note, NoteInfo)
        slots = self.layout.notes[note.name]
        keys = s.target.keys if isinstance(s.target, tree.At) else []
        at = self.build.index(note.domains, keys)
        of = Const(0) if at is None else self.improved(at)
        if not is_simple(of):
            local = Local("at", UNKNOWN, s.at)
            value = self.text(of, 0)
            self.cx.line(f"{self.bound(local)} = {value}")
            of = Use(local)
        index = self.text(of)
        where = (
            f"s[{slots.base}][{index}]"
            if slots.packed
            else f"s[{self.text(add(of, slots.base), 0)}]"
        )
        value = self.code_as(s.value, note.type)
        if s.op != ":=" and isinstance(note.type, Many):
            value = f"{'union' if s.op == '+=' else 'minus_set'}({where}, {value})"
        elif s.op != ":=":
            value = (
                f"{where} {s.op[0]}"
                f" {value if value.isidentifier() or value.isdigit() else f'({value})'}"
            )
        if (
            isinstance(note.type, Number)
            and (note.low is None or note.high is None)
            and not is_small(self.type(s.value))
        ):
            value = f"sized({value})"
        if isinstance(note.type, Many):
            value = f"kept({value})"
        if self.clamps is not None:
            if note.low is not None or note.high is not None:
                self.clamps[note.name] = note
        elif not self._within(note, s):
            value = f"clamp({value}, {note.low}, {note.high})"
        if slots.packed:
            self.cx.line(f"s[{slots.base}] = put(s[{slots.base}], {index}, {value})")
        else:
            self.cx.line(f"{where} = {value}")
        number = list(self.world.notes).index(note.name)
        self.cx.line(
            f"if s[{LOG}] is not None: log_note(s, {self.rule}, {number}, {index}, {where})"
        )

    def _within(self, note: NoteInfo, s: tree.Write) -> bool:
        if note.low is None and note.high is None:
            return True
        t = self.type(s.value)
        if s.op == ":=" and isinstance(t, Number):
            low_fine = note.low is None or (t.low is not None and t.low >= note.low)
            high_fine = note.high is None or (t.high is not None and t.high <= note.high)
            return low_fine and high_fine
        return (
            s.op == "+="
            and note.high is None
            and isinstance(t, Number)
            and t.low is not None
            and t.low >= 0
        )

    # ----------------------------------------------------------------
    # moves
    def target(self, e: tree.Expr) -> tuple[str, str]:
        """The number of the place something goes to, and the cell as a further argument."""
        ref = self.checked.refs.get(e)
        if ref is not None and ref.kind == "spot" and isinstance(e, tree.At):
            return self.place_number(e.of), f", {self.code(e.keys[0])}"
        return self.place_number(e), ""

    def _move(self, s: tree.Move) -> None:
        place, cell = self.target(s.to)
        t = self.type(s.what)
        lawful = "" if s in self.trusted or not self.lawfulness.touches(s) else "_lawful"
        lawful = "_within" if s in self.half_trusted else lawful
        if isinstance(t, Maybe):
            held = self.names.fresh("moved")
            self.cx.line(f"{held} = {self.code(s.what)}")
            self.cx.line(f"if {held} is not None:")
            self.cx.line(f"    move{lawful}(s, {held}, {place}, {self.rule}{cell})")
        elif isinstance(t, Many):
            self.cx.line(f"move_all{lawful}(s, {self._many_code(s.what)}, {place}, {self.rule})")
        else:
            self.cx.line(f"move{lawful}(s, {self.code(s.what)}, {place}, {self.rule}{cell})")

    def pieces_code(self, e: tree.Expr) -> str:
        """The code of one or several pieces as a tuple."""
        t = self.type(e)
        if isinstance(t, Maybe):
            return f"one_or_none({self.code(e)})"
        return self._many_code(e)

    def _many_code(self, e: tree.Expr) -> str:
        t = self.type(e)
        if isinstance(t, Many):
            return (
                f"tuple({self.iterable(e)})"
                if isinstance(e, (tree.Name, tree.RangeOf))
                else self.code(e)
            )
        return f"({self.code(e)},)"
