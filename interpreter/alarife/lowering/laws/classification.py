"""Which form each rule of a law has, so that the law can be asked of what has changed alone.

A law over a grid holds before something is laid, taken or exchanged. Of many rules the text shows
what must be asked again then:

- **local**: `every c in cells(g) …: φ(c)`, where φ reads the grid at constant offsets from c. Only the conditions that read the
  changed cell; one that laying can only make truer is asked of the newcomer alone.
- **reach**: `every c in cells(g): c in reach(G(g), start)`, where G joins occupied neighbours and reads only the two ends. What
  is laid needs a link; what is taken must not hold the rest together; an exchange must lose no
  link.
- **gaps**: `every c in gaps(g): c in reach(L(g), outside(g))`, where L joins all free neighbours; of a board, from a cell that
  never changes. What is laid is taken out of L. The rule may go on with `or φ(c)`, where φ reads no more than which cells round c are free:
  then free cells that are shut in are asked φ.
- **fixed**: it reads cells that never change, and is asked when one of them does.

Everything else is **plain**: the whole rule is asked of the new grid. A changed rule is what it is
changed to, `usual` in it what it was. A condition of a change that holds or not whatever lies on the grid is asked first, and
for each outcome the law has forms of its own; under other conditions a changed rule is plain. `classify` gives
the forms of all laws, `classification` the same in words. The engine (`alarife.engine.laws.laws`)
answers by them."""  # noqa: E501

from __future__ import annotations

from collections.abc import Iterator

from alarife.checking.scope import Checked, Local
from alarife.checking.types import GridOf, Pieces, Truth
from alarife.checking.world import NoteInfo
from alarife.geometry import grid
from alarife.lowering.laws.forms import (
    FixedPart,
    GapsPart,
    Instance,
    LawForm,
    LocalPart,
    NoteAt,
    Part,
    ReachPart,
    Relaxation,
    RuleForm,
    instances,
)
from alarife.lowering.laws.offsets import (
    THERE,
    Atom,
    Env,
    Fixed,
    Meaning,
    NotLocal,
    Off,
    OffsetAnalysis,
    OffsetReads,
    TheGrid,
    changes_of,
    steps,
)
from alarife.lowering.laws.relaxing import either, relaxation
from alarife.lowering.layout import Layout, lay_out
from alarife.lowering.reading import Purity, nodes
from alarife.syntax import tree

MOST_NOTES = 10
"""With more notes of a piece than this, the rules that read them are plain."""
MOST_GUARDS = 4
"""With more conditions on changes of one law than this they are not told apart."""


def classify(checked: Checked) -> dict[str, LawForm]:
    """The forms of all laws of a program."""
    return {name: _guarded_law(checked, name) for name in checked.program.laws}


def classification(checked: Checked) -> dict[str, RuleForm]:
    """By rule: how each question about a law is answered, and why so."""
    return {rule.name: rule for law in classify(checked).values() for rule in law.rules}


def _guarded_law(checked: Checked, name: str) -> LawForm:
    """The forms of a law. Where its rules are changed under conditions that hold or not whatever
    lies on the grid, there is a form for each outcome."""
    changes = [
        change
        for rule in checked.program.rules_of.get(name, [])
        for change in checked.program.all_changes(rule)
        if change.guard is not None and stands_alone(checked, change)
    ]
    plainly = _law(checked, Purity(checked), name, {})
    if not changes or len(changes) > MOST_GUARDS:
        return plainly
    reading = Purity(checked, {change.guard for change in changes})
    outcomes: list[dict[tree.Change, bool]] = [{}]
    for change in changes:
        outcomes = [{**o, change: met} for o in outcomes for met in (False, True)]
    variants = [_law(checked, reading, name, outcome) for outcome in outcomes]
    plainly.guards = changes
    plainly.variants = {
        tuple(outcome.values()): form for outcome, form in zip(outcomes, variants, strict=True)
    }
    for i, rule in enumerate(plainly.rules):
        if not rule.parts:
            _tell_variants(rule, [form.rules[i] for form in variants])
    return plainly


