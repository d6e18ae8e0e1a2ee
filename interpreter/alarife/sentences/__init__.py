"""Sentences of rules with their numbers filled in. Everybody who shows a rule to a reader asks
`text`."""

PUBLIC = ("text",)
"""Its modules that other packages may import."""
