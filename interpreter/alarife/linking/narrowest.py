"""In which order the cases of a value or step are asked for their type.

In: cases as declared, and the direct supertypes of every type. Out: a topological order: each case
before those for its supertypes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from alarife.syntax import tree

_Case = TypeVar("_Case", tree.Step, tree.Value)
_PARTIES = {"Player": ["Party"], "Neutral": ["Party"]}


def narrowest_first(cases: Sequence[_Case], parents: Mapping[str, list[str]]) -> list[_Case]:
    """Each case before those for its supertypes, and otherwise as declared."""
    parents = {**_PARTIES, **parents}
    found: list[_Case] = []
    for case in cases:
        own = type_of(case)
        above = with_supertypes(parents.get(own, []), parents) - {own}
        at = next((i for i, c in enumerate(found) if type_of(c) in above), len(found))
        found.insert(at, case)
    return found


def type_of(case: tree.Step | tree.Value) -> str:
    """The name of the type of a case's first parameter; "" if there is none."""
    t = case.params[0].type if case.params else None
    return t.name if isinstance(t, tree.NamedType) and not t.optional else ""


def with_supertypes(names: Iterable[str], parents: Mapping[str, list[str]]) -> set[str]:
    """These types, and all that are above them."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(parents.get(name, []))
    return found
