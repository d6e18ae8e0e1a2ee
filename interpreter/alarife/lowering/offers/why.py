"""Why not: which rules an answer breaks that is not offered.

What comes in: a chain. What goes out: procedures that are given answers and say the names of the
rules they break, in the order in which they are asked; None for an answer that is no candidate at
all."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.lawful import Lawful
from alarife.checking.scope import Local
from alarife.checking.types import PLAYER, UNKNOWN, Type
from alarife.ir.nodes import Builtin, Call, Const, Expr, Op, Table, Tuple, Use
from alarife.ir.statements import Append, Assign, Procedure, Return, Stmt, When
from alarife.linking.walk import called_name
from alarife.lowering.offers.chain import Chain
from alarife.lowering.parts import Part, Parts
from alarife.syntax import tree


class WhyWriter(Part):
    """Writes what explains why something is not offered."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.action_items: dict[str, list[tuple[str, Type | None]]] = {}

    def why_action(self, action: tree.Action) -> None:
        """`why·a(s, you, …, answers)`: the names of the rules that these answers break, in the
        order in which they are asked."""
        chain, _ = self.parts.chains.chain(action.body, 0)
        answers = Local("answers", UNKNOWN, tree.NOWHERE)
        outer, self.w.you = self.w.you, Local("you", PLAYER, tree.NOWHERE)
        params = (self.w.you, *self.w.checked.params[action], answers)

        def write(out: Expr) -> None:
            for item in chain.items:
                self._why_item(item, out, answers)
            self._why_laws(chain, out)

        with self.w.body() as body:
            self.w.collecting(write)
        self.w.procedures.append(Procedure(f"why·{action.name}", params, tuple(body), pure=True))
        self.w.you = outer
        self.action_items[action.name] = [
            (
                "menu" if isinstance(i, tree.ChooseFrom) else "set" if i.how else "one",
                None if isinstance(i, tree.ChooseFrom) else self.w.type(i.source),
            )
            for i in chain.items
            if isinstance(i, (tree.Choose, tree.ChooseFrom))
        ]

    def _why_laws(self, chain: Chain, out: Expr) -> None:
        assert isinstance(out, Use)
        for law in chain.laws:
            if law.kind == "afterwards":
                self._unless(self.judged(law), Append(Const(law.law), out))
                continue
            self.w.let(out.local, Op("+", (out, self._broken(law))))

    def _broken(self, law: Lawful) -> Expr:
        """The rules of a law that what the effect does would break."""
        if law.kind == "rehearse":
            function, used = self.effect_of(law)
            return Builtin("broken_by_effect", (Table(function), self.given(used)))
        what = self.w.built(law.what)
        if law.kind == "lay":
            assert law.grid is not None
            assert law.cell is not None
            grid = Builtin("overlay_lay", (self.w.content(law.grid), self.w.built(law.cell), what))
            return Call(f"broken·{law.law}", (grid,))
        if law.kind == "swap":
            assert law.other is not None
            return Builtin("broken_by_swap", (what, self.w.built(law.other)))
        return Builtin("broken_by_leaving", (what,))

    def given(self, locals_: Sequence[Local]) -> Expr:
        """Locals as the arguments that something tried out takes."""
        return Tuple(tuple(map(self.w.build.use, locals_)))

    def judged(self, law: Lawful) -> Expr:
        """Whether a rule holds after an effect, tried out on a copy."""
        effect, used = self.effect_of(law)
        test, asked = self.w.apart("after", lambda: self.w.emit(Return(self.w.built(law.what))))
        args = (Table(effect), self.given(used), Table(test), self.given(asked))
        return Call("holds_after", args)

    def effect_of(self, law: Lawful) -> tuple[str, tuple[Local, ...]]:
        """An effect that can be tried out, as a procedure; what it is given."""
        return self.w.apart("effect", lambda: self.parts.statements.block(law.effect), pure=False)

    def why_here(self, chain: Chain, index: int) -> tuple[str, tuple[Local, ...]]:
        """A procedure that says which rules an answer to the chain's n-th item breaks: its own, and
        those of what follows as far as no further answer is needed."""

        def write(out: Expr) -> None:
            item = chain.items[index]
            assert isinstance(item, tree.Choose)
            self._why_choice(item, out)
            for n, later in enumerate(chain.items[index + 1 :], start=index + 1):
                if isinstance(later, (tree.Choose, tree.ChooseFrom)):
                    if asked := _singles(chain.items[n:]):
                        self._why_alone(asked, out)
                    break
                self._why_item(later, out, None)
            else:
                self._why_laws(chain, out)

        return self.w.apart("why_here", lambda: self.w.collecting(write))

    def _why_item(self, item: tree.Stmt, out: Expr, answers: Local | None) -> None:
        match item:
            case tree.Let():
                self.w.let(self.w.local_of(item), self.w.built(item.value))
            case tree.Require():
                self._why_condition(item.condition, out)
            case tree.Choose() if answers is not None:
                self._unless(Use(answers), Return(out))
                many = Const(item.how is not None)
                answer = Builtin("answer", (Use(answers), many))
                self.w.emit(Assign(answer, (self.w.local_of(item), answers)))
                self._why_choice(item, out)
            case tree.ChooseFrom() if answers is not None:
                self._unless(Use(answers), Return(out))
                args = (self.w.build.spoken_to(), *self.w.arguments(f"menu {item.menu}", item.args))
                menu = Const(self.parts.statements.text_number(item.menu))
                more = Builtin("why_menu", (menu, Use(answers), *args))
                self.w.emit(Return(Op("+", (out, more))))
            case _:
                pass

    def _why_choice(self, item: tree.Choose, out: Expr) -> None:
        """Whether what is chosen is among the candidates, and what its condition says."""
        many = Builtin("tuple", (self.w.many(_source(item)),))
        test = Builtin("all_in" if item.how else "one_in", (Use(self.w.local_of(item)), many))
        self._unless(test, Append(Const(None), out))
        if item.where is not None:
            self._why_condition(item.where, out)

    def _why_alone(self, later: list[tree.Choose], out: Expr) -> None:
        """Of what nothing can follow: the rules that none of the later answers meets, or all of
        them if some answer meets each."""
        at = later[0].at
        each = [tree.Source(item.name, _source(item), at=item.at) for item in later]
        for source, item in zip(each, later, strict=True):
            self.w.checked.refs[source] = self.w.checked.refs[item]

        def unmet(parts: list[tree.Expr]) -> Expr:
            body = tree.And(parts, at=at) if parts[1:] else (parts or [tree.Truth(True, at=at)])[0]
            some = tree.Quantified("some", tree.Sources(each, None, at=at), body, at=at)
            return Op("not", (self.w.built(some),))

        wheres = [item.where for item in later if item.where is not None]
        both = [part for e in wheres for part in (e.parts if isinstance(e, tree.And) else [e])]
        parts = [part for part in both if not isinstance(part, tree.Afterwards)]
        blame = [When(unmet([part]), (Append(Const(_rule(part)), out),)) for part in parts]
        if len(parts) > 1:
            every = tuple(Append(Const(_rule(part)), out) for part in parts)
            blame.append(When(Op("not", (Builtin("size", (out,)),)), every))
        no_candidate = When(unmet([]), (Append(Const(None), out),), tuple(blame))
        self.w.emit(When(unmet(parts), (no_candidate,)))

    def _why_condition(self, e: tree.Expr, out: Expr) -> None:
        match e:
            case tree.And():
                for part in e.parts:
                    self._why_condition(part, out)
            case tree.Afterwards():
                pass  # asked with the laws
            case _:
                self._unless(self.w.built(e), Append(Const(_rule(e)), out))

    def _unless(self, test: Expr, s: Stmt) -> None:
        """A statement where a test does not hold."""
        self.w.emit(When(Op("not", (test,)), (s,)))


def _rule(e: tree.Expr) -> str | None:
    """The rule that a condition asks; None if it has no name."""
    return called_name(e) or None


def _source(item: tree.Choose) -> tree.Expr:
    """What something is chosen from, before it is limited to what the next part of a pair can
    follow."""
    limited = item.plain is not None and item.source is not item.plain
    if limited and isinstance(item.source, tree.Those):
        return item.source.sources.each[0].of
    return item.source


def _singles(items: Sequence[tree.Stmt]) -> list[tree.Choose]:
    """The choices of one thing with which a chain goes on."""
    found: list[tree.Choose] = []
    for item in items:
        if not isinstance(item, tree.Choose) or item.how is not None:
            break
        found.append(item)
    return found
