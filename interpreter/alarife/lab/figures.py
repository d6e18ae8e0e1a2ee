"""Figures: what the sums say, with intervals, in words for readers."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from alarife.lab.arms import Plan
from alarife.lab.measure import never
from alarife.lab.statistics import (
    deviation_of,
    interval_of,
    mean_of,
    smallest_visible,
    wilson,
)
from alarife.lab.sums import Sums

Interval = tuple[float, float]

WORDS = {
    "length.turns": "turns",
    "length.decisions": "decisions",
    "length.choices": "choices per decision",
    "end.tied": "games that end in a tie",
    "end.nobody": "games that no player wins",
    "points.mean": "points per player",
    "points.best": "points of the best player",
    "points.lead": "lead of the best player",
    "lead.changes": "changes of the lead",
    "lead.clear_after": "share of the game after which the winner led for good",
}
RATES = ("win.", "end.")


@dataclass(frozen=True, slots=True)
class Value:
    """One arm's figure; `n` games have it."""

    mean: float
    interval: Interval | None
    n: int


@dataclass(frozen=True, slots=True)
class Apart:
    """The difference of an arm from the first one, within pairs. `effect` is in standard deviations
    of the differences; `visible` what so many pairs show with a power of 80 %. `clear`: the
    interval leaves out zero."""

    mean: float
    interval: Interval | None
    effect: float
    visible: float | None
    clear: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure in all arms; `group` is the part of the report it stands in."""

    name: str
    group: str
    words: str
    values: tuple[Value, ...]
    apart: tuple[Apart, ...]

    def data(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def figures_of(plan: Plan, sums: Sums) -> list[Figure]:
    """All figures, in the order of a report."""
    titles = _titles(plan)
    found = [_figure(name, sums, titles) for name in sums.names()]
    unused = {name for arm in plan.arms for name in never(arm)} - set(sums.names())
    found += [_figure(name, sums, titles) for name in sorted(unused)]
    return sorted(found, key=lambda f: (list(GROUPS).index(f.group), _rank(f), f.name))


GROUPS = {
    "win.bot": "Who wins: by bot",
    "win.seat": "Who wins: by seat",
    "end": "How it ends",
    "length": "How long it is",
    "points": "Points",
    "lead": "How exciting it is",
    "rule.points": "Points by rule",
    "rule.moment": "Points by moment",
    "use.action": "How often an action is taken",
    "use.piece": "How often a piece is chosen",
    "use.rule": "How often a rule does something",
}
"""The parts of a report, and their headings."""


def group_of(name: str) -> str:
    """The part of the report that a measure belongs to."""
    return next(group for group in GROUPS if name == group or name.startswith(f"{group}."))


def _rank(figure: Figure) -> float:
    """Within usage and points by rule, the most comes first; else by name."""
    if figure.group.startswith(("use.", "rule.points")):
        return -max(value.mean for value in figure.values)
    return 0.0


def _figure(name: str, sums: Sums, titles: dict[str, str]) -> Figure:
    values = []
    for arm in range(sums.arms):
        m = sums.moments(arm, name)
        interval = wilson(m.total, m.n) if name.startswith(RATES) else interval_of(m)
        values.append(Value(mean_of(m), interval, m.n))
    apart = []
    for arm in range(1, sums.arms):
        d = sums.difference(arm, name)
        interval, deviation = interval_of(d), deviation_of(d)
        if interval is not None and name.startswith(RATES):
            interval = max(-1.0, interval[0]), min(1.0, interval[1])
        effect = mean_of(d) / deviation if deviation else 0.0
        clear = interval is not None and (interval[0] > 0 or interval[1] < 0)
        apart.append(Apart(mean_of(d), interval, effect, smallest_visible(d), clear))
    group = group_of(name)
    return Figure(name, group, _words(name, group, titles), tuple(values), tuple(apart))


def _words(name: str, group: str, titles: dict[str, str]) -> str:
    if name in WORDS:
        return WORDS[name]
    rest = name[len(group) + 1 :]
    if group == "rule.moment":
        return f"moment {rest} at which points move"
    if group in ("win.seat", "points"):
        return f"seat {rest.removeprefix('seat.')}"
    return titles.get(rest, rest)


def _titles(plan: Plan) -> dict[str, str]:
    """Names of rules and actions as readers know them; with its file, if several have one title."""
    rules = {rule.name: rule for arm in plan.arms for rule in arm.load().rules}
    many = Counter(rule.title for rule in rules.values())
    return {
        name: f"{rule.title} ({rule.module})" if many[rule.title] > 1 else rule.title
        for name, rule in rules.items()
    }
