"""The printer: from nodes of the IR to the text of Python functions. Nothing else writes
expressions, and no text is read back but by `native`."""

PUBLIC = (
    "blocks",
    "functions",
    "statements",
    "symbols",
)
"""Its modules that other packages may import."""
