"""How the rules of a law can be asked after a change, and what a result depends on, told from
their text."""

PUBLIC = (
    "classification",
    "forms",
    "keeping",
    "read_sets",
)
"""Its modules that other packages may import."""
