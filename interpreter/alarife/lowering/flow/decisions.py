"""Decisions: the points where somebody is asked.

What comes in: a chain of choices, an optional action. What goes out: for
each question a site, a block that puts it (so that it can be put again) and a block that takes the
answer. A set is chosen piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Pieces, Type
from alarife.diagnostics import Label, rule_error
from alarife.ir.nodes import Builtin, Const, Expr, Op, Table, Use
from alarife.ir.statements import (
    Ask,
    AskMore,
    Assign,
    Carry,
    Do,
    EnterAction,
    Go,
    Return,
    When,
)
from alarife.lowering.flow.blocks import Draft
from alarife.lowering.offers.chain import Chain
from alarife.lowering.parts import Part, Parts
from alarife.syntax import tree

MOST_ASKED = 60
"""So many questions may follow upon one another; each is written into the one before."""
Rest = Callable[[], Draft | None]
"""Gives the block for what follows, made when first asked for."""


@dataclass(slots=True)
class Site:
    """A place in the rules where a decision is put: what is asked and how. `kind`: one, set, menu,
    may. `owner` is the declaration, `name` what the answer is called, `element` what it is chosen
    from. `env` names what the decision carries; `why` is the function that says which rules an
    answer breaks, given what `why_needs`; `source` the function that gives the candidates of a set,
    given `source_needs`; `of_pieces` says that they are pieces. `menu_args` are the names in `env`
    of a menu's arguments ("" where it is no plain name); `got` the name in `env` of what has been
    chosen of a set so far;
    `sealed` the name of answers that others have given in secret, `left` that of the seats that are
    still to be asked, both in the frame of `head`; `tried` is how many candidates a set has at most
    whose members are compared with one another, 0 if they are not; `follows` is the first of the
    questions that all answer at once: the others see that one, whichever stands."""

    kind: str
    owner: str
    prompt: str
    at: tree.Span
    name: str = ""
    menu: str = ""
    element: Type | None = None
    rules: tuple[str, ...] = ()
    why: str = ""
    why_needs: list[Local] = field(default_factory=list[Local])
    source: str = ""
    source_needs: list[Local] = field(default_factory=list[Local])
    of_pieces: bool = False
    env: list[str] = field(default_factory=list[str])
    menu_args: list[str] = field(default_factory=list[str])
    got: str = ""
    sealed: str = ""
    left: str = ""
    head: int = -1
    block: int = -1
    tried: int = 0
    follows: int = -1


class DecisionWriter(Part):
    """Writes what asks."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.sites: list[Site] = []

    def site(
        self,
        kind: str,
        prompt: str | None,
        at: tree.Span,
        name: str = "",
        menu: str = "",
        element: Type | None = None,
        where: tree.Expr | None = None,
    ) -> int:
        """The number of a new decision site."""
        rules = (
            tuple(n for n in _rule_names(where) if n in self.w.program.rules)
            if where is not None
            else ()
        )
        self.sites.append(Site(kind, self.w.owner, prompt or "", at, name, menu, element, rules))
        of = element.of if isinstance(element, Many) else element
        self.sites[-1].of_pieces = isinstance(of, Pieces)
        return len(self.sites) - 1

    def ask(
        self,
        site: int,
        options: Callable[[], Expr],
        answer: Draft,
        otherwise: Callable[[], None] | None,
    ) -> None:
        """Put a decision in a block of its own, so that it can be put again; with no option do what
        `otherwise` says, or fault."""
        asking = self.parts.blocks.new_block()
        self.sites[site].block = asking.number
        self.parts.blocks.go(asking)

        def write() -> None:
            you, found = self.w.build.spoken_to(), options()
            with self.w.body() as other:
                if otherwise is not None:
                    otherwise()
            self.w.emit(Ask(you, found, tuple(other), site, answer.number))

        self.parts.blocks.within(asking, write)

    def ask_chain(self, chain: Chain, rest: Rest, given: bool) -> None:
        """Ask a chain's choices one after the other."""
        head = chain.items[0]
        if len(chain.items) > MOST_ASKED:
            message = f"Here more than {MOST_ASKED} questions follow upon one another."
            hint = "Put some of them into steps of their own."
            raise rule_error("E0402", message, hint, Label(head.at))
        other = head.otherwise if isinstance(head, (tree.Choose, tree.ChooseFrom)) else None

        def otherwise() -> None:
            self.parts.blocks.go(self.parts.flow.arm(other or [], rest()))

        self._ask_item(chain, 0, rest, None if other is None else otherwise, given)

    def _ask_item(
        self,
        chain: Chain,
        index: int,
        rest: Rest,
        otherwise: Callable[[], None] | None,
        given: bool,
    ) -> None:
        while index < len(chain.items) and isinstance(chain.items[index], (tree.Let, tree.Require)):
            item = chain.items[index]
            if isinstance(item, tree.Let):
                self.parts.statements.statement(item)
            elif isinstance(item, tree.Require) and not given:
                fault = Do(Builtin("no_option", (Const(self.w.rule),)))
                self.w.emit(When(Op("not", (self.w.built(item.condition),)), (fault,)))
            index += 1
        if index >= len(chain.items):
            self.parts.blocks.go(rest())
            return
        item = chain.items[index]
        if isinstance(item, tree.ChooseFrom):
            self.parts.at_once.ask_menu(
                item, lambda: self.parts.offers.options(chain, index), rest, otherwise
            )
        elif isinstance(item, tree.Choose) and item.how is None:
            self._ask_one(chain, index, item, rest, otherwise)
        elif isinstance(item, tree.Choose):
            self._ask_set(chain, index, item, rest, otherwise)

    def _ask_one(
        self,
        chain: Chain,
        index: int,
        item: tree.Choose,
        rest: Rest,
        otherwise: Callable[[], None] | None,
    ) -> None:
        chosen = self.w.local_of(item)
        site = self.site(
            "one",
            item.prompt,
            item.at,
            item.name,
            element=self.w.type(item.source),
            where=item.where,
        )
        answer = self.parts.blocks.new_block(chosen)
        self.ask(site, lambda: self.parts.offers.options(chain, index), answer, otherwise)
        self._explain(site, chain, index, answer, chosen)
        self.parts.blocks.within(answer, lambda: self._ask_item(chain, index + 1, rest, None, True))

    def _explain(self, site: int, chain: Chain, index: int, answer: Draft, chosen: Local) -> None:
        """Let the decision carry what is needed to say why something is not offered."""
        self.sites[site].why, needs = self.parts.why.why_here(chain, index)
        self.sites[site].why_needs = list(needs)
        answer.carried += [x for x in needs if x is not chosen and x is not self.w.you]

    def ask_menu(
        self,
        item: tree.ChooseFrom,
        options: Callable[[], Expr],
        rest: Rest,
        otherwise: Callable[[], None] | None,
    ) -> None:
        """Ask which action of a menu is chosen, and enter it."""
        index, answer = self.put_menu(item, options, otherwise)

        def write() -> None:
            args = (self.w.build.spoken_to(), *self.w.arguments(f"menu {item.menu}", item.args))
            self.parts.blocks.push(rest())
            self.w.emit(EnterAction(item.menu, args, Use(index)))

        self.parts.blocks.within(answer, write)

    def put_menu(
        self,
        item: tree.ChooseFrom,
        options: Callable[[], Expr],
        otherwise: Callable[[], None] | None,
    ) -> tuple[Local, Draft]:
        """Ask which action of a menu is chosen; its number, and the block that takes the answer."""
        index = Local("index", UNKNOWN, item.at)
        site = self.site("menu", self.w.program.menus[item.menu].title, item.at, menu=item.menu)
        answer = self.parts.blocks.new_block(index)
        self.ask(site, options, answer, otherwise)
        for arg in item.args:
            local = self.w.checked.local(arg) if isinstance(arg, tree.Name) else None
            self.sites[site].menu_args.append("" if local is None else self.w.names.of(local))
        return index, answer

    def _ask_set(
        self,
        chain: Chain,
        index: int,
        item: tree.Choose,
        rest: Rest,
        otherwise: Callable[[], None] | None,
    ) -> None:
        """A set is chosen piece by piece, in any order; `got` is what has been chosen so far, by
        ids: so the same set leads to the same state."""
        chosen, got, more = (
            self.w.local_of(item),
            Local("got", self.w.type(item.source), item.at),
            Local("piece", UNKNOWN, item.at),
        )
        element = self.w.type(item.source)
        site = self.site("set", item.prompt, item.at, item.name, element=element, where=item.where)
        self.sites[site].got = self.w.names.of(got)
        self.w.let(got, Const(()))
        ask, answer = self.parts.blocks.new_block(), self.parts.blocks.new_block(more)
        if otherwise is not None:
            with self.w.body() as other:
                otherwise()
            some = self.w.improved(self.parts.chains.sets.any_set(item))
            self.w.emit(When(Op("not", (some,)), tuple(other)))
        self.parts.blocks.go(ask)
        following = self.parts.chains.sets.next_members(item, got)
        if self.parts.chains.sets.conditions.compares:
            self.sites[site].tried = self.w.weights.sizes.of(item.source)
        self.parts.blocks.within(ask, lambda: self.ask(site, lambda: following, answer, None))
        self._explain(site, chain, index, answer, chosen)
        candidates = Return(Builtin("tuple", (self.w.many(item.source),)))
        self.sites[site].source, needs = self.w.apart("source", lambda: self.w.emit(candidates))
        self.sites[site].source_needs = list(needs)

        def write() -> None:
            with self.w.body() as then:
                self.w.let(got, Builtin("with_member", (Use(got), Use(more))))
                self._ask_again(site, following, ask, answer)
            self.w.emit(Carry((Use(got),)))
            self.w.emit(When(Op("is some", (Use(more),)), tuple(then)))
            self.w.let(chosen, Use(got))
            self._ask_item(chain, index + 1, rest, None, True)

        self.parts.blocks.within(answer, write)

    def _ask_again(self, site: int, following: Expr, ask: Draft, answer: Draft) -> None:
        """Put the decision of a set again, after a member has been added."""
        asking = self.parts.blocks.draft(self.sites[site].block)
        self.w.emit(Carry(tuple(Use(local) for local in asking.uses())))
        again = (Go("loop", ask.number),)
        you = self.w.build.spoken_to()
        self.w.emit(AskMore(you, following, again, site, answer.number))

    def may(self, s: tree.May, rest: Rest) -> None:
        """Ask whether something is done that may be done, if it can be."""
        yes = Local("yes", UNKNOWN, s.at)
        site = self.site("may", s.prompt, s.at)
        chain, _ = self.parts.chains.chain(s.body, 0)
        there = self.w.improved(self.parts.offers.completes(chain, 0))
        otherwise: list[Draft | None] = []

        def other() -> Draft | None:
            if not otherwise:
                otherwise.append(self.parts.flow.arm(s.otherwise or [], rest()))
            return otherwise[0]

        if not (isinstance(there, Const) and there.value is True):
            self._unless_go(there, other)
        answer = self.parts.blocks.new_block(yes)
        self.ask(site, lambda: Table("YES_NO"), answer, None)

        def write() -> None:
            self._unless_go(Use(yes), other)
            self.parts.flow.run(s.body, rest(), given=1)

        self.parts.blocks.within(answer, write)

    def _unless_go(self, test: Expr, rest: Rest) -> None:
        """Where a test does not hold, go on elsewhere."""
        with self.w.body() as then:
            self.parts.blocks.go(rest())
        self.w.emit(When(Op("not", (test,)), tuple(then)))

    def take_first(self, left: Local, locals_: tuple[Local, ...]) -> None:
        """Take the first of what is left: its members, if there are several locals."""
        self.w.emit(Assign(Builtin("item", (Use(left), Const(0))), locals_))
        self.w.let(left, Builtin("but_first", (Use(left),)))


def _rule_names(e: tree.Expr) -> list[str]:
    match e:
        case tree.And():
            return [n for p in e.parts for n in _rule_names(p)]
        case tree.Afterwards():
            return _rule_names(e.of)
        case tree.Call():
            return [e.name]
        case tree.Name():
            return [e.id]
        case _:
            return []
