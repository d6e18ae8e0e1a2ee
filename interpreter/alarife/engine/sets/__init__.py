"""Choices of sets in play: the next members, and the search for a completion."""

PUBLIC = ("search",)
"""Its modules that other packages may import."""
