"""Statements below which nobody is asked.

A step below which nobody is asked is a procedure, called directly. Everything that changes a state
goes through a few functions of the engine (`move`, `draw`, `shuffle` …), each told the number of
the rule it acts for, so that the log and faults can name it. Notes are written in place, within
their bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from alarife.checking.lawful import Lawfulness
from alarife.checking.scope import Local
from alarife.checking.types import TRUTH, UNKNOWN, Many, Maybe, Number, Seat, Type
from alarife.checking.world import NoteInfo
from alarife.ir.nodes import Builtin, Const, Expr, Op, Read, Table, Tuple, Use
from alarife.ir.statements import (
    Break,
    Charge,
    Each,
    Perform,
    Return,
    Rounds,
    Settle,
    Store,
    Times,
    When,
)
from alarife.ir.walk import free, is_simple
from alarife.lowering.cost.sizes import HUGE
from alarife.lowering.flow.dealing import dealt_by
from alarife.lowering.parts import Part, Parts
from alarife.lowering.values.access import index
from alarife.lowering.values.operators import is_small
from alarife.lowering.writing import conjunction
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


@dataclass(frozen=True, slots=True)
class Told:
    """What players may be told: the function that gives the answer, the types of its arguments and
    of the answer, how it is called, and what is asked."""

    function: str
    given: tuple[Type, ...]
    type: Type
    title: str
    what: tree.Expr


class StatementWriter(Part):
    """Writes statements. `labels` are the names for chance; `trusted` are statements whose laws
    have been proved by an offer, `half_trusted` those whose laws are if what they move comes from
    elsewhere; `usual_call` is what `usual` carries out."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.lawfulness = Lawfulness(self.w.checked)
        self.trusted: set[tree.Stmt] = set()
        self.half_trusted: set[tree.Stmt] = set()
        self.distrusts = False
        """Whether others do something between an offer and what is being written."""
        self.labels: dict[str, int] = {}
        self.told: list[Told] = []
        self.rule_texts: dict[str, int] = {}
        self.usual_call: CallProc | None = None
        self.clamps: dict[str, NoteInfo] | None = None
        """Notes that are written within a `together`: they come back within their bounds at its
        end."""

    def label(self) -> Const:
        """The number under which the chance of this declaration is counted."""
        return Const(self.labels.setdefault(self.w.owner, len(self.labels)))

    def text_number(self, text: str) -> int:
        """The number of a text that a fault may have to say: generated code holds no texts."""
        return self.rule_texts.setdefault(text, len(self.rule_texts))

    def block(self, block: Sequence[tree.Stmt]) -> None:
        """Write statements one after the other."""
        for statement in block:
            self.statement(statement)

    def statement(self, s: tree.Stmt) -> None:
        """Write one statement below which nobody is asked."""
        match s:
            case tree.Sentence() | tree.Pass():
                pass
            case tree.Never():
                self.w.do("never", Const(self.w.rule), Const(self.text_number(s.because)))
            case tree.Stop():
                self.w.emit(Break())
            case tree.EndGame():
                self.w.do("ends", Const(self.w.rule))
            case tree.Do() | tree.Raise() | CallProc():
                called = self.called(s)
                if called is not None:
                    self.w.emit(Perform(*called))
            case tree.Let():
                self.w.let(self.w.local_of(s), self.w.built(s.value))
            case tree.Write():
                self._write(s)
            case tree.Move():
                self._move(s)
            case tree.Pick():
                among = Builtin("tuple", (self.w.many(s.source),))
                picked = Builtin("pick", (among, Const(self.w.rule), self.label()))
                self.w.let(self.w.local_of(s), picked)
            case tree.Draw() | tree.Shuffle() | tree.Swap() | tree.Turn() | tree.Roll():
                self._change(s)
            case tree.Inform():
                self._inform(s)
            case tree.Show():
                self.w.do("show", self.w.pieces(s.what), self.w.pieces(s.to), Const(self.w.rule))
            case _:
                self._nested(s)

    def _asked(self, e: tree.Expr) -> Expr:
        """What is asked when somebody is told something. What a rule or value is asked about is
        worked out now, and stays what it is."""
        ref = self.w.checked.refs.get(e)
        if not isinstance(e, tree.Call) or ref is None or ref.kind not in ("value", "rule"):
            return self.w.build.expr(e)
        types = self.w.checked.signatures[f"{ref.kind} {e.name}"]
        about = [Local("about", t, arg.at) for t, arg in zip(types, e.args, strict=True)]
        for local, t, arg in zip(about, types, e.args, strict=True):
            self.w.let(local, self.w.built_as(arg, t))
        return self.w.build.call(ref.kind, e.name, [Use(local) for local in about])

    def _inform(self, s: tree.Inform) -> None:
        """A fact is asked by a function of its own, so that it can be asked again. What it is about
        follows from the text, before any pass: it stands in saved games."""
        asked = self._asked(s.what)
        answer = Return(self.w.improved(asked))
        function, used = self.w.apart("fact", lambda: self.w.emit(answer), given=free(asked))
        given = Tuple(tuple(map(Use, used)))
        kind = TRUTH if s.whether else self.w.type(s.what)
        types = tuple(local.type for local in used)
        self.told.append(Told(function, types, kind, s.title or "", s.what))
        number = Const(len(self.told) - 1)
        self.w.do("tell", number, Table(function), given, self.w.pieces(s.to), Const(self.w.rule))

    def _change(self, s: tree.Draw | tree.Shuffle | tree.Swap | tree.Turn | tree.Roll) -> None:
        """A change through one function of the engine, which sees to laws if one may be touched."""
        rule = Const(self.w.rule)
        lawful = "_lawful" if self.lawfulness.reaching.touches(s) else ""
        match s:
            case tree.Draw():
                place, cell = self.target(s.to)
                given = (self.w.built(s.count), self.w.place(s.source), place, rule, self.label())
                self.w.do(f"draw{lawful}", *given, *cell)
            case tree.Shuffle():
                self.w.do("shuffle", self.w.place(s.place), rule, self.label())
            case tree.Swap():
                checked = "" if self._trusts(s) else "_lawful"
                self.w.do(f"swap{checked}", self.w.built(s.left), self.w.built(s.right), rule)
            case tree.Turn():
                face = () if s.face is None else (Const(s.face),)
                self.w.do(f"turn{lawful}", self.w.pieces(s.what), self.w.built(s.to), rule, *face)
            case tree.Roll():
                face = () if s.face is None else (Const(s.face),)
                self.w.do(f"roll{lawful}", self.w.pieces(s.what), rule, self.label(), *face)

    # ----------------------------------------------------------------
    # blocks in blocks
    def _nested(self, s: tree.Stmt) -> None:
        match s:
            case tree.If():
                self._if(s)
            case Choice():
                test = conjunction(s.tests())
                with self.w.body() as then:
                    self.block(s.then)
                with self.w.body() as other:
                    self.block(s.other)
                self.w.emit(When(test, tuple(then), tuple(other)))
            case tree.ForEach():
                self.each(s.sources, lambda: self.block(s.body), s.body)
            case tree.Repeat():
                self._repeat(s)
            case tree.RepeatTimes():
                count = self.w.built(s.times)
                with self.w.body() as body:
                    self.w.emit(Charge(self.w.effort.of(s.body)))
                    self.block(s.body)
                self.w.emit(Times(count, tuple(body), self.w.rule))
            case tree.As():
                you = Local("you", Seat("Player"), s.who.at)
                self.w.let(you, self.w.built(s.who))
                self.with_you(you, s.body)
            case tree.AsEach():
                local = self.w.local_of(s.sources.each[0])
                self.each(s.sources, lambda: self.with_you(local, s.body))
            case tree.Together():
                self._together(s)
            case _:
                raise AssertionError(f"{type(s).__name__} asks somebody")

    def _if(self, s: tree.If) -> None:
        (condition, then), *more = s.arms
        test = self.w.built(condition)
        with self.w.body() as body:
            self.block(then)
        with self.w.body() as other:
            if more:
                self._if(tree.If(more, s.otherwise, at=s.at))
            else:
                self.block(s.otherwise or [])
        self.w.emit(When(test, tuple(body), tuple(other)))

    def each(
        self,
        sources: tree.Sources,
        inside: Callable[[], None],
        said: Sequence[tree.Stmt] | None = None,
    ) -> None:
        """Loops over sets as they are at the start; the condition is asked when the turn comes."""
        locals_ = tuple(self.w.local_of(source) for source in sources.each)
        single = len(locals_) == 1
        source = self.w.many(sources.each[0].of) if single else self.w.listed(sources)
        with self.w.body() as body:
            if said is None:
                self.w.emit(Charge(HUGE))
            elif not self.w.effort.light(said, sources):
                self.w.emit(Charge(self.w.effort.round(said, sources)))
            if sources.where is None:
                inside()
            else:
                test = self.w.built(sources.where)
                with self.w.body() as then:
                    inside()
                self.w.emit(When(test, tuple(then)))
        self.w.emit(Each(source, locals_, tuple(body)))

    def _repeat(self, s: tree.Repeat) -> None:
        until = self.w.built(s.condition)
        if s.how == "while":
            until = self.w.improved(Op("not", (until,)))
        with self.w.body() as body:
            self.block(s.body)
        work = self.w.weights.of(s.condition) + self.w.effort.of(s.body)
        rounds = Rounds(until, tuple(body), self.w.rule, work)
        dealt = dealt_by(rounds) if self.w.switches.on("deal") else None
        if dealt is not None:
            self.w.switches.applied("deal")
            self.w.emit(dealt)
        self.w.emit(rounds)

    def with_you(self, you: Local, body: list[tree.Stmt]) -> None:
        """Write a block in which this local is `you`."""
        before, self.w.you = self.w.you, you
        self.block(body)
        self.w.you = before

    def _together(self, s: tree.Together) -> None:
        outer = self.clamps
        self.clamps = clamps = {} if outer is None else outer
        self.w.do("together_begins")
        self.block(s.body)
        for note in clamps if outer is None else ():
            self.w.emit(Settle(note))
        self.clamps = outer
        self.w.do("together_ends", Const(self.w.rule))

    # ----------------------------------------------------------------
    # calls
    def called(self, s: tree.Stmt) -> tuple[str, tuple[Expr, ...], Expr | None] | None:
        """What a statement carries out, with its arguments and `you`; None for a moment at which
        nothing happens."""
        match s:
            case CallProc():
                args = tuple(self.w.build.use(a) for a in s.args)
                return s.function, args, self.w.you_for(s.owner)
            case tree.Do() if self.w.checked.refs[s].kind == "usual":
                assert self.usual_call is not None
                return self.called(self.usual_call)
            case tree.Do() | tree.Raise():
                what = "step" if isinstance(s, tree.Do) else "moment"
                name = str(self.w.checked.refs[s].target)
                if what == "moment" and name not in self.w.program.hooks:
                    return None
                owner = f"{what} {name}"
                args = self.w.arguments(owner, s.call.args if isinstance(s.call, tree.Call) else [])
                return self.procedure_of(owner), args, self.w.you_for(owner)
            case _:
                raise AssertionError(type(s).__name__)

    def procedure_of(self, owner: str) -> str:
        """The function under which a step or moment is called."""
        what, name = owner.split()
        if what == "moment":
            return f"moment·{name}"
        return f"go·{name}" if owner in self.w.checked.asking else f"step·{name}"

    # ----------------------------------------------------------------
    # notes
    def _write(self, s: tree.Write) -> None:
        note = self.w.checked.refs[s.target].target
        assert isinstance(note, NoteInfo)
        keys = s.target.keys if isinstance(s.target, tree.At) else []
        found = index(self.w.build, note.domains, keys)
        at = Const(0) if found is None else self.w.improved(found)
        if not is_simple(at):
            local = Local("at", UNKNOWN, s.at)
            self.w.let(local, at)
            at = Use(local)
        value = self.w.built_as(s.value, note.type)
        if s.op != ":=" and isinstance(note.type, Many):
            joining = "union" if s.op == "+=" else "minus_set"
            value = Builtin(joining, (Read("note", note.name, at), value))
        elif s.op != ":=":
            value = Op(s.op[0], (Read("note", note.name, at), value))
        unbounded = note.low is None or note.high is None
        if isinstance(note.type, Number) and unbounded and not is_small(self.w.type(s.value)):
            value = Builtin("sized", (value,))
        if isinstance(note.type, Many):
            value = Builtin("kept", (value,))
        if self.clamps is not None:
            if note.low is not None or note.high is not None:
                self.clamps[note.name] = note
        elif not self._within(note, s):
            value = Builtin("clamp", (value, Const(note.low), Const(note.high)))
        self.w.emit(Store(note.name, at, value, self.w.rule))

    def _within(self, note: NoteInfo, s: tree.Write) -> bool:
        if note.low is None and note.high is None:
            return True
        t = self.w.type(s.value)
        t = t.of if isinstance(t, Maybe) else t
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
    def target(self, e: tree.Expr) -> tuple[Expr, tuple[Expr, ...]]:
        """The number of the place something goes to, and the cell if one is said."""
        ref = self.w.checked.refs.get(e)
        if ref is not None and ref.kind == "spot" and isinstance(e, tree.At):
            return self.w.place(e.of), (self.w.built(e.keys[0]),)
        return self.w.place(e), ()

    def _move_to_position(self, s: tree.Move, place: Expr, lawful: str) -> None:
        """Under a pile, or to a position of a pile or row."""
        at = Const(None) if s.position is None else self.w.built(s.position)
        self.w.do(f"move_at{lawful}", self.w.pieces(s.what), place, Const(self.w.rule), at)

    def _trusts(self, s: tree.Stmt) -> bool:
        """Whether an offer has proved that the laws allow a statement, and nothing else has been
        done meanwhile."""
        return s in self.trusted and not self.distrusts

    def _move(self, s: tree.Move) -> None:
        place, cell = self.target(s.to)
        t = self.w.type(s.what)
        rule = Const(self.w.rule)
        lawful = "" if self._trusts(s) or not self.lawfulness.reaching.touches(s) else "_lawful"
        if s.under or s.position is not None:
            self._move_to_position(s, place, "_lawful" if lawful else "")
            return
        lawful = "_within" if s in self.half_trusted and not self.distrusts else lawful
        if isinstance(t, Many):
            self.w.do(f"move_all{lawful}", self.w.pieces(s.what), place, rule)
        elif isinstance(t, Maybe):
            held = Local("moved", t.of, s.at)
            self.w.let(held, self.w.built(s.what))
            with self.w.body() as then:
                self.w.do(f"move{lawful}", Use(held), place, rule, *cell)
            self.w.emit(When(Op("is some", (Use(held),)), tuple(then)))
        else:
            self.w.do(f"move{lawful}", self.w.built(s.what), place, rule, *cell)
