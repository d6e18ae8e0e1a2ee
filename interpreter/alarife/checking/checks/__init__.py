"""Checks of a typed program, a file each; `table` lists them."""

PUBLIC = (
    "large_sets",
    "drawn",
    "use",
)
"""Its modules that other packages may import."""
