"""What is needed while one Python function is being written: its lines, the names it uses, and how
deep it is indented.

Names of the rule files reach the generated code only as prefixes of numbered Python names, and only
letters, digits and `_` of them; texts never do."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from alarife.checking.scope import Local

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Names:
    """Python names for locals: the same local always has the same, different ones never."""

    def __init__(self) -> None:
        self._given: dict[Local, str] = {}
        self._count = 0

    def of(self, local: Local) -> str:
        """The Python name of a local."""
        if local not in self._given:
            self._given[local] = self.fresh(local.name)
        return self._given[local]

    def fresh(self, prefix: str) -> str:
        """A Python name that nothing else has."""
        if not PLAIN.fullmatch(prefix):
            raise ValueError(f"{prefix!r} is no name")
        self._count += 1
        return f"{prefix}_{self._count}"


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

    def follows(self) -> list[tuple[Block, bool]]:
        """The blocks it goes to, and whether their `first` locals are handed over from
        elsewhere."""
        return [(entry.block, True) for entry in self.lines if not isinstance(entry, str)]
