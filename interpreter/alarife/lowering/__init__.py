"""Lowering: a checked program becomes generated Python functions and tables.

`lower` is the entry, and says what comes out; `layout` says where things lie in a state."""

PUBLIC = (
    "flow",
    "laws",
    "layout",
    "lower",
    "offers",
    "optimisations",
    "reading",
    "values",
    "writing",
)
"""Its modules that other packages may import."""
