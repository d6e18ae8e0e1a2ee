"""The table of optimisations: the passes over the IR, and the forms that lowering gives to what it
writes. Each follows from the text of the rules, has a section in docs/architecture/passes.md, and
can be left out: games are the same without it."""

from __future__ import annotations

from alarife.ir.passes import PASSES

FORMS: dict[str, str] = {
    "located": "looks up where a piece lies, instead of going over all places",
    "keep": "keeps results by their arguments, by a grid, or by the slots they read",
    "watch": "remembers which actions there are, until what that depends on is replaced",
    "graphs": "keeps graphs, and renews them near what has changed",
    "steps": "writes out the next step of a set choice that needs no search",
    "skip": "passes over a step that has nothing to do, where it is called",
    "deal": "deals a heap out at once, where nobody looks at single pieces",
    "joined": "writes a block where the only other one goes on to it",
    "alone": "carries out what only one option can answer where it would be asked",
    "playing": "writes moves and short steps out where only a playout runs",
    "quick": "answers for laws of the commonest forms by bit sets",
    "windows": "tells from what lies round a cell whether a law holds after a change",
    "laws": "asks a law about a change, instead of about the whole grid",
}
"""What else is done, by name; those of laws lean on one another, the last on none."""

OPTIMISATIONS: dict[str, str] = {**{p.name: p.sentence for p in PASSES}, **FORMS}
"""Every optimisation by name, with what it does."""


def law_layer(without: frozenset[str]) -> str:
    """The layer that answers for laws (see `LawBook.use`)."""
    for name, layer in (("laws", "plain"), ("windows", "direct"), ("quick", "windows")):
        if name in without:
            return layer
    return "quick"
