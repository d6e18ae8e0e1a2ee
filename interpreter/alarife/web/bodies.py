"""What programs send: JSON of a known shape.

In: the bytes of a request and the shape that they should have. Out: the fields; `Refused` with a
sentence that names the field and what belongs there, or the nearest name if there is no such
field."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from alarife.linking.wording import did_you_mean, listed
from alarife.web.store import Refused

_LONGEST = 40


class Shape(ABC):
    """What a value should be."""

    @abstractmethod
    def check(self, value: Any, path: str) -> None:
        """Raise `Refused` if a value at this path is something else."""

    def fields(self) -> Mapping[str, Shape]:
        """The fields of a value, or of each of its members."""
        return {}


@dataclass(frozen=True, slots=True)
class Value(Shape):
    """A value with nothing in it."""

    what: str
    fits: Callable[[Any], bool]

    def check(self, value: Any, path: str) -> None:
        """Ask the value itself."""
        if not self.fits(value):
            raise Refused(f"`{path}` must be {self.what}.")


@dataclass(frozen=True, slots=True)
class Many(Shape):
    """A list; with `named`, an object with any names."""

    each: Shape
    most: int
    named: bool = False

    def check(self, value: Any, path: str) -> None:
        """Check how many members there are, then each of them."""
        if not isinstance(value, dict if self.named else list) or len(value) > self.most:
            what = "an object" if self.named else "a list"
            raise Refused(f"`{path}` must be {what} with at most {self.most} members.")
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in members:
            self.each.check(one, f"{path}.{_short(name)}" if self.named else f"{path}[{name}]")

    def fields(self) -> Mapping[str, Shape]:
        """Those of each member."""
        return self.each.fields()


@dataclass(frozen=True, slots=True)
class Fields(Shape):
    """An object with these fields. Null is the same as leaving a field out."""

    known: Mapping[str, Shape]
    needed: tuple[str, ...] = ()

    def check(self, value: Any, path: str) -> None:
        """Check the names, then each field."""
        if not isinstance(value, dict):
            said = f"`{path}`" if path else "The body"
            raise Refused(f"{said} must be an object with the fields {listed(self.known)}.")
        within = f" in `{path}`" if path else ""
        for name in value:
            if name not in self.known:
                raise Refused(f"There is no field `{_short(name)}`{within}. {self._meant(name)}")
        for name in self.needed:
            if value.get(name) is None:
                raise Refused(f"The field `{name}` is missing{within}.")
        for name, one in value.items():
            if one is not None:
                self.known[name].check(one, f"{path}.{name}" if path else name)

    def fields(self) -> Mapping[str, Shape]:
        """Those that are known."""
        return self.known

    def _meant(self, name: str) -> str:
        """The nearest field, also of what is in another field; or all that there are."""
        if near := did_you_mean(name, self.known):
            return near
        for known, shape in self.known.items():
            if near := did_you_mean(name, shape.fields()):
                return f"{near} It belongs in `{known}`."
        return f"The fields are {listed(self.known)}."


TEXT = Value("a text", lambda value: isinstance(value, str))
FLAG = Value("true or false", lambda value: isinstance(value, bool))


def whole(least: int, most: int) -> Value:
    """A whole number in a range."""

    def fits(value: Any) -> bool:
        return type(value) is int and least <= value <= most

    return Value(f"a whole number from {least} to {most}", fits)


def read(raw: bytes, fields: Fields) -> dict[str, Any]:
    """The fields that a request sends, without those that are null. Raises `Refused`."""
    try:
        body: Any = json.loads(raw)
    except json.JSONDecodeError as wrong:
        at = f"line {wrong.lineno}, column {wrong.colno}"
        raise Refused(f"The body is not JSON: {wrong.msg} ({at}).") from None
    except (ValueError, RecursionError):
        raise Refused("The body is not JSON that can be read.") from None
    fields.check(body, "")
    return {name: value for name, value in body.items() if value is not None}


def _short(name: Any) -> str:
    return str(name)[:_LONGEST]
