"""What came of an example: data for reports, nothing is printed here."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.diagnostics import Diagnostic, Label
from alarife.linking.program import Setting
from alarife.syntax import tree


@dataclass(slots=True)
class Outcome:
    """One example, run. `diagnostics` say what went wrong and where (what was expected, what came
    out); they are empty if it passed. `state` tells in a few lines how the table looked then."""

    title: str
    example: tree.Example
    game: str
    modules: tuple[str, ...] = ()
    settings: dict[str, Setting] = field(default_factory=dict)
    players: int = 0
    diagnostics: list[Diagnostic] = field(default_factory=list)
    state: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether all that it says is so."""
        return not any(d.severity == "error" for d in self.diagnostics)

    @property
    def at(self) -> tree.Span:
        """Where it stands."""
        return self.example.head


class Failed(Exception):
    """An example can't go on. Carries the diagnostic."""

    def __init__(
        self, code: str, message: str, at: tree.Span, hint: str = "", label: str = ""
    ) -> None:
        self.diagnostic = Diagnostic(code, message, (Label(at, label),), hint)
        super().__init__(message)
