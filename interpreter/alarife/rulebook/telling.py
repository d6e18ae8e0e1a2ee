"""Saying what is written: titles, paragraphs, values.

In: a checked program. Out: texts with their holes filled. The one way by which text of rule files
reaches the book."""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.rulebook.book import Paragraph
from alarife.sentences.text import filler
from alarife.syntax import tree
from alarife.texts.messages import message_of
from alarife.texts.paragraphs import Written, paragraphs_of
from alarife.texts.speech import worded
from alarife.texts.targets import bare_title, capital, target_of


class Telling:
    """Tells the texts of one program."""

    def __init__(self, checked: Checked) -> None:
        self.checked, self.speech = checked, checked.program.speech
        self.filler = filler(checked)

    def text(self, decl: tree.Decl | None, written: str) -> str:
        """A text of a declaration with its holes filled."""
        return self.filler.fill(decl, written)

    def title(self, decl: tree.Decl) -> str:
        """The title of a declaration."""
        return self.text(decl, decl.title or "")

    def kind_title(self, kind: str) -> str:
        """The title of a kind, for the head of a column."""
        decl = self.checked.program.kinds.get(kind)
        return self.title(decl) if decl is not None and decl.title else kind

    def counted(self, decl: tree.Decl, number: int) -> str:
        """The title of so many of a thing."""
        title = self.title(decl)
        return title if number == 1 else self.speech.several(title)

    def paragraph(self, decl: tree.Decl, written: Written) -> Paragraph:
        """A paragraph of a declaration."""
        context = target_of(decl)
        return Paragraph(
            self.text(decl, written.text),
            written.at,
            context,
            message_of(written.text),
            tone=written.tone,
        )

    def file_title(self, file: tree.File) -> str:
        """The title of a file."""
        return self.text(None, file.title or file.name)

    def of_file(self, file: tree.File) -> list[Paragraph]:
        """The sentences in the head of a file."""
        return [
            Paragraph(
                self.text(None, written.text),
                written.at,
                file.name,
                message_of(written.text),
                tone=written.tone,
            )
            for written in paragraphs_of(file.prose)
        ]

    # ----------------------------------------------------------------
    # values
    def value_title(self, kind: str, name: str) -> str:
        """The title of a value of a kind."""
        info = self.checked.world.kinds.get(kind)
        if info is None or name not in info.names:
            return name
        title = info.titles[info.names.index(name)]
        return worded(self.speech, title) if info.decl is None else title

    def pattern(self, fields: list[tree.Field]) -> str:
        """For what an amendment holds: the titles of the types in its pattern."""
        told = [
            title
            for field in fields
            if isinstance(field.type, tree.NamedType)
            and (title := self._type_title(field.type.name))
        ]
        return capital(told[0]) if told else ""

    def _type_title(self, name: str) -> str:
        p = self.checked.program
        found = p.pieces.get(name) or p.types.get(name) or p.kinds.get(name)
        return self.title(found) if found is not None and found.title else ""

    def settings(self) -> list[str]:
        """The options that are on, and the rulings that are read otherwise than by themselves, in
        words."""
        p = self.checked.program
        told: list[str] = []
        for option in p.options.values():
            value = p.settings.get(option.name)
            title = capital(bare_title(self.title(option)))
            if value is True:
                asked = title.endswith("?")
                told.append(f"{title} {capital(worded(self.speech, 'yes'))}" if asked else title)
            elif value is not False and value is not None:
                kind = option.type.name if isinstance(option.type, tree.NamedType) else ""
                said = self.value_title(kind, value) if isinstance(value, str) else value
                told.append(f"{title}{'' if title.endswith('?') else ':'} {said}")
        told += [
            f"{capital(self.title(r))} {self._reading(r)}"
            for r in p.rulings.values()
            if self._chosen(r) != str(r.default)
        ]
        return told

    def _chosen(self, ruling: tree.Ruling) -> str:
        return str(self.checked.program.settings.get(ruling.name, ruling.default))

    def _reading(self, ruling: tree.Ruling) -> str:
        """The title of the reading that holds."""
        head = [cell.text for cell in ruling.rows[0].cells]
        chosen = self._chosen(ruling)
        row = next((row for row in ruling.rows[1:] if row.cells[0].text == chosen), None)
        if row is None or "title" not in head:
            return chosen
        return row.cells[head.index("title")].text
