"""The types of expressions: what each comes to, and what its names mean."""

PUBLIC = ("expressions",)
"""Its modules that other packages may import."""
