"""What stands round the chapters: the glossary, the rulings.

In: a program and how to tell its texts. Out: parts of the book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from alarife.linking.numbers import constant_of
from alarife.linking.program import Program
from alarife.rulebook.book import Article, Link, Paragraph, Ruling, Term
from alarife.rulebook.calls import mentioned
from alarife.rulebook.telling import Telling
from alarife.syntax import tree
from alarife.texts.paragraphs import paragraphs_of
from alarife.texts.targets import KINDS, bare_title, capital, target_of


def rulings(program: Program, telling: Telling) -> list[Ruling]:
    """The rulings in play, with the reading that holds."""
    return [_ruling(program, telling, decl) for decl in program.rulings.values()]


def _ruling(program: Program, telling: Telling, decl: tree.Ruling) -> Ruling:
    head = [cell.text for cell in decl.rows[0].cells]
    target = target_of(decl)

    def cell(row: tree.Row, column: str) -> str:
        if column not in head or head.index(column) >= len(row.cells):
            return ""
        return row.cells[head.index(column)].text

    names = [row.cells[0].text for row in decl.rows[1:]]
    chosen = program.settings.get(decl.name, decl.default)
    readings = [
        (cell(row, "title"), cell(row, "meaning"), cell(row, "source")) for row in decl.rows[1:]
    ]
    paragraphs: list[Paragraph] = [
        telling.paragraph(decl, written) for written in paragraphs_of(decl)
    ]
    index = names.index(str(chosen)) if str(chosen) in names else 0
    title = capital(bare_title(telling.title(decl)))
    return Ruling(
        target, title, paragraphs, readings, index, list(decl.cites), decl.module, decl.head
    )


def glossary(
    telling: Telling, printed: Sequence[Article], also: Mapping[str, list[str]]
) -> list[Term]:
    """What people look up, by title: terms that the files explain, and articles that have other
    names."""
    found = _explained(telling, also, printed)
    return _one_for_each_title(sorted(found, key=lambda term: term.title.casefold()))


def index_mentions(telling: Telling, printed: Sequence[Article]) -> None:
    """Whatever has a title and no article is found where it is first spoken of."""
    program = telling.checked.program
    told = {article.target: article for article in printed}
    constants = [
        cases[0]
        for name, cases in program.values.items()
        if not cases[0].params and constant_of(name, program) is not None
    ]
    notes = [note for note in program.notes.values() if not _is_flag(note)]
    for decl in (*program.types.values(), *constants, *program.places.values(), *notes):
        if decl.title and target_of(decl) not in told:
            speaking = _speaking_of(decl.name, program, told)
            if speaking is not None:
                title = capital(telling.title(decl))
                speaking.indexed.append((KINDS[type(decl)], target_of(decl), title))


def _explained(
    telling: Telling, also: Mapping[str, list[str]], printed: Sequence[Article]
) -> list[Term]:
    """Terms that are declared, and articles that have other names."""
    program = telling.checked.program
    found: list[Term] = []
    for decl in program.terms.values():
        term = _term(telling, decl, _told(decl, telling))
        term.synonyms = list(also.get(decl.name, []))
        tells = [t for t in program.tells if t.what == decl.name and t.how == "see"]
        pointed = [name for tell in tells for name in tell.others]
        term.see = [
            Link(article.title, article.target)
            for article in printed
            if article.target.partition(".")[2] in pointed
        ]
        found.append(term)
    for article in printed:
        if article.synonyms:
            link = Link(article.title, article.target)
            term = Term(f"{article.target}.term", article.title, _first(article), article.at)
            term.see, term.synonyms = [link], article.synonyms
            found.append(term)
    return found


def _first(article: Article) -> str:
    """The first sentence of an article."""
    said = next((block.text for block in article.blocks if isinstance(block, Paragraph)), "")
    end = said.find(". ")
    return said if end < 0 else said[: end + 1]


def _is_flag(note: tree.Note) -> bool:
    """Whether a note only says yes or no: that is how a rule remembers something, and no term of
    the game."""
    return isinstance(note.type, tree.TruthType)


def _one_for_each_title(terms: list[Term]) -> list[Term]:
    """Terms of the same title (a place, and how many there are of it) as one entry."""
    made: list[Term] = []
    for term in terms:
        if made and made[-1].title == term.title:
            last = made[-1]
            last.text = ". ".join(text.rstrip(".") for text in (last.text, term.text) if text)
            last.see += [link for link in term.see if link not in last.see]
            last.synonyms += term.synonyms
        else:
            made.append(term)
    return made


def _told(decl: tree.Decl, telling: Telling) -> str:
    return " ".join(telling.paragraph(decl, written).text for written in paragraphs_of(decl))


def _term(telling: Telling, decl: tree.Decl, text: str) -> Term:
    return Term(target_of(decl), capital(telling.title(decl)), text, decl.head, "term")


def _speaking_of(name: str, program: Program, told: dict[str, Article]) -> Article | None:
    """The first article whose declaration mentions a name."""
    return next(
        (
            printed
            for article in program.articles
            if (printed := told.get(target_of(article.decl))) is not None
            and not isinstance(article.decl, tree.Example)
            and (name in mentioned(article.decl) or name in getattr(article.decl, "is_a", ()))
        ),
        None,
    )
