"""The world of a program: kinds, pieces, places, notes and tables with their numbers."""

PUBLIC = (
    "spots",
    "world",
)
"""Its modules that other packages may import."""
