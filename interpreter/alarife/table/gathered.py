"""What one rule does again and again, told together.

In: events of one answer. Out: the same, but several values of one note, written one after the other
by one rule, are one event, and so are pieces that look alike, or are unseen, and go from one place
to several of one name. Each value is still named, and how many pieces came to each place; of a note
without keys, what one rule leaves there."""

from __future__ import annotations

from typing import Any

from alarife.texts.spoken import phrased

Data = dict[str, Any]


def with_deals_gathered(events: list[Data]) -> list[Data]:
    """The events, with pieces that look alike to the seat, and that one rule moves from one place
    to several of one name, as one, even if it moves others or writes notes meanwhile."""
    found: list[Data] = []
    deals: dict[tuple[str, str, str], int] = {}
    rule: Any = None
    for event in events:
        if event["kind"] not in ("move", "note") or event["rule"] != rule:
            deals, rule = {}, event["rule"]
        dealt = event.pop("dealt", None)
        if dealt is None:
            found.append(event)
            continue
        way = dealt["what"], dealt["from"], dealt["place"]
        again = way in deals and set(dealt["counts"]) & set(found[deals[way]]["dealt"]["counts"])
        if way not in deals or (dealt["what"] and again):
            deals[way] = len(found)
            found.append({**event, "dealt": dealt})
            continue
        first = found[deals[way]]
        counts = first["dealt"]["counts"]
        for key, n in dealt["counts"].items():
            counts[key] = counts.get(key, 0) + n
        first["spots"] = [*first["spots"], *event["spots"]]
        first["forced"] = first["forced"] and event["forced"]
    for event in found:
        if (dealt := event.pop("dealt", None)) and len(dealt["counts"]) > 1:
            event["words"] = _dealt(dealt)
    return found


def _dealt(dealt: Data) -> str:
    """What came from where, and how much to each place."""
    counts: dict[str, int] = dealt["counts"]
    way = f"{dealt['from']} → {dealt['place']}"
    if dealt["what"]:
        many = max(counts.values()) > 1
        what = phrased("{pieces} each", pieces=dealt["what"]) if many else dealt["what"]
        return f"{what}: {way} ({', '.join(counts)})"
    what = phrased("{n} {n:forms piece|pieces} unseen", n=sum(counts.values()))
    each = ", ".join(f"{key}: {n}" for key, n in counts.items())
    return f"{what}: {way} ({each})"


def with_last_values(events: list[Data]) -> list[Data]:
    """The events, with only the last value that one rule writes into a note without keys."""
    told = [True] * len(events)
    rule: Any = None
    written: dict[int, tuple[int, int]] = {}
    for i, event in enumerate(events):
        if event["kind"] not in ("move", "note") or event["rule"] != rule:
            rule, written = event["rule"], {}
        wrote = event.pop("wrote", None)
        if wrote is None:
            continue
        before = written.get(wrote["note"])
        was = before[1] if before else wrote["was"]
        if before:
            told[before[0]] = False
        delta = wrote["now"] - was
        event["words"] = f"{wrote['title']}: {wrote['now']} ({delta:+d})"
        written[wrote["note"]] = (i, was)
        told[i] = delta != 0
    return [event for event, is_told in zip(events, told, strict=True) if is_told]


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


def told_together(events: list[Data]) -> list[Data]:
    """The events of one answer, with all that belongs together as one."""
    return with_notes_gathered(with_deals_gathered(with_last_values(events)))
