"""What won a game on a board: found by taking pieces away while the winners stay the same."""

from __future__ import annotations

from typing import Any

from alarife.diagnostics import RuleError
from alarife.engine.inspect import is_generated, is_grid, slots_of
from alarife.engine.state import State
from alarife.engine.workbench import Workbench
from alarife.geometry.grid import xy
from alarife.table.wording import Wording

Data = dict[str, Any]
_MOST_CELLS = 400


def winning_line(wording: Wording, state: State) -> list[Data]:
    """A smallest set of pieces on grids by which the winners have won, such as a line or a
    chain: all others can be taken away, and they have still won."""
    game = wording.game
    if not state.is_over or "score" in game.world.notes:
        return []
    if not state.winners or len(state.winners) == game.players:
        return []
    if not is_generated(game, "winners"):
        return []
    bench = Workbench.of(game)
    value, slots = bench.function("value·winners"), bench.copy(slots_of(state))
    won = value(slots)
    cells = [
        (number, cell)
        for number in wording.instances
        if is_grid(game, number)
        for cell, _ in bench.content(slots, number).items_sorted()
    ]
    kept, tried = cells[:_MOST_CELLS], 0
    while len(kept) != tried:  # what outnumbers others can go as soon as they are gone
        before, kept, tried = kept, [], len(kept)
        for number, cell in before:
            held = bench.content(slots, number)
            bench.keep(slots, number, held.take(cell))
            try:
                still = value(slots)
            except (RuleError, ArithmeticError, LookupError, TypeError, ValueError):
                return []
            if still != won:
                bench.keep(slots, number, held)
                kept.append((number, cell))
    spots = [{"place": wording.place_id(n), "at": list(xy(c))} for n, c in kept]
    return spots if 1 < len(spots) < len(cells) else []