def _tell_variants(rule: RuleForm, forms: list[RuleForm]) -> None:
    """In words, what holds of a rule for every outcome of the conditions."""
    if all(form.parts for form in forms):
        rule.lay = _worst([form.lay for form in forms])
        rule.take = _worst([form.take for form in forms])
        rule.exchange = _worst([form.exchange for form in forms])
        whys = dict.fromkeys(form.why for form in forms)
        rule.why = f"whether it is changed is asked first, once; {'; '.join(whys)}"


def stands_alone(checked: Checked, change: tree.Change) -> bool:
    """Whether the condition of a change reads nothing that the change is given, speaks to nobody
    and binds nothing."""
    if any(t is not None for t in checked.pattern_types.get(change, [])):
        return False
    params = checked.params[change]
    for node in nodes([change.guard]):
        ref = checked.refs.get(node)
        if isinstance(node, (tree.IsSome, tree.Can)) or (
            ref is not None
            and (ref.kind in ("you", "usual") or any(ref.target is p for p in params))
        ):
            return False
        if ref is not None and f"{ref.kind} {ref.target}" in checked.you:
            return False
    return True


def _law(checked: Checked, reading: Purity, name: str, outcome: dict[tree.Change, bool]) -> LawForm:
    world = checked.world
    names = checked.program.rules_of.get(name, [])
    sizes = {place.bounds is not None for place in world.places.values() if place.law == name}
    free = _notes_of_pieces(checked)
    noted = reading.without(free)
    forms = [_rule(checked, reading, noted, rule, sizes, outcome) for rule in names]
    notes = _notes(checked, forms)
    members: set[int] = set()
    for place in world.places.values():
        if place.law == name and isinstance(place.element, Pieces):
            members.update(i for n in place.element.names for i in world.pieces[n].ids)
    looks_of: dict[str, list[int]] = {}
    for form in forms:
        if form.pure or form.parts:
            looks_of[form.name] = _looks(checked, noted, form)
    return LawForm(name, forms, sorted(members), _joint(checked, looks_of), looks_of, notes=notes)


def _looks(checked: Checked, reading: Purity, form: RuleForm) -> list[int]:
    """By piece what a rule sees of it: what its parts read, if that is told; notes aside."""
    atoms = {
        atom
        for part in form.parts
        for i in instances(part)
        for found in i.reads.atoms.values()
        for atom in found
    }
    if not form.parts or any(isinstance(p, FixedPart) for p in form.parts) or ("piece",) in atoms:
        return reading.looks([form.name])
    fields = sorted({atom[1] for atom in atoms if atom[0] in ("has", "field")})
    types = sorted({atom[1] for atom in atoms if atom[0] == "is"})
    members = checked.world.members
    seen: dict[tuple[object, ...], int] = {}
    looks: list[int] = []
    for info in checked.world.pieces.values():
        member = tuple(info.name in members.get(t, ()) for t in types)
        for i in range(info.count):
            row = tuple(info.fields[f][i] if f in info.fields else None for f in fields)
            looks.append(seen.setdefault((row, member), len(seen)))
    return looks


def _joint(checked: Checked, looks_of: dict[str, list[int]]) -> list[int]:
    """By piece what several rules see of it together."""
    seen: dict[tuple[int, ...], int] = {}
    rows = zip(*looks_of.values(), strict=True) if looks_of else [()] * checked.world.piece_count
    return [seen.setdefault(row, len(seen)) for row in rows]


def _notes_of_pieces(checked: Checked) -> frozenset[str]:
    """The notes of yes or no whose first key is a piece."""
    return frozenset(
        note.name
        for note in checked.world.notes.values()
        if isinstance(note.type, Truth)
        and note.domains
        and isinstance(note.domains[0].type, Pieces)
    )


def _notes(checked: Checked, forms: list[RuleForm]) -> dict[Atom, NoteAt]:
    """Where the notes are that parts of rules read. With too many of them, the rules are plain."""
    found = {form.name: _notes_read(form) for form in forms}
    atoms = sorted(set[Atom]().union(*found.values()))
    if len(atoms) > MOST_NOTES:
        for form in forms:
            if found[form.name]:
                form.parts, form.why = [], "it reads too many notes of a piece"
                form.lay = form.take = form.exchange = "plain"
        return {}
    layout = lay_out(checked.world)
    return {atom: _note_at(checked.world.notes[atom[1]], atom, layout) for atom in atoms}


