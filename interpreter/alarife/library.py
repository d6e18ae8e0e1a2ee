"""The library: where rule files are found.

In: names of games, modules, libraries and presets, or paths to files of one's own. Out: syntax
trees. A library knows the files below a folder (the shipped ones, if nothing else is said) or a set
of texts in memory (what a save carries). It reads only the heads of files until one is asked for;
then it parses that file, once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from alarife.diagnostics import Report, RuleError, rule_error
from alarife.files import read_bytes
from alarife.syntax import tree
from alarife.texts.catalogue import Catalogue
from alarife.texts.english import ENGLISH
from alarife.texts.localise import localise
from alarife.texts.speech import Speech
from alarife.texts.spoken import spoken

_HEAD = re.compile(
    r'^(?P<what>game|library|module|preset)[ ]+(?P<name>\w+)(?:[ ]+"(?P<title>[^"\n]*)")?'
    r"(?:[ ]+\[[^\]\n]*\])?(?:[ ]+for[ ]+(?P<target>\w+))?",
    re.MULTILINE,
)
_HEAD_LENGTH = 4000


@dataclass(frozen=True, slots=True)
class Head:
    """What the first lines of a file say: `what` is game, library, module or preset; `target` the
    game that a module or preset is for."""

    what: str
    name: str
    title: str
    target: str
    path: str


_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_NUMBERS = {word: n for n, word in enumerate(_ORDINALS.split(), 1)}


def head_of(text: str, path: str) -> Head | None:
    """The head of a rule file, read without parsing it; None if the text does not look like a rule
    file."""
    found = _HEAD.search(text[:_HEAD_LENGTH].replace("\r", "\n"))
    if found is None:
        return None
    return Head(
        found["what"], found["name"], found["title"] or found["name"], found["target"] or "", path
    )


def head_key(head: Head) -> tuple[str, str, str]:
    """What tells one file from another: what it is, its name, the game that it is for."""
    return head.what, head.name, head.target


def in_order(name: str) -> tuple[tuple[int, str], ...]:
    """The place of a name among others: parts that count, in figures or in words, go by their
    number."""
    parts = re.findall(r"\d+|[^\W\d_]+", name)
    numbers = (_NUMBERS.get(part, int(part) if part.isdecimal() else 0) for part in parts)
    return tuple((n, "" if n else part) for n, part in zip(numbers, parts, strict=True))


def is_path(name: str) -> bool:
    """Whether a name given for a game or module is a path to a file of one's own."""
    return name.endswith(".alr") or "/" in name or os.sep in name


