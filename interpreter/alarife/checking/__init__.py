"""Checking: names, types, tables and the rest that a text can tell before anything runs.

`check` is the entry; `scope` and `world` are what comes out, in the words of `types`. `builtins` is
the table of built-in functions, `constants` what is known before play."""

PUBLIC = (
    "bodies",
    "build",
    "builtins",
    "check",
    "checks",
    "constants",
    "describe",
    "inference",
    "lawful",
    "read_cell",
    "reads",
    "scope",
    "types",
    "world",
)
"""Its modules that other packages may import."""
