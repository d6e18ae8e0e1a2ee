"""Linking: game, libraries, modules and settings → one program, in which amendments hang on what
they amend.

`link` is the entry; `program` what comes out. `evaluate` works out what is known before play."""

PUBLIC = (
    "configurations",
    "configure",
    "diff",
    "difftext",
    "evaluate",
    "gather",
    "link",
    "normal",
    "numbers",
    "program",
    "space",
    "walk",
    "wording",
)
"""Its modules that other packages may import."""
