"""Linking: game, libraries, modules and settings → one program, in which amendments hang on what
they amend."""
