"""Notes that change together, told together.

In: events of one answer. Out: the same, but several values of one note, written one after the other
by one rule, are one event. Each of them is still named."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]


def with_notes_gathered(events: list[Data]) -> list[Data]:
    """The events, with runs of one note as one."""
    found: list[Data] = []
    for event in events:
        last = found[-1] if found else None
        if last is not None and _goes_on(last, event):
            parts = [*last["noted"]["parts"], *event["noted"]["parts"]]
            said = ", ".join(f"({key}) {value}" for key, value in parts)
            noted = {**last["noted"], "parts": parts}
            found[-1] = {**last, "noted": noted, "words": f"{noted['title']}: {said}"}
        else:
            found.append(event)
    for event in found:
        event.pop("noted", None)
    return found


def _goes_on(one: Data, other: Data) -> bool:
    """Whether both tell values of the same note, by the same rule."""
    if one["kind"] != "note" or other["kind"] != "note" or one["rule"] != other["rule"]:
        return False
    here, there = one.get("noted"), other.get("noted")
    return here is not None and there is not None and here["note"] == there["note"]
