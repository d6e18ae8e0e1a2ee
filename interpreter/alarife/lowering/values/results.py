"""Which functions keep their results, and what these depend on.

Results are kept on the grid that a function is about (`memo`), by its arguments (`by_args`), or as
long as the slots that it reads hold the same objects (`by_slots`); `laws.keeping` says what the
text shows. The values of a function of one small argument are worked out when a game is loaded."""

from __future__ import annotations

from alarife.checking.types import KindOf, Seat
from alarife.code.functions import Kept, print_kept, print_table
from alarife.ir.functions import may_fault
from alarife.ir.nodes import Bind, Call, Function
from alarife.ir.walk import below
from alarife.lowering.laws.keeping import Keeping
from alarife.lowering.reading import Purity
from alarife.lowering.writing import Writer

MOST_WORK_AT_LOADING = 2_000
"""Values that take more work are not put in a table before anybody asks for them."""


class Results:
    """Decides how results are kept, and writes it down with the writer."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.by_seat: list[str] = []
        """Functions of a seat that are kept by slots: which, may differ from seat to seat."""
        self._purity = Purity(writer.checked)
        self.keeping = Keeping(writer.checked, self._purity, writer.layout)

    def keep(self, function: str, owner: str) -> None:
        """Let a function keep its results, if the text shows what they depend on."""
        kept = self._kept(owner) if self.w.switches.on("keep") else None
        if kept is not None:
            self.w.kept[function] = kept
            self.w.switches.applied("keep")

    def _kept(self, owner: str) -> Kept | None:
        if owner.startswith("graph") and not self.w.switches.on("graphs"):
            return None
        if self._purity.keeps_on_grid(owner):
            return Kept("memo", (-1 - len(self.w.kept),))
        if not self.w.switches.on("inline") or owner.startswith("graph"):
            return None
        if self.keeping.kept_by_args(owner):
            return Kept("by_args")
        slots = self.keeping.kept_by_slots(owner)
        return None if slots is None else Kept("by_slots", (slots,))

    def finish(self, f: Function) -> None:
        """Write how the results of a printed function are kept, or put them all in a table."""
        kept = self.w.kept.get(f.name)
        if kept is None:
            return
        if (
            kept.how == "by_slots"
            and f.params
            and isinstance(f.params[0].type, Seat)
            and self.w.switches.on("watch")
        ):
            self.by_seat.append(f.name)
            return
        self.w.functions.append(print_kept(f.name, kept))
        count = self._values(f) if kept.how == "by_args" else 0
        if count:
            table = self.w.facts.tables[f.name] = f"TABLE·{f.name}"
            self.w.functions.append(print_table(table, f.name, count))

    def _values(self, f: Function) -> int:
        """How many values a function has that looks at one argument alone, of few values; 0 if it
        should not be asked before play."""
        work = f.counted + sum(n.counted for n in below(f.body) if isinstance(n, Bind))
        calls = {n.function for n in below(f.body) if isinstance(n, Call)}
        if (
            len(f.params) != 1
            or work > MOST_WORK_AT_LOADING
            or may_fault(f.body)
            or not calls <= self.w.facts.tables.keys()
        ):
            return 0
        world = self.w.world
        match f.params[0].type:
            case Seat():
                return world.parties if world.parties == world.players else 0
            case KindOf(name=kind):
                return len(world.kinds[kind].names)
            case _:
                return 0
