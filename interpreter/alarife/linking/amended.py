"""How the amendments of two programs differ: changes, what comes before, after or instead of a
thing, and in which order."""

# pyright: basic
# Declarations of all sorts are compared here, by the attributes that they happen to share.

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alarife.linking.compared import declared, is_exception, settled
from alarife.linking.difference import Comparison, Difference
from alarife.linking.numbers import constant_of
from alarife.linking.program import Program
from alarife.linking.wording import text_of
from alarife.syntax import tree

_HOW = {"before": "preceded", "after": "followed", "instead": "replaced"}


class Amendments:
    """Compares the amendments of two programs."""

    def __init__(self, comparison: Comparison) -> None:
        self.a, self.b = comparison.a, comparison.b
        self.comparison = comparison

    def all(self) -> Iterator[Difference]:
        """Every difference."""
        yield from self._changes()
        yield from self._hooks()
        yield from self._whenevers()
        yield from self._order()

    def _changes(self) -> Iterator[Difference]:
        for program, other, gone in ((self.b, self.a, False), (self.a, self.b, True)):
            for target, chain in program.changes.items():
                known = {
                    (c.module, c.name, c.at.line if not c.name else 0)
                    for c in other.changes.get(target, [])
                }
                for change in chain:
                    if (
                        change.module,
                        change.name,
                        change.at.line if not change.name else 0,
                    ) not in known:
                        yield from self._change(target, change, program, gone)

    def _change(
        self, target: str, change: tree.Change, program: Program, gone: bool
    ) -> Iterator[Difference]:
        if constant_of(target, self.a) is not None and constant_of(target, self.b) is not None:
            return  # told as a number
        decl = declared(target, program)
        if decl is None:
            return
        rule, besides = (self.comparison.sentences(program, one) for one in (decl, change))
        if not besides and decl.head.file == change.head.file:
            return  # a file that alters its own rule, and says no more of it
        texts = rule, besides or text_of(change.body, program.sources)
        yield self._amended("changed", decl, change, texts, gone)

    def _hooks(self) -> Iterator[Difference]:
        for program, other, gone in ((self.b, self.a, False), (self.a, self.b, True)):
            for target, hooks in program.hooks.items():
                decl = declared(target, program)
                there = other.hooks.get(target)
                for how, kind in _HOW.items():
                    known = {(h.module, h.name) for h in getattr(there, how)} if there else set()
                    for hook in getattr(hooks, how):
                        if (hook.module, hook.name) not in known and decl is not None:
                            old = (
                                self.comparison.sentences(program, decl) if how == "instead" else ""
                            )
                            yield self._amended(
                                kind,
                                decl,
                                hook,
                                (old, self.comparison.sentences(program, hook)),
                                gone,
                            )

    def _whenevers(self) -> Iterator[Difference]:
        for program, other, gone in ((self.b, self.a, False), (self.a, self.b, True)):
            known = {(w.module, w.name) for w in other.whenevers}
            for event in program.whenevers:
                if (event.module, event.name) not in known:
                    place = program.places[event.place]
                    yield self._amended(
                        "followed",
                        place,
                        event,
                        ("", self.comparison.sentences(program, event)),
                        gone,
                    )

    def _order(self) -> Iterator[Difference]:
        """What comes before or after the same thing in another order, or in an order that a file
        settles anew."""
        for target, hooks in self.b.hooks.items():
            decl = declared(target, self.b)
            there = self.a.hooks.get(target)
            for how in ("before", "after"):
                new: list[tree.Hook] = getattr(hooks, how)
                old: list[tree.Hook] = getattr(there, how) if there else []
                shared = [h.name for h in old if h.name in {n.name for n in new}]
                other = [h.name for h in new if h.name in set(shared)]
                lines = [line for line in settled(self.b, new) if line not in settled(self.a, old)]
                if decl is not None and (shared != other or lines):
                    facts: dict[str, Any] = {}
                    if lines:
                        line = lines[0]
                        facts = {
                            "module": line.module,
                            "file": line.head.file,
                            "line": line.head.line,
                            "cites": tuple(line.cites),
                        }
                    was = (
                        self._in_order([h for h in old if h.name in shared])
                        if shared != other
                        else ""
                    )
                    yield self.comparison.make(
                        "order", decl, label=how, old=was, new=self._in_order(new), **facts
                    )

    def _in_order(self, hooks: list[tree.Hook]) -> str:
        return ", ".join(f"“{self.comparison.titled(hook)}”" for hook in hooks)

    def _amended(
        self,
        kind: str,
        decl: tree.Decl,
        amendment: tree.Change | tree.Hook | tree.Whenever,
        texts: tuple[str, str],
        gone: bool,
    ) -> Difference:
        old, new = (texts[1], texts[0]) if gone else texts
        return self.comparison.make(
            kind,
            decl,
            module=amendment.module,
            label=amendment.name,
            label_title=amendment.title or amendment.name,
            cites=tuple(amendment.cites),
            file=amendment.head.file,
            line=amendment.head.line,
            old=old,
            new=new,
            gone=gone,
            exception=not isinstance(amendment, tree.Whenever) and is_exception(amendment),
            crosses=amendment.crosses if isinstance(amendment, tree.Whenever) else "",
            chapter=self.comparison.chapter(
                amendment if isinstance(amendment, tree.Whenever) else decl
            ),
        )