def _notes_read(form: RuleForm) -> set[Atom]:
    return {atom for part in form.parts for i in instances(part) for atom in i.reads.notes}


def _note_at(note: NoteInfo, atom: Atom, layout: Layout) -> NoteAt:
    first, *others = note.domains
    stride, at = 1, 0
    for domain, key in reversed(list(zip(others, map(int, atom[2:]), strict=True))):
        at += domain.values.index(key) * stride
        stride *= domain.size
    index = {x: n * stride + at for n, x in enumerate(first.values)}
    return NoteAt(layout.notes[note.name].base, index)


def _rule(
    checked: Checked,
    reading: Purity,
    noted: Purity,
    name: str,
    sizes: set[bool],
    outcome: dict[tree.Change, bool],
) -> RuleForm:
    form = RuleForm(name, pure=reading.pure(f"rule {name}"))
    found = _Classifier(checked, sizes, outcome)
    try:
        if not noted.pure(f"rule {name}"):
            raise NotLocal("it reads more than the grid")
        form.parts = found.parts(name)
    except NotLocal as why:
        relaxed = relaxation(checked, name, outcome, lay_out(checked.world))
        try:
            form.parts = found.parts_without(name, relaxed, noted)
            form.relaxed = relaxed
        except NotLocal:
            form.why = why.why + (f" (line {why.at.line})" if why.at else "")
            return form
    said = [_words(part) for part in form.parts]
    form.lay = _worst(lay for lay, _, _, _ in said)
    form.take = _worst(take for _, take, _, _ in said)
    form.exchange = _worst(exchange for _, _, exchange, _ in said)
    form.why = "; ".join(dict.fromkeys(why for _, _, _, why in said))
    if form.relaxed is not None:
        form.why += "; where that says no, the whole law is asked whether the rule is relaxed"
    return form


def _worst(words: Iterator[str] | list[str]) -> str:
    order = ["nothing to ask", "one cell", "local", "window"]
    return max(words, key=order.index, default="nothing to ask")


def _words(part: Part) -> tuple[str, str, str, str]:
    match part:
        case LocalPart():
            offsets = {o for i in part.instances for o in i.reads.atoms}
            far = max((max(map(abs, steps(o))) for o in offsets), default=0)
            return "local", "local", "local", f"each cell is asked about cells at most {far} away"
        case ReachPart():
            return (
                "local",
                "window",
                "window",
                "links join occupied neighbours and read only both ends",
            )
        case GapsPart(unless=None):
            return "window", "local", "nothing to ask", "links join all free neighbours"
        case GapsPart():
            return (
                "window",
                "window",
                "nothing to ask",
                "only free cells that are shut in are asked what else may hold of them",
            )
        case FixedPart():
            return "one cell", "one cell", "one cell", "it reads cells that never change"


