"""Checking: names, types, tables and the rest that a text can tell before anything runs. Entry:
`check.check`."""
