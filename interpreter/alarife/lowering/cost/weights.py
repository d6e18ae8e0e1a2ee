"""Upper bounds on the cost of an expression, derived from its text.

The weight of an expression bounds the steps it takes that nothing in it counts: loops multiply by
the largest size of their set, calls weigh what they call. Where that becomes heavy, the rounds of a
loop or the calls of a function are counted against the budget while a game runs; to what is round
about they weigh next to nothing. So hot code pays nothing, and nothing can go on for ever."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alarife.checking.builtins import BUILT_INS, LINES
from alarife.checking.scope import Checked, Local
from alarife.checking.types import (
    CellType,
    GraphOf,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Type,
    member_of,
)
from alarife.checking.world import PlaceInfo
from alarife.linking.walk import below, parts
from alarife.lowering.values.located import located
from alarife.syntax import tree

MANY = 10_000
"""Members of a set of which nothing is known."""
LONG = 1_000_000
"""A loop of this weight is counted."""
COARSE = 5_000
"""So is one whose every round may weigh this much: counting costs nothing beside it."""
_QUICK = 4
"""So many members are passed in a step where no rule is asked of each: `in`, `=`, `size`, …"""
_COUNTED = ("value", "rule", "graph")
"""Of these, calls are counted where they are long."""
_OF_THE_SAME = ("reverse", "short_of")
"""What these give has no more members than what they are given first."""
HUGE = 10**15
"""Weights are not told apart beyond this."""


class Weights:
    """Weights of a checked program. `whole`: with what is counted inside as well; so the conditions
    of sets are weighed, which are asked member by member, apart from the loops they stand in."""

    def __init__(self, checked: Checked, whole: bool = False) -> None:
        self.checked = checked
        self.whole = whole
        self._owners: dict[str, int] = {}
        self._sizes: dict[tree.Expr, int] = {}
        self._weights: dict[tree.Node, int] = {}
        self._inner: dict[tree.Source, tuple[tree.Sources, list[tree.Node]]] = {}
        self._given: dict[Local, list[tree.Expr]] | None = None

    # ----------------------------------------------------------------
    # what is asked
    def work(self, source: tree.Source) -> int:
        """The work of a round of the loop over this source; 0 if it need not be counted."""
        return self._counted(self._round(source), source.of)

    def work_of_choice(self, item: tree.Choose, rest: Iterable[tree.Stmt]) -> int:
        """The same for the loop over the candidates of a choice, before the rest of its chain."""
        where = self.of(item.where) if item.where is not None else 0
        return self._counted(min(HUGE, self.chain(rest) + where), item.source)

    def _counted(self, weight: int, source: tree.Expr) -> int:
        long = weight >= COARSE or weight * self.size(source) >= LONG
        return weight if long else 0

    def _round(self, source: tree.Source) -> int:
        """The weight of a round of the loop over this source."""
        if not self._inner:
            self._look_inside()
        if source not in self._inner:
            return HUGE
        sources, inner = self._inner[source]
        each = sources.each
        weight = 1 + sum(self.of(node) for node in (*inner, sources.where) if node is not None)
        return self._through(weight, [one.of for one in each[each.index(source) + 1 :]])

    def _through(self, weight: int, sources: Sequence[tree.Expr]) -> int:
        """The weight of loops in one another, with so much to do in the innermost: rounds that are
        counted weigh nothing here."""
        for source in reversed(sources):
            left = not self.whole and self._counted(weight, source)
            rounds = 1 if left else weight * self.size(source)
            weight = min(HUGE, rounds + self.of(source))
        return weight

    def _look_inside(self) -> None:
        """Find out for each source what is done in each round of its loop."""
        for node in below(*(file.decls for file in self.checked.program.files)):
            sources = next((part for part in parts(node) if isinstance(part, tree.Sources)), None)
            for source in (
                sources.each if sources is not None and not isinstance(node, tree.Stmt) else ()
            ):
                assert sources is not None
                self._inner[source] = (
                    sources,
                    [part for part in parts(node) if part is not sources],
                )

    def work_of_call(self, owner: str) -> int:
        """The work of a call of a value, rule or graph; 0 if it need not be counted."""
        what, _, name = owner.partition(" ")
        work = self._weighed(what, name) if what in _COUNTED else 0
        return work if work >= LONG else 0

    def of(self, node: tree.Node) -> int:
        """The weight of an expression."""
        if node not in self._weights:
            self._weights[node] = 1
            self._weights[node] = min(HUGE, self._of(node))
        return self._weights[node]

    def size(self, e: tree.Expr) -> int:
        """How many members a set may have at most."""
        if e not in self._sizes:
            self._sizes[e] = max(1, self._size(e))
        return self._sizes[e]

    # ----------------------------------------------------------------
    # weights
    def _of(self, node: tree.Node) -> int:
        match node:
            case (
                tree.Quantified()
                | tree.Count()
                | tree.Sum()
                | tree.ListFor()
                | tree.Those()
                | tree.Rank()
            ):
                return self._loop(node)
            case tree.Call() | tree.Name():
                ref = self.checked.refs.get(node)
                own = self._called(ref.kind, str(ref.target)) if ref is not None else 1
                if isinstance(node, tree.Call):
                    own += sum(self.of(arg) for arg in node.args)
                    row = BUILT_INS.get(node.name)
                    if row is not None and (ref is None or ref.kind == "builtin"):
                        own += row.work + sum(self._passed(arg) for arg in node.args)
                return own
            case tree.Compare():
                passed = self._passed(node.right) + (
                    self._passed(node.left) if node.op not in ("in", "not in") else 0
                )
                return 1 + self.of(node.left) + self.of(node.right) + passed
            case tree.Arithmetic():
                passed = self._passed(node.left) + self._passed(node.right)
                return 1 + self.of(node.left) + self.of(node.right) + passed
            case tree.RangeOf():
                return 1 + self.of(node.low) + self.of(node.high) + self.size(node) // _QUICK
            case tree.Can():
                return self._called("menu", node.menu) + sum(self.of(arg) for arg in node.args)
            case _:
                return 1 + sum(self.of(part) for part in parts(node))

    def _loop(self, node: tree.Node) -> int:
        sources = next(part for part in parts(node) if isinstance(part, tree.Sources))
        weight = 1 + sum(self.of(part) for part in parts(node) if part is not sources)
        if (
            not isinstance(node, tree.Quantified)
            and (there := located(self.checked, sources)) is not None
        ):
            return weight + sum(
                self.of(e) for e in (there.piece, *there.others.values(), *there.rest)
            )
        weight += self.of(sources.where) if sources.where is not None else 0
        return self._through(weight, [source.of for source in sources.each])

    def _passed(self, e: tree.Expr) -> int:
        """What it weighs to go through the members of a list or set, or the cells of a grid,
        without asking a rule of each."""
        t = self.checked.types.get(e)
        if isinstance(t, (GraphOf, GridOf)):
            return self._cells
        if not isinstance(t, Many) or isinstance(e, tree.RangeOf):
            return 0
        return self.size(e) // _QUICK

    def _called(self, kind: str, name: str) -> int:
        """What a call weighs that does not count itself."""
        if kind not in (*_COUNTED, "menu"):
            return 1
        weight = self._weighed(kind, name)
        return 1 if kind in _COUNTED and weight >= LONG and not self.whole else weight

    def _weighed(self, kind: str, name: str) -> int:
        """What is to be done in a call."""
        owner = f"{kind} {name}"
        if owner not in self._owners:
            self._owners[owner] = 1  # a case of a value that asks another case
            self._owners[owner] = min(
                HUGE, 1 + sum(self._body(node) for node in self._bodies(kind, name))
            )
        return self._owners[owner]

    def _bodies(self, kind: str, name: str) -> list[tree.Node]:
        p = self.checked.program
        found: list[tree.Node] = []
        if kind == "value":
            found += [case.body for case in p.values.get(name, [])]
        elif kind == "rule" and name in p.rules:
            found.append(p.rules[name].body)
        elif kind == "graph" and name in p.graphs:
            found.append(p.graphs[name])
        elif kind == "menu":
            found += [p.actions[a] for a in p.actions_of.get(name, [])]
        for change in p.all_changes(name):
            found += [change.body, *([change.guard] if change.guard else [])]
        return found

    def _body(self, node: tree.Node) -> int:
        if isinstance(node, tree.Graph):
            weight = (
                1
                + self.of(node.a)
                + self.of(node.b)
                + (self.of(node.sources.where) if node.sources.where else 0)
            )
            return self._through(weight, [source.of for source in node.sources.each])
        if isinstance(node, tree.Action):
            return self.chain(
                [
                    s
                    for s in node.body
                    if isinstance(s, (tree.Choose, tree.Let, tree.Require, tree.ChooseFrom))
                ]
            )
        return self.of(node)

    def chain(self, items: Iterable[tree.Stmt]) -> int:
        """The weight of asking whether a run of choices can be completed."""
        weight = 1
        for item in reversed(list(items)):
            match item:
                case tree.Choose() if item.how is not None:
                    weight += self.of(item.where) if item.where is not None else 0
                    weight += self.of(item.source) + _QUICK * self.size(item.source)
                case tree.Choose():
                    each = weight + (self.of(item.where) if item.where is not None else 0)
                    weight = self._through(each, [item.source])
                case tree.ChooseFrom():
                    weight += self._called("menu", item.menu) + sum(
                        self.of(arg) for arg in item.args
                    )
                case tree.Let():
                    weight += self.of(item.value)
                case tree.Require():
                    weight += self.of(item.condition)
                case _:
                    pass
        return weight

    # ----------------------------------------------------------------
    # sizes
    def _size(self, e: tree.Expr) -> int:
        row = BUILT_INS.get(e.name) if isinstance(e, tree.Call) else None
        if row is not None and row.most is not None:
            return row.most
        if isinstance(e, tree.Call) and row is not None and e.name in _OF_THE_SAME:
            return self.size(e.args[0])
        if isinstance(e, tree.Call) and row is not None and row.per_cell:
            cells = self._board(e)
            return MANY if cells is None else row.per_cell * cells
        if isinstance(e, tree.Name) and self._is_line(e):
            return max(
                (max(p.bounds) for p in self.checked.world.places.values() if p.bounds is not None),
                default=MANY,
            )
        if isinstance(e, tree.Several):
            return len(e.items)
        if isinstance(e, (tree.Those, tree.ListFor)):
            listed = 1
            for source in e.sources.each:
                listed = min(HUGE, listed * self.size(source.of))
            return listed
        t = self.checked.types.get(e)
        if isinstance(t, Maybe):
            return 1
        if (
            isinstance(e, tree.RangeOf)
            and isinstance(t, Many)
            and isinstance(t.of, Number)
            and t.of.low is not None
            and t.of.high is not None
        ):
            return t.of.high - t.of.low + 1
        ref = self.checked.refs.get(e)
        if ref is not None and isinstance(ref.target, Local):
            given = self._handed_in(ref.target)
            if given:
                self._sizes[e] = MANY  # while they are looked at: one may be handed on
                return max(map(self.size, given))
        if ref is not None and ref.kind == "value":
            self._sizes[e] = MANY  # while its cases are looked at: one may ask another
            return max(
                (self.size(case.body) for case in self._asked("value", str(ref.target))),
                default=MANY,
            )
        place = ref.target if ref is not None and isinstance(ref.target, PlaceInfo) else None
        member = place.element if place is not None else member_of(t) if t is not None else None
        if (
            isinstance(t, Many)
            and t.how == "list"
            and place is None
            and not (ref is not None and ref.kind == "members")
        ):
            return max(MANY, self._values(member))
        return self._values(member)

    def _handed_in(self, param: Local) -> list[tree.Expr]:
        """The lists that are given to a parameter of a value or rule, wherever it is asked."""
        if self._given is None:
            self._given = {}
            for node in below(*(file.decls for file in self.checked.program.files)):
                ref = self.checked.refs.get(node) if isinstance(node, tree.Call) else None
                if not isinstance(node, tree.Call) or ref is None:
                    continue
                for decl in self._asked(ref.kind, str(ref.target)):
                    params = self.checked.params.get(decl, [])
                    for local, arg in zip(params, node.args, strict=False):
                        if isinstance(local.type, Many):
                            self._given.setdefault(local, []).append(arg)
        return self._given.get(param, [])

    def _asked(self, kind: str, name: str) -> list[tree.Value | tree.Rule | tree.Change]:
        """The declarations that a call may come to."""
        p = self.checked.program
        found: list[tree.Value | tree.Rule | tree.Change] = []
        if kind == "value":
            found += p.values.get(name, [])
        if kind == "rule" and name in p.rules:
            found.append(p.rules[name])
        return [*found, *p.all_changes(name)] if found else []

    def _board(self, e: tree.Call) -> int | None:
        """How many cells the board has that is asked; None of a grid without bounds."""
        ref = self.checked.refs.get(e.args[0])
        board = ref.target if ref is not None and isinstance(ref.target, PlaceInfo) else None
        if board is None or board.bounds is None:
            return None
        return board.bounds[0] * board.bounds[1]

    def _is_line(self, e: tree.Name) -> bool:
        """Whether a name goes over the lines or rays of a board: then it is no longer than the
        board."""
        if self._lines is None:
            self._lines = set()
            for node in below(*(file.decls for file in self.checked.program.files)):
                if (
                    isinstance(node, tree.Source)
                    and isinstance(node.of, tree.Call)
                    and node.of.name in BUILT_INS
                    and self.checked.types.get(node.of) == LINES
                ):
                    ref = self.checked.refs.get(node)
                    if (
                        ref is not None
                        and isinstance(ref.target, Local)
                        and self._board(node.of) is not None
                    ):
                        self._lines.add(ref.target)
        ref = self.checked.refs.get(e)
        return ref is not None and isinstance(ref.target, Local) and ref.target in self._lines

    _lines: set[Local] | None = None

    def _values(self, member: Type | None) -> int:
        world = self.checked.world
        match member:
            case Pieces():
                return sum(world.pieces[n].count for n in member.names)
            case KindOf():
                return len(world.kinds[member.name].names)
            case Seat():
                return world.parties
            case Sides():
                return 4
            case CellType():
                return self._cells
            case _:
                return MANY

    @property
    def _cells(self) -> int:
        """How many cells can be occupied or lie at the edge of what is."""
        boards = [
            p.bounds[0] * p.bounds[1]
            for p in self.checked.world.places.values()
            if p.bounds is not None
        ]
        free = [
            self._values(p.element) for p in self.checked.world.places.values() if p.shape == "grid"
        ]
        return max([1, *boards, *free])
