"""The engine: states, choices, chance, visibility, log.

`state` is the entry: games and states, with the `decisions` and `rules` that these give. Other
parts of the interpreter ask `inspect` for what these don't say, search with `search`, and lay out
positions on a `workbench`; with an `allowance` they share the seconds of one budget. The rest is
the engine's own."""

PUBLIC = (
    "allowance",
    "chance",
    "decisions",
    "faults",
    "inspect",
    "native",
    "outcomes",
    "rules",
    "search",
    "sets",
    "state",
    "tables",
    "teams",
    "verifying",
    "words",
    "workbench",
)
"""Its modules that other packages may import."""
