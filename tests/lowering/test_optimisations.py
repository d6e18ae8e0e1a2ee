"""Every optimisation is explained, and says where it was applied."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.ir.games import stages_of

from alarife.lowering.optimisations import FORMS, OPTIMISATIONS

PASSES = (Path(__file__).parents[2] / "docs/architecture/passes.md").read_text(encoding="utf-8")
EXAMPLES = {
    "inline": ("hex", "joined"), "fold": ("hex", "lay"), "open": ("hex", "joined"),
    "masks": ("hex", "held"), "tally": ("alhambra", "holding"), "deal": ("alhambra", "build_deck"),
    "weigh": ("connect_four", "winners"), "unroll": ("tic_tac_toe", "play"),
    "share": ("hex", "joined"), "located": ("alhambra+all", "coinage"), "keep": ("hex", "neighbours"),
    "graphs": ("hex", "chains"), "steps": ("alhambra", "buy"), "joined": ("hex", "lay"),
    "playing": ("alhambra", "top_up"), "watch": ("alhambra+all", "buy"), "skip": ("alhambra+all", "storing"),
}  # fmt: skip


@pytest.mark.parametrize("name", OPTIMISATIONS)
def test_each_has_a_section(name: str) -> None:
    assert re.search(rf"^### {name}\b", PASSES, re.MULTILINE)


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_says_where_it_was_applied(name: str) -> None:
    game, owner = EXAMPLES[name]
    assert owner in stages_of(game).lowered.used[name]
    assert owner not in stages_of(game, (name,)).lowered.used.get(name, {})


def test_the_layers_of_laws_are_told_by_the_forms_of_rules() -> None:
    others = {"alone"}  # see test_alone
    assert set(OPTIMISATIONS) - set(EXAMPLES) - others == {"quick", "windows", "laws"} <= set(FORMS)
    assert stages_of("alhambra", ("windows",)).lowered.law_layer == "direct"
