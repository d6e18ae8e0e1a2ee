"""The question that stands, and where its answers lie.

In: a state, who reads, and what has been picked of a set so far. Out: the question as data: options
with stable handles, their words, whether they are open, and their spots. What always holds: only
the seat that is asked gets options; a draft changes nothing, and nothing is added to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alarife.checking.types import CellType, KindOf, Maybe, Number, Pieces, Seat, Type
from alarife.diagnostics import RuleError
from alarife.engine.decisions import Decision
from alarife.engine.inspect import (
    cell_of,
    knows,
    lies_in,
    piece_data,
    question,
    question_number,
    questions,
    value_data,
    values_held,
)
from alarife.engine.state import State
from alarife.table.drafts import draft_of
from alarife.table.spots import Spots
from alarife.table.sums import sums_of
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased

Data = dict[str, Any]
DONE = "done"
_MOST_TRIED = 24
"""So many members of a set are tried one by one, if the engine doesn't offer them."""


def asking(prompt: str) -> str:
    """What may be declined, as a question."""
    return f"{prompt}?" if prompt[-1:].isalnum() else prompt


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
            "subjects": [],
            "sums": [],
            "options": [],
            "already": [],
            "picks": list(self.draft.keys),
            "confirm": [],
            "refused": [],
            "laws": [],
        }
        if not own:
            return found
        found["rule"] = self.wording.rule(self.wording.game.rule(self._asking()))
        found["about"] = self._about()
        found["subjects"] = self._subjects()
        found["options"] = self._options()
        found["refused"] = self._refused()
        found["laws"] = [self.wording.rule(self.wording.game.rule(n)) for n in d.site.rules]
        if d.kind == "set":
            found["already"] = [self._words(raw) for raw in d.chosen_raw]
            found["confirm"] = self._confirm()
            found["sums"] = self._sums()
        return found

    def _sums(self) -> list[Data]:
        """What the picked pieces come to, and what the rules compare that with."""
        d = self.decision
        if not d.site.of_pieces:
            return []
        now = self.draft.state.decision
        if self.draft.open and now is not None:
            return sums_of(self.wording, self.state, self.view, self.seat, now.chosen_raw)
        raws = dict(zip(d.keys, (o.raw for o in d.options), strict=True))
        if any(key not in raws for key in self.draft.keys):
            return []
        picked = [*d.chosen_raw, *(raws[key] for key in self.draft.keys)]
        return sums_of(self.wording, self.state, self.view, self.seat, picked)

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
            return asking(d.prompt) if d.kind == "may" else d.prompt
        return self._menu_title(d.site.menu) if d.kind == "menu" else phrased("Choose")

    def _menu_title(self, name: str) -> str:
        menu = self.wording.game.program.menus.get(name)
        return (menu.title if menu is not None else "") or phrased("What do you do?")

    def _waiting(self) -> str:
        """What somebody else is asked; the empty text where that would tell something."""
        if prompt := self.view["decision"]["prompt"]:
            return asking(prompt) if self.decision.kind == "may" else prompt
        put = question(self.wording.game, question_number(self.state))
        told = put.kind == "menu" and not put.sealed and not put.secret
        return self._menu_title(put.menu) if told else ""

    # ----------------------------------------------------------------
    # options
    def _options(self) -> list[Data]:
        d = self.decision
        raws = [o.raw for o in d.options]
        options: list[Data] = []
        asked = [raw for raw in raws if raw is not None]
        spots = Spots(self.wording, self.state, self.view, self.seat).of(asked)
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
    # what it is about
    def _about(self) -> list[str]:
        """The pieces, values and cells that stand already, such as what is being paid for."""
        found: dict[str, None] = {}
        for value, t in self._held():
            if words := self._said(value, t):
                found.setdefault(words)
        return list(found)

    def _held(self) -> list[tuple[Any, Type]]:
        """The values that the question carries with it, and what they are."""
        held = values_held(self.state)
        types = ((name, self._type_of(name)) for name in held)
        return [(held[name], t) for name, t in types if t and held[name] is not None]

    def _subjects(self) -> list[Data]:
        """Where the pieces lie that the question is about."""
        found: list[Data] = []
        for value, t in self._held():
            of = t.of if isinstance(t, Maybe) else t
            if isinstance(of, Pieces) and isinstance(value, int) and value >= 0:
                if not knows(self.state, self.seat, value):
                    continue
                place, at = lies_in(self.state, value), cell_of(self.state, value)
                spot: Data = {"place": self.wording.place_id(place), "piece": value}
                found.append(spot if at is None else {**spot, "at": list(at)})
        return [spot for spot in found if spot["place"]]

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
