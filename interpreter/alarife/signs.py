"""Characters that nobody sees: which they are, and what stands for them on a screen.

A rule file, a save or a catalogue comes from a stranger. What its characters would do to a terminal
(move the cursor, change the title) or to a reader (turn the direction of writing, hide a word) is
told by their Unicode category, so a character that is invented tomorrow is covered too. Rule files
that hold one are refused (`first_unseen`); whatever is printed goes through `plain`."""

from __future__ import annotations

from unicodedata import category

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, format characters, lone surrogates, line and paragraph separators."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Letters and marks by category that have no shape of their own."""
_SHAPED = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2\U000110bd\U000110cd")
"""Format characters that are drawn: number and verse signs of Arabic, Syriac and Kaithi."""
_JOINERS = "\u200c\u200d"
"""Persian, the scripts of India and emoji need them, between two letters of theirs."""
_FIRST_JOINED = "\u0600"
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def first_unseen(line: str) -> int:
    """The index of the first character of a line that is not seen; -1 if there is none."""
    if line.isascii() and line.isprintable():
        return -1
    for i, c in enumerate(line):
        if _is_unseen(c) and not (c in _JOINERS and _is_between_letters(line, i)):
            return i
    return -1


def plain(text: str) -> str:
    """A line for a terminal, as long as it was: unseen characters as U+FFFD, tabs as blanks."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if c == "\t" else REPLACEMENT if _is_harmful(c) else c for c in text)


def plain_lines(text: str) -> str:
    """Several lines for a terminal."""
    return "\n".join(map(plain, text.split("\n")))


def _is_unseen(c: str) -> bool:
    return c in _BLANK or (category(c) in _UNSEEN and c not in _SHAPED)


def _is_harmful(c: str) -> bool:
    return _is_unseen(c) and c not in _JOINERS


def _is_between_letters(line: str, i: int) -> bool:
    """Whether a joiner stands between two characters of scripts that join."""
    return (
        0 < i < len(line) - 1
        and line[i - 1] >= _FIRST_JOINED
        and line[i + 1] >= _FIRST_JOINED
        and not _is_unseen(line[i - 1])
        and not _is_unseen(line[i + 1])
    )
