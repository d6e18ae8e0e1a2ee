"""A first game: each question is explained when somebody meets it for the first time.

In: questions as the table model has them. Out: lines, in which the rules speak for themselves. What
always holds: nothing is explained twice to the same person, and nothing that their seat may not
know."""

from __future__ import annotations

from typing import Any

from alarife.play.answering import Asked
from alarife.play.explaining import Explainer
from alarife.play.text import Text, wrapped
from alarife.texts.spoken import phrased

Data = dict[str, Any]


class Lessons:
    """What each seat has met so far; without `on`, nothing is ever explained."""

    def __init__(self, on: bool) -> None:
        self._on = on
        self._met: dict[int, set[str]] = {}

    def lesson(self, data: Data, explainer: Explainer) -> list[Text]:
        """What to read before the question of a seat's data: at first what the game is about, then
        the rules behind a question that is new; often nothing."""
        seat, question = data["seat"], data["question"]
        if not self._on or not data["yours"]:
            return []
        met = self._met.setdefault(seat, set())
        told = "\n".join(rule["name"] for rule in [question["rule"], *question["laws"]])
        if told in met:
            return []
        lines = [] if met else [*explainer.goal(), Text()]
        met.add(told)
        rule = question["rule"]
        if not rule or rule["title"] != question["prompt"]:  # the rule has it as its heading
            lines += [Text((question["prompt"], "bold reverse")), Text()]
        return [
            *lines,
            *explainer.question(Asked(question), lambda key: []),
            *self._more(met, explainer),
        ]

    @staticmethod
    def _more(met: set[str], explainer: Explainer) -> list[Text]:
        """With the first lesson: what helps at any time."""
        if len(met) > 1:
            return []
        said = phrased(
            "At any time: ? explains the question, why tells why not, hint shows what a bot would"
            " do, undo takes back, goal says what the game is about."
        )
        return [Text(), *(line.styled("dim") for line in wrapped(said, explainer.width))]
