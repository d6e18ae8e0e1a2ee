"""Loops that go otherwise than they read: a `repeat` that nothing ends (E0387), a `where` of a
`for each` that asks about what the block changes (E0321)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alarife.checking.bodies import blocks_in, bodies, statements
from alarife.checking.reads import EVERYTHING, Reads
from alarife.checking.scope import Checked, Local
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.diagnostics import Label, Report
from alarife.linking.walk import below, parts
from alarife.syntax import tree

Own = frozenset[Local]
"""Locals that are the member whose turn it is."""
Touched = tuple[str, bool, tree.Node]
"""A place or note, whether only what belongs to the member is meant, and where it is named."""


def check_loops(checked: Checked, report: Report) -> None:
    """What a `repeat` asks can be changed by what it does; what a `where` asks is not."""
    reads = Reads(checked)
    turns = _Turns(checked)
    for body in bodies(checked):
        for s in statements(body.block):
            if isinstance(s, tree.Repeat):
                _repeat(reads, s, report)
            elif isinstance(s, tree.ForEach) or (isinstance(s, tree.AsEach) and not s.at_once):
                _where(turns, s, report)
                _passed_on(turns, s, report)


def _repeat(reads: Reads, s: tree.Repeat, report: Report) -> None:
    read, written = reads.read(s.condition), reads.written(s.body)
    if EVERYTHING in read or EVERYTHING in written or read & written:
        return
    what = " and ".join(f"`{name}`" for name in sorted(read)[:3])
    report.warn(
        "E0387",
        "Nothing in this block changes what the `repeat` asks, so it never ends once it has begun.",
        Label(s.condition.at, f"this looks at {what}" if what else "this never changes"),
        hint="Change it in the block, or ask something else.",
    )


def _where(turns: _Turns, s: tree.ForEach | tree.AsEach, report: Report) -> None:
    if s.sources.where is None:
        return
    own = turns.members(s.sources)
    read = list(turns.read(s.sources.where, own))
    for name, mine, at in turns.written(s.body, own):
        if any(name == other and not (mine and theirs) for other, theirs, _ in read):
            report.warn(
                "E0321",
                f"This `where` is asked again before each turn, and the turns change `{name}`: who"
                " comes later may be asked about something else than who came first.",
                s.sources.where.at,
                Label(at.at, "it changes here"),
                hint=(
                    "To decide before the first turn, write `let chosen = those … in … where …`"
                    " and go over `chosen`. To ask again each time, write it as an `if` in the"
                    " block."
                ),
            )
            return


def _passed_on(turns: _Turns, s: tree.ForEach | tree.AsEach, report: Report) -> None:
    """Report loops in which each gives the content of their place to another player, who then
    passes it on as well."""
    own = turns.members(s.sources)
    for move in statements(s.body):
        if not isinstance(move, (tree.Move, tree.Draw)):
            continue
        source, goal = (
            move.what if isinstance(move, tree.Move) else move.source,
            move.to,
        )
        name = turns.place(source)
        if name and name == turns.place(goal) and turns.neighbours(source, goal, own):
            report.warn(
                "E0322",
                f"They take turns: who comes later gives away what they have just been given, as"
                f" `{name}` is both where it comes from and where it goes.",
                move.at,
                Label(s.sources.at, "one after the other"),
                hint=(
                    f"Let a place in between take it first, such as `passing[p: Player]`, and move"
                    f" it on to `{name}` in a loop of its own."
                ),
            )


class _Turns:
    """What conditions read and turns change, and whether only what belongs to the member whose
    turn it is: the piece itself, and what is kept under its key."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._asked: set[tuple[str, tuple[bool, ...]]] = set()
        self._from: dict[Local, tree.Expr] = {}

    def members(self, sources: tree.Sources) -> Own:
        """The names that a loop gives its members."""
        self._from = {
            local: source.of
            for source in sources.each
            if (local := self.checked.local(source)) is not None
        }
        return frozenset(self._from)

    def read(self, e: tree.Expr, own: Own) -> Iterator[Touched]:
        """What an expression reads, by way of values and rules, too."""
        self._asked.clear()
        yield from self._read(e, own)

    def _read(self, e: tree.Node, own: Own) -> Iterator[Touched]:
        name = self._name(e)
        if name:
            yield name, self._is_own(e, own), e
        if isinstance(e, tree.Compare) and e.op in ("in", "not in") and self._is_own(e.left, own):
            for right, _, at in self._read(e.right, own):
                yield right, True, at
            return
        ref = self.checked.refs.get(e)
        if ref is not None and ref.kind in ("value", "rule", "graph"):
            args = e.args if isinstance(e, tree.Call) else []
            yield from self._called(str(ref.target), args, own)
        for part in e.keys if name and isinstance(e, tree.At) else parts(e):
            yield from self._read(part, own)

    def _called(self, name: str, args: list[tree.Expr], own: Own) -> Iterator[Touched]:
        mine = tuple(self._is_own(arg, own) for arg in args)
        if (name, mine) in self._asked:
            return
        self._asked.add((name, mine))
        p = self.checked.program
        rule = [p.rules[name]] if name in p.rules else []
        for decl in (*p.values.get(name, []), *rule, *p.changes.get(name, [])):
            params = self.checked.params.get(decl, [])
            inner = frozenset(x for x, is_mine in zip(params, mine, strict=False) if is_mine)
            yield from self._read(decl.body, inner)
        if name in p.graphs:
            graph = p.graphs[name]
            for node in (graph.a, graph.b, graph.sources):
                yield from self._read(node, frozenset())

    def written(self, block: Iterable[tree.Stmt], own: Own) -> Iterator[Touched]:
        """What a block changes, as far as it names it, by way of steps, too."""
        self._asked.clear()
        yield from self._written(block, own)

    def _written(self, block: Iterable[tree.Stmt], own: Own) -> Iterator[Touched]:
        for s in block:
            for e in self._changed(s):
                for node in below(e):
                    name = self._name(node)
                    if name:
                        yield name, self._is_own(node, own), s
            for node in below(s):
                if isinstance(node, tree.IsSome):
                    self._from[self.checked.local_of(node)] = node.of
            if isinstance(s, tree.Move):
                for name, mine, _ in self._left_behind(s.what, own):
                    yield name, mine, s
            ref = self.checked.refs.get(s)
            if isinstance(s, tree.Do) and ref is not None and ref.kind == "step":
                args = s.call.args if isinstance(s.call, tree.Call) else []
                for name, mine, _ in self._carried_out(str(ref.target), args, own):
                    yield name, mine, s
            for inner in blocks_in(s):
                yield from self._written(inner, own)

    def _left_behind(self, e: tree.Expr, own: Own) -> Iterator[Touched]:
        """Where a member of the loop lay, if it is the member itself that moves."""
        local = self.checked.local(e)
        if local in self._from:
            yield from self._read(self._from[local], own)

    def _carried_out(self, name: str, args: list[tree.Expr], own: Own) -> Iterator[Touched]:
        step = self.checked.program.steps.get(name)
        mine = tuple(self._is_own(arg, own) for arg in args)
        if step is None or (name, mine) in self._asked:
            return
        self._asked.add((name, mine))
        params = self.checked.params.get(step, [])
        inner = frozenset(x for x, is_mine in zip(params, mine, strict=False) if is_mine)
        yield from self._written(step.body or [], inner)

    def _changed(self, s: tree.Stmt) -> Iterator[tree.Expr]:
        match s:
            case tree.Write():
                yield s.target
            case tree.Move():
                yield s.to
                yield s.what
            case tree.Draw():
                yield s.to
                yield s.source
            case _:
                pass

    def place(self, e: tree.Expr) -> str:
        """The name of the place with keys that an expression names."""
        return self._name(e) if isinstance(e, tree.At) else ""

    def neighbours(self, source: tree.Expr, goal: tree.Expr, own: Own) -> bool:
        """Whether the one is the member's, the other that of whoever sits beside them."""
        if not isinstance(source, tree.At) or not isinstance(goal, tree.At):
            return False
        keys = zip(source.keys, goal.keys, strict=False)
        return any(
            isinstance(to, tree.Get)
            and to.field in ("left", "right")
            and self._is_own(key, own)
            and self._is_own(to.of, own)
            for key, to in keys
        )

    def _name(self, node: tree.Node) -> str:
        ref = self.checked.refs.get(node)
        target = ref.target if ref is not None and ref.kind in ("place", "note", "spot") else None
        return target.name if isinstance(target, (PlaceInfo, NoteInfo)) else ""

    def _is_own(self, e: tree.Node, own: Own) -> bool:
        """Whether something is the member, or kept under it."""
        if isinstance(e, tree.At):
            return any(self._is_own(key, own) for key in e.keys)
        if not isinstance(e, tree.Expr):
            return False
        ref = self.checked.refs.get(e)
        return ref is not None and (
            ref.kind == "you" or (isinstance(ref.target, Local) and ref.target in own)
        )
