"""Which step of the setup fills which place: what the numbers in the picture of the table refer to.

In: a program and its book, whose articles have their numbers. Out: the picture of the table, with
the number of a step for each place. Where nobody says it at once, it is the step that calls the one
that does."""

from __future__ import annotations

from collections.abc import Iterator

from alarife.linking.program import Program
from alarife.linking.walk import below
from alarife.rulebook.aids import called
from alarife.rulebook.book import Article, Book, Picture
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
    found: dict[str, str] = {}
    for deep in (False, True):
        for article in articles:
            for place in _filled(program, article, deep):
                found.setdefault(place, article.number)
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
