"""Which calls are worth writing out: short values and rules, put in the place of a call.

A call of a generated function costs more than a comparison or two. What is written out must mean
the same: one case, no changes, no loop in it, results not kept on a grid; and an argument that is
read twice must be a plain name or number, so that nothing is worked out twice. Short ones that call
short ones multiply: together they stay within bounds, too."""

from __future__ import annotations

from alarife.checking.scope import Checked, Local
from alarife.linking.walk import below
from alarife.lowering.located import bare, located
from alarife.lowering.reading import Reading
from alarife.syntax import tree

MOST_NODES = 16
"""How large a body may be that is written out."""
MOST_TOGETHER = 60
"""How large it may be with all that is written out within it."""
LONG_FORMS = (tree.Quantified, tree.Count, tree.Sum, tree.ListFor, tree.Those, tree.Rank)


class Inlining:
    """Says of which values and rules calls are written out. With `on` off: of none (examples put
    other values in the place of some)."""

    def __init__(self, checked: Checked, reading: Reading, on: bool) -> None:
        self.checked = checked
        self.reading = reading
        self.on = on
        self._known: dict[str, tuple[tree.Expr, list[Local], dict[Local, int]] | None] = {}
        self._sizes: dict[str, int] = {}

    def body_of(self, owner: str) -> tuple[tree.Expr, list[Local], dict[Local, int]] | None:
        """The body to write out, its parameters, and how often each is read; None if the call stays
        a call."""
        if not self.on:
            return None
        if owner not in self._known:
            self._known[owner] = self._look(owner)
        return self._known[owner]

    def _look(self, owner: str) -> tuple[tree.Expr, list[Local], dict[Local, int]] | None:
        what, name = owner.split()
        p = self.checked.program
        decl: tree.Value | tree.Rule
        if what == "value" and len(p.values[name]) == 1:
            decl = p.values[name][0]
        elif what == "rule":
            decl = p.rules[name]
        else:
            return None
        if name in p.changes or self.reading.keeps_on_grid(owner):
            return None
        nodes = list(below(decl.body))
        if self._asks_where(decl.body):
            nodes = [n for n in nodes if not isinstance(n, tree.Those)]
        if len(nodes) > MOST_NODES or any(
            isinstance(n, (*LONG_FORMS, tree.Can, tree.OrElse)) for n in nodes
        ):
            return None
        self._sizes[owner] = len(nodes) + sum(map(self._size_of, nodes))
        if self._sizes[owner] > MOST_TOGETHER:
            return None
        params = self.checked.params[decl]
        reads = {
            param: sum(
                self.checked.refs[n].target is param for n in nodes if n in self.checked.refs
            )
            for param in params
        }
        return decl.body, params, reads

    def listed(self, name: str) -> tree.ListFor | tree.Those | None:
        """The body of a value without arguments that is `list … for …` or `those …`, if it may be
        written out."""
        cases = self.checked.program.values.get(name, [])
        if (
            not self.on
            or len(cases) != 1
            or cases[0].params
            or name in self.checked.program.changes
        ):
            return None
        body = bare(cases[0].body)
        spoken = f"value {name}" in self.checked.you
        return body if isinstance(body, (tree.ListFor, tree.Those)) and not spoken else None

    def _asks_where(self, e: tree.Expr) -> bool:
        """Whether a value is the key under which a piece lies: one look at a table."""
        if not (
            isinstance(e, tree.Call) and e.name == "only" and isinstance(e.args[0], tree.Those)
        ):
            return False
        there = located(self.checked, e.args[0].sources)
        return there is not None and not there.others and there.within is None and not there.rest

    def _size_of(self, node: tree.Node) -> int:
        """What writing out adds in the place of a node."""
        ref = self.checked.refs.get(node)
        if ref is None or ref.kind not in ("value", "rule"):
            return 0
        owner = f"{ref.kind} {ref.target}"
        return self._sizes[owner] if self.body_of(owner) is not None else 0
