"""Differences that a page shows instead of a whole file again."""

from __future__ import annotations

import re


def patched(text: str, difference: str) -> str:
    """A file after a difference (as `diff -u` writes it). What it takes away or leaves has to be
    there, once."""
    for hunk in re.split(r"^@@.*\n", difference, flags=re.MULTILINE)[1:]:
        lines = [(line[:1] or " ", line[1:]) for line in hunk.splitlines()]
        assert {mark for mark, _ in lines} <= set(" +-"), hunk
        before = "".join(f"{line}\n" for mark, line in lines if mark != "+")
        after = "".join(f"{line}\n" for mark, line in lines if mark != "-")
        assert text.count(before) == 1, f"{before}\nis not once in\n{text}"
        text = text.replace(before, after)
    return text
