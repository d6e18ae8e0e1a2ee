"""What expressions read, told from their nodes."""

from __future__ import annotations

from alarife.ir.nodes import Builtin, Call, Node, Read
from alarife.ir.walk import below

STATEFUL = frozenset((
    "height", "knows", "picture", "face_or_field", "box_content", "location", "unlike", "arranged",
    "arranged_here", "answer", "one_in", "all_in", "why_menu", "broken_by_effect",
    "broken_by_swap", "broken_by_leaving",
))  # fmt: skip
"""Functions of the engine that look at the state."""
WITHOUT_STATE = frozenset(("never", "no_option"))
"""Functions of the engine that stop the game, whatever its state."""
EFFECTS = WITHOUT_STATE | frozenset((
    "move", "move_lawful", "move_within", "move_all", "move_all_lawful", "swap", "swap_lawful",
    "draw", "draw_lawful", "pick", "shuffle", "turn", "turn_lawful", "roll", "roll_lawful",
    "show", "starts", "ends", "together_begins", "together_ends", "ask",
))  # fmt: skip
"""Functions of the engine that change the state, or stop the game."""
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
