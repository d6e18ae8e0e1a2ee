"""Dealing: pieces are drawn one by one, in turn to several places, until none are left.

`repeat until supply is empty … as each p in Player … draw 1 from supply to hand[p]` draws from the
top of a pile or row; what goes where follows from the order there. Where nobody looks at single
pieces on the way, the engine deals them all at once (`Transactions.deal_out`); where it can't, it
leaves them to the loop that follows."""

from __future__ import annotations

from alarife.ir.functions import reads_state
from alarife.ir.nodes import Bind, Builtin, Const, Expr, Op, Over, PlaceOf, Read, Use
from alarife.ir.statements import Charge, Do, Each, Rounds
from alarife.ir.walk import below, copied, key

PLAIN = (Const, Op, Use)
"""What the position of a place may be made of."""


def dealt_by(s: Rounds) -> Do | None:
    """What deals at once what a loop deals one by one; None for any other loop."""
    match s.body:
        case (
            Each(
                source=turn,
                locals=(local,),
                body=(
                    *counted,
                    Do(
                        call=Builtin(
                            name="draw",
                            args=(Const(value=1), PlaceOf() as supply, PlaceOf() as to, _, _),
                        )
                    ),
                ),
            ),
        ) if (
            _is_empty(s.until, supply)
            and all(isinstance(one, Charge) for one in counted)
            and not reads_state(turn)
            and to.index is not None
            and all(isinstance(n, PLAIN) for n in below(to.index))
        ):
            places = copied(Over("list", (Bind(local, turn),), to), {})
            return Do(Builtin("deal_out", (supply, Builtin("all_of", (places,)))))
        case _:
            return None


def _is_empty(test: Expr, place: PlaceOf) -> bool:
    """Whether a condition says that nothing is left in a place."""
    match test:
        case Op(op="empty", args=(Read() as read,)):
            pass
        case Op(
            op="<=" | "==", args=(Builtin(name="size", args=(Read() as read,)), Const(value=0))
        ):
            pass
        case _:
            return False
    same = read.index is place.index is None or (
        isinstance(read.index, Const)
        and isinstance(place.index, Const)
        and key(read.index) == key(place.index)
    )
    return read.shelf == "place" and read.name == place.name and same
