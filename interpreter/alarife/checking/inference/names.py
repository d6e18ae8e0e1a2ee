"""What a name without brackets means: a local, a side, a value of a kind, or something declared.

What means nothing is reported here, with a guess at what was meant.
"""

from __future__ import annotations

from alarife.checking.build.spots import spots_type
from alarife.checking.builtins import BUILT_INS, FIELDS_OF_SEATS
from alarife.checking.inference.bounds import constant
from alarife.checking.inference.foreign import meant_by_name
from alarife.checking.inference.inference import Inference
from alarife.checking.read_cell import sides_mask
from alarife.checking.scope import Ref, Scope
from alarife.checking.types import (
    PLAYER,
    SIDES,
    TRUTH,
    UNKNOWN,
    KindOf,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Type,
    list_of,
    set_of,
)
from alarife.checking.world import PLAYER_NAMES
from alarife.linking.wording import counted, did_you_mean, listed
from alarife.syntax import tree


def look_up(
    checker: Inference, e: tree.Name, scope: Scope, expect: Type | None
) -> tuple[Ref, Type]:
    """What a name means, and its type; `expect` decides between values of several kinds."""
    name = e.id
    if isinstance(expect, Maybe):
        expect = expect.of
    if name in scope.names:
        local = scope.names[name]
        return Ref("local", local), scope.narrowed.get(name, local.type)
    if isinstance(expect, Sides) and sides_mask(name) is not None:
        return Ref("constant", sides_mask(name)), SIDES
    if isinstance(expect, KindOf) and name in checker.world.kinds[expect.name].names:
        return Ref("kind", checker.world.kinds[expect.name].names.index(name)), expect
    if name == "usual" and scope.usual is not None:
        return Ref("usual"), scope.usual
    found = _declared(checker, e, name)
    if found:
        return found
    kinds = [
        k
        for k in checker.world.kinds.values()
        if name in k.names and k.name not in checker.program.rulings
    ]
    if len(kinds) > 1 and not scope.example:
        checker.report.error(
            "E0337",
            f"`{name}` is a {kinds[0].name} and a {kinds[1].name}; here it is not clear which is"
            " meant.",
            e.at,
            hint="Rename one of the two.",
        )
    if kinds:
        return Ref("kind", kinds[0].names.index(name)), KindOf(kinds[0].name)
    if scope.example and name in PLAYER_NAMES[: checker.world.players]:
        return Ref("party", PLAYER_NAMES.index(name)), PLAYER
    wanted = checker.world.kinds[expect.name].names if isinstance(expect, KindOf) else ()
    _unknown(checker, e, name, scope, wanted)
    return Ref("constant", None), UNKNOWN


def _declared(checker: Inference, e: tree.Name, name: str) -> tuple[Ref, Type] | None:
    """What a name means that is a word of the language or declared; None for other names."""
    return _given(checker, e, name) or _state(checker, e, name) or _asked(checker, e, name)


def _given(checker: Inference, e: tree.Name, name: str) -> tuple[Ref, Type] | None:
    """Players, and all members of a type."""
    p, world = checker.program, checker.world
    if name == "you":
        checker.say_you(e)
        return Ref("you"), PLAYER
    if name == "players":
        return Ref("constant", world.players), Number(world.players, world.players)
    if name == "nowhere":
        return Ref("constant", 0), SIDES
    if name in p.neutrals:
        return Ref("party", world.players + list(p.neutrals).index(name)), Seat("Neutral")
    if name in ("Player", "Party", "Neutral"):
        who = "Player" if name == "Party" and not world.neutrals else name
        return Ref("members", Seat(who)), set_of(Seat(who))
    if " of " in name:
        t = spots_type(world, checker.constants, checker.report, name, e.at)
        return Ref("members", t), set_of(t)
    if name in world.kinds and name not in p.rulings:
        return Ref("members", KindOf(name)), list_of(KindOf(name))
    if name in world.members:
        return Ref("members", Pieces(world.members[name])), set_of(Pieces(world.members[name]))
    return None


def _state(checker: Inference, e: tree.Name, name: str) -> tuple[Ref, Type] | None:
    """Places and notes."""
    world = checker.world
    if name in world.places:
        place = world.places[name]
        if place.domains:
            checker.report.error(
                "E0338",
                f"There is a `{name}` for each of its keys, and here it is not said which.",
                e.at,
                hint=f"Write `{name}[…]`. `size({name})` says how many there are.",
            )
            return Ref("place", place), UNKNOWN
        return Ref("place", place), place.content
    if name in world.notes:
        if world.notes[name].domains:
            checker.report.error(
                "E0338",
                f"The note `{name}` is kept for each of its keys, and here it is not said for"
                " which.",
                e.at,
                hint=f"Write `{name}[…]`.",
            )
            return Ref("note", world.notes[name]), UNKNOWN
        return Ref("note", world.notes[name]), world.notes[name].type
    return None


