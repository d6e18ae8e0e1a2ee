"""The types of expressions: what each comes to, and what its names mean."""
