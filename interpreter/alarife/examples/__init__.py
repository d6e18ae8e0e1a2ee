"""Runs the examples of rule files: in come linked, checked and lowered programs, out go outcomes, each with its diagnostics."""
