"""Choices at once: everybody is asked against the same state, and then everything is done.

The block of `as each … at once` is written as any block that asks, with two differences: what asks
nobody is not done but noted down (as the number of a procedure and the values it takes), and the
actions of a menu are written out in the block. At the end, what one has noted down is put with what
the others have (sealed). When the last has answered, all of it is done, in the order of seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.nodes import Builtin, Call, Const, Expr, Op, Over, Tuple, Use
from alarife.ir.statements import Carry, Charge, Do, Each, When
from alarife.ir.walk import copied
from alarife.lowering.flow.blocks import Draft
from alarife.lowering.flow.decisions import DecisionWriter, Rest
from alarife.syntax import tree

Deed = tuple[str, tuple[Local, ...]]
"""A procedure, and what it is given."""


class Sealed:
    """What is noted down in a simultaneous choice: `deeds` by number, `noted` the local that holds
    what one player is going to do."""

    def __init__(self, at: tree.Span) -> None:
        self.deeds: list[Deed] = []
        self.noted = Local("noted", UNKNOWN, at)


class AtOnceWriter(DecisionWriter):
    """Writes simultaneous choices."""

    sealing: Sealed | None = None

    def at_once(self, s: tree.AsEach, rest: Rest) -> None:
        """Everybody is asked against the same state; the effects come when the last has answered,
        in the order of seats."""
        left, sealed = Local("left", UNKNOWN, s.at), Local("sealed", UNKNOWN, s.at)
        you, sealing = self.local_of(s.sources.each[0]), Sealed(s.at)
        askers = Over("list", self.build.clauses(s.sources), Use(you))
        self.let(left, self.improved(copied(askers, {})))
        self.let(sealed, Const(()))
        head, done, seal = self.new_block(), self.new_block(), self.new_block()
        self.go(head)
        self.within(seal, lambda: self._seal((you, sealing.noted), left, sealed, head))

        def write() -> None:
            self.emit(Carry((Use(left), Use(sealed))))
            ask = self.new_block()
            first_site = len(self.sites)
            self._ask_all(s, you, ask, seal, sealing)
            for site in self.sites[first_site:]:
                site.sealed, site.left = self.names.of(sealed), self.names.of(left)
                site.head = head.number
                site.follows = first_site
            with self.body() as then:
                self.take_first(left, (you,))
                self.go(ask)
            self.emit(When(Use(left), tuple(then)))
            self.go(done)

        self.within(head, write)

        def effects() -> None:
            one, deed = Local("one", UNKNOWN, s.at), Local("deed", UNKNOWN, s.at)
            with self.body() as each:
                for number, (function, used) in enumerate(sealing.deeds):
                    args = tuple(
                        Builtin("item", (Use(deed), Const(i + 1))) for i in range(len(used))
                    )
                    test = Op("==", (Builtin("item", (Use(deed), Const(0))), Const(number)))
                    self.emit(When(test, (Do(Call(function, args)),)))
            noted = Builtin("item", (Use(one), Const(1)))
            self.emit(Each(Use(sealed), (one,), (Each(noted, (deed,), tuple(each)),)))
            self.go(rest())

        self.within(done, effects)

    def _ask_all(
        self, s: tree.AsEach, you: Local, ask: Draft, seal: Draft, sealing: Sealed
    ) -> None:
        """Write the questions for one player into a block, and behind them seal."""

        def write() -> None:
            self.let(sealing.noted, Const(()))
            self.run(s.body, seal)

        before, self.you = self.you, you
        outer, self.sealing = self.sealing, sealing
        self.within(ask, write)
        self.you, self.sealing = before, outer

    def note(self, body: Sequence[tree.Stmt]) -> None:
        """Note down what is to be done."""
        sealing = self.sealing
        assert sealing is not None

        def write() -> None:
            if not self.effort.light(body):
                self.emit(Charge(self.effort.of(body)))
            self.block(list(body))

        distrusts, self.distrusts = self.distrusts, True
        function, used = self.apart("deed", write, pure=False)
        self.distrusts = distrusts
        one = Tuple((Const(len(sealing.deeds)), *(Use(local) for local in used)))
        sealing.deeds.append((function, used))
        self.let(sealing.noted, Op("+", (Use(sealing.noted), Tuple((one,)))))

    def _seal(self, bound: tuple[Local, Local], left: Local, sealed: Local, head: Draft) -> None:
        """Put what one has answered with what others have, and ask the next."""
        one = tuple(Use(local) for local in bound)
        self.emit(Carry((*one, Use(sealed))))
        self.let(sealed, Op("+", (Use(sealed), Tuple((Tuple(one),)))))
        self.emit(Carry((Use(left),)))
        self.go(head, "loop")

    def ask_menu(
        self,
        item: tree.ChooseFrom,
        options: Callable[[], Expr],
        rest: Rest,
        otherwise: Callable[[], None] | None,
    ) -> None:
        """Ask which action of a menu is chosen. Where all choose at once, go on in its offer."""
        if self.sealing is None:
            super().ask_menu(item, options, rest, otherwise)
            return
        index, answer = self.put_menu(item, options, otherwise)

        def write() -> None:
            for number, name in enumerate(self.program.actions_of.get(item.menu, [])):
                action = self._offer(item, self.program.actions[name], rest)
                test = Op("==", (Use(index), Const(number)))
                with self.body() as then:
                    self.go(action)
                self.emit(When(test, tuple(then)))
            self.go(rest())

        self.within(answer, write)

    def _offer(self, item: tree.ChooseFrom, action: tree.Action, rest: Rest) -> Draft:
        """A block with the offer of an action; then it goes on."""
        block = self.new_block()
        following = rest()
        rule, owner = self.rule, self.owner

        def write() -> None:
            args = self.arguments(f"menu {item.menu}", item.args)
            for param, arg in zip(self.checked.params[action], args, strict=True):
                self.let(param, arg)
            self.rule, self.owner = self.rule_number(action.name), action.name
            self.run(action.body, following, given=1)

        self.within(block, write)
        self.rule, self.owner = rule, owner
        return block
