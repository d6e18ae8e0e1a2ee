"""Bounds on what an expression or a step costs."""
