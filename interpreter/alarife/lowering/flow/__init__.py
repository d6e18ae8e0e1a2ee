"""Steps and actions: statements, and the blocks into which they are cut where somebody is asked."""

PUBLIC = ("decisions",)
"""Its modules that other packages may import."""
