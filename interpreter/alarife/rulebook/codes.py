"""The codes of prose and books and what each of them means: the source of their pages in the documentation."""

CODES: dict[str, str] = {
    "E0601": "A hole of a sentence is not known before play.",
    "E0602": "A sentence names a number that is neither a hole nor marked.",
    "E0603": "A marked number differs from the value it is checked against, or a claim does not hold.",
    "E0604": "A hole asks for a number in words and is no number, or is marked with what is no number.",
    "E0605": "An example's sentence names a number that the example does not.",
    "E0606": "Warning: a module's sentence opens with a pronoun, which may refer to nothing where it is printed.",
    "E0607": "A hole is empty, or a brace stands alone.",
    "E0650": "A book was asked for, and what builds books is not installed.",
    "E0651": "A book could not be built.",
}
"""Code → what it means, in one sentence."""
