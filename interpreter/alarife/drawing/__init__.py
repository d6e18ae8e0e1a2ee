"""Drawing: pieces, places, grids and maps as SVG, from the data of the rules alone.

What comes in: a checked world (its kinds, pieces, places), and contents as dumps and views give
them. What goes out: SVG as text, the same for the same input, with text alternatives. What always
holds: no game is known here; no identifier of a rule file is shown; everything that a colour says
is said by a sign or a shape as well.

- `look`: how a piece is shown, as data: colour, symbol, letters, numbers, walls, words. A terminal uses this too;
- `colours`, `symbols`: what looks are made of;
- `canvas`: elements, texts and their measures;
- `svg`: one piece;
- `grid`: a grid or board, with marks and a legend (`hexagons`: cells with six sides);
- `sides`: whose the sides of a board are;
- `places`: spaces, rows, piles, sets, tracks;
- `example_map`: the map of an example, with the rules that are broken there (`literals`: which pieces are meant);
- `lettered`: what lies on such a map, written into its letters;
- `trails`: the longest line of a graph, marked in the map of an example that is about it.
"""  # noqa: E501
