"""Functions that programs may call say what is wrong with an argument.

`asked` leaves a call as it is, and looks at its arguments only when it fails: an argument of
another type than the function is written for is a `TypeError` that says what is wanted, a number of
nothing that is there a `ValueError`. Anything else goes on as it was raised."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import PurePath
from types import NoneType, UnionType
from typing import Any, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

from alarife.diagnostics import RuleError, brief

P = ParamSpec("P")
R = TypeVar("R")
_WORDS = {
    bool: "True or False",
    int: "a whole number",
    str: "a text",
    NoneType: "None",
    PurePath: "a path",
}


def asked(function: Callable[P, R]) -> Callable[P, R]:
    """The same function, whose failures say which argument is wrong."""

    @wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> R:
        try:
            return function(*args, **named)
        except RuleError:
            raise
        except Exception as wrong:
            if (found := _mistake(function, args, named, wrong)) is not None:
                raise found from wrong
            raise

    return call


def _mistake(
    function: Callable[..., object],
    args: tuple[object, ...],
    named: Mapping[str, object],
    wrong: Exception,
) -> Exception | None:
    """What to say of a call that has failed; None if nothing is wrong with its arguments."""
    hints = get_type_hints(function)
    try:
        given = inspect.signature(function).bind(*args, **named).arguments
    except TypeError as unfit:
        return TypeError(f"`{function.__name__}` is not called so: {unfit}.")
    for name, value in given.items():
        wanted = hints.get(name, Any)
        if inspect.signature(function).parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
            wanted = Any
        if not _fits(value, wanted):
            return TypeError(f"`{name}` must be {_said(wanted)}, not {brief(value)}.")
    numbers = [name for name, value in given.items() if type(value) is int]
    if isinstance(wrong, (LookupError, OverflowError, ValueError)) and numbers:
        there = " and ".join(f"`{name}` {brief(given[name])}" for name in numbers)
        return ValueError(f"Nothing has the number that was given: {there}.")
    return None


def _fits(value: Any, wanted: Any) -> bool:
    """Whether a value is of a type, as far as it can be told without calling it."""
    origin, parts = get_origin(wanted), get_args(wanted)
    if origin is UnionType:
        return any(_fits(value, part) for part in parts)
    if wanted in (int, bool):
        return type(value) is wanted
    if origin is not None and isinstance(origin, type):
        if isinstance(value, (str, bytes)) or not isinstance(value, origin):
            return False
        if issubclass(origin, Mapping):
            return all(_fits(key, parts[0]) for key in value)
        return not issubclass(origin, Sequence) or all(_fits(one, parts[0]) for one in value)
    return not isinstance(wanted, type) or isinstance(value, wanted)


def _said(wanted: Any) -> str:
    """What is wanted, in words."""
    origin, parts = get_origin(wanted), get_args(wanted)
    if origin is UnionType:
        return " or ".join(dict.fromkeys(map(_said, parts)))
    if origin is not None and isinstance(origin, type):
        if issubclass(origin, Mapping):
            return "names with what they stand for"
        return "a function" if not issubclass(origin, Sequence) else f"a list of {_plain(parts[0])}"
    for known, said in _WORDS.items():
        if isinstance(wanted, type) and issubclass(wanted, known):
            return said
    return f"a `{getattr(wanted, '__name__', wanted)}`"


def _plain(wanted: Any) -> str:
    return "texts" if wanted is str else "such things"
