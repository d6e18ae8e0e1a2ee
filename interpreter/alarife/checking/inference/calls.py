"""What is asked with something: `x.field`, `place[key]`, `value(argument)`, a literal `Piece(field,
…)`, a built-in function."""

from __future__ import annotations

from collections.abc import Mapping

from alarife.checking.build.spots import six_sides
from alarife.checking.builtins import BUILT_INS, FIELDS_OF_CELLS, FIELDS_OF_SEATS
from alarife.checking.inference.advice import no_field, no_field_of_many
from alarife.checking.inference.bounds import constant, hangs_on_names
from alarife.checking.inference.foreign import meant_by_call
from alarife.checking.inference.inference import Inference
from alarife.checking.scope import Ref, Scope
from alarife.checking.types import (
    CELL,
    NUMBER,
    UNKNOWN,
    CellType,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Text,
    Tie,
    Type,
    Unknown,
    list_of,
    member_of,
    set_of,
)
from alarife.checking.world import Domain
from alarife.diagnostics import Label
from alarife.linking.evaluate import NotKnown
from alarife.linking.wording import counted, did_you_mean, here, listed, upper_first
from alarife.syntax import tree


def get(checker: Inference, e: tree.Get, scope: Scope) -> Type:
    """The type of `x.field`."""
    t = checker.infer(e.of, scope)
    match t:
        case Unknown():
            return UNKNOWN
        case Maybe():
            checker.report.error(
                "E0331",
                f"This may be none, so it can't be asked for its `{e.field}`.",
                Label(e.of.at, f"this is {checker.say(t)}"),
                hint="Ask first with `… is some x`.",
            )
            return UNKNOWN
        case Many():
            checker.report.error(
                "E0341",
                f"A {t.how} has no `{e.field}`; its members may have.",
                e.at,
                hint=no_field_of_many(checker.world, e),
            )
            return UNKNOWN
        case _:
            pass
    fields = _fields(checker, t)
    found = checker.world.field_type(t, e.field) if isinstance(t, Pieces) else fields.get(e.field)
    if found is None:
        checker.report.error(
            "E0342",
            f"{upper_first(checker.say(t))} has no field `{e.field}`.",
            e.at,
            hint=_who_has(checker, t, e.field) or no_field(checker.world, e, t, fields),
        )
        return UNKNOWN
    return found


def _who_has(checker: Inference, t: Type, field: str) -> str:
    """Which of several types of pieces has a field, if one has."""
    pieces = sorted(t.names) if isinstance(t, Pieces) else []
    have = [name for name in pieces if field in checker.world.pieces[name].field_types]
    if not have:
        return ""
    return (
        f"Only {listed(have, 'and')} {'has' if len(have) == 1 else 'have'} it: ask first with"
        f" `is a {have[0]}`."
    )


def _fields(checker: Inference, t: Type) -> Mapping[str, Type]:
    """The fields of what has a type, with theirs; of several types of pieces, all that one of them
    has."""
    match t:
        case KindOf():
            info = checker.world.kinds[t.name]
            return {**info.field_types, "index": Number(1, len(info.names)), "title": Text()}
        case Pieces():
            infos = [checker.world.pieces[name] for name in t.names]
            return {f: of for info in infos for f, of in info.field_types.items()}
        case Seat(who="Player"):
            return {**FIELDS_OF_SEATS, "seat": Number(1, checker.world.players)}
        case Seat():
            return FIELDS_OF_SEATS
        case CellType(what="Cell"):
            return FIELDS_OF_CELLS
        case Tie():
            return {"members": set_of(t.of), "places": list_of(Number(1, None))}
        case _:
            return {}


def at(checker: Inference, e: tree.At, scope: Scope) -> Type:
    """The type of `x[key]`: of a place, note, table, grid, list or ranking."""
    if isinstance(e.of, tree.Name) and e.of.id not in scope.names:
        name = e.of.id
        kept = _kept_by_key(checker, e, name, scope)
        if kept is not None:
            return kept
        if any(checker.checked.signatures.get(f"{what} {name}") for what in ("value", "rule")):
            checker.report.error(
                "E0343",
                f"`{name}` has no keys. It is asked about something, in brackets.",
                e.at,
                hint=f"Write `{name}(…)`.",
            )
            return UNKNOWN
    t = checker.infer(e.of, scope)
    match t:
        case GridOf():
            if len(e.keys) == 1:
                checker.want(e.keys[0], scope, CELL, "What a grid is asked with")
            checker.checked.refs[e] = Ref("cell")
            return Maybe(t.of)
        case Many(how="list") | Many(how="ranking"):
            checker.want(e.keys[0], scope, NUMBER, "The place in a list")
            checker.checked.refs[e] = Ref("nth")
            return Maybe(member_of(t) or UNKNOWN)
        case Unknown():
            for key in e.keys:
                checker.infer(key, scope)
            return UNKNOWN
        case _:
            checker.report.error(
                "E0343",
                "This has no keys.",
                Label(e.of.at, f"this is {checker.say(t)}"),
                hint="Places, notes, tables and lists have. For a value, write `value(argument)`.",
            )
            return UNKNOWN


