"""What the book is told of itself: where things stand in it, and what the player aid holds.

In: the declarations in force, after everything that has a name is known. Out: `program.tells` and
`program.aids`. Every name in them is the name of something, and nothing stands under itself."""

from __future__ import annotations

from alarife.diagnostics import Label
from alarife.linking.circles import circle_of
from alarife.linking.compared import is_exception
from alarife.linking.walk import below, names_in
from alarife.linking.wording import did_you_mean
from alarife.linking.work import Work
from alarife.syntax import tree

PLACED = ("after", "before", "under", "within")
"""Words of a `tell` that give something its place beside something else."""
MOST_BESIDE = 100
"""So many places may depend on one another."""


def join_book(work: Work) -> None:
    """Collect what is said to the book, and check its names."""
    for decl in work.decls:
        if isinstance(decl, tree.Aid):
            work.program.aids.setdefault(decl.name, []).append(decl)
            _known(decl.others, decl, work)
        elif isinstance(decl, tree.Tell):
            work.program.tells.append(decl)
            _tell(decl, work)
    for parts in work.program.aids.values():
        parts.sort(key=lambda aid: aid.title is None)
        if parts[0].title is None:
            titled = [name for name, aids in work.program.aids.items() if aids[0].title]
            hint = did_you_mean(parts[0].name, titled)
            hint = hint or f'Give it a title where it begins: `aid {parts[0].name} "…": names`.'
            message = f"No file in play gives the player aid `{parts[0].name}` a title."
            work.report.error("E0245", message, parts[0].head, hint=hint)
    _circles(work)
    _lost_examples(work)
    _lost_sentences(work)


def _tell(decl: tree.Tell, work: Work) -> None:
    if decl.example is not None:
        titles = [one.title for one in work.decls if isinstance(one, tree.Example)]
        if decl.example not in titles:
            hint = work.hint_for(decl.example, [title for title in titles if title])
            message = f"No example has the title “{decl.example}”."
            work.report.error("E0272", message, decl.head, hint=hint)
    names = [decl.what] if decl.what else []
    _known(names + (decl.others if decl.how != "also" else []), decl, work)


def _known(names: list[str], decl: tree.Decl, work: Work) -> None:
    for name in names:
        if work.today(name) not in work.named:
            hint = work.hint_for(name, list(work.named))
            message = f"The book is to tell of `{name}`, and nothing is called so."
            work.report.error("E0272", message, decl.head, hint=hint)


def _lost_examples(work: Work) -> None:
    """An example must not be lost because what it stands under is left out."""
    left_out = {
        work.today(one.what): one
        for one in work.program.tells
        if one.how == "nowhere" and one.what and one.example is None
    }
    settled = {one.example for one in work.program.tells}
    last: tree.Decl | None = None
    for decl in work.decls:
        if last is not None and last.at.file != decl.at.file:
            last = None
        if not isinstance(decl, tree.Example):
            last = None if isinstance(decl, (tree.Chapter, tree.Section)) else decl
        elif (
            last is not None
            and last.name in left_out
            and not isinstance(last, (tree.Fill, tree.More))
            and decl.title not in settled
        ):
            hint = (
                f'Write `tell example "{decl.title}" under …`, or `nowhere` if it may go as well.'
            )
            message = (
                f"The example “{decl.title}” stands under `{last.name}`, which the book leaves out."
            )
            labels = [Label(left_out[last.name].head), Label(decl.head, "the example")]
            work.report.warn("E0274", message, *labels, hint=hint)


def _lost_sentences(work: Work) -> None:
    """What is told within an article must not be lost because another takes its place."""
    tells: dict[str, tree.Tell] = {}
    for one in work.program.tells:
        if one.example is None and one.how in (*PLACED, "nowhere"):
            tells[work.today(one.what)] = one
    for name, tell in tells.items():
        if tell.how != "within" or name not in work.named:
            continue
        host = work.today(tell.others[0])
        taken = _replacement(host, work)
        if taken is None or not _says(work.named[name]) or not _asked(name, host, work):
            continue
        message = (
            f"The sentences of `{name}` stand within `{host}`, which `{taken.name or taken.title}`"
            " replaces: the book loses them."
        )
        there = f"`tell {name} within {taken.name}`" if taken.name else f"`tell {name} under …`"
        hint = f"Write {there}, or `tell {name} nowhere` if they may go."
        work.report.warn("E0275", message, taken.head, Label(tell.head, "told here"), hint=hint)


def _replacement(name: str, work: Work) -> tree.Change | tree.Hook | None:
    """The amendment whose article takes the place of a thing's own."""
    chain = [*work.program.changes.get(name, []), *work.program.hooks_of(name).instead]
    return next((one for one in chain if not is_exception(one) and _says(one)), None)


def _says(decl: tree.Decl) -> bool:
    """Whether there is anything of it to print."""
    said = bool(decl.prose) or any(isinstance(node, tree.Sentence) for node in below(decl))
    return decl.title is not None and (said or isinstance(decl, tree.Menu))


def _asked(name: str, host: str, work: Work) -> bool:
    """Whether something needs a thing that is told within another, besides that other."""
    if not isinstance(work.named[name], (tree.Value, tree.Rule, tree.Step, tree.Table, tree.Menu)):
        return True
    users = (one for one in work.decls if one.name not in (name, host))
    return any(work.today(said) == name for one in users for said in names_in(one))


def _circles(work: Work) -> None:
    """Nothing is told beside what is told beside it."""
    placed = {one.what: one for one in work.program.tells if one.how in PLACED and one.what}
    circle = circle_of({name: [tell.others[0]] for name, tell in placed.items()})
    if circle:
        labels = [Label(placed[name].head) for name in circle]
        message = f"The place of `{circle[0]}` in the book depends on its own place."
        work.report.error("E0273", message, *labels, hint="Take one of these lines away.")
        return
    depth: dict[str, int] = {}
    for name, tell in placed.items():
        chain = [name]
        while chain[-1] in placed and chain[-1] not in depth:
            chain.append(placed[chain[-1]].others[0])
        for one in reversed(chain[:-1]):
            depth[one] = depth.get(placed[one].others[0], 0) + 1
        if depth[name] > MOST_BESIDE:
            message = (
                f"The place of `{name}` in the book depends on more than {MOST_BESIDE} others."
            )
            hint = "Let some of them stand where they are declared."
            work.report.error("E0299", message, tell.head, hint=hint)
            return
