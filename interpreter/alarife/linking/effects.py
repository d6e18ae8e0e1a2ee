"""What a piece of the rules reads and writes, with everything that it calls.

In: a linked program. Out: for an amendment its `Effect`: the places and notes that it reads, and
how it writes them. Only names count: `hand[p]` and `hand[q]` are both `hand`. Two effects commute
if neither writes what the other reads, and if both write the same thing only by adding to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.linking.families import Families
from alarife.linking.origins import BOX, Locals, Origin, Origins
from alarife.linking.program import Program
from alarife.linking.walk import below, parts
from alarife.syntax import tree

ADD = "add"
"""A way of writing that commutes with itself: `+=`, or a piece laid into a heap without order."""
TAKE = "take"
SET = "set"
TURN = "turn"
"""A face is given: the piece stays where it is among the others."""


@dataclass(slots=True)
class Effect:
    """Reads: names of places and notes. Writes: (name, kind of piece or "", how). Calls: names of
    all else that is asked or done."""

    reads: set[str] = field(default_factory=set[str])
    writes: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])
    calls: set[str] = field(default_factory=set[str])

    def take_in(self, other: Effect) -> None:
        """Add what another effect does."""
        self.reads |= other.reads
        self.writes |= other.writes
        self.calls |= other.calls


def between(a: Effect, b: Effect, program: Program) -> set[str]:
    """The names of what keeps two effects from commuting; none if they do."""
    found = {name for name, _, _ in a.writes if name in b.reads} | {
        name for name, _, _ in b.writes if name in a.reads
    }
    for name, piece, how in a.writes:
        ordered = _is_ordered(name, program)
        for other, kind, way in b.writes:
            if name == other and _collide({how, way}, piece == kind, ordered):
                found.add(name)
    return found


def _collide(ways: set[str], same: bool, ordered: bool) -> bool:
    """Whether the order of two writes to one thing matters. `same`: both are about the same kind of
    piece, or a note."""
    if ways == {ADD}:
        return ordered
    return same or (ordered and SET in ways)


def _is_ordered(name: str, program: Program) -> bool:
    """Whether it matters in which order pieces get there."""
    place = program.places.get(name)
    return (
        place is not None
        and isinstance(place.shape, tree.ManyType)
        and place.shape.how in ("row", "pile", "list")
    )


class Effects:
    """The effects of everything in a program; worked out when asked for."""

    def __init__(self, program: Program, families: Families) -> None:
        self._program = program
        self._families = families
        self._origins = Origins(program, families)
        self._known: dict[str, Effect] = {}

    def of(self, decl: tree.Hook | tree.Whenever) -> Effect:
        """What an amendment reads and writes: its guard, its body, what is called there, and what
        that sets off."""
        effect = self.own(decl)
        waiting = [other for other in self._program.whenevers if other is not decl]
        while awake := [other for other in waiting if self.sets_off(effect, other)]:
            for other in awake:
                waiting.remove(other)
                effect.take_in(self.own(other))
        return effect

    def sets_off(self, effect: Effect, whenever: tree.Whenever) -> bool:
        """Whether an effect may move a piece of its type across the border that a `whenever`
        watches."""
        ways = (TAKE,) if whenever.crosses == "leaves" else (ADD,)
        watched = self._families.pieces_of(whenever.type)
        return any(
            name == whenever.place and how in ways and (not piece or piece in watched)
            for name, piece, how in effect.writes
        )

    def own(self, decl: tree.Hook | tree.Whenever) -> Effect:
        """The same without the `whenever`s that are triggered."""
        return self._closed(self._amendment(decl))

    def _closed(self, effect: Effect) -> Effect:
        """The transitive closure of an effect over everything it calls."""
        found = Effect()
        found.take_in(effect)
        waiting = list(effect.calls)
        while waiting:
            called = self._called(waiting.pop())
            new = called.calls - found.calls
            found.take_in(called)
            waiting.extend(new)
        return found

    def _amendment(self, decl: tree.Hook | tree.Whenever) -> Effect:
        if isinstance(decl, tree.Whenever):
            local: Locals = {decl.piece: self._origins.of_type(decl.type)}
        else:
            local = {param.name: self._origins.of_type(param.type) for param in decl.pattern}
        effect = Effect()
        if decl.guard is not None:
            self._read(decl.guard, effect)
        self._block(decl.body, local, effect)
        if isinstance(decl, tree.Hook) and decl.how == "instead" and "usual" in effect.calls:
            effect.calls.add(decl.target)
        effect.calls.add(decl.name)
        return effect

    # ----------------------------------------------------------------
    # what is called
    def _called(self, name: str) -> Effect:
        """The effect of using a name, without that of what it calls."""
        name = self._program.formerly.get(name, name)
        if name not in self._known:
            self._known[name] = effect = Effect()
            self._declared(name, effect)
        return self._known[name]

    def _declared(self, name: str, effect: Effect) -> None:
        p = self._program
        if name in p.places or name in p.notes or name == BOX:
            effect.reads.add(name)
        for case in p.values.get(name, []):
            self._read(case.body, effect)
        if name in p.rules:
            self._read(p.rules[name].body, effect)
        if name in p.graphs:
            graph = p.graphs[name]
            for part in (graph.a, graph.b, graph.sources):
                self._read(part, effect)
        for change in self._origins.changes_below(name):
            self._read(change.body, effect)
            if change.guard is not None:
                self._read(change.guard, effect)
        if name in p.steps:
            step = p.steps[name]
            self._block(
                step.body or [],
                {f.name: self._origins.of_type(f.type) for f in step.params},
                effect,
            )
        effect.calls.update(p.rules_of.get(name, []))
        for action in p.actions_of.get(name, []):
            menu = p.menus[name]
            given = zip(p.actions[action].menu_params, menu.params, strict=False)
            self._block(
                p.actions[action].body,
                {mine: self._origins.of_type(f.type) for mine, f in given},
                effect,
            )
        self._hooks_on(name, effect)

    def _hooks_on(self, name: str, effect: Effect) -> None:
        for hook in self._program.hooks_of(name).all():
            effect.take_in(self._amendment(hook))

    def _read(self, node: tree.Node, effect: Effect) -> None:
        """All that an expression asks."""
        for part in below(node):
            match part:
                case tree.Name():
                    effect.calls.add(part.id)
                case tree.Call():
                    effect.calls.add(part.name)
                case tree.Can():
                    effect.calls.add(part.menu)
                case _:
                    pass

    # ----------------------------------------------------------------
    # statements
    def _block(self, body: list[tree.Stmt], local: Locals, effect: Effect) -> None:
        local = dict(local)
        for stmt in body:
            self._statement(stmt, local, effect)

    def _statement(self, stmt: tree.Stmt, local: Locals, effect: Effect) -> None:
        match stmt:
            case tree.Write():
                self._write_note(stmt, effect)
            case tree.Move():
                self._move(self._origins.of(stmt.what, local), stmt.to, local, effect)
                self._read(stmt.what, effect)
                if stmt.position is not None:
                    self._read(stmt.position, effect)
            case tree.Draw():
                self._move(self._origins.of(stmt.source, local), stmt.to, local, effect)
                self._read(stmt.source, effect)
                self._read(stmt.count, effect)
            case tree.Swap():
                for side, other in ((stmt.left, stmt.right), (stmt.right, stmt.left)):
                    self._move(self._origins.of(side, local), other, local, effect)
                    self._read(side, effect)
            case tree.Shuffle():
                self._disturb(stmt.place, SET, local, effect)
            case tree.Turn() | tree.Roll():
                self._disturb(stmt.what, TURN, local, effect)
            case tree.ChooseFrom():
                effect.calls.add(stmt.menu)
                self._inside(stmt, local, effect)
            case _:
                self._inside(stmt, local, effect)

    def _inside(self, stmt: tree.Stmt, local: Locals, effect: Effect) -> None:
        """Any other statement: what its expressions ask, the names they bind, and its blocks."""
        if isinstance(stmt, (tree.Let, tree.Pick, tree.Choose)):
            origin = self._origins.of(
                stmt.value if isinstance(stmt, tree.Let) else stmt.source, local
            )
            local[stmt.name] = self._origins.narrowed(
                origin, stmt.name, stmt.where if isinstance(stmt, tree.Choose) else None
            )
        inner = dict(local)
        for part in parts(stmt):
            if isinstance(part, tree.Stmt):
                self._statement(part, inner, effect)
            else:
                self._bind(part, inner)
                self._read(part, effect)

    def _bind(self, node: tree.Node, local: Locals) -> None:
        """Names that a condition or the sources of a loop give to pieces."""
        if isinstance(node, tree.Sources):
            for source in node.each:
                local[source.name] = self._origins.narrowed(
                    self._origins.of(source.of, local), source.name, node.where
                )
        for part in below(node):
            if isinstance(part, tree.IsSome):
                local[part.name] = self._origins.of(part.of, local)

    def _write_note(self, stmt: tree.Write, effect: Effect) -> None:
        target = stmt.target
        while isinstance(target, tree.At):
            for key in target.keys:
                self._read(key, effect)
            target = target.of
        self._read(stmt.value, effect)
        if isinstance(target, tree.Name):
            note = self._program.notes.get(target.id)
            free = note is not None and isinstance(note.type, tree.NamedType)
            adds = stmt.op == "+=" or (stmt.op == "-=" and free)
            effect.writes.add((target.id, "", ADD if adds else SET))

    def _move(self, what: Origin, to: tree.Expr, local: Locals, effect: Effect) -> None:
        for place in what.places:
            held = self._origins.held(place).pieces
            for piece in what.pieces & held or what.pieces:
                effect.writes.add((place, piece, TAKE))
        for place in self._origins.of(to, local).places:
            for piece in what.pieces or {""}:
                effect.writes.add((place, piece, ADD))
            if place in self._program.places:
                for trait in self._program.places[place].traits:
                    if trait.law:
                        effect.calls.add(trait.law)
        self._read_keys(to, effect)

    def _read_keys(self, to: tree.Expr, effect: Effect) -> None:
        """A place that is written is not read by that; its keys are, and the value that names
        it."""
        if isinstance(to, tree.At):
            for key in to.keys:
                self._read(key, effect)
            self._read_keys(to.of, effect)
        elif isinstance(to, tree.Call):
            for arg in to.args:
                self._read(arg, effect)

    def _disturb(self, what: tree.Expr, how: str, local: Locals, effect: Effect) -> None:
        origin = self._origins.of(what, local)
        for place in origin.places:
            for piece in origin.pieces or {""}:
                effect.writes.add((place, piece, how))
        self._read_keys(what, effect)
