"""The world of a program: kinds, pieces, places, notes and tables with their numbers."""
