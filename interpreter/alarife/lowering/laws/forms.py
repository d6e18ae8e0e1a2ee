"""The forms that rules of a law can have: what `classify` finds, generated code answers and the
engine asks.

A rule is answered by its `parts`, all of which must hold; a rule without parts is plain. Parts
speak of cells by their offset from a centre, so none of them depends on where on the grid something
lies."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.lowering.laws.read_sets import (
    Atom,
    Env,
    Fixed,
    Known,
    Meaning,
    NotLocal,
    Off,
    OffsetReads,
    TheGrid,
)
from alarife.syntax import tree


@dataclass(slots=True)
class Instance:
    """One condition about a centre: `body` where the `guards` hold, with names standing for `env`.
    `function` and `args` say how generated code answers it: arguments are ("grid", 0), ("cell",
    offset from the centre), ("known", value)."""

    guards: list[tree.Expr]
    body: tree.Expr
    env: Env
    reads: OffsetReads
    function: str = ""
    args: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])


@dataclass(slots=True)
class LocalPart:
    """Conditions that each cell of the grid must meet."""

    instances: list[Instance]


@dataclass(slots=True)
class ReachPart:
    """Everything in reach from `start`. Each link: the condition, and the offset of its other
    end."""

    links: list[tuple[Instance, int]]
    start: int


@dataclass(slots=True)
class GapsPart:
    """Every free cell in reach from outside (of a board: from the cell `start`), by steps to free
    cells at these offsets, `unless` something else is true of it."""

    offsets: frozenset[int]
    unless: Instance | None = None
    start: int | None = None


@dataclass(slots=True)
class FixedPart:
    """A condition on cells that never move; asked only when one of them changes."""

    cells: frozenset[int]


Part = LocalPart | ReachPart | GapsPart | FixedPart


def instances(part: Part) -> list[Instance]:
    """The conditions of a part that generated code answers."""
    match part:
        case LocalPart():
            return part.instances
        case ReachPart():
            return [link for link, _ in part.links]
        case GapsPart():
            return [] if part.unless is None else [part.unless]
        case FixedPart():
            return []


@dataclass(slots=True)
class Relaxation:
    """How `changes` make a rule truer: its parts are those of what it usually says. `tests`: by
    change what must be true for it to do so (one of them; none: it may whatever is true), which
    looks at nothing of the grid but the `fixed` cells; `slots`: all that the rule reads besides the
    grid, if it is known."""

    changes: list[tree.Change]
    tests: list[list[tree.Expr]] = field(default_factory=list[list[tree.Expr]])
    fixed: set[int] = field(default_factory=set[int])
    slots: tuple[int, ...] | None = None
    others: list[list[tree.Expr]] = field(default_factory=list[list[tree.Expr]])
    """By change what may be true instead of what the rule usually says."""
    eased: list[str] = field(default_factory=list[str])
    """The functions that say by change whether something of that is true."""
    usual: str = ""
    """The function that says what the rule usually says."""
    functions: list[str] = field(default_factory=list[str])
    """The functions of the tests."""


@dataclass(slots=True)
class RuleForm:
    """How a rule of a law is answered. Without `parts` it is plain. `pure`: it reads nothing but
    the grid; a rule with parts may read notes about what lies there as well. `lay`, `take`,
    `exchange` and `why` say it in words."""

    name: str
    parts: list[Part] = field(default_factory=list[Part])
    pure: bool = True
    lay: str = "plain"
    take: str = "plain"
    exchange: str = "plain"
    why: str = ""
    relaxed: Relaxation | None = None


@dataclass(frozen=True, slots=True)
class NoteAt:
    """Where a state holds a note about pieces: in the tuple in this slot, by piece at this
    index."""

    slot: int
    index: dict[int, int]


@dataclass(slots=True)
class LawForm:
    """The forms of a law's rules, in order. `looks` says for each piece what the pure rules see of
    it, all together, and `looks_of` each rule by itself; `members` are the pieces that may lie
    under the law."""

    name: str
    rules: list[RuleForm]
    members: list[int]
    looks: list[int]
    looks_of: dict[str, list[int]]
    guards: list[tree.Change] = field(default_factory=list[tree.Change])
    """The changes of its rules whose conditions are asked first."""
    variants: dict[tuple[bool, ...], LawForm] = field(
        default_factory=dict[tuple[bool, ...], "LawForm"]
    )
    """The form of the law for each outcome of these conditions."""
    notes: dict[Atom, NoteAt] = field(default_factory=dict[Atom, NoteAt])
    """The notes that its parts read; `looks` does not tell them apart."""


def argument(meaning: Meaning) -> tuple[str, int]:
    """How generated code is handed what a name stands for."""
    match meaning:
        case TheGrid():
            return "grid", 0
        case Off():
            return "cell", meaning.by
        case Fixed():
            return "known", meaning.cell
        case Known(value=int() as value):
            return "known", int(value)
        case _:
            raise NotLocal("a name stands for nothing that can be handed over")
