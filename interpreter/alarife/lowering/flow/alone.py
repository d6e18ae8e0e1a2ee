"""Questions that only one option can answer.

`repeat while some p is still asked: choose from call`, or `for each p in some order: choose from
call`: everybody is asked in turn, and most can only decline. Where a loop puts a menu with one
action that can always be carried out, and neither that action nor what follows it in the round
asks anybody, the round is carried out in the loop itself as long as nothing else can be chosen. No
decision is put. In a game that is logged, such an answer is a line of the log, what it does is done
under the frame of the loop, and everything is asked where a game asks always."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.liveness import within
from alarife.ir.nodes import Builtin, Call, Const, Expr, Function, Holding, Op, Use
from alarife.ir.statements import (
    Ask,
    AskMore,
    Assign,
    Block,
    Break,
    Carry,
    Do,
    Drop,
    Each,
    End,
    Enter,
    EnterAction,
    Go,
    Return,
    Stmt,
    When,
    While,
)
from alarife.ir.switches import Switches
from alarife.ir.walk import copied, is_simple
from alarife.lowering.flow.flow import Entry
from alarife.syntax import tree

LEAVING = (Ask, AskMore, Break, Drop, End, Enter, EnterAction, Go, Return)
"""Statements after which another follows than the next."""
MOST_ROUNDS = 64
"""After so many rounds the machine goes on: it stops a loop without end."""


class Alone:
    """Rewrites the blocks of a program; see the module. `entries`: where procedures begin, by the
    name they are called by; `actions`: by menu the names of its actions; `logged`: by question the
    number of the rule that the log is told of; None if nothing is logged."""

    def __init__(
        self,
        blocks: Sequence[Block],
        entries: Mapping[str, Entry],
        functions: Mapping[str, Function],
        actions: Mapping[str, Sequence[str]],
        switches: Switches,
        logged: Sequence[int] | None,
    ) -> None:
        self.logged = logged
        self.blocks = blocks
        self.entries = entries
        self.functions = functions
        self.actions = actions
        self.switches = switches

    def all(self) -> list[Block]:
        """All blocks, rewritten."""
        return [self._block(b) for b in self.blocks]

    def _block(self, block: Block) -> Block:
        match block.body:
            case (When(test=test, then=then, other=()), End()):
                round_ = self._round(block, then)
                if round_ is None:
                    return block
                rounds = Builtin("range", (Const(1), Const(MOST_ROUNDS)))
                number = Local("n", UNKNOWN, tree.NOWHERE)
                many = Each(rounds, (number,), (When(test, round_, (End(),)),))
                return replace(block, body=(many, Go("loop", block.number)))
            case (*before, While(body=(*taken, When(then=then, other=()) as one)) as loop, after):
                round_ = self._round(block, then)
                if round_ is None:
                    return block
                loop = replace(loop, body=(*taken, replace(one, then=round_)))
                return replace(block, body=(*before, loop, after))
            case _:
                return block

    def _round(self, block: Block, then: Sequence[Stmt]) -> tuple[Stmt, ...] | None:
        """A round of a block that loops, in which nobody is asked who has no choice; None if it is
        none."""
        found = None
        match then:
            case (Go(how="push", block=to), *rest) if to == block.number and not block.first:
                found = self._alone(rest)
            case _:
                pass
        if found is None:
            return None
        guards, others, done = found
        if self.logged is not None:
            others = Op("or", (Builtin("asks_always", ()), others))
            if len(done) > 1:  # more than that the log is told
                done = (then[0], *done, Drop())
        self.switches.owner = block.owner
        self.switches.applied("alone")
        round_: tuple[Stmt, ...] = (When(others, tuple(then), done),)
        for guard in reversed(guards):
            round_ = (When(guard, round_, ()),)
        return round_

    def _alone(self, stmts: Sequence[Stmt]) -> tuple[list[Expr], Expr, tuple[Stmt, ...]] | None:
        """When anybody is asked, whether anything else can be chosen then, and what is done if not;
        None if that can't be told."""
        known: dict[Local, Expr] = {}
        guards: list[Expr] = []
        ask = self._asked(stmts, known, guards)
        if ask is None or not isinstance(ask.options, Call) or ask.otherwise:
            return None
        answer = self.blocks[ask.answer]
        after: tuple[Stmt, ...] | None
        match [s for s in answer.body if not isinstance(s, Carry)]:
            case [*pushed, EnterAction(menu=menu, args=args, index=Use(local=index))] if (
                index,
            ) == answer.first:
                after = self._pushed(pushed, known)
            case _:
                return None
        found = self._only(menu, ask.options)
        if found is None or after is None:
            return None
        others, alone = found
        entry = self.entries.get(f"action·{self.actions[menu][alone]}")
        if entry is None or len(entry.params) != len(args) or not all(map(is_simple, args)):
            return None
        given = dict(zip(entry.params, [copied(a, known) for a in args], strict=True))
        done = self._quiet(entry.block, given)
        if done is None:
            return None
        if self.logged is not None:
            asked = (Const(self.logged[ask.site]), Const(ask.site), copied(ask.you, known))
            done = (Do(Builtin("tell_alone", (*asked, Const(alone)))), *done)
        return guards, copied(others, known), (*done, *after)

    def _pushed(
        self, stmts: Sequence[Stmt], known: Mapping[Local, Expr]
    ) -> tuple[Stmt, ...] | None:
        """What is done after an action, if it is quiet."""
        match stmts:
            case []:
                return ()
            case [Go(how="push", block=to)]:
                return self._quiet(to, known)
            case _:
                return None

    def _asked(
        self, stmts: Sequence[Stmt], known: dict[Local, Expr], guards: list[Expr]
    ) -> Ask | None:
        """The question to which some statements lead that do nothing but name what is `known`, and
        end where one of the `guards` doesn't hold."""
        seen: set[int] = set()
        while True:
            for s in stmts[:-1]:
                match s:
                    case Carry():
                        pass
                    case Assign(value=value, locals=(local,)) if is_simple(value):
                        known[local] = copied(value, known)
                    case _:
                        return None
            last = stmts[-1]
            match last:
                case When(test=test, then=(way,), other=(End(),)):
                    guards.append(copied(test, known))
                    last = way
                case _:
                    pass
            if isinstance(last, Ask):
                return last
            if not isinstance(last, Go) or last.how != "jump" or last.block in seen:
                return None
            seen.add(last.block)
            stmts = self.blocks[last.block].body

    def _only(self, menu: str, options: Call) -> tuple[Expr, int] | None:
        """Of a menu with one action that can always be carried out: whether there is another, and
        the number of that one."""
        f = self.functions.get(options.function)
        if f is None or not isinstance(f.body, Holding):
            return None
        tests = f.body.tests
        always = [i for i, t in enumerate(tests) if isinstance(t, Const) and t.value is True]
        others = [t for t in tests if not isinstance(t, Const)]
        if len(always) != 1 or not others or len(tests) != len(self.actions[menu]):
            return None
        either = others[0] if len(others) == 1 else Op("or", tuple(others))
        given = dict(zip(f.params, options.args, strict=True))
        return copied(either, given), always[0]

    def _quiet(self, number: int, given: Mapping[Local, Expr]) -> tuple[Stmt, ...] | None:
        """What a block does that goes on to no other and asks nobody."""
        *stmts, last = self.blocks[number].body
        if not isinstance(last, End) or any(isinstance(s, LEAVING) for s in within(stmts)):
            return None
        return tuple([copied(s, given) for s in stmts if not isinstance(s, Carry)])
