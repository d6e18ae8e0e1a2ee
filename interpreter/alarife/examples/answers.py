"""Answers that examples write, matched with what the engine offers.

An answer is the name of an action, `yes` or `no`, a literal, a cell, a number, a player or a value
of a kind; a list for a set, which is built piece by piece. Pieces are matched by their looks. What
can't be matched is no answer to that question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any

from alarife.checking.types import KindOf, Many, Maybe, Truth, Type, comparable
from alarife.examples.evaluate import Evaluator, Values
from alarife.examples.looks import PieceClass
from alarife.lowering.flow.decisions import Site
from alarife.lowering.layout import DECISION, Slots, standing
from alarife.syntax import tree

MOST_TRIED = 64
"""So many ways to read literals as pieces are tried when it is asked which rules they break."""


@dataclass(slots=True)
class Answer:
    """What a player (by number, from 0) answers."""

    player: int
    e: tree.Expr


class NoAnswer(Exception):
    """This is no answer to what is asked."""


class Answers:
    """Reads answers in one example."""

    def __init__(self, evaluator: Evaluator, values: Values) -> None:
        self.evaluator = evaluator
        self.bench = evaluator.bench
        self.looks = evaluator.looks
        self.values = values
        self.program = self.bench.program

    # ----------------------------------------------------------------
    # what is meant
    def items(self, e: tree.Expr, s: Slots, element: Type | None) -> list[Any]:
        """The members that an answer to a question for a set means."""
        if isinstance(e, tree.Several):
            return [self.item(item, s, element) for item in e.items]
        found = self._evaluated(e, s, element)
        return list(found) if isinstance(found, tuple) else [found]

    def item(self, e: tree.Expr, s: Slots, element: Type | None) -> Any:
        """What an answer to a question for one thing means: a look, or a value as the engine has
        it."""
        found = self._evaluated(e, s, element)
        if isinstance(found, tuple) and not isinstance(element, Many):
            if len(found) != 1:
                raise NoAnswer
            return found[0]
        return found

    def _evaluated(self, e: tree.Expr, s: Slots, element: Type | None) -> Any:
        element = element.of if isinstance(element, Maybe) else element
        t = self.evaluator.writer.checked.types.get(e)
        if (
            isinstance(element, KindOf)
            and isinstance(e, tree.Name)
            and e.id in self.bench.world.kinds[element.name].names
        ):
            return self.bench.world.kinds[element.name].names.index(e.id)
        if t is None:
            raise NoAnswer
        single = t.of if isinstance(t, Many) else t
        if element is not None and not comparable(single, element) and not comparable(t, element):
            raise NoAnswer
        return self.evaluator.looked(e, s, self.values)

    # ----------------------------------------------------------------
    # what is offered
    def first_pick(self, answer: Answer, s: Slots) -> Any:
        """The option that an answer begins with. Raises `NoAnswer` if it is no answer to the
        decision that stands."""
        site_number, you, options, _ = standing(s)
        site = self.bench.question(site_number)
        if you != answer.player:
            raise NoAnswer
        e = answer.e
        if site.kind == "menu":
            actions = self.program.actions_of[site.menu]
            if isinstance(e, tree.Name) and e.id in actions and actions.index(e.id) in options:
                return actions.index(e.id)
            raise NoAnswer
        if site.kind == "may":
            if isinstance(e, tree.Truth) and e.value in options:
                return e.value
            raise NoAnswer
        if site.kind == "set":
            return self._pick(s, options, self.items(e, s, member(site)))
        if isinstance(e, tree.Several):
            raise NoAnswer
        return self._find(s, options, self.item(e, s, member(site)), member(site))

    def _pick(self, s: Slots, options: Sequence[Any], rest: list[Any]) -> Any:
        """The next member of a set; None for done."""
        if not rest:
            if None in options:
                return None
            raise NoAnswer
        for option in options:
            if option is not None and any(self._same(s, option, wanted) for wanted in rest):
                return option
        raise NoAnswer

    def _same(self, s: Slots, option: Any, wanted: Any) -> bool:
        if isinstance(wanted, PieceClass):
            return self.looks.alike(self.looks.of(s, option), wanted)
        return option == wanted

    def _find(self, s: Slots, options: Sequence[Any], wanted: Any, element: Type | None) -> Any:
        if isinstance(wanted, bool) and not isinstance(element, Truth):
            raise NoAnswer
        for option in options:
            if self._same(s, option, wanted):
                return option
        raise NoAnswer

    def give(self, answer: Answer, s: Slots) -> None:
        """Answer the decision that stands, a set member by member. Raises `NoAnswer`; of a set,
        part may be taken then."""
        site_number, you, options, _ = standing(s)
        site = self.bench.question(site_number)
        pick = self.first_pick(answer, s)
        if site.kind != "set":
            self.bench.answer(s, pick)
            return
        rest = self.items(answer.e, s, member(site))
        while True:
            pick = self._pick(s, options, rest)
            if pick is not None:
                rest.remove(next(w for w in rest if self._same(s, pick, w)))
            self.bench.answer(s, pick)
            if pick is None:
                return
            if s[DECISION] is None or standing(s)[0] != site_number or standing(s)[1] != you:
                if rest:
                    raise NoAnswer
                return
            options = standing(s)[2]

    # ----------------------------------------------------------------
    # what refuses
    def is_of_menu(self, answer: Answer, s: Slots) -> bool:
        """Whether an answer names an action of the menu that is asked about, offered or not."""
        number, you, _, _ = standing(s)
        site = self.bench.question(number)
        e = answer.e
        return (
            site.kind == "menu"
            and you == answer.player
            and isinstance(e, tree.Name)
            and e.id in self.program.actions_of[site.menu]
        )

    def refused_by(self, answer: Answer, s: Slots) -> list[str]:
        """The rules that refuse an answer to the decision that stands; none if it is no
        candidate."""
        number, you, _, env = standing(s)
        site = self.bench.question(number)
        held = dict(zip(site.env, env, strict=True))
        e = answer.e
        if site.kind == "menu":
            if (
                not isinstance(e, tree.Name)
                or e.id not in self.program.actions_of[site.menu]
                or not all(site.menu_args)
            ):
                return []
            broken = self.bench.why_not(s, e.id, you, [held[name] for name in site.menu_args], ())
            return [name or e.id for name in broken]
        if not site.why:
            return []
        try:
            wanted = (
                self.items(e, s, member(site))
                if site.kind == "set"
                else [self.item(e, s, member(site))]
            )
        except NoAnswer:
            return []
        raw: Any = tuple(self.looks.one(s, w) if isinstance(w, PieceClass) else w for w in wanted)
        return self.bench.why_refused(s, site, you, held, raw)

    # ----------------------------------------------------------------
    # as the machine has them
    def readings(self, action: str, answers: Sequence[tree.Expr], s: Slots) -> list[list[Any]]:
        """All ways (up to a number) in which answers to an action's questions can be read as pieces
        and values."""
        items = self.bench.asked_by(action)
        ways: list[list[Any]] = []
        for e in answers:
            if not items:
                break
            kind, t = items.pop(0)
            element = t.of if isinstance(t, Many) else t
            if kind == "menu":
                name = e
                if not isinstance(name, tree.Name):
                    raise NoAnswer
                ways.append([name.id])
                items = self.bench.asked_by(name.id)
            elif kind == "set":
                ways.append([list(found) for found in self._sets(self.items(e, s, element), s)])
            else:
                ways.append(self._ones(self.item(e, s, element), s))
        return [list(way) for way in islice(product(*ways), MOST_TRIED)]

    def _ones(self, wanted: Any, s: Slots) -> list[Any]:
        if not isinstance(wanted, PieceClass):
            return [wanted]
        return self.looks.all_of(s, wanted)[:MOST_TRIED] or [wanted.piece]

    def _sets(self, wanted: list[Any], s: Slots) -> list[tuple[Any, ...]]:
        looks: dict[PieceClass, int] = {}
        for look in wanted:
            if isinstance(look, PieceClass):
                looks[look] = looks.get(look, 0) + 1
        plain = tuple(w for w in wanted if not isinstance(w, PieceClass))
        ways = [
            list(islice(combinations(self.looks.all_of(s, look), n), MOST_TRIED))
            for look, n in looks.items()
        ]
        return [sum(way, plain) for way in islice(product(*ways), MOST_TRIED)]


def member(site: Site) -> Type | None:
    """The type of what is chosen at a site, one at a time."""
    return site.element.of if isinstance(site.element, Many) else site.element
