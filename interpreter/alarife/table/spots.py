"""Where the answers to a question lie: cells, pieces, places, values of maps.

In: a state, what a seat sees, answers. Out: spots (see the package). What always holds: an answer
without spots is a button, and a spot stands for one answer alone."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from alarife.checking.types import CellType, KindOf, Maybe, Number, Pieces, Seat, Type
from alarife.engine.state import Decision, State
from alarife.table.foresee import Foresight
from alarife.table.reasons import named_in
from alarife.table.wording import Wording

Data = dict[str, Any]
_MOST_LANDING = 16
"""Of so many answers it is looked up where what they bring about lands."""


class Spots:
    """Finds the spots of the answers to the question that stands, for the seat that is asked."""

    def __init__(self, wording: Wording, state: State, view: Data, seat: int) -> None:
        assert state.decision is not None
        self.wording = wording
        self.state = state
        self.view = view
        self.seat = seat
        self.decision: Decision = state.decision

    def of(self, raws: list[Any]) -> dict[Any, list[Data]]:
        """The spots of answers."""
        d = self.decision
        t = d.element.of if isinstance(d.element, Maybe) else d.element
        if d.kind in ("one", "set") and isinstance(t, CellType):
            return {raw: self._spots_on(t, d.value_of(raw)["at"]) for raw in raws}
        if d.kind in ("one", "set") and isinstance(t, Pieces):
            return self._piece_spots(raws)
        if isinstance(t, KindOf) and t.name in self.wording.world.maps:
            names = self.wording.world.kinds[t.name].names
            return {
                raw: [{"place": f"map:{t.name}", "map": t.name, "value": names[raw]}]
                for raw in raws
            }
        if d.kind == "one" and isinstance(t, KindOf | Seat):
            return {raw: self._keyed_spots(t, raw) for raw in raws}
        if d.kind == "one" and isinstance(t, Number) and len(raws) <= _MOST_LANDING:
            return self._landing_spots(raws) or self._pile_spots(raws)
        return {}

    def _grids(self) -> list[tuple[str, Any, list[Data]]]:
        """The grids on which this seat lays: common ones, and its own."""
        found: list[tuple[str, Any, list[Data]]] = []
        for number, (place, keys) in self.wording.instances.items():
            if place.shape in ("grid", "board"):
                owner = self.wording.owner(number)
                if owner in (None, self.seat):
                    held = self.view["places"][place.name]
                    content = held[self.wording.key_text(number)] if keys else held
                    found.append((self.wording.place_id(number), place, content))
        return found

    @cached_property
    def _laid_on(self) -> list[tuple[str, Any, list[Data]]]:
        """The grids whose cells are meant: where there are several, those that the candidates are
        taken from."""
        grids = self._grids()
        if len(grids) < 2:
            return grids
        named = named_in(self.wording.game, self.decision)
        return [grid for grid in grids if grid[1].name in named] or grids

    def _spots_on(self, t: CellType, at: list[int]) -> list[Data]:
        """A cell on the grids that have it; an edge, a corner or a cell of a board on that board
        (under the name of the board where piles lie on its cells)."""
        board = self.wording.world.places.get(t.board or "")
        if t.what == "Cell" and board is not None and board.shape == "pile":
            return [{"place": board.name, "at": list(at)}]
        if t.what != "Cell":
            return [{"place": t.board, t.what.lower(): list(at)}] if t.board else []
        return [s for s in self._cell_spots(at) if not t.board or _board_of(s) == t.board]

    def _cell_spots(self, at: list[int]) -> list[Data]:
        found: list[Data] = []
        for id_, place, _ in self._laid_on:
            bounds = place.bounds
            if bounds is None or (1 <= at[0] <= bounds[0] and 1 <= at[1] <= bounds[1]):
                found.append({"place": id_, "at": list(at)})
        return found

    def _piece_spots(self, raws: list[int]) -> dict[Any, list[Data]]:
        """Where pieces lie. Of several that look alike in one place, any stands for the one that is
        offered."""
        lying = list(pieces_in(self.wording, self.view))
        by_id = {piece["id"]: (id_, piece, at) for id_, piece, at in lying}
        alike: dict[tuple[str, str], list[Data]] = {}
        for id_, piece, at in lying:
            if at is None:
                alike.setdefault((id_, _face(piece)), []).append(
                    {"place": id_, "piece": piece["id"]}
                )
        offered = {
            (by_id[x][0], _face(by_id[x][1])) for x in raws if x in by_id and by_id[x][2] is None
        }
        found: dict[Any, list[Data]] = {}
        for x in raws:
            if x not in by_id:
                continue
            id_, piece, at = by_id[x]
            if at is not None:
                found[x] = [{"place": id_, "at": at}]
            elif (id_, _face(piece)) in offered and self._alone(raws, by_id, x):
                found[x] = alike[id_, _face(piece)]
            else:
                found[x] = [{"place": id_, "piece": x}]
        return found

    @staticmethod
    def _alone(raws: list[int], by_id: dict[int, Any], x: int) -> bool:
        """Whether no other piece offered looks like this one in the same place."""
        mine = (by_id[x][0], _face(by_id[x][1]))
        return sum(1 for y in raws if y in by_id and (by_id[y][0], _face(by_id[y][1])) == mine) == 1

    def _keyed_spots(self, t: Type, raw: Any) -> list[Data]:
        """The instances of places that this value is the only key of, where something lies."""
        found: list[Data] = []
        for number, (place, keys) in self.wording.instances.items():
            if len(keys) == 1 and keys[0] == raw and place.domains[0].type == t:
                content = self.view["places"][place.name][self.wording.key_text(number)]
                if place.shape == "space" and content:
                    found.append({"place": self.wording.place_id(number), "whole": True})
        return found

    def _landing_spots(self, raws: list[Any]) -> dict[Any, list[Data]]:
        """A number lies where what it brings about lands, if each lands on a cell of its own: a
        column, where the number is that of the column."""
        boards = {id_: place for id_, place, _ in self._grids() if place.bounds}
        if not boards:
            return {}
        foresight = Foresight(self.wording, self.state, self.seat)
        lands: dict[Any, tuple[str, list[int]]] = {}
        keys = {o.raw: o.key for o in self.decision.options}
        for raw in raws:
            cell = foresight.lands(keys[raw])
            if cell is None or cell[0] not in boards:
                return {}
            lands[raw] = cell
        if len({(i, *at) for i, at in lands.values()}) < len(raws):
            return {}
        if all(self.decision.value_of(raw) == at[0] for raw, (_, at) in lands.items()):
            return {
                raw: [{"place": i, "at": at, "column": at[0]}] for raw, (i, at) in lands.items()
            }
        return {raw: [{"place": i, "at": at}] for raw, (i, at) in lands.items()}

    def _pile_spots(self, raws: list[Any]) -> dict[Any, list[Data]]:
        """A number lies on the pile of that number, if that is where the first piece comes from
        that each answer certainly moves: the house that is sown."""
        foresight = Foresight(self.wording, self.state, self.seat)
        keys = {o.raw: o.key for o in self.decision.options}
        found: dict[Any, list[Data]] = {}
        names: set[str] = set()
        for raw in raws:
            moves = (e for e in foresight.entries(keys[raw]) if e[0] == "move")
            number = next((e[3] for e in moves), 0)
            place, at = self.wording.instances.get(number, (None, ()))
            if place is None or tuple(at) != (self.decision.value_of(raw),):
                return {}
            if not isinstance(place.domains[0].type, Number):
                return {}
            names.add(place.name)
            found[raw] = [{"place": self.wording.place_id(number), "whole": True}]
        return found if len(names) == 1 else {}


def _board_of(spot: Data) -> str:
    return str(spot["place"]).partition(":")[0]


def _face(piece: Data) -> str:
    return repr(sorted((k, v) for k, v in piece.items() if k != "id"))


def pieces_in(wording: Wording, view: Data) -> Any:
    """Every piece that a view shows: the id of its instance, the piece, its cell (None, if it lies
    on no grid)."""
    for number, (place, keys) in wording.instances.items():
        if place.name == "box":
            continue
        held = view["places"][place.name]
        held = held[wording.key_text(number)] if keys else held
        id_ = wording.place_id(number)
        if isinstance(held, dict) and "type" in held:
            yield id_, held, None
            continue
        entries = held.get("known", ()) if isinstance(held, dict) else held or ()
        for entry in entries:
            piece = entry.get("piece", entry)
            if "type" in piece:
                yield id_, piece, entry.get("at")
