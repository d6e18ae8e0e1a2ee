"""Checks of a typed program, a file each; `table` lists them."""

PUBLIC = (
    "drawn",
    "use",
)
"""Its modules that other packages may import."""
