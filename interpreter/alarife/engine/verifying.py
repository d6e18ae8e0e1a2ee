"""Holding what is kept and told from windows equal to what is worked out from scratch.

`verified` plays games at random on a machine of its own. Each time a law is asked what may be laid,
taken or exchanged, the whole law is asked of each grid as it would be. Each graph that is kept is
compared with a graph of networkx put together anew from its links, each result that is kept with a
board with the same worked out on a fresh board, and each action that is remembered to exist with
the same asked anew. It is slow, and for whoever wants to see it."""

# The table of questions stands as lambdas.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from alarife.engine.machine import Machine
from alarife.engine.state import Game
from alarife.geometry.grid import Grid, GridTooLarge, gaps
from alarife.graphs import Network, put_together
from alarife.lowering.layout import DECISION, Slots, standing

Law = Callable[[Slots, Grid], bool]
MOST_KNOWN = 100_000


class Differs(Exception):
    """Something kept is not what it would be if it were worked out anew."""


@dataclass(slots=True)
class Verifier:
    """Wraps what generated code asks; `compared` counts the comparisons by what was compared."""

    machine: Machine
    compared: Counter[str] = field(default_factory=Counter[str])
    known: dict[tuple[Any, ...], bool] = field(default_factory=dict[tuple[Any, ...], bool])

    def wrap(self) -> None:
        """Put a comparison around every answer."""
        names = self.machine.names
        for name in list(names):
            what, _, rest = name.partition("·")
            if f"{name}·links" in names and what == "graph":
                names[name] = self._graph(name, names[name])
            elif what in ANSWERS and f"law·{rest}" in names:
                names[name] = self._question(what, rest, names[name])
            elif hasattr(names[name], "anew"):
                names[name] = self._watched(name, names[name])
            elif name.startswith("kept_") and name[5:].isdigit():
                names[name] = self._kept(name, names[name])

    def _same(self, what: str, found: Any, anew: Any) -> None:
        self.compared[what.partition(" ")[0]] += 1
        if found != anew:
            raise Differs(f"{what}: kept {found!r}, worked out anew {anew!r}")

    # ----------------------------------------------------------------
    def _graph(self, name: str, asked: Callable[..., Any]) -> Callable[..., Any]:
        names = self.machine.names
        links, centres = names[f"{name}·links"], names.get(f"{name}·centres")

        def both(s: Slots, *args: Any) -> Any:
            found = asked(s, *args)
            of = centres(s) if centres else names[f"{name}·grid"](s, *args).cells
            every = [link for c in of for link in links(s, c, *args)]
            self._same(f"graphs ({name})", found.neighbours(), put_together(every, found.directed))
            return found

        return both

    def _watched(self, name: str, asked: Callable[..., Any]) -> Callable[..., Any]:
        what = "actions" if name.startswith("exists") else "results"

        def both(s: Slots, *args: Any) -> Any:
            found, anew = asked(s, *args), getattr(asked, "anew")(s, *args)  # noqa: B009
            if isinstance(found, Network):
                self._same(f"{what} ({name})", found.neighbours(), anew.neighbours())
            else:
                self._same(f"{what} ({name})", found, anew)
            return found

        return both

    def _kept(self, name: str, asked: Callable[..., Any]) -> Callable[..., Any]:
        def both(g: Grid, *args: Any) -> Any:
            found = asked(g, *args)
            self._same(f"boards ({name})", found, asked(Grid(dict(g.cells), g.bounds), *args))
            return found

        return both

    def _question(self, what: str, law: str, asked: Callable[..., Any]) -> Callable[..., Any]:
        whole: Law = self.machine.names[f"law·{law}"]

        pure = all(rule.pure for rule in self.machine.lowered.law_forms[law].rules)

        def holds(s: Slots, cells: dict[int, int], bounds: Any) -> bool:
            if not pure:
                return bool(whole(s, Grid(cells, bounds)))
            key = (law, bounds, tuple(sorted(cells.items())))
            if key not in self.known:
                if len(self.known) >= MOST_KNOWN:
                    self.known.clear()
                self.known[key] = bool(whole(s, Grid(cells, bounds)))
            return self.known[key]

        def both(s: Slots, g: Grid, *args: Any) -> Any:
            found = asked(s, g, *args)
            anew = ANSWERS[what](g, lambda cells: holds(s, cells, g.bounds), *args)
            self._same(f"laws ({what} of {law})", found, anew)
            return found

        return both


# ----------------------------------------------------------------
# what a law says, asked of every grid as it would be
Holds = Callable[[dict[int, int]], bool]


def _spots(g: Grid, holds: Holds, x: int) -> tuple[int, ...]:
    return tuple(c for c in gaps(Grid(g.cells, g.bounds)) if _may_lay(g, holds, c, x))


def _may_lay(g: Grid, holds: Holds, c: int, x: int) -> bool:
    try:
        return c not in g.cells and holds(g.lay(c, x).cells)
    except GridTooLarge:
        return False


def _removable(g: Grid, holds: Holds) -> tuple[int, ...]:
    return tuple(sorted(x for c, x in g.cells.items() if holds(g.take(c).cells)))


def _replaces(g: Grid, holds: Holds, old: int, new: int) -> bool:
    at = g.where(old)
    assert at is not None
    return holds({**g.cells, at: new})


def _exchangeable(g: Grid, holds: Holds, news: Iterable[int]) -> tuple[int, ...]:
    return tuple(
        sorted(x for x in g.cells.values() if any(_replaces(g, holds, x, new) for new in news))
    )


ANSWERS: dict[str, Callable[..., Any]] = {
    "may_lay": _may_lay,
    "spots": _spots,
    "fits": lambda g, holds, x: bool(_spots(g, holds, x)),
    "any_fits": lambda g, holds, pieces: any(_spots(g, holds, x) for x in pieces),
    "fitting": lambda g, holds, pieces: tuple(x for x in pieces if _spots(g, holds, x)),
    "removable": _removable,
    "any_removable": lambda g, holds: bool(_removable(g, holds)),
    "exchangeable": _exchangeable,
    "any_exchangeable": lambda g, holds, news: bool(_exchangeable(g, holds, news)),
    "replacements": lambda g, holds, old, news: tuple(
        x for x in news if _replaces(g, holds, old, x)
    ),
}
"""By question its answer: `(grid, holds, …)`."""


def verified(game: Game, games: int, seed: int, most: int = 1_000_000) -> Counter[str]:
    """Play so many games at random, of so many decisions at most, and compare; how much was
    compared of what. Raises `Differs`."""
    machine = Machine(game.lowered)
    verifier = Verifier(machine)
    verifier.wrap()
    for number in range(games):
        chance = random.Random(f"{seed} {number}")  # noqa: S311
        s = machine.start(seed + number, log=False)
        for _ in range(most):
            if s[DECISION] is None:
                break
            machine.advance(s, chance.choice(standing(s)[2]))
    return verifier.compared
