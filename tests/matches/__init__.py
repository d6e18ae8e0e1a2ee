"""Matches between bots: how strong they are, as figures with intervals. A command, not a test."""
