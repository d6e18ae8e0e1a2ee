"""What asks networkx, imported at the first question (see `alarife.graphs`).

The modules of graphs may be compiled. A compiled function has no frame of its own, so an import in
it would look for its builtins in the frame of the rules, which have none but a few. So nothing that
is imported late is imported by them."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def asking() -> Any:
    """The module that asks networkx."""
    from alarife.graphs import questions

    return questions
