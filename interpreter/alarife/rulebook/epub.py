"""The last touch on an EPUB: its package says which pages hold drawings, and names each page once.

In: an EPUB as Sphinx writes it. Out: the same with `properties="svg"` at these pages, as the
standard wants it (epubcheck: OPF-014, RSC-005)."""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

_PACKAGE = "content.opf"
_ITEM = re.compile(r'<item\s[^>]*?href="([^"]+\.xhtml)"[^>]*?/>')
_TURN = re.compile(r'<itemref\s[^>]*?idref="([^"]+)"[^>]*?/>')


def finished(built: Path, made: Path) -> None:
    """Copy an EPUB, with its drawings declared."""
    with ZipFile(built) as old, ZipFile(made, "w") as new:
        pages = {name: old.read(name) for name in old.namelist() if name.endswith(".xhtml")}
        drawn = {name for name, page in pages.items() if b"<svg" in page}
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename.endswith(_PACKAGE):
                folder = entry.filename.removesuffix(_PACKAGE)
                content = _declared(content.decode("utf-8"), folder, drawn).encode("utf-8")
            new.writestr(entry, content, entry.compress_type or ZIP_STORED)


def _declared(package: str, folder: str, drawn: set[str]) -> str:
    def item(found: re.Match[str]) -> str:
        if folder + found[1] not in drawn or "properties=" in found[0]:
            return found[0]
        return found[0].removesuffix("/>").rstrip() + ' properties="svg"/>'

    seen: set[str] = set()

    def turn(found: re.Match[str]) -> str:
        known = found[1] in seen
        seen.add(found[1])
        return "" if known else found[0]

    return _TURN.sub(turn, _ITEM.sub(item, package))
