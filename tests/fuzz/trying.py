"""What is tried with a damaged game or dump, and what must hold whatever comes of it.

No exception but `RuleError` comes out; what parses can be formatted, and says the same then;
nothing takes longer or more memory than the budget allows; pieces are conserved; a dump restores;
what a seat can't see makes no difference to it."""

from __future__ import annotations

import json
import random
import re
import resource
import signal
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from time import process_time
from types import FrameType
from typing import Any

from tests.fuzz.hidden import check_hidden
from tests.fuzz.mutants import Mutant
from tests.games.invariants import check_options, check_pieces

from alarife.diagnostics import Report, RuleError
from alarife.engine import budget
from alarife.engine.state import Game, State
from alarife.pipeline import load
from alarife.report import as_data, render
from alarife.syntax.format import format_file, same
from alarife.syntax.parse import normal, parse_file
from alarife.syntax.source import VERSION
from alarife.syntax.upgrade import upgrade

SLACK = 2.0
"""Seconds of computing that one step may take beyond the budget: what lies between two looks."""
MOST_MEMORY = 1 << 30
"""So much more memory one case may take than there was before."""
MOVES = 40
EVERY_FORMATTED = 8
"""Of one damaged file in so many it is tried whether it can be formatted."""


class Broken(AssertionError):
    """Something that must hold does not."""


PYTHON_SAYS = re.compile(
    r"object is not|object has no|(list|tuple|string) index|invalid literal|unhashable"
    r"|not supported between|positional argument|NoneType|'(int|str|list|dict|float|tuple|bool)'"
    r"|(Key|Type|Value|Index|Attribute|Overflow|Recursion)Error|not iterable|values to unpack"
    r"|codec can't|is not in (list|tuple)|Traceback|<class|<[a-z.]+ object at"
)
"""What Python says, to programmers."""


def check_said(wrong: RuleError) -> None:
    """Messages are sentences, bounded, and none of them is Python's."""
    for d in wrong.diagnostics:
        said = f"{d.message} {d.hint}"
        if PYTHON_SAYS.search(said):
            raise Broken(f"Python's own words: {said}")
        if d.code == "E0701" and not (d.hint and len(said) < 400):
            raise Broken(f"no sentence of a bounded length that says what to do: {said[:400]}")


class Hangs(BaseException):
    """A case takes too long. Nothing between here and there catches this."""


@contextmanager
def soon(seconds: float) -> Generator[None]:
    """Raise `Hangs` where what stands below computes for longer. May stand in another one."""

    def late(_number: int, _frame: FrameType | None) -> None:
        raise Hangs(f"goes on for more than {seconds} seconds")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, late)
    since = process_time()
    outer, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.signal(signal.SIGPROF, before)
        left = max(outer - (process_time() - since), 0.01) if outer else 0
        signal.setitimer(signal.ITIMER_PROF, left)


class Watch:
    """Looks after every step whether it took too long or too much; `counts` says what was done."""

    def __init__(self, counts: Counter[str] | None = None) -> None:
        self.counts: Counter[str] = Counter() if counts is None else counts
        self._memory = _memory()
        self._since = process_time()

    def step(self, what: str, own: bool = False) -> None:
        """A step is over. The time of what is the test's `own` work is nobody's fault."""
        now = process_time()
        taken, self._since = now - self._since, now
        self.counts[what] += 1
        if taken > budget.MOST_SECONDS + SLACK and not own:
            raise Broken(f"{what} took {taken:.1f} s")
        if _memory() > self._memory + MOST_MEMORY:
            raise Broken(f"{what} took {(_memory() - self._memory) >> 20} MB")


def _memory() -> int:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def try_game(case: Mutant, moves: int = MOVES, counts: Counter[str] | None = None) -> str:
    """What comes of a damaged game: `plays`, or the first code of its diagnostics."""
    watch = Watch(counts)
    if case.seed % EVERY_FORMATTED == 0:
        _format(case)
        watch.step("formatting")
    try:
        game = load(case.game, case.modules, players=case.players, library=case.library())
        watch.step("loading")
        _play(game, game.start(case.seed), random.Random(case.seed), moves, watch)
    except RuleError as wrong:
        watch.step("a fault")
        render(wrong.diagnostics, case.texts, colour=True)
        json.dumps([as_data(d) for d in wrong.diagnostics])
        check_said(wrong)
        codes = [d.code for d in wrong.diagnostics if d.severity == "error"]
        if not codes:
            raise Broken("an error without an error") from wrong
        return codes[0]
    return "plays"


def _format(case: Mutant) -> None:
    for path, text in case.texts.items():
        report = Report()
        made = parse_file(text, path, report)
        if (made is None) != bool(report.errors):
            raise Broken("a file that is neither read nor refused")
        if made is not None and made.version < VERSION:
            made = parse_file(upgrade(normal(text), made), path, report := Report())
            if made is None:
                raise Broken(f"an upgraded file can't be read: {report.found}")
        if made is not None:
            written = format_file(made)
            again = parse_file(written, path, Report())
            if again is None or not same(made, again) or format_file(again) != written:
                raise Broken("a formatted file is another one")


def _play(game: Game, state: State, chance: random.Random, moves: int, watch: Watch) -> None:
    for move in range(moves):
        watch.step("a move")
        if move % 8 == 0:
            check_state(game, state, chance, watch)
        if state.decision is None:
            break
        state = state.play(chance.choice(state.decision.options))
    if state.is_over:
        assert isinstance(state.winners, list)
        assert state.scores is not None
        watch.step("a result")


def check_state(game: Game, state: State, chance: random.Random, watch: Watch) -> None:
    """What must hold of every state."""
    check_pieces(state)
    check_options(state)
    watch.step("options")
    data = json.loads(json.dumps(state.dump()))
    if game.restore(data).dump() != state.dump():
        raise Broken("a restored state is another one")
    watch.step("a dump restored")
    for seat in range(1, game.players + 1):
        json.dumps(state.view(seat))
    watch.step("views")
    watch.counts["hidden pieces exchanged"] += check_hidden(state, chance)
    watch.step("looking for what is hidden", own=True)


def try_dump(game: Game, data: Any, chance: random.Random) -> str:
    """What comes of a damaged dump: `plays`, or the code of its diagnostic."""
    watch = Watch()
    try:
        state = game.restore(data)
        watch.step("restoring")
        for _ in range(6):
            check_pieces(state)
            state.view(1)
            if state.decision is None:
                break
            state = state.play(chance.choice(state.decision.options))
            watch.step("a move")
    except RuleError as wrong:
        check_said(wrong)
        render(wrong.diagnostics, {})
        return wrong.diagnostics[0].code
    return "plays"
