"""Offers: choices that never lead into a dead end.

An option of a chain's n-th choice is offered only if its own condition holds and the rest of the
chain can be completed: nested loops with early exit, written out. Laws that flow back are asked as
soon as what they speak of is known, and in one go where the engine can answer for many pieces or
cells at once."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.lawful import Lawful
from alarife.checking.scope import Local
from alarife.checking.types import Many, Pieces
from alarife.checking.world import PlaceInfo
from alarife.lowering.chain import Chain, same
from alarife.lowering.layout import LOC
from alarife.lowering.reading import nodes
from alarife.lowering.why import WhyWriter
from alarife.syntax import tree


class OfferWriter(WhyWriter):
    """Writes existence and options of chains, menus and actions."""

    _chosen_later: set[Local] = set()  # noqa: RUF012 - replaced by an instance's own while a chain is written

    # ----------------------------------------------------------------
    # existence
    def exists(self, chain: Chain, start: int) -> str:
        """The code that asks whether the chain can be completed from its n-th item on; `True` if
        nothing is left to ask."""
        items = chain.items[start:]
        kept, self._chosen_later = self._chosen_later, self._bound_by(items)
        short = self._short(items, chain.laws)
        found = (
            short
            if short is not None
            else self.aside("exists", lambda: self._write_exists(items, chain.laws))
        )
        self._chosen_later = kept
        return found

    def _write_exists(self, items: list[tree.Stmt], laws: list[Lawful]) -> None:
        """Nested loops with early exit; a law is asked as soon as its names are bound, and what is
        left in one go if it can be."""
        laws = list(laws)
        before = self.cx.indent
        for i, item in enumerate(items):
            self._chosen_later = self._bound_by(items[i:])
            short = self._short(items[i:], laws)
            if short is not None:
                self._open(f"if {short}:")
                break
            for law in [law for law in laws if self._settled(law)]:
                laws.remove(law)
                self._open(f"if {self._law_code(law)}:")
            self._open_item(item, laws)
        else:
            self._chosen_later = set()
            for law in laws:
                self._open(f"if {self._law_code(law)}:")
        self.cx.line("return True")
        ended = self.cx.indent == before
        self.cx.indent = before
        if not ended:
            self.cx.line("return False")

    def _open_item(self, item: tree.Stmt, laws: list[Lawful]) -> None:
        match item:
            case tree.Let():
                code = self.code(item.value)
                self.cx.line(f"{self.bound(self.local_of(item))} = {code}")
            case tree.Require():
                self._open(f"if {self.code(item.condition)}:")
            case tree.ChooseFrom():
                self._open(f"if {self._menu_exists(item)}:")
            case tree.Choose(how=None):
                lawful = self._lawful(item, laws)
                if lawful is not None or not self.open_list(item.source, self.local_of(item)):
                    self._open(
                        f"for {self.bound(self.local_of(item))} in"
                        f" {lawful or self.iterable(item.source)}:"
                    )
                if item.where is not None:
                    self._open(f"if {self.code(item.where)}:")
            case tree.Choose():
                self._open(f"if {self.any_set(item)}:")
            case _:
                pass

    def _menu_exists(self, item: tree.ChooseFrom) -> str:
        args = [self.you_code(), *self.arguments(f"menu {item.menu}", item.args)]
        return f"exists_menu_{item.menu}({', '.join(['s', *args])})"

    def _settled(self, law: Lawful) -> bool:
        """Whether everything that a law speaks of is known by now."""
        said = [e for e in (law.what, law.grid, law.cell, law.other) if e is not None]
        said += law.effect
        refs = self.checked.refs
        named = [refs[n].target for n in nodes(said) if isinstance(n, tree.Name) and n in refs]
        return not any(
            isinstance(target, Local) and target in self._chosen_later for target in named
        )

    # ----------------------------------------------------------------
    # in one go
    def _short(self, items: list[tree.Stmt], laws: list[Lawful]) -> str | None:
        """One expression that asks whether the rest of a chain can be completed, where there is
        one."""
        known = [law for law in laws if self._settled(law)]
        open_laws = [law for law in laws if law not in known]
        last = self._last(items, open_laws)
        if last is None:
            return None
        return (
            " and ".join([*(self._law_code(law) for law in known), *([last] if last else [])])
            or "True"
        )

    def _last(self, items: list[tree.Stmt], laws: list[Lawful]) -> str | None:
        match items, laws:
            case [], []:
                return ""
            case [tree.ChooseFrom() as item], []:
                return self._menu_exists(item)
            case [tree.Choose(how="some" | "any") as item], []:
                return self.any_set(item)
            case [tree.Choose(how=None, where=None) as item], [law]:
                if self._asks_spots(item, law):
                    assert law.grid is not None
                    return f"fits_{law.law}(s, {self.content(law.grid)}, {self.code(law.what)})"
                g = self.lawful_grid(item.source, law)
                if (
                    g is not None
                    and law.kind == "take"
                    and self._is_local(law.what, self.local_of(item))
                ):
                    return f"any_removable_{law.law}(s, {self.content(g)})"
            case [
                tree.Choose(how=None, where=None) as first,
                tree.Choose(how=None, where=None) as second,
            ], [law]:
                if self._lay_any(first, second, law):
                    assert law.grid is not None
                    return (
                        f"any_fits_{law.law}(s, {self.content(law.grid)},"
                        f" {self.code(first.source)})"
                    )
                g = self.exchanged_in(first, second, law)
                if g is not None:
                    return (
                        f"any_exchangeable_{law.law}(s, {self.content(g)},"
                        f" {self.code(second.source)})"
                    )
            case _:
                pass
        return None

    def _asks_spots(self, item: tree.Choose, law: Lawful) -> bool:
        return (
            law.kind == "lay"
            and self._is_local(law.cell, self.local_of(item))
            and self._bound_already(law.what)
            and self._gaps_of(item.source, law.grid)
        )

    def _lay_any(self, piece: tree.Choose, spot: tree.Choose, law: Lawful) -> bool:
        """Whether a piece of a place under no law is laid on a gap."""
        lays = (
            law.kind == "lay"
            and self._is_local(law.cell, self.local_of(spot))
            and self._is_local(law.what, self.local_of(piece))
        )
        return lays and self._gaps_of(spot.source, law.grid) and self.lawless_place(piece.source)

    def exchanged_in(self, old: tree.Choose, new: tree.Choose, law: Lawful) -> tree.Expr | None:
        """The grid in which a piece is exchanged for one of a place under no law."""
        pair = [law.what, law.other]
        mine = (
            [self._is_local(e, self.local_of(old)) for e in pair],
            [self._is_local(e, self.local_of(new)) for e in pair],
        )
        if law.kind != "swap" or mine not in (
            ([True, False], [False, True]),
            ([False, True], [True, False]),
        ):
            return None
        return self.lawful_grid(old.source, law) if self.lawless_place(new.source) else None

    def lawless_place(self, e: tree.Expr) -> bool:
        """Whether an expression names one place under no law that keeps its pieces side by side."""
        ref = self.checked.refs.get(e)
        place = ref.target if ref is not None and ref.kind == "place" else None
        whole = (
            isinstance(e, tree.At)
            and isinstance(place, PlaceInfo)
            and len(e.keys) == len(place.domains)
        ) or (isinstance(place, PlaceInfo) and not place.domains)
        return (
            whole
            and isinstance(place, PlaceInfo)
            and not place.law
            and place.name != "box"
            and place.shape in ("set", "row", "pile", "bag")
        )

    def lawful_grid(self, e: tree.Expr, law: Lawful) -> tree.Expr | None:
        """The place under the law of which an expression names all pieces."""
        while isinstance(e, tree.Group):
            e = e.inner
        if not (isinstance(e, tree.Call) and e.name == "pieces" and len(e.args) == 1):
            return None
        ref = self.checked.refs.get(e.args[0])
        place = ref.target if ref is not None and ref.kind == "place" else None
        return e.args[0] if isinstance(place, PlaceInfo) and place.law == law.law else None

    def _bound_by(self, items: Sequence[tree.Stmt]) -> set[Local]:
        return {self.local_of(i) for i in items if isinstance(i, (tree.Choose, tree.Let))}

    def _open(self, line: str) -> None:
        self.cx.line(line)
        self.cx.indent += 1

    def _candidates(self, item: tree.Choose, laws: list[Lawful]) -> str:
        """What a choice loops over."""
        return self._lawful(item, laws) or self.iterable(item.source)

    def _lawful(self, item: tree.Choose, laws: list[Lawful]) -> str | None:
        """Lawful cells or pieces straight away, where cells or pieces of a grid are asked for; the
        law has been asked then."""
        chosen = self.local_of(item)
        for law in laws:
            if self._asks_spots(item, law):
                laws.remove(law)
                assert law.grid is not None
                return f"spots_{law.law}(s, {self.content(law.grid)}, {self.code(law.what)})"
            g = self.lawful_grid(item.source, law)
            if g is not None and law.kind == "take" and self._is_local(law.what, chosen):
                laws.remove(law)
                return f"removable_{law.law}(s, {self.content(g)})"
        return None

    def _is_local(self, e: tree.Expr | None, local: Local) -> bool:
        return isinstance(e, tree.Name) and self.checked.refs[e].target is local

    def _bound_already(self, e: tree.Expr) -> bool:
        """Whether the piece is known by now: chosen before, or handed in."""
        if not isinstance(e, tree.Name):
            return True
        target = self.checked.refs[e].target
        return (
            not isinstance(target, Local)
            or target in self.cx.binds
            or target not in self._chosen_later
        )

    def _gaps_of(self, source: tree.Expr, grid: tree.Expr | None) -> bool:
        match source:
            case tree.Group():
                return self._gaps_of(source.inner, grid)
            case tree.Call(name="gaps", args=[g]):
                return grid is not None and same(g, grid)
            case _:
                return False

    def _law_code(self, law: Lawful) -> str:
        if law.kind == "rehearse":
            return f"rehearse(s, {self.effect_of(law)})"
        what = self.code(law.what)
        if law.kind == "lay":
            assert law.grid is not None
            assert law.cell is not None
            return f"may_lay_{law.law}(s, {self.content(law.grid)}, {self.code(law.cell)}, {what})"
        if law.kind == "swap":
            assert law.other is not None
            return f"may_swap(s, {what}, {self.code(law.other)})"
        if what.isidentifier():
            return f"(LAWLESS[s[{LOC}][{what}]] or may_leave(s, {what}))"
        return f"may_leave(s, {what})"

    # ----------------------------------------------------------------
    # options
    def options(self, chain: Chain, index: int) -> str:
        """The code for the options of the chain's n-th item, a choice of one or a menu."""
        item = chain.items[index]
        if isinstance(item, tree.ChooseFrom):
            args = [self.you_code(), *self.arguments(f"menu {item.menu}", item.args)]
            return f"menu_{item.menu}({', '.join(['s', *args])})"
        assert isinstance(item, tree.Choose)
        return self.aside("options", lambda: self._write_options(chain, index, item))

    def _write_options(self, chain: Chain, index: int, item: tree.Choose) -> None:
        chosen = self.local_of(item)
        kept, self._chosen_later = self._chosen_later, self._bound_by(chain.items[index:])
        rest = Chain(chain.items[index + 1 :], list(chain.laws))
        what = self._candidates(item, rest.laws)
        if (
            len(rest.items) == len(rest.laws) == 1
            and isinstance(rest.items[0], tree.Choose)
            and rest.items[0].where is None
            and rest.items[0].how is None
        ):
            g = self.exchanged_in(item, rest.items[0], rest.laws[0])
            if g is not None:
                what = (
                    f"exchangeable_{rest.laws[0].law}(s, {self.content(g)},"
                    f" {self.code(rest.items[0].source)})"
                )
                rest = Chain([])
        if index and len(rest.laws) == 1 and not rest.items:
            first = chain.items[index - 1]
            plain = isinstance(first, tree.Choose) and first.how is None and item.where is None
            g = (
                self.exchanged_in(first, item, rest.laws[0])
                if plain and isinstance(first, tree.Choose)
                else None
            )
            if g is not None:
                old = self.read(self.local_of(first))
                what = (
                    f"replacements_{rest.laws[0].law}(s, {self.content(g)}, {old},"
                    f" {self.code(item.source)})"
                )
                rest = Chain([])
        self.cx.line("out = []")
        self.cx.line(f"for {self.bound(chosen)} in {what}:")
        with self.cx.deeper():
            tests = [self.code(item.where)] if item.where is not None else []
            there = self.exists(rest, 0)
            tests += [there] if there != "True" else []
            if tests:
                self.cx.line(f"if {' and '.join(tests)}:")
                with self.cx.deeper():
                    self.cx.line(f"out.append({self.read(chosen)})")
            else:
                self.cx.line(f"out.append({self.read(chosen)})")
        self.cx.line(f"return {'unlike(s, out)' if self.may_look_alike(item) else 'tuple(out)'}")
        self._chosen_later = kept

    def may_look_alike(self, item: tree.Choose) -> bool:
        """Whether two of the candidates may be pieces that nothing tells apart."""
        t = self.type(item.source)
        return (
            isinstance(t, Many)
            and isinstance(t.of, Pieces)
            and any(self.has_twins(n) for n in t.of.names)
        )

    def has_twins(self, piece_type: str) -> bool:
        """Whether a type has pieces with equal fields."""
        info = self.world.pieces[piece_type]
        if info.face:
            return True
        rows = list(zip(*info.fields.values(), strict=True)) if info.fields else [()] * info.count
        return len(set(rows)) < len(rows)

    # ----------------------------------------------------------------
    # menus and actions
    def all_menus(self) -> None:
        """Write for every menu whether one of its actions exists, and which do."""
        for action in self.program.actions.values():
            self._exists_action(action)
            self.why_action(action)
        for menu in self.program.menus.values():
            names = self.program.actions_of.get(menu.name, [])
            params = ", ".join(["s", "you", *(f"a{i}" for i in range(len(menu.params)))])
            anyone = " or ".join(f"exists_{a}({params})" for a in names) or "False"
            self.functions.append(f"def exists_menu_{menu.name}({params}):\n    return {anyone}")
            lines = [f"    if exists_{a}({params}): out.append({i})" for i, a in enumerate(names)]
            self.functions.append(
                "\n".join(
                    [
                        f"def menu_{menu.name}({params}):",
                        "    out = []",
                        *lines,
                        "    return tuple(out)",
                    ]
                )
            )

    def _exists_action(self, action: tree.Action) -> None:
        chain, _ = self.chain(action.body, 0)

        def write() -> None:
            kept, self._chosen_later = self._chosen_later, self._bound_by(chain.items)
            short = self._short(chain.items, chain.laws)
            if short is None:
                self._write_exists(chain.items, chain.laws)
            else:
                self.cx.line(f"return {short}")
            self._chosen_later = kept

        self.define_with_you(f"exists_{action.name}", self.checked.params[action], [], write)
