"""What a condition about a cell reads of a grid, told from its text.

In: a checked expression, and what the names in it stand for: the grid, the cell it is about (the
centre), cells at constant distances from it, cells that never change, known values. Out: which
cells it reads, by their offset from the centre, and what it sees there (`Atom`): that something
lies there, of which type, a field, one side of a field, a note about it. Every path through the
expression counts, so what is found is never too little. Where something else than constant offsets
is read, `NotLocal` says what and where.

An occupied cell that can only make a condition truer has polarity +1, one that can only make it
falser -1; where it is not known, 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from alarife.checking.builtins import BUILT_INS
from alarife.checking.scope import Checked
from alarife.checking.types import KindOf, Many, Sides
from alarife.geometry import spots
from alarife.lowering.laws.bodies import bodies_of, only_body
from alarife.lowering.laws.one_piece import OnePiece, note_atom
from alarife.lowering.laws.read_sets import (
    OTHER,
    THERE,
    USUAL,
    Env,
    Fixed,
    Items,
    Known,
    Meaning,
    NotLocal,
    Off,
    OffsetReads,
    PieceAt,
    TheGrid,
    Usual,
    known,
    moved,
    steps,
)
from alarife.lowering.laws.touching import sheltered, shifted, six_sides_of
from alarife.syntax import tree

MOST_STEPS = 20_000
"""How much of a text, loops written out, is looked at before it counts as too large."""
MOST_NUMBERS = 1_000
"""A range of more numbers counts as one that the text does not show."""


@dataclass(eq=False, slots=True)
class OffsetAnalysis:
    """Collects the offsets that expressions read."""

    checked: Checked
    reads: OffsetReads = field(default_factory=OffsetReads)
    bounded: bool = False
    """Whether the grid is a board: then a cell that is not occupied need not be free."""
    notes: bool = False
    """Whether notes about what lies on the grid may be read."""
    wide: bool = False
    """Whether only what is read counts, so that it may be more than is read in the end."""
    grid: object = None
    """The place that is the grid, where it is not a parameter."""
    _sheltered: set[tree.Expr] = field(default_factory=set[tree.Expr])
    """Calls of `beside(board, c)` of which cells off the board could not tell anything."""
    _left: int = MOST_STEPS

    # ----------------------------------------------------------------
    # conditions
    def truth(self, e: tree.Expr, env: Env, polarity: int) -> None:
        """Visit a condition with its polarity in the whole: 1 monotone, -1 antitone, 0 unknown."""
        self._step(e)
        match e:
            case tree.Not():
                self.truth(e.of, env, -polarity)
            case tree.And() | tree.Or():
                self._joined(e, env, polarity)
            case tree.Quantified():
                where = polarity if e.kind == "some" else -polarity
                body = -polarity if e.kind == "no" else polarity
                self.shelter(e.sources, None if e.kind == "every" else e.body, env)
                for inner in self.bindings(e.sources.each, env):
                    if e.sources.where is not None:
                        self.truth(e.sources.where, inner, where)
                    self.truth(e.body, inner, body)
            case tree.Compare(op="in" | "not in"):
                self._member(e, env, polarity if e.op == "in" else -polarity)
            case tree.IsEmpty(of=tree.At() as spot) if self.of_grid(spot, env):
                self._seen(spot, env, polarity if e.negated else -polarity)
            case tree.IsEmpty():
                self.value(e.of, env)
            case tree.IsSome(of=tree.At() as spot) if self.of_grid(spot, env):
                self.bind(e, env, self._seen(spot, env, polarity))
            case tree.IsSome():
                self.bind(e, env, self.value(e.of, env))
            case tree.IsA():
                held = self.value(e.of, env)
                if isinstance(held, PieceAt):
                    self.reads.see(held.cell, ("is", e.type), 0, e.at)
            case tree.IfElse() | tree.LetIn():
                self._composed(e, env, polarity)
            case tree.Call() | tree.Name() if self.says(e, env):
                self.truth(*self.asked(e, env), polarity)
            case _:
                self.value(e, env)

    def _joined(self, e: tree.And | tree.Or, env: Env, polarity: int) -> None:
        if isinstance(e, tree.Or) and (one := OnePiece(self).told(e, env)) is not None:
            self.reads.see(one[0], THERE, polarity, e.at)
            self.reads.see(*one, 0, e.at)
            return
        for part in e.parts:
            self.truth(part, env, polarity)

    def _composed(self, e: tree.IfElse | tree.LetIn, env: Env, polarity: int) -> None:
        if isinstance(e, tree.LetIn):
            self.bind(e, env, self.value(e.value, env))
            self.truth(e.body, env, polarity)
            return
        self.truth(e.condition, env, 0)
        self.truth(e.then, env, polarity)
        self.truth(e.default, env, polarity)

    def _member(self, e: tree.Compare, env: Env, polarity: int) -> None:
        right = e.right
        match right:
            case tree.Call(name="cells", args=[g]) if self._is_grid(g, env):
                self.reads.see(self.value(e.left, env), THERE, polarity, e.at)
            case tree.Call(name="gaps", args=[g]) if self._is_grid(g, env):
                cell = self.value(e.left, env)
                if self.bounded:
                    raise NotLocal("whether a cell is free depends on the edge of the board", e.at)
                if not isinstance(cell, Off) or max(map(abs, steps(cell.by))) != 1:
                    raise NotLocal("which free cells count as gaps depends on the whole grid", e.at)
                self.reads.see(cell, THERE, -polarity, e.at)
            case tree.Get() if isinstance(self.checked.types.get(right), Sides):
                held, side = self.value(right.of, env), self.value(e.left, env)
                if isinstance(held, PieceAt):
                    one = known(side)
                    atom = ("field", right.field) if one is None else ("has", right.field, str(one))
                    self.reads.see(held.cell, atom, 0, e.at)
            case _:
                self._compared(self.value(e.left, env), self.value(right, env), e)

    def _compared(self, a: Meaning, b: Meaning, e: tree.Expr) -> None:
        for one, other in ((a, b), (b, a)):
            if isinstance(one, PieceAt) and other != Known(None):
                self.reads.see(one.cell, ("piece",), 0, e.at)
            members = other.members if isinstance(other, Items) else (other,)
            if isinstance(one, Off):
                if not all(isinstance(m, (Off, Fixed)) or m == Known(None) for m in members):
                    raise NotLocal("it compares a cell with one that the text does not show", e.at)
                self.reads.near.update(m.cell - one.by for m in members if isinstance(m, Fixed))

    # ----------------------------------------------------------------
    # values
    def value(self, e: tree.Expr, env: Env) -> Meaning:
        """What an expression stands for; what it reads on the way is noted."""
        self._step(e)
        match e:
            case tree.Int() | tree.Truth():
                return Known(e.value)
            case tree.Nothing():
                return Known(None)
            case tree.Name():
                return self._name(e, env)
            case tree.Several():
                return Items(tuple(self.value(item, env) for item in e.items))
            case tree.At():
                return self._at(e, env)
            case tree.Get():
                return self._get(e, env)
            case tree.Call():
                return self._call(e, env)
            case tree.Arithmetic():
                return self._arithmetic(e, env)
            case tree.LetIn():
                self.bind(e, env, self.value(e.value, env))
                return self.value(e.body, env)
            case tree.RangeOf():
                low, high = known(self.value(e.low, env)), known(self.value(e.high, env))
                if low is None or high is None or high - low >= MOST_NUMBERS:
                    return OTHER
                return Items(tuple(map(Known, range(low, high + 1))))
            case tree.Count() | tree.Sum() | tree.ListFor() | tree.Those():
                return self._long(e, env)
            case _:
                self._visit(e, env)
                return OTHER

    def _visit(self, e: tree.Expr, env: Env) -> None:
        """Note what an expression reads whose value is neither a cell nor anything on one."""
        match e:
            case tree.Compare(op="in" | "not in"):
                self._member(e, env, 0)
            case tree.Compare():
                self._compared(self.value(e.left, env), self.value(e.right, env), e)
            case tree.OrElse():
                self.value(e.of, env)
                self.value(e.default, env)
            case tree.IfElse():
                self.truth(e.condition, env, 0)
                self.value(e.then, env)
                self.value(e.default, env)
            case tree.InPlay():
                pass
            case tree.Not() | tree.And() | tree.Or() | tree.Quantified():
                self.truth(e, env, 0)
            case tree.IsEmpty() | tree.IsSome() | tree.IsA():
                self.truth(e, env, 0)
            case _:
                raise NotLocal("it reads more than cells at constant offsets", e.at)

    def _name(self, e: tree.Name, env: Env) -> Meaning:
        ref = self.checked.refs[e]
        if ref.kind == "local":
            return env.get(self.checked.local_of(e), OTHER)
        if ref.kind in ("value", "rule") or self.says(e, env):
            return self.value(*self.asked(e, env))
        if ref.kind == "place" and ref.target is self.grid:
            return TheGrid()
        if ref.kind in ("you", "note", "place", "usual"):
            raise NotLocal("it reads more than the grid", e.at)
        return OTHER if ref.kind == "members" else Known(ref.target)

    def _at(self, e: tree.At, env: Env) -> Meaning:
        if self.of_grid(e, env):
            return self._seen(e, env, 0)
        ref = self.checked.refs[e]
        if ref.kind == "note" and self.notes:
            return self._noted(e, env)
        if ref.kind in ("note", "place"):
            raise NotLocal("it reads more than the grid", e.at)
        for key in e.keys:
            self._used(key, env)
        return OTHER

    def _seen(self, e: tree.At, env: Env, polarity: int) -> PieceAt:
        """What lies on a cell of the grid; that it is asked whether anything does is noted."""
        cell = self.value(e.keys[0], env)
        self.reads.see(cell, THERE, polarity, e.at)
        assert isinstance(cell, (Off, Fixed))
        return PieceAt(cell)

    def _noted(self, e: tree.At, env: Env) -> Meaning:
        """A note of yes or no about what lies on a cell, whose other keys the text shows."""
        held, *_ = [self.value(key, env) for key in e.keys]
        atom = note_atom(self, e, env, held) if isinstance(held, PieceAt) else None
        if atom is None or not isinstance(held, PieceAt):
            raise NotLocal("it reads a note about more than what lies there", e.at)
        self.reads.see(held.cell, atom, 0, e.at)
        return OTHER

    def _get(self, e: tree.Get, env: Env) -> Meaning:
        of = self.value(e.of, env)
        if isinstance(of, PieceAt):
            self.reads.see(of.cell, ("field", e.field), 0, e.at)
        elif isinstance(of, (Off, TheGrid)):
            raise NotLocal("it asks where on the grid a cell is", e.at)
        return OTHER

    def _used(self, e: tree.Expr, env: Env) -> None:
        """Visit a value that flows on to where it can't be followed: a piece is read as a whole, a
        cell or the grid is refused."""
        found = self.value(e, env)
        for one in found.members if isinstance(found, Items) else (found,):
            if isinstance(one, PieceAt):
                self.reads.see(one.cell, ("piece",), 0, e.at)
            elif isinstance(one, (Off, TheGrid)):
                raise NotLocal("it hands a cell or the grid on to something else", e.at)

    def _arithmetic(self, e: tree.Arithmetic, env: Env) -> Meaning:
        if isinstance(self.checked.types.get(e), Many) and e.op == "+":
            left, right = self.value(e.left, env), self.value(e.right, env)
            if isinstance(left, Items) and isinstance(right, Items):
                return Items(left.members + right.members)
        self._used(e.left, env)
        self._used(e.right, env)
        return OTHER

    def _long(self, e: tree.Count | tree.Sum | tree.ListFor | tree.Those, env: Env) -> Meaning:
        members: list[Meaning] = []
        self.shelter(e.sources, None, env)
        for inner in self.bindings(e.sources.each, env):
            if e.sources.where is not None:
                self.truth(e.sources.where, inner, 0)
            if isinstance(e, (tree.Sum, tree.ListFor)):
                members.append(self.value(e.of, inner))
            elif isinstance(e, tree.Those):
                members.append(inner[self.checked.local_of(e.sources.each[0])])
        return Items(tuple(members)) if isinstance(e, (tree.ListFor, tree.Those)) else OTHER

    # ----------------------------------------------------------------
    # calls
    def _call(self, e: tree.Call, env: Env) -> Meaning:
        if self.says(e, env):
            return self.value(*self.asked(e, env))
        ref = self.checked.refs[e]
        if ref.kind in ("value", "rule"):
            raise NotLocal(f"`{e.name}` has several cases or changes", e.at)
        if ref.kind == "graph":
            raise NotLocal(f"it asks the graph `{e.name}`", e.at)
        if (near := self._touching(e, env)) is not None:
            return near
        built_in = BUILT_INS.get(e.name)
        if built_in is not None and built_in.reads in ("grid", "graph"):
            raise NotLocal(f"`{e.name}` asks the whole grid", e.at)
        found = shifted(e.name, [self.value(a, env) for a in e.args])
        if found is None:
            for arg in e.args:
                self._used(arg, env)
        return found or OTHER

    def _touching(self, e: tree.Call, env: Env) -> Items | None:
        """The cells that `beside(grid, c)` may give. Off a board there are none: that must make no
        difference, or only what is read counts."""
        if e.name != "beside" or len(e.args) != 2:
            return None
        grid_asked, centre = e.args[0], self.value(e.args[1], env)
        six = six_sides_of(self.checked, grid_asked, self._is_grid(grid_asked, env), self.wide)
        if six is None or not isinstance(centre, (Off, Fixed)):
            return None
        if self.bounded and e not in self._sheltered:
            raise NotLocal("how many cells touch one depends on the edge of the board", e.at)
        return Items(tuple(moved(centre, step) for step in spots.neighbours(six, 0)))

    def shelter(self, sources: tree.Sources, body: tree.Expr | None, env: Env) -> None:
        """Note which of these sources are `beside(board, c)` whose members off a board would tell
        nothing."""
        self._sheltered |= sheltered(self.checked, sources, body, lambda g: self._is_grid(g, env))

    def inlined(self, e: tree.Call | tree.Name, env: Env) -> tuple[tree.Expr, Env]:
        """The body of a value or rule without changes, and what its parameters stand for."""
        only_body(self.checked, e)
        return self.asked(e, env)

    def says(self, e: tree.Call | tree.Name, env: Env) -> bool:
        """Whether it is known what a called value or rule, or `usual`, says."""
        if isinstance(e, tree.Call):
            return bool(bodies_of(self.checked, e))
        return self.checked.refs[e].kind == "usual" and USUAL in env

    def asked(self, e: tree.Call | tree.Name, env: Env) -> tuple[tree.Expr, Env]:
        """What a value or rule, or `usual`, says, and what the names in it stand for."""
        usual = env[USUAL] if self.checked.refs[e].kind == "usual" else None
        if isinstance(usual, Usual):
            bodies, args = usual.bodies, usual.args
        else:
            bodies = tuple(bodies_of(self.checked, e))
            args = tuple(self.value(a, env) for a in e.args) if isinstance(e, tree.Call) else ()
        if not bodies:
            raise NotLocal(f"`{self.checked.refs[e].target}` has several cases or changes", e.at)
        (decl, body), *rest = bodies
        inner: Env = dict(zip(self.checked.params[decl], args, strict=False))
        if rest:
            inner[USUAL] = Usual(tuple(rest), args)
        return body, inner

    # ----------------------------------------------------------------
    # loops
    def bindings(self, sources: Sequence[tree.Source], env: Env) -> Iterator[Env]:
        """What the names of loops stand for, one round after the other."""
        if not sources:
            yield dict(env)
            return
        local = self.checked.local_of(sources[0])
        for member in self.members(sources[0].of, env):
            yield from self.bindings(sources[1:], {**env, local: member})

    def members(self, e: tree.Expr, env: Env) -> tuple[Meaning, ...]:
        """The members of a set that is known but for the centre."""
        ref = self.checked.refs.get(e)
        kind = ref.target if ref is not None and ref.kind == "members" else None
        if isinstance(kind, KindOf):
            return tuple(map(Known, range(len(self.checked.world.kinds[kind.name].names))))
        found = self.value(e, env)
        if isinstance(found, Items):
            return found.members
        raise NotLocal("it goes through a set that the text does not show", e.at)

    # ----------------------------------------------------------------
    # small parts
    def _is_grid(self, e: tree.Expr, env: Env) -> bool:
        return isinstance(self.value(e, env), TheGrid)

    def of_grid(self, e: tree.At, env: Env) -> bool:
        """Whether this is what lies on a cell of the grid."""
        return self.checked.refs[e].kind == "cell" and self._is_grid(e.of, env)

    def bind(self, e: tree.IsSome | tree.LetIn, env: Env, meaning: Meaning) -> None:
        """Note what the name stands for that an expression binds."""
        env[self.checked.local_of(e)] = meaning

    def _step(self, e: tree.Expr) -> None:
        self._left -= 1
        if self._left < 0:
            raise NotLocal("written out it is too long", e.at)
