"""What would tell of hidden pieces without naming one: points, being asked at all, and having no
other choice.

What comes in: a checked program. What goes out: for the value `score` the hidden places that it
looks into, the choices that are only put if what is hidden admits it (a player who is asked
whether to play a knight holds one), and those whose options hang on what is hidden (a player who
could do nothing but pass can't pay). Views leave out what these would tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from alarife.checking.bodies import OFFER, bodies, lead_end, statements
from alarife.checking.hidden import HiddenReads
from alarife.checking.scope import Checked, Local, Secrets
from alarife.checking.types import Seat, Type, piece_types
from alarife.checking.world import PlaceInfo
from alarife.linking.walk import parts
from alarife.syntax import tree


def find_secrets(checked: Checked) -> Secrets:
    """All of a program."""
    shows = any(isinstance(s, tree.Show) for b in bodies(checked) for s in statements(b.block))
    asked = _Asked(checked)
    return Secrets(_scored(checked), asked.found(), asked.offers, shows)


def types_moved(checked: Checked) -> frozenset[str]:
    """The types of pieces that some statement may move."""
    found: set[str] = set()
    for body in bodies(checked):
        for s in statements(body.block):
            match s:
                case tree.Move():
                    moved = [s.what]
                case tree.Draw():
                    moved = [s.source]
                case tree.Swap():
                    moved = [s.left, s.right]
                case _:
                    continue
            for e in moved:
                names = piece_types(_content(checked, e))
                if not names:
                    return frozenset(checked.world.pieces)
                found |= names
    return frozenset(found)


def faces_rolled(checked: Checked) -> dict[str, frozenset[str]]:
    """By type of pieces the faces that some `roll` rolls."""
    found: dict[str, set[str]] = {name: set() for name in checked.world.pieces}
    for body in bodies(checked):
        for s in statements(body.block):
            if isinstance(s, tree.Roll):
                for name in piece_types(_content(checked, s.what)) or found:
                    faces = checked.world.pieces[name].faces
                    found[name] |= {s.face} & set(faces) if s.face else set(faces)
    return {name: frozenset(faces) for name, faces in found.items()}


def _content(checked: Checked, e: tree.Expr) -> Type | None:
    ref = checked.refs.get(e)
    if ref is not None and isinstance(ref.target, PlaceInfo):
        return ref.target.element
    return checked.types.get(e)


def _scored(checked: Checked) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for case in checked.program.values.get("score", []):
        params = checked.params.get(case, [])
        if len(params) != 1 or not isinstance(params[0].type, Seat):
            continue
        bodies_ = [
            case.body,
            *(c.body for c in checked.program.changes.get("score", [])),
        ]
        look = HiddenReads(checked, public=True, guarded=True)
        for _, place in look.read(bodies_, frozenset()):
            if isinstance(place, PlaceInfo):
                found.setdefault(place.name, _seat_key(place.decl))
        for _, place in look.read(bodies_, _whose_score(checked)):
            if isinstance(place, PlaceInfo):
                found[place.name] = None
    return found


def _whose_score(checked: Checked) -> frozenset[Local]:
    """The players whose score the value's cases and changes tell."""
    p = checked.program
    decls: list[tree.Decl] = [*p.values.get("score", []), *p.changes.get("score", [])]
    return frozenset(local for d in decls for local in checked.params.get(d, [])[:1])


def _seat_key(place: tree.Place | None) -> int | None:
    """The position of the key that says who sees a place."""
    if place is None:
        return None
    who = [t.who.id for t in place.traits if t.kind == "seen" and isinstance(t.who, tree.Name)]
    names = [key.name for key in place.keys]
    return next((names.index(w) for w in who if w in names), None)


