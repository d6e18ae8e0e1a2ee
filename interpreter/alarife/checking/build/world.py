"""Numbers everything: a linked program becomes a `World`.

The order matters: kinds, types of pieces, tables, pieces, places, notes; each may use what was
numbered before. Mistakes in rows, types and keys are reported on the way (E0301 to E0320)."""

from __future__ import annotations

from alarife.checking.build.draft import WorldDraft
from alarife.checking.build.kinds import build_kinds
from alarife.checking.build.pieces import build_members, build_pieces
from alarife.checking.build.places import build_notes, build_places
from alarife.checking.build.tables import build_table
from alarife.diagnostics import Report
from alarife.linking.program import Program
from alarife.syntax import tree


def build_world(program: Program, report: Report) -> WorldDraft:
    """Build the world of a program. The draft that is returned reads further types against it."""
    draft = WorldDraft(program, report)
    build_kinds(draft)
    build_members(draft)
    late = [decl for decl in program.tables.values() if _asked_with_pieces(draft, decl)]
    for decl in program.tables.values():
        if decl not in late:
            build_table(draft, decl)
    build_pieces(draft)
    for decl in late:
        build_table(draft, decl)
    build_places(draft)
    build_notes(draft)
    return draft


def _asked_with_pieces(draft: WorldDraft, decl: tree.Table) -> bool:
    """Whether a table's keys are pieces, which must be counted first; the others may say how many
    pieces there are."""
    return any(
        isinstance(key.type, tree.NamedType) and key.type.name in draft.world.members
        for key in decl.keys
    )
