"""In which order amendments at one instant are carried out.

In: the `before` and `after` hooks of each step and moment, and the `whenever`s, as they hang; the
`order` lines. Out: the same lists in order. What commutes is sorted by label; hooks of one file at
one instant come as they are written; whatever else is not settled by `order a before b` is an error
that names both places and the line to write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

from alarife.diagnostics import Label
from alarife.linking.amend import params_of
from alarife.linking.circles import circle_of
from alarife.linking.conflicts import too_many
from alarife.linking.effects import Effect, Effects, between
from alarife.linking.exclusion import Case, Exclusion
from alarife.linking.families import Families
from alarife.linking.wording import listed, what_it_is
from alarife.linking.work import Work
from alarife.syntax import tree

Event = tree.Hook | tree.Whenever
E = TypeVar("E", tree.Hook, tree.Whenever)
Lines = dict[str, dict[str, tree.Order]]
"""Label → the labels it comes before, and the line that says so."""


def put_in_order(work: Work, families: Families) -> None:
    """Order all events; report what is not settled."""
    lines = _lines(work)
    if lines is None:
        return  # what is settled can't be told
    orderer = _Orderer(work, families, lines)
    for target, hooks in work.program.hooks.items():
        hooks.before = orderer.ordered(hooks.before, f"before `{target}`", _cases_apart)
        hooks.after = orderer.ordered(hooks.after, f"after `{target}`", _cases_apart)
    work.program.whenevers = orderer.ordered(
        work.program.whenevers, "when a piece crosses", _crossings_apart
    )
    _check_lines_meet(lines, orderer.together, work)
    _check_whenevers(orderer.effects, work)


# ----------------------------------------------------------------
# order lines
def _lines(work: Work) -> Lines | None:
    """The lines in force; None if they go round in a circle."""
    found: Lines = {}
    for decl in work.decls:
        if isinstance(decl, tree.Order):
            first, second = work.today(decl.first), work.today(decl.second)
            known = [_is_label(name, decl, work) for name in (first, second)]
            if all(known) and first in work.program.labels and second in work.program.labels:
                found.setdefault(first, {})[second] = decl
    circle = circle_of(found)
    if circle:
        labels = [found[a][b].head for a, b in zip(circle, [*circle[1:], circle[0]], strict=True)]
        message = f"The `order` lines of {listed(circle)} go round in a circle."
        work.report.error("E0263", message, *labels, hint="Take one of these lines away.")
        return None
    return found


def _is_label(name: str, decl: tree.Order, work: Work) -> bool:
    """Whether an `order` line names a label. One that is there only in other configurations is all
    right."""
    other = work.named.get(name)
    if isinstance(other, (tree.Hook, tree.Whenever)) or name in work.absent:
        return True
    labels = [n for n, d in work.named.items() if isinstance(d, (tree.Hook, tree.Whenever))]
    message = f"There is no `before`, `after` or `whenever` called `{name}`."
    if other is not None:
        message = (
            f"`{name}` is {what_it_is(other)}: only `before`, `after` and `whenever` happen at one"
            " instant."
        )
    work.report.error("E0264", message, decl.head, hint=work.hint_for(name, labels))
    return False


def _check_lines_meet(lines: Lines, together: set[frozenset[str]], work: Work) -> None:
    for first, seconds in lines.items():
        for second, decl in seconds.items():
            if frozenset({first, second}) not in together:
                message = (
                    f"`{first}` and `{second}` never happen at one instant, so this line does"
                    " nothing."
                )
                labels = (
                    Label(work.program.labels[name].head, f"`{name}`") for name in (first, second)
                )
                work.report.warn(
                    "E0265",
                    message,
                    decl.head,
                    *labels,
                    hint="Take the line away, or hook both to the same thing.",
                )


# ----------------------------------------------------------------
# one instant
Apart = Callable[[Event, Event, "_Orderer"], bool]


class _Orderer:
    """Orders the events of each instant of one program."""

    def __init__(self, work: Work, families: Families, lines: Lines) -> None:
        self.work = work
        self.families = families
        self.exclusion = Exclusion(work.program, families)
        self.effects = Effects(work.program, families)
        self.together: set[frozenset[str]] = set()
        self._lines = lines
        self._file_rank = {file.path: rank for rank, file in enumerate(work.chosen.files)}
        self._known: dict[int, Effect] = {}

    def effect(self, event: Event) -> Effect:
        """What an event reads and writes."""
        if id(event) not in self._known:
            self._known[id(event)] = self.effects.of(event)
        return self._known[id(event)]

    def ordered(self, events: list[E], when: str, apart: Apart) -> list[E]:
        """The events of one instant in order."""
        events = sorted(events, key=lambda e: (e.name, e.module, e.at.line))
        if len(events) < 2 or too_many(when, events, self.work):
            return events
        self.together |= {frozenset({a.name, b.name}) for a, b in combinations(events, 2)}
        later = self._constraints(events)
        made = _sorted(len(events), later)
        for a, b in combinations(made, 2):  # lines that keep to one order make no circle
            if not (
                _leads(a, b, later) or _leads(b, a, later) or apart(events[a], events[b], self)
            ):
                disputed = between(
                    self.effect(events[a]), self.effect(events[b]), self.work.program
                )
                if disputed:
                    self._say_open(events[a], events[b], disputed, when)
        return [events[n] for n in made]

    def _constraints(self, events: Sequence[Event]) -> list[set[int]]:
        """For each event, those that have to come later: what `order` says, and where nothing is
        said the order in a file."""
        later: list[set[int]] = [set() for _ in events]
        for n, event in enumerate(events):
            said = self._lines.get(event.name, {}) if event.name else {}
            later[n] = {m for m, other in enumerate(events) if other.name in said}
        written = sorted(
            range(len(events)),
            key=lambda n: (self._file_rank.get(events[n].at.file, 0), events[n].at.line),
        )
        for n, m in combinations(written, 2):
            if events[n].at.file == events[m].at.file and not _leads(m, n, later):
                later[n].add(m)
        return later

    def _say_open(self, a: Event, b: Event, disputed: set[str], when: str) -> None:
        both = f"{_name(a)} and {_name(b)} both happen {when}"
        message = (
            f"{both}, and it matters which comes first: they touch {listed(sorted(disputed))}."
        )
        labels = (
            Label(a.head, f"{_name(a)} of `{a.module}`"),
            Label(b.head, f"{_name(b)} of `{b.module}`"),
        )
        first, second = a.name or "…", b.name or "…"
        line = f"order {first} before {second}"
        in_play = [e.module for e in (a, b) if e.module in self.work.world.modules]
        if len(set(in_play)) == 2:
            hint = (
                f"Say in `{a.module}` which comes first, for instance:\n  when module {b.module}\n"
                f"    {line}\nor say so in `{b.module}`, under `when module {a.module}`."
            )
        else:
            hint = f"Say which: `{line}`, or the other way round."
        self.work.report.error("E0262", message, *labels, hint=hint)


def _name(event: Event) -> str:
    return f"`{event.name}`" if event.name else f"“{event.title or 'an amendment'}”"


def _leads(a: int, b: int, later: list[set[int]]) -> bool:
    """Whether b must come after a, directly or transitively."""
    met: set[int] = set()
    waiting = [a]
    while waiting:
        for n in later[waiting.pop()] - met:
            if n == b:
                return True
            met.add(n)
            waiting.append(n)
    return False


def _sorted(count: int, later: list[set[int]]) -> list[int]:
    """A topological order of the numbers below `count`, each as early as possible."""
    left = list(range(count))
    made: list[int] = []
    while left:
        free = next(n for n in left if not any(n in later[m] for m in left if m != n))
        left.remove(free)
        made.append(free)
    return made


# ----------------------------------------------------------------
# never at once
def _cases_apart(a: Event, b: Event, orderer: _Orderer) -> bool:
    def case(event: Event) -> Case:
        return Case(
            [] if isinstance(event, tree.Whenever) else params_of(event, orderer.work), event.guard
        )

    return orderer.exclusion.excluded(case(a), case(b))


def _crossings_apart(a: Event, b: Event, orderer: _Orderer) -> bool:
    """Whether no piece can cross the borders of both `whenever`s at once."""
    if not (isinstance(a, tree.Whenever) and isinstance(b, tree.Whenever)):
        return False
    if (a.crosses == b.crosses) != (a.place == b.place):
        return True
    return not orderer.families.share(a.type, b.type)


def _check_whenevers(effects: Effects, work: Work) -> None:
    """A `whenever` that triggers itself, directly or through others, might never end."""
    events = {e.name: e for e in work.program.whenevers if e.name}
    leads = {
        name: [other.name for other in events.values() if effects.sets_off(effects.own(e), other)]
        for name, e in events.items()
    }
    if circle := circle_of(leads):
        message = f"{listed(circle)} can set off one another without end."
        if len(circle) == 1:
            message = f"`{circle[0]}` can set itself off, without end."
        hint = "Let one of them move its pieces elsewhere."
        work.report.error("E0266", message, *(events[name].head for name in circle), hint=hint)
