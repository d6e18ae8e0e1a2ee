"""Where generated code is just now, and where it goes round without end.

In: the frames of Python that are running. Out: the name of a declaration, a `Trace`, the state that
rules run on. Nothing here is asked unless much time has passed."""

# Frames of Python have no types.
# pyright: reportPrivateUsage=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from types import FrameType, TracebackType
from typing import Any

from alarife.code.symbols import declared
from alarife.lowering.layout import FRAME
from alarife.native.keeping import MODULE


@dataclass(frozen=True, slots=True)
class Trace:
    """Where generated code has been while half of the time ran out: `functions` are its calls that
    have not ended meanwhile, outermost first; `below` are the frames of the state (the steps that
    wait for others) that have not changed, and `above` is the one that has. A loop without end is
    in the innermost of these: what it calls comes and goes."""

    functions: tuple[FrameType, ...]
    below: tuple[Any, ...]
    above: Any = None

    @staticmethod
    def common(earlier: Trace | None) -> Trace:
        """What an earlier trace and the calls of now have in common."""
        functions = _rule_frames()
        waiting = _waiting(functions[0]) if functions else ()
        if earlier is None:
            return Trace(functions, waiting)
        same = _common(earlier.functions, functions)
        below = _common(earlier.below, waiting)
        above = waiting[len(below)] if len(below) < len(waiting) else None
        return Trace(same, below, above if not same else None)


def _common(earlier: tuple[Any, ...], now: tuple[Any, ...]) -> tuple[Any, ...]:
    """What two stacks have in common, from the bottom."""
    pairs = zip(earlier, now, strict=False)
    return tuple(a for a, _ in takewhile(lambda pair: pair[0] is pair[1], pairs))


def _rule_frames() -> tuple[FrameType, ...]:
    """The calls of generated code that are going on, outermost first."""
    found: list[FrameType] = []
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == "<rules>":
            found.append(frame)
        frame = frame.f_back
    return tuple(reversed(found))


def running_state() -> list[Any] | None:
    """The state that generated code runs on just now; None if none runs."""
    functions = _rule_frames()
    return _state_of(functions[0]) if functions else None


def _state_of(function: FrameType) -> list[Any] | None:
    state = function.f_locals.get("s")
    return state if isinstance(state, list) else None


def _waiting(function: FrameType) -> tuple[Any, ...]:
    """The frames in the state that a function works on, the lowest first."""
    found: list[Any] = []
    state = _state_of(function)
    frame = state[FRAME] if state else None
    while frame is not None:
        found.append(frame)
        frame = frame[1]
    return tuple(reversed(found))


def running(
    block_owners: Sequence[Any], known: Callable[[str], bool], trace: Trace | None = None
) -> str:
    """The name of the declaration whose generated code runs just now, or goes round without end, if
    a trace tells; "" if none does."""
    if trace is not None and trace.above is not None:
        return block_owners[trace.above[0]]
    frame = trace.functions[-1] if trace is not None and trace.functions else sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == "<rules>":
            owner = owner_of(frame.f_code.co_name, block_owners, known)
            if owner:
                return owner
        frame = frame.f_back
    return ""


def was_running(
    traceback: TracebackType | None, block_owners: Sequence[Any], known: Callable[[str], bool]
) -> str:
    """The name of the declaration whose native text an exception has come through first; "" if
    there is none."""
    owner = ""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename.endswith(f"{MODULE}.pyx"):
            function = code.co_name.rpartition(".")[2][2:]
            owner = owner_of(function, block_owners, known) or owner
        traceback = traceback.tb_next
    return owner


def owner_of(function: str, block_owners: Sequence[str], known: Callable[[str], bool]) -> str:
    """The declaration that a generated function belongs to; "" if its name does not tell."""
    if function[:1] == "b" and function[1:].isdigit():
        return block_owners[int(function[1:])]
    name = declared(function)[1]
    return name if name and known(name) else ""
