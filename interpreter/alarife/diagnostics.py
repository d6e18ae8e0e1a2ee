"""Diagnostics: what is wrong with a rule file, as data.

A check returns diagnostics; nothing here prints. `render` (in `alarife.report`) turns them into
text for a terminal. The only exception a bad rule file raises is `RuleError`, which carries them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from reprlib import Repr
from typing import Any, Literal

from alarife.syntax.tree import Span


@dataclass(frozen=True, slots=True)
class Label:
    """A place in a file and what is to be seen there."""

    at: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: `code` ("E0301") names its page, `message` says what is wrong in words of the
    language, the first label is the place, further ones are related places, `hint` says what to
    do."""

    code: str
    message: str
    labels: tuple[Label, ...] = ()
    hint: str = ""
    severity: Literal["error", "warning"] = "error"

    @property
    def at(self) -> Span | None:
        """The place it is about, if it has one."""
        return self.labels[0].at if self.labels else None


_BRIEF = Repr()
_BRIEF.maxstring = _BRIEF.maxother = _BRIEF.maxlong = 60


def must_be(what: str, name: str, given: object, *kinds: type) -> None:
    """An error (TypeError) for an argument of another kind; yes and no are no numbers."""
    if not isinstance(given, kinds) or (isinstance(given, bool) and bool not in kinds):
        raise TypeError(f"`{name}` must be {what}, not {brief(given)}.")


def brief(value: object) -> str:
    """Something that was handed over, in a few signs, whatever it is: deep, long, or of a type that
    can't say what it is."""
    try:
        return _BRIEF.repr(value)
    except Exception:
        return f"something of type `{type(value).__name__}`"


class RuleError(Exception):
    """Rule files that can't be used. `diagnostics` says why; at least one of them is an error."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        super().__init__("\n".join(f"{d.code}: {d.message}" for d in diagnostics))

    def __reduce__(self) -> tuple[Any, ...]:
        return _raised, (type(self), self.diagnostics, vars(self))


def rule_error(code: str, message: str, hint: str = "", *labels: Label) -> RuleError:
    """A single error, to be raised."""
    return RuleError([Diagnostic(code, message, labels, hint)])


def _raised(
    kind: type[RuleError], diagnostics: list[Diagnostic], more: dict[str, Any]
) -> RuleError:
    """An error from another process."""
    made = kind.__new__(kind)
    RuleError.__init__(made, diagnostics)
    vars(made).update(more)
    return made


class TooMany(RuleError):
    """There are more mistakes than anybody wants to read; the first ones are told."""


MOST_ERRORS = 100
"""So many errors are told of one configuration: a file with tens of thousands would take longer to
explain than to write."""


@dataclass(slots=True)
class Report:
    """Collects diagnostics while a stage runs. The last one that has room raises `TooMany`."""

    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    _known: set[Diagnostic] = field(default_factory=set[Diagnostic])
    _counted: int = 0
    _number: int = 0

    def error(self, code: str, message: str, *labels: Label | Span, hint: str = "") -> None:
        """Note an error."""
        self._add("error", code, message, labels, hint)

    def warn(self, code: str, message: str, *labels: Label | Span, hint: str = "") -> None:
        """Note a warning."""
        self._add("warning", code, message, labels, hint)

    def _add(
        self,
        severity: Literal["error", "warning"],
        code: str,
        message: str,
        labels: tuple[Label | Span, ...],
        hint: str,
    ) -> None:
        made = tuple(label if isinstance(label, Label) else Label(label) for label in labels)
        diagnostic = Diagnostic(code, message, made, hint, severity)
        self._known.update(self.found[self._counted :])  # others add to the list, too
        if diagnostic not in self._known:  # what is looked at twice is said once
            self.found.append(diagnostic)
            self._known.add(diagnostic)
            self._number += severity == "error"
        self._counted = len(self.found)
        if self._number >= MOST_ERRORS:
            message = f"There may be more mistakes: the first {MOST_ERRORS} are told."
            hint = "One mistake often brings others. Correct the first ones, then check again."
            self.found.append(Diagnostic("E0140", message, (), hint))
            raise TooMany(self.found)

    @property
    def errors(self) -> list[Diagnostic]:
        """The errors among what was found."""
        return [d for d in self.found if d.severity == "error"]

    def stop_if_wrong(self) -> None:
        """Raise what was found if any of it is an error."""
        if self.errors:
            raise RuleError(self.found)
