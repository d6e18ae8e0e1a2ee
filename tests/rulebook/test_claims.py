"""Claims: what a sentence says besides the rule it stands at is checked, in every configuration it
can be printed for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.rulebook.conftest import ORCHARD, Make

from alarife.checking.check import check
from alarife.cli.survey import Survey, Trial
from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.link import link
from alarife.linking.program import Configuration
from alarife.rulebook.prose import check_prose
from alarife.sentences.text import sentences
from alarife.syntax import tree
from alarife.texts.holes import bare, holes
from alarife.texts.paragraphs import written
from alarife.texts.targets import target_of

LIBRARY = Library()

NO_FACTS = Path(__file__).parent / "no_facts.txt"
"""The numbers that are marked as no fact of the rules, each with the reason."""


# ----------------------------------------------------------------
# claims in words
def codes(made: object) -> list[str]:
    report = Report()
    check_prose(made, report)  # pyright: ignore[reportArgumentType]
    return [d.code for d in report.errors]


CLAIM = "Nobody carries more than {most}; {=baskets are never empty: every b in Basket: b.worth at least 1}."


def test_a_claim_that_holds_is_printed_as_it_stands(make: Make) -> None:
    made = make(orchard=ORCHARD.replace("Nobody carries more than {most}.", CLAIM))
    assert codes(made) == []
    assert sentences(made, made.program.rules["light"]) == [
        "Nobody carries more than 3; baskets are never empty."
    ]


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("{=all are apples: every b in Basket: b.fruit = apple}", "E0603"),
        ("{=as many as can be: most}", "E0604"),
        ("{=many}", "E0604"),
    ],
)
def test_a_claim_that_does_not_hold_is_found(make: Make, claim: str, code: str) -> None:
    assert codes(
        make(
            orchard=ORCHARD.replace(
                "carries more than {most}.", f"carries more than {{most}}: {claim}."
            )
        )
    ) == [code]


def test_a_module_that_makes_a_claim_false_is_found(make: Make) -> None:
    text = ORCHARD.replace(
        "Nobody carries more than {most}.", CLAIM.replace("at least 1", "at most most")
    )
    assert codes(make(orchard=text)) == []
    assert codes(make(["wind"], orchard=text)) == ["E0603"]


@pytest.mark.parametrize(
    ("line", "where"), [("{most} or 7.", ""), ("{more} or 7.", "\n      where more = most + 1")]
)
def test_a_number_is_pointed_at_with_and_without_where(make: Make, line: str, where: str) -> None:
    sentence = f"Nobody carries {line}"
    made = make(orchard=ORCHARD.replace("Nobody carries more than {most}.", sentence + where))
    report = Report()
    check_prose(made, report)  # pyright: ignore[reportArgumentType]
    (wrong,) = report.errors
    assert wrong.at is not None
    assert (wrong.code, wrong.at.column) == ("E0602", len("  > ") + sentence.index("7") + 1)


@pytest.mark.parametrize("word", ["third", "fifth", "twelve"])
def test_numbers_in_words_are_found(make: Make, word: str) -> None:
    text = ORCHARD.replace("Nobody carries more than {most}.", f"Nobody carries the {word} basket.")
    assert codes(make(orchard=text)) == ["E0602"]


# ----------------------------------------------------------------
# sentences under a condition
IF = """  > The oldest says a word of welcome.
  if players at most 2
    > {=Two} are company.
    rounds += 1
  otherwise
    > {=Three} are a crowd.
    rounds += 2
"""


@pytest.mark.parametrize(("players", "said"), [(2, "Two are company."), (4, "Three are a crowd.")])
def test_a_sentence_under_a_condition_is_told_where_it_holds(
    make: Make, players: int, said: str
) -> None:
    text = ORCHARD.replace("  > The oldest says a word of welcome.\n  pass\n", IF)
    made = make(players=players, orchard=text)
    assert sentences(made, made.program.steps["welcome"]) == [
        "The oldest says a word of welcome.",
        said,
    ]


def test_a_condition_that_play_decides_tells_both(make: Make) -> None:
    text = ORCHARD.replace(
        "  > The oldest says a word of welcome.\n  pass\n",
        IF.replace("players at most 2", "rounds at most 2"),
    )
    made = make(orchard=text)
    assert len(sentences(made, made.program.steps["welcome"])) == 3


# ----------------------------------------------------------------
# the shipped files
def trials() -> dict[Trial, None]:
    """Every game for each number of players, with each module and each pair of them, with each
    value of each setting; and all modules at once."""
    survey = Survey(LIBRARY, thorough=True)
    found = dict.fromkeys(
        trial
        for head in LIBRARY.heads()
        if head.what in ("game", "module")
        for trial in survey.trials(head)
    )
    together = tuple(head.name for head in LIBRARY.modules("alhambra") if head.name != "our_table")
    return found | dict.fromkeys(Trial("alhambra", together, players=n) for n in range(2, 7))


def test_every_claim_of_the_shipped_files_holds_wherever_it_is_printed() -> None:
    seen: set[Configuration] = set()
    for trial in trials():
        report = Report()
        program = link(
            trial.game, trial.modules, dict(trial.options), trial.players, LIBRARY, report
        )
        assert program is not None, (trial, report.found)
        if program.configuration in seen:  # a value of an option that it has anyway
            continue
        seen.add(program.configuration)
        check_prose(check(program, report), report)
        assert not report.found, (trial, [(d.code, d.message, d.at) for d in report.found])


def test_numbers_that_are_no_facts_have_been_looked_at() -> None:
    listed = {
        tuple(line.split(" ", 2)[:2])
        for line in NO_FACTS.read_text(encoding="utf-8").splitlines()
        if line[:1] != "#"
    }
    found: set[tuple[str, str]] = set()
    for head in LIBRARY.heads():
        file = LIBRARY.parsed(head.path, Report())
        assert file is not None
        for decl in file.decls:
            for text, _ in written(decl) if not isinstance(decl, tree.Example) else ():
                found |= {
                    (target_of(decl), hole.said)
                    for hole in holes(text)
                    if hole.marked and not hole.expression
                }
    marked = {(target, said) for target, said in found if said != "one"}
    assert marked - listed == set(), (
        "give them what they must equal, or list them in no_facts.txt with the reason"
    )
    assert listed - marked == set(), "they are said no longer: take them off the list"


# What a sentence says of all pieces of a sort, or of none, is a fact that a module may make false
# by bringing more of them.
_OF_ALL = re.compile(
    r"\b(equally|no|none|never|always|only|most|least|highest|lowest|nothing)\b", re.IGNORECASE
)
LOOKED_AT = {
    "bazaars.Bazaar": "it has no field for a kind of building",
    "bonus.BonusCard": "it says what the cards were drawn for; which they are is a claim",
    "diamonds.Diamond": "they have no currency: that is their default",
    "medina.Medina": "it has no field for a kind of building",
    "oh_hell.Rank": "the order of the rows is what it means",
    "spades.Rank": "the order of the rows is what it means",
}


def test_what_is_said_of_all_pieces_is_a_claim_that_is_checked() -> None:
    bare_claims: set[str] = set()
    for head in LIBRARY.heads():
        file = LIBRARY.parsed(head.path, Report())
        assert file is not None
        for decl in file.decls:
            if isinstance(decl, (tree.Piece, tree.Kind)):
                bare_claims |= {
                    target_of(decl) for text, _ in written(decl) if _OF_ALL.search(bare(text))
                }
    assert bare_claims == LOOKED_AT.keys()
