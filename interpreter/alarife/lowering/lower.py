"""The lowering stage: a checked program becomes Python source and tables.

`lower` gives a `Lowered`: the text of one generated module (functions for values, rules, graphs,
laws, steps, offers and blocks; ids and numbers only), and the tables it refers to. The engine
carries it out with its own functions in scope (`alarife.engine.machine`). Nothing of a rule file is
ever evaluated as Python, and no text of a file gets into the generated text but the letters of its
names."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, TypeVar

from alarife.checking.scope import Checked, Local
from alarife.checking.types import UNKNOWN, CellType, Many, Type, holds_pieces, piece_types
from alarife.checking.world import Domain, PlaceInfo
from alarife.code.blocks import Blocks
from alarife.code.playing import Playing
from alarife.code.playing_blocks import PlayoutBlock
from alarife.code.playing_moves import PlayoutMoves
from alarife.code.statements import print_procedure
from alarife.diagnostics import rule_error
from alarife.ir.functions import reads_state
from alarife.ir.nodes import Bind, Builtin, Const, Expr, Function, If, Op, Over, Table, Tuple, Use
from alarife.ir.statements import Block, Do, Each, Fill, Procedure, Stmt
from alarife.ir.walk import rebuilt
from alarife.lowering.flow.alone import Alone
from alarife.lowering.flow.at_once import AtOnceWriter
from alarife.lowering.flow.blocks import BlockWriter
from alarife.lowering.flow.decisions import DecisionWriter, Site
from alarife.lowering.flow.flow import FlowWriter
from alarife.lowering.flow.holding import Holding
from alarife.lowering.flow.idling import Idling
from alarife.lowering.flow.procedures import ProcedureWriter
from alarife.lowering.flow.skipping import Skipping
from alarife.lowering.flow.statements import StatementWriter, Told
from alarife.lowering.laws.forms import LawForm
from alarife.lowering.laws.graphs import GraphWriter
from alarife.lowering.laws.obeying import LawWriter
from alarife.lowering.layout import Layout, lay_out
from alarife.lowering.offers.chain import ChainWriter
from alarife.lowering.offers.offers import OfferWriter
from alarife.lowering.offers.watching import WatchWriter
from alarife.lowering.offers.why import WhyWriter
from alarife.lowering.optimisations import law_layer
from alarife.lowering.parts import Part, Parts
from alarife.lowering.tables import constant_tables
from alarife.lowering.values.access import key_index, spots_table
from alarife.lowering.values.functions import FunctionWriter
from alarife.lowering.writing import Writer
from alarife.syntax import tree

Made = TypeVar("Made", Procedure, Block)


@dataclass(slots=True)
class Lowered:
    """What the engine runs. `seen` and `top_seen` say for each place who sees it: `all`, `nobody`
    or the name of a generated function."""

    checked: Checked
    layout: Layout
    source: str
    tables: dict[str, object]
    sites: list[Site]
    block_owners: list[str]
    site_blocks: list[int]
    framed: set[int]
    """The blocks that take a frame of the state; those in `site_blocks` take an answer and what the
    decision carries, others names."""
    rules: list[str]
    labels: list[int]
    label_names: list[str]
    texts: list[str]
    seen: dict[str, str] = field(default_factory=dict[str, str])
    top_seen: dict[str, str] = field(default_factory=dict[str, str])
    whenevers: list[tuple[str, str, str, frozenset[str] | None]] = field(
        default_factory=list[tuple[str, str, str, frozenset[str] | None]]
    )
    """(label, place, leaves or enters, piece types)"""
    law_forms: dict[str, LawForm] = field(default_factory=dict[str, LawForm])
    """For each law how its rules can be answered."""
    fixed_masks: set[str] = field(default_factory=set[str])
    """Generated visibility functions that read nothing but their keys."""
    action_items: dict[str, list[tuple[str, Type | None]]] = field(
        default_factory=dict[str, list[tuple[str, Type | None]]]
    )
    """For each action the kinds (one, set, menu) of its choices and what they are chosen from."""
    block_names: list[list[str]] = field(default_factory=list[list[str]])
    """For each block the names its frame carries."""
    piece_names: dict[str, Type] = field(default_factory=dict[str, Type])
    """The generated names of what holds pieces, and its types."""
    local_names: dict[Local, str] = field(default_factory=dict[Local, str])
    """The generated names of what explanations need."""
    ir: list[Function | Procedure | Block] = field(
        default_factory=list[Function | Procedure | Block]
    )
    """All that is printed, after all passes."""
    told: list[Told] = field(default_factory=list[Told])
    """What players may be told, by number."""
    used: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    """By optimisation the declarations to which it was applied."""
    law_layer: str = "quick"
    """The layer that answers for laws."""
    playouts: str = ""
    """The source for playouts; empty where it is the same (see `alarife.code.playing`)."""
    codes: tuple[bytes, ...] = ()
    """Both sources compiled and marshalled, where that has been kept."""


class ProgramWriter(Part):
    """Writes a whole program."""

    def __init__(self, checked: Checked, without: frozenset[str] = frozenset()) -> None:
        parts = Parts(Writer(checked, lay_out(checked.world), without))
        super().__init__(parts)
        parts.functions = FunctionWriter(parts)
        parts.graphs = GraphWriter(parts)
        parts.laws = LawWriter(parts)
        parts.statements = StatementWriter(parts)
        parts.chains = ChainWriter(parts)
        parts.why = WhyWriter(parts)
        parts.watches = WatchWriter(parts)
        parts.offers = OfferWriter(parts)
        parts.blocks = BlockWriter(parts)
        parts.decisions = DecisionWriter(parts)
        parts.at_once = AtOnceWriter(parts)
        parts.flow = FlowWriter(parts)
        parts.procedures = ProcedureWriter(parts)
        self.fixed_masks: set[str] = set()
        self.seen: dict[str, str] = {}
        self.top_seen: dict[str, str] = {}

    def write(self) -> Lowered:
        """Write everything, in order."""
        self.parts.functions.all_functions()
        self.parts.laws.all_laws()
        self.parts.offers.all_menus()
        self.parts.procedures.all_procedures()
        self._start()
        self._visibility()
        self._menus()
        self.parts.watches.all_watches()
        self._skip()
        procedures = [self._plain_body(p) for p in self.w.procedures]
        blocks, held = self._blocks()
        self.w.add_keepers()
        plain = self._printed(held, None)
        texts = [self._text(procedures, plain)]
        playing = self._playing(procedures)
        if playing is not None:
            texts.append(self._text(procedures, self._printed(blocks, playing)))
        return self._lowered(texts, plain)

    def _text(self, procedures: Sequence[Procedure], blocks: Blocks) -> str:
        """The text of the generated module."""
        texts = [print_procedure(p, self.w.symbols, blocks.playing) for p in procedures]
        entries = [
            blocks.entry(name, e.params, e.block) for name, e in self.parts.flow.entries.items()
        ]
        parts = [*self.w.functions, *texts, *blocks.functions(), *entries, *self.w.aliases]
        return "\n\n\n".join(parts) + "\n"

    def _playing(self, procedures: Sequence[Procedure]) -> Playing | None:
        """What is known for the text of playouts; None if they have the same text as any game."""
        if not self.w.switches.on("playing"):
            return None
        watched: dict[str, set[str]] = {"enters": set(), "leaves": set()}
        for one in self.w.program.whenevers:
            watched[one.crosses].add(one.place)
        named = {p.name: p for p in procedures}
        moves = PlayoutMoves(self.w.symbols, watched["enters"], watched["leaves"])
        return Playing(moves, named, self.w.switches)

    def _skip(self) -> None:
        """Pass over steps that have nothing to do."""
        if not self.w.switches.on("skip"):
            return
        flow, functions = self.parts.flow.entries, self.w.facts.functions
        skipping = Skipping(self.parts.blocks.blocks, flow, functions, self.w.switches)
        idling = Idling(self.w.procedures, skipping.harmless, self.w.switches)
        self.w.procedures = [idling.procedure(p) for p in self.w.procedures]
        skipping.blocks = [idling.block(b) for b in skipping.blocks]
        self.parts.blocks.blocks = skipping.all()

    def _blocks(self) -> tuple[list[Block], list[Block]]:
        """The blocks, in whose expressions no loops stand; and the same with frames that hold what
        may be mixed, which nobody needs in a playout."""
        blocks, procedures = self.parts.blocks.blocks, self.w.procedures
        held = Holding(blocks, procedures, self._hidden()).held()
        held, playing = self._alone(held, True), self._alone(blocks, False)
        self.parts.blocks.blocks = held
        plain = {id(b): self._plain_body(b) for b in (*playing, *held)}
        return [plain[id(b)] for b in playing], [plain[id(b)] for b in held]

    def _alone(self, blocks: list[Block], logged: bool) -> list[Block]:
        """The blocks, where a question that only one option can answer is none."""
        if not self.w.switches.on("alone"):
            return blocks
        entries, functions = self.parts.flow.entries, self.w.facts.functions
        actions, sites = self.w.program.actions_of, self.parts.decisions.sites
        rules = [self.w.rule_number(site.owner) for site in sites] if logged else None
        return Alone(blocks, entries, functions, actions, self.w.switches, rules).all()

    def _printed(self, blocks: Sequence[Block], playing: Playing | None) -> Blocks:
        """The blocks, ready to be printed; sites learn what their decisions carry."""
        sites = self.parts.decisions.sites
        entered = {entry.block for entry in self.parts.flow.entries.values()}
        if playing is None:  # in playouts no decision is put again
            entered |= {site.block for site in sites} | {site.head for site in sites}
        printer = None if playing is None else PlayoutBlock
        symbols, switches = self.w.symbols, self.w.switches
        printed = Blocks(blocks, entered, len(sites), symbols, switches, playing, printer)
        for site, block in zip(sites, printed.site_blocks, strict=True):
            site.env = printed.named(blocks[block].live) if block >= 0 else []
        return printed

    def _hidden(self) -> frozenset[str]:
        """The types of pieces that may lie where not everybody sees them."""
        places = [p for p in self.w.world.places.values() if self.seen[p.name] != "all"]
        return frozenset[str]().union(*(piece_types(p.element) for p in places))

    def _lowered(self, sources: Sequence[str], printed: Blocks) -> Lowered:
        """All that the engine needs to know."""
        w, parts = self.w, self.parts
        sites, blocks = parts.decisions.sites, parts.blocks.blocks
        held = {x for block in blocks for x in block.live}
        explained = [local for s in sites for local in (*s.why_needs, *s.source_needs)]
        tests = parts.procedures.whenever_tests
        return Lowered(
            checked=w.checked,
            layout=w.layout,
            source=sources[0],
            playouts=sources[1] if len(sources) > 1 else "",
            tables=constant_tables(w.world, w.symbols),
            sites=sites,
            block_owners=[b.owner for b in blocks],
            site_blocks=printed.site_blocks,
            framed=printed.framed,
            rules=list(w.rule_numbers),
            labels=[
                label_key(w.program.configuration.game, name) for name in parts.statements.labels
            ],
            label_names=list(parts.statements.labels),
            texts=list(parts.statements.rule_texts),
            seen=self.seen,
            top_seen=self.top_seen,
            whenevers=[(r.name, r.place, r.crosses, tests[r.name]) for r in w.program.whenevers],
            law_forms=parts.laws.forms,
            fixed_masks=self.fixed_masks,
            action_items=parts.why.action_items,
            block_names=[printed.named(b.live) for b in blocks],
            piece_names={w.names.of(x): x.type for x in held if holds_pieces(x.type)},
            local_names={local: w.names.of(local) for local in explained},
            ir=[*w.facts.functions.values(), *w.procedures, *blocks],
            told=parts.statements.told,
            used=w.switches.used,
            law_layer=law_layer(w.switches.without),
        )

    def _plain_body(self, made: Made) -> Made:
        """A procedure or block in whose expressions no loops stand: those are functions."""

        def change(node: Any) -> Any:
            return self.w.plain(node) if isinstance(node, Expr) else rebuilt(node, change)

        return rebuilt(made, change)

    def _menus(self) -> None:
        for menu in self.w.program.menus.values():
            names = [f"action·{a}" for a in self.w.program.actions_of.get(menu.name, [])]
            self.w.aliases.append(
                f"MENU·{menu.name} = ({', '.join(names)}{',' if len(names) == 1 else ''})"
            )

    # ----------------------------------------------------------------
    # the first state
    def _start(self) -> None:
        """`start_notes` gives notes their first values, `start_places` fills places that start with
        something."""
        with self.w.body() as body:
            for note in self.w.world.notes.values():
                value = self.w.improved(self.w.build.as_type(note.decl.value, note.type))
                if (note.low, note.high) != (None, None) and not isinstance(value, Const):
                    value = Builtin("clamp", (value, Const(note.low), Const(note.high)))
                keys = self._keys(note.decl.keys, note.domains)
                clauses = tuple(Bind(local, of) for local, of in keys)
                one = Tuple((value,))
                self.w.emit(Fill(note.name, Over("list", clauses, value) if clauses else one))
        self.w.procedures.append(Procedure("start_notes", (), tuple(body)))
        with self.w.body() as body:
            for place in self.w.world.places.values():
                for trait in place.decl.traits if place.decl else []:
                    if trait.kind == "starting" and trait.value is not None:
                        self._starting(place, trait)
        self.w.procedures.append(Procedure("start_places", (), tuple(body)))

    def _keys(self, keys: list[tree.Key], domains: list[Domain]) -> list[tuple[Local, Expr]]:
        """For each key its local and what it goes over."""
        found: list[tuple[Local, Expr]] = []
        for key, domain in zip_longest(keys, domains):  # the cells of a board of piles have none
            named = None if key is None else self.w.checked.local(key)
            local = named or Local("k", UNKNOWN, tree.NOWHERE)
            found.append((local, self._all_keys(domain)))
        return found

    @staticmethod
    def _all_keys(domain: Domain) -> Expr:
        if isinstance(domain.type, CellType):
            return Table(spots_table(domain.type))
        last = domain.low + domain.size - 1
        return Builtin("range", (Const(domain.low), Const(last)))

    def _starting(self, place: PlaceInfo, trait: tree.Trait) -> None:
        assert place.decl is not None
        assert trait.value is not None
        keys = self._keys(place.decl.keys, place.domains)
        index: Expr = Const(0)
        for (local, _), domain in zip(keys, place.domains, strict=True):
            index = Op("*", (index, Const(domain.size)))
            index = Op("+", (index, key_index(domain, Use(local))))
        cell = () if trait.cell is None else (self.w.built(trait.cell),)
        at = self.w.improved(Op("+", (index, Const(place.first))))
        start = Builtin("starts", (self.w.pieces(trait.value), at, *cell))
        body: Stmt = Do(start)
        for local, of in reversed(keys):
            body = Each(of, (local,), (body,))
        self.w.emit(body)

    # ----------------------------------------------------------------
    # visibility
    def _visibility(self) -> None:
        for place in self.w.world.places.values():
            traits = place.decl.traits if place.decl else []
            self.seen[place.name] = self._seen(
                place, [t for t in traits if t.kind == "seen"], "seen"
            )
            self.top_seen[place.name] = self._seen(
                place, [t for t in traits if t.kind == "top seen"], "top_seen"
            )

    def _seen(self, place: PlaceInfo, traits: list[tree.Trait], what: str) -> str:
        """`all`, `nobody`, or a function that gives the seats that see it as bits."""
        if not traits:
            return "all" if what == "seen" else "nobody"
        if (
            len(traits) == 1
            and traits[0].guard is None
            and isinstance(traits[0].who, tree.Name)
            and traits[0].who.id in ("all", "nobody")
        ):
            return traits[0].who.id
        assert place.decl is not None
        params = tuple(local for local, _ in self._keys(place.decl.keys, place.domains))
        mask: Expr = Const(0)
        for trait in traits:
            one = self._mask(trait.who)
            if trait.guard is not None:
                one = If(self.w.build.expr(trait.guard), one, Const(0))
            mask = Op("|", (mask, one))
        function = f"{what}·{place.name}"
        if not reads_state(self.w.improved(mask)):
            self.fixed_masks.add(function)
        self.w.finish(Function(function, params, mask))
        return function

    def _mask(self, who: tree.Expr | None) -> Expr:
        """The seats that an expression names, as bits."""
        if isinstance(who, tree.Name) and who.id == "all":
            return Const((1 << self.w.world.players) - 1)
        if who is None or (isinstance(who, tree.Name) and who.id == "nobody"):
            return Const(0)
        seats = self.w.build.expr(who)
        many = isinstance(self.w.type(who), Many)
        return Builtin("seats", (seats if many else Tuple((seats,)),))


def lower(checked: Checked, without: Iterable[str] = ()) -> Lowered:
    """Lower a checked program without errors, leaving out the optimisations that are named. Without
    `inline` every value and rule stays a function of its own."""
    try:
        return ProgramWriter(checked, frozenset(without)).write()
    except RecursionError:
        message = "So much is nested or follows upon itself in these files that it can't be run."
        hint = "Put parts of what is long into values, rules or steps of their own."
        raise rule_error("E0402", message, hint) from None


def label_key(game: str, name: str) -> int:
    """A number that a declaration's chance starts from, the same whatever else is in play."""
    return int.from_bytes(hashlib.sha256(f"{game}/{name}".encode()).digest()[:8], "little")
