"""Explaining: what a decision asks, why something is not offered, what a rule says.

What comes in: a question, or words. What goes out: paragraphs in which the rules speak for
themselves, with their numbers filled in."""

from __future__ import annotations

from alarife.engine.state import Game, RuleInfo, State
from alarife.play.asking import NotUnderstood, Question
from alarife.play.look import Look
from alarife.play.preview import preview
from alarife.play.text import Text, wrapped
from alarife.syntax import tree

_MANY = 12


class Explainer:
    """Explains one game, in lines of a width."""

    def __init__(self, game: Game, width: int) -> None:
        self.game = game
        self.width = min(width, 100)
        self._decls: dict[str, tree.Decl] = {}
        for article in game.program.articles:
            if not isinstance(
                article.decl, tree.Example | tree.Chapter | tree.Section
            ):  # these may be called like a rule
                self._decls.setdefault(article.decl.name, article.decl)

    def rule(self, info: RuleInfo) -> list[Text]:
        """A rule: title, citations, sentences."""
        cites = f"  [{', '.join(info.cites)}]" if info.cites else ""
        return [
            Text((self.fill(info.name, info.title), "bold"), (cites, "dim")),
            *wrapped(self.sentences(info.name) or info.sentence, self.width, "  "),
        ]

    def sentences(self, name: str) -> str:
        """The sentences of a declaration, its numbers filled in."""
        from alarife.sentences.text import sentences

        decl = self._decls.get(name)
        return " ".join(sentences(self.game.checked, decl)) if decl else ""

    def fill(self, name: str, text: str) -> str:
        """A title or sentence of a declaration, its numbers filled in."""
        if "{" not in text or name not in self._decls:
            return text
        from alarife.sentences.text import sentence

        return sentence(self.game.checked, self._decls[name], text)

    # ----------------------------------------------------------------
    # the decision
    def question(self, question: Question) -> list[Text]:
        """What is asked, by which rule, and what the actions of a menu are."""
        d = question.decision
        lines = [Text()]
        told = preview(question.state, question)
        if d.kind == "menu":
            menu = self.game.program.menus.get(d.site.menu)
            if menu:
                lines += self.rule(self.game.rule(menu.name))
            offered = {c.key: c.handle for c in question.choices}
            for name in self.game.program.actions_of.get(d.site.menu, []):
                info = self.game.rule(name)
                mark = offered.get(name, "-")
                lines.append(
                    Text(
                        f"  {mark} ",
                        (info.title, "bold"),
                        (
                            (
                                ""
                                if name in offered
                                else "  (not possible now; try: why " + info.title.lower() + ")"
                            ),
                            "dim",
                        ),
                    )
                )
                lines += wrapped(self.sentences(name), self.width, "      ")
                lines += self._would(told.get(name))
        else:
            lines += self.rule(self.game.rule(d.rule))
            for name in d.site.rules:
                lines += self.rule(self.game.rule(name))
            shown = [c for c in question.choices if c.key in told]
            lines += [Text()] if shown else []
            for c in shown:
                lines += [
                    Text(
                        "  ",
                        (c.handle, "bold"),
                        " " if c.own_number or d.kind == "may" else Text(" ", c.words),
                    ),
                    *self._would(told[c.key]),
                ]
        return [
            *lines,
            Text(),
            *(line.styled("dim") for line in wrapped(question.help(), self.width)),
        ]

    def _would(self, told: Text | None) -> list[Text]:
        """What an answer would bring about, as far as that is certain."""
        return [Text(("      → ", "dim"), told).cut(self.width)] if told else []

    # ----------------------------------------------------------------
    # why not
    def why(self, state: State, question: Question, word: str, look: Look) -> list[Text]:
        """Why something is not offered."""
        if not word:
            return [
                Text(
                    "Why what? Type, for example: why 4,2; or: why and the name of a card or an"
                    " action."
                )
            ]
        try:
            choice = question.meant(word)
            return [Text(choice.words, " is offered here: type ", (choice.handle, "bold"), ".")]
        except NotUnderstood:
            pass
        from alarife.play.reasons import reasons

        words, broken = reasons(state, question, word, look)
        if not broken:
            return [Text(words, " is nothing that could be chosen here; ? explains what is asked.")]
        if [info.name for info in broken] == [question.decision.rule]:
            return [
                Text(words, " is none of the things one may choose here:"),
                *self.rule(broken[0]),
            ]
        if len(broken) == 1 and broken[0].title == words.plain:
            return [
                Text(words, " can't be done now: there is nothing that it could be done with."),
                *self.rule(broken[0]),
            ]
        lines = [
            Text(
                words,
                (
                    " is not offered. It breaks:"
                    if question.decision.kind != "menu"
                    else " can't be done now:"
                ),
            )
        ]
        for info in broken:
            lines += self.rule(info)
        return lines

    # ----------------------------------------------------------------
    # rules
    def rules(self, term: str) -> list[Text]:
        """The rules whose name or title has the term in it; failing that, whose sentences have."""
        term = term.strip().casefold()
        if not term:
            return [
                Text(
                    "Which rules? Type, for example: rules ",
                    self.game.rules[0].title.lower() if self.game.rules else "play",
                )
            ]
        seen = {r.name: r for r in reversed(self.game.rules) if r.sentence or r.cites}.values()
        found = [r for r in seen if term in (r.name.casefold(), r.title.casefold())]
        found = found or [
            r for r in seen if term in r.title.casefold() or term in r.name.casefold()
        ]
        found = found or [r for r in seen if term in self.sentences(r.name).casefold()]
        if not found:
            from alarife.linking.wording import did_you_mean

            hint = did_you_mean(term, [r.title.casefold() for r in seen])
            return [Text(f"No rule speaks of “{term}”. {hint}".rstrip())]
        if len(found) > _MANY:
            titles = ", ".join(sorted({r.title for r in found}))
            return [
                Text(f"{len(found)} rules speak of “{term}”; name one:"),
                *wrapped(titles, self.width, "  "),
            ]
        return [line for r in found for line in self.rule(r)]
