"""Text → tree and back: `parse` reads rule files, `format` writes them, `tree` is what lies
between.

In: the text of one rule file. Out: its `tree.File`, or diagnostics with codes E0101 to E0199.
Nothing here knows what a name means or whether a type fits; that is said by the stages that follow.
"""

PUBLIC = (
    "cache",
    "format",
    "lines",
    "parse",
    "source",
    "spell_declarations",
    "spell_expressions",
    "tree",
    "upgrade",
    "words",
)
"""Its modules that other packages may import."""
