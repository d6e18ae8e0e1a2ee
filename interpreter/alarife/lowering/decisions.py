"""Decisions: the points where somebody is asked.

What comes in: a chain of choices, an optional action, a simultaneous choice. What goes out: for
each question a site, a block that puts it (so that it can be put again) and a block that takes the
answer. A set is chosen piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Pieces, Type
from alarife.ir.nodes import Const, Over, Use
from alarife.ir.walk import copied
from alarife.lowering.blocks import BlockWriter
from alarife.lowering.chain import Chain
from alarife.lowering.context import AskLine, Block
from alarife.syntax import tree


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
    still to be asked, both in the frame of `head`."""

    kind: str
    owner: str
    prompt: str
    at: tree.Span
    name: str = ""
    menu: str = ""
    element: Type | None = None
    rules: tuple[str, ...] = ()
    why: str = ""
    why_needs: list[Local] = field(default_factory=list)
    source: str = ""
    source_needs: list[Local] = field(default_factory=list)
    of_pieces: bool = False
    env: list[str] = field(default_factory=list)
    menu_args: list[str] = field(default_factory=list)
    got: str = ""
    sealed: str = ""
    left: str = ""
    head: int = -1
    block: int = -1


class DecisionWriter(BlockWriter):
    """Writes what asks."""

    sites: list[Site]

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
            tuple(n for n in _rule_names(where) if n in self.program.rules)
            if where is not None
            else ()
        )
        self.sites.append(Site(kind, self.owner, prompt or "", at, name, menu, element, rules))
        of = element.of if isinstance(element, Many) else element
        self.sites[-1].of_pieces = isinstance(of, Pieces)
        return len(self.sites) - 1

    def ask(
        self,
        site: int,
        options: Callable[[], str],
        answer: Block,
        otherwise: Callable[[], None] | None,
    ) -> None:
        """Put a decision in a block of its own, so that it can be put again; with no option do what
        `otherwise` says, or fault."""
        asking = self.new_block()
        self.sites[site].block = asking.number
        self.go(asking)

        def write() -> None:
            you = self.you_code()
            self.cx.line(f"o = {options()}")
            if otherwise is not None:
                self.cx.line("if not o:")
                with self.cx.deeper():
                    otherwise()
            self.cx.lines.append(AskLine(site, you, "o", answer, self.cx.indent))

        self.within(asking, write)

    def ask_chain(self, chain: Chain, rest: Callable[[], Block | None], given: bool) -> None:
        """Ask a chain's choices one after the other."""
        head = chain.items[0]
        other = head.otherwise if isinstance(head, (tree.Choose, tree.ChooseFrom)) else None

        def otherwise() -> None:
            self.go(self.arm(other or [], rest()))

        self._ask_item(chain, 0, rest, None if other is None else otherwise, given)

    def _ask_item(
        self,
        chain: Chain,
        index: int,
        rest: Callable[[], Block | None],
        otherwise: Callable[[], None] | None,
        given: bool,
    ) -> None:
        while index < len(chain.items) and isinstance(chain.items[index], (tree.Let, tree.Require)):
            item = chain.items[index]
            if isinstance(item, tree.Let):
                self.statement(item)
            elif not given:
                self.cx.line(
                    f"if not {self.code(item.condition)}:" if isinstance(item, tree.Require) else ""
                )
                self.cx.line(f"    no_option({self.rule})")
            index += 1
        if index >= len(chain.items):
            self.go(rest())
            return
        item = chain.items[index]
        if isinstance(item, tree.ChooseFrom):
            self._ask_menu(item, lambda: self.options(chain, index), rest, otherwise)
        elif isinstance(item, tree.Choose) and item.how is None:
            self._ask_one(chain, index, item, rest, otherwise)
        elif isinstance(item, tree.Choose):
            self._ask_set(chain, index, item, rest, otherwise)

    def _ask_one(
        self,
        chain: Chain,
        index: int,
        item: tree.Choose,
        rest: Callable[[], Block | None],
        otherwise: Callable[[], None] | None,
    ) -> None:
        chosen = self.local_of(item)
        site = self.site(
            "one", item.prompt, item.at, item.name, element=self.type(item.source), where=item.where
        )
        answer = self.new_block()
        answer.first = [chosen]
        answer.bind(chosen)
        self.ask(site, lambda: self.options(chain, index), answer, otherwise)
        self._explain(site, chain, index, answer, chosen)
        self.within(answer, lambda: self._ask_item(chain, index + 1, rest, None, True))

    def _explain(self, site: int, chain: Chain, index: int, answer: Block, chosen: Local) -> None:
        """Let the decision carry what is needed to say why something is not offered."""
        self.sites[site].why, needs = self.why_here(chain, index)
        self.sites[site].why_needs = needs
        for local in needs:
            if local is not chosen and local is not self.you:
                answer.use(local)

    def _ask_menu(
        self,
        item: tree.ChooseFrom,
        options: Callable[[], str],
        rest: Callable[[], Block | None],
        otherwise: Callable[[], None] | None,
    ) -> None:
        index = Local("index", UNKNOWN, item.at)
        site = self.site("menu", self.program.menus[item.menu].title, item.at, menu=item.menu)
        answer = self.new_block()
        answer.first = [index]
        answer.bind(index)
        self.ask(site, options, answer, otherwise)
        for arg in item.args:
            ref = self.checked.refs.get(arg)
            known = isinstance(arg, tree.Name) and ref is not None and isinstance(ref.target, Local)
            self.sites[site].menu_args.append(
                self.names.of(ref.target)
                if known and ref is not None and isinstance(ref.target, Local)
                else ""
            )

        def write() -> None:
            args = [self.you_code(), *self.arguments(f"menu {item.menu}", item.args)]
            self.push(rest())
            self.cx.line(f"return MENU·{item.menu}[{self.read(index)}]({', '.join(['s', *args])})")

        self.within(answer, write)

    def _ask_set(
        self,
        chain: Chain,
        index: int,
        item: tree.Choose,
        rest: Callable[[], Block | None],
        otherwise: Callable[[], None] | None,
    ) -> None:
        """A set is chosen piece by piece, in any order; `got` is what has been chosen so far, by
        ids: so the same set leads to the same state."""
        chosen, got, more = (
            self.local_of(item),
            Local("got", self.type(item.source), item.at),
            Local("piece", UNKNOWN, item.at),
        )
        site = self.site(
            "set", item.prompt, item.at, item.name, element=self.type(item.source), where=item.where
        )
        self.sites[site].got = self.names.of(got)
        self.cx.line(f"{self.bound(got)} = ()")
        ask, answer = self.new_block(), self.new_block()
        if otherwise is not None:
            self.cx.line(f"if not {self.text(self.any_set(item))}:")
            with self.cx.deeper():
                otherwise()
        self.go(ask)
        following: list[str] = []

        def options() -> str:
            following.append(self.next_members(item, got))
            return following[0]

        self.within(ask, lambda: self.ask(site, options, answer, None))
        answer.first = [more]
        answer.bind(more)
        self._explain(site, chain, index, answer, chosen)
        self.sites[site].source, self.sites[site].source_needs = self.apart(
            "source", lambda: self.cx.line(f"return tuple({self.iterable(item.source)})")
        )

        def write() -> None:
            name, piece = self.read(got), self.read(more)
            self.cx.line(f"if {piece} is not None:")
            with self.cx.deeper():
                self.cx.line(f"{name} = tuple(sorted(({piece}, *{name})))")
                self._put_next(site, following[0], answer)
                self.go(ask, "loop")
            self.cx.line(f"{self.bound(chosen)} = {name}")
            self._ask_item(chain, index + 1, rest, None, True)

        self.within(answer, write)

    def _put_next(self, site: int, options: str, answer: Block) -> None:
        """Put the decision on the next member straight away; only what nobody need be asked about
        goes by way of the machine."""
        for local in list(self.blocks[self.sites[site].block].uses):
            self.cx.use(local)
        self.cx.line(f"o = {options}")
        self.cx.lines.append(
            AskLine(site, self.you_code(), "o", answer, self.cx.indent, only_if_open=True)
        )

    def may(self, s: tree.May, rest: Callable[[], Block | None]) -> None:
        """Ask whether something is done that may be done, if it can be."""
        yes = Local("yes", UNKNOWN, s.at)
        site = self.site("may", s.prompt, s.at)
        chain, _ = self.chain(s.body, 0)
        there = self.improved(self.completes(chain, 0))
        otherwise: list[Block | None] = []

        def other() -> Block | None:
            if not otherwise:
                otherwise.append(self.arm(s.otherwise or [], rest()))
            return otherwise[0]

        if not (isinstance(there, Const) and there.value is True):
            self.cx.line(f"if not {self.text(there)}:")
            with self.cx.deeper():
                self.go(other())
        answer = self.new_block()
        answer.first = [yes]
        answer.bind(yes)
        self.ask(site, lambda: "YES_NO", answer, None)

        def write() -> None:
            self.cx.line(f"if not {self.read(yes)}:")
            with self.cx.deeper():
                self.go(other())
            self.run(s.body, rest(), given=1)

        self.within(answer, write)

    # ----------------------------------------------------------------
    # simultaneous choice
    def at_once(self, s: tree.AsEach, rest: Callable[[], Block | None]) -> None:
        """Everybody is asked against the same state; the effects come when the last has answered,
        in the order of seats."""
        chain, end = self.chain(s.body, 0, at_once=True)
        effect = s.body[end:]
        left, sealed = Local("left", UNKNOWN, s.at), Local("sealed", UNKNOWN, s.at)
        you = self.local_of(s.sources.each[0])
        bound = [
            you,
            *(self.local_of(i) for i in chain.items if isinstance(i, (tree.Choose, tree.Let))),
        ]

        askers = self.improved(copied(Over("list", self.build.clauses(s.sources), Use(you)), {}))
        self.cx.line(f"{self.bound(left)}, {self.bound(sealed)} = {self.text(askers)}, ()")
        head, done = self.new_block(), self.new_block()
        self.go(head)

        def sealing() -> None:
            names = ", ".join(self.read(local) for local in bound)
            self.cx.line(f"{self.names.of(sealed)} = {self.read(sealed)} + (({names},),)")
            self.cx.use(left)
            self.go(head, "loop")

        seal = self.new_block()
        self.within(seal, sealing)

        def write() -> None:
            name = self.read(left)
            self.cx.use(sealed)
            self.cx.line(f"if {name}:")
            ask = self.new_block()
            before, self.you = self.you, you
            first_site = len(self.sites)
            self.within(ask, lambda: self._ask_item(chain, 0, lambda: seal, None, False))
            self.you = before
            for site in self.sites[first_site:]:
                site.sealed, site.left = self.names.of(sealed), self.names.of(left)
                site.head = head.number
            with self.cx.deeper():
                self.cx.line(f"{self.bound(you)} = {name}[0]")
                self.cx.line(f"{name} = {name}[1:]")
                self.go(ask)
            self.go(done)

        self.within(head, write)

        def effects() -> None:
            self.cx.line(
                f"for {', '.join(self.bound(local) for local in bound)}{',' if len(bound) == 1 else ''}"  # noqa: E501
                f" in {self.read(sealed)}:"
            )
            with self.cx.deeper():
                self.with_you(you, effect)
            self.go(rest())

        self.within(done, effects)


def _rule_names(e: tree.Expr) -> list[str]:
    match e:
        case tree.Group():
            return _rule_names(e.inner)
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