def _kept_by_key(checker: Inference, e: tree.At, name: str, scope: Scope) -> Type | None:
    """The type of what a place, a note or a table has under keys; None for other names."""
    world = checker.world
    if name in world.places and world.places[name].domains:
        place = world.places[name]
        checker.checked.refs[e] = Ref("place", place)
        _keys(checker, e, place.domains, name, scope)
        return place.content
    if name in world.notes:
        note = world.notes[name]
        checker.checked.refs[e] = Ref("note", note)
        _keys(checker, e, note.domains, name, scope)
        return note.type
    if name in world.tables:
        table = world.tables[name]
        checker.checked.refs[e] = Ref("table", table)
        _keys(checker, e, table.domains, name, scope)
        checker.note_call(f"table {name}")
        return table.type
    return None


def _keys(checker: Inference, e: tree.At, domains: list[Domain], name: str, scope: Scope) -> None:
    if len(e.keys) != len(domains):
        checker.report.error(
            "E0344",
            f"`{name}` is asked with {counted(len(domains), 'key')}, and {here(len(e.keys))}.",
            e.at,
            hint=_with_keys(name, domains),
        )
    for key, domain in zip(e.keys, domains, strict=False):
        wanted = domain.type
        t = checker.want(key, scope, wanted, f"The key of `{name}`")
        if isinstance(t, Number) and isinstance(wanted, Number) and not scope.example:
            _in_range(checker, key, t, domain, name)
        if isinstance(wanted, CellType) and not scope.example:
            _on_board(checker, key, t, domain, wanted, name)


def _with_keys(name: str, domains: list[Domain]) -> str:
    """How something that is kept for these keys is asked for."""
    if not domains:
        return f"Write `{name}`, or declare it with a key: `{name}[Player]`."
    return f"Write `{name}[{', '.join(domain.name or '…' for domain in domains)}]`."


def _on_board(
    checker: Inference, key: tree.Expr, t: Type, domain: Domain, wanted: CellType, name: str
) -> None:
    """A key is a spot of the board: its type says so, or it is a constant that is one."""
    if isinstance(t, CellType) and t.board != wanted.board:
        try:
            if checker.constants.value(key) not in domain.values:
                checker.report.error(
                    "E0345",
                    f"`{wanted.board}` has no such {wanted.what.lower()}.",
                    key.at,
                    hint=_size_of(checker, wanted.board or ""),
                )
            return
        except NotKnown:
            pass
        checker.report.warn(
            "E0305",
            f"Nothing says that this is one of the {wanted.what.lower()}s of `{wanted.board}`, and"
            f" `{name}` is kept for these.",
            key.at,
            hint=(
                f"Declare it as `{wanted.what} of {wanted.board}`. What lies next to something on"
                f" the board is `beside({wanted.board}, …)`."
            ),
        )


def _size_of(checker: Inference, board: str) -> str:
    across, down = checker.world.places[board].bounds or (0, 0)
    return f"It has {across} by {down} cells, from `cell(1, 1)` to `cell({across}, {down})`."


def _in_range(checker: Inference, key: tree.Expr, t: Number, domain: Domain, name: str) -> None:
    """A key is in range, or at least something says how large it may be."""
    last = domain.low + domain.size - 1
    there = f"from {domain.low} to {last}"
    if t.low is None or t.high is None:
        missing = "large" if t.low is not None else "small" if t.high is not None else ""
        checker.report.warn(
            "E0305",
            f"Nothing says how {missing or 'small or large'} this can be, and the keys of `{name}`"
            f" go {there}.",
            key.at,
            hint=f"Ask first: {_asked(key, f'{domain.low}..{last}')}. Or say its range where it is"
            " declared.",
        )
    elif t.low == t.high and not domain.low <= t.low <= last and not hangs_on_names(key):
        checker.report.error(
            "E0345", f"`{name}` has no key {t.low}.", key.at, hint=f"Its keys go {there}."
        )


def _asked(key: tree.Expr, keys: str) -> str:
    """How to ask whether a key is one of these."""
    if isinstance(key, tree.Name):
        return f"`if {key.id} is in {keys}`"
    return f"`if n is in {keys}`, after `let n = …`"


def call(checker: Inference, e: tree.Call, scope: Scope) -> Type:
    """The type of `name(argument)`."""
    name, p = e.name, checker.program
    if name in BUILT_INS:  # first: a value without parameters may be called so, too
        return _built_in(checker, e, scope)
    if name in p.values:
        checker.checked.refs[e] = Ref("value", name)
        return checker.arguments(f"value {name}", name, e.args, e, scope, p.values)
    if name in p.rules:
        checker.checked.refs[e] = Ref("rule", name)
        return checker.arguments(f"rule {name}", name, e.args, e, scope, p.rules)
    if name in p.graphs:
        checker.checked.refs[e] = Ref("graph", name)
        checker.arguments(f"graph {name}", name, e.args, e, scope, p.graphs)
        return checker.graph_type(name)
    if name in p.pieces:
        return _literal(checker, e, scope)
    known = [*p.values, *p.rules, *p.graphs, *p.pieces, *BUILT_INS]
    hint = meant_by_call(name, p) or did_you_mean(name, known)
    if name in p.steps or name in p.menus or name in p.actions:
        hint = f"`{name}` is done, it has no value: it can only stand as a statement."
    checker.report.error(
        "E0340", f"Nothing is called `{name}` that could be asked here.", e.at, hint=hint
    )
    for a in e.args:
        checker.infer(a, scope)
    return UNKNOWN


