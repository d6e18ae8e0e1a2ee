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

from alarife.checking.scope import Checked
from alarife.checking.types import Pieces
from alarife.checking.world import NoteInfo
from alarife.linking.walk import below
from alarife.lowering.laws.forms import (
    FixedPart,
    GapsPart,
    LawForm,
    LocalPart,
    NoteAt,
    Part,
    ReachPart,
    RuleForm,
    instances,
)
from alarife.lowering.laws.read_sets import Atom, NotLocal, parts_of, steps
from alarife.lowering.laws.relaxing import relaxation
from alarife.lowering.laws.rule_parts import PartFinder, notes_of_pieces
from alarife.lowering.layout import Layout, lay_out
from alarife.lowering.reading import Purity
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
    """Describe a rule that has a form for each outcome of the conditions."""
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
    for node in below(change.guard or ()):
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
    free = notes_of_pieces(checked)
    unmet = frozenset(change for change, met in outcome.items() if not met)
    reading = reading.without(frozenset(), unmet)
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
    """By piece the class that a rule sees: pieces in one class agree in every atom that its parts
    read. Notes aside."""
    atoms = {
        atom
        for part in form.parts
        for i in instances(part)
        for found in i.reads.atoms.values()
        for whole in found
        for atom in parts_of(whole)
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
    """The common refinement of several rules' piece classes, by piece."""
    seen: dict[tuple[int, ...], int] = {}
    rows = zip(*looks_of.values(), strict=True) if looks_of else [()] * checked.world.piece_count
    return [seen.setdefault(row, len(seen)) for row in rows]


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
    found = PartFinder(checked, sizes, outcome)
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
