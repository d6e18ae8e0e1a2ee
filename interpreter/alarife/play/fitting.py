"""Fitting the parts of a screen into the room there is.

What comes in: blocks in several forms, and so many lines. What goes out: lines. What always holds:
blocks keep their order; while they don't fit, that one becomes tighter which saves most; what is
tighter than it need be is roomier again; where there is room to spare, groups are set apart; what
does not fit in rows is tried beside a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from alarife.play.places import Block
from alarife.play.text import Text, beside

_GAP = 3
_LEAST_BESIDE = 20
"""So many columns are worth using beside a board."""
_MOST_WAYS = 400
"""So many ways to combine the forms of what is precious are tried at most."""


@dataclass(slots=True)
class Fitted:
    """What is shown: the blocks, the same with empty lines between groups, and the choices."""

    body: list[Text]
    spaced: list[Text]
    choices: list[Text]

    @property
    def height(self) -> int:
        """How many lines that makes."""
        return len(self.body) + len(self.choices)


def fit(
    blocks: Sequence[Block], choices: Block | None, width: int, room: int, spare: int
) -> Fitted:
    """The blocks and the choices in forms that fit. `spare`: lines that should be left over, if
    nothing precious suffers."""
    made = _Made()
    fitter = _Fitter(blocks, choices, width, made)
    fitter.tighten(room - spare)
    fitter.tighten_precious(room)
    fitter.loosen()
    fitted = fitter.fitted()
    if (high := fitter.height()) <= room:
        return fitted
    cut = _cuts(fitted.body)
    found = _beside_boards(blocks, choices, width, room, made)
    others = (f for f in found if _cuts(f.body) <= cut)
    best = min(others, key=lambda f: max(f.height, room), default=fitted)
    return best if best.height < high else fitted


class _Made:
    """Forms of blocks that have been made, each once for a width."""

    def __init__(self) -> None:
        self._lines: dict[tuple[int, int, int], list[Text]] = {}

    def form(self, block: Block, n: int, width: int) -> list[Text]:
        """A block in one of its forms."""
        key = (id(block), n, width)
        if (lines := self._lines.get(key)) is None:
            lines = self._lines[key] = block.forms[n](width)
        return lines

    def forms(self, block: Block, width: int) -> list[list[Text]]:
        """A block in all of its forms."""
        return [self.form(block, n, width) for n in range(len(block.forms))]


def _beside_boards(
    blocks: Sequence[Block], choices: Block | None, width: int, room: int, made: _Made
) -> Iterator[Fitted]:
    """Ways with a board at the left, and all else one below the other at its right: the roomiest
    forms first."""
    listed = made.forms(choices, width) if choices else [[]]
    for i, board in enumerate(blocks):
        boards = made.forms(board, width) if board.precious and not board.wide else []
        for lines, answers in product(boards, listed):
            left = width - _GAP - max((line.width for line in lines), default=0)
            if left < _LEAST_BESIDE:
                continue
            fitter = _Fitter([*blocks[:i], *blocks[i + 1 :]], None, left, made)
            goal = max(room - len(answers), len(lines))
            fitter.tighten(goal)
            fitter.tighten_precious(goal)
            fitter.loosen()
            aside = fitter.fitted()
            roomy = len(aside.spaced) <= len(lines)
            body = beside([lines, aside.spaced if roomy else aside.body], _GAP)
            if max(line.width for line in body) <= width:
                yield Fitted(body, body, answers)


def _cuts(lines: Sequence[Text]) -> int:
    """How much is cut."""
    return sum(line.plain.count("…") for line in lines)


class _Fitter:
    """Which form each block has."""

    def __init__(
        self, blocks: Sequence[Block], choices: Block | None, width: int, made: _Made
    ) -> None:
        self.blocks = [*blocks, *([choices] if choices else [])]
        self.count = len(blocks)
        self.width = width
        self.forms = [0] * len(self.blocks)
        self._made = made
        self._sizes: dict[tuple[int, int], tuple[int, int]] = {}

    def form(self, i: int, n: int) -> list[Text]:
        """A block in one of its forms."""
        return self._made.form(self.blocks[i], n, self.width)

    def size(self, i: int, n: int) -> tuple[int, int]:
        """Columns and lines of a block in one of its forms."""
        if (size := self._sizes.get((i, n))) is None:
            lines = self.form(i, n)
            size = self._sizes[i, n] = max((line.width for line in lines), default=0), len(lines)
        return size

    def tighten(self, goal: int) -> None:
        """Choose tighter forms of what is not precious, until there are so few lines or nothing
        saves any more."""
        while (now := self.height()) > goal:
            kept = self.forms
            found: list[tuple[int, int, list[int]]] = []
            for number, forms in enumerate(list(self._tighter())):
                self.forms = forms
                found.append((now - self.height(), -number, forms))
            saved, _, forms = max(found, default=(0, 0, kept))
            self.forms = forms if saved > 0 else kept
            if saved <= 0:
                return

    def _tighter(self) -> Iterator[list[int]]:
        """What could be done next: one block, or those that go together, in a tighter form."""
        groups: dict[int, list[int]] = {}
        for i, block in enumerate(self.blocks):
            if block.precious:
                continue
            if block.together:
                groups.setdefault(block.group, []).append(i)
            for n in range(self.forms[i] + 1, 0 if block.together else len(block.forms)):
                yield [*self.forms[:i], n, *self.forms[i + 1 :]]
        for these in groups.values():
            yield [
                len(self.blocks[i].forms) - 1 if i in these else n for i, n in enumerate(self.forms)
            ]

    def tighten_precious(self, goal: int) -> None:
        """If it is still too much, choose forms of what is precious together: as few tighter ones
        as will do. All else takes its tightest, even if that saved nothing by itself: it may stand
        beside something that becomes less high."""
        if self.height() <= goal:
            return
        self.forms = [
            n if b.precious else len(b.forms) - 1
            for b, n in zip(self.blocks, self.forms, strict=True)
        ]
        ways = [
            range(len(b.forms)) if b.precious else (n,)
            for b, n in zip(self.blocks, self.forms, strict=True)
        ]
        best = (self.height(), self.forms)
        for forms in sorted(islice(product(*ways), _MOST_WAYS), key=sum):
            self.forms = list(forms)
            if (now := self.height()) <= goal:
                return
            best = min(best, (now, self.forms))
        self.forms = best[1]

    def loosen(self) -> None:
        """Choose roomier forms again where they take no more lines than are taken now."""
        now = self.height()
        for i, tight in enumerate(self.forms):
            for n in range(0 if i < self.count and self.blocks[i].together else tight):
                kept, self.forms = self.forms, [*self.forms[:i], n, *self.forms[i + 1 :]]
                if self.size(i, n)[0] <= self.width and self.height() <= now:
                    break
                self.forms = kept

    def height(self) -> int:
        """How many lines that makes."""
        lines = sum(max(self.size(i, self.forms[i])[1] for i in shelf) for shelf in self.shelves())
        return lines + sum(
            self.size(i, self.forms[i])[1] for i in range(self.count, len(self.blocks))
        )

    def shelves(self) -> list[list[int]]:
        """Which blocks stand beside one another: those that are not wide, where they fit."""
        rows: list[list[int]] = []
        used = self.width
        for i in range(self.count):
            own, lines = self.size(i, self.forms[i])
            if not lines:
                continue
            if rows and not self.blocks[i].wide and used + _GAP + own <= self.width:
                rows[-1].append(i)
                used += _GAP + own
            else:
                rows.append([i])
                used = self.width if self.blocks[i].wide else own
        return rows

    def fitted(self) -> Fitted:
        """The lines."""
        body: list[Text] = []
        spaced: list[Text] = []
        group = -1
        for shelf in self.shelves():
            lines = beside([self.form(i, self.forms[i]) for i in shelf], _GAP)
            if self.blocks[shelf[0]].group != group and body:
                spaced.append(Text())
            group = self.blocks[shelf[0]].group
            body += lines
            spaced += lines
        return Fitted(
            body,
            spaced,
            [
                line
                for i in range(self.count, len(self.blocks))
                for line in self.form(i, self.forms[i])
            ],
        )
