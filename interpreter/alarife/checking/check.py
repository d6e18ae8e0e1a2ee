"""The checking stage: a linked program becomes a `Checked` one.

`check` numbers what there is, gives every declaration its signature, looks up every name, infers
every type, and finds out below which steps somebody is asked and below which somebody must be
spoken to. Mistakes go into the report; a program is fit for lowering only if there is no error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from alarife.checking.build.draft import WorldDraft
from alarife.checking.build.world import build_world
from alarife.checking.call_chains import follow_calls
from alarife.checking.checks.flow import check_chains
from alarife.checking.checks.names import check_built_in
from alarife.checking.checks.table import CHECKS
from alarife.checking.inference.expressions import NODES
from alarife.checking.maps import find_maps
from alarife.checking.printed import find_printed
from alarife.checking.renames import rename
from alarife.checking.scope import Checked, Local, Scope
from alarife.checking.signatures import Signatures
from alarife.checking.statements import StatementChecker
from alarife.checking.types import (
    CELL,
    PARTY,
    UNKNOWN,
    GraphOf,
    Many,
    Number,
    Type,
    fits,
    is_node,
    join,
)
from alarife.diagnostics import Label, Report
from alarife.library import Library
from alarife.linking.link import linked
from alarife.linking.program import Program
from alarife.linking.wording import counted, did_you_mean, here
from alarife.syntax import tree


def check(program: Program, report: Report) -> Checked:
    """Check a linked program."""
    rename(program)
    check_built_in(program, report)
    draft = build_world(program, report)
    checked = Checked(program, draft.world)
    if report.errors:
        return checked
    try:
        Signatures(checked, report, draft).find()
        ProgramChecker(checked, report, draft).bodies()
        check_chains(checked, report)
        if not report.errors:
            follow_calls(checked, report)
        if not report.errors:
            find_maps(checked)
            find_printed(checked, report)
            for look in CHECKS:
                look(checked, report)
    except RecursionError:
        hint = "Take some of the steps in between away."
        report.error(
            "E0396",
            "So much hangs on one another in these files that it can't be checked.",
            hint=hint,
        )
    return checked


def checked(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    library: Library | None = None,
    report: Report | None = None,
) -> Checked:
    """A configuration, linked and checked. Raises `RuleError`."""
    report = report or Report()
    found = check(linked(game, modules, options, players, library, report), report)
    report.stop_if_wrong()
    return found


class ProgramChecker(StatementChecker):
    """Checks the declarations of a program."""

    def __init__(self, checked: Checked, report: Report, draft: WorldDraft) -> None:
        super().__init__(checked, report)
        self.draft = draft

    # ----------------------------------------------------------------
    # bodies
    def bodies(self) -> None:
        """Check every body."""
        p = self.program
        for name, cases in p.values.items():
            for case in cases:
                self.owner = f"value {name}"
                scope = self.parameters(
                    case, case.params, [self.draft.type_of(f.type) for f in case.params]
                )
                self.want(case.body, scope, self.draft.type_of(case.type), f"The value `{name}`")
        for rule in p.rules.values():
            self.owner = f"rule {rule.name}"
            wanted = self.checked.signatures[self.owner]
            fields = (
                rule.params
                if not rule.law
                else [tree.Field(n, None, None, at=rule.head) for n in rule.law_params]
            )
            self.condition(rule.body, self.parameters(rule, fields, wanted))
        for name in p.graphs:
            self.graph_type(name)
        for changes in p.changes.values():
            for change in changes:
                self._change(change)
        self._places_and_notes()
        self._boxes()
        self._done()

    def parameters(self, decl: tree.Decl, fields: list[tree.Field], types: list[Type]) -> Scope:
        """The scope of a body: its parameters."""
        scope = Scope()
        locals_: list[Local] = []
        if len(fields) > len(types):
            self.report.error(
                "E0346",
                f"`{decl.name}` names {len(fields)} parameters, but there are {len(types)}.",
                decl.head,
            )
        for f, t in zip(fields, types, strict=False):
            local = self.local(f, f.name, t, f.at, scope)
            locals_.append(local)
            scope = scope.bind(local)
        for t in types[len(fields) :]:
            locals_.append(Local(f"_{len(locals_)}", t, decl.head))
        self.checked.params[decl] = locals_
        return scope

    def graph_type(self, name: str) -> Type:
        """The type of a graph; its body is checked when it is first asked for."""
        owner = f"graph {name}"
        if owner not in self.checked.results:
            self.checked.results[owner] = UNKNOWN  # should it ask for itself
            outer = self.owner, self.under_as
            self.owner, self.under_as = owner, False
            self.checked.results[owner] = GraphOf(self._graph(self.program.graphs[name]))
            self.owner, self.under_as = outer
        return self.checked.results[owner]

    def _graph(self, graph: tree.Graph) -> Type:
        """Check a graph; what its links join."""
        scope = self.parameters(graph, graph.params, self.checked.signatures[self.owner])
        inner = self.sources(graph.sources, scope)
        a = self.infer(graph.a, inner)
        b = self.want(graph.b, inner, a, "The other end of a link") if is_node(a) else a
        for end, t in ((graph.a, a), (graph.b, b)):
            if not is_node(t):
                self.report.error(
                    "E0376",
                    f"A link can't join {self.say(t)}.",
                    end.at,
                    hint=NODES,
                )
                return UNKNOWN
        return join([a, b])

    def _pattern(self, decl: tree.Change | tree.Hook, wanted: list[Type]) -> Scope:
        """The scope of an amendment's parameters: a type written in the pattern narrows a
        parameter."""
        narrowed: list[Type] = []
        patterns: list[Type | None] = []
        for f, t in zip(decl.pattern, wanted, strict=False):
            written = self.draft.type_of(f.type) if f.type else None
            patterns.append(written)
            if written is not None and not fits(written, t):
                self.report.error(
                    "E0367",
                    f"`{decl.target}` is given {self.say(t)} here, never {self.say(written)}.",
                    f.at,
                    hint="Name a type that can come there, or leave it out.",
                )
            narrowed.append(written or t)
        self.checked.pattern_types[decl] = patterns
        return self.parameters(decl, decl.pattern, narrowed + wanted[len(narrowed) :])

    def _change(self, change: tree.Change) -> None:
        root = self.program.root_of(change)
        owner = next(
            (f"{w} {root}" for w in ("value", "rule") if f"{w} {root}" in self.checked.signatures),
            "",
        )
        if not owner:
            self.report.error(
                "E0368",
                f"`{root}` is neither a value nor a rule, so its value can't be changed.",
                change.head,
                hint="Let a value read it, and change that.",
            )
            return
        self.owner = owner
        if change.pattern and len(change.pattern) != len(self.checked.signatures[owner]):
            there = counted(len(self.checked.signatures[owner]), "parameter")
            self.report.error(
                "E0346", f"`{root}` has {there}, and {here(len(change.pattern))}.", change.head
            )
        scope = self._pattern(change, self.checked.signatures[owner])
        if change.guard:
            scope = self.condition(change.guard, scope)
        result = self.checked.results[owner]
        inner = Scope(scope.names, scope.narrowed, result)
        self.want(change.body, inner, result, f"`{root}`")

    def _places_and_notes(self) -> None:
        for place in self.program.places.values():
            self.owner = f"place {place.name}"
            info = self.world.places[place.name]
            scope = Scope()
            for key, domain in zip(place.keys, info.domains, strict=False):
                if key.name:
                    scope = scope.bind(self.local(key, key.name, domain.type, key.at, scope))
            for trait in place.traits:
                self._trait(place, info.element, info.shape, trait, scope)
            self._seen_by_somebody(place)
        for note in self.program.notes.values():
            self.owner = f"note {note.name}"
            info = self.world.notes[note.name]
            scope = Scope()
            for key, domain in zip(note.keys, info.domains, strict=True):
                if key.name:
                    scope = scope.bind(self.local(key, key.name, domain.type, key.at, scope))
            self.want(note.value, scope, info.type, f"The first value of `{note.name}`")

    def _boxes(self) -> None:
        for box in self.program.boxed.values():
            if box.name not in self.program.pieces:
                self.report.error(
                    "E0400",
                    f"There is no piece `{box.name}`, and something else in the box needs a title.",
                    box.head,
                    hint=did_you_mean(box.name, self.program.pieces)
                    or f'Write `box {box.name} "title" = …`.',
                )
        for box in (*self.program.boxes.values(), *self.program.boxed.values()):
            self.owner = f"box {box.name}"
            for number in (box.number, *([box.used] if box.used else [])):
                self.want(number, Scope(), Number(), "How many there are")
                self.draft.constant_number(number, "How many there are")

    def _seen_by_somebody(self, place: tree.Place) -> None:
        """`seen by nobody` leaves no room for another `seen by`, unless that has a condition."""
        always = [t for t in place.traits if t.kind == "seen" and t.guard is None]
        hidden = [t for t in always if isinstance(t.who, tree.Name) and t.who.id == "nobody"]
        if hidden and len(always) > 1:
            other = next(t for t in always if t is not hidden[0])
            self.report.error(
                "E0369",
                "A place that nobody sees can't be seen by somebody as well.",
                other.at,
                Label(hidden[0].at, "`seen by nobody`"),
                hint="Leave one of the two out, or give this one a condition: `when …`.",
            )

    def _trait(
        self, place: tree.Place, element: Type, shape: str, trait: tree.Trait, scope: Scope
    ) -> None:
        if trait.guard:
            self.condition(trait.guard, scope)
        everybody = isinstance(trait.who, tree.Name) and trait.who.id in ("all", "nobody")
        if trait.kind in ("seen", "top seen") and trait.who is not None and not everybody:
            t = self.infer(trait.who, scope)
            if not fits(t, PARTY) and not (isinstance(t, Many) and fits(t.of, PARTY)):
                self.report.error(
                    "E0369",
                    f"A place is seen by players, by `all` or by `nobody`; this is {self.say(t)}.",
                    trait.who.at,
                    hint="Name a key of the place: `place hand[p: Player] …, seen by p`.",
                )
        if trait.kind == "under" and trait.law not in self.program.laws:
            self.report.error(
                "E0370",
                f"There is no law `{trait.law}`.",
                trait.at,
                hint=did_you_mean(trait.law or "", self.program.laws)
                or f'Declare it: `law {trait.law}(g: …) "…"`.',
            )
        if trait.kind == "starting" and trait.value is not None:
            t = self.infer(trait.value, scope)
            member = t.of if isinstance(t, Many) else t
            if not fits(member, element):
                self.report.error(
                    "E0359",
                    f"`{place.name}` holds {self.say(element)}, and this is {self.say(t)}.",
                    trait.value.at,
                )
            if shape in ("grid", "board") and trait.cell is None:
                self.report.error(
                    "E0371", "Say on which cell it starts: `starting with … at …`.", trait.at
                )
            if trait.cell is not None:
                self.want(trait.cell, scope, CELL, "Where it starts")

    # ----------------------------------------------------------------
    # what is done
    def _done(self) -> None:
        p = self.program
        for step in p.steps.values():
            self.owner = f"step {step.name}"
            scope = self.parameters(step, step.params, self.checked.signatures[self.owner])
            self.block(step.body or [], scope)
        for name, hooks in p.hooks.items():
            for hook in [*hooks.before, *hooks.after, *hooks.instead]:
                self._hook(name, hook)
        for menu in p.menus.values():
            for name in p.actions_of.get(menu.name, []):
                self.checked.calls.setdefault(f"menu {menu.name}", set()).add(f"action {name}")
                self.checked.you_calls.setdefault(f"menu {menu.name}", set()).add(f"action {name}")
        for action in p.actions.values():
            self.owner = f"action {action.name}"
            fields = [tree.Field(n, None, None, at=action.head) for n in action.menu_params]
            scope = self.parameters(action, fields, self.checked.signatures.get(self.owner, []))
            self.block(action.body, scope)
        for whenever in p.whenevers:
            self._whenever(whenever)

    def _hook(self, target: str, hook: tree.Hook) -> None:
        label = hook.name
        self.owner = f"step {label}"
        what = "moment" if target in self.program.moments else "step"
        for edges in (self.checked.calls, self.checked.you_calls):
            edges.setdefault(f"{what} {target}", set()).add(self.owner)
            if hook.how == "instead" and target in self.program.labels:
                edges.setdefault(f"step {target}", set()).add(self.owner)
        scope = self._pattern(hook, self.checked.signatures.get(self.owner, []))
        if hook.guard:
            scope = self.condition(hook.guard, scope)
        self.original = f"{what} {target}" if hook.how == "instead" else ""
        self.block(hook.body, scope)
        self.original = ""

    def _whenever(self, decl: tree.Whenever) -> None:
        self.owner = f"step {decl.name}"
        place = self.world.places.get(decl.place)
        if place is None:
            self.report.error(
                "E0340",
                f"There is no place `{decl.place}`.",
                decl.head,
                hint=did_you_mean(decl.place, self.world.places),
            )
            return
        t = self.draft.type_of(decl.type)
        fields = [tree.Field(n, None, None, at=decl.head) for n in (decl.piece, *decl.place_keys)]
        scope = self.parameters(decl, fields, [t, *(d.type for d in place.domains)])
        if decl.guard:
            scope = self.condition(decl.guard, scope)
        self.block(decl.body, scope)
        if self.owner in self.checked.asking:
            self.report.error(
                "E0373",
                "A `whenever` may ask nobody.",
                decl.head,
                hint="Follow a step with `after …` instead.",
            )