class _Classifier:
    """Finds the parts of one rule."""

    def __init__(
        self, checked: Checked, sizes: set[bool], outcome: dict[tree.Change, bool]
    ) -> None:
        self.checked = checked
        self.outcome = outcome
        self.sizes = sizes
        self.bounded = bounded = True in sizes
        self.reader = OffsetAnalysis(checked, bounded=bounded)

    def parts(self, name: str) -> list[Part]:
        """The parts of a rule, all of which must hold; `NotLocal` if one has none of the forms."""
        return self._parts(self._bodies(name))

    def parts_without(self, name: str, relaxed: Relaxation | None, reading: Purity) -> list[Part]:
        """The parts of what a rule usually says: links alone."""
        if relaxed is None:
            raise NotLocal("no change of it does no more than make it truer")
        notes = _notes_of_pieces(self.checked)
        if not reading.without(notes, frozenset(relaxed.changes)).pure(f"rule {name}"):
            raise NotLocal("it reads more than the grid")
        rule = self.checked.program.rules[name]
        found = self._parts([(rule, rule.body)])
        if not all(isinstance(part, ReachPart) for part in found):
            raise NotLocal("only links can be relaxed")
        return found

    def _parts(self, bodies: list[tuple[tree.Decl, tree.Expr]]) -> list[Part]:
        (decl, body), *originals = bodies
        parts = [
            self._part(e, env) for e, env in self._conjuncts(body, self._grids(decl), originals)
        ]
        fixed = [part for part in parts if isinstance(part, FixedPart)]
        if fixed and len(fixed) < len(parts):
            raise NotLocal("it is about cells that never change and about others as well", decl.at)
        cells = frozenset[int]().union(*(part.cells for part in fixed))
        return [FixedPart(cells)] if fixed else parts

    def _bodies(self, name: str) -> list[tuple[tree.Decl, tree.Expr]]:
        """What a rule says now, then what `usual` means in that, and so on."""
        rule = self.checked.program.rules[name]
        return [*changes_of(self.checked, name, self.outcome), (rule, rule.body)]

    def _grids(self, decl: tree.Decl) -> Env:
        return {p: TheGrid() for p in self.checked.params[decl] if isinstance(p.type, GridOf)}

    def _conjuncts(
        self, e: tree.Expr, env: Env, originals: list[tuple[tree.Decl, tree.Expr]]
    ) -> Iterator[tuple[tree.Expr, Env]]:
        match e:
            case tree.And() if not _binds(e):
                for part in e.parts:
                    yield from self._conjuncts(part, env, originals)
            case tree.Name() if self.checked.refs[e].kind == "usual" and originals:
                (decl, body), *rest = originals
                yield from self._conjuncts(body, self._grids(decl), rest)
            case tree.Call() | tree.Name() if self.checked.refs[e].kind in ("rule", "value"):
                yield from self._conjuncts(*self.reader.inlined(e, env), [])
            case _:
                yield e, env

    def _part(self, e: tree.Expr, env: Env) -> Part:
        reached = self._reached(e, env)
        if reached is not None:
            return reached
        if (
            isinstance(e, tree.Quantified)
            and e.kind in ("every", "no")
            and self._over_cells(e, env)
        ):
            return LocalPart(list(self._split(e, env, [], False)))
        reads = OffsetReads()
        OffsetAnalysis(self.checked, reads, self.bounded, notes=True).truth(e, dict(env), 1)
        if reads.notes:
            raise NotLocal("it reads notes of what lies on cells that never change", e.at)
        return FixedPart(frozenset(reads.fixed))

    # ----------------------------------------------------------------
    # local
    def _over_cells(self, e: tree.Quantified, env: Env) -> bool:
        return any(self._is_set(source.of, "cells", env) for source in e.sources.each)

    def _is_set(self, e: tree.Expr, name: str, env: Env) -> bool:
        return (
            isinstance(e, tree.Call)
            and e.name == name
            and isinstance(self.reader.value(e.args[0], env), TheGrid)
        )

    def _split(
        self, e: tree.Expr, env: Env, guards: list[tree.Expr], centred: bool
    ) -> Iterator[Instance]:
        """The conditions taken apart, so that each reads as few cells as can be."""
        match e:
            case tree.And() if not _binds(e):
                for part in e.parts:
                    yield from self._split(part, env, guards, centred)
            case tree.Quantified(kind="every"):
                where = [e.sources.where] if e.sources.where is not None else []
                for inner, now in self._rounds(e.sources.each, env, centred):
                    yield from self._split(e.body, inner, [*guards, *where], now)
            case tree.Quantified(kind="no") if not centred:
                where = [e.sources.where] if e.sources.where is not None else []
                denied = tree.Not(at=e.at, of=e.body)
                for inner, now in self._rounds(e.sources.each, env, centred):
                    yield self._instance([*guards, *where], denied, inner, now)
            case _:
                yield self._instance(guards, e, env, centred)

    def _rounds(
        self, sources: list[tree.Source], env: Env, centred: bool
    ) -> Iterator[tuple[Env, bool]]:
        if not sources:
            yield env, centred
            return
        local = self._local(sources[0])
        if self._is_set(sources[0].of, "cells", env):
            if centred:
                raise NotLocal("it compares cells wherever they lie", sources[0].at)
            yield from self._rounds(sources[1:], {**env, local: Off(0)}, True)
            return
        for member in self.reader.members(sources[0].of, env):
            yield from self._rounds(sources[1:], {**env, local: member}, centred)

    def _instance(
        self, guards: list[tree.Expr], body: tree.Expr, env: Env, centred: bool
    ) -> Instance:
        if not centred:
            raise NotLocal("it is not about the cells of the grid", body.at)
        reads = OffsetReads()
        reader = OffsetAnalysis(self.checked, reads, self.bounded, notes=True)
        inner = dict(env)
        for guard in guards:
            reader.truth(guard, inner, -1)
        reader.truth(body, inner, 1)
        reads.see(Off(0), THERE, 0, body.at)
        if reads.fixed:
            raise NotLocal(
                "each cell is compared with what lies on one that never changes", body.at
            )
        return Instance(guards, body, env, reads)

    def _local(self, node: tree.Node) -> Local:
        target = self.checked.refs[node].target
        assert isinstance(target, Local)
        return target

    # ----------------------------------------------------------------
    # reach
    def _reached(self, e: tree.Expr, env: Env) -> ReachPart | GapsPart | None:
        """`every c in S: c in reach(G(g), start)`, of free cells with further conditions joined by
        `or`; else None."""
        match e:
            case tree.Quantified(kind="every", sources=tree.Sources(each=[source], where=None)):
                pass
            case _:
                return None
        asked: list[tree.Call] = []
        others: list[tree.Expr] = []
        for part in either(e.body):
            call = self._reach_of(part, source)
            if call is not None:
                asked.append(call)
            else:
                others.append(part)
        if len(asked) != 1:
            return None
        graph, start = asked[0].args
        if not (isinstance(graph, tree.Call) and self.checked.refs[graph].kind == "graph"):
            return None
        decl = self.checked.program.graphs[str(self.checked.refs[graph].target)]
        if decl.directed:
            raise NotLocal(f"the links of `{decl.name}` lead one way", e.at)
        args = [self.reader.value(a, env) for a in graph.args]
        inner: Env = dict(zip(self.checked.params[decl], args, strict=False))
        if self._is_set(source.of, "cells", env) and not others:
            begin = self.reader.value(start, env)
            if not isinstance(begin, Fixed):
                raise NotLocal("it starts from no fixed cell", start.at)
            return ReachPart(list(self._links(decl, inner)), begin.cell)
        if not self._is_set(source.of, "gaps", env):
            return None
        if self.bounded:
            return self._gaps_of_a_board(decl, inner, self.reader.value(start, env), others)
        if self._is_set(start, "outside", env):
            return GapsPart(self._free_links(decl, inner), self._unless(others, source, env))
        return None

    def _gaps_of_a_board(
        self, decl: tree.Graph, inner: Env, start: Meaning, others: list[tree.Expr]
    ) -> GapsPart:
        """Every free cell of a board in reach from one that never changes."""
        if not isinstance(start, Fixed):
            raise NotLocal("a board has no outside: it starts from no fixed cell", decl.at)
        if len(self.sizes) > 1:
            raise NotLocal("the law is about boards and about grids without bounds", decl.at)
        if others:
            raise NotLocal("free cells of a board are asked what else may hold of them", decl.at)
        return GapsPart(self._free_links(decl, inner), start=start.cell)

    def _reach_of(self, e: tree.Expr, source: tree.Source) -> tree.Call | None:
        """The `reach(…)` of `c in reach(…)`, where `c` is the name that a source gives."""
        if not (isinstance(e, tree.Compare) and e.op == "in" and isinstance(e.left, tree.Name)):
            return None
        right = e.right
        if not (
            isinstance(right, tree.Call)
            and right.name == "reach"
            and self.checked.refs[right].kind == "builtin"
            and len(right.args) == 2
        ):
            return None
        return right if self.checked.refs[e.left].target is self._local(source) else None

    def _unless(self, others: list[tree.Expr], source: tree.Source, env: Env) -> Instance | None:
        """What may be true of a free cell that is not in reach: something that shows in which cells
        round it are free. Such a cell lies within the box of what is laid, so all its neighbours
        are gaps or occupied."""
        if not others:
            return None
        body = others[0] if len(others) == 1 else tree.Or(parts=others, at=others[0].at)
        found = self._instance([], body, {**env, self._local(source): Off(0)}, True)
        if found.reads.near or any(atoms != {THERE} for atoms in found.reads.atoms.values()):
            raise NotLocal(
                "free cells that are shut in are asked for more than which cells round them are"
                " free",
                body.at,
            )
        return found

    def _links(self, decl: tree.Graph, env: Env) -> Iterator[tuple[Instance, int]]:
        if not decl.sources.each or not self._over_cells_of(decl, env):
            raise NotLocal(f"`{decl.name}` does not join the cells of the grid", decl.at)
        for inner, centred in self._rounds(decl.sources.each, env, False):
            where = decl.sources.where or tree.Truth(at=decl.at, value=True)
            a, b = self.reader.value(decl.a, inner), self.reader.value(decl.b, inner)
            if (
                not (isinstance(a, Off) and isinstance(b, Off))
                or a.by == b.by
                or 0 not in (a.by, b.by)
            ):
                raise NotLocal(
                    f"`{decl.name}` joins other things than a cell and a neighbour", decl.a.at
                )
            link = self._instance([], where, inner, centred)
            other = a.by + b.by
            if not set(link.reads.atoms) <= {0, other} or link.reads.near:
                raise NotLocal(f"the links of `{decl.name}` read more than their ends", decl.at)
            if not any(self._asks_for(part, other, inner) for part in _parts(where)):
                raise NotLocal(
                    f"`{decl.name}` does not say that a link needs a piece at both ends", decl.at
                )
            yield link, other

    def _over_cells_of(self, decl: tree.Graph, env: Env) -> bool:
        return any(self._is_set(source.of, "cells", env) for source in decl.sources.each)

    def _asks_for(self, e: tree.Expr, offset: int, env: Env) -> bool:
        """Whether a condition says that something lies at this offset."""
        match e:
            case tree.Compare(op="in") if self._is_set(e.right, "cells", env):
                return self.reader.value(e.left, env) == Off(offset)
            case (
                tree.IsSome(of=tree.At() as spot) | tree.IsEmpty(of=tree.At() as spot, negated=True)
            ):
                known = self.checked.refs[spot].kind == "cell" and isinstance(
                    self.reader.value(spot.of, env), TheGrid
                )
                return known and self.reader.value(spot.keys[0], env) == Off(offset)
            case _:
                return False

    def _free_links(self, decl: tree.Graph, env: Env) -> frozenset[int]:
        sources = decl.sources.each
        if not sources or not self._is_set(sources[0].of, "gaps", env):
            raise NotLocal(f"`{decl.name}` does not join the free cells", decl.at)
        offsets: set[int] = set()
        centre: dict[Local, Meaning] = {**env, self._local(sources[0]): Off(0)}
        for inner, _ in self._rounds(sources[1:], centre, True):
            a, b = self.reader.value(decl.a, inner), self.reader.value(decl.b, inner)
            where = list(_parts(decl.sources.where)) if decl.sources.where is not None else []
            ends = isinstance(a, Off) and isinstance(b, Off) and a.by == 0 and b.by in grid.AROUND
            only = where[0] if len(where) == 1 else None
            free = (
                isinstance(only, tree.Compare)
                and only.op == "in"
                and self._is_set(only.right, "gaps", inner)
            )
            if (
                not ends
                or not free
                or not isinstance(only, tree.Compare)
                or self.reader.value(only.left, inner) != b
            ):
                raise NotLocal(f"`{decl.name}` joins free cells under further conditions", decl.at)
            assert isinstance(b, Off)
            offsets |= {b.by, -b.by}
        if not offsets >= set(grid.STEP):
            raise NotLocal(
                f"`{decl.name}` does not join every free cell with those beside it", decl.at
            )
        return frozenset(offsets)


def _parts(e: tree.Expr) -> Iterator[tree.Expr]:
    match e:
        case tree.And():
            for part in e.parts:
                yield from _parts(part)
        case _:
            yield e


def _binds(e: tree.Expr) -> bool:
    """Whether a condition binds names that what follows it may read; what is bound within `every`,
    `some` and `no` stays there."""
    match e:
        case tree.And() | tree.Or():
            return any(_binds(part) for part in e.parts)
        case tree.Quantified():
            return False
        case _:
            return any(isinstance(node, tree.IsSome) for node in nodes([e]))
