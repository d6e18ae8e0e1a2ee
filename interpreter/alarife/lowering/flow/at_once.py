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
from alarife.lowering.flow.decisions import Rest
from alarife.lowering.parts import Part, Parts
from alarife.lowering.values.loops import clauses
from alarife.syntax import tree

Deed = tuple[str, tuple[Local, ...]]
"""A procedure, and what it is given."""


class Sealed:
    """What a simultaneous choice queues: `deeds` are the procedures by number, `noted` the local
    that holds one player's calls of them."""

    def __init__(self, at: tree.Span) -> None:
        self.deeds: list[Deed] = []
        self.noted = Local("noted", UNKNOWN, at)


class AtOnceWriter(Part):
    """Writes simultaneous choices."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.sealing: Sealed | None = None

    def at_once(self, s: tree.AsEach, rest: Rest) -> None:
        """Everybody is asked against the same state; the effects come when the last has answered,
        in the order of seats."""
        left, sealed = Local("left", UNKNOWN, s.at), Local("sealed", UNKNOWN, s.at)
        you, sealing = self.w.local_of(s.sources.each[0]), Sealed(s.at)
        askers = Over("list", clauses(self.w.build, s.sources), Use(you))
        self.w.let(left, self.w.improved(copied(askers, {})))
        self.w.let(sealed, Const(()))
        head, done, seal = (
            self.parts.blocks.new_block(),
            self.parts.blocks.new_block(),
            self.parts.blocks.new_block(),
        )
        self.parts.blocks.go(head)
        self.parts.blocks.within(seal, lambda: self._seal((you, sealing.noted), left, sealed, head))

        def write() -> None:
            self.w.emit(Carry((Use(left), Use(sealed))))
            ask = self.parts.blocks.new_block()
            first_site = len(self.parts.decisions.sites)
            self._ask_all(s, you, ask, seal, sealing)
            for site in self.parts.decisions.sites[first_site:]:
                site.sealed, site.left = self.w.names.of(sealed), self.w.names.of(left)
                site.head = head.number
                site.follows = first_site
            with self.w.body() as then:
                self.parts.decisions.take_first(left, (you,))
                self.parts.blocks.go(ask)
            self.w.emit(When(Use(left), tuple(then)))
            self.parts.blocks.go(done)

        self.parts.blocks.within(head, write)

        def effects() -> None:
            self._effects(s, sealing, sealed)
            self.parts.blocks.go(rest())

        self.parts.blocks.within(done, effects)

    def _effects(self, s: tree.AsEach, sealing: Sealed, sealed: Local) -> None:
        """Make all queued calls, in the order of seats."""
        one, deed = Local("one", UNKNOWN, s.at), Local("deed", UNKNOWN, s.at)
        with self.w.body() as each:
            for number, (function, used) in enumerate(sealing.deeds):
                args = tuple(Builtin("item", (Use(deed), Const(i + 1))) for i in range(len(used)))
                test = Op("==", (Builtin("item", (Use(deed), Const(0))), Const(number)))
                self.w.emit(When(test, (Do(Call(function, args)),)))
        noted = Builtin("item", (Use(one), Const(1)))
        self.w.emit(Each(Use(sealed), (one,), (Each(noted, (deed,), tuple(each)),)))

    def _ask_all(
        self, s: tree.AsEach, you: Local, ask: Draft, seal: Draft, sealing: Sealed
    ) -> None:
        """Write the questions for one player into a block, and behind them seal."""

        def write() -> None:
            self.w.let(sealing.noted, Const(()))
            self.parts.flow.run(s.body, seal)

        before, self.w.you = self.w.you, you
        outer, self.sealing = self.sealing, sealing
        self.parts.blocks.within(ask, write)
        self.w.you, self.sealing = before, outer

    def note(self, body: Sequence[tree.Stmt]) -> None:
        """Queue a call instead of making it."""
        sealing = self.sealing
        assert sealing is not None

        def write() -> None:
            if not self.w.effort.light(body):
                self.w.emit(Charge(self.w.effort.of(body)))
            self.parts.statements.block(list(body))

        distrusts, self.parts.statements.distrusts = self.parts.statements.distrusts, True
        function, used = self.w.apart("deed", write, pure=False)
        self.parts.statements.distrusts = distrusts
        one = Tuple((Const(len(sealing.deeds)), *(Use(local) for local in used)))
        sealing.deeds.append((function, used))
        self.w.let(sealing.noted, Op("+", (Use(sealing.noted), Tuple((one,)))))

    def _seal(self, bound: tuple[Local, Local], left: Local, sealed: Local, head: Draft) -> None:
        """Add one player's queued calls to those of the others, and ask the next player."""
        one = tuple(Use(local) for local in bound)
        self.w.emit(Carry((*one, Use(sealed))))
        self.w.let(sealed, Op("+", (Use(sealed), Tuple((Tuple(one),)))))
        self.w.emit(Carry((Use(left),)))
        self.parts.blocks.go(head, "loop")

    def ask_menu(
        self,
        item: tree.ChooseFrom,
        options: Callable[[], Expr],
        rest: Rest,
        otherwise: Callable[[], None] | None,
    ) -> None:
        """Ask which action of a menu is chosen. Where all choose at once, go on in its offer."""
        if self.sealing is None:
            self.parts.decisions.ask_menu(item, options, rest, otherwise)
            return
        index, answer = self.parts.decisions.put_menu(item, options, otherwise)

        def write() -> None:
            for number, name in enumerate(self.w.program.actions_of.get(item.menu, [])):
                action = self._offer(item, self.w.program.actions[name], rest)
                test = Op("==", (Use(index), Const(number)))
                with self.w.body() as then:
                    self.parts.blocks.go(action)
                self.w.emit(When(test, tuple(then)))
            self.parts.blocks.go(rest())

        self.parts.blocks.within(answer, write)

    def _offer(self, item: tree.ChooseFrom, action: tree.Action, rest: Rest) -> Draft:
        """A block with the offer of an action; then it goes on."""
        block = self.parts.blocks.new_block()
        following = rest()
        rule, owner = self.w.rule, self.w.owner

        def write() -> None:
            args = self.w.arguments(f"menu {item.menu}", item.args)
            for param, arg in zip(self.w.checked.params[action], args, strict=True):
                self.w.let(param, arg)
            self.w.rule, self.w.owner = self.w.rule_number(action.name), action.name
            self.parts.flow.run(action.body, following, given=1)

        self.parts.blocks.within(block, write)
        self.w.rule, self.w.owner = rule, owner
        return block
