"""Wording of this stage: numbers with their words."""

from __future__ import annotations


def counted(n: int, word: str) -> str:
    """`1 key`, `2 keys`, `no keys`"""
    return f"{n or 'no'} {word}{'' if n == 1 else 's'}"


def here(n: int) -> str:
    """`here is 1`, `here are 2`, `here is none`"""
    return f"here {'are' if n > 1 else 'is'} {n or 'none'}"
