"""Cells, sides, corners and grids (`grid`)."""
