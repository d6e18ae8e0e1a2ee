"""Steps below which somebody is asked become segments.

Such a step is cut where it can stop: at every decision, and at every call of another such step. Each piece is a **block**, a
Python
function that takes the state and the names still needed. Going on later is a frame in the state, `(block, frame below, names…)`;
a
small machine in the engine takes the top frame and runs its block. A block returns True if a decision stands, False to
let the machine go on. Loops go back by way of the machine, so nothing nests. Which names a block needs follows from what it and
the
blocks behind it read (liveness), so equal states have equal frames.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Seat, Type, set_of
from alarife.lowering.context import AskLine, Block, Jump
from alarife.lowering.offers import Chain, OfferWriter
from alarife.lowering.statements import CallProc, Choice
from alarife.syntax import tree


@dataclass(slots=True)
class Site:
    """A place in the rules where a decision is put: what is asked and how. `kind`: one, set, menu, may. `owner` is the
    declaration, `name`
    what the answer is called, `element` what it is chosen from. `env` names what the decision carries; `why` is the function that
    says which
    rules an answer breaks, given what `why_needs`; `menu_args` are the names in `env` of a menu's arguments ("" where it is no
    plain
    name); `sealed` the name of answers that others have given in secret."""

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
    env: list[str] = field(default_factory=list)
    menu_args: list[str] = field(default_factory=list)
    sealed: str = ""
    head: int = -1
    block: int = -1


class FlowWriter(OfferWriter):
    """Writes asking steps, hooks and actions as blocks."""

    blocks: list[Block]
    aliases: list[str]
    """What comes after the blocks: their other names, and tables of them."""
    entries: set[int]
    """The blocks at which procedures begin."""
    sites: list[Site]

    def asks(self, s: tree.Stmt) -> bool:
        """Whether somebody may be asked while this statement is carried out."""
        match s:
            case tree.Choose() | tree.ChooseFrom() | tree.May() | tree.Require():
                return True
            case tree.Do():
                ref = self.checked.refs[s]
                if ref.kind == "usual":
                    return self.usual_call is not None and self.usual_call.owner in self.checked.asking
                return f"step {ref.target}" in self.checked.asking
            case CallProc():
                return s.owner in self.checked.asking
            case tree.Raise():
                return f"moment {self.checked.refs[s].target}" in self.checked.asking
            case tree.If():
                return any(self.asks(x) for _, block in s.arms for x in block) or any(self.asks(x) for x in s.otherwise or [])
            case Choice():
                return any(self.asks(x) for x in [*s.then, *s.other])
            case tree.ForEach() | tree.Repeat() | tree.RepeatTimes() | tree.As() | tree.AsEach() | tree.Together():
                return any(self.asks(x) for x in s.body)
            case _:
                return False

    # ------------------------------------------------------------------------------------------------ blocks
    def new_block(self) -> Block:
        """A block of the step being written."""
        block = Block(number=len(self.blocks), owner=self.owner)
        self.blocks.append(block)
        return block

    def within(self, block: Block, write: Callable[[], None]) -> None:
        """Write into a block."""
        outer, self.cx = self.cx, block
        write()
        self.cx = outer

    def go(self, target: Block | None, how: str = "jump") -> None:
        """End here and go to a block, or end the step."""
        if target is None:
            self.cx.line("return False")
        else:
            self.cx.lines.append(Jump(how, target, self.cx.indent))

    def push(self, target: Block | None) -> None:
        """Say where to go on when what follows has ended."""
        if target is not None:
            self.cx.lines.append(Jump("push", target, self.cx.indent))

    def procedure(self, function: str, params: Sequence[Local], you: Local | None, body: list[tree.Stmt], given: int = 0) -> None:
        """Write an asking body as blocks, and the function that enters it."""
        first = len(self.blocks)
        before, self.you = self.you, you
        entry = self.new_block()
        self.within(entry, lambda: self.run(body, None, given))
        settle(self.blocks[first:])
        names = [self.names.of(local) for local in ([you] if you else []) + list(params)]
        live = "".join(f", {self.names.of(local)}" for local in entry.live)
        self.entries.add(entry.number)
        if live == "".join(f", {name}" for name in names):
            self.aliases.append(f"{function} = b{entry.number}")
        else:
            self.functions.append(f"def {function}({', '.join(['s', *names])}):\n    return b{entry.number}(s{live})")
        self.you = before

    def run(self, body: Sequence[tree.Stmt], after: Block | None, given: int = 0) -> None:
        """Write statements into the current block, ending by going to `after`. The first `given` requirements need no asking."""
        at = 0
        while at < len(body):
            s = body[at]
            if (
                isinstance(s, tree.Require)
                or (isinstance(s, tree.Let) and self._leads_chain(body, at))
                or isinstance(s, (tree.Choose, tree.ChooseFrom))
            ):
                chain, end = self.chain(body, at)
                if chain.items:
                    self._ask_chain(chain, self._rest(body, end, after), at < given or given > 0)
                    return
            if isinstance(s, tree.Never):  # what follows is not reached, so what it reads need not be there
                self.statement(s)
                self.go(None)
                return
            if not self.asks(s):
                self.statement(s)
                at += 1
                continue
            self._asking(s, self._rest(body, at + 1, after))
            return
        self.go(after)

    def _leads_chain(self, body: Sequence[tree.Stmt], at: int) -> bool:
        for s in body[at:]:
            if isinstance(s, (tree.Require,)):
                return True
            if not isinstance(s, (tree.Let, tree.Sentence)):
                return False
        return False

    def _rest(self, body: Sequence[tree.Stmt], start: int, after: Block | None) -> Callable[[], Block | None]:
        """The block for the rest of a body, made when first asked for."""
        made: list[Block | None] = []
        you, usual = self.you, self.usual_call

        def get() -> Block | None:
            if not made:
                if start >= len(body):
                    made.append(after)
                else:
                    block = self.new_block()
                    made.append(block)
                    before, self.you = self.you, you
                    kept, self.usual_call = self.usual_call, usual
                    self.within(block, lambda: self.run(body[start:], after))
                    self.you, self.usual_call = before, kept
            return made[0]

        return get

    # ------------------------------------------------------------------------------------------------ statements that ask
    def _asking(self, s: tree.Stmt, rest: Callable[[], Block | None]) -> None:
        match s:
            case tree.Do():
                ref = self.checked.refs[s]
                if ref.kind == "usual":
                    assert self.usual_call is not None
                    self._asking(self.usual_call, rest)
                    return
                args = s.call.args if isinstance(s.call, tree.Call) else []
                self._enter(f"go_{ref.target}", f"step {ref.target}", [self.code(a) for a in args], rest())
            case CallProc():
                self._enter(s.function, s.owner, [self.read(a) for a in s.args], rest())
            case tree.Raise():
                name = str(self.checked.refs[s].target)
                args = s.call.args if isinstance(s.call, tree.Call) else []
                self._enter(f"moment_{name}", f"moment {name}", [self.code(a) for a in args], rest())
            case tree.If():
                self._asking_if(s, rest)
            case Choice():
                self.cx.line(f"if {' and '.join(s.tests()) or 'True'}:")
                with self.cx.deeper():
                    self.go(self._arm(s.then, rest()))
                self.go(self._arm(s.other, rest()))
            case tree.ForEach():
                self._asking_each(s.sources, s.body, rest, None)
            case tree.AsEach() if s.at_once:
                self._at_once(s, rest)
            case tree.AsEach():
                self._asking_each(s.sources, s.body, rest, self.local_of(s.sources.each[0]))
            case tree.As():
                you = Local("you", Seat("Player"), s.at)
                code = self.code(s.who)
                self.cx.line(f"{self.bound(you)} = {code}")
                self.go(self._arm(s.body, rest(), you))
            case tree.Repeat():
                self._asking_repeat(s, rest)
            case tree.RepeatTimes():
                self._asking_times(s, rest)
            case tree.May():
                self._may(s, rest)
            case _:
                raise AssertionError(f"{type(s).__name__} can't be asked")

    def _enter(self, function: str, owner: str, args: list[str], after: Block | None) -> None:
        code = self.call(function, owner, args)
        self.push(after)
        self.cx.line(f"return {code}")

    def _arm(self, body: Sequence[tree.Stmt], after: Block | None, you: Local | None = None) -> Block | None:
        """A block for the inside of a statement."""
        if not body:
            return after
        block = self.new_block()
        before = self.you
        if you is not None:
            self.you = you
        self.within(block, lambda: self.run(body, after))
        self.you = before
        return block

    def _asking_if(self, s: tree.If, rest: Callable[[], Block | None]) -> None:
        depth = 0
        for condition, block in s.arms:
            self.cx.line(f"if {self.code(condition)}:")
            with self.cx.deeper():
                self.go(self._arm(block, rest()))
            self.cx.line("else:")
            self.cx.indent += 1
            depth += 1
        self.go(self._arm(s.otherwise or [], rest()))
        self.cx.indent -= depth

    def _asking_each(
        self, sources: tree.Sources, body: list[tree.Stmt], rest: Callable[[], Block | None], you: Local | None
    ) -> None:
        """A loop with questions inside: what is left of the set is a name like any other."""
        single = set_of(self.local_of(sources.each[0]).type) if len(sources.each) == 1 else UNKNOWN
        left = Local("left", single, sources.at)
        locals_ = [self.local_of(source) for source in sources.each]
        what = f"tuple({self.iterable(sources.each[0].of)})" if len(locals_) == 1 else self.all_of(sources)
        self.cx.line(f"{self.bound(left)} = {what}")
        head = self.new_block()
        self.go(head)

        def write() -> None:
            name = self.read(left)
            self.cx.line(f"while {name}:")
            with self.cx.deeper():
                self.cx.line(f"{', '.join(self.bound(local) for local in locals_)} = {name}[0]")
                self.cx.line(f"{name} = {name}[1:]")
                inside = self._arm(body, None, you)
                assert inside is not None
                if sources.where is not None:
                    before = self.you
                    self.cx.line(f"if {self.code(sources.where)}:")
                    self.you = before
                    with self.cx.deeper():
                        self.push(head)
                        self.go(inside)
                else:
                    self.push(head)
                    self.go(inside)
            self.go(rest())

        self.within(head, write)

    def _asking_repeat(self, s: tree.Repeat, rest: Callable[[], Block | None]) -> None:
        head = self.new_block()
        self.go(head)

        def write() -> None:
            self.cx.line(f"if {'not ' if s.how == 'until' else ''}{self.code(s.condition)}:")
            inside = self._arm(s.body, None)
            assert inside is not None
            with self.cx.deeper():
                self.push(head)
                self.go(inside)
            self.go(rest())

        self.within(head, write)

    def _asking_times(self, s: tree.RepeatTimes, rest: Callable[[], Block | None]) -> None:
        times = Local("times", UNKNOWN, s.at)
        code = self.code(s.times)
        self.cx.line(f"{self.bound(times)} = bounded({code}, {self.rule})")
        head = self.new_block()
        self.go(head)

        def write() -> None:
            name = self.read(times)
            self.cx.line(f"if {name} > 0:")
            inside = self._arm(s.body, None)
            assert inside is not None
            with self.cx.deeper():
                self.cx.line(f"{name} -= 1")
                self.push(head)
                self.go(inside)
            self.go(rest())

        self.within(head, write)

    # ------------------------------------------------------------------------------------------------ decisions
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
        rules = tuple(n for n in _rule_names(where) if n in self.program.rules) if where is not None else ()
        self.sites.append(Site(kind, self.owner, prompt or "", at, name, menu, element, rules))
        return len(self.sites) - 1

    def ask(self, site: int, options: Callable[[], str], answer: Block, otherwise: Callable[[], None] | None) -> None:
        """Put a decision in a block of its own, so that it can be put again; with no option do what `otherwise` says, or
        fault."""
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

    def _ask_chain(self, chain: Chain, rest: Callable[[], Block | None], given: bool) -> None:
        """Ask a chain's choices one after the other."""
        head = chain.items[0]
        other = head.otherwise if isinstance(head, (tree.Choose, tree.ChooseFrom)) else None

        def otherwise() -> None:
            self.go(self._arm(other or [], rest()))

        self._ask_item(chain, 0, rest, None if other is None else otherwise, given)

    def _ask_item(
        self, chain: Chain, index: int, rest: Callable[[], Block | None], otherwise: Callable[[], None] | None, given: bool
    ) -> None:
        while index < len(chain.items) and isinstance(chain.items[index], (tree.Let, tree.Require)):
            item = chain.items[index]
            if isinstance(item, tree.Let):
                self.statement(item)
            elif not given:
                self.cx.line(f"if not {self.code(item.condition)}:" if isinstance(item, tree.Require) else "")
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
        self, chain: Chain, index: int, item: tree.Choose, rest: Callable[[], Block | None], otherwise: Callable[[], None] | None
    ) -> None:
        chosen = self.local_of(item)
        site = self.site("one", item.prompt, item.at, item.name, element=self.type(item.source), where=item.where)
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
                self.names.of(ref.target) if known and ref is not None and isinstance(ref.target, Local) else ""
            )

        def write() -> None:
            args = [self.you_code(), *(self.code(a) for a in item.args)]
            self.push(rest())
            self.cx.line(f"return MENU_{item.menu}[{self.read(index)}]({', '.join(['s', *args])})")

        self.within(answer, write)

    def _ask_set(
        self, chain: Chain, index: int, item: tree.Choose, rest: Callable[[], Block | None], otherwise: Callable[[], None] | None
    ) -> None:
        """A set is chosen piece by piece; `got` is what has been chosen so far."""
        chosen, got, more = self.local_of(item), Local("got", self.type(item.source), item.at), Local("piece", UNKNOWN, item.at)
        site = self.site("set", item.prompt, item.at, item.name, element=self.type(item.source), where=item.where)
        self.cx.line(f"{self.bound(got)} = ()")
        ask, answer = self.new_block(), self.new_block()
        if otherwise is not None:
            self.cx.line(f"if not {self.any_set(item)}:")
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

        def write() -> None:
            name, piece = self.read(got), self.read(more)
            self.cx.line(f"if {piece} is not None:")
            with self.cx.deeper():
                self.cx.line(f"{name} = {name} + ({piece},)")
                self._put_next(site, following[0], answer)
                self.go(ask, "loop")
            self.cx.line(f"{self.bound(chosen)} = tuple(sorted({name}))")
            self._ask_item(chain, index + 1, rest, None, True)

        self.within(answer, write)

    def _put_next(self, site: int, options: str, answer: Block) -> None:
        """Put the decision on the next member straight away; only what nobody need be asked about goes by way of the machine."""
        for local in list(self.blocks[self.sites[site].block].uses):
            self.cx.use(local)
        self.cx.line(f"o = {options}")
        self.cx.lines.append(AskLine(site, self.you_code(), "o", answer, self.cx.indent, only_if_open=True))

    def _may(self, s: tree.May, rest: Callable[[], Block | None]) -> None:
        yes = Local("yes", UNKNOWN, s.at)
        site = self.site("may", s.prompt, s.at)
        chain, _ = self.chain(s.body, 0)
        there = self.exists(chain, 0) if chain.items or chain.laws else "True"
        if there != "True":
            self.cx.line(f"if not {there}:")
            with self.cx.deeper():
                self.go(rest())
        answer = self.new_block()
        answer.first = [yes]
        answer.bind(yes)
        self.ask(site, lambda: "YES_NO", answer, None)

        def write() -> None:
            self.cx.line(f"if not {self.read(yes)}:")
            with self.cx.deeper():
                self.go(rest())
            self.run(s.body, rest(), given=1)

        self.within(answer, write)

    # ------------------------------------------------------------------------------------------------ simultaneous choice
    def _at_once(self, s: tree.AsEach, rest: Callable[[], Block | None]) -> None:  # noqa: PLR0915 - one case or name after the other
        """Everybody is asked against the same state; the effects come when the last has answered, in the order of seats."""
        chain, end = self.chain(s.body, 0)
        effect = s.body[end:]
        left, sealed = Local("left", UNKNOWN, s.at), Local("sealed", UNKNOWN, s.at)
        you = self.local_of(s.sources.each[0])
        bound = [you, *(self.local_of(i) for i in chain.items if isinstance(i, (tree.Choose, tree.Let)))]

        def askers() -> None:
            self.cx.line("out = []")
            self.loop(s.sources, lambda: self.cx.line(f"out.append({self.names.of(you)})"))
            self.cx.line("return tuple(out)")

        self.cx.line(f"{self.bound(left)} = {self.aside('askers', askers)}")
        self.cx.line(f"{self.bound(sealed)} = ()")
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
                site.sealed, site.head = self.names.of(sealed), head.number
            with self.cx.deeper():
                self.cx.line(f"{self.bound(you)} = {name}[0]")
                self.cx.line(f"{name} = {name}[1:]")
                self.go(ask)
            self.go(done)

        self.within(head, write)

        def effects() -> None:
            self.cx.line(
                f"for {', '.join(self.bound(local) for local in bound)}{',' if len(bound) == 1 else ''} in {self.read(sealed)}:"
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
        case tree.Call():
            return [e.name]
        case tree.Name():
            return [e.id]
        case _:
            return []


def settle(blocks: list[Block]) -> None:
    """Find out which names each block needs: what it reads, and what the blocks it goes to need, unless it binds them."""
    for block in blocks:
        block.live = [local for local in block.uses if local not in block.first]
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            for entry in block.lines:
                if isinstance(entry, str):
                    continue
                for local in entry.block.live:
                    if local not in block.binds and local not in block.first and local not in block.live:
                        block.live.append(local)
                        changed = True
                if isinstance(entry, AskLine):
                    changed |= _carry(block, entry.block)


def _carry(asking: Block, answer: Block) -> bool:
    """What is needed to put a decision again is carried by the decision."""
    more = [local for local in asking.live if local not in answer.live and local not in answer.first]
    answer.live += more
    return bool(more)