class _Asked:
    """Finds choices that tell something by being put."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.look = HiddenReads(checked, public=True)
        self.spans: set[tree.Span] = set()
        self.offers: set[tree.Span] = set()
        self.owners: set[str] = set()
        self.told: dict[tree.Stmt, bool] = {}

    def found(self) -> set[tree.Span]:
        """The places in the files where such choices stand."""
        for body in bodies(self.checked):
            guard = getattr(body.decl, "guard", None)
            if guard is not None and self._hangs_on_hidden([guard]):
                self.owners.add(body.owner)
            self._block(body.block, False)
        waiting = list(self.owners)
        while waiting:
            for callee in self.checked.calls.get(waiting.pop(), ()):
                if callee.startswith(("step ", "moment ")) and callee not in self.owners:
                    self.owners.add(callee)
                    waiting.append(callee)
        for body in bodies(self.checked):
            if body.owner in self.owners:
                self._block(body.block, True)
        return self.spans

    def _hangs_on_hidden(self, nodes: Sequence[tree.Node]) -> bool:
        return any(True for _ in self.look.read(nodes, frozenset()))

    def _block(self, block: Sequence[tree.Stmt], secret: bool) -> None:
        end = 0
        for at, s in enumerate(block):
            end = end if at < end else lead_end(block, at)
            self._statement(s, block[at:end], secret)

    def _statement(self, s: tree.Stmt, lead: Sequence[tree.Stmt], secret: bool) -> None:
        match s:
            case tree.Choose() | tree.ChooseFrom():
                if self._lead_tells(lead):
                    self.offers.update(part.at for part in lead if not isinstance(part, tree.Let))
                if secret or (_may_be_left_out(s) and self._lead_tells(lead)):
                    self.spans.update(part.at for part in lead if not isinstance(part, tree.Let))
                self._block(s.otherwise or [], secret or self._lead_tells(lead))
            case tree.May():
                secret = secret or self._lead_tells(s.body[: lead_end(s.body)])
                if secret:
                    self.spans.add(s.at)
                self._block(s.body, secret)
                self._block(s.otherwise or [], secret)
            case tree.If():
                for condition, inner in s.arms:
                    secret = secret or self._hangs_on_hidden([condition])
                    self._block(inner, secret)
                self._block(s.otherwise or [], secret)
            case tree.Do() | tree.Raise():
                if secret and isinstance(s.call, (tree.Call, tree.Name)):
                    name = s.call.name if isinstance(s.call, tree.Call) else s.call.id
                    self.owners.add(f"{'moment' if isinstance(s, tree.Raise) else 'step'} {name}")
            case tree.Repeat() | tree.RepeatTimes() | tree.ForEach() | tree.AsEach() | tree.As():
                heads = [part for part in parts(s) if not isinstance(part, tree.Stmt)]
                self._block(s.body, secret or self._hangs_on_hidden(heads))
            case tree.Together():
                self._block(s.body, secret)
            case _:
                pass

    def _lead_tells(self, lead: Sequence[tree.Stmt]) -> bool:
        """Whether it hangs on hidden pieces that a run of choices can be made."""
        return any(map(self._tells, lead))

    def _tells(self, s: tree.Stmt) -> bool:
        """The same of one choice; it is asked again for every run that it is in."""
        if s not in self.told:
            self.told[s] = self._hangs_on_hidden(list(self._heads([s], set())))
        return self.told[s]

    def _heads(self, lead: Sequence[tree.Stmt], seen: set[str]) -> Iterator[tree.Node]:
        """What decides whether a run of choices can be made; `seen` are the menus that have been
        looked into."""
        for s in lead:
            if isinstance(s, OFFER):
                yield from (part for part in parts(s) if not isinstance(part, tree.Stmt))
            if isinstance(s, tree.ChooseFrom) and s.menu not in seen:
                seen.add(s.menu)
                for name in self.checked.program.actions_of.get(s.menu, []):
                    body = self.checked.program.actions[name].body
                    yield from self._heads(body[: lead_end(body)], seen)


def _may_be_left_out(s: tree.Choose | tree.ChooseFrom) -> bool:
    """Whether something else is done where there is nothing to choose."""
    return s.otherwise is not None and not any(isinstance(o, tree.Never) for o in s.otherwise)
