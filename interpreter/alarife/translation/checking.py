"""What is wrong in a catalogue.

In: a catalogue and the messages of today. Out: a sentence for each mistake, with its line: holes
that the original hasn't, holes left out, forms nobody knows, numbers that differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from alarife.texts.catalogue import Catalogue
from alarife.texts.holes import FORMS, split_form
from alarife.translation.template import Source

_HOLE = re.compile(r"\{([^{}]*)\}")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Mistake:
    """One, and where it stands. A warning is something that may be meant."""

    line: int
    text: str
    warning: bool = False


def mistakes(catalogue: Catalogue, found: Iterable[Source]) -> list[Mistake]:
    """All mistakes, in the order of the file."""
    known = {(source.context, source.text) for source in found}
    made: list[Mistake] = []
    for (context, text), said in catalogue.texts.items():
        line = catalogue.lines.get((context, text), 1)
        if context == "forms":
            continue
        if (context, text) not in known:
            made.append(Mistake(line, f"Nothing says “{_short(text)}” any more.", warning=True))
            continue
        made += [
            Mistake(line, told, warning) for told, warning in _of_message(text, said, catalogue)
        ]
    return sorted(made, key=lambda mistake: mistake.line)


def _of_message(text: str, said: str, catalogue: Catalogue) -> Iterator[tuple[str, bool]]:
    ours, theirs = _holes(text), _holes(said)
    for name in theirs:
        if name not in ours:
            there = ", ".join(f"`{{{one}}}`" for one in ours) or "none"
            yield f"The hole `{{{name}}}` isn't in the original, which has {there}.", False
    for name, forms in ours.items():
        chooses = all(form.startswith("forms ") for form in forms)  # a language may do without
        if name not in theirs and not chooses:
            yield f"The hole `{{{name}}}` is left out.", True
    for forms in theirs.values():
        for form in forms:
            if told := _wrong_form(form, catalogue):
                yield told, False
    if said.count("{") != said.count("}") or "{" in _HOLE.sub("", said):
        yield "A brace has no partner.", False
    missing = set(_DIGITS.findall(_HOLE.sub("", text))) - set(_DIGITS.findall(_HOLE.sub("", said)))
    if missing:
        yield f"The number {', '.join(sorted(missing))} is left out.", True


def _wrong_form(form: str, catalogue: Catalogue) -> str:
    if form in ("", *FORMS):
        return ""
    if form.startswith("forms "):
        given = len(form.split("|"))
        wanted = 1 + max(catalogue.plural(number) for number in range(200))
        if given == wanted:
            return ""
        return f"`:{form}` gives {given} forms, and the language has {wanted}."
    form = split_form(form)[1]
    tabled = any(
        context == "forms" and key.endswith(f":{form}") for context, key in catalogue.texts
    )
    if tabled or catalogue.bent("x", form) != "x":
        return ""
    return f"The form `:{form}` is in no table of forms, and the language has no rule for it."


def _holes(text: str) -> dict[str, list[str]]:
    """The holes of a message with the forms they are used in."""
    found: dict[str, list[str]] = {}
    for inside in _HOLE.findall(text):
        name, _, form = inside.partition(":")
        found.setdefault(name.strip(), []).append(form.strip())
    return found


def _short(text: str) -> str:
    return text if len(text) < 60 else text[:57] + "…"
