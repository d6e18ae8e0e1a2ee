"""What players are shown and told: who knows it from then on, and the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, final

from alarife.engine.hidden import facts
from alarife.engine.moves.sight import Sight
from alarife.lowering.layout import LOG, Slots


@final
class Telling:
    """Shows pieces and tells facts; `sight` knows who knows what."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    def show(self, s: Slots, pieces: Sequence[int], who: Sequence[int], rule: int) -> None:
        """These parties know these pieces from now on."""
        mask = self.sight.mask(who)
        self.sight.shown(s, pieces, mask)
        log = s[LOG]
        if log is not None:
            log.extend(("show", rule, tuple(pieces), mask))

    def tell(
        self,
        s: Slots,
        fact: int,
        function: Callable[..., Any],
        given: tuple[Any, ...],
        who: Sequence[int],
        rule: int,
    ) -> None:
        """These parties know the answer to a question from now on."""
        if not self.sight.keeps:
            function(s, *given)
            return
        mask = self.sight.mask(who)
        answer = facts.tell(s, fact, function, given, mask)
        log = s[LOG]
        if log is not None:
            log.extend(("tell", rule, fact, given, answer, mask))
