"""Places and notes: the instances of each, numbered, and what may lie in them (E0317 to E0319)."""

from __future__ import annotations

from alarife.checking.build.draft import MOST_PLACES, WorldDraft
from alarife.checking.types import DECIMAL, UNKNOWN, GridOf, Many, Maybe, Pieces, Type
from alarife.checking.world import NoteInfo, PlaceInfo, bounds_of
from alarife.syntax import tree


def build_places(draft: WorldDraft) -> None:
    """Number the instances of all places; the box is instance 0."""
    draft.world.places["box"] = PlaceInfo("box", None, "set", Pieces(frozenset(draft.world.pieces)))
    for decl in draft.program.places.values():
        info = _place(draft, decl)
        for trait in decl.traits:
            _trait(draft, info, trait)
        draft.world.places[decl.name] = info
        draft.world.place_count += info.count
    if draft.world.place_count > MOST_PLACES:
        draft.report.error(
            "E0311",
            f"There are {draft.world.place_count} places; at most {MOST_PLACES} are allowed.",
            hint="Keep them for fewer keys.",
        )


def _place(draft: WorldDraft, decl: tree.Place) -> PlaceInfo:
    shape, element, bounds = _shape(draft, decl.shape)
    if not isinstance(element, Pieces) and element is not UNKNOWN:
        draft.report.error(
            "E0317",
            f"Places hold pieces, and `{decl.name}` is said to hold something else.",
            decl.shape.at,
            hint=(
                "On each cell of a grid lies one piece. A board may have a pile on each cell:"
                " `grid 5 by 5 of pile of …`."
                if isinstance(element, (Many, GridOf))
                else "What is no piece is remembered in a `note`."
            ),
        )
        element = Pieces(frozenset())
    domains = [draft.domain(key) for key in decl.keys]
    if shape == "piles":  # each cell of the board is a key
        cells = tree.NamedType(f"Cell of {decl.name}", at=decl.shape.at)
        domains.append(draft.domain(tree.Key(None, cells, at=decl.shape.at)))
        shape = "pile"
    return PlaceInfo(
        decl.name, decl, shape, element, domains, draft.world.place_count, bounds=bounds
    )


def _trait(draft: WorldDraft, info: PlaceInfo, trait: tree.Trait) -> None:
    """What a trait says of the shape of a place, or of its law."""
    if trait.kind == "under":
        info.law = trait.law
    if trait.kind == "hexagonal":
        info.hexagonal = True
        if info.shape not in ("grid", "board") and info.bounds is None:
            draft.report.error(
                "E0319",
                f"Only a grid can be hexagonal, and `{info.name}` is none.",
                trait.at,
                hint="Say `grid of …` or `grid 7 by 6 of …`, or leave `hexagonal` out.",
            )


def _shape(draft: WorldDraft, written: tree.TypeExpr) -> tuple[str, Type, tuple[int, int] | None]:
    match written:
        case tree.BoardType():
            return _board(draft, written)
        case tree.ManyType() if written.how in ("set", "bag", "row", "pile", "grid"):
            return written.how, draft.type_of(written.of), None
        case tree.NamedType(optional=True):
            t = draft.type_of(written)
            return "space", t.of if isinstance(t, Maybe) else t, None
        case _:
            draft.report.error(
                "E0319",
                "This is no shape of a place.",
                written.at,
                hint=(
                    "The shapes are `space for`, `set of`, `bag of`, `row of`, `pile of`, `grid of`"
                    " and `grid 7 by 6 of`."
                ),
            )
            return "set", UNKNOWN, None


def _board(draft: WorldDraft, written: tree.BoardType) -> tuple[str, Type, tuple[int, int]]:
    size = (
        draft.constant_number(written.width, "The width of a board"),
        draft.constant_number(written.height, "The height of a board"),
    )
    width, height = (1 if n is None else n for n in size)  # None has been told
    if not (1 <= width <= 100 and 1 <= height <= 100):
        draft.report.error(
            "E0318",
            "A board has 1 to 100 columns and rows.",
            written.at,
            hint="Leave the size out for a grid that grows as it is built: `grid of …`.",
        )
        width = height = 1
    of = written.of
    if not isinstance(of, tree.ManyType) or of.how not in ("pile", "row", "bag"):
        return "board", draft.type_of(of), (width, height)
    if of.how != "pile":
        draft.report.error(
            "E0319",
            f"On a cell of a board lies one piece or a pile, no {of.how}.",
            of.at,
            hint="Write `pile of …`, or keep it in a place of its own, with `Cell of …` as its"
            " key.",
        )
    return "piles", draft.type_of(of.of), (width, height)


def build_notes(draft: WorldDraft) -> None:
    """What is known of all notes."""
    for decl in draft.program.notes.values():
        t = draft.type_of(decl.type)
        info = NoteInfo(decl.name, decl, t, [draft.domain(k) for k in decl.keys])
        info.low, info.high = bounds_of(t)
        if t == DECIMAL:
            draft.report.error(
                "E0144",
                "A note counts whole numbers.",
                decl.head,
                hint="Let a value say the points, as in `value score(p: Player) …: decimal`.",
            )
        draft.world.notes[decl.name] = info
        if info.count > MOST_PLACES:
            draft.report.error(
                "E0311",
                f"The note `{decl.name}` has {info.count} values; at most {MOST_PLACES} are"
                " allowed.",
                decl.head,
                hint="Keep it for fewer keys.",
            )
