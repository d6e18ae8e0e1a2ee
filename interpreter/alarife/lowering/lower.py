"""The lowering stage: a checked program becomes Python source and tables.

`lower` gives a `Lowered`: the text of one generated module (functions for values, rules, graphs,
laws, steps, offers and blocks; ids and numbers only), and the tables it refers to. The engine
carries it out with its own functions in scope (`alarife.engine.machine`). Nothing of a rule file is
ever evaluated as Python, and no text of a file gets into the generated text but the letters of its
names."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from alarife.checking.lawful import Lawfulness
from alarife.checking.scope import Checked, Local
from alarife.checking.types import Many, Maybe, Pieces, Type
from alarife.checking.world import Domain, PlaceInfo
from alarife.ir.nodes import Builtin, Const, Expr, Function, Tuple
from alarife.ir.reads import reads_state
from alarife.lowering.classify import classify
from alarife.lowering.classify_forms import LawForm
from alarife.lowering.context import Context
from alarife.lowering.decisions import Site
from alarife.lowering.keeping import Keeping
from alarife.lowering.layout import Layout, lay_out
from alarife.lowering.procedures import ProcedureWriter
from alarife.lowering.reading import Reading
from alarife.lowering.render import BlockRenderer
from alarife.syntax import tree


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
    seen: dict[str, str] = field(default_factory=dict)
    top_seen: dict[str, str] = field(default_factory=dict)
    whenevers: list[tuple[str, str, str, frozenset[str] | None]] = field(default_factory=list)
    """(label, place, leaves or enters, piece types)"""
    law_forms: dict[str, LawForm] = field(default_factory=dict)
    """For each law how its rules can be answered."""
    fixed_masks: set[str] = field(default_factory=set)
    """Generated visibility functions that read nothing but their keys."""
    action_items: dict[str, list[tuple[str, Type | None]]] = field(default_factory=dict)
    """For each action the kinds (one, set, menu) of its choices and what they are chosen from."""
    block_names: list[list[str]] = field(default_factory=list)
    """For each block the names its frame carries."""
    piece_names: set[str] = field(default_factory=set)
    """The generated names of what holds pieces."""
    local_names: dict[Local, str] = field(default_factory=dict)
    """The generated names of what explanations need."""
    ir: list[Function] = field(default_factory=list)
    """The functions that have a value, after all passes."""
    code: bytes = b""
    """The source compiled and marshalled, where that has been kept."""


class ProgramWriter(ProcedureWriter):
    """Writes a whole program."""

    def __init__(self, checked: Checked, without: frozenset[str] = frozenset()) -> None:
        super().__init__(checked, lay_out(checked.world), without)
        self.reading = Reading(checked)
        self.law_forms = classify(checked)
        self.lawfulness = Lawfulness(checked)
        self.keeping = Keeping(checked, self.reading, self.layout)
        self.graph_forms = {}
        self.keepers = {}
        self.fixed_masks: set[str] = set()
        self.rule_numbers = {}
        self.action_items = {}
        self.rule_texts = {}
        self.labels = {}
        self.trusted = set()
        self.half_trusted = set()
        self.chosen = set()
        self.blocks = []
        self.entries = set()
        self.aliases = []
        self.sites = []
        self._following = {}
        self.whenever_tests = {}
        self.seen: dict[str, str] = {}
        self.top_seen: dict[str, str] = {}

    def write(self) -> Lowered:
        """Write everything, in order."""
        self.all_functions()
        self.all_menus()
        self.all_procedures()
        self._start()
        self._visibility()
        self._menus()
        entered = {
            *self.entries,
            *(site.block for site in self.sites),
            *(site.head for site in self.sites),
        }
        renderer = BlockRenderer(self.blocks, entered, len(self.sites), self.names.of)
        site_blocks = renderer.site_blocks
        for site, block in zip(self.sites, site_blocks, strict=True):
            site.env = (
                [self.names.of(local) for local in self.blocks[block].live] if block >= 0 else []
            )
        source = "\n\n\n".join([*self.functions, *renderer.functions(), *self.aliases]) + "\n"
        return Lowered(
            self.checked,
            self.layout,
            source,
            self._tables(),
            self.sites,
            [b.owner for b in self.blocks],
            site_blocks,
            renderer.framed,
            list(self.rule_numbers),
            [label_key(self.program.configuration.game, name) for name in self.labels],
            list(self.labels),
            list(self.rule_texts),
            self.seen,
            self.top_seen,
            [
                (w.name, w.place, w.crosses, self.whenever_tests[w.name])
                for w in self.program.whenevers
            ],
            self.law_forms,
            self.fixed_masks,
            self.action_items,
            [[self.names.of(local) for local in b.live] for b in self.blocks],
            {
                self.names.of(local)
                for b in self.blocks
                for local in b.live
                if of_pieces(local.type)
            },
            {
                local: self.names.of(local)
                for site in self.sites
                for local in (*site.why_needs, *site.source_needs)
            },
            list(self.facts.functions.values()),
        )

    def _menus(self) -> None:
        for menu in self.program.menus.values():
            names = [f"action·{a}" for a in self.program.actions_of.get(menu.name, [])]
            self.aliases.append(
                f"MENU·{menu.name} = ({', '.join(names)}{',' if len(names) == 1 else ''})"
            )

    # ----------------------------------------------------------------
    # the first state
    def _start(self) -> None:
        """`start_notes` gives notes their first values, `start_places` fills places that start with
        something."""
        self.cx = Context()
        for note in self.world.notes.values():
            slots = self.layout.notes[note.name]
            self.cx.line("out = []")
            depth = self._over_keys(note.decl.keys, note.domains)
            value = self.improved(self.build.as_type(note.decl.value, note.type))
            if (note.low, note.high) != (None, None) and not isinstance(value, Const):
                value = Builtin("clamp", (value, Const(note.low), Const(note.high)))
            self.cx.line(f"out.append({self.text(value, 0)})")
            self.cx.indent -= depth
            self.cx.line(
                f"s[{slots.base}] = tuple(out)"
                if slots.packed
                else f"s[{slots.base}:{slots.base + note.count}] = out"
            )
        self._finish("start_notes")
        self.cx = Context()
        for place in self.world.places.values():
            for trait in place.decl.traits if place.decl else []:
                if trait.kind == "starting" and trait.value is not None:
                    self._starting(place, trait)
        self._finish("start_places")

    def _finish(self, function: str) -> None:
        body = self.cx.text()
        self.functions.append(f"def {function}(s):\n{body}")

    def _over_keys(self, keys: list[tree.Key], domains: list[Domain]) -> int:
        for key, domain in zip(keys, domains, strict=True):
            ref = self.checked.refs.get(key)
            name = (
                self.bound(ref.target)
                if ref is not None and isinstance(ref.target, Local)
                else self.names.fresh("k")
            )
            self.cx.line(f"for {name} in range({domain.low}, {domain.low + domain.size}):")
            self.cx.indent += 1
        return len(keys)

    def _starting(self, place: PlaceInfo, trait: tree.Trait) -> None:
        assert place.decl is not None
        assert trait.value is not None
        self.cx.line(f"at = {place.first}")
        depth = self._over_keys(place.decl.keys, place.domains)
        many = isinstance(self.type(trait.value), Many)
        code = self._many_code(trait.value) if many else f"({self.code(trait.value)},)"
        cell = f", {self.code(trait.cell)}" if trait.cell is not None else ""
        self.cx.line(f"starts(s, {code}, at{cell})")
        self.cx.line("at += 1")
        self.cx.indent -= depth

    # ----------------------------------------------------------------
    # visibility
    def _visibility(self) -> None:
        for place in self.world.places.values():
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
        keys = [self.checked.refs[k].target for k in place.decl.keys if k.name]
        self.cx = Context()
        params = [self.bound(k) if isinstance(k, Local) else "_" for k in keys]
        self.cx.line("mask = 0")
        parts: list[Expr] = []
        for trait in traits:
            test = Const(True) if trait.guard is None else self.built(trait.guard)
            mask = self.improved(self._mask(trait.who))
            parts += [test, mask]
            self.cx.line(f"if {self.text(test, 0)}:")
            self.cx.line(f"    mask |= {self.text(mask, 0)}")
        self.cx.line("return mask")
        function = f"{what}·{place.name}"
        if not reads_state(*parts):
            self.fixed_masks.add(function)
        body = self.cx.text()
        self.functions.append(f"def {function}({', '.join(['s', *params, '*_'])}):\n{body}")
        return function

    def _mask(self, who: tree.Expr | None) -> Expr:
        """The seats that an expression names, as bits."""
        if isinstance(who, tree.Name) and who.id == "all":
            return Const((1 << self.world.players) - 1)
        if who is None or (isinstance(who, tree.Name) and who.id == "nobody"):
            return Const(0)
        seats = self.build.expr(who)
        many = isinstance(self.type(who), Many)
        return Builtin("seats", (seats if many else Tuple((seats,)),))

    # ----------------------------------------------------------------
    # tables
    def _tables(self) -> dict[str, object]:
        world = self.world
        tables: dict[str, object] = {}
        fields: dict[str, list[object]] = {}
        for info in world.pieces.values():
            rows: dict[tuple[object, ...], int] = {}
            plain = [f for f in info.field_types if f != info.face]
            for name in plain:
                fields.setdefault(name, [None] * world.piece_count)[
                    info.first : info.first + info.count
                ] = info.fields[name]
            for i in range(info.count):
                row = tuple(info.fields[f][i] for f in plain)
                rows.setdefault(row, info.first + i)
                for n in range(len(row) - 1, -1, -1):
                    if plain[n] not in info.defaults or row[n] != info.defaults[plain[n]]:
                        break
                    rows.setdefault(row[:n], info.first + i)
            tables[f"P·{info.name}"] = rows
        for name, values in fields.items():
            tables[f"F·{name}"] = tuple(values)
        for kind in world.kinds.values():
            tables[f"K·{kind.name}·title"] = kind.titles
            for name, values in kind.fields.items():
                tables[f"K·{kind.name}·{name}"] = values
        for table in world.tables.values():
            tables[f"T·{table.name}"] = table.rows
        for place in self.symbols.located.values():
            keys: list[int | tuple[int, ...] | None] = [None] * world.place_count
            for number, key in enumerate(place.keys(), place.first):
                keys[number] = key[0] if len(key) == 1 else key
            tables[f"AT·{place.name}"] = tuple(keys)
        for names, mask in self.symbols.masks.items():
            member = bytearray(world.piece_count)
            for n in names:
                for i in world.pieces[n].ids:
                    member[i] = 1
            tables[mask] = bytes(member)
        return tables


def lower(checked: Checked, without: Iterable[str] = ()) -> Lowered:
    """Lower a checked program without errors, leaving out the passes that are named. Without
    `inline` every value and rule stays a function of its own."""
    return ProgramWriter(checked, frozenset(without)).write()


def label_key(game: str, name: str) -> int:
    """A number that a declaration's chance starts from, the same whatever else is in play."""
    return int.from_bytes(hashlib.sha256(f"{game}/{name}".encode()).digest()[:8], "little")


def of_pieces(t: Type) -> bool:
    """Whether values of a type are pieces, or hold some."""
    return isinstance(t, Pieces) or (isinstance(t, (Many, Maybe)) and of_pieces(t.of))
