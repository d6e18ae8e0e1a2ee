"""The question that stands, and where its answers lie.

In: a state, who reads, and what has been picked of a set so far. Out: the question as data: options
with stable handles, their words, whether they are open, and their spots. What always holds: only
the seat that is asked gets options; a draft changes nothing, and nothing is added to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from alarife.checking.types import CellType, KindOf, Maybe, Number, Pieces, Seat, Type
from alarife.diagnostics import RuleError
from alarife.engine.decisions import Decision
from alarife.engine.inspect import (
    knows,
    piece_data,
    question_number,
    questions,
    value_data,
    values_held,
)
from alarife.engine.state import State
from alarife.table.foresee import Foresight
from alarife.table.reasons import named_in
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased

Data = dict[str, Any]
DONE = "done"
_MOST_TRIED = 24
"""So many members of a set are tried one by one, if the engine doesn't offer them."""
_MOST_LANDING = 16
"""Of so many answers it is looked up where what they bring about lands."""


@dataclass(slots=True)
class Draft:
    """A set being built: the state with the picks taken, the picks in the order the engine takes
    them, and whether the set is still being asked for."""

    state: State
    keys: list[str]
    open: bool


def draft_of(state: State, picks: Sequence[str]) -> Draft:
    """A draft. Raises `RuleError` for picks that can't be taken together."""
    decision = state.decision
    if decision is None or decision.kind != "set" or not picks:
        return Draft(state, [], True)
    order = {key: i for i, key in enumerate(decision.keys)}
    try:
        return _taken(state, list(picks))
    except RuleError:
        return _taken(state, sorted(picks, key=lambda k: order.get(k, len(order))))


def _taken(state: State, picks: list[str]) -> Draft:
    here, site = state, question_number(state)
    keys: list[str] = []
    went_on = False
    for key in picks:
        if went_on:
            here.play("?")  # not offered: the set was complete before
        here = here.play(_offered(here, key))
        keys.append(key)
        went_on = question_number(here) != site
        went_on = went_on or _chosen_count(here) < _chosen_count(state) + len(keys)
    return Draft(here, keys, not went_on)


def _chosen_count(state: State) -> int:
    return len(state.decision.chosen) if state.decision else 0


def _offered(state: State, key: str) -> str:
    """The key as it is called now: the second of two equal pieces may be called like the first."""
    keys = state.decision.keys if state.decision else []
    if key in keys:
        return key
    bare = key.partition("#")[0]
    return next((k for k in keys if k == bare or k.partition("#")[0] == bare), key)


