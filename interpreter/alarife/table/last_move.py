"""Where the last move went.

In: a history and who looks. Out: spots on grids, boards and maps. What always holds: they are of
the newest answer that laid something there, and no older than the news."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from alarife.checking.types import CellType
from alarife.table.history import History
from alarife.table.news import News
from alarife.table.wording import Wording

Data = dict[str, Any]
_MOST_BACK = 8
"""So many answers are looked at."""


class LastMove:
    """Finds the last move of one game."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording

    def spots(self, played: History, seat: int, at: int, since: int) -> list[Data]:
        """The spots of the last move before the position `at`; those of answers up to `since` are
        known, unless there is no other."""
        news = News(self.wording, played, seat)
        for n in range(at, max(min(since, at - 1), at - _MOST_BACK, 0), -1):
            events = (e for e in news.events(n - 1, n) if e["kind"] == "move")
            spots = [s for e in events for s in e["spots"]]
            if found := [s for one in spots if (s := self._drawn(one))]:
                return found
        return []

    def _drawn(self, spot: Data) -> Data | None:
        """A spot as the board or map has it on which it is drawn; None if it is on none."""
        if "at" in spot:
            return spot
        on = self._on_others.get(spot["place"])
        return {**spot, **on} if on else None

    @cached_property
    def _on_others(self) -> dict[str, Data]:
        """The places that lie on a value of a map, or on a spot of a board: which."""
        world = self.wording.world
        maps = {p.name: kind for kind in world.maps for p in world.lying_on_map(kind)}
        found: dict[str, Data] = {}
        for number, (place, _) in self.wording.instances.items():
            id_, key = self.wording.place_id(number), self.wording.key_text(number)
            if place.name in maps:
                found[id_] = {"map": maps[place.name], "value": key}
            elif place.name in world.lie_on_boards:
                t = place.domains[0].type
                assert isinstance(t, CellType)
                what = "at" if t.what == "Cell" else t.what.lower()
                found[id_] = {"place": str(t.board), what: [int(n) for n in key.split(",")]}
        return found
