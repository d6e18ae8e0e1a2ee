"""What is needed while one Python function is being written: its lines, the names it uses, and how
deep it is indented."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from alarife.checking.scope import Local


@dataclass(slots=True)
class Jump:
    """A line that goes to another block: `how` is `jump`, `loop` (back, by way of the machine) or
    `push` (go on there later)."""

    how: str
    block: Block
    indent: int


@dataclass(slots=True)
class AskLine:
    """A line that puts a decision: options as code, and the block that takes the answer. With
    `only_if_open` it is put unless `done` is all that can be said, and what follows does the
    rest."""

    site: int
    you: str
    options: str
    block: Block
    indent: int
    only_if_open: bool = False


Line = str | Jump | AskLine


@dataclass(slots=True, eq=False)
class Context:
    """A function being written. `uses` are locals it reads that it has not bound. A `pure` one
    changes nothing: what it asks again and again of a place is looked up once, at its beginning
    (`once`: code → name)."""

    lines: list[Line] = field(default_factory=list)
    uses: dict[Local, None] = field(default_factory=dict)
    binds: set[Local] = field(default_factory=set)
    indent: int = 1
    pure: bool = False
    once: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The body of the function."""
        first = [f"    {name} = {code}" for code, name in self.once.items()]
        return "\n".join([*first, *(str(entry) for entry in self.lines)]) or "    pass"

    def line(self, text: str) -> None:
        """Write a line."""
        self.lines.append("    " * self.indent + text)

    def use(self, local: Local) -> None:
        """Note that a local is read."""
        if local not in self.binds:
            self.uses[local] = None

    def bind(self, local: Local) -> None:
        """Note that a local is bound."""
        self.binds.add(local)

    @contextmanager
    def deeper(self) -> Generator[None]:
        """Indent what is written inside."""
        self.indent += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.indent -= 1


@dataclass(slots=True, eq=False)
class Block(Context):
    """A stretch of a step between two points where it can stop. `first` are locals handed over
    before the live ones (an answer). `live` is known when all blocks of the step are written."""

    number: int = 0
    first: list[Local] = field(default_factory=list)
    live: list[Local] = field(default_factory=list)
    owner: str = ""
