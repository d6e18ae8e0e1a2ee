"""Documents as plain text, in time by their length.

Sphinx's own writer goes through all rows of a table for each of its cells."""

from __future__ import annotations

from docutils.nodes import Element
from sphinx.writers.text import Table, TextTranslator


class LongTable(Table):
    """A table whose rows are filled up with cells as they come, and all of them only when it
    becomes wider."""

    def __init__(self) -> None:
        super().__init__()
        self._width = self._filled = 0

    def _ensure_has_column(self, col: int) -> None:
        if col > self._width:
            self._width, self._filled = col, 0
        rows, self.lines = self.lines, self.lines[self._filled :]
        super()._ensure_has_column(self._width)
        self.lines, self._filled = rows, len(rows)


class PlainTranslator(TextTranslator):
    """The writer of the text builder, with tables of any length."""

    def visit_table(self, node: Element) -> None:
        """A table begins."""
        super().visit_table(node)
        self.table = LongTable()
