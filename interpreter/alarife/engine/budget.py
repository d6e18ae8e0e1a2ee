"""Budgets: what keeps a rule file from going on for ever or from filling memory.

Between two decisions a game may spend so many rounds of those loops that could be long, and so many
seconds of computing. Lowering writes `spend()`, or what `toil` does, into these loops and calls,
and into nothing else: `alarife.lowering.cost.weights` bounds the work of all the rest, so the clock
is looked at often enough. Numbers, lists, sets and what is written into notes may be so large. What
goes beyond is a fault that names the rule. In the seconds only what would otherwise seem to hang
can run out: a sound game takes thousandths of one."""

# What is kept may be anything.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import comb
from time import monotonic, process_time
from typing import Any, Final

from alarife.engine.allowance import CURRENT
from alarife.engine.logs import lines_from
from alarife.engine.traces import Trace, running_state
from alarife.lowering.layout import HEAD, LOG

MOST_SPENT: Final = 1 << 22
"""Rounds of heavy loops between two decisions."""
MOST_SECONDS: Final = 10
"""Seconds of computing between two decisions."""
PACE: Final = 1_000_000
"""After so much work, by its weight, the clock is looked at: a small part of a second."""
MOST_PACE: Final = 1 << 24
FEW: Final = 64
"""Loops over so many members are counted as one."""
_SOON: Final = 0.01
_BETWEEN_TRACES: Final = 0.05
MOST_MEMBERS: Final = 100_000
"""How long a list or range may be."""
MOST_LINKS: Final = 1_000_000
"""How many links a graph may have."""
MOST_WEIGHED: Final = 8_000_000
"""How many members all lists in lists may have that are made between two decisions."""
MOST_KEPT: Final = 500_000
"""How many members of lists and sets may be written into notes between two decisions, and how many
there may be in all notes."""
_WRITTEN: Final = 100_000
"""After so many members that are written the notes are counted."""
MOST_LOGGED: Final = 250_000
"""How many lines may be logged between two decisions."""
LARGEST: Final = 10**18
"""How large a number may be, above and below zero."""

Raise = Callable[[str, str, int, str], None]


