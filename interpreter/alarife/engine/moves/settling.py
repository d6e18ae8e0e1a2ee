"""What comes at the end of a transaction: laws of the places touched, then `whenever`s.

Laws are asked only where the rules could not show before that they hold; a law that is broken is a
fault. `whenever`s follow for what crossed from one place to another, pieces by id, then by label.
Several changes may be one transaction (`together`): what is open stands in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import final

from alarife.engine.faults import Fault, GameEnds
from alarife.engine.moves.contents import Contents
from alarife.geometry.grid import Grid
from alarife.lowering.layout import ONCE, TOGETHER, Slots

_HINT = (
    "Let the choice before it decide what is moved where: then only what the law allows is offered."
)


@final
class Settling:
    """The laws and `whenever`s of one game."""

    def __init__(self, contents: Contents) -> None:
        n = len(contents.shape)
        self.contents = contents
        self.tables = contents.tables
        self.leaves: list[list[Callable[[Slots, int, int], None]]] = [[] for _ in range(n)]
        """By place: what is done when a piece leaves it."""
        self.enters: list[list[Callable[[Slots, int, int], None]]] = [[] for _ in range(n)]
        """By place: what is done when a piece enters it."""
        self.laws: dict[str, Callable[[Slots, Grid], bool]] = {}
        self.broken: dict[str, Callable[..., list[str]]] = {}

    def like(self) -> Settling:
        """The same laws, and no `whenever`s yet."""
        made = Settling(self.contents)
        made.laws, made.broken = self.laws, self.broken
        return made

    # ----------------------------------------------------------------
    # whenever
    def cross(self, s: Slots, x: int, source: int, place: int) -> None:
        """A piece has gone from one place to another."""
        if source == place:
            return
        open_ = s[TOGETHER]
        if open_ is not None:
            depth, waiting, touched = open_
            s[TOGETHER] = (depth, (*waiting, (x, source, place)), touched)
            return
        for function in self.leaves[source]:
            function(s, x, source)
        for function in self.enters[place]:
            function(s, x, place)

    def all_cross(self, s: Slots, moved: Sequence[tuple[int, int]], place: int) -> None:
        """Pieces have gone from where it says with each to a place."""
        for x, source in sorted(moved):
            if self.leaves[source] or self.enters[place]:
                self.cross(s, x, source, place)

    # ----------------------------------------------------------------
    # together
    def together_begins(self, s: Slots) -> None:
        """Until it ends, several changes are one transaction. What is open stands in the state: how
        deep, what has crossed, which places a law may be asked about."""
        depth, waiting, touched = s[TOGETHER] or (0, (), ())
        s[TOGETHER] = (depth + 1, waiting, touched)

    def together_ends(self, s: Slots, rule: int) -> None:
        """Now the laws and the `whenever`s of all that was done together."""
        open_ = s[TOGETHER]
        assert open_ is not None
        depth, waiting, touched = open_
        if depth > 1:
            s[TOGETHER] = (depth - 1, waiting, touched)
            return
        s[TOGETHER] = None
        self.obey(s, touched, rule)
        for x, source, place in sorted(waiting):
            self.cross(s, x, source, place)

    # ----------------------------------------------------------------
    # laws
    def obey(self, s: Slots, places: Sequence[int], rule: int) -> None:
        """The laws of these places hold, or it is a fault; inside `together`, at its end."""
        open_ = s[TOGETHER]
        if open_ is not None:
            depth, waiting, touched = open_
            s[TOGETHER] = (depth, waiting, (*touched, *places))
            return
        for place in sorted(set(places)):
            law = self.tables.law[place]
            if law and not self.laws[law](s, self.contents.of(s, place)):
                self._break(place, law, self.broken[law](s, self.contents.of(s, place)), rule)

    def begins(self, s: Slots, empty: Slots) -> None:
        """What lies somewhere from the beginning obeys the laws, too."""
        for place, law in enumerate(self.tables.law):
            if not law:
                continue
            held = self.contents.of(s, place)
            if held != self.contents.of(empty, place) and not self.laws[law](s, held):
                hint = "Correct what the place is `starting with`."
                self._break(place, law, self.broken[law](s, held), -1, hint)

    def _break(
        self, place: int, law: str, broken: Sequence[str], rule: int, hint: str = _HINT
    ) -> None:
        said = " and ".join(f"`{name}`" for name in broken)
        how = "does not obey" if rule < 0 else "no longer obeys"
        try:
            self.contents.fault(
                "E0504",
                f"`{self.tables.name[place]}` {how} the law `{law}`: this breaks {said}",
                rule,
                hint,
            )
        except Fault as fault:
            fault.broken = tuple(broken)
            raise

    def ends(self, s: Slots, rule: int) -> None:
        """The end of the game; laws hold there, too."""
        open_ = s[TOGETHER]
        if open_ is not None:
            s[TOGETHER] = None
            self.obey(s, open_[2], rule)
        s[ONCE] = None
        raise GameEnds
