"""Which files are in play.

In: names (or paths) of a game or preset and of modules. Out: `Chosen`, the trees of the game, its
libraries and the modules, in an order that does not depend on how they were named: libraries before
those who use them, the game, modules by name. What the heads of the files say about one another
(needs, excludes, for which game) holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from alarife.diagnostics import Label, Report, RuleError
from alarife.library import Head, Library, is_path
from alarife.linking.needs import check_needs, check_target
from alarife.linking.wording import head_line, listed, or_all
from alarife.syntax import tree


@dataclass(slots=True)
class Chosen:
    """The files in play. `known` are the names of all modules that there are for the game, in play
    or not."""

    game: tree.File
    libraries: list[tree.File] = field(default_factory=list[tree.File])
    modules: list[tree.File] = field(default_factory=list[tree.File])
    preset: tree.File | None = None
    known: set[str] = field(default_factory=set[str])

    @property
    def files(self) -> list[tree.File]:
        """Libraries, the game, modules by name."""
        return [*self.libraries, self.game, *self.modules]


def gather(game: str, modules: Sequence[str], library: Library, report: Report) -> Chosen | None:
    """Find and parse all files in play; None if one is missing or wrong."""
    before = len(report.errors)
    file = game_or_preset(game, library, report)
    if file is None:
        return None
    preset = file if file.what == "preset" else None
    if preset is not None:
        file = _game_of(preset, library, report)
        if file is None:
            return None
    chosen = Chosen(file, preset=preset, known={head.name for head in library.modules(file.name)})
    named = [*(preset.with_modules if preset else []), *modules]
    chosen.modules = _modules(named, file, preset, library, report)
    chosen.known |= {module.name for module in chosen.modules}
    chosen.libraries = libraries_of([file, *chosen.modules], library, report)
    check_needs(chosen.game, chosen.modules, chosen.known, library, report)
    check_target(chosen.game, chosen.modules, chosen.files, library, report)
    return chosen if len(report.errors) == before else None


# ----------------------------------------------------------------
# the game
def game_or_preset(name: str, library: Library, report: Report) -> tree.File | None:
    """The file of a game or preset, by name or by path."""
    head = (
        _head_at(name, ("game", "preset"), library, report)
        if is_path(name)
        else library.find(("game", "preset"), name)
    )
    if head is not None:
        return library.parsed(head.path, report)
    if not is_path(name):
        names = [h.name for h in (*library.games(), *library.presets())]
        report.error(
            "E0202", f"There is no game `{name}`.", hint=or_all(name, names, "The games are")
        )
    return None


def _game_of(preset: tree.File, library: Library, report: Report) -> tree.File | None:
    target = preset.target or ""
    head = library.find(("game",), target, beside=preset.path)
    if head is not None:
        say_twins(head, library, report)
        return library.parsed(head.path, report)
    games = [h.name for h in library.games()]
    message = f"The preset `{preset.name}` is for the game `{target}`, and there is no such game."
    report.error("E0202", message, head_line(preset), hint=or_all(target, games, "The games are"))
    return None


def say_twins(head: Head, library: Library, report: Report) -> None:
    """Files in one folder that are both what was named: which is meant can't be known."""
    twins = library.twins(head)
    if twins:
        files = listed([twin.path for twin in twins])
        all_of_them = "both" if len(twins) == 2 else "all"
        message = (
            f"{files} are {all_of_them} a {head.what} `{head.name}`: it can't be known which is"
            " meant."
        )
        hint = "Rename all but one in their heads, or move them to another folder."
        if head.what != "library":
            hint += " Or name the one that is meant by its path."
        report.error("E0204", message, hint=hint)


def _head_at(path: str, kinds: tuple[str, ...], library: Library, report: Report) -> Head | None:
    try:
        head = library.head_at(path)
    except RuleError as wrong:
        report.found.extend(wrong.diagnostics)
        return None
    if head is None:
        report.error(
            "E0201",
            f"`{path}` is no rule file.",
            hint="A rule file begins with `alarife 2`, and then says what it is.",
        )
    elif head.what not in kinds:
        wanted = " or ".join(f"a {kind}" for kind in kinds)
        report.error("E0203", f"`{path}` is a {head.what}, and {wanted} was asked for.")
        return None
    return head


# ----------------------------------------------------------------
# modules
def _modules(
    names: Iterable[str],
    game: tree.File,
    preset: tree.File | None,
    library: Library,
    report: Report,
) -> list[tree.File]:
    found: dict[str, tree.File] = {}
    for name in names:
        head = _module_head(name, game, preset, library, report)
        file = library.parsed(head.path, report) if head is not None else None
        if file is None:
            continue
        twin = found.setdefault(file.name, file)
        if twin.path != file.path:
            message = f"Two files are both a module `{file.name}`."
            places = Label(head_line(file), "one"), Label(head_line(twin), "the other")
            report.error("E0204", message, *places, hint="Rename one of them.")
    return [found[name] for name in sorted(found)]


def _module_head(
    name: str, game: tree.File, preset: tree.File | None, library: Library, report: Report
) -> Head | None:
    if is_path(name):
        head = _head_at(name, ("module",), library, report)
        if head is None:
            return None
    else:
        near = preset.path if preset and name in preset.with_modules else game.path
        head = library.find(("module",), name, game.name, beside=near)
        if head is not None:
            say_twins(head, library, report)
    if head is not None and head.target == game.name:
        return head
    foreign = head or library.find(("module",), name)
    if foreign is not None:
        message = (
            f"The module `{foreign.name}` is for the game `{foreign.target}`, not for"
            f" `{game.name}`."
        )
        report.error(
            "E0205", message, hint=f"Name a module of `{game.name}`, or play `{foreign.target}`."
        )
    else:
        names = [h.name for h in library.modules(game.name)]
        hint = (
            or_all(name, names, f"The modules of `{game.name}` are")
            or f"`{game.name}` has no modules."
        )
        other = library.find(("preset", "game"), name)
        if other is not None:
            hint = f"`{name}` is a {other.what}: name it where the game is named."
        report.error("E0206", f"There is no module `{name}` for `{game.name}`.", hint=hint)
    return None


# ----------------------------------------------------------------
# libraries
def libraries_of(users: Sequence[tree.File], library: Library, report: Report) -> list[tree.File]:
    """All libraries used, directly or by libraries; each once, before those who use it."""
    found: dict[str, tree.File] = {}
    met: set[str] = set()

    def use(user: tree.File) -> None:
        for name in user.uses:
            if name in met:
                continue
            met.add(name)
            head = library.find(("library",), name, beside=user.path)
            if head is None:
                hint = or_all(name, [h.name for h in library.libraries()], "The libraries are")
                message = f"`{user.name}` uses a library `{name}`, and there is none."
                report.error("E0207", message, head_line(user, "uses"), hint=hint)
                continue
            say_twins(head, library, report)
            file = library.parsed(head.path, report)
            if file is not None:
                use(file)
                found[name] = file

    for user in users:
        use(user)
    return list(found.values())
