"""Offers: runs of choices, whether they can be completed, and why an answer is refused."""

PUBLIC = ("chain",)
"""Its modules that other packages may import."""