def _asked(checker: Inference, e: tree.Name, name: str) -> tuple[Ref, Type] | None:
    """Values, graphs and rules without arguments, and settings."""
    p, world = checker.program, checker.world
    if name in p.values:
        return _bare_call(checker, e, "value", name)
    if name in p.graphs:
        checker.graph_type(name)
        return _bare_call(checker, e, "graph", name)
    if name in p.rules:
        return _bare_call(checker, e, "rule", name)
    if name in p.settings:
        t = KindOf(name) if name in p.rulings else _option_type(checker, name)
        value = p.settings[name]
        if isinstance(t, KindOf) and isinstance(value, str):
            value = world.kinds[t.name].names.index(value)
        return Ref("constant", value), t
    return None


def _option_type(checker: Inference, name: str) -> Type:
    value = checker.program.settings[name]
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, int):
        return Number(value, value)
    kinds = [k for k in checker.world.kinds.values() if value in k.names]
    return KindOf(kinds[0].name) if kinds else UNKNOWN


def _bare_call(checker: Inference, e: tree.Name, what: str, name: str) -> tuple[Ref, Type]:
    owner = f"{what} {name}"
    if checker.checked.signatures.get(owner):
        wanted = counted(len(checker.checked.signatures[owner]), "argument")
        checker.report.error(
            "E0339",
            f"`{name}` is asked about something: it wants {wanted} in brackets.",
            e.at,
            hint=f"Write `{name}(…)`.",
        )
        return Ref(what, name), UNKNOWN
    checker.note_call(owner)
    t = checker.checked.results.get(owner, UNKNOWN)
    return Ref(what, name), constant(checker.constants, e, t) if what == "value" else t


_GIVEN = ("players", "Player", "you", "none", "yes", "no", "empty")
"""Words that can stand where a name can, and are misspelled like names."""


def _parameter(checker: Inference, e: tree.Expr, name: str) -> str:
    """What to write if a name is a parameter of what is amended here."""
    labels = checker.program.labels
    for amendment in labels.values():
        at = amendment.at
        here = at.file == e.at.file and at.line <= e.at.line <= at.end_line
        if not here or isinstance(amendment, tree.Whenever) or amendment.pattern:
            continue
        first = amendment
        while isinstance(other := labels.get(first.target), tree.Hook | tree.Change):
            first = other
        names = [field.name for field in getattr(checker.declared(first.target), "params", [])]
        if name in names:
            how = "change" if isinstance(amendment, tree.Change) else amendment.how
            word = "instead of" if how == "instead" else how
            written = f"{word} {amendment.target}({', '.join(names)}) as …"
            return f"It is handed over: write `{written}`."
    return ""


def _field_of(checker: Inference, name: str) -> str:
    """What to write if a name is a field of something."""
    spaces = {**checker.world.pieces, **checker.world.kinds}
    have = [owner for owner, info in spaces.items() if name in info.field_types]
    if name in FIELDS_OF_SEATS:
        have.append("Player")
    return f"`{name}` is a field of {listed(have)}: write `x.{name}`." if have else ""


def _unknown(
    checker: Inference, e: tree.Expr, name: str, scope: Scope, choices: tuple[str, ...]
) -> None:
    p = checker.program
    known: list[str] = [
        *scope.names,
        *p.values,
        *p.notes,
        *p.places,
        *p.kinds,
        *p.pieces,
        *p.types,
        *p.options,
        *p.rulings,
        *p.rules,
        *p.tables,
        *_GIVEN,
    ]
    if scope.usual is not None:
        known.append("usual")
    if scope.example:
        known += [*p.actions, "chance", *PLAYER_NAMES[: checker.world.players]]
    known += [n for k in checker.world.kinds.values() for n in k.names]
    near, further = (
        did_you_mean(name, [*choices, *scope.names]),
        did_you_mean(name, [*known, *BUILT_INS]),
    )
    hint = _parameter(checker, e, name) or near or meant_by_name(name, choices)
    hint = hint or _field_of(checker, name) or further
    if name in p.steps or name in p.menus or name in p.actions:
        hint = f"`{name}` is done, it has no value: it can only stand as a statement."
    elif scope.example and name in PLAYER_NAMES:
        seated = listed(PLAYER_NAMES[: checker.world.players])
        hint = f"Here {seated} play. For others put the example under `when players is …`."
    elif isinstance(label := p.labels.get(name), tree.Change):
        hint = f"`{name}` changes `{label.target}`. Amend it: `change {name} as …`, with `usual`."
    if scope.example or (checker.owner, name) not in checker.unknown:  # once in a body is enough
        checker.unknown.add((checker.owner, name))
        checker.report.error("E0340", f"Nothing is called `{name}` here.", e.at, hint=hint)
