"""Whatever has a value: expressions as nodes of the IR, and the functions they stand in."""
