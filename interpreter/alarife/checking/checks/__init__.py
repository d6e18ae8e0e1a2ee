"""Checks of a typed program, a file each; `table` lists them."""
