"""Blocks become text.

A block that is only ever jumped to from one place is written out there; it keeps a function of its
own only where something else must be able to go to it: a frame of the state, an answer, or whoever
puts a decision again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from alarife.checking.scope import Local
from alarife.lowering.context import AskLine, Block, Jump, Line
from alarife.lowering.layout import DECISION, FRAME

Naming = Callable[[Local], str]
DEEPEST = 40
"""How far in a block may be written out."""


class BlockRenderer:
    """Writes blocks. `entered` are the numbers of blocks that are called from elsewhere."""

    def __init__(
        self, blocks: Sequence[Block], entered: set[int], site_count: int, names: Naming
    ) -> None:
        self.blocks = blocks
        self.names = names
        self.site_blocks = [-1] * site_count
        """For each site the block that takes the answer."""
        leaps: Counter[int] = Counter()
        self._apart = set(entered)
        self.framed: set[int] = set()
        """The blocks that frames of the state name: they take the frame."""
        for block in blocks:
            for entry in block.lines:
                if isinstance(entry, str):
                    continue
                if not isinstance(entry, AskLine):
                    entry.block = _beyond(entry.block)
                if isinstance(entry, AskLine):
                    self.site_blocks[entry.site] = entry.block.number
                if isinstance(entry, AskLine):
                    self._apart.add(entry.block.number)
                elif entry.how != "jump":
                    self._apart.add(entry.block.number)
                    self.framed.add(entry.block.number)
                else:
                    leaps[entry.block.number] += 1
        self._here = {b.number for b in blocks if leaps[b.number] == 1 and not b.first}
        self._apart |= {b.number for b in blocks if b.number not in self._here}
        self._here -= self._apart - entered
        self._deep: set[int] = set()

    def functions(self) -> list[str]:
        """The functions of all blocks that need one, and the table of blocks by number."""
        written = {b.number: self._function(b) for b in self.blocks if b.number in self._apart}
        while self._deep - set(written):
            number = min(self._deep - set(written))
            written[number] = self._function(self.blocks[number])
        names = ", ".join(f"b{b.number}" if b.number in written else "None" for b in self.blocks)
        table = f"BLOCKS = ({names}{',' if len(self.blocks) == 1 else ''})"
        return [*(written[number] for number in sorted(written)), table]

    def _function(self, block: Block) -> str:
        first = [self.names(local) for local in block.first]
        live = [self.names(local) for local in block.live]
        lines = self._lines(block, 0) or ["    pass"]
        if block.number in self.framed:
            params = ["s", "frame"]
            lines = [f"    {', '.join(['_', '_', *live])} = frame", *lines] if live else lines
        elif block.number in self.site_blocks:
            params = ["s", *first, "env"]
            lines = (
                [f"    {''.join(f'{name}, ' for name in live)[:-1]} = env", *lines]
                if live
                else lines
            )
        else:
            params = ["s", *live]
        return f"def b{block.number}({', '.join(params)}):\n" + "\n".join(lines)

    def _lines(self, block: Block, deeper: int) -> list[str]:
        lines: list[str] = []
        for entry in block.lines:
            lines += self._line(entry, deeper)
        return lines

    @staticmethod
    def _open(options: str) -> str:
        """Of a set that has been begun: a member is never added without being named, even if it is
        the only one; `done` alone needs no asking."""
        return f"{options} and {options} != (None,)"

    def _line(self, entry: Line, deeper: int) -> list[str]:
        if isinstance(entry, str):
            return ["    " * deeper + entry]
        pad = "    " * (entry.indent + deeper)
        live = "".join(f", {self.names(local)}" for local in entry.block.live)
        if isinstance(entry, AskLine):
            env = "(" + "".join(f"{self.names(local)}, " for local in entry.block.live) + ")"
            what = f"{entry.site}, {entry.you}, {entry.options}, {env}"
            several = f"len({entry.options}) > 1"
            lines = [
                f"{pad}if {several if not entry.only_if_open else self._open(entry.options)}:",
                f"{pad}    s[{DECISION}] = ({what})",
                f"{pad}    return True",
            ]
            return lines if entry.only_if_open else [*lines, f"{pad}return ask(s, {what})"]
        number = entry.block.number
        if entry.how == "push":
            return [f"{pad}s[{FRAME}] = ({number}, s[{FRAME}]{live})"]
        if entry.how == "loop":
            return [f"{pad}s[{FRAME}] = ({number}, s[{FRAME}]{live})", f"{pad}return False"]
        inside = entry.indent + deeper - 1
        if number in self._here and inside < DEEPEST:
            lines = self._lines(entry.block, inside)
            return (
                lines
                if lines and lines[-1].startswith(f"{pad}return")
                else [*lines, f"{pad}return False"]
            )
        self._deep.add(number)
        if number in self.framed:
            return [f"{pad}return b{number}(s, ({number}, None{live}))"]
        return [f"{pad}return b{number}(s{live})"]


def _beyond(block: Block) -> Block:
    """Where a block leads that does nothing but go to another."""
    for _ in range(DEEPEST):
        only = block.lines[0] if len(block.lines) == 1 else None
        if block.first or not isinstance(only, Jump) or only.how != "jump":
            break
        block = only.block
    return block
