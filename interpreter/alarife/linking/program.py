"""The linked program: one game with its libraries, modules and settings, joined.

What comes in: the syntax trees of the files in play and a configuration. What goes out: a
`Program`, in which every name means one thing, `when` blocks that do not hold are gone, `more` rows
are joined to what they extend, open steps have a body, and amendments hang on what they amend, in
an order that does not depend on how the modules were named. Expressions are still as written: names
are looked up and types inferred by the next stage."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.linking.narrowest import narrowest_first
from alarife.syntax import tree
from alarife.texts.english import ENGLISH
from alarife.texts.speech import Speech

Setting = bool | int | str
"""The value of an option (yes/no, a number, the name of a kind's value) or of a ruling (the name of
a choice)."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """Which game is played: `modules` sorted; `settings` names every option and ruling in play
    ("invaders.open", "alhambra.further_action") with its value, sorted by name."""

    game: str
    modules: tuple[str, ...]
    settings: tuple[tuple[str, Setting], ...]
    players: int


@dataclass(slots=True)
class Hooks:
    """What surrounds and replaces a step, a moment or a labelled amendment: `before` and `after` in
    the order in which they are carried out; `instead` as a chain: the first whose pattern and guard
    hold replaces; amendments of an `instead` hang on its own label. `usual` in an `instead` is the
    next of the chain that fits, in the end the body."""

    before: list[tree.Hook] = field(default_factory=list[tree.Hook])
    after: list[tree.Hook] = field(default_factory=list[tree.Hook])
    instead: list[tree.Hook] = field(default_factory=list[tree.Hook])

    def all(self) -> tuple[tree.Hook, ...]:
        """All of them."""
        return *self.before, *self.instead, *self.after


@dataclass(slots=True)
class Article:
    """A declaration in its place in the book: the chapter and the section (ids, "" where none) it
    was written under."""

    decl: tree.Decl
    chapter: str
    section: str


@dataclass(slots=True)
class Program:
    """A linked program. Every dict keeps the order: libraries, the game, modules by name; within a
    file as written."""

    configuration: Configuration
    title: str
    files: list[tree.File]
    settings: dict[str, Setting] = field(default_factory=dict[str, Setting])
    """Options and rulings by their bare names (`open`, `further_action`) and by full ones
    (`invaders.open`)."""

    kinds: dict[str, tree.Kind] = field(default_factory=dict[str, tree.Kind])
    types: dict[str, tree.Type] = field(default_factory=dict[str, tree.Type])
    pieces: dict[str, tree.Piece] = field(default_factory=dict[str, tree.Piece])
    neutrals: dict[str, tree.Neutral] = field(default_factory=dict[str, tree.Neutral])
    places: dict[str, tree.Place] = field(default_factory=dict[str, tree.Place])
    notes: dict[str, tree.Note] = field(default_factory=dict[str, tree.Note])
    tables: dict[str, tree.Table] = field(default_factory=dict[str, tree.Table])
    values: dict[str, list[tree.Value]] = field(default_factory=dict[str, list[tree.Value]])
    """Cases of one value by the type of its first parameter."""
    rules: dict[str, tree.Rule] = field(default_factory=dict[str, tree.Rule])
    laws: dict[str, tree.Law] = field(default_factory=dict[str, tree.Law])
    rules_of: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Law → the names of its rules, in order."""
    graphs: dict[str, tree.Graph] = field(default_factory=dict[str, tree.Graph])
    moments: dict[str, tree.Moment] = field(default_factory=dict[str, tree.Moment])
    steps: dict[str, tree.Step] = field(default_factory=dict[str, tree.Step])
    """`fill` has been carried out: `body` is never None, parameters are the step's, renamed to the
    names the filler uses."""
    fills: dict[str, tree.Fill] = field(default_factory=dict[str, tree.Fill])
    menus: dict[str, tree.Menu] = field(default_factory=dict[str, tree.Menu])
    actions: dict[str, tree.Action] = field(default_factory=dict[str, tree.Action])
    actions_of: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Menu → the names of its actions, in order."""
    options: dict[str, tree.Option] = field(default_factory=dict[str, tree.Option])
    rulings: dict[str, tree.Ruling] = field(default_factory=dict[str, tree.Ruling])

    boxes: dict[str, tree.Box] = field(default_factory=dict[str, tree.Box])
    boxed: dict[str, tree.Box] = field(default_factory=dict[str, tree.Box])
    """Piece → how many of it lie in the box, where no number of players uses them all."""
    terms: dict[str, tree.Term] = field(default_factory=dict[str, tree.Term])
    aids: dict[str, list[tree.Aid]] = field(default_factory=dict[str, list[tree.Aid]])
    """Parts of the player aid, each with what goes on in it; the first has the title."""
    tells: list[tree.Tell] = field(default_factory=list[tree.Tell])
    """What the book is told of its order; of two that say the same thing, the later one holds."""

    more: dict[str, list[tree.More]] = field(default_factory=dict[str, list[tree.More]])
    """Name of a piece, kind or table → the declarations that add rows to it (the rows are already
    in the declaration)."""
    changes: dict[str, list[tree.Change]] = field(default_factory=dict[str, list[tree.Change]])
    """Name of a value, rule or table, or label of a change → its changes, as a chain: the first
    whose pattern and guard hold applies, and `usual` in it is what the rest of the chain gives, in
    the end the original. The order matters only for those that settle a conflict (they come first):
    of the others at most one applies, or they agree, or they commute; that has been checked. No
    guard is left that is decided before play."""
    hooks: dict[str, Hooks] = field(default_factory=dict[str, Hooks])
    """Name of a step, moment or label of a hook → what surrounds and replaces it."""
    labels: dict[str, tree.Change | tree.Hook | tree.Whenever] = field(
        default_factory=dict[str, tree.Change | tree.Hook | tree.Whenever]
    )
    whenevers: list[tree.Whenever] = field(default_factory=list[tree.Whenever])
    """In the order in which they are carried out."""
    formerly: dict[str, str] = field(default_factory=dict[str, str])
    """Old names of things → those of today. All keys here are names of today; in expressions, old
    ones may still stand."""
    preset: str = ""
    """The title of the preset by which it was asked for, if it was."""
    speech: Speech = ENGLISH
    """The language of its texts."""

    articles: list[Article] = field(default_factory=list[Article])
    """Everything that may be printed, in file order (weaving it into a book is the rulebook's
    work); examples included."""
    examples: list[tree.Example] = field(default_factory=list[tree.Example])
    sources: dict[str, str] = field(default_factory=dict[str, str])
    """Path → text of every file that was linked: what a save carries."""
    digest: str = ""
    """A hash of sources and configuration: saves name it."""

    def declared(self, name: str) -> tree.Decl | None:
        """What is declared under a name; laws, settings and what only the book says are apart."""
        spaces = (
            self.values,
            self.rules,
            self.places,
            self.notes,
            self.tables,
            self.steps,
            self.menus,
            self.actions,
            self.graphs,
            self.moments,
            self.kinds,
            self.types,
            self.pieces,
            self.neutrals,
        )
        found = next((space[name] for space in spaces if name in space), None)
        return found[0] if isinstance(found, list) else found

    def cases(self, name: str) -> list[tree.Value]:
        """The cases of a value in the order in which they are asked; `values` has them as
        declared."""
        declared = (*self.types.values(), *self.pieces.values())
        return narrowest_first(self.values[name], {decl.name: decl.is_a for decl in declared})

    def hooks_of(self, name: str) -> Hooks:
        """What surrounds and replaces something; nothing, for most."""
        return self.hooks.get(name) or Hooks()

    def formulas(self, owner: str) -> list[tree.Node]:
        """The expressions of a value, rule or graph ("value total"), without those of changes."""
        what, name = owner.split()
        if what == "value":
            return [case.body for case in self.values.get(name, [])]
        if what == "rule" and name in self.rules:
            return [self.rules[name].body]
        graph = self.graphs.get(name) if what == "graph" else None
        return [graph.a, graph.b, graph.sources] if graph is not None else []

    def all_changes(self, name: str) -> list[tree.Change]:
        """The changes of something, those of its changes included."""
        found = list(self.changes.get(name, ()))
        for change in found:
            found += [
                one for one in self.changes.get(change.name, ()) if change.name and one not in found
            ]
        return found

    def root_of(self, amendment: tree.Change | tree.Hook) -> str:
        """What an amendment amends in the end: its target, or the target of the amendment that it
        amends."""
        target, seen = amendment.target, {amendment.name}
        while target not in seen and isinstance(label := self.labels.get(target), type(amendment)):
            seen.add(target)
            target = label.target
        return target


SHELVES = (
    "kinds",
    "types",
    "pieces",
    "neutrals",
    "places",
    "notes",
    "tables",
    "values",
    "rules",
    "laws",
    "graphs",
    "moments",
    "steps",
    "menus",
    "actions",
    "options",
    "rulings",
    "boxes",
    "terms",
)
"""What of a program holds declarations by their names; amendments are apart."""
