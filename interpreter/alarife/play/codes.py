"""The codes of playing and what each of them means: the source of their pages in the documentation."""

from __future__ import annotations

CODES: dict[str, str] = {
    "E0720": "There is no save of that name, or none at all.",
    "E0721": "A file is no save, or it is damaged.",
    "E0722": "A save was written by another version of the program.",
    "E0723": "A save can't be written.",
    "E0724": "The answers in a save are not what its rules ask for.",
}