def _in_order(fields: list[str]) -> str:
    """How a literal names the fields of a piece."""
    if not fields:
        return "Write its name without brackets."
    return (
        f"Fields are written in the order of the declaration, faces too: {listed(fields, 'and')}."
    )


def _literal(checker: Inference, e: tree.Call, scope: Scope) -> Type:
    info = checker.world.pieces[e.name]
    fields = list(info.field_types.items())
    checker.checked.refs[e] = Ref("piece", info)
    if len(e.args) > len(fields) or len(e.args) < min(info.optional_from, len(fields)):
        checker.report.error(
            "E0347",
            f"A `{e.name}` has {counted(len(fields), 'field')}, and {here(len(e.args))}.",
            e.at,
            hint=_in_order([name for name, _ in fields]),
        )
    for arg, (name, t) in zip(e.args, fields, strict=False):
        checker.want(arg, scope, t, f"The {name} of a `{e.name}`")
    return Pieces(frozenset({e.name}))


def _instances(checker: Inference, e: tree.Call, arg: tree.Expr, scope: Scope) -> Type | None:
    """`size(market)`: how many there are of a place with keys. Nothing else is asked of all of
    them."""
    place = (
        checker.world.places.get(arg.id)
        if e.name == "size" and isinstance(arg, tree.Name)
        else None
    )
    if place is None or not place.domains or place.name in scope.names:
        return None
    checker.checked.refs[arg] = Ref("place", place)
    checker.checked.types[arg] = list_of(UNKNOWN)
    return list_of(UNKNOWN)


def _board(checker: Inference, e: tree.Call, arg: tree.Expr, scope: Scope) -> Type | None:
    """A board of which only its shape is asked: the one on which something touches."""
    asked = BUILT_INS[e.name].spots and len(e.args) > 1 and arg is e.args[0]
    name = arg.id if asked and isinstance(arg, tree.Name) else ""
    place = checker.world.places.get(name)
    if place is None or name in scope.names or place.bounds is None:
        return None
    checker.checked.refs[arg] = Ref("board", place)
    checker.checked.types[arg] = GridOf(place.element, name)
    return GridOf(place.element, name)


def _built_in(checker: Inference, e: tree.Call, scope: Scope) -> Type:
    built_in = BUILT_INS[e.name]
    most = built_in.arity + bool(built_in.optional)
    if not built_in.arity <= len(e.args) <= most:
        checker.report.error(
            "E0346",
            f"`{e.name}({built_in.parameters})` wants {counted(built_in.arity, 'argument')}, and"
            f" {here(len(e.args))}.",
            e.at,
            hint=built_in.sentence,
        )
        return UNKNOWN
    types: list[Type] = []
    for arg in e.args:
        wanted = built_in.names(types)
        types.append(
            _board(checker, e, arg, scope)
            or _instances(checker, e, arg, scope)
            or checker.infer(arg, scope, wanted)
        )
    result = built_in.typing(types)
    if result is None:
        _not_suited(checker, e, types)
        return UNKNOWN
    checker.checked.refs[e] = Ref("builtin", e.name)
    if built_in.spots and len(e.args) > 1 and isinstance(types[0], GridOf):
        _one_shape(checker, e, types[0])
    return constant(checker.constants, e, result) if e.name == "size" else result


def _not_suited(checker: Inference, e: tree.Call, types: list[Type]) -> None:
    """Report arguments that don't suit a built-in function."""
    built_in = BUILT_INS[e.name]
    maybe = next((i for i, t in enumerate(types) if isinstance(t, Maybe)), None)
    if maybe is not None:
        checker.report.error(
            "E0331",
            f"This may be none, and `{e.name}` needs something.",
            Label(e.args[maybe].at, f"this is {checker.say(types[maybe])}"),
        )
        return
    given = ", ".join(checker.say(t) for t in types)
    checker.report.error(
        "E0348",
        f"`{e.name}({built_in.parameters})` can't be asked of {given}.",
        e.at,
        hint="The next player is `p.left`."
        if e.name == "onward" and isinstance(types[0], Seat)
        else built_in.sentence,
    )


def _one_shape(checker: Inference, e: tree.Call, grid: GridOf) -> None:
    """Whether the cells of a grid have four or six sides is known from what may lie there."""
    if grid.board is None and six_sides(checker.world, grid.of) is None:
        checker.report.error(
            "E0323",
            "Some of the grids that this may be about are hexagonal, and others are not.",
            e.args[0].at,
            hint="Name the place itself.",
        )
