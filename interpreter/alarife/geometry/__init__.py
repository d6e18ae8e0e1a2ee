"""Cells, sides, corners and grids (`grid`), their straight lines (`lines`), and what is kept with a
board (`kept`)."""
