"""Whether arguments suit the types that are written in a pattern: of a change, a hook, a case."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.scope import Local
from alarife.checking.types import Pieces, Seat, Type
from alarife.ir.nodes import Const, Expr
from alarife.lowering.values.operators import seat_test
from alarife.lowering.writing import Writer
from alarife.syntax import tree


def pattern_tests(
    writer: Writer, decl: tree.Change | tree.Hook, params: Sequence[Local]
) -> list[Expr]:
    """The conditions under which the types written in a pattern suit the arguments."""
    tests: list[Expr] = []
    for local, written, wanted in zip(
        params, writer.checked.pattern_types.get(decl, []), _wanted(writer, decl), strict=False
    ):
        if written is None or written == wanted:
            continue
        test = type_test(writer, written, writer.build.use(local))
        if not isinstance(test, Const):
            tests.append(test)
    return tests


def type_test(writer: Writer, t: Type, of: Expr) -> Expr:
    """Whether a value has a type."""
    if isinstance(t, Pieces):
        return writer.build.type_test(t.names, of)
    if isinstance(t, Seat) and t.who != "Party":
        return seat_test(writer.build, t.who, of)
    return Const(True)


def _wanted(writer: Writer, decl: tree.Change | tree.Hook) -> Sequence[Type]:
    signatures = writer.checked.signatures
    if isinstance(decl, tree.Hook):
        return signatures.get(f"step {decl.name}", [])
    root = writer.program.root_of(decl)
    return signatures.get(f"value {root}") or signatures.get(f"rule {root}", [])
