"""A law whose rules are changed under conditions decided in play.

Whatever is asked about it, the conditions are asked first, and the book of their outcome answers:
there every rule has the form that its text has then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from alarife.engine.laws.laws import LawBook, LawSource
from alarife.engine.laws.noted import NotedLaw
from alarife.engine.laws.quick import question_of
from alarife.engine.laws.relaxed import RelaxedLaw
from alarife.geometry.grid import Grid
from alarife.lowering.layout import Slots

Outcome = tuple[bool, ...]
AnyBook = LawBook | NotedLaw | RelaxedLaw
QUESTIONS = (
    "may_lay",
    "spots",
    "fits",
    "any_fits",
    "fitting",
    "any_removable",
    "removable",
    "any_exchangeable",
    "exchangeable",
    "replacements",
)
"""What offers ask about a law."""


def book_of(law: LawSource) -> AnyBook:
    """Who answers for a law without conditions."""
    if any(rule.relaxed is not None for rule in law.form.rules):
        return RelaxedLaw(law)
    return (NotedLaw if law.form.notes else LawBook)(law)


class GuardedBook:
    """The questions about such a law; see the module. `books` by outcome of the `guards`."""

    def __init__(self, law: LawSource) -> None:
        self.guards: list[Callable[[Slots], bool]] = [
            law.names[f"guard·{law.form.name}_{i}"] for i in range(len(law.form.guards))
        ]
        self.books: dict[Outcome, AnyBook] = {
            outcome: book_of(replace(law, form=variant))
            for outcome, variant in law.form.variants.items()
        }

    def book(self, s: Slots) -> AnyBook:
        """The book for the outcome in a state."""
        return self.books[tuple([guard(s) for guard in self.guards])]

    def use(self, layer: str) -> None:
        """Answer by one layer (see `LawBook.use`), whatever the outcome."""
        for book in self.books.values():
            book.use(layer)

    def question(self, name: str) -> Callable[..., Any]:
        """The function that answers a question."""
        answers = {outcome: question_of(book, name) for outcome, book in self.books.items()}
        if len(self.guards) == 1:
            guard = self.guards[0]
            met, unmet = answers[True,], answers[False,]
            return lambda *given: (met if guard(given[0]) else unmet)(*given)
        return lambda *given: answers[tuple([guard(given[0]) for guard in self.guards])](*given)

    def holds(self, s: Slots, g: Grid) -> bool:
        """Whether the law holds."""
        return self.book(s).holds(s, g)

    def may_take(self, s: Slots, g: Grid, at: int) -> bool:
        """Whether the law holds without what lies on this cell."""
        return self.book(s).may_take(s, g, at)

    def may_exchange(self, s: Slots, g: Grid, at: int, x: int) -> bool:
        """Whether the law holds with this piece in the place of what lies on the cell."""
        return self.book(s).may_exchange(s, g, at, x)
