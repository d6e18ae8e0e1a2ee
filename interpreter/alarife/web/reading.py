"""Reading what requests say."""

from __future__ import annotations


def whole(text: str, digits: int = 8) -> int | None:
    """A whole number of at most so many digits; None if the text is none."""
    plain = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if plain else None
