"""What a line means that somebody typed: which options of the question.

In: the question as the table model has it; later, words. Out: options. What always holds: a line
that means nothing, or several things, changes nothing and is answered with what to type instead."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from alarife.texts.spoken import phrased

Cell = tuple[int, int]
_AT = re.compile(r"^[(\[]?\s*(-?\d+)\s*[,; ]\s*(-?\d+)\s*[)\]]?$")
_SPOT = re.compile(r"-?\d+\s*,\s*-?\d+")
_DONE = ("d", "done")
_FEW_NUMBERS = 15
ALL, DONE = "all", "done"


class NotUnderstood(Exception):
    """A line that can't be taken; its text says why, and what to type."""


@dataclass(slots=True)
class Choice:
    """One option: `handle` is what one types for it, `words` what it is called, `key` the engine's
    name of it, `at` the cell it lies on."""

    handle: str
    words: str
    key: str
    at: Cell | None = None
    data: dict[str, Any] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Whether it may be chosen now."""
        return self.data.get("state", "open") == "open" or bool(self.data.get("more"))


class Asked:
    """The question that stands, as it is put to a person."""

    def __init__(self, question: dict[str, Any]) -> None:
        self.data = question
        self.kind: str = question["kind"]
        self.choices = [self._choice(option) for option in question["options"]]
        numbers = [c for c in self.choices if c.handle == c.words]
        self.own_numbers = len(numbers) == len([c for c in self.choices if c.handle != "d"])
        self.on_cells = bool(self.choices) and all(c.at for c in self.choices if c.handle != "d")

    def _choice(self, option: dict[str, Any]) -> Choice:
        handle, words = option["handle"], option["words"]
        if option["key"] == DONE:
            return Choice("d", "none", DONE, None, option)
        if self.kind == "may":
            return Choice(words[0].lower(), words.lower(), option["key"], None, option)
        cells = [s for s in option["spots"] if "at" in s]
        at = (cells[0]["at"][0], cells[0]["at"][1]) if cells and "column" not in cells[0] else None
        if at and option["piece"] is not None:
            words += f" at {at[0]},{at[1]}"
        return Choice(handle, words, option["key"], at, option)

    @property
    def picked(self) -> list[Choice]:
        """Of a set: what has been picked, each as often as it was."""
        by_key = {c.key: c for c in self.choices}
        return [by_key[k] for k in self.data["picks"] if k in by_key]

    @property
    def members(self) -> list[str]:
        """Of a set: all that belongs to it so far, also before anything was picked."""
        return [*self.data["already"], *(c.words for c in self.picked)]

    @property
    def confirmed(self) -> bool:
        """Whether the set may be confirmed as it is."""
        return bool(self.data["confirm"])

    # ----------------------------------------------------------------
    # reading
    def split(self, line: str) -> list[str]:
        """The parts of a line, each of which should mean one choice."""
        line = line.strip().rstrip(".")
        if self.kind == "set" and line.casefold() in (ALL, f"{ALL} done", f"{ALL}, done"):
            return [ALL]
        if self.kind != "set" or line.casefold() in _DONE or self._fitting(line):
            return [line]
        places = any(c.at for c in self.choices)
        parts = [line] if places else [p for p in re.split(r"[,;]", line) if p.strip()]
        out: list[str] = []
        for part in (p.strip() for p in parts):
            whole = part.casefold() in _DONE or self._fitting(part)
            out.extend([part] if whole else self._finer(part, places))
        return out

    @staticmethod
    def _finer(part: str, places: bool) -> list[str]:
        if places:
            spots = _SPOT.findall(part)
            return [*spots, *(w for w in re.split(r"[\s,;]+", _SPOT.sub(" ", part)) if w)]
        return part.split()

    def keys(self, line: str) -> tuple[list[str], bool]:
        """The keys that a line names, and whether it says that this is all. Raises
        `NotUnderstood`."""
        parts = self.split(line)
        if self.kind != "set":
            return [self.meant(parts[0]).key], True
        if parts == [ALL]:
            return [ALL], True
        done = [i for i, part in enumerate(parts) if part.casefold() in _DONE]
        if done and done != [len(parts) - 1]:
            raise NotUnderstood(phrased("Say done last."))
        return [self.meant(part).key for part in (parts[:-1] if done else parts)], bool(done)

    def meant(self, word: str) -> Choice:
        """The choice that a word means. Raises `NotUnderstood`."""
        found = self._fitting(word)
        if len(found) == 1:
            return found[0]
        if found:
            raise NotUnderstood(
                phrased(
                    "“{word}” could be {things}. Type a number.", word=word, things=_listed(found)
                )
            )
        raise NotUnderstood(phrased("“{word}” is no choice here.", word=word) + " " + self.help())

    def _fitting(self, word: str) -> list[Choice]:
        """All choices that a word could mean: by number, name, coordinates, or the beginning of a
        name."""
        said = " ".join(word.casefold().split())
        if not said:
            return []
        exact = [
            c
            for c in self.choices
            if said == c.handle or word.strip() == c.key or (c.handle == "d" and said in _DONE)
        ]
        if exact:
            return exact[:1]
        if spot := _AT.match(said):
            at = (int(spot[1]), int(spot[2]))
            return [c for c in self.choices if c.at == at]
        names = [(c, " ".join(c.words.casefold().split()), c.key.casefold()) for c in self.choices]
        same = [c for c, *told in names if said in told]
        if same:
            return _one_of_equal(same)
        if said.lstrip("-").isdigit():
            return []
        begins = [c for c, words, key in names if words.startswith(said) or key.startswith(said)]
        return _one_of_equal(
            begins or [c for c, words, _ in names if all(p in words for p in said.split())]
        )

    def help(self) -> str:
        """What one may type here."""
        if self.kind == "may":
            return phrased("Type y or n; ? explains.")
        cells = [c for c in self.choices if c.at]
        if self.on_cells and cells:
            at = cells[0].at or (0, 0)
            return phrased(
                "Type a number or coordinates such as {x},{y}; ? explains, why says why not.",
                x=at[0],
                y=at[1],
            )
        handles = [c.handle for c in self.choices if c.handle != "d"]
        numbers = (
            ", ".join(handles)
            if len(handles) < (_FEW_NUMBERS if self.own_numbers else 4)
            else phrased("{first} to {last}", first=handles[0], last=handles[-1])
        )
        if self.kind == "set":
            return phrased(
                "Type numbers from the list, {numbers}, or names; several at once: 1 2, done;"
                " all; done when that is all; drop 1 puts one back; ? explains.",
                numbers=numbers,
            )
        if self.own_numbers:
            return phrased("Type one of these numbers: {numbers}; ? explains.", numbers=numbers)
        return phrased(
            "Type a number from the list, {numbers}, or a name; ? explains.", numbers=numbers
        )


def _one_of_equal(found: list[Choice]) -> list[Choice]:
    """Of choices that are called alike and lie nowhere apart, the first that may be chosen."""
    if len({(c.words, c.at) for c in found}) != 1:
        return found
    return [c for c in found if c.open][:1] or found[:1]


def _listed(choices: list[Choice]) -> str:
    some = [f"{c.handle} ({c.words})" for c in choices[:5]]
    return ", ".join(some) + (" …" if len(choices) > 5 else "")
