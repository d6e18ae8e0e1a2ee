"""Graphs that are kept by what lies on a cell.

A graph over the cells of one grid (`join … for c in cells(g) …`) whose links for a cell follow from
the cell itself and from the piece on it, its face included, and from nothing else that can change.
What it joins may be anything: edges, corners, pairs. After a change only the links of the cells
that have changed, or whose piece shows another face, are worked out anew. Told from the nodes of
the graph, and of all that it calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from alarife.checking.scope import Local
from alarife.ir.functions import function
from alarife.ir.nodes import (
    At,
    Bind,
    Builtin,
    Call,
    Const,
    Expr,
    Function,
    Given,
    Let,
    Node,
    Once,
    Over,
    Read,
    Some,
    Use,
)
from alarife.ir.walk import children, key

Meaning = str
"""What a local is: `cell` (the cell gone over), `piece` (what lies there), or `other`."""


class NotLocal(Exception):
    """The links of a cell follow from more than what lies there."""


@dataclass(frozen=True, slots=True)
class ByPiece:
    """The links of a cell, and the grid, as functions; the types of pieces whose faces count."""

    links: Function
    grid: Function
    faces: tuple[str, ...]
    directed: bool


def by_piece(f: Function, functions: Mapping[str, Function]) -> ByPiece | None:
    """How a graph is kept by what lies on a cell, or None."""
    match f.body:
        case Builtin(
            name="network",
            args=(
                Over(
                    kind="bag",
                    clauses=(Bind(local=cell, source=Builtin(name="cells", args=(grid,))), *rest),
                    result=link,
                ),
                Const(value=bool() as directed),
            ),
        ) if isinstance(grid, Read) and not f.params:
            asked = _Asked(key(grid), functions)
            body = Over("bag", tuple(rest), link)
            try:
                asked.node(body, {cell: "cell"})
            except NotLocal:
                return None
            return ByPiece(
                Function(f"{f.name}·links", (cell,), body, origin=f.origin),
                Function(f"{f.name}·grid", (), grid, origin=f.origin),
                tuple(sorted(asked.faces)),
                directed,
            )
        case _:
            return None


@dataclass(slots=True)
class _Asked:
    """Goes through nodes; `grid` is the grid that may be looked at, and there on the cell alone."""

    grid: object
    functions: Mapping[str, Function]
    faces: set[str] = field(default_factory=set[str])
    calling: list[str] = field(default_factory=list[str])

    def node(self, n: Node, known: dict[Local, Meaning]) -> None:
        """Look at a node and all below it, in order: locals are bound before they are used."""
        match n:
            case At():
                self.meaning(n, known)
                return
            case Read(shelf="face", name=name, index=index):
                if index is None or self.meaning(index, known) != "piece":
                    raise NotLocal
                self.faces.add(name)
                return
            case Read():
                raise NotLocal
            case Call():
                self._call(n, known)
                return
            case Builtin() if function(n.name).reads or function(n.name).changes:
                raise NotLocal
            case Some(local=local, of=of) | Once(local=local, of=of):
                known[local] = self.meaning(of, known)
                return
            case Let(local=local, value=value) | Given(local=local, source=value):
                known[local] = self.meaning(value, known)
                return
            case Bind(local=local, source=source):
                self.node(source, known)
                known[local] = "other"
                return
            case _:
                for part in children(n):
                    self.node(part, known)

    def meaning(self, e: Expr, known: dict[Local, Meaning]) -> Meaning:
        """What an expression is, which is looked at, too."""
        match e:
            case Use(local=local):
                return known.get(local, "other")
            case At(grid=grid, cell=Use(local=local)) if (
                key(grid) == self.grid and known.get(local) == "cell"
            ):
                return "piece"
            case At():
                raise NotLocal
            case _:
                self.node(e, known)
                return "other"

    def _call(self, call: Call, known: dict[Local, Meaning]) -> None:
        called = self.functions.get(call.function)
        if called is None or call.function in self.calling or called.replaceable:
            raise NotLocal
        given = [self.meaning(arg, known) for arg in call.args]
        self.calling.append(call.function)
        self.node(called.body, dict(zip(called.params, given, strict=True)))
        self.calling.pop()
