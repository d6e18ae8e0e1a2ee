"""An event as data, and what is kept while events are told one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from alarife.table.wording import Wording

Data = dict[str, Any]


@dataclass(slots=True)
class Told:
    """What is known while a log is told from the beginning, and the events of each answer."""

    values: dict[tuple[int, int], Any] = field(default_factory=dict)
    acted: dict[int, set[int]] = field(default_factory=dict)
    points: int = 0
    length: int = 0
    forced: set[int] = field(default_factory=set)
    faces: dict[int, int | None] = field(default_factory=dict)
    events: list[list[Data]] = field(default_factory=list)


def event_of(
    wording: Wording, kind: str, rule: int, n: int, by: int, words: str, **more: Any
) -> Data:
    """An event: what sort it is, its place in the log, who brought it about, in words, and the rule
    it follows from."""
    return {
        "n": n,
        "kind": kind,
        "by": by,
        "words": words,
        "rule": wording.rule_numbered(rule),
        "spots": [],
        "forced": False,
        **more,
    }
