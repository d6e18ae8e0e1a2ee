"""Bad examples: what a file in `bad/` says, and what comes of it.

A bad example is the part of a game that is wrong: `head.alr` is put before it and a step `play`
behind it, unless it has its own. Behind a line that a diagnostic must point to stands `# E0340`;
where nothing can stand behind it, the line above says `# E0340 below`. Further files follow behind
lines `--- name.alr`. The first line may give orders, behind `#!`:

    bare             nothing is put before or behind it
    parse            only read it
    game x           load x instead of g
    with a, b        these modules, and no others; without it: all that are in the file
    players 2
    set a.b = c
    expects E0202    a diagnostic without a place
    play             play the game with some random choices
    imagine          let every player imagine the states of the game when it is played
    space            look for options and conditions that make no difference
    use              look for what is never used, over all files
    test             run the examples
    prose            look at the sentences
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from alarife.checking.check import check
from alarife.checking.checks.use import check_use
from alarife.diagnostics import Diagnostic, Report, RuleError
from alarife.engine.state import Game
from alarife.examples.run import run_examples
from alarife.library import Library
from alarife.linking.configurations import check_space
from alarife.linking.link import link
from alarife.lowering.lower import lower
from alarife.rulebook.prose import check_prose
from alarife.syntax.parse import parse_file

BAD = Path(__file__).parent / "bad"
PLAY = '\nstep play "How the game goes"\n  > Play.\n  as on_turn\n    choose from turn_action\n'
_EXPECTED = re.compile(r"# ((?:E\d{4}(?:, )?)+)( below|)?$")
_SEPARATOR = re.compile(r"^--- (\S+\.alr)\n", re.MULTILINE)
Found = set[tuple[str, int, str]]
"""(file, line, code); line 0 and no file for a diagnostic without a place."""


@dataclass
class BadFile:
    """A bad example. `texts` are the files, `expected` what must be found in them."""

    path: Path
    texts: dict[str, str] = field(default_factory=dict)
    orders: dict[str, list[str]] = field(default_factory=dict)
    expected: Found = field(default_factory=set)

    @property
    def code(self) -> str:
        """The code it is an example of."""
        return self.path.name[:5]

    # ----------------------------------------------------------------
    # reading
    def read(self) -> BadFile:
        """Read the file."""
        text = self.path.read_text(encoding="utf-8")
        if text.startswith("#!"):
            first, text = text.split("\n", 1)
            for order in first[2:].split(";"):
                word, _, rest = order.strip().partition(" ")
                self.orders.setdefault(word, []).append(rest)
        parts = _SEPARATOR.split(text)
        bare = "bare" in self.orders
        head = "" if bare else (BAD / "head.alr").read_text(encoding="utf-8")
        tail = "" if bare or re.search(r"^step play\b", parts[0], re.MULTILINE) else PLAY
        self._add("g.alr", head, parts[0], tail)
        for name, body in zip(parts[1::2], parts[2::2], strict=True):
            self._add(name, "alarife 1\n", body, "")
        self.expected |= {
            ("", 0, code) for codes in self.orders.get("expects", []) for code in codes.split()
        }
        return self

    def _add(self, name: str, head: str, body: str, tail: str) -> None:
        self.texts[name] = head + body + tail
        start = head.count("\n") + 1
        for number, line in enumerate(body.split("\n"), start):
            found = _EXPECTED.search(line)
            if found:
                at = number + 1 if found[2] == " below" else number
                self.expected |= {(name, at, code) for code in found[1].split(", ")}

    # ----------------------------------------------------------------
    # running
    def found(self) -> list[Diagnostic]:
        """What comes of it."""
        report = Report()
        try:
            self._run(report)
        except RuleError as wrong:
            return [*report.found, *(d for d in wrong.diagnostics if d not in report.found)]
        return report.found

    def _run(self, report: Report) -> None:
        if "parse" in self.orders:
            parse_file(self.texts["g.alr"], "g.alr", report)
            return
        library = Library(texts=self.texts)
        game = self.orders.get("game", ["g"])[0]
        named = self.orders.get("with", [None])[0]
        modules = (
            [h.name for h in library.modules()]
            if named is None
            else [m.strip() for m in named.split(",") if m.strip()]
        )
        options = dict(order.replace(" ", "").split("=") for order in self.orders.get("set", []))
        players = int(self.orders["players"][0]) if "players" in self.orders else None
        if "space" in self.orders or "use" in self.orders:
            (check_space if "space" in self.orders else check_use)(game, library, report)
            return
        if "test" in self.orders:
            for outcome in run_examples(game, modules, library):
                report.found += outcome.diagnostics
            return
        program = link(game, modules, options, players, library, report)
        if program is None:
            return
        checked = check(program, report)
        if "prose" in self.orders:
            check_prose(checked, report)
        if report.errors:
            return
        made = Game(lower(checked))
        if "play" in self.orders or "imagine" in self.orders:
            _play(made, "imagine" in self.orders)


def _play(game: Game, imagine: bool) -> None:
    chance = random.Random(1)
    state = game.start(seed=1)
    for _ in range(300):
        if state.decision is None:
            return
        for seat in range(game.players) if imagine else ():
            state.imagine(seat + 1, seed=1)
        state = state.play(chance.choice(state.decision.options))


def where(diagnostics: list[Diagnostic]) -> Found:
    """The places and codes of diagnostics."""
    return {
        (d.at.file, d.at.line, d.code) if d.at is not None else ("", 0, d.code) for d in diagnostics
    }


def all_bad() -> list[Path]:
    """All bad examples."""
    return sorted(path for path in BAD.glob("E*.alr"))
