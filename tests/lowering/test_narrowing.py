"""What stands under the guards of a case means the same there, with fewer conditions."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.soundness.small import game

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.nodes import Const, Expr, If, IsA, Node, Op, Use
from alarife.ir.statements import Return
from alarife.ir.walk import below
from alarife.lowering.sets.cases import Guard
from alarife.lowering.sets.narrowing import narrowed
from alarife.syntax.tree import NOWHERE

KINDS = {"Ace": range(3), "Bead": range(3, 4), "Card": range(4, 9), "Die": range(9, 12)}
X = Local("x", UNKNOWN, NOWHERE)


class Numbers:
    """As `Symbols` tells which ids pieces of some types have."""

    def ids(self, types: frozenset[str]) -> range | None:
        some = [ids for name, ids in KINDS.items() if name in types]
        together = all(a.stop == b.start for a, b in pairwise(some))
        return range(some[0].start, some[-1].stop) if some and together else None


def value(e: Expr, x: int) -> Any:
    match e:
        case Const(value=found):
            return found
        case IsA(types=types):
            return any(x in KINDS[name] for name in types)
        case Op(op="not", args=(inner,)):
            return not value(inner, x)
        case Op(op="and", args=args):
            return all(value(a, x) for a in args)
        case If():
            return value(e.then if value(e.test, x) else e.other, x)
        case _:
            raise AssertionError(e)


kind = st.builds(
    IsA, st.just(Use(X)), st.lists(st.sampled_from(sorted(KINDS)), min_size=1).map(tuple)
)
test = st.one_of(kind, kind.map(lambda e: Op("not", (e,))))
guard = st.builds(Guard, st.lists(test, min_size=1, max_size=2).map(tuple), st.booleans())
body = st.recursive(
    st.integers(0, 9).map(Const), lambda inner: st.builds(If, test, inner, inner), max_leaves=6
)


@given(st.lists(guard, min_size=1, max_size=3), body)
def test_the_same_where_the_guards_hold(guards: list[Guard], e: Expr) -> None:
    symbols: Any = Numbers()
    (found,) = narrowed([Return(e)], guards, symbols)
    assert isinstance(found, Return)
    for x in range(12):
        if all(value(g.expr(), x) for g in guards):
            assert value(found.value, x) == value(e, x)


def conditions(n: Node) -> int:
    return sum(isinstance(part, If) for part in below(n))


def test_no_condition_is_left_that_the_guards_decide() -> None:
    symbols: Any = Numbers()

    def of(*names: str) -> Expr:
        return IsA(Use(X), names)

    price = If(of("Bead"), Const(1), If(of("Card", "Die"), Const(2), Const(3)))
    for guards, left in (
        ([Guard((of("Bead"),))], 0),
        ([Guard((of("Card"),))], 0),
        ([Guard((of("Ace"),))], 0),
        ([Guard((of("Bead"),), denied=True)], 1),
        ([Guard((of("Bead"), of("Ace")), denied=True)], 2),
        ([Guard((Op("not", (of("Bead", "Card"),)),))], 1),
    ):
        (found,) = narrowed([Return(price)], guards, symbols)
        assert conditions(found) == left


def test_a_price_by_kind_is_not_told_again_in_a_case_of_one_kind() -> None:
    source = game(RULES).lowered.source
    asked = next(t for t in source.split("\n\n\n") if t.startswith("def any_set_"))
    cases = [t for t in asked.splitlines() if t.strip().startswith("bound_")]
    assert len(cases) == 2
    assert not any(" if " in t for t in cases)


RULES = """
type Ware "ware"
piece Coin(number: number) "coin"
  | number |
  | 1      |
  | 2      |
  | 3      |
piece Jug(cost: number) "jug" is Ware
  | cost |
  | 3    |
  | 4    |
piece Rug(worth: number) "rug" is Ware
  | worth |
  | 2     |
  | 5     |

place shelf "shelf": set of Ware, starting with (those w in Ware)
place purse[p: Player] "purse": set of Coin
place till "till": set of Coin, starting with Coin

note on_turn "on turn": Player = seat(1)

step play "Play"
  as on_turn
    choose from deal
    otherwise
      pass

menu deal "What you do"

action buy in deal "Buy something"
  choose thing from shelf "What?"
  choose some coins from purse[you] where pays(thing, coins) "With what?"
  move coins to till

value price(thing: Jug) "What a jug costs": number = thing.cost
value price(thing: Rug) "What a rug costs": number = thing.worth

rule pays(thing: Ware, coins: set of Coin) "Payment"
  > Pay for a jug exactly; for a rug you may pay more.
  (thing is a Jug and (sum c.number for c in coins) is price(thing))
    or (thing is a Rug and (sum c.number for c in coins) is at least price(thing))
"""
