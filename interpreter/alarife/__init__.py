"""Alarife: the rules of a board game, written once: played, printed, varied.

import alarife
game = alarife.load("connect_four")
state = game.start(seed=7)
while not state.is_over:
    state = state.play(state.decision.options[0])
print(state.winners)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from alarife.diagnostics import Diagnostic, RuleError
    from alarife.engine.decisions import Decision, Option
    from alarife.engine.state import Game, State
    from alarife.pipeline import load

__all__ = ["Decision", "Diagnostic", "Game", "Option", "RuleError", "State", "load"]
__version__ = "0.1.0"

_HOMES = {
    "Diagnostic": "alarife.diagnostics",
    "RuleError": "alarife.diagnostics",
    "Decision": "alarife.engine.decisions",
    "Game": "alarife.engine.state",
    "Option": "alarife.engine.decisions",
    "State": "alarife.engine.state",
    "load": "alarife.pipeline",
}


def __getattr__(name: str) -> Any:
    """Names are looked up when first asked for, so that importing the package is quick."""
    if name in _HOMES:
        from importlib import import_module

        found = getattr(import_module(_HOMES[name]), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
