"""What expressions read, told from their nodes."""

from __future__ import annotations

from alarife.ir.nodes import Builtin, Call, Node, Read
from alarife.ir.walk import below

STATEFUL = frozenset(
    ("height", "knows", "picture", "face_or_field", "box_content", "location", "unlike")
)
"""Functions of the engine that look at the state."""
FAULTS = frozenset(("seat", "key", "cell", "piece", "within"))
"""Functions of the engine that fault on arguments that no type rules out."""


def may_fault(node: Node) -> bool:
    """Whether what stands in a node itself may break a rule of play; a call names its own fault."""
    return any(isinstance(n, Builtin) and n.name in FAULTS for n in below(node))


def reads_state(*nodes: Node) -> bool:
    """Whether the value of some nodes may depend on the state; that of a call always may."""
    return any(
        isinstance(n, (Read, Call)) or (isinstance(n, Builtin) and n.name in STATEFUL)
        for n in below(*nodes)
    )
