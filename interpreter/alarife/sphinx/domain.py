"""The domain `alr`: what can be referred to, the roles that do it, and an index of it all.

A target is a file's name and a name in it ("alhambra.small"); the file's name may be left out where
that is clear. The same thing may be printed in several books of one site: a reference goes to the
one in the same document, else to the first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from alarife.sphinx.directives import DIRECTIVES
from alarife.texts.targets import html_id

_ROLES: dict[str, tuple[str, ...]] = {
    "rule": ("rule", "law", "value", "change", "amendment", "step", "menu", "graph", "ruling"),
    "piece": ("piece",),
    "place": ("place", "note"),
    "action": ("action", "menu"),
    "table": ("table", "kind"),
    "term": ("term", "kind", "party", "value", "note", "place"),
    "module": ("module",),
    "example": ("example",),
    "part": ("chapter", "section"),
    "any": (),
}
"""Role → the kinds of things it refers to; none: all."""


class AlarifeIndex(Index):
    """Everything in the rulebooks, by title."""

    name = "index"
    localname = "Index of rules"
    shortname = "rules"

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Entries by first letter; what stands in several books has an entry for each."""
        wanted = set(docnames) if docnames is not None else None
        letters: dict[str, list[IndexEntry]] = {}
        domain: Any = self.domain
        objects = sorted(domain.objects(), key=lambda o: (o[2].casefold(), o[3]))
        for kind, target, title, document in objects:
            if kind not in ("chapter", "section", "example") and (
                wanted is None or document in wanted
            ):
                entry = IndexEntry(title, 0, document, html_id(target), document, "", kind)
                letters.setdefault(title[0].upper() if title[:1].isalpha() else "–", []).append(
                    entry
                )
        return sorted(letters.items()), False


class AlarifeDomain(Domain):
    """Rules, pieces, places, actions, tables, terms and modules of games."""

    name = "alr"
    label = "Alarife"
    object_types: ClassVar = {kind: ObjType(kind, *[role for role, kinds in _ROLES.items() if kind in kinds], "any") for kind in (  # noqa: E501
        "rule", "law", "value", "change", "amendment", "step", "menu", "graph", "ruling", "piece", "place", "note", "action",  # noqa: E501
        "table", "kind", "term", "party", "module", "example", "chapter", "section",
    )}  # fmt: skip
    directives: ClassVar = DIRECTIVES
    roles: ClassVar = {role: XRefRole(warn_dangling=True) for role in _ROLES}
    indices: ClassVar = [AlarifeIndex]
    initial_data: ClassVar[dict[str, Any]] = {"objects": {}, "gettext": False}
    data_version = 2

    @property
    def noted(self) -> dict[str, list[tuple[str, str, str]]]:
        """Target → (document, kind, title) for each place where it is printed."""
        return self.data["objects"]

    def note(self, document: str, kind: str, target: str, title: str) -> None:
        """A thing is printed in a document."""
        places = self.noted.setdefault(target, [])
        if not any(place[0] == document for place in places):
            places.append((document, kind, title))

    def objects(self) -> Iterator[tuple[str, str, str, str]]:
        """(kind, target, title, document) of everything printed."""
        for target, places in self.noted.items():
            for document, kind, title in places:
                yield kind, target, title, document

    def clear_doc(self, docname: str) -> None:
        """Forget what a document printed."""
        for target in list(self.noted):
            self.noted[target] = [place for place in self.noted[target] if place[0] != docname]
            if not self.noted[target]:
                del self.noted[target]

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process read."""
        wanted = set(docnames)
        for target, places in otherdata["objects"].items():
            for document, kind, title in places:
                if document in wanted:
                    self.note(document, kind, target, title)

    def resolve_xref(
        self,
        env: Any,
        fromdocname: str,
        builder: Any,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.Element | None:
        """The place that a reference leads to."""
        found = self.find(typ, target, fromdocname)
        if found is None:
            return (
                contnode if node.get("alr:quiet") else None
            )  # what the book itself links is not always printed, too
        full, document, title = found
        if not node.get("refexplicit"):
            contnode = nodes.inline(title, title)
        return make_refnode(builder, fromdocname, document, html_id(full), contnode, title)

    def resolve_any_xref(
        self,
        env: Any,
        fromdocname: str,
        builder: Any,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """For the role `any` of Sphinx: full targets only."""
        places = self.noted.get(target)
        if not places:
            return []
        document, kind, title = places[0]
        return [
            (
                f"alr:{self.role_for_objtype(kind) or 'any'}",
                make_refnode(builder, fromdocname, document, html_id(target), contnode, title),
            )
        ]

    def find(self, role: str, target: str, document: str) -> tuple[str, str, str] | None:
        """(full target, document, title) of a target, as written in a document."""
        kinds = _ROLES.get(role, ())
        names = (
            [target]
            if target in self.noted
            else [full for full in self.noted if full.partition(".")[2] == target]
        )
        best: tuple[str, str, str] | None = None
        for full in names:
            for where, kind, title in self.noted[full]:
                if kinds and kind not in kinds:
                    continue
                if where == document or (
                    where.rpartition("/")[0] == document.rpartition("/")[0] and "/" in where
                ):
                    return full, where, title
                best = best or (full, where, title)
        return best

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """For the search and the inventory."""
        seen: set[str] = set()
        for kind, target, title, document in self.objects():
            if target not in seen:
                seen.add(target)
                yield target, title, kind, document, html_id(target), 1
