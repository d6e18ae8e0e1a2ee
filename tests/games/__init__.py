"""Whole games, played at random and looked at from outside."""
