"""The machine: carries out lowered programs.

`Machine` gives the generated module the engine's functions to call (`alarife.engine.loading`) and
runs blocks until a decision stands or the game is over. It copies a state before it plays on;
`advance` plays on in place, for those who need speed and no past. A machine holds no state of any
game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from alarife.engine.beginning import Beginning, copied
from alarife.engine.binding import PYTHON, bound_laws, bound_moves, bound_sets, law_book, text_of
from alarife.engine.blame import Blame
from alarife.engine.budget import MOST_PACE
from alarife.engine.builtins import built_ins
from alarife.engine.faults import Fault, GameEnds
from alarife.engine.laws.laws import LawSource
from alarife.engine.laws.places import Book, Laws
from alarife.engine.loading import code_of, faces_of, tell_who_sees, watch_places
from alarife.engine.playouts import PlayoutTransactions, chooser, plays_out
from alarife.engine.sets.choices import SetChoices
from alarife.engine.tables import Tables, make_tables
from alarife.engine.transactions import Transactions, new_transactions
from alarife.lowering.flow.decisions import Site
from alarife.lowering.layout import DECISION, FRAME, LOG, Slots, standing
from alarife.lowering.lower import Lowered
from alarife.native import keeping

STEPS: Final = 100_000
"""How many blocks may run between two decisions."""
AT_ONCE: Final = 100
"""So many decisions of a playout are answered where they are put; then the machine answers one."""
STRIDE: Final = range(250)
"""How many of them between two looks at the clock."""


class Machine:
    """Runs one lowered program. `auto` says whether decisions with one option are taken without
    asking; `base`, for a machine of playouts, the one whose games it plays."""

    def __init__(self, lowered: Lowered, auto: bool = True, base: Machine | None = None) -> None:
        self.lowered = lowered
        self.world = lowered.checked.world
        self.tables: Tables = base.tables if base is not None else make_tables(lowered)
        self.everybody = (1 << self.world.players) - 1
        self.names: dict[str, Any] = {}
        self.auto = auto
        self.base = base
        self.blame: Blame = Blame(lowered) if base is None else base.blame
        self.budget = self.blame.budget
        self.transactions: Transactions = (
            new_transactions(self.tables, lowered.labels, self.everybody, self.blame.fault)
            if base is None
            else PlayoutTransactions(base.transactions)
        )
        self.contents, self.sight = self.transactions.contents, self.transactions.sight
        if base is None:
            self._load()
        else:
            self._load_again(base)
        self.blocks: tuple[Callable[..., bool], ...] = self.names["BLOCKS"]
        self._answers = [self.blocks[block] for block in lowered.site_blocks]
        self._asked_by = [self.blame.rule_of(site) for site in range(len(lowered.sites))]
        if base is None:
            tell_who_sees(lowered, self.names, self.transactions)
        watch_places(lowered, self.names, self.transactions)
        if isinstance(self.transactions, PlayoutTransactions):
            self.names.update(FLAT=self.transactions.flat(), lay=self.transactions.lay)
        if self.native is not None:
            self.native.bind(self.names)
        self.nobody: Any = None if base is None else chooser()
        """What stands in the place of a decision while none does."""
        self._entries: dict[str, tuple[Callable[..., bool], bool, bool]] = {}
        self._playouts: Machine | None = None

    @property
    def auto(self) -> bool:
        """Whether decisions with one option are taken without asking."""
        return self._auto

    @auto.setter
    def auto(self, auto: bool) -> None:
        self._auto = auto
        self.names["ASKS_ALWAYS"] = not auto

    @property
    def playouts(self) -> Machine:
        """The machine for playouts: it plays the same games, without log and knowledge, and changes
        grids in place. This one, if that can't be (`plays_out`)."""
        if self._playouts is None:
            able = self.base is None and plays_out(self.lowered.checked)
            self._playouts = Machine(self.lowered, self.auto, self) if able else self
        return self._playouts

    # ----------------------------------------------------------------
    # loading
    def _load(self) -> None:
        names = self.names
        self.native: Any = None
        """The text as machine code, where that has been kept; for playouts only."""
        self.beginning: Beginning = Beginning(self.lowered, self.transactions, names)
        names.update(self.lowered.tables)
        names.update(self.budget.names())
        names.update(self.blame.names())
        fault, overfull = self.blame.fault, self.budget.overfull
        names.update(built_ins(self.world, self.tables, self.transactions, fault, overfull))
        self.faces = faces_of(self.world)
        self.sets: SetChoices = SetChoices(self.tables, self.budget)
        names.update(bound_moves(self.transactions, self.faces))
        names.update(bound_sets(self.sets))
        names.update(
            ask=self.ask,
            starts=self.beginning.starts,
            TWIN=self.tables.twin,
            why_menu=self._why_menu,
            YES_NO=(True, False),
            __builtins__=PYTHON,
        )
        books: dict[str, Book] = {}
        settling = self.transactions.settling
        self.laws: Laws = Laws(self.tables, self.contents, books, settling.broken)
        names.update(bound_laws(self.laws))
        exec(code_of(self.lowered, self.blame), names)  # noqa: S102 - our own generated text, ids and numbers only
        for law in self.lowered.checked.program.laws:
            settling.broken[law] = names[f"broken·{law}"]
            settling.laws[law] = names[f"law·{law}"]
            form, layer = self.lowered.law_forms[law], self.lowered.law_layer
            books[law], answers = law_book(
                LawSource(form, names, self.world.members, self.tables.kind), layer
            )
            names.update(answers)

    def _load_again(self, base: Machine) -> None:
        """The same text with other moves; what is known of laws is shared."""
        self.beginning, self.faces = base.beginning, base.faces
        self.sets, self.laws = base.sets, base.laws
        self.names.update(base.names)
        self.names.update(bound_moves(self.transactions, self.faces))
        self.names.update(ask=self.ask)
        text = keeping.found(text_of(self.lowered, self.auto))
        self.native = None if text is None else keeping.run(text, self.names)
        if self.native is None:
            exec(code_of(self.lowered, self.blame, self.auto), self.names)  # noqa: S102 - as above

    def site(self, number: int) -> Site:
        """What is fixed about a question."""
        return self.lowered.sites[number]

    # ----------------------------------------------------------------
    # states
    def table(self, seed: int, log: bool = True) -> Slots:
        """The state before the game begins: what starts somewhere is there, the rest in the box."""
        return self.beginning.table(seed, log)

    def start(self, seed: int, log: bool = True) -> Slots:
        """The first state in which somebody is asked, or the game is over."""
        self.budget.renew()
        try:
            s = self.table(seed, log)
            s[DECISION] = self.nobody
            self.budget.playing = s if self.native is not None else None
            if not self.enter(s, "play", ()):
                self.run(s)
        except Fault as wrong:
            raise self.blame.named(wrong) from None
        except (RecursionError, MemoryError):
            self.blame.too_deep()
            raise
        return s

    def enter(self, s: Slots, step: str, args: Sequence[int], you: int | None = None) -> bool:
        """Carry out a step; whether a decision stands."""
        function, speaks, asking = self._entry(step)
        try:
            return bool(function(s, *([you] if speaks else []), *args)) and asking
        except GameEnds:
            self.close(s)
            return False

    def _entry(self, step: str) -> tuple[Callable[..., bool], bool, bool]:
        """How a step is called: its function, whether it speaks to somebody, whether it asks."""
        if step not in self._entries:
            owner = f"step {step}"
            asking = owner in self.lowered.checked.asking
            function = self.names[f"{'go' if asking else 'step'}·{step}"]
            self._entries[step] = (function, owner in self.lowered.checked.you, asking)
        return self._entries[step]

    def begin(self, s: Slots, work: Callable[[], bool]) -> bool:
        """Carry something out; whether a decision stands."""
        try:
            return bool(work())
        except GameEnds:
            self.close(s)
            return False

    @staticmethod
    def close(s: Slots) -> None:
        """The game is over: nobody is asked, and nothing is left to do."""
        s[FRAME] = s[DECISION] = None

    @staticmethod
    def copy(s: Slots) -> Slots:
        """A copy that shares what never changes."""
        return copied(s)

    # ----------------------------------------------------------------
    # running
    def ask(
        self, s: Slots, site: int, you: int, options: Sequence[Any], env: tuple[Any, ...]
    ) -> bool:
        """Put a decision; one option is taken at once."""
        if len(options) < 2:
            if not options:
                self.blame.nothing_to_choose(site)
            if self._auto:
                self.tell_alone(s, you, site, options[0])
                return self._answers[site](s, options[0], env)
        s[DECISION] = (site, you, options, env)
        return True

    def tell_alone(self, s: Slots, you: int, site: int, option: Any) -> None:
        """Tell the log of an answer that was given without asking, for it was the only one."""
        log: Any = s[LOG]
        if log is not None:
            log.extend(("only", self._asked_by[site], site, you, option))

    def _runs(self, s: Slots) -> bool:
        """Run a stretch; whether a decision stands or the game is over."""
        blocks = self.blocks
        for _ in STRIDE:
            frame = s[FRAME]
            if frame is None:
                s[DECISION] = None
                return True
            s[FRAME] = frame[1]
            if blocks[frame[0]](s, frame):
                return True
        return False

    def run(self, s: Slots) -> None:
        """Run until a decision stands or the game is over."""
        for _ in range(STEPS // len(STRIDE)):
            try:
                if self._runs(s):
                    return
            except GameEnds:
                self.close(s)
                return
            self.budget.toil(MOST_PACE)
        frame = s[FRAME]
        self.blame.never_asks(frame[0] if frame else None, STEPS)

    def advance(self, s: Slots, option: Any) -> None:
        """Answer the decision that stands, in place."""
        site, you, _, env = s[DECISION] or standing(s)
        s[DECISION] = self.nobody
        if self.budget.spent:
            self.budget.renew()
        log: Any = s[LOG]
        if log is not None:
            log.extend(("choice", self._asked_by[site], site, you, option))
        try:
            if not self._answers[site](s, option, env):
                frame = s[FRAME]
                if frame is not None:
                    s[FRAME] = frame[1]
                    if not self.blocks[frame[0]](s, frame) and not self._runs(s):
                        self.run(s)
        except GameEnds:
            self.close(s)
        except (RecursionError, MemoryError):
            self.blame.too_deep()

    def answer(self, s: Slots, site: int, option: Any, env: tuple[Any, ...]) -> bool:
        """Carry out what follows an answer, up to the end of its block; whether a decision
        stands."""
        return self.begin(s, lambda: self._answers[site](s, option, env))

    def play_out(
        self,
        s: Slots,
        words: Sequence[Callable[[], int]],
        most: int,
        trail: list[tuple[int, int, Any]] | None = None,
    ) -> int:
        """Play to the end in place, or for so many decisions. Each option is chosen uniformly with
        the random words of the seat that is asked. Return the number of decisions; `trail` gets
        the question, the seat and the option of each."""
        answers, runs, run, budget = self._answers, self._runs, self.run, self.budget
        chooses = chooser(words, trail)
        at_once = AT_ONCE if self.base is not None else 0
        made = 0
        budget.playing = s if self.native is not None else None
        try:
            while (decision := s[DECISION]) is not None and made <= most:
                site, you, options, env = decision
                s[DECISION] = chooses if at_once else None
                if budget.spent:
                    budget.renew()
                option = options[words[you]() * len(options) >> 32]
                if trail is not None:
                    trail.append((site, you, option))
                more = min(at_once, most - made)
                chooses[0] = more
                made += 1 + more
                if not answers[site](s, option, env) and not runs(s):
                    run(s)
                made -= chooses[0]
        except GameEnds:
            made -= chooses[0]
            self.close(s)
        except Fault as wrong:
            raise self.blame.named(wrong) from None
        except (RecursionError, MemoryError):
            self.blame.too_deep()
        self.transactions.release(s)
        return made

    def put_again(self, s: Slots) -> None:
        """Put the decision that stands again, from what lies there now."""
        site, _, _, env = standing(s)
        info = self.site(site)
        held = dict(zip(info.env, env, strict=True))
        auto, self.auto = self.auto, False
        try:
            names = [held[name] for name in self.lowered.block_names[info.block]]
            args = [(info.block, None, *names)] if info.block in self.lowered.framed else names
            if not self.blocks[info.block](s, *args):
                self.run(s)
        finally:
            self.auto = auto

    def afresh(self) -> AbstractContextManager[None]:
        """What is asked here of a state has a budget of its own."""
        self.budget.renew()
        return self.blame.within_bounds()

    # ----------------------------------------------------------------
    # why not
    def why(
        self, s: Slots, action: str, you: int, args: Sequence[Any], answers: Sequence[Any]
    ) -> list[str | None]:
        """The rules that these answers break; None for an answer that is no candidate at all. What
        is asked behind an answer that is refused may make no sense: then it is not asked."""
        function = self.names[f"why·{action}"]
        try:
            return function(s, you, *args, list(answers))
        except Fault as fault:
            if fault.out_of_time or not answers:
                raise
            broken = self.why(s, action, you, args, answers[:-1])
            if not broken:
                raise
            return broken

    def _why_menu(
        self, s: Slots, menu: int, answers: list[Any], you: int, *args: Any
    ) -> list[str | None]:
        action = answers[0]
        actions = self.lowered.checked.program.actions_of.get(self.lowered.texts[menu], [])
        if action not in actions:
            return [None]
        return self.names[f"why·{action}"](s, you, *args, list(answers[1:]))
