"""What a statement leads to: what is carried out below it, and which of that may change what lies
in a place under a law.

In: statements of a checked program. Out: the statements reached through steps, moments and
`whenever`s, each once; whether somebody is asked among them. A `whenever` is reached by any move
that may be what it waits for, as far as the names of places tell."""

from __future__ import annotations

from collections.abc import Iterable

from alarife.checking.bodies import bodies, statements
from alarife.checking.scope import Checked
from alarife.checking.types import Many, Maybe, Pieces, Type
from alarife.syntax import tree


class Reaching:
    """Answers for one program. `pieces`: the types of pieces that may lie under a law."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        places = [place for place in checked.world.places.values() if place.law]
        self.pieces: frozenset[str] = frozenset(
            name
            for place in places
            if isinstance(place.element, Pieces)
            for name in place.element.names
        )
        self._blocks: dict[str, list[list[tree.Stmt]]] = {}
        self._below: dict[str, list[tree.Stmt]] = {}

    # ----------------------------------------------------------------
    # what is touched
    def reached(self, s: tree.Stmt) -> list[tree.Stmt]:
        """The statements that may change what lies in a place under a law, this one included."""
        if not self.pieces:
            return []
        return [t for t in self.carried_out(s) if self.touches(t)]

    def touches(self, s: tree.Stmt) -> bool:
        """Whether this very statement may change what lies in a place under a law."""
        match s:
            case tree.Move():
                return self._under_law(s.to) or self._leaves(s.what)
            case tree.Draw():
                return self._under_law(s.to)
            case tree.Swap():
                return self._may_lie_there(s.left) or self._may_lie_there(s.right)
            case tree.Turn() | tree.Roll():
                return any(
                    self.checked.world.pieces[name].faces for name in self._lawful_types(s.what)
                )
            case _:
                return False

    def _under_law(self, e: tree.Expr) -> bool:
        place = self.checked.place(e)
        return place is not None and bool(place.law)

    def _leaves(self, what: tree.Expr) -> bool:
        place = self.checked.place(what)
        if place is not None:
            return bool(place.law)
        return self._may_lie_there(what)

    def _may_lie_there(self, e: tree.Expr) -> bool:
        return bool(self._lawful_types(e))

    def _lawful_types(self, e: tree.Expr) -> frozenset[str]:
        t: Type | None = self.checked.types.get(e)
        while isinstance(t, (Many, Maybe)):
            t = t.of
        return t.names & self.pieces if isinstance(t, Pieces) else frozenset()

    # ----------------------------------------------------------------
    # what is carried out
    def carried_out(self, s: tree.Stmt) -> list[tree.Stmt]:
        """A statement and all below it."""
        found: list[tree.Stmt] = []
        for t in statements([s]):
            found.append(t)
            for owner in self._carries_out(t):
                found += self._statements_of(owner)
        return found

    def _carries_out(self, s: tree.Stmt) -> Iterable[str]:
        """The steps and moments that a statement leads to."""
        ref = self.checked.refs.get(s)
        if isinstance(s, (tree.Do, tree.Raise)) and ref is not None:
            if ref.kind in ("step", "moment"):
                yield f"{ref.kind} {ref.target}"
        elif isinstance(s, (tree.Move, tree.Draw, tree.Swap)):
            for whenever in self.checked.program.whenevers:
                if self._crosses(s, whenever):
                    yield f"step {whenever.name}"

    def _crosses(self, s: tree.Move | tree.Draw | tree.Swap, whenever: tree.Whenever) -> bool:
        """Whether a move may be what a `whenever` waits for, by the names of places."""
        if isinstance(s, tree.Swap):
            return True
        where = (
            s.to if whenever.crosses == "enters" else getattr(s, "what", getattr(s, "source", s))
        )
        place = self.checked.place(where) if isinstance(where, tree.Expr) else None
        return place is None or place.name == whenever.place

    def _statements_of(self, owner: str) -> list[tree.Stmt]:
        if owner in self._below:
            return self._below[owner]
        if not self._blocks:
            for body in bodies(self.checked):
                self._blocks.setdefault(body.owner, []).append(body.block)
        found: list[tree.Stmt] = []
        self._below[owner] = found
        for block in self._blocks.get(owner, []):
            for s in block:
                found += self.carried_out(s)
        for callee in sorted(self.checked.calls.get(owner, ())):
            if callee.startswith(("step ", "moment ")):
                found += self._statements_of(callee)
        found[:] = dict.fromkeys(found)
        return found

    def asks(self, s: tree.Stmt) -> bool:
        """Whether somebody may be asked by a statement or below it."""
        for t in statements([s]):
            if isinstance(t, (tree.Choose, tree.ChooseFrom, tree.May, tree.Require)):
                return True
            if any(owner in self.checked.asking for owner in self._carries_out(t)):
                return True
            ref = self.checked.refs.get(t)
            if isinstance(t, tree.Do) and ref is not None and ref.kind == "usual":
                return True
        return False
