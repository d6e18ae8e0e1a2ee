"""How the table lies in an example, before and after, as the engine had it: what the pictures of a
book show.

In: the tables of examples, while they are carried out. Out: a `Scene` for each, as data. What
always holds: what is in a scene lay on the table of the engine; nothing is drawn here, and no
machine is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from alarife.diagnostics import RuleError
from alarife.drawing.grid_marks import Trail
from alarife.drawing.looks import Looks
from alarife.drawing.overlay import NOTHING_LAID, Overlay, laid_on, overlay_of
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.engine.workbench import Workbench
    from alarife.examples.setting import Setting
    from alarife.geometry.grid import Grid
    from alarife.rulebook.frames import Film, Frame
    from alarife.rulebook.witnesses import Witness


@dataclass(slots=True)
class GridScene:
    """A grid or board that an example fills: `key` says which of a place with keys, `given` is its
    map, if it is drawn; `before` and `after` are its content as dumps write it; `trails` are the
    longest lines that the example is about, as they lie in the end; `witnesses` say where rules
    would be broken by what is tried in vain, by the rules' names; the overlays are what lies on its
    sides, pieces and cells, before and after."""

    place: str
    given: tree.GivenMap | None
    before: list[dict[str, Any]]
    key: str = ""
    after: list[dict[str, Any]] = field(default_factory=list)
    trails: tuple[Trail, ...] = ()
    witnesses: dict[str, Witness] = field(default_factory=dict)
    overlay_before: Overlay = NOTHING_LAID
    overlay: Overlay = NOTHING_LAID


@dataclass(slots=True)
class PlaceScene:
    """Another place that an example fills: which of its keys, and its content as dumps write it, as
    it lies at the beginning."""

    place: str
    keys: list[str]
    content: Any


@dataclass(slots=True)
class Scene:
    """What an example puts on the table; `looks` are those of the pieces there were; `frames` are
    the pictures of what happens then, if it is told in pictures."""

    looks: Looks
    grids: list[GridScene] = field(default_factory=list)
    places: list[PlaceScene] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)


class Watcher:
    """Sees the table of each example when it is laid and when it is over; `scenes` are by the first
    lines of the examples."""

    def __init__(self, looks: Looks) -> None:
        self.scenes: dict[tree.Span, Scene] = {}
        self.looks = looks
        self._numbers: dict[tree.Span, list[int]] = {}
        self._films: dict[tree.Span, Film] = {}

    def __call__(self, setting: Setting, moment: str) -> None:
        """See a table."""
        from alarife.rulebook.frames import Film

        example = setting.example
        head = example.head
        if moment == "caption":
            self._films[head].take(setting)
        elif moment == "end":
            self._end(setting, self.scenes[head])
            if head in self._films:
                self.scenes[head].frames = self._films[head].frames
        else:
            self._numbers[head] = []
            self.scenes[head] = self._begin(setting)
            if example.captions:
                self._films[head] = Film(setting, self.looks)

    def _begin(self, setting: Setting) -> Scene:
        bench, scene = setting.bench, Scene(self.looks)
        for number, given in _filled(setting):
            name, key = bench.tables.name[number], bench.key(number)
            if bench.world.places[name].shape in ("grid", "board"):
                if number not in self._numbers[setting.example.head]:
                    self._numbers[setting.example.head].append(number)
                    held = bench.content_data(setting.state, number)
                    over = overlay_in(setting, self.looks, name, key, held)
                    scene.grids.append(GridScene(name, given, held, key, overlay_before=over))
                continue
            known = next((p for p in scene.places if p.place == name), None)
            if known is None:
                if seen_by_nobody(bench, name):
                    continue
                known = PlaceScene(name, [], bench.place_data(setting.state, name))
                scene.places.append(known)
            known.keys.append(key)
        return scene

    def _end(self, setting: Setting, scene: Scene) -> None:
        from alarife.drawing.trails import graphs_of, trails_on

        bench = setting.bench
        graphs = graphs_of(bench.program, setting.example)
        for number, grid in zip(self._numbers[setting.example.head], scene.grids, strict=True):
            grid.after = bench.content_data(setting.state, number)
            grid.overlay = overlay_in(setting, self.looks, grid.place, grid.key, grid.after)
            held = bench.content(setting.state, number)
            grid.trails = trails_on(bench.table, self.looks, graphs, setting.state, held)
            grid.witnesses = self._witnesses(setting, grid, held)

    def _witnesses(self, setting: Setting, grid: GridScene, held: Grid) -> dict[str, Witness]:
        """Where the rules are broken that refuse what the example tries."""
        from alarife.drawing.example_map import attempts, read_map
        from alarife.rulebook.witnesses import attempted, witness

        rules = setting.bench.program.rules
        names = [
            name
            for step in setting.example.steps
            if isinstance(step, tree.Then)
            for name in step.refused_by or ()
        ]
        if not names or grid.given is None:
            return {}
        content = read_map(self.looks, grid.given)
        content.pieces = {
            (entry["at"][0], entry["at"][1]): self.looks.of_data(entry["piece"])
            for entry in grid.after
        }
        try:
            lies = attempted(self.looks, held, attempts(self.looks, setting.example, content))
            found = {
                name: witness(setting, rules[name], lies)
                for name in names
                if name in rules and lies is not None
            }
        except RuleError:
            return {}
        return {name: where for name, where in found.items() if where is not None}


def _filled(setting: Setting) -> Iterator[tuple[int, tree.GivenMap | None]]:
    """The instances of places that an example fills, in the order written, each with the map that
    draws it."""
    from alarife.linking.walk import conjuncts

    evaluator = setting.evaluator
    refs = evaluator.writer.checked.refs
    for given in setting.example.given:
        if isinstance(given, tree.GivenMap):
            yield evaluator.place(given.place, setting.state, setting.values), given
            continue
        for part in conjuncts(given.condition):
            target = part.left if isinstance(part, tree.Compare) else None
            ref = refs.get(target) if target is not None else None
            if ref is not None and target is not None and ref.kind in ("place", "cell"):
                place = target.of if ref.kind == "cell" and isinstance(target, tree.At) else target
                yield evaluator.place(place, setting.state, setting.values), None


def overlay_in(
    setting: Setting, looks: Looks, name: str, key: str, held: list[dict[str, Any]]
) -> Overlay:
    """What lies on the sides, pieces and cells of a grid of an example's table."""
    bench, place = setting.bench, setting.bench.world.places[name]
    laid = laid_on(bench.world, place)
    if not laid:
        return NOTHING_LAID
    places = {
        other: bench.place_data(setting.state, other)
        for other in (*laid.guests, *laid.lying)
        if not seen_by_nobody(bench, other)
    }
    table = {"notes": bench.notes_data(setting.state), "places": places}
    return overlay_of(looks, place, key, held, table)


