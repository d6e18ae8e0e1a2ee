"""From the paragraphs of the printed rules to the rules here, their examples, and their places in
the rulebooks.

In: rule files, a list of paragraphs in scope. Out: for every paragraph which declarations and which
examples cite it, and in which chapter they are printed. What is in scope and has no rule, or no
example, is a gap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from alarife.library import Library
from alarife.linking.walk import below
from alarife.syntax import tree
from alarife.syntax.parse import parse_cached
from alarife.texts.targets import bare_title, capital, target_of, words_of

SCOPE = "paragraphs.txt"
"""The file that lists the paragraphs of the printed rules, beside the rule files."""


@dataclass(frozen=True, slots=True)
class Place:
    """A declaration or an example that cites a paragraph: its target, its title, and where it
    stands."""

    target: str
    title: str
    file: str
    line: int
    chapter: str = ""


@dataclass(slots=True)
class Traced:
    """A paragraph with all that cites it; `note` is what the list of paragraphs says of it."""

    paragraph: str
    note: str = ""
    rules: list[Place] = field(default_factory=list)
    examples: list[Place] = field(default_factory=list)

    @property
    def out(self) -> str:
        """Why it is not in scope; nothing if it is."""
        return self.note.removeprefix("out").lstrip(":, ") if self.note.startswith("out") else ""

    @property
    def test(self) -> str:
        """The test that shows it, if its list names one."""
        return self.note if self.note.startswith("tests/") else ""

    @property
    def gap(self) -> str:
        """What is missing: "no rule", "no example", or nothing."""
        if self.out:
            return ""
        if not self.rules and self.note != "example":
            return "no rule"
        return "" if self.examples or self.note not in ("", "example") else "no example"


def trace(files: Iterable[tree.File], scope: Mapping[str, str] | None = None) -> list[Traced]:
    """All paragraphs in scope (with their notes) and all that are cited, in order."""
    found: dict[str, Traced] = {name: Traced(name, note) for name, note in (scope or {}).items()}
    files = list(files)
    by_name = {file.name: file for file in files}
    for file in files:
        seen = _seen_from(file, by_name)
        titles, homes = _chapter_titles(seen), _homes(seen)
        for cited in file.cites:
            found.setdefault(cited, Traced(cited)).rules.append(_head_place(file))
        for decl, chapter in _in_chapters(file, homes):
            place = _place(decl, titles.get(chapter, chapter))
            for cited in _cited_by(decl):
                traced = found.setdefault(cited, Traced(cited))
                (traced.examples if isinstance(decl, tree.Example) else traced.rules).append(place)
    return sorted(found.values(), key=lambda traced: order_of(traced.paragraph))


def shipped(library: Library | None = None) -> list[tree.File]:
    """The trees of all rule files of a library."""
    library = library or Library()
    return [parse_cached(library.text(head.path), head.path) for head in library.heads()]


def scope_beside(path: str) -> dict[str, str]:
    """The paragraphs listed for the file of a game: in `paragraphs.txt` in its folder, or in the
    one above; none if there is no such list."""
    folders = list(Path(path).resolve().parents)[:2]
    found = next((folder / SCOPE for folder in folders if (folder / SCOPE).is_file()), None)
    return scope_of(found) if found is not None else {}


def gaps(traced: Iterable[Traced]) -> list[Traced]:
    """Those that have no rule, or neither example nor test."""
    return [one for one in traced if one.gap]


def scope_of(path: Path) -> dict[str, str]:
    """The paragraphs that a file lists, one a line; what stands behind a # is not read. Behind a
    paragraph may stand `example`: it is one itself, so no rule need cite it; or the path of a test
    that shows it; or `out:` and why it is not in scope."""
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, _, note = line.partition("#")[0].strip().partition(" ")
        if name:
            found[name] = note.strip()
    return found


def order_of(paragraph: str) -> tuple[str, int]:
    """Paragraphs are ordered by source and number."""
    source, _, number = paragraph.rpartition("-")
    return source, int(number) if number.isdecimal() else 0


def _cited_by(decl: tree.Decl) -> list[str]:
    cited = dict.fromkeys(decl.cites)
    for node in below(decl):
        if isinstance(node, tree.Stmt):
            cited.update(dict.fromkeys(node.cites))
    return list(cited)


def _seen_from(file: tree.File, by_name: Mapping[str, tree.File]) -> list[tree.File]:
    """A file, the libraries it uses, and what it is for: chapters of the same name in other games
    are others."""
    found: dict[str, tree.File] = {}
    waiting = [file]
    while waiting:
        one = waiting.pop(0)
        if one.path not in found:
            found[one.path] = one
            waiting += [by_name[name] for name in (*one.uses, one.target or "") if name in by_name]
    return list(found.values())


def _in_chapters(file: tree.File, homes: Mapping[str, str]) -> Iterator[tuple[tree.Decl, str]]:
    """Declarations with their chapters: of what amends something or belongs to a menu, that of the
    other; of an example, that of what it stands under."""
    own = shown = ""
    for decl in file.decls:
        if isinstance(decl, tree.Chapter):
            own = shown = decl.name
        elif not isinstance(decl, tree.Example):
            shown = homes.get(_beside(decl), own)
        yield decl, shown


def _beside(decl: tree.Decl) -> str:
    """The name of what a declaration is told with; empty if it stands for itself."""
    match decl:
        case tree.Change() | tree.Hook():
            return decl.target
        case tree.Action():
            return decl.menu
        case tree.Value():
            return decl.name
        case tree.Order():
            return decl.second
        case _:
            return ""


def _homes(files: list[tree.File]) -> dict[str, str]:
    """The chapters of names and labels; where a name is declared twice, that of the first."""
    found: dict[str, str] = {}
    for file in files:
        chapter = ""
        for decl in file.decls:
            if isinstance(decl, tree.Chapter):
                chapter = decl.name
            elif decl.name and not isinstance(decl, (tree.Change, tree.Hook, tree.Example)):
                found.setdefault(decl.name, chapter)
    for file in [*files, *files]:  # a label may be amended, too
        for decl in file.decls:
            if isinstance(decl, (tree.Change, tree.Hook)) and decl.name and decl.target in found:
                found.setdefault(decl.name, found[decl.target])
    return found


def _chapter_titles(files: list[tree.File]) -> dict[str, str]:
    named = [
        decl for file in reversed(files) for decl in file.decls if isinstance(decl, tree.Chapter)
    ]
    return {decl.name: decl.title for decl in named if decl.title}


def _place(decl: tree.Decl, chapter: str) -> Place:
    title = (
        capital(bare_title(decl.title or ""))
        if "{" not in (decl.title or "")
        else capital(words_of(decl.name))
    )
    if isinstance(decl, tree.Order):
        title = f"{capital(words_of(decl.first))} before {words_of(decl.second)}"
    return Place(
        target_of(decl),
        title or capital(words_of(decl.name)) or decl.module,
        _name(decl.head.file),
        decl.head.line,
        chapter,
    )


def _head_place(file: tree.File) -> Place:
    return Place(f"module.{file.name}", file.title or file.name, _name(file.path), file.at.line)


def _name(path: str) -> str:
    return "/".join(Path(path).parts[-2:])
