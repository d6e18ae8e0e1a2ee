"""Teams: those who win and lose together, as the value `team` says.

In: a game and a state. Out: the team of each seat, by number. Without a value `team`, everybody is
a team alone. A team has the most points of its members, and if one of them has won, all have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def teams(names: dict[str, Any], s: list[Any], seats: int) -> list[int]:
    """The team of each seat: the lowest seat, from 0, in it."""
    value = names.get("value·team")
    if value is None:
        return list(range(seats))
    said = [value(s, p) for p in range(seats)]
    return [said.index(team) for team in said]


def whole_teams(team_of: Sequence[int], won: Sequence[int]) -> list[int]:
    """Those who have won, with all members of their teams; neutral parties stay as they are."""
    seats = len(team_of)
    winning = {team_of[p] for p in won if p < seats}
    return [p for p in range(seats) if team_of[p] in winning] + [p for p in won if p >= seats]


def by_team(team_of: Sequence[int], points: Sequence[float]) -> dict[int, float]:
    """The points of each team."""
    found: dict[int, float] = {}
    for team, n in zip(team_of, points, strict=True):
        found[team] = max(n, found.get(team, n))
    return found