def seen_by_nobody(bench: Workbench, name: str) -> bool:
    """Whether what lies in a place is hidden from everybody, so that a picture must not show it."""
    decl = bench.world.places[name].decl
    traits = decl.traits if decl else []
    return any(
        t.kind == "seen"
        and t.guard is None
        and isinstance(t.who, tree.Name)
        and t.who.id == "nobody"
        for t in traits
    )


# ----------------------------------------------------------------
# the beginning
@dataclass(slots=True)
class Beginning:
    """The table as a player sees it when everything is set up: `player` from 0, `places` and
    `notes` as views give them."""

    player: int
    places: dict[str, Any]
    notes: dict[str, Any] = field(default_factory=dict)


_DECISIONS = 400
"""So many decisions in a setup are answered for its picture."""


def beginning(bench: Workbench, seed: int = 1) -> Beginning | None:
    """The table after the setup, or, if the rules name none, when the first decision has to be
    taken; None if there is none. What players decide in the setup is answered with the first
    option."""
    setup = bench.program.steps.get("setup")
    alone = setup is not None and not setup.params
    state = bench.set_up(seed) if alone else bench.begun(seed)
    decision = bench.decision(state)
    if decision is None and setup is None:
        return None
    for _ in range(_DECISIONS if alone else 0):
        if (asked := bench.decision(state)) is None:
            break
        bench.answer(state, asked[2][0])
    player = decision[1] if decision is not None else 0
    seen = bench.view(state, player)
    return Beginning(player, seen["places"], seen["notes"])
