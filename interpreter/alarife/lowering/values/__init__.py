"""Whatever has a value: expressions as nodes of the IR, and the functions they stand in."""

PUBLIC = (
    "access",
    "expressions",
)
"""Its modules that other packages may import."""
