"""Steps and actions: statements, and the blocks into which they are cut where somebody is asked."""

PUBLIC = (
    "decisions",
    "statements",
)
"""Its modules that other packages may import."""
