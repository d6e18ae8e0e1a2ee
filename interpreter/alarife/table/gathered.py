"""What one rule does again and again, told together.

In: events of one answer. Out: the same, but several values of one note, written one after the other
by one rule, are one event, and so are unseen pieces that one rule deals out. Each value is still
named, and how many pieces came to each place."""

from __future__ import annotations

from typing import Any

from alarife.texts.spoken import phrased

Data = dict[str, Any]


def with_deals_gathered(events: list[Data]) -> list[Data]:
    """The events, with unseen pieces that one rule moves from one place to several of one name as
    one, even if moves of pieces that are seen lie between."""
    found: list[Data] = []
    deals: dict[tuple[str, str], int] = {}
    rule: Any = None
    for event in events:
        if event["kind"] != "move" or event["rule"] != rule:
            deals, rule = {}, event["rule"]
        dealt = event.pop("dealt", None)
        if dealt is None:
            found.append(event)
            continue
        way = dealt["from"], dealt["place"]
        if way not in deals:
            deals[way] = len(found)
            found.append({**event, "dealt": dealt})
            continue
        first = found[deals[way]]
        counts = first["dealt"]["counts"]
        for key, n in dealt["counts"].items():
            counts[key] = counts.get(key, 0) + n
        first["forced"] = first["forced"] and event["forced"]
    for event in found:
        if (dealt := event.pop("dealt", None)) and len(dealt["counts"]) > 1:
            event["words"] = _dealt(dealt)
    return found


def _dealt(dealt: Data) -> str:
    """How many unseen pieces came from where, and how many to each place."""
    counts: dict[str, int] = dealt["counts"]
    what = phrased("{n} {n:forms piece|pieces} unseen", n=sum(counts.values()))
    each = ", ".join(f"{key}: {n}" for key, n in counts.items())
    return f"{what}: {dealt['from']} → {dealt['place']} ({each})"


def with_notes_gathered(events: list[Data]) -> list[Data]:
    """The events, with runs of one note as one."""
    found: list[Data] = []
    for event in events:
        if found and _goes_on(found[-1], event):
            found[-1]["noted"]["parts"] += event["noted"]["parts"]
        else:
            found.append(event)
    for event in found:
        if (noted := event.pop("noted", None)) and len(noted["parts"]) > 1:
            said = ", ".join(f"({key}) {value}" for key, value in noted["parts"])
            event["words"] = f"{noted['title']}: {said}"
    return found


def _goes_on(one: Data, other: Data) -> bool:
    """Whether both tell values of the same note, by the same rule."""
    if one["kind"] != "note" or other["kind"] != "note" or one["rule"] != other["rule"]:
        return False
    here, there = one.get("noted"), other.get("noted")
    return here is not None and there is not None and here["note"] == there["note"]
