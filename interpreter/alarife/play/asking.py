"""A question and its answers: how options are listed, and what a line somebody typed means.

What comes in: a decision, what the asked seat sees, how things look; later, words. What goes out:
numbered choices, and which of them are meant. What always holds: a line that means nothing, or
several things, changes nothing and is answered with what to type instead."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from alarife.checking.types import CellType, Number, Pieces, Seat
from alarife.engine.state import Decision, State
from alarife.play.grids import Cell, Marks
from alarife.play.look import Look
from alarife.play.subject import subject
from alarife.play.text import Text, columns, flow, join

_AT = re.compile(r"^[(\[]?\s*(-?\d+)\s*[,; ]\s*(-?\d+)\s*[)\]]?$")
_SPOT = re.compile(r"-?\d+\s*,\s*-?\d+")


_DONE = ("d", "done")
_MANY_CELLS = 40
"""If so many cells may be chosen, their numbers would hide what lies between them: they get a plain
mark."""
_PLAIN_MARK = "+"
_FEW_NUMBERS = 15
ALL = "all"
"""Of a set: everything."""


class NotUnderstood(Exception):
    """A line that can't be taken; its text says why, and what to type."""


@dataclass(slots=True)
class Choice:
    """One option: `handle` is what one types for it, `words` what it is called, `key` the engine's
    name of it."""

    handle: str
    words: Text
    short: Text
    key: str
    at: Cell | None = None
    piece: int | None = None
    own_number: bool = False