class Budget:
    """The budget of one machine; `renew` when a decision has been answered. `fault(code, message,
    rule, hint)` raises."""

    def __init__(self, fault: Raise) -> None:
        self.fault = fault
        self.left = MOST_SPENT
        self.pace = PACE
        self.until = 0.0
        self.kept_members = self.weighed_members = 0
        self.spent = False
        """Whether anything has been taken from what is renewed."""
        self.out_of_time = False
        """Whether the seconds are used up."""
        self.trace: Trace | None = None
        self.playing: list[Any] | None = None
        """The state of a playout whose text is native, and so has no frames of Python."""
        self._step = PACE
        self._looked = self._glanced = self._traced = 0.0
        self._begun = False
        self._logged = 0
        self._log: Any = None
        self._read = 0
        self._written = 0

    def renew(self, until: float = 0.0) -> None:
        """Begin anew; where a time of the process is given, the clock stops then."""
        self.left = MOST_SPENT
        self.until = until
        self.kept_members = self.weighed_members = 0
        self.spent = self._begun = self.out_of_time = False
        self._logged, self._log, self._read = 0, None, 0

    # ----------------------------------------------------------------
    # time
    def spend(self) -> None:
        """One more round of a loop that may be long, with little to do in each."""
        self.spent = True
        self.left -= 1
        if not self.left & 4095:
            self.look()

    def toil(self, work: int) -> None:
        """One more round of a loop with up to so much to do in each. Generated code has it written
        out."""
        self.pace -= work
        if self.pace < 0:
            self.look()

    def metered(self, many: Iterable[Any], work: int) -> Iterable[Any]:
        """The members of a list or set, with up to so much to do for each; few are counted at
        once."""
        if (type(many) is tuple or type(many) is list) and len(many) <= FEW:
            self.pace -= len(many) * work
            if self.pace < 0:
                self.look()
            return many
        return self._one_by_one(many, work)

    def _one_by_one(self, many: Iterable[Any], work: int) -> Iterator[Any]:
        for one in many:
            self.toil(work)
            yield one

    def look(self) -> None:
        """Look at the clock; it begins to run with the first look. Weights are bounds, and most are
        far too high: where little time has passed, it is looked at less often. The time of the
        process takes long to ask for, so the clock on the wall is asked first, which tells that
        there is none to speak of."""
        self.spent = True
        glance = monotonic()
        if glance < self._glanced + _SOON and self.left > 0:
            if not self.until:
                self.until, self.trace = self._looked + _SOON + MOST_SECONDS, None
            self._step = self.pace = min(2 * self._step, MOST_PACE)
            return
        self._glanced = glance
        now = process_time()
        self._step = min(2 * self._step, MOST_PACE) if now < self._looked + _SOON else PACE
        passed = now - self._looked if self._begun else 0.0
        self._looked, self._begun = now, True
        self.pace = self._step
        if not self.until:
            self.until = now + MOST_SECONDS
            self.trace = None
        allowance = CURRENT.get()
        if allowance is not None:
            allowance.spent += passed
            allowance.over |= allowance.spent >= MOST_SECONDS or now > self.until
        self.out_of_time = now > self.until
        if self.left <= 0 or self.out_of_time:
            self._endless()
        elif allowance is not None and allowance.over:
            self._too_much()
        elif now > max(self.until - MOST_SECONDS / 2, self._traced + _BETWEEN_TRACES):
            self._traced = now
            self.trace = Trace.common(self.trace)
        self._read_log()

    def _too_much(self) -> None:
        """The seconds that machines share are over."""
        self.fault(
            "E0507",
            f"the time is up: all that is carried out here takes more than {MOST_SECONDS} seconds",
            -1,
            "Examples and what a book shows of the game share these seconds. Let loops go over"
            " less, or let fewer examples need so much.",
        )

    def _read_log(self) -> None:
        """Count the lines that have been logged since the last look."""
        state = running_state() or self.playing
        log = state[LOG] if state else None
        if log is not None and log is self._log:  # at the first look, what is there isn't counted
            self._logged += lines_from(log, self._read)
        self._log, self._read = log, len(log) if log else 0
        if self._logged > MOST_LOGGED:
            self.fault(
                "E0515",
                f"the log grows too long: more than {MOST_LOGGED} lines without a decision",
                -1,
                "Let loops go over less: each piece that is moved and each note that is written"
                " is a line.",
            )

    def _endless(self) -> None:
        self.trace = Trace.common(self.trace)
        self.fault(
            "E0507",
            "something goes on and on: too many rounds without a decision",
            -1,
            "Loops in loops multiply. Let them go over less, or let the condition of a `repeat`"
            " come true sooner.",
        )

    def too_many_sets(self, most: int) -> None:
        """More sets than are tried would have to be, to find what may be chosen next."""
        self.fault(
            "E0518",
            f"more than {most} sets would have to be tried to find which can be chosen",
            -1,
            "Let fewer things be candidates, bound the size of the set, or say of members what"
            " can be said of each (`every c in cards: …`).",
        )

    # ----------------------------------------------------------------
    # space
    def span(self, low: int, high: int) -> range:
        """`low..high`, if that is not too long."""
        if high - low >= MOST_MEMBERS:
            self.fault(
                "E0515",
                f"the range {low}..{high} is too long; a list may have {MOST_MEMBERS} members",
                -1,
                "Choose nearer bounds.",
            )
        return range(low, high + 1)

    def overfull(self) -> None:
        """A list or set has too many members."""
        self.fault(
            "E0515",
            f"a list grows too long; it may have {MOST_MEMBERS} members",
            -1,
            "Let it be emptied at times, or let fewer be listed.",
        )

    def joined(self, left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
        """Two lists one behind the other."""
        if len(left) + len(right) > MOST_MEMBERS:
            self.overfull()
        return left + right

    def measured(self, many: Iterable[Any]) -> tuple[Any, ...]:
        """A list of lists; with all that is in them, it may be as long as any list. One that stands
        in many places counts in each: so it does when it is shown or saved."""
        made = tuple(many)
        if _members(made, MOST_MEMBERS) > MOST_MEMBERS:
            self.overfull()
        return made

    def subsets(self, many: Iterable[Any], size: int | None = None) -> tuple[Any, ...]:
        """All sets of some members, the small ones first; with a size, those of that size."""
        members = tuple(sorted(set(many)))
        n = len(members)
        sizes = range(n + 1) if size is None else (size,) if 0 <= size <= n else ()
        length = 0
        for k in sizes:
            length += comb(n, k) * (k + 1)
            if length > MOST_MEMBERS:
                self.overfull()
        self.toil(length)
        return tuple([one for k in sizes for one in combinations(members, k)])

    def weighed(self, many: tuple[Any, ...]) -> tuple[Any, ...]:
        """A list that goes into a list."""
        self.spent = True
        self.weighed_members += _members(many, MOST_MEMBERS)
        if self.weighed_members > MOST_WEIGHED:
            self.overfull()
        return many

    def kept(self, many: Any) -> Any:
        """A list or set that is written into a note; so much may be written between two
        decisions."""
        if isinstance(many, tuple):
            self.spent = True
            members = _members(many, MOST_KEPT)
            self.kept_members += members
            if self.kept_members > MOST_KEPT:
                self._too_full("are noted without a decision")
            self._written += members
            if self._written > _WRITTEN and (state := running_state() or self.playing):
                self._written = 0
                if members + sum(map(_members_of, state[HEAD:])) > MOST_KEPT:
                    self._too_full("stand in notes")
        return many

    def _too_full(self, done: str) -> None:
        """Notes hold too much, or are written too much."""
        self.fault(
            "E0515",
            f"more than {MOST_KEPT} members of lists {done}",
            -1,
            "Note fewer lists, or shorter ones.",
        )

    def times(self, a: int, b: int) -> int:
        """The product of two numbers."""
        return self.sized(a * b)

    def sized(self, n: int) -> int:
        """A number that is not too large."""
        if not -LARGEST <= n <= LARGEST:
            self.fault(
                "E0514",
                "a number grows too large",
                -1,
                "Give the note a range, as in `0..1000`: then it keeps within it.",
            )
        return n

    def names(self) -> dict[str, Any]:
        """What generated code calls."""
        return {
            "spend": self.spend,
            "BUDGET": self,
            "metered": self.metered,
            "span": self.span,
            "overfull": self.overfull,
            "joined": self.joined,
            "measured": self.measured,
            "weighed": self.weighed,
            "subsets": self.subsets,
            "kept": self.kept,
            "times": self.times,
            "sized": self.sized,
            "MOST_MEMBERS": MOST_MEMBERS,
            "MOST_LINKS": MOST_LINKS,
        }


def _members(many: tuple[Any, ...], most: int) -> int:
    """How many members a list has, with those of its members; no further than so many."""
    count = len(many)
    if many and isinstance(many[0], tuple):
        for one in many:
            count += _members(one, most)
            if count > most:
                break
    return count


def _members_of(value: Any) -> int:
    """The same for what a slot of a state holds; 0 for what is no list."""
    return _members(value, MOST_KEPT) if isinstance(value, tuple) else 0
