"""The checks of a finished program, one after the other.

Each takes a program in which every name is known and every type right, and reports what would go
wrong in play, or what was probably not meant. To add one: write a function in a file of its own,
and name it here."""

from __future__ import annotations

from collections.abc import Callable

from alarife.checking.checks.at_once import check_at_once
from alarife.checking.checks.choices import check_choices
from alarife.checking.checks.drawn import check_drawn
from alarife.checking.checks.flow import (
    check_asking,
    check_first_values,
    check_play,
    check_spaces,
)
from alarife.checking.checks.hidden import check_hidden
from alarife.checking.checks.laws import check_laws, check_subjects
from alarife.checking.checks.loops import check_loops
from alarife.checking.checks.names import check_literals, check_supplies, check_titles
from alarife.checking.checks.occupied import check_occupied
from alarife.checking.checks.recorded import check_recorded
from alarife.checking.checks.result import check_result
from alarife.checking.checks.secret_notes import check_secret_notes
from alarife.checking.checks.told import check_told
from alarife.checking.scope import Checked
from alarife.diagnostics import Report

CHECKS: tuple[Callable[[Checked, Report], None], ...] = (
    check_play,
    check_first_values,
    check_choices,
    check_asking,
    check_at_once,
    check_loops,
    check_spaces,
    check_occupied,
    check_hidden,
    check_subjects,
    check_laws,
    check_recorded,
    check_told,
    check_secret_notes,
    check_result,
    check_literals,
    check_titles,
    check_supplies,
    check_drawn,
)
"""In the order in which they look."""