class Question:
    """The decision that stands, as it is put to a person."""

    def __init__(self, state: State, view: dict[str, Any], look: Look) -> None:
        assert state.decision is not None
        self.state = state
        self.decision: Decision = state.decision
        self.look = look
        lying = _on_grids(look, view)
        self.cells = {piece: at for _, at, piece in lying}
        self._taken = {at for own, at, _ in lying if own}
        decision = self.decision
        self.spots = isinstance(decision.element, CellType) and decision.kind in ("one", "set")
        self.choices = [
            self._choice(i, option.raw, "d" if option.raw is None else str(option.number))
            for i, option in enumerate(decision.options)
        ]
        self.choices.sort(key=lambda c: c.handle == "d")
        self._own_numbers()

    # ----------------------------------------------------------------
    # choices
    def _choice(self, i: int, raw: Any, handle: str) -> Choice:
        d = self.decision
        key = d.options[i].key
        if raw is None:
            return Choice("d", Text("done"), Text("done"), key)
        if d.kind == "may":
            word = "yes" if raw else "no"
            return Choice(word[0], Text(word), Text(word), key)
        if d.kind == "menu":
            return Choice(handle, Text(d.label_of(raw)), Text(d.label_of(raw)), key)
        value = d.value_of(raw)
        if isinstance(d.element, Pieces):
            return self._piece(handle, value, key)
        words = self.look.value(value, d.element) if d.element else Text(str(value))
        at = (value["at"][0], value["at"][1]) if self.spots else None
        return Choice(handle, words, words, key, at)

    def _piece(self, handle: str, x: int, key: str) -> Choice:
        piece = self._seen(x)
        at = self.cells.get(x)
        context = {"Party": self.look.viewer}
        words, short = self.look.long(piece, context), self.look.short(piece, context)
        if at is not None:
            words, short = words + f" at {at[0]},{at[1]}", short + f" at {at[0]},{at[1]}"
        return Choice(handle, words, short, key, at, x)

    def _seen(self, x: int) -> dict[str, Any]:
        return self.state.game.words.piece(self.state.slots, x)

    def _own_numbers(self) -> None:
        """Where the choices are numbers themselves, or seats, one types those."""
        numbers = [
            self._own_number(option.raw)
            for option in self.decision.options
            if option.raw is not None
        ]
        if None in numbers or len(set(numbers)) < len(numbers):
            return
        for choice, number in zip(
            (c for c in self.choices if c.handle != "d"), numbers, strict=True
        ):
            choice.handle = str(number)
            choice.own_number = True
            if choice.piece is not None:
                choice.words = Text((choice.handle, choice.words.parts[-1][1]))

    def _own_number(self, raw: Any) -> int | None:
        t = self.decision.element
        value = self.decision.value_of(raw) if self.decision.kind in ("one", "set") else None
        if isinstance(t, Number) or (isinstance(t, Seat) and isinstance(value, int)):
            return value
        if isinstance(t, Pieces) and raw not in self.cells:
            fields = self.look.fields(self._seen(raw), {"Party": self.look.viewer})
            if len(fields) == 1 and isinstance(fields[0][2], Number):
                return fields[0][1]
        return None

    @property
    def marks(self) -> Marks:
        """What of it is to be seen on grids."""
        marks = Marks()
        for choice in self.choices:
            if choice.piece is not None and choice.at is not None:
                marks.pieces[choice.piece] = choice.handle
            elif choice.at is not None:
                marks.cells[choice.at] = choice.handle
        if len(marks.cells) > _MANY_CELLS:
            marks.cells = dict.fromkeys(marks.cells, _PLAIN_MARK)
        return marks

    @property
    def chosen(self) -> list[Text]:
        """Of a set: what has been chosen."""
        t = self.decision.element
        context = {"Party": self.look.viewer}
        values = self.decision.chosen
        return [
            (
                self.look.long(self._seen(v), context)
                if isinstance(t, Pieces)
                else self.look.value(v, t)
                if t
                else Text(str(v))
            )
            for v in values
        ]

    # ----------------------------------------------------------------
    # showing
    def prompt(self) -> Text:
        """Who is asked what, about what; of a set, what has been chosen."""
        d = self.decision
        head = Text(self.look.party(d.player), ": ", (d.prompt or self._title(), "bold"))
        if about := subject(self.state, d, self.look):
            head = Text(head, "  ", join(about, ", "))
        if self.chosen:
            head = Text(head, ("  chosen: ", "dim"), join(self.chosen, ", "))
        return head

    def _title(self) -> str:
        menus = self.look.world.program.menus
        menu = self.decision.site.menu
        return (
            (menus[menu].title or menu)
            if self.decision.kind == "menu" and menu in menus
            else "Choose"
        )

    def lines(self, width: int, tight: bool = False) -> list[Text]:
        """The choices, in columns."""
        if self.decision.kind == "may":
            return [Text(("y", "bold"), " yes   ", ("n", "bold"), " no")]
        if self.spots and self.choices:
            return self._spots(width)
        if all(c.handle in ("d", c.words.plain) for c in self.choices):
            return flow(
                [
                    Text((c.handle, "bold"), " done" if c.handle == "d" else "")
                    for c in self.choices
                ],
                width,
                None,
                "  ",
            )
        edge = max(len(c.handle) for c in self.choices)
        items = [
            Text((c.handle.rjust(edge), "bold"), " ", c.short if tight else c.words)
            for c in self.choices
        ]
        return flow(items, width, None, "  ", 0) if tight else columns(items, width)

    def _spots(self, width: int) -> list[Text]:
        n = len([c for c in self.choices if c.at])
        more = " or d for done" if len(self.choices) > n else ""
        one = next(c for c in self.choices if c.at)
        if any(
            c.at in self._taken for c in self.choices
        ):  # there the grid shows what lies there, in brackets
            items = [
                Text((c.handle, "bold"), " at " if c.at else " ", c.words) for c in self.choices
            ]
            return flow(items, width, None, "   ", 0)
        if n > _MANY_CELLS:
            words = (
                f"Coordinates such as {one.words.plain} (column, row), of any cell marked"
                f" {_PLAIN_MARK}{more}"
            )
            return [Text(words).cut(width)]
        return [
            Text(
                ("1" if n == 1 else f"1–{n}", "bold"),
                f" as marked, or coordinates such as {one.words.plain} (column, row){more}",
            ).cut(width)
        ]

    # ----------------------------------------------------------------
    # reading
    def split(self, line: str) -> list[str]:
        """The parts of a line, each of which should mean one choice."""
        line = line.strip().rstrip(".")
        if self.decision.kind == "set" and line.casefold() in (ALL, f"{ALL} done", f"{ALL}, done"):
            return [ALL]
        if self.decision.kind != "set" or line.casefold() in _DONE or self._fitting(line):
            return [line]
        places = self.spots or any(c.at for c in self.choices)
        parts = [line] if places else [p for p in re.split(r"[,;]", line) if p.strip()]
        out: list[str] = []
        for part in (p.strip() for p in parts):
            out.extend(
                [part]
                if part.casefold() in _DONE or self._fitting(part)
                else self._finer(part, places)
            )
        return out

    @staticmethod
    def _finer(part: str, places: bool) -> list[str]:
        if places:
            spots = _SPOT.findall(part)
            return [*spots, *(w for w in re.split(r"[\s,;]+", _SPOT.sub(" ", part)) if w)]
        return part.split()

    def meant(self, word: str) -> Choice:
        """The choice that a word means. `done` may always be said of a set: whether it can be is
        seen when the rest is chosen."""
        if self.decision.kind == "set" and word.casefold() in _DONE:
            return next(
                (c for c in self.choices if c.handle == "d"),
                Choice("d", Text("done"), Text("done"), "done"),
            )
        found = self._fitting(word)
        if len(found) == 1:
            return found[0]
        if found:
            raise NotUnderstood(f"“{word}” could be {_listed(found)}. Type a number.")
        raise NotUnderstood(f"“{word}” is no choice here. {self.help()}")

    def _fitting(self, word: str) -> list[Choice]:
        """All choices that a word could mean: by number, name, coordinates, or the beginning of a
        name."""
        said = " ".join(word.casefold().split())
        if not said:
            return []
        exact = [
            c
            for c in self.choices
            if said == c.handle or word.strip() == c.key or (c.handle == "d" and said == "done")
        ]
        if exact:
            return exact[:1]
        if spot := _AT.match(said):
            at = (int(spot[1]), int(spot[2]))
            return [c for c in self.choices if c.at == at]
        names = [
            (
                c,
                " ".join(c.words.plain.casefold().split()),
                c.short.plain.casefold(),
                c.key.casefold(),
            )
            for c in self.choices
        ]
        same = [c for c, *told in names if said in told]
        if same:
            return same
        if said.lstrip("-").isdigit():
            return []
        begins = [c for c, words, _, key in names if words.startswith(said) or key.startswith(said)]
        return begins or [
            c
            for c, words, *_ in names
            if all(part in words.split() or part in words for part in said.split())
        ]

    def help(self) -> str:
        """What one may type here."""
        if self.decision.kind == "may":
            return "Type y or n; ? explains."
        if self.spots:
            return (
                "Type a number or coordinates such as "
                + next(c.words.plain for c in self.choices if c.at)
                + "; ? explains, why says why not."
            )
        handles = [c.handle for c in self.choices if c.handle != "d"]
        own = all(c.own_number for c in self.choices if c.handle != "d")
        numbers = (
            ", ".join(handles)
            if len(handles) < (_FEW_NUMBERS if own else 4)
            else f"{handles[0]} to {handles[-1]}"
        )
        if self.decision.kind == "set":
            done = "; d when that is all" if any(c.handle == "d" for c in self.choices) else ""
            return (
                f"Type numbers from the list, {numbers}, or names; several at once: 1 2,"
                f" done{done}; all; ? explains."
            )
        if own:
            return f"Type one of these numbers: {numbers}; ? explains."
        return f"Type a number from the list, {numbers}, or a name; ? explains."


def _listed(choices: list[Choice]) -> str:
    some = [f"{c.handle} ({c.words.plain})" for c in choices[:5]]
    return ", ".join(some) + (" …" if len(choices) > 5 else "")


def _on_grids(look: Look, view: dict[str, Any]) -> list[tuple[bool, Cell, int]]:
    """Where pieces lie on grids: whether the grid is the reader's (or everybody's), cell, piece."""
    found: list[tuple[bool, Cell, int]] = []
    for place in look.world.places.values():
        if place.shape not in ("grid", "board"):
            continue
        held = view["places"][place.name]
        for key, entries in held.items() if place.domains else [(str(look.viewer), held)]:
            own = key == str(look.viewer)
            found.extend(
                (own, (e["at"][0], e["at"][1]), e["piece"]["id"])
                for e in entries
                if "id" in e["piece"]
            )
    return found
