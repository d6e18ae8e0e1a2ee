"""Explaining: what a question asks, why something is not offered, what a rule says.

In: the table model's questions and rules, or words. Out: paragraphs in which the rules speak for
themselves, with their numbers filled in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alarife.play.answering import Asked, NotUnderstood
from alarife.play.text import Text, broken, composed, wrapped
from alarife.table import Table
from alarife.texts.spoken import phrase_of, phrased

Data = dict[str, Any]
_MANY = 12
_MOST_EFFECTS = 16


class Explainer:
    """Explains one game, in lines of a width."""

    def __init__(self, table: Table, width: int) -> None:
        self.table = table
        self.width = min(width, 100)

    def rule(self, rule: Data) -> list[Text]:
        """A rule: title, citations, sentences."""
        cites = f"  [{', '.join(rule['cites'])}]" if rule["cites"] else ""
        return [
            Text((rule["title"], "bold"), (cites, "dim")),
            *wrapped(rule["sentence"], self.width, "  "),
        ]

    def goal(self) -> list[Text]:
        """What the game is about, and who wins."""
        game = self.table.game
        about = self.table.wording.about()
        lines = wrapped(about, self.width) if about else []
        for name in ("winners", "score"):
            rule = self.table.wording.rule(game.rule(name)) if name in game.program.values else None
            if rule is not None and rule["sentence"]:
                lines += self.rule(rule)
        return lines or [
            Text(phrased("The rules say nothing of the goal; rules lists all of them."))
        ]

    # ----------------------------------------------------------------
    # the question
    def question(self, asked: Asked, foresee: Callable[[str], list[str]]) -> list[Text]:
        """What is asked, by which rule, and what the answers are."""
        lines: list[Text] = []
        question = asked.data
        if question["rule"]:
            lines += self.rule(question["rule"])
        lines += [line for rule in question["laws"] for line in self.rule(rule)]
        if asked.kind == "menu":
            for choice in asked.choices:
                lines.append(Text(f"  {choice.handle} ", (choice.words, "bold")))
                lines += self._action(choice.key) + self._would(foresee(choice.key))
            for refused in question["refused"]:
                words = refused["words"].lower()
                why = "  " + phrased("(not possible now; try: why {words})", words=words)
                said = Text("  - ", (refused["words"], "bold"), (why, "dim"))
                lines += broken(said, self.width, 6)
                lines += self._action(refused["key"])
        elif asked.kind != "set" and len(asked.choices) <= _MOST_EFFECTS:
            effects = {c.key: foresee(c.key) for c in asked.choices}
            alike = len({tuple(e) for e in effects.values()}) < min(len(effects), 2)
            for choice in asked.choices:
                if (effect := effects[choice.key]) and not alike:
                    words = "" if choice.words == choice.handle else f" {choice.words}"
                    lines += [Text("  ", (choice.handle, "bold"), words), *self._would(effect)]
        return [*lines, Text(), *(t.styled("dim") for t in wrapped(asked.help(), self.width))]

    def _action(self, name: str) -> list[Text]:
        return wrapped(self.table.wording.sentences(name), self.width, "      ")

    def _would(self, effect: list[str]) -> list[Text]:
        """What an answer would bring about, as far as that is certain."""
        return wrapped("→ " + " · ".join(effect), self.width, "      ") if effect else []

    # ----------------------------------------------------------------
    # why not
    def why(self, asked: Asked, found: Data, word: str) -> list[Text]:
        """Why something is not offered. `found` is what the table model says of it."""
        if not word:
            return wrapped(
                phrased(
                    "Why what? Type, for example: why 4,2; or: why and the name of a card or an"
                    " action."
                ),
                self.width,
            )
        try:
            choice = asked.meant(word)
            offered = choice.open or choice.data.get("state") == "picked"
            if offered:
                said = phrase_of("{words} is offered here: type {handle}.")
                here = composed(said, words=choice.words, handle=(choice.handle, "bold"))
                return broken(here, self.width, 0)
            return wrapped(
                phrased(
                    "{words} can't be added to what is chosen: no way to complete it would be"
                    " left.",
                    words=choice.words,
                ),
                self.width,
            )
        except NotUnderstood:
            pass
        name = (found["words"], "bold")
        rules = found["rules"]
        if not rules:
            nothing = phrase_of(
                "{name} is nothing that could be chosen here; ? explains what is asked."
            )
            return broken(composed(nothing, name=name), self.width, 0)
        if asked.kind == "menu":
            why = phrase_of("{name} can't be done now:")
        else:
            why = phrase_of("{name} is not offered. These rules decide it:")
        head = broken(composed(why, name=name), self.width, 0)
        return [*head, *(line for rule in rules for line in self.rule(rule))]

    # ----------------------------------------------------------------
    # rules
    def rules(self, term: str) -> list[Text]:
        """The rules that are called so or speak of it; all of them by their titles, if nothing is
        said."""
        if not term.strip():
            return self._index()
        said = term.strip().casefold()
        found = self.table.rules(term)
        exact = [r for r in found if said in (r["name"].casefold(), r["title"].casefold())]
        found = exact or found
        if not found:
            from alarife.linking.wording import did_you_mean

            titles = [r["title"].casefold() for r in self.table.rules()]
            none = phrased("No rule speaks of “{term}”.", term=term)
            return [Text(f"{none} {did_you_mean(said, titles)}".rstrip())]
        if len(found) > _MANY:
            titles = sorted({r["title"] for r in found})
            head = Text(phrased("{n} rules speak of “{term}”; name one:", n=len(found), term=term))
            return [head, *wrapped(", ".join(titles), self.width, "  ")]
        return [line for r in found for line in self.rule(r)]

    def _index(self) -> list[Text]:
        """All rules by their titles, under the file that they come from."""
        lines: list[Text] = []
        by_module: dict[str, dict[str, None]] = {}
        for rule in self.table.rules():
            by_module.setdefault(rule["module_title"], {}).setdefault(rule["title"])
        for module, titles in by_module.items():
            lines.append(Text((module, "bold")))
            lines += wrapped(" · ".join(titles), self.width, "  ")
        return [*lines, Text((phrased("rules WORD shows those that speak of it"), "dim"))]
