"""Scorings: what one gave to each party, by rule.

In: events. Out: events in which the points of one scoring are one table; all scorings of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Data = dict[str, Any]
Path = tuple[tuple[str, str], ...]
Given = dict[Path, dict[str, int]]


def with_scorings(events: list[Data], names: dict[str, str]) -> list[Data]:
    """Points of one scoring, of several people or rules, are told after it as one table."""
    found: list[Data] = []
    i = 0
    while i < len(events):
        j = i
        title = events[i].get("scoring", "")
        while title and j < len(events) and events[j].get("scoring", title) == title:
            j += 1
        points = [e for e in events[i:j] if e["kind"] == "points"]
        if len(points) > 1:
            found += [e for e in events[i:j] if e["kind"] != "points"]
            found.append(_scoring(points, title, names))
            i = j
        else:
            found.append(events[i])
            i += 1
    return found


def _scoring(points: list[Data], title: str, names: dict[str, str]) -> Data:
    """A scoring as one event: a row for each rule, with what it gave to each party."""
    given: Given = {}
    for e in points:
        _add(given.setdefault(_path_of(e), {}), {str(e["party"]): e["delta"]})
    totals = dict.fromkeys(names, 0)
    for row in given.values():
        _add(totals, row)
    return {
        **{k: points[-1][k] for k in ("n", "by", "rule", "forced")},
        "kind": "scoring",
        "words": title,
        "title": title,
        "spots": [],
        "rows": _rows(given),
        "totals": totals,
        "names": names,
    }


def _path_of(event: Data) -> Path:
    """The steps that points came from, the outermost first, each with the value it was at."""
    return tuple((title, each) for title, each in event["path"]) or ((event["rule"]["title"], ""),)


def _add(row: dict[str, int], more: dict[str, int]) -> None:
    for party, n in more.items():
        row[party] = row.get(party, 0) + n


def _rows(given: Given) -> list[Data]:
    """A row for each path: its name, and what it is `under`; those under the same side by side.
    Inner steps are left out where they tell nothing apart."""
    found: list[Data] = []
    outer = {path[0] for path in given}
    if len(given) > 1 and len(outer) == 1 and all(len(path) > 1 for path in given):
        given = {path[1:]: points for path, points in given.items()}
    for path, points in given.items():
        short = path
        while len(short) > 1 and not short[-1][1] and _is_alone(short[:-1], given):
            short = short[:-1]
        words = [word for pair in short for word in pair if word]
        found.append(
            {
                "title": ": ".join(words),
                "under": ": ".join(words[:-1]),
                "short": words[-1],
                "path": path,
                "points": points,
            }
        )
    order = list(dict.fromkeys(row["under"] for row in found))
    return sorted(found, key=lambda row: order.index(row["under"]))


def by_heading(rows: Sequence[Data]) -> list[tuple[str, list[Data]]]:
    """Rows of one sort, such as buildings of each kind, under one heading; others without."""
    found: list[tuple[str, list[Data]]] = []
    for row in rows:
        if found and row["under"] and found[-1][1][0]["under"] == row["under"]:
            found[-1] = (row["under"], [*found[-1][1], row])
        else:
            found.append(("", [row]))
    return found


def _is_alone(path: Path, given: Given) -> bool:
    """Whether only one row came from within these steps, whatever the last one is at."""
    *outer, (title, each) = path
    at = len(outer)
    inside = (p for p in given if list(p[:at]) == outer and len(p) > at)
    return sum(1 for p in inside if p[at][0] == title and each in ("", p[at][1])) == 1


def breakdown(events: Sequence[Data]) -> list[Data]:
    """Each scoring by rule and party, in the order in which they took place."""
    found: dict[str, Given] = {}
    for event in events:
        if event["kind"] == "scoring":
            held = found.setdefault(event["title"], {})
            for row in event["rows"]:
                _add(held.setdefault(row["path"], {}), row["points"])
        elif event["kind"] == "points":
            held = found.setdefault(event["scoring"] or event["rule"]["title"], {})
            _add(held.setdefault(_path_of(event), {}), {str(event["party"]): event["delta"]})
    return [{"title": title, "rows": _rows(given)} for title, given in found.items()]
