"""Lowering: a checked program becomes generated Python functions and tables. Entry:
`lower.lower`."""
