"""Where a piece is moved to a chosen cell or space of which nothing asks whether it is taken
(E0386).

What asks is the choice itself, with all that it calls, or any expression of the block that names
what was chosen. What is asked is not looked into: who looks at the place is taken to know. Where
all choose at once, a choice doesn't ask what another is about to do: only what follows it asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alarife.checking.bodies import bodies, statements
from alarife.checking.builtins import BUILT_INS
from alarife.checking.checks.at_once import asked_by, is_own
from alarife.checking.reads import EVERYTHING, Reads
from alarife.checking.scope import Checked, Local
from alarife.checking.types import GridOf
from alarife.checking.world import PlaceInfo
from alarife.diagnostics import Label, Report
from alarife.linking.walk import below, parts
from alarife.syntax import tree


def check_occupied(checked: Checked, report: Report) -> None:
    """A place for one piece is looked at before a piece is moved to a chosen part of it."""
    occupied = _Occupied(checked, report)
    for body in bodies(checked):
        occupied.block(list(statements(body.block)))


class _Occupied:
    def __init__(self, checked: Checked, report: Report) -> None:
        self.checked, self.report = checked, report
        self.reads = Reads(checked)

    def block(self, block: Sequence[tree.Stmt]) -> None:
        """Report the moves of one block, with all blocks inside it."""
        chosen: dict[Local, tree.Choose] = {}
        shared = self._shared(block)
        for at, s in enumerate(block):
            if isinstance(s, tree.Choose) and s.how is None:
                chosen[self.checked.local_of(s)] = s
            elif isinstance(s, (tree.Move, tree.Draw)) and (place := self._for_one(s.to)):
                keys = [key for key in self._locals(s.to) if key in chosen]
                asking = {} if s in shared else chosen
                if keys and not self._is_asked(place, keys, asking, block[: at + 1], s.to):
                    self._warn(place, keys[0], chosen[keys[0]], s, s in shared)

    def _shared(self, block: Sequence[tree.Stmt]) -> set[tree.Stmt]:
        """The moves that all make at once to what is not kept apart for each player."""
        return {
            s
            for all_of_them in block
            if isinstance(all_of_them, tree.AsEach) and all_of_them.at_once
            for s in statements(all_of_them.body)
            if isinstance(s, (tree.Move, tree.Draw))
            and not any(
                is_own(self.checked, node, asked_by(self.checked, all_of_them))
                for node in below(s.to)
            )
        }

    def _for_one(self, to: tree.Expr) -> PlaceInfo | None:
        """The place that a move goes to, if each part of it holds one piece, and no law is asked
        where pieces may go."""
        place = self.checked.place(to)
        if place is None or place.law is not None:
            return None
        spot = self.checked.place(to, spots=False) is None
        return place if spot or place.shape == "space" else None

    def _locals(self, e: tree.Node) -> Iterator[Local]:
        for node in below(e):
            if (local := self.checked.local(node)) is not None:
                yield local

    def _is_asked(
        self,
        place: PlaceInfo,
        keys: Sequence[Local],
        chosen: dict[Local, tree.Choose],
        before: Sequence[tree.Stmt],
        to: tree.Expr,
    ) -> bool:
        """Whether the choice, or what names the chosen ones, looks at the place; or something has
        changed it meanwhile."""
        for key in keys:
            if key not in chosen:
                continue
            choice = chosen[key]
            if any(local.name != "you" for local in self._locals(choice.source)):
                return True  # what a `let` holds was worked out elsewhere
            if self._looks_at(place, [choice.source, *([choice.where] if choice.where else [])]):
                return True
        named = [
            e
            for s in before
            for e in parts(s)
            if not isinstance(e, tree.Stmt)
            and e is not to
            and any(local in keys for local in self._locals(e))
        ]
        if self._looks_at(place, named):
            return True
        earlier = [s for s in before[:-1] if before[-1] not in statements([s])]
        written = self.reads.written(earlier)
        return bool(written & {place.name, EVERYTHING})

    def _looks_at(self, place: PlaceInfo, nodes: Sequence[tree.Node]) -> bool:
        left_out = {id(arg) for node in nodes for arg in self._not_asked(node)}
        read = self.reads.read(*(n for node in nodes for n in self._but(node, left_out)))
        return bool(read & {place.name, EVERYTHING})

    def _but(self, node: tree.Node, left_out: set[int]) -> Iterator[tree.Node]:
        """A node, or if something in it is left out, its other parts."""
        if id(node) in left_out:
            return
        if any(id(n) in left_out for n in below(node)):
            for part in parts(node):
                yield from self._but(part, left_out)
        else:
            yield node

    def _not_asked(self, node: tree.Node) -> Iterator[tree.Node]:
        """Boards of which is asked nothing that tells a free cell: `cells(board)` are taken."""
        for call in below(node):
            if isinstance(call, tree.Call) and call.name in BUILT_INS:
                row = BUILT_INS[call.name]
                for arg in call.args:
                    board = isinstance(self.checked.types.get(arg), GridOf)
                    if board and (not row.reads or call.name == "cells"):
                        yield arg

    def _warn(
        self,
        place: PlaceInfo,
        key: Local,
        choice: tree.Choose,
        s: tree.Move | tree.Draw,
        shared: bool,
    ) -> None:
        grid = place.shape in ("grid", "board")
        hint = (
            f"Choose from `gaps({place.name})`, which are free: `cells({place.name})` are not"
            if grid
            else f"Choose from those of which `{place.name}[{key.name}]` is empty"
        )
        if shared:
            hint = (
                "All choose at once, and another may have chosen the same. Ask after the choice:"
                f" `if {place.name}[{key.name}] is empty`"
            )
        self.report.warn(
            "E0386",
            f"Nothing asks whether something lies there already, and"
            f" {'each cell of ' if grid else ''}`{place.name}` has room for one piece.",
            s.at,
            Label(choice.at, f"`{key.name}` is chosen here"),
            hint=hint + ". Or move away first what lies there.",
        )
