"""Pages over the table: text to be read, and the pause between two people."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from alarife.play.full.sheet import Sheet
from alarife.play.text import Text
from alarife.texts.spoken import phrased


class Page(ModalScreen[None]):
    """Lines to be read; Enter or Escape goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,space,q", "back", "Back"),
        Binding("down,j", "move(1)", "Down"),
        Binding("up,k", "move(-1)", "Up"),
        Binding("pagedown", "move(10)", "Page down"),
        Binding("pageup", "move(-10)", "Page up"),
    ]

    def __init__(self, title: str, lines: list[Text]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        """A title, the lines, what to press."""
        with Vertical(id="page"):
            yield Static(self._title, id="page-title", markup=False)
            yield Sheet("page-lines")
            yield Static(phrased("Enter goes on · arrows scroll"), id="page-foot", markup=False)

    def on_mount(self) -> None:
        """Show the lines."""
        self.query_one("#page-lines", Sheet).put(self._lines)

    def action_move(self, by: int) -> None:
        """Scroll."""
        self.query_one("#page-lines", Sheet).scroll_relative(y=by, animate=False)

    def action_back(self) -> None:
        """Close the page."""
        self.dismiss(None)

    def on_click(self) -> None:
        """A click does what Enter does."""
        self.dismiss(None)


class HandOver(ModalScreen[None]):
    """Nothing of the table is to be seen until the one who is asked sits before it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "back", "Go on")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def compose(self) -> ComposeResult:
        """Who is asked."""
        said = phrased("{name} is asked. Nobody else should look.", name=self._name)
        press = phrased("Press Enter when only {name} can see the screen.", name=self._name)
        yield Static(f"{said}\n\n{press}", id="hand-over", markup=False)

    def action_back(self) -> None:
        """Go on."""
        self.dismiss(None)
