"""Choices of sets: their conditions in normal form, and how to look ahead."""
