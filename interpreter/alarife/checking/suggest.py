"""Wording of this stage: guesses at what was meant, and numbers with their words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint with the nearest known name, or an empty one."""
    near = get_close_matches(name, sorted(set(known)), n=1, cutoff=0.6)
    return f"Did you mean `{near[0]}`?" if near else ""


def upper_first(text: str) -> str:
    """A text that begins with a capital letter; the others stay as they are."""
    return text[:1].upper() + text[1:]


def counted(n: int, word: str) -> str:
    """`1 key`, `2 keys`, `no keys`"""
    return f"{n or 'no'} {word}{'' if n == 1 else 's'}"


def here(n: int) -> str:
    """`here is 1`, `here are 2`, `here is none`"""
    return f"here {'are' if n > 1 else 'is'} {n or 'none'}"
