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
    key_of,
    overlay_in,
    seen_by_nobody,
)

if TYPE_CHECKING:
    from alarife.drawing.look import Looks
    from alarife.engine.words import Words
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

    def __init__(self, setting: Setting, words: Words, looks: Looks) -> None:
        self.machine, self.words, self.looks = setting.machine, words, looks
        places = self.machine.world.places
        self._shown = {
            number: name
            for number, name in enumerate(self.machine.tables.name)
            if name in places
            and (decl := places[name].decl) is not None
            and decl.title
            and not seen_by_nobody(self.machine, name)
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
        from alarife.engine.dumps import content

        return {n: content(self.machine, self.words, setting.state, n) for n in self._shown}

    def _add(self, scene: Scene, setting: Setting, name: str, number: int, now: Snapshot) -> None:
        from alarife.engine.dumps import places_of

        key = key_of(self.machine, self.words, number)
        place = self.machine.world.places[name]
        if self.machine.tables.bounds[number] is not None or place.shape == "grid":
            before, after = self._last[number], now[number]
            over = overlay_in(setting, self.words, self.looks, name, key, after)
            scene.grids.append(GridScene(name, None, before, key, after, overlay=over))
            return
        known = next((shown for shown in scene.places if shown.place == name), None)
        if known is None:
            known = PlaceScene(name, [], places_of(self.machine, self.words, setting.state, name))
            scene.places.append(known)
        of_players = len(place.domains) == 1 and isinstance(place.domains[0].type, Seat)
        if of_players or not known.keys:
            known.keys.append(key if of_players else "")
