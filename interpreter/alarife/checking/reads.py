"""What expressions read and statements write, by the names of places and notes, with all that is
called below.

`EVERYTHING` among the names says that it can't be told. Only names count: `hand[p]` and `hand[q]`
are both `hand`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alarife.checking.bodies import statements
from alarife.checking.scope import Checked
from alarife.checking.types import Many, Maybe, Pieces, Type
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.linking.walk import below
from alarife.syntax import tree

EVERYTHING = "*"


def is_face(checked: Checked, node: tree.Get) -> bool:
    """Whether a field of a piece may be one of its faces."""
    t = checked.types.get(node.of)
    t = t.of if isinstance(t, Maybe) else t
    return isinstance(t, Pieces) and any(
        node.field in checked.world.pieces[n].faces for n in t.names
    )


class Reads:
    """Answers for one program."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.program = checked.program

    # ----------------------------------------------------------------
    # what is asked
    def formulas(self, owner: str) -> list[tree.Node]:
        """The expressions of a value, rule or graph, its changes included."""
        found = self.program.formulas(owner)
        for change in self.program.all_changes(owner.split()[1]):
            found += [change.body, *([change.guard] if change.guard else [])]
        return found

    def read(self, *nodes: tree.Node) -> set[str]:
        """The places and notes that these expressions read, directly or through what they call."""
        found: set[str] = set()
        asked: set[str] = set()
        todo: list[tree.Node] = list(nodes)
        while todo:
            for node in below(todo.pop()):
                found |= self._direct(node)
                owner = self._owner(node)
                if owner and owner not in asked:
                    asked.add(owner)
                    todo += self.formulas(owner)
        return found

    def _owner(self, node: tree.Node) -> str:
        ref = self.checked.refs.get(node)
        return (
            f"{ref.kind} {ref.target}"
            if ref is not None and ref.kind in ("value", "rule", "graph")
            else ""
        )

    def _direct(self, node: tree.Node) -> set[str]:
        ref = self.checked.refs.get(node)
        if (
            ref is not None
            and isinstance(ref.target, (PlaceInfo, NoteInfo))
            and ref.kind in ("place", "note", "spot")
        ):
            return {ref.target.name}
        if isinstance(node, tree.Can) or (
            ref is not None and ref.kind == "builtin" and ref.target in ("height", "knows")
        ):
            return {EVERYTHING}
        if isinstance(node, tree.Get) and is_face(self.checked, node):
            return {EVERYTHING}
        return set()

    # ----------------------------------------------------------------
    # what is done
    def written(self, block: Iterable[tree.Stmt]) -> set[str]:
        """The places and notes that a block writes, directly or through what it does and what that
        sets off."""
        found: set[str] = set()
        done: set[str] = set()
        todo: list[list[tree.Stmt]] = [list(block)]
        while todo:
            for s in statements(todo.pop()):
                found |= self._writes(s)
                for owner in self._done(s):
                    if owner not in done:
                        done.add(owner)
                        todo += self._blocks(owner)
        return found | {EVERYTHING} if self._sets_off(found) else found

    def _sets_off(self, found: set[str]) -> bool:
        return any(w.place in found for w in self.program.whenevers)

    def _done(self, s: tree.Stmt) -> Iterator[str]:
        ref = self.checked.refs.get(s)
        match s:
            case tree.Do() | tree.Raise() if ref is not None and ref.kind in ("step", "moment"):
                yield f"{ref.kind} {ref.target}"
            case tree.Do():
                yield "usual"
            case tree.ChooseFrom():
                yield f"menu {s.menu}"
            case _:
                pass

    def _blocks(self, owner: str) -> list[list[tree.Stmt]]:
        if owner == "usual":
            return [step.body or [] for step in self.program.steps.values()]
        what, name = owner.split()
        p = self.program
        found: list[list[tree.Stmt]] = []
        if what == "step" and name in p.steps:
            found.append(p.steps[name].body or [])
        if what == "menu":
            found += [p.actions[a].body for a in p.actions_of.get(name, [])]
        todo, seen = [name], {name}
        while todo:
            for hook in p.hooks_of(todo.pop()).all():
                found.append(hook.body)
                if hook.name and hook.name not in seen:
                    seen.add(hook.name)
                    todo.append(hook.name)
        return found

    def _writes(self, s: tree.Stmt) -> set[str]:
        match s:
            case tree.Write():
                return self._direct(s.target)
            case tree.Move():
                return self._from(s.what) | self._to(s.to)
            case tree.Draw():
                return self._to(s.source) | self._to(s.to)
            case tree.Swap():
                return self._from(s.left) | self._from(s.right)
            case tree.Shuffle():
                return self._to(s.place)
            case tree.Turn() | tree.Roll():
                return {EVERYTHING}
            case _:
                return set()

    def _to(self, e: tree.Expr) -> set[str]:
        return self._direct(e) or {EVERYTHING}

    def _from(self, e: tree.Expr) -> set[str]:
        """Where a moved piece may come from: the place it is, or any that may hold such pieces."""
        direct = self._direct(e)
        return direct or places_for(self.checked, self.checked.types.get(e))


def places_for(checked: Checked, t: Type | None) -> set[str]:
    """The places that may hold pieces of a type."""
    while isinstance(t, (Maybe, Many)):
        t = t.of
    if not isinstance(t, Pieces):
        return {EVERYTHING}
    return {
        p.name
        for p in checked.world.places.values()
        if isinstance(p.element, Pieces) and p.element.names & t.names
    }
