"""What asks networkx, imported at the first question (see `alarife.graphs`).

The modules of graphs may be compiled. A compiled function has no frame of its own, so an import in
it would look for its builtins in the frame of the rules, which have none but a few. So nothing that
is imported late is imported by them."""

from __future__ import annotations

from typing import Any


def questions() -> Any:
    """The questions about a network."""
    from alarife.graphs import questions as found

    return found


def frozen() -> Any:
    """Graphs of networkx."""
    from alarife.graphs import frozen as found

    return found
