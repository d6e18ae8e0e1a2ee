"""What differs between two linked programs, as data.

In: two programs. Out: a list of `Difference`s in the terms of the rules: what is added and removed,
which sentence another one takes the place of, what is preceded, followed and replaced and in which
order, which numbers, pieces and places change. They come by chapter, then by kind, then in the
order of the programs. `difftext` says it in words."""

# pyright: basic
# Declarations of all sorts are compared here, by the attributes that they happen to share.

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alarife.linking.amended import Amendments
from alarife.linking.compared import cells, choice, count, titled_rows, without_place
from alarife.linking.difference import KINDS, Comparison, Difference, Say
from alarife.linking.join import case_of
from alarife.linking.normal import normal
from alarife.linking.numbers import constant_of, copies_by_row, pieces_of, plain
from alarife.linking.program import SHELVES, Program
from alarife.linking.wording import text_of
from alarife.syntax import tree


def differences(a: Program, b: Program, say: Say | None = None) -> list[Difference]:
    """What differs in `b` from `a`. `say` fills the holes of sentences; without it, constants are
    filled in."""
    sayer = say or (lambda program, _, text: plain(text, program))
    comparison = _Comparison(a, b, sayer)
    titles = ["", *comparison.chapters.values()]
    return sorted(comparison.all(), key=lambda d: (titles.index(d.chapter), KINDS.index(d.kind)))


