"""Grids and the graphs declared over them.

A leaf: it imports nothing of the other stages; lowering and engine call it.

- `grid`: cells, sides, corner points, grids and boards;
- `graphs`: reach, longest line, what holds a graph together;
- `reference`: the same on networkx, which the tests hold `graphs` equal to;
- `windows`: what can be told from the eight cells around one.
"""