class Library:
    """All rule files that can be named."""

    def __init__(
        self,
        folder: Path | None = None,
        texts: Mapping[str, str] | None = None,
        speech: Speech | None = None,
    ) -> None:
        """Files below `folder` (the shipped ones if neither is given), or `texts` by their paths
        and no others. What they say, they say in the language of `speech`; without it, in the
        one that was chosen for all (English)."""
        self.speech = spoken() if speech is None else speech
        self._texts: dict[str, str] = dict(texts or {})
        self._folder = folder
        self._closed = texts is not None and folder is None
        self._heads: list[Head] | None = None
        self._meant: frozenset[str] = frozenset()
        self._parsed: dict[str, tree.File | None] = {}

    # ----------------------------------------------------------------
    # what there is
    def heads(self) -> list[Head]:
        """The heads of all files, by kind and name."""
        if self._heads is None:
            found = [head for path in self.paths() if (head := self._head(path)) is not None]
            self._heads = sorted(
                found,
                key=lambda head: (
                    head.what,
                    head.target,
                    in_order(head.name),
                    head.name,
                    head.path,
                ),
            )
        return self._heads

    def games(self) -> list[Head]:
        """The games, by name."""
        return [head for head in self.heads() if head.what == "game"]

    def modules(self, game: str | None = None) -> list[Head]:
        """The modules, or those for one game."""
        return [
            head for head in self.heads() if head.what == "module" and game in (None, head.target)
        ]

    def presets(self, game: str | None = None) -> list[Head]:
        """The presets, or those for one game."""
        return [
            head for head in self.heads() if head.what == "preset" and game in (None, head.target)
        ]

    def libraries(self) -> list[Head]:
        """The libraries, by name."""
        return [head for head in self.heads() if head.what == "library"]

    def find(
        self, what: Iterable[str], name: str, target: str = "", beside: str = ""
    ) -> Head | None:
        """The file of that kind and name (for a module: and game). Files that lie beside the file
        `beside` come first, so that somebody's own game finds its own libraries."""
        kinds = tuple(what)
        near = self._heads_beside(beside) if beside and not self._closed else []
        for head in [*near, *self.heads()]:
            if (
                head.what in kinds
                and head.name == name
                and (not target or head.target in ("", target))
            ):
                return head
        return None

    def mean(self, paths: Iterable[str]) -> None:
        """Of files in one folder that say they are the same, these are meant from now on."""
        self._meant = frozenset(str(Path(path)) for path in paths)

    def twins(self, head: Head) -> list[Head]:
        """Files beside one of somebody's own that say they are the same: which is meant can't be
        known. The first comes first."""
        if self.ships(head.path):
            return []
        same = [
            other
            for other in self._heads_beside(head.path)
            if (other.what, other.name, other.target) == head_key(head)
        ]
        meant = [other for other in same if other.path in self._meant]
        return same if len(same) > 1 and len(meant) != 1 else []

    def ships(self, path: str) -> bool:
        """Whether a file is one of the library's own, rather than somebody's who named it by its
        path."""
        return self._closed or Path(path).is_relative_to(self._root())

    # ----------------------------------------------------------------
    # reading
    def head_at(self, path: str) -> Head | None:
        """The head of a file of one's own; None if it is no rule file. Raises `RuleError` if there
        is no such file."""
        return head_of(self.text(path), path)

    def text(self, path: str) -> str:
        """The text of a file; raises `RuleError` if it can't be read."""
        if path not in self._texts:
            if self._closed:
                raise rule_error("E0201", f"There is no file `{path}` among these.")
            from alarife.syntax.source import read_source

            self._texts[path] = read_source(path)
        return self._texts[path]

    def parsed(self, path: str, report: Report) -> tree.File | None:
        """The tree of a file, parsed once; None if it has mistakes, which are in the report."""
        if self._parsed.get(path) is None:
            self._parsed[path] = self._parse(path, report)
        return self._parsed[path]

    # ----------------------------------------------------------------
    # inside
    def _parse(self, path: str, report: Report) -> tree.File | None:
        from alarife.syntax.parse import parse_cached

        try:
            made = parse_cached(self.text(path), path)
            return localise(made, self.speech) if isinstance(self.speech, Catalogue) else made
        except RuleError as wrong:
            report.found.extend(wrong.diagnostics)
            return None

    def paths(self) -> list[str]:
        """The paths of all files, sorted."""
        if self._closed:
            return sorted(self._texts)
        return sorted({*self._texts, *(str(path) for path in self._root().rglob("*.alr"))})

    def _root(self) -> Path:
        if self._folder is None:
            from alarife.resources import rules_dir

            self._folder = Path(str(rules_dir()))
        return self._folder

    def _head(self, path: str) -> Head | None:
        text = self._texts.get(path)
        if text is None and self._closed:
            return None
        try:
            text = text or read_bytes(path, _HEAD_LENGTH).decode("utf-8-sig", "ignore")
        except OSError:
            return None
        head = head_of(text, path)
        if head is None or self.speech is ENGLISH:
            return head
        return replace(head, title=self.speech.text(f"{head.name} title", head.title) or head.title)

    def _heads_beside(self, path: str) -> list[Head]:
        folder = Path(path).parent
        if folder.is_relative_to(self._root()):
            return []
        paths = sorted(str(other) for other in folder.glob("*.alr"))
        paths.sort(key=lambda path: path not in self._meant)
        return [head for path in paths if (head := self._head(path)) is not None]
