"""What a function reads, told from its text.

A value, rule or graph whose text names no place, note or player depends on its arguments alone:
about a grid its results can be kept on the grid. Of the pieces in a grid a law reads only certain
fields and types: pieces alike in these are one to the law (`projection`)."""

from __future__ import annotations

from collections.abc import Iterable, Set

from alarife.checking.reads import is_face
from alarife.checking.scope import Checked
from alarife.checking.types import GridOf, Maybe, Pieces
from alarife.checking.world import NoteInfo
from alarife.linking.walk import below
from alarife.syntax import tree


class Purity:
    """Answers what the functions of a program read."""

    def __init__(
        self,
        checked: Checked,
        settled: Set[tree.Expr | None] = frozenset(),
        notes: Set[str] = frozenset(),
        skipped: Set[tree.Change] = frozenset(),
    ) -> None:
        self.checked = checked
        self._settled = settled
        """Conditions of changes that are asked before, and so read nothing here."""
        self._notes = notes
        """Notes that count for nothing here."""
        self._skipped = skipped
        """Changes that count for nothing here."""
        self._pure: dict[str, bool] = {}

    def without(self, notes: Set[str], changes: Set[tree.Change] = frozenset()) -> Purity:
        """The same where these notes and changes count for nothing, too."""
        return Purity(self.checked, self._settled, self._notes | notes, self._skipped | changes)

    def bodies(self, owner: str) -> list[tree.Node]:
        """All that may be evaluated when an owner ("value total") is asked, besides what it
        calls."""
        p = self.checked.program
        found = p.formulas(owner)
        for change in p.all_changes(owner.split()[1]):
            if change in self._skipped:
                continue
            asked = change.guard if change.guard not in self._settled else None
            found += [change.body, *([asked] if asked else [])]
        return found

    def calls(self, owner: str) -> Iterable[str]:
        """The values, rules and graphs that an owner calls."""
        calls = self.checked.calls.get(owner, ())
        if self._settled or self._skipped:
            refs = [self.checked.refs.get(node) for node in below(self.bodies(owner))]
            calls = {f"{ref.kind} {ref.target}" for ref in refs if ref is not None}
        return [c for c in calls if c.split()[0] in ("value", "rule", "graph")]

    def closure(self, owner: str) -> set[str]:
        """An owner and all it calls."""
        found, todo = {owner}, [owner]
        while todo:
            for callee in self.calls(todo.pop()):
                if callee not in found:
                    found.add(callee)
                    todo.append(callee)
        return found

    def pure(self, owner: str) -> bool:
        """Whether the result depends on the arguments alone."""
        if owner not in self._pure:
            self._pure[owner] = all(self._reads_nothing(o) for o in self.closure(owner))
        return self._pure[owner]

    def _reads_nothing(self, owner: str) -> bool:
        refs = self.checked.refs
        for node in below(self.bodies(owner)):
            ref = refs.get(node)
            if ref is not None and ref.kind == "note" and self._is_free(ref.target):
                continue
            if ref is not None and (
                ref.kind in ("place", "note", "you")
                or (ref.kind == "builtin" and ref.target in ("height", "knows"))
            ):
                return False
            if isinstance(node, tree.Can):
                return False
            if isinstance(node, tree.Get) and is_face(self.checked, node):
                return False
        return True

    def _is_free(self, note: object) -> bool:
        return isinstance(note, NoteInfo) and note.name in self._notes

    def keeps_on_grid(self, owner: str) -> bool:
        """Whether results are worth keeping on the grid they are about: pure, about a grid first,
        and asking a graph or a loop."""
        params = self.checked.signatures.get(owner, [])
        if not params or not isinstance(params[0], GridOf) or not self.pure(owner):
            return False
        if owner.startswith("graph"):
            return len(params) == 1
        return any(isinstance(n, tree.LongForm) for n in below(self.bodies(owner)))

    def looks(self, rules: Iterable[str]) -> list[int]:
        """For each piece a number that tells apart what these rules, which read nothing but the
        grid, tell apart."""
        owners = sorted({o for rule in rules for o in self.closure(f"rule {rule}")})
        fields: set[str] = set()
        types: set[str] = set()
        world = self.checked.world
        for node in below(*(self.bodies(o) for o in owners)):
            if isinstance(node, tree.Get) and self._is_piece(node.of):
                fields.add(node.field)
            elif isinstance(node, tree.IsA):
                types.add(node.type)
            elif isinstance(node, tree.Compare) and (
                self._is_piece(node.left) or self._is_piece(node.right)
            ):
                return list(range(world.piece_count))
        if any(self._by_type(o) for o in owners):
            types.update(world.pieces)
        seen: dict[tuple[object, ...], int] = {}
        out: list[int] = []
        for info in world.pieces.values():
            member = tuple(info.name in world.members.get(t, ()) for t in sorted(types))
            for i in range(info.count):
                row = tuple(info.fields[f][i] if f in info.fields else None for f in sorted(fields))
                out.append(seen.setdefault((row, member), len(seen)))
        return out

    def _by_type(self, owner: str) -> bool:
        """Whether the type of a piece may decide what an owner gives, without being asked for in
        the text."""
        what, name = owner.split()
        return (what == "value" and len(self.checked.program.values[name]) > 1) or bool(
            self.checked.program.changes.get(name)
        )

    def _is_piece(self, e: tree.Expr) -> bool:
        t = self.checked.types.get(e)
        t = t.of if isinstance(t, Maybe) else t
        return isinstance(t, Pieces)
