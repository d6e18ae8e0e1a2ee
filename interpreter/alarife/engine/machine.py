"""The machine: carries out lowered programs.

`Machine` gives the generated module the engine's functions to call, makes first states, and runs
blocks until a decision stands or the game is over. It copies a state before it plays on; `advance`
plays on in place, for those who need speed and no past. A machine holds no state of any game."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from types import CodeType
from typing import Any

from alarife.checking.read_cell import values_of
from alarife.checking.types import holds_pieces
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.engine.binding import (
    PYTHON,
    bound_laws,
    bound_moves,
    bound_sets,
    compiled,
    law_book,
)
from alarife.engine.budget import MOST_PACE, Budget, owner_of, running
from alarife.engine.builtins import built_ins
from alarife.engine.chance import spread
from alarife.engine.faults import Fault, GameEnds
from alarife.engine.hidden.facts import Fact, pieces_read
from alarife.engine.hidden.naming import pieces_named
from alarife.engine.laws.laws import Book, Laws
from alarife.engine.moves.contents import Contents
from alarife.engine.moves.sight import Sight
from alarife.engine.playouts import PlayoutTransactions, plays_out
from alarife.engine.sets.choices import SetChoices
from alarife.engine.tables import GRID, ROW, SPACE, Tables, make_tables
from alarife.engine.transactions import Transactions, new_transactions
from alarife.geometry.grid import Grid
from alarife.lowering.flow.decisions import Site
from alarife.lowering.layout import (
    COUNTERS,
    DECISION,
    FACTS,
    FORCED,
    FRAME,
    KNOWN,
    LOC,
    LOG,
    MIXED,
    SEED,
    first_face,
    standing,
)
from alarife.lowering.layout import Slots as State
from alarife.lowering.lower import Lowered
from alarife.syntax.tree import Span

ROUNDS = 10_000
"""How often a `repeat` may go round."""
STEPS = 100_000
"""How many blocks may run between two decisions."""
STRIDE = range(250)
"""How many of them between two looks at the clock."""


class Machine:
    """Runs one lowered program. `auto` says whether decisions with one option are taken without
    asking."""

    def __init__(self, lowered: Lowered, auto: bool = True, base: Machine | None = None) -> None:
        self.lowered = lowered
        self.world = lowered.checked.world
        self.tables: Tables = base.tables if base is not None else make_tables(lowered)
        self.everybody = (1 << self.world.players) - 1
        self.auto = auto
        self.base = base
        self.transactions: Transactions = (
            new_transactions(self.tables, lowered.labels, self.everybody, self.fault)
            if base is None
            else PlayoutTransactions(base.transactions)
        )
        self.contents: Contents = self.transactions.contents
        self.sight: Sight = self.transactions.sight
        self.names: dict[str, Any] = {}
        self.budget: Budget = Budget(self.fault) if base is None else base.budget
        if base is None:
            self._load()
        else:
            self._load_again(base)
        self.blocks: tuple[Callable[..., bool], ...] = self.names["BLOCKS"]
        self._answers = [self.blocks[block] for block in lowered.site_blocks]
        self._rules_asked = [self._number(site.owner) for site in lowered.sites]
        if base is None:
            self._visibility()
        self._whenevers()
        self._entries: dict[str, tuple[Callable[..., bool], bool, bool]] = {}
        self.empty: State = self._empty_state()
        """What every place begins with. To be copied."""
        self._laid_out: State | None = None
        """The state before the game begins, where no chance is in it: then it is the same for every
        seed."""
        self._playouts: Machine | None = None

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
        names.update(self.lowered.tables)
        names.update(self.budget.names())
        names.update(
            built_ins(self.world, self.tables, self.transactions, self.fault, self.budget.overfull)
        )
        self.faces = self._faces()
        self.sets = sets = SetChoices(self.tables, self.budget)
        names.update(bound_moves(self.transactions, self.faces))
        names.update(bound_sets(sets))
        names.update(
            ask=self.ask,
            starts=self._starts,
            TWIN=self.tables.twin,
            never=self._never,
            endless=self._endless,
            bounded=self._bounded,
            no_option=self._no_option,
            no_case=self._no_case,
            why_menu=self._why_menu,
            ROUNDS=range(ROUNDS),
            YES_NO=(True, False),
            __builtins__=PYTHON,
        )
        books: dict[str, Book] = {}
        settling = self.transactions.settling
        self.laws = Laws(self.tables, self.contents, books, settling.broken)
        names.update(bound_laws(self.laws))
        exec(self._compiled(), names)  # noqa: S102 - our own generated text, ids and numbers only
        for law in self.lowered.checked.program.laws:
            settling.broken[law] = names[f"broken·{law}"]
            settling.laws[law] = names[f"law·{law}"]
            form, layer = self.lowered.law_forms[law], self.lowered.law_layer
            books[law], answers = law_book(form, names, self.world.members, self.tables.kind, layer)
            names.update(answers)

    def _load_again(self, base: Machine) -> None:
        """The same text with other moves; what is known of laws is shared."""
        self.faces, self.sets, self.laws = base.faces, base.sets, base.laws
        self.names.update(base.names)
        self.names.update(bound_moves(self.transactions, self.faces))
        self.names.update(ask=self.ask, starts=self._starts)
        exec(self._compiled(), self.names)  # noqa: S102 - as above

    def _compiled(self) -> CodeType:
        """The generated text, compiled. Python takes only so many blocks and brackets in one
        another."""
        found = compiled(self.lowered)
        if isinstance(found, CodeType):
            return found
        owners = (owner_of(head, self.lowered.block_owners, self._is_declared) for head in found)
        name = next((owner for owner in owners if owner), "play")
        hint = "Put the inner part into a value, rule or step of its own."
        raise Fault(
            "E0402",
            f"In `{name}` too much is nested in one another.",
            name,
            self.place_of(name),
            hint,
        )

    def site(self, number: int) -> Site:
        """What is fixed about a question."""
        return self.lowered.sites[number]

    def _owner_of_block(self, block: int) -> str:
        owners = self.lowered.block_owners
        return owners[min(block, len(owners) - 1)]

    def _is_declared(self, name: str) -> bool:
        return self.place_of(name) is not None

    def _faces(self) -> list[Sequence[int]]:
        faces: list[Sequence[int]] = []
        for info in self.world.pieces.values():
            values = values_of(self.world, info.field_types[info.face]) if info.face else ()
            faces += [tuple(v for v in values or () if isinstance(v, int))] * info.count
        return faces

    def _visibility(self) -> None:
        for place in self.world.places.values():
            for number, keys in enumerate(place.keys(), place.first):
                self.sight.seen[number] = self._mask(self.lowered.seen[place.name], keys)
                self.sight.top_seen[number] = self._mask(self.lowered.top_seen[place.name], keys)
        self.sight.seen[0] = self.everybody
        self._facts()

    def _mask(self, who: str, keys: tuple[int, ...]) -> int | Callable[[State], int]:
        if who in ("all", "nobody"):
            return self.everybody if who == "all" else 0
        function = self.names[who]
        if who in self.lowered.fixed_masks:
            return function([], *keys)
        return lambda s: function(s, *keys)

    def _facts(self) -> None:
        """Which pieces what players are told is about."""
        layout, world, told = self.lowered.layout, self.world, self.lowered.told
        of_pieces = [False] * layout.size
        notes = [note for note in world.notes.values() if holds_pieces(note.type)]
        infos: list[PlaceInfo | NoteInfo] = [*world.places.values(), *notes]
        for info in infos:
            slots = layout.places.get(info.name) or layout.notes.get(info.name)
            for i in range(info.count if slots is not None and not slots.packed else 1):
                if slots is not None:
                    of_pieces[slots.base + i] = True

        def about(fact: Fact) -> set[int]:
            given = zip(fact[2], told[fact[0]].given, strict=True)
            named = [x for value, t in given for x, _ in pieces_named(value, t)]
            return pieces_read(fact, of_pieces).union(named)

        self.sight.pieces_of_fact = about

    def _whenevers(self) -> None:
        for label, name, crosses, types in self.lowered.whenevers:
            place = self.world.places[name]
            members = frozenset(i for n in types or () for i in self.world.pieces[n].ids)
            function = self.names[f"step·{label}"]
            for number, keys in enumerate(place.keys(), place.first):
                done = self._trigger(function, members, keys)
                self.transactions.watch(number, crosses, done)

    def _trigger(
        self, function: Callable[..., None], members: frozenset[int], keys: tuple[int, ...]
    ) -> Callable[[State, int, int], None]:
        def crossed(s: State, x: int, place: int) -> None:
            if x in members:
                function(s, x, *keys)

        return crossed

    # ----------------------------------------------------------------
    # states
    def _empty_state(self) -> State:
        layout, world = self.lowered.layout, self.world
        s = State([None] * layout.size)
        s[LOC] = array("H", bytes(2 * world.piece_count))
        s[KNOWN] = array("H", bytes(2 * world.piece_count))
        s[COUNTERS] = (0,) * len(self.lowered.labels)
        s[MIXED] = ()
        s[FACTS] = ()
        for name, slot in layout.faces.items():
            s[slot] = (first_face(world.pieces[name]),) * world.pieces[name].count
        for number in range(1, len(self.tables.slot)):
            shape = self.tables.shape[number]
            empty = (
                None
                if shape == SPACE
                else Grid({}, self.tables.bounds[number])
                if shape == GRID
                else ()
            )
            sub = self.tables.sub[number]
            if sub < 0:
                s[self.tables.slot[number]] = empty
            else:
                s[self.tables.slot[number]] = (
                    (*(s[self.tables.slot[number]] or ()), empty) if sub else (empty,)
                )
        return s

    def table(self, seed: int, log: bool = True) -> State:
        """The state before the game begins: what starts somewhere is there, the rest in the box."""
        if self._laid_out is not None:
            s = self.copy(self._laid_out)
            s[SEED] = spread(seed)
            s[LOG] = () if log else None
            return s
        s = self.copy(self.empty)
        s[SEED] = spread(seed)
        s[LOG] = () if log else None
        s[FORCED] = None
        self.names["start_notes"](s)
        kept, s[LOG] = s[LOG], None
        before = s[COUNTERS]
        self.names["start_places"](s)
        s[LOG] = kept
        s[KNOWN] = array("H", bytes(2 * self.world.piece_count))
        if s[COUNTERS] != before:
            self.sight.mix(s, range(self.world.piece_count), 0)
        self.transactions.settling.begins(s, self.empty)
        self.transactions.release(s)
        if not any(s[COUNTERS]):
            self._laid_out = self.copy(s)
        return s

    def start(self, seed: int, log: bool = True) -> State:
        """The first state in which somebody is asked, or the game is over."""
        self.budget.renew()
        try:
            s = self.table(seed, log)
            if not self.enter(s, "play", ()):
                self.run(s)
        except (RecursionError, MemoryError):
            self._too_deep()
            raise
        return s

    def enter(self, s: State, step: str, args: Sequence[int], you: int | None = None) -> bool:
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

    def begin(self, s: State, work: Callable[[], bool]) -> bool:
        """Carry something out; whether a decision stands."""
        try:
            return bool(work())
        except GameEnds:
            self.close(s)
            return False

    @staticmethod
    def close(s: State) -> None:
        """The game is over: nobody is asked, and nothing is left to do."""
        s[FRAME] = s[DECISION] = None

    @staticmethod
    def copy(s: State) -> State:
        """A copy that shares what never changes."""
        t = s[:]
        t[LOC] = s[LOC][:]
        t[KNOWN] = s[KNOWN][:]
        return t

    def _starts(self, s: State, pieces: Sequence[int], place: int, cell: int | None = None) -> None:
        for x in pieces:
            if s[LOC][x] == 0 or self.tables.shape[s[LOC][x]] != ROW:
                self.contents.take_out(s, x)
            self.contents.put_in(s, x, place, -1, cell)

    # ----------------------------------------------------------------
    # running
    def ask(
        self, s: State, site: int, you: int, options: Sequence[Any], env: tuple[Any, ...]
    ) -> bool:
        """Put a decision; one option is taken at once."""
        if len(options) < 2:
            if not options:
                self.fault(
                    "E0506",
                    f"somebody must choose, and there is nothing to choose{self._asked(site)}",
                    self._rule_of(site),
                    "Say what happens then, with `otherwise` under the choice.",
                )
            if self.auto:
                if s[LOG] is not None:
                    s[LOG] = (("only", self._rule_of(site), site, you, options[0]), s[LOG])
                return self._answers[site](s, options[0], env)
        s[DECISION] = (site, you, options, env)
        return True

    def _asked(self, site: int) -> str:
        prompt = self.lowered.sites[site].prompt
        return f" ({prompt})" if prompt else ""

    def _runs(self, s: State) -> bool:
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

    def run(self, s: State) -> None:
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
        owner = self._owner_of_block(frame[0]) if frame else "play"
        self.fault(
            "E0507",
            f"`{owner}` goes on for ever: {STEPS} steps without a decision",
            self._number(owner),
            "Let the condition of its `repeat` come true.",
        )

    def advance(self, s: State, option: Any) -> None:
        """Answer the decision that stands, in place."""
        site, you, _, env = standing(s)
        s[DECISION] = None
        if self.budget.spent:
            self.budget.renew()
        if s[LOG] is not None:
            s[LOG] = (("choice", self._rule_of(site), site, you, option), s[LOG])
        try:
            if not self._answers[site](s, option, env) and not self._runs(s):
                self.run(s)
        except GameEnds:
            self.close(s)
        except (RecursionError, MemoryError):
            self._too_deep()

    def answer(self, s: State, site: int, option: Any, env: tuple[Any, ...]) -> bool:
        """Carry out what follows an answer, up to the end of its block; whether a decision
        stands."""
        return self.begin(s, lambda: self._answers[site](s, option, env))

    def play_out(
        self,
        s: State,
        words: Sequence[Callable[[], int]],
        most: int,
        trail: list[tuple[int, int, Any]] | None = None,
    ) -> int:
        """Play to the end in place, or for so many decisions. Each option is chosen uniformly with
        the random words of the seat that is asked. Return the number of decisions; `trail` gets
        the question, the seat and the option of each."""
        answers, runs, run, budget = self._answers, self._runs, self.run, self.budget
        made = 0
        try:
            while (decision := s[DECISION]) is not None:
                site, you, options, env = decision
                s[DECISION] = None
                if budget.spent:
                    budget.renew()
                made += 1
                option = options[words[you]() * len(options) >> 32]
                if trail is not None:
                    trail.append((site, you, option))
                if not answers[site](s, option, env) and not runs(s):
                    run(s)
                if made > most:
                    break
        except GameEnds:
            self.close(s)
        except (RecursionError, MemoryError):
            self._too_deep()
        self.transactions.release(s)
        return made

    def put_again(self, s: State) -> None:
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

    # ----------------------------------------------------------------
    # faults
    def _number(self, name: str) -> int:
        return self.lowered.rules.index(name) if name in self.lowered.rules else -1

    def _rule_of(self, site: int) -> int:
        return self._rules_asked[site]

    def fault(self, code: str, message: str, rule: int, hint: str = "") -> None:
        """Stop: a rule did something impossible. Where it is not said which, it is the one that
        runs."""
        known = 0 <= rule < len(self.lowered.rules)
        name = (
            self.lowered.rules[rule]
            if known
            else running(self.lowered.block_owners, self._is_declared, self.budget.trace) or "play"
        )
        self.budget.trace = None
        raise Fault(code, f"In `{name}`, {message}.", name, self.place_of(name), hint)

    def place_of(self, name: str) -> Span | None:
        """Where a declaration stands."""
        p = self.lowered.checked.program
        for space in (p.steps, p.actions, p.labels, p.rules, p.moments, p.menus, p.places, p.notes):
            if name in space:
                return space[name].head
        return p.values[name][0].head if name in p.values else None

    @contextmanager
    def afresh(self) -> Generator[None]:
        """What is asked here of a state has a budget of its own."""
        self.budget.renew()
        with self.within_bounds():
            yield

    @contextmanager
    def within_bounds(self) -> Generator[None]:
        """What runs here may nest too deep or take too much memory: then that is a fault, too."""
        try:
            yield
        except (RecursionError, MemoryError):
            self._too_deep()

    def _too_deep(self) -> None:
        hint = "Take some of the steps in between away, or let choices and lists be smaller."
        self.fault("E0516", "so much hangs on one another that it can't be worked out", -1, hint)

    def _never(self, rule: int, text: int) -> None:
        self.fault(
            "E0508",
            f"something came about that was held to be impossible “{self.lowered.texts[text]}”",
            rule,
            "So that is not so: say what happens then.",
        )

    def _endless(self, rule: int) -> None:
        self.fault(
            "E0507",
            f"a `repeat` goes on for ever: {ROUNDS} rounds",
            rule,
            "Let its condition come true; a `draw` gives nothing from an empty place.",
        )

    def endless(self, s: State) -> None:
        """The decision that stands has been put too often without a choice."""
        rule = self._rule_of(standing(s)[0])
        message = "somebody is asked again and again, and there is only one answer"
        self.fault("E0507", message, rule, "Let the condition of the `repeat` around it come true.")

    def _bounded(self, times: int, rule: int) -> int:
        if times > ROUNDS:
            self.fault(
                "E0507",
                f"something is repeated {times} times; at most {ROUNDS} are allowed",
                rule,
                "Repeat it less often.",
            )
        return times

    def _no_option(self, rule: int) -> None:
        self.fault(
            "E0506",
            "somebody must choose, and there is nothing to choose",
            rule,
            "Say what happens then, with `otherwise`.",
        )

    def _no_case(self, rule: int) -> None:
        hint = "Declare the value for this type as well."
        self.fault("E0330", "something is asked about that there is no case for", rule, hint)

    # ----------------------------------------------------------------
    # why not
    def why(
        self, s: State, action: str, you: int, args: Sequence[Any], answers: Sequence[Any]
    ) -> list[str | None]:
        """The rules that these answers break; None for an answer that is no candidate at all."""
        return self.names[f"why·{action}"](s, you, *args, list(answers))

    def _why_menu(
        self, s: State, menu: int, answers: list[Any], you: int, *args: Any
    ) -> list[str | None]:
        action = answers[0]
        actions = self.lowered.checked.program.actions_of.get(self.lowered.texts[menu], [])
        if action not in actions:
            return [None]
        return self.names[f"why·{action}"](s, you, *args, list(answers[1:]))
