"""Which step of the setup fills which place: what the numbers in the picture of the table refer to.

In: a program and its book, whose articles have their numbers. Out: the picture of the table, with
the number of a step for each place. Where nobody says it at once, it is the step that calls the one
that does."""

from __future__ import annotations

from collections.abc import Iterator

from alarife.linking.program import Program
from alarife.linking.walk import below
from alarife.rulebook.aids import called
from alarife.rulebook.book import Article, Book, Paragraph, Picture
from alarife.syntax import tree


def number_places(program: Program, book: Book) -> None:
    """Give every place in the picture of the table the number of the step that fills it."""
    for chapter in book.chapters:
        pictures = [block for block in chapter.closing if isinstance(block, Picture)]
        if chapter.checklist and pictures:
            numbers = _numbers(program, list(chapter.articles()))
            for picture in pictures:
                picture.data["steps"] = numbers


def _numbers(program: Program, articles: list[Article]) -> dict[str, str]:
    """The article by the place that it fills: the one that says so itself, else the narrowest of
    those whose steps do; what lies there from the start belongs to the setup as a whole."""
    found: dict[str, str] = {}
    for article in articles:
        for place in _filled(program, article, deep=False):
            found.setdefault(place, article.number)
    reached = [(set(_filled(program, article, deep=True)), article) for article in articles]
    for places, article in sorted(reached, key=lambda each: len(each[0])):
        for place in places:
            found.setdefault(place, article.number)
    whole = next((a for a in articles if a.target.partition(".")[2] == "setup"), None)
    if whole is not None and any(isinstance(block, Paragraph) for block in whole.blocks):
        for name, place in program.places.items():
            if any(trait.kind == "starting" for trait in place.traits):
                found.setdefault(name, whole.number)
    return found


def _filled(program: Program, article: Article, deep: bool) -> Iterator[str]:
    """The places that a step fills; if `deep`, with all that it calls."""
    waiting, seen = [_body(program, article.target.partition(".")[2])], set[str]()
    while waiting:
        for node in below(waiting.pop()):
            if isinstance(node, (tree.Move, tree.Draw)) and (name := _place(node.to)):
                yield name
            if deep and isinstance(node, tree.Stmt) and (step := called(node)) not in seen:
                seen.add(step)
                waiting.append(_body(program, step))


def _body(program: Program, name: str) -> list[tree.Stmt]:
    decl = program.steps.get(name) or program.labels.get(name)
    body = getattr(decl, "body", None)
    return body if isinstance(body, list) else []


def _place(e: tree.Expr) -> str:
    while isinstance(e, tree.At):
        e = e.of
    return e.id if isinstance(e, tree.Name) else ""
