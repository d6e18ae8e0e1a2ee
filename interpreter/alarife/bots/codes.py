"""The codes of bots and simulations and what each of them means: the source of their pages in the documentation."""

CODES: dict[str, str] = {
    "E0711": "There is no bot of that name, or what was named is none.",
    "E0712": "More bots are named than there are seats.",
    "E0713": "A game goes on for ever: it was given up.",
    "E0714": "A process of a simulation ended before its games did.",
    "E0715": "A bot failed, or answered what is not offered.",
}
"""Code → what it means, in one sentence."""
