"""What is known of a program before play, once its world is built.

Besides what the linker knows (`linking.numbers`): values of kinds, parties, tables, how many pieces
there are; and once bodies are checked, everything that does not change in play: fields of pieces,
places as far as they are counted, calls of values and rules. Values of kinds and parties are
indices, pieces are ids, sides a mask, as everywhere in the world. What an expression means is the
evaluator's business (`linking.evaluate`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alarife import meanings
from alarife.checking.builtins import BUILT_INS
from alarife.checking.read_cell import values_of
from alarife.checking.scope import Checked
from alarife.checking.types import (
    UNKNOWN,
    CellType,
    KindOf,
    Many,
    Maybe,
    Pieces,
    Seat,
    Sides,
    Tie,
    Type,
    meeting,
)
from alarife.checking.world import PlaceInfo, TableInfo, World
from alarife.geometry import grid
from alarife.linking.evaluate import DURING, Evaluator, Names, NotKnown
from alarife.linking.numbers import ProgramFacts
from alarife.syntax import tree


class Constants(ProgramFacts):
    """What is known of a world that may still be growing, and of its checked bodies."""

    def __init__(self, world: World, checked: Checked | None = None) -> None:
        super().__init__(world.program)
        self.world = world
        self.checked = checked or Checked(world.program, world)

    def value(
        self, e: tree.Expr, names: Names | None = None, usual: Callable[[], Any] | None = None
    ) -> Any:
        """The value of an expression; `NotKnown` if it depends on play."""
        return Evaluator(self, names, usual).value(e)

    def number(self, e: tree.Expr) -> int:
        """A number."""
        return Evaluator(self).number(e)

    # ----------------------------------------------------------------
    # names
    def name(self, e: tree.Name, asker: Evaluator) -> Any:
        """What a name stands for that nothing around it binds."""
        ref = self.checked.refs.get(e)
        match ref.kind if ref is not None else "":
            case "kind" | "party" | "constant":
                assert ref is not None
                if ref.target is None:
                    raise NotKnown(e, f"nothing is called `{e.id}`")
                return ref.target
            case "members":
                assert ref is not None
                assert isinstance(ref.target, Type)
                return tuple(values_of(self.world, ref.target) or ())
            case "rule" | "place" | "board" | "note" | "you" | "graph" | "local":
                raise NotKnown(e, f"`{e.id}` is not known before play")
            case _:
                return self._by_name(e, asker)

    def _by_name(self, e: tree.Name, asker: Evaluator) -> Any:
        try:
            found = super().name(e, asker)
        except NotKnown:
            if e in self.checked.refs or e.id in self.program.values:
                raise  # a value of a kind may have the same name as what depends on play
            numbers = [k.names.index(e.id) for k in self.world.kinds.values() if e.id in k.names]
            if len(numbers) != 1:
                raise
            return numbers[0]
        if not isinstance(found, str):
            return found
        kinds = self.world.kinds
        choices = (
            [kinds[e.id]] if e.id in kinds else [k for k in kinds.values() if found in k.names]
        )
        return choices[0].names.index(found) if choices else found

    def size_of(self, name: str) -> int | None:
        """How many there are of a kind, a type of pieces or of parties."""
        world = self.world
        if name in world.kinds:
            return len(world.kinds[name].names)
        if name in world.members:
            infos = [world.pieces.get(p) for p in world.members[name]]
            return sum(i.count for i in infos if i) if all(infos) else None
        parties = {"Player": world.players, "Party": world.parties, "Neutral": len(world.neutrals)}
        return parties.get(name)

    # ----------------------------------------------------------------
    # types
    def _type(self, e: tree.Expr) -> Type:
        return self.checked.types.get(e, UNKNOWN)

    def sides(self, left: tree.Expr, right: tree.Expr, asker: Evaluator) -> tuple[Any, Any]:
        """The values of two expressions, as they are compared."""
        both = meeting(self._type(left), self._type(right))
        one, other = asker.value(left), asker.value(right)
        return self._as_type(left, one, both), self._as_type(right, other, both)

    def made(self, e: tree.Expr, value: Any) -> Any:
        """The value of an expression that may be a list or a set, which only its type tells."""
        return self._as_type(e, value, self._type(e))

    def declared(self, e: tree.Expr, name: str, value: Any) -> Any:
        """A value as the declaration of its name has it."""
        return self._as_type(e, value, self.checked.results.get(f"value {name}", UNKNOWN))

    def _as_type(self, e: tree.Expr, value: Any, wanted: Type) -> Any:
        """A value where a type is wanted: a list becomes a set there."""
        if not meanings.is_many(value):
            return value
        if isinstance(wanted, Maybe):
            return self._as_type(e, value, wanted.of)
        if not isinstance(wanted, Many):
            if wanted == UNKNOWN:
                raise NotKnown(e)
            return value
        if wanted.how == "ranking":
            return value
        if isinstance(wanted.of, (Many, Maybe)):
            value = tuple([self._as_type(e, member, wanted.of) for member in value])
        return meanings.as_set(value) if wanted.how == "set" else value

    def is_empty(self, e: tree.Expr, value: Any) -> bool:
        """Whether nothing is there."""
        return super().is_empty(e, value) or (isinstance(self._type(e), Sides) and not value)

    def members(self, e: tree.Expr, asker: Evaluator) -> Sequence[Any]:
        """What there is to go through."""
        t = self._type(e)
        if t == UNKNOWN:
            return super().members(e, asker)
        found = asker.value(e)
        if isinstance(t, Sides) and isinstance(found, int):
            return meanings.sides_of(found)
        if isinstance(t, Maybe) and not meanings.is_many(found):
            return () if found is None else (found,)
        if not meanings.is_many(found):
            raise NotKnown(e)
        return found

    def is_a(self, e: tree.IsA, asker: Evaluator) -> bool:
        """Whether something is of a type."""
        of, members = asker.value(e.of), self.world.members.get(e.type)
        if isinstance(of, int) and e.type in ("Player", "Neutral"):
            return ((of < self.world.players) == (e.type == "Player")) != e.negated
        if members is None or not isinstance(of, int | None):
            raise NotKnown(e)
        return (of is not None and self.world.piece_of(of).name in members) != e.negated

    # ----------------------------------------------------------------
    # parts
    def field(self, e: tree.Get, asker: Evaluator) -> Any:
        """The value of `x.field`."""
        of, t = asker.value(e.of), self._type(e.of)
        if isinstance(of, int):
            match t:
                case Pieces():
                    info = self.world.piece_of(of)
                    if e.field in info.fields:
                        return info.fields[e.field][of - info.first]
                case KindOf():
                    fields = self.world.kinds[t.name].fields
                    if e.field == "index":
                        return of + 1
                    if e.field == "title":
                        return self.world.kinds[t.name].titles[of]
                    if e.field in fields:
                        return fields[e.field][of]
                case Seat():
                    around = {"seat": of + 1, "left": of + 1, "right": of - 1}
                    if e.field in around:
                        found = around[e.field]
                        return found if e.field == "seat" else found % self.world.players
                case CellType():
                    return grid.xy(of)[e.field == "y"]
                case _:
                    pass
        if isinstance(t, Tie) and meanings.is_many(of):
            return of[e.field == "members"]
        raise NotKnown(e, f"`{e.field}` is not known before play")

    def entry(self, e: tree.At, asker: Evaluator) -> Any:
        """The value of `x[key]`."""
        table = self.world.tables.get(e.of.id) if isinstance(e.of, tree.Name) else None
        if table is not None:
            return self._of_table(e, table, asker)
        if self._type(e.of) == UNKNOWN or (ref := self.checked.refs.get(e)) is None:
            raise NotKnown(e)
        if ref.kind != "nth":
            raise NotKnown(e)
        of, index = asker.value(e.of), asker.number(e.keys[0])
        if not meanings.is_many(of):
            raise NotKnown(e)
        return meanings.nth(of, index)

    def _of_table(self, e: tree.At, table: TableInfo, asker: Evaluator) -> Any:
        if self.program.changes.get(table.name):
            raise NotKnown(e, f"`{table.name}` changes during play")
        found: Any = table.rows
        for key, domain in zip(e.keys, table.domains, strict=False):
            index = asker.value(key)
            if (
                not meanings.is_many(found)
                or not isinstance(index, int)
                or index not in domain.values
            ):
                raise NotKnown(key, "this table has no such row")
            found = found[domain.index(index)]
        return found

    # ----------------------------------------------------------------
    # calls
    def call(self, e: tree.Call, asker: Evaluator) -> Any:
        """The value of `f(arguments)`."""
        ref = self.checked.refs.get(e)
        match ref.kind if ref is not None else "":
            case "value":
                return self._declared_value(e, asker)
            case "rule" if not self.program.changes.get(e.name):
                rule = self.program.rules[e.name]
                return self._body(rule, rule.body, self._arguments("rule", e, asker), asker)
            case "builtin":
                return self._built_in(e, asker)
            case _:
                return super().call(e, asker)

    def _arguments(self, what: str, e: tree.Call, asker: Evaluator) -> list[Any]:
        wanted = self.checked.signatures.get(f"{what} {e.name}", [])
        pairs = zip(e.args, wanted, strict=True)
        return [self._as_type(arg, asker.value(arg), t) for arg, t in pairs]

    def _declared_value(self, e: tree.Call, asker: Evaluator) -> Any:
        if self.program.changes.get(e.name):
            raise NotKnown(e, f"`{e.name}` changes during play")
        values = self._arguments("value", e, asker)
        for case in self.program.cases(e.name):
            pairs = zip(values, self.checked.params.get(case, []), strict=False)
            if all(self._suits(v, local.type) for v, local in pairs):
                return self.declared(e, e.name, self._body(case, case.body, values, asker))
        raise NotKnown(e, f"no case of `{e.name}` fits")

    def _body(
        self,
        decl: tree.Value | tree.Rule,
        body: tree.Expr,
        values: list[Any],
        asker: Evaluator,
    ) -> Any:
        names = {field.name: value for field, value in zip(decl.params, values, strict=False)}
        return asker.inside(names).value(body)

    def _suits(self, value: Any, t: Type) -> bool:
        if isinstance(t, Maybe):
            return value is None or self._suits(value, t.of)
        if isinstance(t, Pieces) and isinstance(value, int):
            return self.world.piece_of(value).name in t.names
        return True

    def _built_in(self, e: tree.Call, asker: Evaluator) -> Any:
        if e.name == "size":
            all_of_it = isinstance(e.args[0], tree.Name)
            ref = self.checked.refs.get(e.args[0]) if all_of_it else None
            if ref is not None and isinstance(ref.target, PlaceInfo) and ref.target.domains:
                return ref.target.count
        if e.name == "seat" and (n := asker.number(e.args[0])) in range(1, self.world.players + 1):
            return n - 1
        row, t = BUILT_INS[e.name], self._type(e.args[0])
        meaning = row.form(t)[1]
        if meaning is None or row.reads:
            raise NotKnown(e, DURING)
        args = [asker.value(arg) for arg in e.args]
        if row.besides is not None:
            args.append(row.besides(self.world, t))
        try:
            return self.made(e, meaning(*args))
        except grid.GridTooLarge as wrong:
            raise NotKnown(e, str(wrong)) from wrong
