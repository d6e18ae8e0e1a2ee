"""Adapters: Alarife's games for other people's tools. Each is an extra; the core imports none.

- `openspiel`: a `pyspiel.Game` (extra `openspiel`);
- `pettingzoo`: an AEC environment with action masks (extra `rl`);
- `gymnasium`: one seat against bots (extra `rl`).

`actions` numbers answers, `observing` turns what a seat sees into numbers. Both depend on the
configuration alone: the same rules give the same numbers, everywhere."""
