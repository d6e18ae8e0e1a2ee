"""What the passes of this stage hand to one another: the program as far as it is, and what they
know besides.

In: files in play and the world. `Work.decls` are the declarations in force, in the order libraries,
game, modules; `Work.absent` are those whose `when` does not hold, by name, so that messages can say
that something exists in other configurations."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.conditions import World
from alarife.linking.configure import in_force
from alarife.linking.gather import Chosen
from alarife.linking.program import Program
from alarife.linking.wording import condition_of, did_you_mean, listed
from alarife.syntax import tree
from alarife.syntax.tree import Span


@dataclass(slots=True)
class Work:
    """A program in the making."""

    program: Program
    chosen: Chosen
    world: World
    library: Library
    report: Report
    decls: list[tree.Decl] = field(default_factory=list[tree.Decl])
    absent: dict[str, list[tree.Decl]] = field(default_factory=dict[str, list[tree.Decl]])
    named: dict[str, tree.Decl] = field(default_factory=dict[str, tree.Decl])
    """Every name of the one namespace and (the first of) what it names, labels of amendments
    included."""

    gone: set[str] = field(default_factory=set[str])
    """Labels of amendments whose guard is decided before play and does not hold, or that amend such
    a one."""

    dropped: set[Span] = field(default_factory=set[Span])
    """Where those amendments stand, with a label or without."""

    def today(self, name: str) -> str:
        """The present name of a thing that has been renamed."""
        return self.program.formerly.get(name, name) if name not in self.named else name

    def hint_for(self, name: str, candidates: list[str]) -> str:
        """What to do about a name that means nothing: it may be misspelled, or be there in other
        configurations only."""
        if others := self.absent.get(name):
            conditions = sorted({condition_of(decl, self.program.sources) for decl in others})
            return (
                f"`{name}` is there only when {' or when '.join(conditions)}. Put this under such a"
                " `when`, too."
            )
        if owners := modules_with(name, self):
            one = owners[0]
            return (
                f"`{name}` belongs to {listed(owners, 'or')}: put this under `when module {one}`,"
                f" or write `needs {one}`."
            )
        return did_you_mean(name, candidates)


def modules_with(name: str, work: Work) -> list[str]:
    """The modules not in play that declare a name. Reads files, so it is asked only for a
    message."""
    found: list[str] = []
    for head in work.library.modules(work.chosen.game.name):
        if head.name in work.world.modules:
            continue
        file = work.library.parsed(head.path, Report())
        if file is not None and any(
            decl.name == name for decl in file.decls if not isinstance(decl, (tree.More, tree.Fill))
        ):
            found.append(head.name)
    return found


def take_what_holds(work: Work) -> None:
    """Sort the declarations of all files into those in force and those that are absent in this
    configuration."""
    for file in work.chosen.files:
        for decl in file.decls:
            if in_force(decl, work.world, work.report):
                work.decls.append(decl)
            elif decl.name and not isinstance(decl, (tree.More, tree.Fill)):
                work.absent.setdefault(decl.name, []).append(decl)
