"""Scorings: what one gave to each party, by rule.

In: events. Out: events in which the points of one scoring are one table; all scorings of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Data = dict[str, Any]


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
    given: dict[tuple[str, ...], dict[str, int]] = {}
    for e in points:
        row = given.setdefault(tuple(e["path"]) or (e["rule"]["title"],), {})
        row[str(e["party"])] = row.get(str(e["party"]), 0) + e["delta"]
    totals: dict[str, int] = {}
    for row in given.values():
        for party, n in row.items():
            totals[party] = totals.get(party, 0) + n
    return {
        **{k: points[-1][k] for k in ("n", "by", "rule", "forced")},
        "kind": "scoring",
        "words": title,
        "title": title,
        "spots": [],
        "rows": [{"title": ": ".join(path), "points": row} for path, row in given.items()],
        "totals": totals,
        "names": names,
    }


def breakdown(events: Sequence[Data]) -> list[Data]:
    """Each scoring by rule and party, in the order in which they took place."""
    found: dict[str, Data] = {}
    for event in events:
        if event["kind"] == "scoring":
            rows = {r["title"]: r["points"] for r in event["rows"]}
            title = event["title"]
        elif event["kind"] == "points":
            title = event["scoring"] or event["rule"]["title"]
            rows = {
                ": ".join(event["path"]) or event["rule"]["title"]: {
                    str(event["party"]): event["delta"]
                }
            }
        else:
            continue
        held = found.setdefault(title, {"title": title, "rows": {}})
        for rule, given in rows.items():
            row = held["rows"].setdefault(rule, {})
            for party, n in given.items():
                row[party] = row.get(party, 0) + n
    return [
        {"title": t, "rows": [{"title": r, "points": p} for r, p in f["rows"].items()]}
        for t, f in found.items()
    ]
