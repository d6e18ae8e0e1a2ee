"""An example told in pictures: what the engine did between one caption and the next.

In: the table of an example each time a caption is reached. Out: a `Frame` for each, as data: the
places that changed since the one before, as they lie now. Only what has a title is shown, and
nothing that is hidden from everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from alarife.checking.types import Seat
from alarife.rulebook.scenes import (
    GridScene,
    PlaceScene,
    Scene,
    overlay_in,
    seen_by_nobody,
)

if TYPE_CHECKING:
    from alarife.drawing.looks import Looks
    from alarife.examples.setting import Setting

Snapshot = dict[int, Any]
"""The content of instances by their numbers, as dumps write it."""


@dataclass(slots=True)
class Frame:
    """One picture of a strip: how many captions come before it, and what has changed."""

    number: int
    scene: Scene


class Film:
    """Takes the pictures of one example."""

    def __init__(self, setting: Setting, looks: Looks) -> None:
        self.bench, self.looks = setting.bench, looks
        places = self.bench.world.places
        self._shown = {
            number: name
            for number, name in enumerate(self.bench.tables.name)
            if name in places
            and (decl := places[name].decl) is not None
            and decl.title
            and not seen_by_nobody(self.bench, name)
        }
        self.frames: list[Frame] = []
        self._last = self._taken(setting)

    def take(self, setting: Setting) -> None:
        """The next picture."""
        now = self._taken(setting)
        scene = Scene(self.looks)
        for number, name in self._shown.items():
            if now[number] != self._last[number]:
                self._add(scene, setting, name, number, now)
        self.frames.append(Frame(len(self.frames), scene))
        self._last = now

    def _taken(self, setting: Setting) -> Snapshot:
        return {n: self.bench.content_data(setting.state, n) for n in self._shown}

    def _add(self, scene: Scene, setting: Setting, name: str, number: int, now: Snapshot) -> None:
        key = self.bench.key(number)
        place = self.bench.world.places[name]
        if place.shape in ("grid", "board"):
            before, after = self._last[number], now[number]
            over = overlay_in(setting, self.looks, name, key, after)
            scene.grids.append(GridScene(name, None, before, key, after, overlay=over))
            return
        known = next((shown for shown in scene.places if shown.place == name), None)
        if known is None:
            known = PlaceScene(name, [], self.bench.place_data(setting.state, name))
            scene.places.append(known)
        of_players = len(place.domains) == 1 and isinstance(place.domains[0].type, Seat)
        if of_players or not known.keys:
            known.keys.append(key if of_players else "")
