"""Names and what they mean: locals, scopes, references, and the result of checking.

A `Scope` never changes: binding a name or narrowing a type makes another one, so a condition can
hand the names it binds to the block it guards. What a name means in a place of the text is kept as
a `Ref` under its node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from alarife.checking.types import Type
from alarife.checking.world import PlaceInfo, World
from alarife.linking.program import Program
from alarife.syntax import tree


@dataclass(eq=False, slots=True)
class Local:
    """A name bound in a body: a parameter, `let`, a loop's or a choice's name, `is some`."""

    name: str
    type: Type
    at: tree.Span


@dataclass(slots=True)
class Ref:
    """What a node means. kind: local, kind (value `index` of a kind), party, you, constant
    (`target` is the value), value, rule, place, note, table, members (all of a type), graph, menu,
    step, moment, piece (a literal), usual, builtin, action."""

    kind: str
    target: object = None


@dataclass(slots=True)
class Scope:
    """Names in force at a point; `narrowed` holds types known better here than where the name was
    bound."""

    names: Mapping[str, Local] = field(default_factory=dict[str, Local])
    narrowed: Mapping[str, Type] = field(default_factory=dict[str, Type])
    usual: Type | None = None
    example: bool = False

    def bind(self, local: Local) -> Scope:
        """With one more name."""
        narrowed = {k: t for k, t in self.narrowed.items() if k != local.name}
        return Scope({**self.names, local.name: local}, narrowed, self.usual, self.example)

    def narrow(self, name: str, type_: Type) -> Scope:
        """With a better known type of a name."""
        return Scope(self.names, {**self.narrowed, name: type_}, self.usual, self.example)


@dataclass(slots=True)
class Secrets:
    """`scored`: the places that `score` looks into, each with the position of the key that is the
    scored player, or None if all instances are looked into. `asked`: where the choices stand that
    would tell something by being put; `offers`: those of which it would tell something that nothing
    else could be chosen. `shows`: whether some pieces are shown to somebody."""

    scored: dict[str, int | None] = field(default_factory=dict[str, int | None])
    asked: set[tree.Span] = field(default_factory=set[tree.Span])
    offers: set[tree.Span] = field(default_factory=set[tree.Span])
    shows: bool = False


@dataclass(slots=True)
class Checked:
    """A program with every name looked up and every type inferred. `params` holds the locals of the
    parameters of each declaration body (cases, changes, hooks, actions), by node; `you` the owners
    below which somebody is spoken to; `moved` the types of pieces that some statement moves;
    `rolled` by type of pieces the faces that some statement rolls; `originals` what a step that
    replaces another carries out by `usual`;
    `unproved` the expressions whose numbers may be out of the range that is wanted of them."""

    program: Program
    world: World
    types: dict[tree.Node, Type] = field(default_factory=dict[tree.Node, Type])
    refs: dict[tree.Node, Ref] = field(default_factory=dict[tree.Node, Ref])
    params: dict[tree.Decl, list[Local]] = field(default_factory=dict[tree.Decl, list[Local]])
    pattern_types: dict[tree.Decl, list[Type | None]] = field(
        default_factory=dict[tree.Decl, list[Type | None]]
    )
    signatures: dict[str, list[Type]] = field(default_factory=dict[str, list[Type]])
    results: dict[str, Type] = field(default_factory=dict[str, Type])
    calls: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    you_calls: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    originals: dict[str, str] = field(default_factory=dict[str, str])
    you: set[str] = field(default_factory=set[str])
    you_at: dict[str, tree.Span] = field(default_factory=dict[str, tree.Span])
    asking: set[str] = field(default_factory=set[str])
    secrets: Secrets = field(default_factory=Secrets)
    moved: frozenset[str] = frozenset()
    rolled: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    unproved: dict[tree.Node, Type] = field(default_factory=dict[tree.Node, Type])

    def place(self, node: tree.Node, spots: bool = True) -> PlaceInfo | None:
        """The place that a node names, if it does; with `spots`, also one a cell of which it
        names."""
        ref = self.refs.get(node)
        named = ref is not None and (ref.kind == "place" or (spots and ref.kind == "spot"))
        return ref.target if named and ref and isinstance(ref.target, PlaceInfo) else None

    def local(self, node: tree.Node) -> Local | None:
        """The local that a node binds or names, if it does."""
        ref = self.refs.get(node)
        return ref.target if ref is not None and isinstance(ref.target, Local) else None

    def local_of(self, node: tree.Node) -> Local:
        """The local that a node binds or names."""
        found = self.local(node)
        assert found is not None
        return found
