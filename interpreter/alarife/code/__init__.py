"""The printer: from nodes of the IR to the text of Python functions. Nothing else writes
expressions, and no text is read back but by `native`."""

PUBLIC = (
    "blocks",
    "functions",
    "playing",
    "playing_blocks",
    "playing_moves",
    "statements",
    "symbols",
)
"""Its modules that other packages may import."""
