"""Offers: choices that never lead into a dead end.

An option of a chain's n-th choice is offered only if its own condition holds and the rest of the
chain can be completed: an existence over the choices that are left. Laws that flow back are asked
as soon as what they speak of is known, and in one go where the engine can answer for many pieces or
cells at once. All of this is built as nodes of the IR: what comes in is a chain, what goes out are
expressions and functions."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.lawful import Lawful
from alarife.checking.scope import Local
from alarife.checking.types import PLAYER, UNKNOWN, Many, Pieces
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Call,
    Clause,
    Const,
    Expr,
    Field,
    Function,
    Holding,
    Let,
    Op,
    Over,
    Read,
    Table,
    Use,
    Where,
)
from alarife.ir.walk import below, copied, free, is_simple, rebuilt
from alarife.linking.normal import normal
from alarife.linking.walk import below as nodes
from alarife.lowering.offers.chain import Chain
from alarife.lowering.parts import Part, Parts
from alarife.lowering.sets.steps import has_twins
from alarife.lowering.values.access import content
from alarife.lowering.values.loops import many
from alarife.lowering.writing import conjunction
from alarife.syntax import tree


class OfferWriter(Part):
    """Builds existence and options of chains, menus and actions."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._chosen_later: set[Local] = set()

    # ----------------------------------------------------------------
    # existence
    def completes(self, chain: Chain, start: int) -> Expr:
        """Whether the chain can be completed from its n-th item on."""
        items = chain.items[start:]
        kept, self._chosen_later = self._chosen_later, self._bound_by(items)
        found = self._in_one_go(items, chain.laws) or self._existence(items, chain.laws)
        self._chosen_later = kept
        return found

    def _existence(self, items: list[tree.Stmt], laws: list[Lawful]) -> Expr:
        """An existence over choices; a law is asked as soon as its names are bound, and what is
        left in one go if it can be."""
        laws = list(laws)
        clauses: list[Clause] = []
        for i, item in enumerate(items):
            self._chosen_later = self._bound_by(items[i:])
            rest = self._in_one_go(items[i:], laws)
            if rest is not None:
                clauses.append(Where(rest))
                laws = []
                break
            for law in [law for law in laws if self._settled(law)]:
                laws.remove(law)
                clauses.append(Where(self._allowed(law)))
            clauses += self._clauses(item, laws, items[i + 1 :])
        self._chosen_later = set()
        clauses += [Where(self._allowed(law)) for law in laws]
        if all(isinstance(c, Where) for c in clauses):
            return conjunction([c.test for c in clauses if isinstance(c, Where)])
        return copied(Over("some", tuple(clauses)), {})

    def _clauses(
        self, item: tree.Stmt, laws: list[Lawful], rest: Sequence[tree.Stmt]
    ) -> list[Clause]:
        """What goes through the ways to meet one item of a chain."""
        match item:
            case tree.Let():
                return [Let(self.w.local_of(item), self.w.build.expr(item.value))]
            case tree.Require():
                return [Where(self.w.build.expr(item.condition))]
            case tree.ChooseFrom():
                return [Where(self._menu("exists_menu", item))]
            case tree.Choose(how=None):
                work = self.w.weights.work_of_choice(item, rest)
                many = self._candidates(item, laws)
                found: list[Clause] = [Bind(self.w.local_of(item), many, work)]
                if item.where is not None:
                    found.append(Where(self.w.build.expr(item.where)))
                return found
            case tree.Choose():
                return [Where(self.parts.chains.sets.any_set(item))]
            case _:
                return []

    def _menu(self, function: str, item: tree.ChooseFrom) -> Expr:
        """A call of a function of a menu."""
        wanted = self.w.checked.signatures.get(f"menu {item.menu}", [])
        args = [self.w.build.as_type(a, t) for a, t in zip(item.args, wanted, strict=True)]
        return Call(f"{function}·{item.menu}", (self.w.build.spoken_to(), *args))

    def _settled(self, law: Lawful) -> bool:
        """Whether everything that a law speaks of is known by now."""
        said = [e for e in (law.what, law.grid, law.cell, law.other) if e is not None]
        said += law.effect
        refs = self.w.checked.refs
        named = [refs[n].target for n in nodes(said) if isinstance(n, tree.Name) and n in refs]
        return not any(
            isinstance(target, Local) and target in self._chosen_later for target in named
        )

    def _allowed(self, law: Lawful) -> Expr:
        """Whether a law allows what the effect does."""
        if law.kind == "rehearse":
            function, used = self.parts.why.effect_of(law)
            return Call("rehearse", (Table(function), self.parts.why.given(used)))
        if law.kind == "afterwards":
            return self.parts.why.judged(law)
        what = self.w.build.expr(law.what)
        if law.kind == "lay":
            assert law.cell is not None
            return self._question("may_lay", law, self.w.build.expr(law.cell), what)
        if law.kind == "swap":
            assert law.other is not None
            return Call("may_swap", (what, self.w.build.expr(law.other)))
        leave = Call("may_leave", (what,))
        if not is_simple(what):
            return leave
        return Op("or", (Field("LAWLESS", (Builtin("location", (what,)),)), leave))

    def _question(self, name: str, law: Lawful, *args: Expr, grid: tree.Expr | None = None) -> Expr:
        """A question to a law about a grid."""
        about = grid or law.grid
        assert about is not None
        return Call(f"{name}·{law.law}", (content(self.w.build, about), *args))

    # ----------------------------------------------------------------
    # in one go
    def _in_one_go(self, items: list[tree.Stmt], laws: list[Lawful]) -> Expr | None:
        """One expression without loops that says whether the rest of a chain can be completed,
        where there is one."""
        known = [law for law in laws if self._settled(law)]
        last = self._last(items, [law for law in laws if law not in known])
        if last is None:
            return None
        return conjunction([*(self._allowed(law) for law in known), *last])

    def _last(self, items: list[tree.Stmt], laws: list[Lawful]) -> list[Expr] | None:
        expr = self.w.build.expr
        match items, laws:
            case [], []:
                return []
            case [tree.ChooseFrom() as item], []:
                return [self._menu("exists_menu", item)]
            case [tree.Choose(how="some" | "any") as item], []:
                return [self.parts.chains.sets.any_set(item)]
            case [tree.Choose(how=None, where=None) as item], [law]:
                if self._asks_spots(item, law):
                    return [self._question("fits", law, expr(law.what))]
                g = self._grid_left(item, law)
                if g is not None:
                    return [self._question("any_removable", law, grid=g)]
            case [
                tree.Choose(how=None, where=None) as first,
                tree.Choose(how=None, where=None) as second,
            ], [law]:
                if self._lay_any(first, second, law):
                    pieces = expr(first.source)
                    return [*_some_of(pieces), self._question("any_fits", law, pieces)]
                g = self._grid_exchanged(first, second, law)
                if g is not None:
                    news = expr(second.source)
                    asked = self._question("any_exchangeable", law, news, grid=g)
                    return [*_some_of(news), asked]
            case _:
                pass
        return None

    def _asks_spots(self, item: tree.Choose, law: Lawful) -> bool:
        return (
            law.kind == "lay"
            and self._is_local(law.cell, self.w.local_of(item))
            and self._bound_already(law.what)
            and self._gaps_of(item.source, law.grid)
        )

    def _lay_any(self, piece: tree.Choose, spot: tree.Choose, law: Lawful) -> bool:
        """Whether a piece of a place under no law is laid on a gap."""
        lays = (
            law.kind == "lay"
            and self._is_local(law.cell, self.w.local_of(spot))
            and self._is_local(law.what, self.w.local_of(piece))
        )
        return lays and self._gaps_of(spot.source, law.grid) and self._lawless_place(piece.source)

    def _grid_exchanged(self, old: tree.Choose, new: tree.Choose, law: Lawful) -> tree.Expr | None:
        """The grid in which a piece is exchanged for one of a place under no law."""
        pair = [law.what, law.other]
        mine = (
            [self._is_local(e, self.w.local_of(old)) for e in pair],
            [self._is_local(e, self.w.local_of(new)) for e in pair],
        )
        if law.kind != "swap" or mine not in (
            ([True, False], [False, True]),
            ([False, True], [True, False]),
        ):
            return None
        return self._lawful_grid(old.source, law) if self._lawless_place(new.source) else None

    def _lawless_place(self, e: tree.Expr) -> bool:
        """Whether an expression names one place under no law that keeps its pieces side by side."""
        place = self.w.checked.place(e, spots=False)
        if place is None:
            return False
        keys = len(e.keys) if isinstance(e, tree.At) else 0
        return (
            keys == len(place.domains)
            and not place.law
            and place.name != "box"
            and place.shape in ("set", "row", "pile", "bag")
        )

    def _lawful_grid(self, e: tree.Expr, law: Lawful) -> tree.Expr | None:
        """The place under the law of which an expression names all pieces."""
        if not (isinstance(e, tree.Call) and e.name == "pieces" and len(e.args) == 1):
            return None
        place = self.w.checked.place(e.args[0], spots=False)
        return e.args[0] if place is not None and place.law == law.law else None

    def _grid_left(self, item: tree.Choose, law: Lawful) -> tree.Expr | None:
        """The grid that the chosen piece leaves, if any of its pieces may be chosen."""
        leaves = law.kind == "take" and self._is_local(law.what, self.w.local_of(item))
        return self._lawful_grid(item.source, law) if leaves else None

    def _bound_by(self, items: Sequence[tree.Stmt]) -> set[Local]:
        return {self.w.local_of(i) for i in items if isinstance(i, (tree.Choose, tree.Let))}

    def _candidates(self, item: tree.Choose, laws: list[Lawful]) -> Expr:
        """What a choice goes through: lawful cells or pieces straight away, where cells or pieces
        of a grid are asked for; the law has been asked then."""
        for law in laws:
            if self._asks_spots(item, law):
                laws.remove(law)
                return self._question("spots", law, self.w.build.expr(law.what))
            g = self._grid_left(item, law)
            if g is not None:
                laws.remove(law)
                return self._question("removable", law, grid=g)
        return many(self.w.build, item.source)

    def _is_local(self, e: tree.Expr | None, local: Local) -> bool:
        return isinstance(e, tree.Name) and self.w.checked.refs[e].target is local

    def _bound_already(self, e: tree.Expr) -> bool:
        """Whether the piece is known by now: chosen before, or handed in."""
        if not isinstance(e, tree.Name):
            return True
        target = self.w.checked.refs[e].target
        return not isinstance(target, Local) or target not in self._chosen_later

    def _gaps_of(self, source: tree.Expr, grid: tree.Expr | None) -> bool:
        match source:
            case tree.Call(name="gaps", args=[g]):
                return grid is not None and normal(g) == normal(grid)
            case _:
                return False

    # ----------------------------------------------------------------
    # options
    def options(self, chain: Chain, index: int) -> Expr:
        """The options of the chain's n-th item, a choice of one or a menu."""
        item = chain.items[index]
        if isinstance(item, tree.ChooseFrom):
            return rebuilt(self._menu("menu", item), self.w.improved)
        assert isinstance(item, tree.Choose)
        e = self.w.improved(self._options(chain, index, item))
        if self.w.switches.on("inline") and not any(isinstance(n, Over) for n in below(e)):
            return e
        params = tuple(free(e))
        made = self.w.finish(Function(self.w.names.fresh("options"), params, e))
        return Call(made.name, tuple(Use(p) for p in params))

    def _options(self, chain: Chain, index: int, item: tree.Choose) -> Expr:
        chosen = self.w.local_of(item)
        kept, self._chosen_later = self._chosen_later, self._bound_by(chain.items[index:])
        rest = Chain(chain.items[index + 1 :], list(chain.laws))
        clauses: list[Clause] = []
        answered = self._answered(chain, index, item)
        if answered is not None:
            clauses.append(Bind(chosen, answered))
            rest = Chain([])
        else:
            many = self._candidates(item, rest.laws)
            clauses.append(Bind(chosen, many, self.w.weights.work_of_choice(item, rest.items)))
        if item.where is not None:
            clauses.append(Where(self.w.build.expr(item.where)))
        clauses.append(Where(self.completes(rest, 0)))
        self._chosen_later = kept
        found = copied(Over("list", tuple(clauses), Use(chosen)), {})
        return Builtin("unlike", (found,)) if self._may_look_alike(item) else found

    def _answered(self, chain: Chain, index: int, item: tree.Choose) -> Expr | None:
        """The pieces that may be laid or exchanged, where the choice is one of two that a law
        answers together."""
        items, laws = chain.items, chain.laws
        if len(laws) != 1:
            return None
        expr = self.w.build.expr
        match items[index + 1 :]:
            case [tree.Choose(how=None, where=None) as second]:
                if self._lay_any(item, second, laws[0]):
                    return self._question("fitting", laws[0], expr(item.source))
                g = self._grid_exchanged(item, second, laws[0])
                if g is not None:
                    return self._question("exchangeable", laws[0], expr(second.source), grid=g)
            case []:
                match items[index - 1] if index else None:
                    case tree.Choose(how=None) as first if item.where is None:
                        g = self._grid_exchanged(first, item, laws[0])
                        if g is not None:
                            old = self.w.build.use(self.w.local_of(first))
                            return self._question(
                                "replacements", laws[0], old, expr(item.source), grid=g
                            )
                    case _:
                        pass
            case _:
                pass
        return None

    def _may_look_alike(self, item: tree.Choose) -> bool:
        """Whether two of the candidates may be pieces that nothing tells apart."""
        t = self.w.type(item.source)
        return (
            isinstance(t, Many)
            and isinstance(t.of, Pieces)
            and any(has_twins(self.w.world.pieces[n]) for n in t.of.names)
        )

    # ----------------------------------------------------------------
    # menus and actions
    def all_menus(self) -> None:
        """Build for every menu whether one of its actions exists, and which do."""
        made: dict[str, Function] = {}
        for action in self.w.program.actions.values():
            made[f"exists·{action.name}"] = self._exists_action(action)
        for menu in self.w.program.menus.values():
            params = (
                Local("you", PLAYER, tree.NOWHERE),
                *(Local(p.name, UNKNOWN, tree.NOWHERE) for p in menu.params),
            )
            args = tuple(Use(p) for p in params)
            names = self.w.program.actions_of.get(menu.name, [])
            tests = tuple(Call(f"exists·{a}", args) for a in names)
            any_ = f"exists_menu·{menu.name}"
            found = tests[0] if len(tests) == 1 else Op("or", tests) if tests else Const(False)
            made[any_] = Function(any_, params, found)
            listed = f"menu·{menu.name}"
            made[listed] = Function(listed, params, Holding(tests))
        self.parts.functions.finish_in_order(self.parts.watches.worth_watching(made))
        for action in self.w.program.actions.values():
            self.parts.why.why_action(action)

    def _exists_action(self, action: tree.Action) -> Function:
        chain, _ = self.parts.chains.chain(action.body, 0)
        outer, self.w.you = self.w.you, Local("you", PLAYER, tree.NOWHERE)
        params = (self.w.you, *self.w.checked.params[action])
        body = self.completes(chain, 0)
        self.w.you = outer
        return Function(f"exists·{action.name}", params, body, origin=action.head)


def _some_of(pieces: Expr) -> list[Expr]:
    """Whether there is anything, where that is a look at a place: a law need not be asked then."""
    if not isinstance(pieces, Read) or pieces.shelf != "place":
        return []
    return [Op(">", (Builtin("size", (pieces,)), Const(0)))]
