"""Prose that could drift away from the rules, found before it is printed.

In: a checked program. Out: diagnostics. Every number in a sentence is a hole, or marked (`{=two}`:
no fact of the rules; `{=three: e}`: said in words, and equal to e); `{=equally many: e}` is a
claim, and e must hold. Every hole is known before play; in an example each number stands in the
example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from alarife.arguments import asked
from alarife.checking.scope import Checked
from alarife.checking.types import Number, Truth
from alarife.diagnostics import Report, Span
from alarife.linking.evaluate import NotKnown
from alarife.sentences.text import Filler, Value
from alarife.syntax import tree
from alarife.texts.english import ENGLISH
from alarife.texts.holes import Hole, bare, holes
from alarife.texts.paragraphs import asides_of, written

_WORD = re.compile(r"\d+|[^\W\d_]+(?:-[^\W\d_]+)*")
_NO_PRONOUN = re.compile(r"it is |this \w+ ", re.IGNORECASE)
"""Beginnings in which what looks like a pronoun is none, or has its noun behind it."""
_SAID = re.compile(r" *((reason|tip|remark) +)?>")
_PRONOUNS = ("it", "they", "he", "she", "them", "its", "their", "this")


@asked
def check_prose(checked: Checked, report: Report) -> None:
    """Report every sentence in force whose numbers could drift away from the rules."""
    check = _ProseCheck(checked, report)
    for article in checked.program.articles:
        check.declaration(article.decl)
    for file in checked.program.files:
        for prose in file.prose:
            check.sentence(None, prose.text, prose)


class _ProseCheck:
    def __init__(self, checked: Checked, report: Report) -> None:
        self.program, self.report, self.filler = checked.program, report, Filler(checked)
        self.numbers_in_words = ENGLISH
        self._lines = cache(self._lines_of)

    def _lines_of(self, file: str) -> list[str]:
        return self.program.sources.get(file, "").splitlines()

    def declaration(self, decl: tree.Decl) -> None:
        """All sentences of a declaration, and its title."""
        said = list(written(decl, self.filler.blocks))
        for aside in asides_of(decl, self.filler.blocks):
            self.sentence(decl, aside.text, aside)
        for _, caption in decl.captions if isinstance(decl, tree.Example) else ():
            self.sentence(decl, caption.text, caption)
        if decl.title and "{" in decl.title:
            self.holes(decl, decl.title, decl)
        for i, (text, node) in enumerate(said):
            self.sentence(decl, text, node)
            if i == 0:
                self.pronoun(decl, text, node)

    def sentence(self, decl: tree.Decl | None, text: str, node: tree.Node) -> None:
        """One sentence of a declaration, or of the head of a file."""
        self.braces(text, node)
        self.holes(decl, text, node)
        if isinstance(decl, tree.Example) and decl.steps:
            self.example(decl, text, node)
        else:
            self.numbers(text, node)

    # ----------------------------------------------------------------
    # holes
    def braces(self, text: str, node: tree.Node) -> None:
        """Braces come in pairs and hold something."""
        left = bare(text)
        at = next((i for i, c in enumerate(left) if c in "{}"), -1)
        empty = next((hole for hole in holes(text) if not hole.raw.strip(" =")), None)
        if at >= 0 or empty:
            start = at if at >= 0 else empty.start if empty else 0
            closed = "closed" if text[start] == "{" else "opened"
            message = f"This brace is not {closed}." if at >= 0 else "These braces hold nothing."
            hint = (
                "Write `{name}`, `{name = expression}` or, for a number that is no fact of the"
                " rules, `{=two}`."
            )
            self.report.error("E0607", message, self._span(text, node, start, 1), hint=hint)

    def holes(self, decl: tree.Decl | None, text: str, node: tree.Node) -> None:
        """Each hole has a value, and a marked number is the value it names."""
        for hole in holes(text):
            if hole.marked:
                self._marked(decl, text, node, hole)
            elif hole.expression:
                self._hole(decl, text, node, hole)

    def _hole(self, decl: tree.Decl | None, text: str, node: tree.Node, hole: Hole) -> None:
        found = self._worth(decl, text, node, hole)
        if found is not None and hole.form and not isinstance(found.type, Number):
            message = f"`:{hole.form}` says a number in words, and this is none."
            self.report.error(
                "E0604", message, self._span(text, node, hole.expression_at, len(hole.expression))
            )

    def _marked(self, decl: tree.Decl | None, text: str, node: tree.Node, hole: Hole) -> None:
        at = self._span(text, node, hole.start, len(hole.raw) + 2)
        said = self.numbers_in_words.read(hole.said)
        if not hole.expression:
            if said is None:
                message = f"`{hole.said}` is no number."
                hint = "Write it in digits, or as a word: `{=three}`."
                self.report.error("E0604", message, at, hint=hint)
            return
        found = self._worth(decl, text, node, hole)
        if found is None:
            return
        if said is None or isinstance(found.type, Truth):
            self._claim(hole, at, found)
        elif found.value != said:
            message = (
                f"The sentence says {hole.said}, and the rules say"
                f" {self.filler.fill(decl, '{' + hole.expression + '}')}."
            )
            self.report.error(
                "E0603", message, at, hint="Correct the sentence, or let the rule fill it in."
            )

    def _claim(self, hole: Hole, at: Span, found: Value) -> None:
        """What is said must be so."""
        if not isinstance(found.type, Truth):
            message = (
                f"`{hole.said}` is no number, and what stands behind the colon is no yes or no."
            )
            hint = "Behind words stands what must hold: `{=equally many: a is b}`."
            self.report.error("E0604", message, at, hint=hint)
        elif not found.value:
            message = f"The sentence says “{hole.said}”, and by the rules it is not so."
            self.report.error(
                "E0603", message, at, hint="Correct the sentence, or say it only where it holds."
            )

    def _worth(
        self, decl: tree.Decl | None, text: str, node: tree.Node, hole: Hole
    ) -> Value | None:
        at = self._span(text, node, hole.expression_at, len(hole.expression))
        before = len(self.report.errors)
        try:
            return self.filler.worth(decl, hole, at, self.report)
        except NotKnown as wrong:
            if len(self.report.errors) == before:
                message = f"What a sentence says must be known before play: {wrong}."
                hint = (
                    "A sentence holds for a whole game. Name a constant, a table, a count of pieces"
                    " or an option."
                )
                self.report.error("E0601", message, at, hint=hint)
        return None

    # ----------------------------------------------------------------
    # numbers
    def numbers(self, text: str, node: tree.Node) -> None:
        """No number stands in a sentence bare."""
        for start, word in _words(text):
            if self.numbers_in_words.reads_as_number(word):
                hint = (
                    f"Fill it in from the rules (`{{…:word}}`), or mark it: `{{={word}: …}}` with"
                    " what it must equal."
                )
                hint += f" `{{={word}}}` if it is no fact of the rules."
                message = f"The number `{word}` could drift away from the rules."
                self.report.error(
                    "E0602", message, self._span(text, node, start, len(word)), hint=hint
                )

    def example(self, decl: tree.Example, text: str, node: tree.Node) -> None:
        """Each number in digits stands in the example, too."""
        numbers = [(start, word) for start, word in _words(text) if word.isdecimal()]
        if not numbers:
            return
        lines = self._lines(decl.at.file)[decl.head.line : decl.at.end_line]
        shown = {n for line in lines if not _SAID.match(line) for n in re.findall(r"\d+", line)}
        for start, word in numbers:
            if word not in shown:
                message = f"The sentence says {word}, and the example shows it nowhere."
                hint = "Let the example claim it in a `then`."
                self.report.error(
                    "E0605", message, self._span(text, node, start, len(word)), hint=hint
                )

    def pronoun(self, decl: tree.Decl, text: str, node: tree.Node) -> None:
        """A first sentence stands alone: the one printed before it may be another file's, and a
        title is no part of it."""
        first = next(iter(_words(text)), (0, ""))
        if (
            not isinstance(decl, tree.Example)
            and first[1].lower() in _PRONOUNS
            and not _NO_PRONOUN.match(text)
        ):
            hint = "Name what is meant: the sentence before it may be another file's."
            self.report.warn(
                "E0606",
                f"`{first[1]}` may refer to nothing here.",
                self._span(text, node, first[0], len(first[1])),
                hint=hint,
            )

    _found: tuple[tree.Span | None, str, int] = (None, "", -1)
    """Where the last sentence stands that was looked for: a sentence may have many holes."""

    def _span(self, text: str, node: tree.Node, start: int, length: int) -> tree.Span:
        """The place of a stretch of a sentence; the whole of it if it can't be found. (Under a
        sentence with `where`, the text has the expressions in its holes, and the line has not.)"""
        at = node.at
        if self._found[:2] != (at, text):
            lines = self._lines(at.file)
            column = lines[at.line - 1].find(text) if at.line <= len(lines) else -1
            self._found = at, text, column
        column = self._found[2] + start
        if self._found[2] < 0:
            said = re.escape(text[start : start + length])
            lines = self._lines(at.file)[at.line - 1 : at.line]
            found = [m.start() for line in lines for m in re.finditer(rf"\b{said}\b", line)]
            if len(found) != 1:
                return at
            column = found[0]
        return tree.Span(at.file, at.line, column + 1, at.line, column + length + 1)


def _words(text: str) -> Iterator[tuple[int, str]]:
    return ((match.start(), match.group()) for match in _WORD.finditer(bare(text)))
