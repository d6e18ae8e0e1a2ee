"""The checks of a finished program, one after the other.

Each takes a program in which every name is known and every type right, and reports what would go
wrong in play, or what was probably not meant. To add one: write a function in a file of its own,
and name it here."""

from __future__ import annotations

from collections.abc import Callable

from alarife.checking.check_at_once import check_at_once
from alarife.checking.check_choices import check_choices
from alarife.checking.check_drawn import check_drawn
from alarife.checking.check_flow import (
    check_asking,
    check_first_values,
    check_play,
    check_spaces,
)
from alarife.checking.check_hidden import check_hidden
from alarife.checking.check_laws import check_laws
from alarife.checking.check_loops import check_loops
from alarife.checking.check_names import check_literals, check_supplies, check_titles
from alarife.checking.check_result import check_result
from alarife.checking.check_told import check_told
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
    check_hidden,
    check_laws,
    check_told,
    check_result,
    check_literals,
    check_titles,
    check_supplies,
    check_drawn,
)
"""In the order in which they look."""
