"""The codes of the command line and what each of them means: the source of their pages in the documentation."""

CODES: dict[str, str] = {
    "E0731": "A rule file can't be formatted without changing what it says.",
    "E0732": "A new file can't be written: the name is none, or there is such a file already.",
    "E0734": "There is no message with that code.",
    "E0733": "There is no translation into the language in which a book is wanted.",
}
"""Code → what it means, in one sentence."""