class Question:
    """Makes the question for one seat."""

    def __init__(
        self, wording: Wording, state: State, view: Data, seat: int, picks: Sequence[str] = ()
    ) -> None:
        assert state.decision is not None
        self.wording = wording
        self.state = state
        self.view = view
        self.seat = seat
        self.decision: Decision = state.decision
        self.picks = list(picks)
        self.draft = draft_of(state, self.picks)

    # ----------------------------------------------------------------
    # data
    def data(self) -> Data:
        """The question."""
        d = self.decision
        own = d.player == self.seat
        found: Data = {
            "player": d.player,
            "prompt": self._prompt() if own else self._waiting(),
            "kind": d.kind,
            "rule": None,
            "about": [],
            "options": [],
            "picks": list(self.draft.keys),
            "confirm": [],
            "refused": [],
            "laws": [],
        }
        if not own:
            return found
        found["rule"] = self.wording.rule(self.wording.game.rule(self._asking()))
        found["about"] = self._about()
        found["options"] = self._options()
        found["refused"] = self._refused()
        found["laws"] = [self.wording.rule(self.wording.game.rule(n)) for n in d.site.rules]
        found["confirm"] = self._confirm() if d.kind == "set" else []
        return found

    def _refused(self) -> list[Data]:
        """The actions of a menu that can't be done now."""
        if self.decision.kind != "menu":
            return []
        program, keys = self.wording.game.program, set(self.decision.keys)
        names = [n for n in program.actions_of.get(self.decision.site.menu, []) if n not in keys]
        return [{"key": n, "words": program.actions[n].title or n} for n in names]

    def _confirm(self) -> list[str]:
        """The keys that confirm the draft as it is; none if it can't be all."""
        if not self.draft.open:
            return list(self.draft.keys)
        now = self.draft.state.decision
        return [*self.draft.keys, DONE] if now is not None and DONE in now.keys else []

    def _asking(self) -> str:
        menu = self.decision.site.menu
        return menu if self.decision.kind == "menu" and menu else self.decision.rule

    def _prompt(self) -> str:
        d = self.decision
        if d.prompt:
            return d.prompt
        menu = self.wording.game.program.menus.get(d.site.menu)
        if d.kind == "menu" and menu is not None:
            return menu.title or phrased("What do you do?")
        return phrased("Choose")

    def _waiting(self) -> str:
        return self.view["decision"]["prompt"] or phrased("Choose")

    # ----------------------------------------------------------------
    # options
    def _options(self) -> list[Data]:
        d = self.decision
        raws = [o.raw for o in d.options]
        options: list[Data] = []
        asked = [raw for raw in raws if raw is not None]
        spots = self._spots(asked)
        handles = self._own_numbers(asked, spots) or [str(n + 1) for n in range(len(asked))]
        number = 0
        for key, raw in zip(d.keys, raws, strict=True):
            if raw is None:
                continue
            number += 1
            options.append(
                {
                    "handle": handles[number - 1],
                    "key": key,
                    "words": self._words(raw),
                    "state": "open",
                    "spots": spots.get(raw, []),
                    "piece": raw if isinstance(d.element, Pieces) else None,
                    "chip": self._chip(raw),
                }
            )
        if d.kind == "set":
            self._states(options)
        elif d.kind == "one" and DONE in d.keys:
            options.append(_plain_option(str(number + 1), DONE, phrased("None")))
        return options

    def _own_numbers(self, raws: list[Any], spots: dict[Any, list[Data]]) -> list[str]:
        """The numbers by which answers are called that are numbers, seats, or pieces that say
        nothing but a number; empty if they aren't."""
        if self.decision.kind not in ("one", "set"):
            return []
        numbers = [self._own_number(raw, spots.get(raw, [])) for raw in raws]
        if None in numbers or len(set(numbers)) < len(numbers):
            return []
        return [str(n) for n in numbers]

    def _own_number(self, raw: Any, spots: list[Data]) -> int | None:
        t = self.decision.element
        if isinstance(t, Pieces):
            if any("at" in spot for spot in spots):
                return None
            look = self.wording.looks.of_data(piece_data(self.state, raw))
            alone = not (look.letter or look.symbol or look.walls or look.parts)
            said = look.texts[0] if alone and len(look.texts) == 1 else ""
            return int(said) if said.isdigit() else None
        value = self.decision.value_of(raw) if isinstance(t, Number | Seat) else None
        return value if isinstance(value, int) else None

    def _words(self, raw: Any) -> str:
        d = self.decision
        if d.kind == "menu":
            return d.label_of(raw)
        if d.kind == "may":
            return phrased("Yes") if raw else phrased("No")
        if isinstance(d.element, Pieces):
            return self.wording.looks.of_data(piece_data(self.state, raw)).label
        t: Type | None = d.element
        return self.wording.value(d.value_of(raw), t) if t else d.label_of(raw)

    def _chip(self, raw: Any) -> Data | None:
        """What stands beside the words: the colour and sign of a value of a kind, or of a party."""
        t = self.decision.element if self.decision.kind in ("one", "set") else None
        t = t.of if isinstance(t, Maybe) else t
        if isinstance(t, KindOf) and t.name in self.wording.world.kinds:
            chip = self.wording.looks.value(t.name, raw)
        elif isinstance(t, Seat):
            chip = self.wording.looks.party(raw)
        else:
            return None
        return {"colour": chip.colour, "symbol": chip.symbol, "letter": chip.letter}

    def _states(self, options: list[Data]) -> None:
        """Which members of a set are picked, which may be added."""
        left = list(self.draft.keys)
        now = self.draft.state.decision if self.draft.open else None
        offered = set(now.keys) if now is not None else set()
        tried = 0
        for option in options:
            key = option["key"]
            if key in left:
                left.remove(key)
                option["state"] = "picked"
            elif not self.draft.open:
                option["state"] = "shut"
            elif key not in offered:
                tried += 1
                option["state"] = "open" if tried <= _MOST_TRIED and self._goes(key) else "shut"
            for _ in range(left.count(key)):
                left.remove(key)
                option["times"] = option.get("times", 1) + 1
            if option["state"] == "picked" and key in offered:
                option["more"] = True

    def _goes(self, key: str) -> bool:
        try:
            draft_of(self.state, [*self.draft.keys, key])
        except RuleError:
            return False
        return True

    # ----------------------------------------------------------------
    # where they lie
    def _spots(self, raws: list[Any]) -> dict[Any, list[Data]]:
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
            return self._landing_spots(raws)
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
        if board is not None and board.shape == "pile":
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

    # ----------------------------------------------------------------
    # what it is about
    def _about(self) -> list[str]:
        """The pieces, values and cells that stand already, such as what is being paid for."""
        held = values_held(self.state)
        types = {name: t for name in held if (t := self._type_of(name))}
        found: dict[str, None] = {}
        for name, t in types.items():
            if held[name] is not None and (words := self._said(held[name], t)):
                found.setdefault(words)
        return list(found)

    def _type_of(self, name: str) -> Type | None:
        """The type of a variable of what asks: a menu's argument, a choice made before, or a
        parameter."""
        game, site = self.wording.game, self.decision.site
        signatures = game.checked.signatures
        if self.decision.kind == "menu" and name in site.menu_args:
            types = signatures.get(f"menu {site.menu}", [])
            return next((t for n, t in zip(site.menu_args, types, strict=False) if n == name), None)
        bare = name.rpartition("_")[0]
        for other in questions(game):
            if other.rule == site.owner and other.name == bare and other.kind == "one":
                return getattr(other.element, "of", other.element)
        action, step = game.program.actions.get(site.owner), game.program.steps.get(site.owner)
        names: list[str] = []
        if action is not None:
            names = list(action.menu_params)
        elif step is not None:
            names = [p.name for p in step.params]
        word = "action" if action is not None else "step"
        types = signatures.get(f"{word} {site.owner}", [])
        return next((t for n, t in zip(names, types, strict=False) if n == bare), None)

    def _said(self, value: Any, t: Type) -> str:
        t = t.of if isinstance(t, Maybe) else t
        if isinstance(t, Pieces):
            known = isinstance(value, int) and value >= 0 and knows(self.state, self.seat, value)
            return self.wording.looks.of_data(piece_data(self.state, value)).label if known else ""
        if isinstance(t, KindOf | CellType):
            return self.wording.value(value_data(self.state, value, t), t)
        return ""


def _board_of(spot: Data) -> str:
    return str(spot["place"]).partition(":")[0]


def _plain_option(handle: str, key: str, words: str) -> Data:
    return {
        "handle": handle,
        "key": key,
        "words": words,
        "state": "open",
        "spots": [],
        "piece": None,
        "chip": None,
    }


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
