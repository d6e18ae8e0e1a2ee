"""Which optimisations are on, and what each was applied to.

In: the names of those that are left out. Out, while a program is lowered: the declarations to which
each was applied, for `alarife check --how`."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Switches:
    """`without` names the optimisations that are left out; `owner` is the declaration that is being
    lowered."""

    without: frozenset[str] = frozenset()
    owner: str = ""
    used: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    """By optimisation the declarations to which it was applied, in order."""

    def on(self, name: str) -> bool:
        """Whether an optimisation is on."""
        return name not in self.without

    def applied(self, name: str) -> None:
        """Note that an optimisation was applied to what is being lowered."""
        self.used.setdefault(name, {})[self.owner] = None
