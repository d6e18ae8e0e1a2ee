"""Reads of what not everybody may see.

What comes in: expressions, and the names that are `you` there. What goes out: the hidden places
that they look into. That a hidden place is empty, and how many pieces lie in it, everybody knows.
Values and rules are looked into, with what is handed to them: `hand[p]` is one's own if `p` is
`you` wherever it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alarife.checking.scope import Checked, Local
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.linking.walk import parts
from alarife.syntax import tree

Own = frozenset[Local]
"""Locals that are `you`."""
Hidden = PlaceInfo | NoteInfo
"""A place or note that not everybody sees."""


class HiddenReads:
    """Finds reads of hidden places. With `public`, what only `you` sees is hidden, too. With
    `guarded`, so is what is seen under a condition."""

    def __init__(self, checked: Checked, public: bool = False, guarded: bool = False) -> None:
        self.checked = checked
        self.public, self.guarded = public, guarded
        self._asked: set[tuple[str, tuple[bool, ...]]] = set()

    def read(self, nodes: Iterable[tree.Node], own: Own) -> Iterator[tuple[tree.Node, Hidden]]:
        """The hidden places that these expressions look into, and where."""
        self._asked.clear()
        for node in nodes:
            for place in self._below(node, own):
                yield node, place

    def _below(self, node: tree.Node, own: Own) -> Iterator[Hidden]:
        ref = self.checked.refs.get(node)
        if isinstance(node, tree.IsEmpty) or (
            isinstance(node, tree.Call)
            and node.name == "size"
            and ref is not None
            and ref.kind == "builtin"
        ):
            inner = node.of if isinstance(node, tree.IsEmpty) else node.args[0]
            if self._is_place(inner):
                for key in inner.keys if isinstance(inner, tree.At) else ():
                    yield from self._below(key, own)
                return
        if (
            isinstance(node, tree.Call)
            and node.name in ("first", "top")
            and self._shows_top(node.args[0])
        ):
            return
        if (
            ref is not None
            and ref.kind == "place"
            and isinstance(ref.target, PlaceInfo)
            and self._is_hidden(ref.target, node, own)
        ):
            yield ref.target
        if (
            ref is not None
            and ref.kind == "note"
            and isinstance(ref.target, NoteInfo)
            and self._is_secret(ref.target, node, own)
        ):
            yield ref.target
        if ref is not None and ref.kind in ("value", "rule"):
            yield from self._called(
                f"{ref.kind} {ref.target}", node.args if isinstance(node, tree.Call) else [], own
            )
        for part in parts(node):
            yield from self._below(part, own)

    def _called(self, owner: str, args: list[tree.Expr], own: Own) -> Iterator[Hidden]:
        mine = tuple(self._is_you(arg, own) for arg in args)
        if (owner, mine) in self._asked:
            return
        self._asked.add((owner, mine))
        for decl, bodies_ in self._decls(owner):
            params = self.checked.params.get(decl, [])
            inner = frozenset(
                local for local, is_mine in zip(params, mine, strict=False) if is_mine
            )
            for body in bodies_:
                yield from self._below(body, inner)

    def _decls(self, owner: str) -> Iterator[tuple[tree.Decl, list[tree.Expr]]]:
        what, name = owner.split()
        p = self.checked.program
        if what == "value":
            for case in p.values.get(name, []):
                yield case, [case.body]
        elif name in p.rules:
            yield p.rules[name], [p.rules[name].body]
        for change in p.changes.get(name, []):
            yield change, [change.body, *([change.guard] if change.guard else [])]

    # ----------------------------------------------------------------
    # who sees what
    def _is_place(self, e: tree.Expr) -> bool:
        ref = self.checked.refs.get(e)
        return ref is not None and ref.kind == "place"

    def _shows_top(self, e: tree.Expr) -> bool:
        ref = self.checked.refs.get(e)
        place = ref.target if ref is not None and isinstance(ref.target, PlaceInfo) else None
        return (
            place is not None
            and place.decl is not None
            and any(t.kind == "top seen" for t in place.decl.traits)
        )

    def _is_you(self, e: tree.Expr, own: Own) -> bool:
        ref = self.checked.refs.get(e)
        return ref is not None and (
            (ref.kind == "you" and not self.public)
            or (isinstance(ref.target, Local) and ref.target in own)
        )

    def _is_hidden(self, place: PlaceInfo, node: tree.Node, own: Own) -> bool:
        if place.decl is None:
            return False
        seen = [t for t in place.decl.traits if t.kind == "seen"]
        if not seen:
            return False
        if any(t.guard is not None for t in seen):
            return self.guarded
        keys = node.keys if isinstance(node, tree.At) else []
        if isinstance(node, tree.Name) and place.domains:
            return False  # as the place itself, not what lies there: an `At` stands round it
        return not any(self._sees(place, t.who, keys, own) for t in seen)

    def _is_secret(self, note: NoteInfo, node: tree.Node, own: Own) -> bool:
        """Whether a note is not seen by whoever chooses."""
        names = [key.name for key in note.decl.keys]
        if note.decl.seen in ("", "all") or (isinstance(node, tree.Name) and names):
            return False
        keys = node.keys if isinstance(node, tree.At) else []
        at = names.index(note.decl.seen) if note.decl.seen in names else len(keys)
        return at >= len(keys) or not self._is_you(keys[at], own)

    def _sees(
        self, place: PlaceInfo, who: tree.Expr | None, keys: list[tree.Expr], own: Own
    ) -> bool:
        """Whether the chooser is among those who see it; what can't be told counts as seen."""
        if not isinstance(who, tree.Name) or place.decl is None:
            return True
        if who.id in ("all", "nobody"):
            return who.id == "all"
        names = [key.name for key in place.decl.keys]
        if who.id not in names:
            return True
        at = names.index(who.id)
        return at >= len(keys) or self._is_you(keys[at], own)
