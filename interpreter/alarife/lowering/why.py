"""Why not: which rules an answer breaks that is not offered.

What comes in: a chain. What goes out: functions that are given answers and say the names of the
rules they break, in the order in which they are asked; None for an answer that is no candidate at
all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.lawful import Lawful
from alarife.checking.scope import Local
from alarife.checking.types import Type
from alarife.lowering.chain import Chain, ChainWriter
from alarife.syntax import tree


class WhyWriter(ChainWriter):
    """Writes what explains why something is not offered."""

    action_items: dict[str, list[tuple[str, Type | None]]]

    def define_with_you(
        self,
        function: str,
        params: Sequence[Local],
        extra: Sequence[str],
        write: Callable[[], None],
    ) -> None:
        """A function that always has `you`, whether it needs it or not."""
        from alarife.checking.types import PLAYER
        from alarife.lowering.context import Context

        outer, outer_you = self.cx, self.you
        self.cx = Context(pure=True)
        self.you = Local("you", PLAYER, tree.Span("", 0, 0, 0, 0))
        names = [self.bound(local) for local in (self.you, *params)]
        write()
        body = self.cx.text()
        self.functions.append(f"def {function}({', '.join(['s', *names, *extra])}):\n{body}")
        self.cx, self.you = outer, outer_you

    def why_action(self, action: tree.Action) -> None:
        """`why_a(s, you, …, answers)`: the names of the rules that these answers break, in the
        order in which they are asked."""
        chain, _ = self.chain(action.body, 0)

        def write() -> None:
            self.cx.line("out = []")
            for item in chain.items:
                self._why_item(item)
            self._why_laws(chain)
            self.cx.line("return out")

        self.define_with_you(f"why·{action.name}", self.checked.params[action], ["answers"], write)
        self.action_items[action.name] = [
            (
                "menu" if isinstance(i, tree.ChooseFrom) else "set" if i.how else "one",
                None if isinstance(i, tree.ChooseFrom) else self.type(i.source),
            )
            for i in chain.items
            if isinstance(i, (tree.Choose, tree.ChooseFrom))
        ]

    def _why_laws(self, chain: Chain) -> None:
        for law in chain.laws:
            if law.kind == "rehearse":
                function, used = self.effect_of(law)
                names = "".join(f"{self.read(local)}, " for local in used)
                self.cx.line(f"out += broken_by_effect(s, {function}, ({names}))")
                continue
            if law.kind == "afterwards":
                self.cx.line(f"if not {self.judged(law)}: out.append({law.law!r})")
                continue
            what = self.code(law.what)
            if law.kind == "lay":
                assert law.grid is not None
                assert law.cell is not None
                self.cx.line(
                    f"out += broken·{law.law}(s, overlay_lay({self.content(law.grid)},"
                    f" {self.code(law.cell)}, {what}))"
                )
            elif law.kind == "swap":
                assert law.other is not None
                self.cx.line(f"out += broken_by_swap(s, {what}, {self.code(law.other)})")
            else:
                self.cx.line(f"out += broken_by_leaving(s, {what})")

    def judged(self, law: Lawful) -> str:
        """The code that asks whether a rule holds after an effect, tried out on a copy."""
        said = [
            f"{function}, ({''.join(f'{self.read(local)}, ' for local in used)})"
            for function, used in (self.effect_of(law), self.test_of(law))
        ]
        return f"holds_after(s, {', '.join(said)})"

    def test_of(self, law: Lawful) -> tuple[str, list[Local]]:
        """What must hold after an effect, as a function; what it is given."""
        return self.apart("after", lambda: self.cx.line(f"return {self.code(law.what)}"))

    def effect_of(self, law: Lawful) -> tuple[str, list[Local]]:
        """An effect that can be tried out, as a function; what it is given."""
        return self.apart("effect", lambda: self.block(law.effect), pure=False)

    def why_here(self, chain: Chain, index: int) -> tuple[str, list[Local]]:
        """A function that says which rules an answer to the chain's n-th item breaks: its own, and
        those of what follows as far as no further answer is needed."""

        def write() -> None:
            self.cx.line("out = []")
            item = chain.items[index]
            assert isinstance(item, tree.Choose)
            chosen = self.local_of(item)
            many = f"tuple({self.iterable(item.source)})"
            self.cx.line(
                f"if not {'all_in' if item.how else 'one_in'}(s, {self.read(chosen)}, {many}):"
                " out.append(None)"
            )
            if item.where is not None:
                self._why_condition(item.where)
            for later in chain.items[index + 1 :]:
                if isinstance(later, (tree.Choose, tree.ChooseFrom)):
                    break
                self._why_item(later)
            else:
                self._why_laws(chain)
            self.cx.line("return out")

        return self.apart("why_here", write)

    def _why_item(self, item: tree.Stmt) -> None:
        match item:
            case tree.Let():
                code = self.code(item.value)
                self.cx.line(f"{self.bound(self.local_of(item))} = {code}")
            case tree.Require():
                self._why_condition(item.condition)
            case tree.Choose():
                self.cx.line("if not answers: return out")
                chosen = self.local_of(item)
                many = f"tuple({self.iterable(item.source)})"
                self.cx.line(
                    f"{self.bound(chosen)}, answers = answer(s, answers, {item.how is not None})"
                )
                test = "all_in" if item.how else "one_in"
                self.cx.line(f"if not {test}(s, {self.read(chosen)}, {many}): out.append(None)")
                if item.where is not None:
                    self._why_condition(item.where)
            case tree.ChooseFrom():
                args = [self.you_code(), *self.arguments(f"menu {item.menu}", item.args)]
                self.cx.line("if not answers: return out")
                self.cx.line(
                    f"return out + why_menu({self.text_number(item.menu)}, s, answers,"
                    f" {', '.join(args)})"
                )
            case _:
                pass

    def _why_condition(self, e: tree.Expr) -> None:
        match e:
            case tree.Group():
                self._why_condition(e.inner)
            case tree.And():
                for part in e.parts:
                    self._why_condition(part)
            case tree.Afterwards():
                pass  # asked with the laws
            case tree.Call(name=name) | tree.Name(id=name):
                self.cx.line(f"if not {self.code(e)}: out.append({name!r})")
            case _:
                self.cx.line(f"if not {self.code(e)}: out.append(None)")