class _Comparison(Comparison):
    """Compares two programs part by part."""

    def all(self) -> Iterator[Difference]:
        """Every difference."""
        yield from self._settings()
        for shelf in SHELVES:
            yield from self._shelf(shelf)
        yield from Amendments(self).all()

    # ----------------------------------------------------------------
    # settings
    def _settings(self) -> Iterator[Difference]:
        a, b = dict(self.a.configuration.settings), dict(self.b.configuration.settings)
        if self.a.configuration.players != self.b.configuration.players:
            old, new = str(self.a.configuration.players), str(self.b.configuration.players)
            yield Difference(
                "setting",
                "number of players",
                "players",
                "Players",
                self.b.configuration.game,
                old,
                new,
            )
        for full in sorted(a.keys() & b.keys()):
            if a[full] != b[full]:
                name = full.rpartition(".")[2]
                decl = self.b.options.get(name) or self.b.rulings[name]
                yield self.make(
                    "setting", decl, old=choice(decl, a[full]), new=choice(decl, b[full])
                )

    # ----------------------------------------------------------------
    # declarations
    def _shelf(self, shelf: str) -> Iterator[Difference]:
        a, b = getattr(self.a, shelf), getattr(self.b, shelf)
        for name, decl in b.items():
            if name not in a:
                yield from self._alone(decl, self.b, gone=False)
            else:
                yield from self._both(a[name], decl)
        for name, decl in a.items():
            if name not in b:
                yield from self._alone(decl, self.a, gone=True)

    def _alone(self, decl: Any, program: Program, gone: bool) -> Iterator[Difference]:
        """The difference for a declaration that only one program has."""
        for one in decl if isinstance(decl, list) else [decl]:
            if one.title is None or (
                isinstance(one, tree.Option) and program.settings.get(one.name) is False
            ):
                continue  # an option that is off leaves no trace
            said = self.sentences(program, one)
            kind = "removed" if gone else "added"
            if isinstance(one, tree.Piece):
                said, kind = count(pieces_of(one, program)), "pieces"
            elif isinstance(one, tree.Place):
                kind = "place"
            elif (
                isinstance(one, tree.Value)
                and (number := constant_of(one.name, program)) is not None
                and not one.params
            ):
                said, kind = str(number), "number"
            elif isinstance(one, tree.Option) and not said:
                said = choice(one, program.settings[one.name])
            rows = titled_rows(one, program) if isinstance(one, (tree.Table, tree.Kind)) else ()
            yield self.make(kind, one, gone=gone, rows=rows, **{"old" if gone else "new": said})

    def _both(self, old: Any, new: Any) -> Iterator[Difference]:
        """The differences between two versions of a declaration."""
        if isinstance(old, list):
            yield from self._values(old, new)
        elif isinstance(new, tree.Step) and self._filled_otherwise(new.name):
            a, b = self.a.fills.get(new.name) or old, self.b.fills.get(new.name) or new
            texts = self.sentences(self.a, a), self.sentences(self.b, b)
            yield self.make(
                "changed",
                new,
                module=b.module,
                label_title=b.title or "",
                old=texts[0],
                new=texts[1],
            )
        elif isinstance(new, tree.Piece):
            yield from self._pieces(old, new)
        elif isinstance(new, (tree.Table, tree.Kind)):
            yield from self._rows(old, new)
        elif old is not new and normal(without_place(old)) != normal(without_place(new)):
            yield from self._reads_otherwise(old, new)

    def _filled_otherwise(self, name: str) -> bool:
        a, b = self.a.fills.get(name), self.b.fills.get(name)
        return a is not b and (a is None or b is None or a.at != b.at)

    def _reads_otherwise(self, old: tree.Decl, new: tree.Decl) -> Iterator[Difference]:
        texts = self.sentences(self.a, old), self.sentences(self.b, new)
        if texts[0] == texts[1]:
            texts = text_of(old, self.a.sources), text_of(new, self.b.sources)
        if texts[0] == texts[1]:
            return  # a rule that a module forbids by: told by itself
        yield self.make("changed", new, old=texts[0], new=texts[1])

    def _values(self, old: list[tree.Value], new: list[tree.Value]) -> Iterator[Difference]:
        name = new[0].name
        before, after = constant_of(name, self.a), constant_of(name, self.b)
        if before is not None and after is not None:
            if before != after and new[0].title is not None:
                yield self.make(
                    "number", new[0], old=str(before), new=str(after), **self._changer(name)
                )
            return
        known = {normal(without_place(one)): one for one in old}
        fresh = [one for one in new if normal(without_place(one)) not in known]
        forms = {normal(without_place(one)) for one in new}
        dropped = [one for form, one in known.items() if form not in forms]
        if len(fresh) == len(dropped) == 1 and case_of(fresh[0]) == case_of(dropped[0]):
            yield from self._reads_otherwise(dropped[0], fresh[0])
        else:
            yield from self._alone(fresh, self.b, gone=False)
            yield from self._alone(dropped, self.a, gone=True)

    def _changer(self, name: str) -> dict[str, Any]:
        """The cause of a changed number: the change that only one of the programs has."""
        a, b = ({c.name: c for c in program.changes.get(name, [])} for program in (self.a, self.b))
        fresh, dropped = (
            [c for n, c in b.items() if n not in a],
            [c for n, c in a.items() if n not in b],
        )
        for change, gone in [*((c, False) for c in fresh), *((c, True) for c in dropped)]:
            place = {
                "module": change.module,
                "file": change.head.file,
                "line": change.head.line,
                "cites": tuple(change.cites),
            }
            return {**place, "label": change.name, "label_title": change.title or "", "gone": gone}
        return {}

    def _pieces(self, old: tree.Piece, new: tree.Piece) -> Iterator[Difference]:
        a, b = copies_by_row(old, self.a), copies_by_row(new, self.b)
        module = next(
            (
                more.module
                for more in self.b.more.get(new.name, [])
                if more not in self.a.more.get(new.name, [])
            ),
            new.module,
        )
        for row in [*b, *(row for row in a if row not in b)]:
            if a.get(row, 0) != b.get(row, 0):
                shown = count(a.get(row, 0)), count(b.get(row, 0))
                yield self.make(
                    "pieces",
                    new,
                    module=module,
                    label_title=" ".join(row),
                    old=shown[0],
                    new=shown[1],
                )

    def _rows(
        self, old: tree.Table | tree.Kind, new: tree.Table | tree.Kind
    ) -> Iterator[Difference]:
        a, b = cells(old), cells(new)
        module = next(
            (
                more.module
                for more in self.b.more.get(new.name, [])
                if more not in self.a.more.get(new.name, [])
            ),
            new.module,
        )
        for key in [*b, *(key for key in a if key not in b)]:
            if a.get(key) != b.get(key):
                yield self.make(
                    "number",
                    new,
                    module=module,
                    label_title=", ".join(key),
                    old=a.get(key, ""),
                    new=b.get(key, ""),
                )
