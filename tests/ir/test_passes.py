"""Each pass on small pieces of IR: a file per pass, cases separated by blank lines, in each what
comes in, `---`, and what goes out. `python -m tests.ir.test_passes` writes the outcomes anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Maybe, Number, Type
from alarife.ir.nodes import Bind, Builtin, Const, Expr, Function, Op, Over, Use, Where
from alarife.ir.passes import PASSES
from alarife.ir.passes.facts import Facts
from alarife.ir.show import read, show
from alarife.ir.verify import verify
from alarife.ir.walk import substituted
from alarife.syntax.tree import NOWHERE

FOLDER = Path(__file__).parent / "passes"
BY_NAME = {p.name: p for p in PASSES}
CALLED = """
(function short (x.1) (+ x.1 1))
(function twice (x.1) (* x.1 x.1))
(function bound (x.1) (and (some y.2 (field F x.1)) (== y.2 1)))
(function known () 7)
(function long (x.1) (over sum (each y.2 x.1) (gives y.2)))
(function stored (x.1) kept (+ x.1 1))
(function both (x.1 y.2) (do union x.1 y.2))
(function listing (x.1) (over list (each y.2 x.1) (where (< y.2 9)) (gives y.2)))
(function in_order (x.1) (do as_set (over list (each y.2 x.1) (where (< y.2 9)) (gives y.2))))
"""


def cases() -> Iterator[tuple[str, str, str]]:
    for path in sorted(FOLDER.glob("*.txt")):
        for case in path.read_text().strip().split("\n\n"):
            before, _, after = case.partition("\n---\n")
            yield path.stem, before.strip(), after.strip()


def outcome(name: str, before: str) -> str:
    facts = Facts(
        {f.name: f for f in read(CALLED)},
        boards={"board": (7, 6)},
        sets=frozenset({"hand", "purse"}),
    )
    (given,) = read(f"(function f (a.1 b.2) {before})")
    made = Function("f", given.params, BY_NAME[name].run(given.body, facts))
    assert verify([made]) == []
    return show([made]).strip().removeprefix("(function f (a.1 b.2)\n").removesuffix(")")


def test_every_pass_has_cases() -> None:
    assert {p.stem for p in FOLDER.glob("*.txt")} == set(BY_NAME)


@pytest.mark.parametrize(("name", "before", "after"), list(cases()))
def test_a_pass_gives(name: str, before: str, after: str) -> None:
    assert outcome(name, before) == "\n".join(f"  {line}" for line in after.splitlines())


def shared(of: Type, compared: Callable[[Expr], Expr]) -> str:
    """Whether some member is what follows from a number: after the pass, as text."""
    n, many = Local("n", of, NOWHERE), Local("many", UNKNOWN, NOWHERE)
    x = Local("x", UNKNOWN, NOWHERE)
    body = Over("some", (Bind(x, Use(many)), Where(Op("==", (Use(x), compared(Use(n)))))))
    made = Function("f", (n, many), BY_NAME["share"].run(body, Facts()))
    assert verify([made]) == []
    return show([made])


def test_sums_are_worked_out_before_loops_where_they_cannot_fail() -> None:
    def text(of: Type) -> str:
        return shared(of, lambda n: Op("%", (Op("+", (n, Const(1))), Const(2))))

    assert "(let sum" in text(Number(0, 1))
    assert "(let sum" not in text(Maybe(Number(0, 1)))


def test_whether_a_coordinate_is_near_is_asked_before_loops_where_it_is_a_number() -> None:
    def text(of: Type) -> str:
        return shared(of, lambda n: Builtin("cell", (n, Const(2))))

    assert "(let near" in text(Number())
    assert "(do cell_if near" in text(Number())
    assert "(let near" not in text(Number(1, 7))
    assert "(let near" not in text(Maybe(Number()))
    assert "(let near" not in text(UNKNOWN)


def test_what_is_kept_is_asked_alone_with_known_members() -> None:
    line = """(over some (each l.5 (do lines (place board) 4)) (where (not (over some (each c.6 l.5)
        (where (not (and (some d.7 (at (place board) c.6)) (== (field F_owner d.7) p.3))))))))"""
    facts = Facts(boards={"board": (7, 6)})
    (given,) = read(f"(function f () (over some (each p.3 (do range 0 1)) (where {line})))")
    body = BY_NAME["unroll"].run(BY_NAME["masks"].run(given.body, facts), facts)
    asked = "(or (do kept (table kept_1) (place board)) (do kept (table kept_2) (place board)))"
    assert asked in show([Function("f", (), body)])
    assert [k.asked for k in facts.keepers] == [(), (0,), (1,)]
    again = BY_NAME["unroll"].run(BY_NAME["masks"].run(given.body, facts), facts)
    assert asked in show([Function("f", (), again)])
    assert len(facts.keepers) == 3


def test_whether_a_cell_is_among_those_asked_alone_is_the_condition() -> None:
    those = """(over list (each c.5 (do cells (place board)))
        (where (and (some d.6 (at (place board) c.5)) (== (field F_owner d.6) 1))) (gives c.5))"""
    kept = """(over list (each c.5 (do cells (place board)))
        (where (and (some d.6 (at (place board) c.5)) (== (field F_owner d.6) p.7))) (gives c.5))"""
    facts = Facts(boards={"board": (7, 6)})
    (asked,) = read(f"(function f (p.7) {kept})")
    body = BY_NAME["masks"].run(asked.body, facts)
    alone = BY_NAME["unroll"].run(substituted(body, {asked.params[0]: Const(1)}), facts)
    (plain,) = read(f"(function g () {those})")
    cell = Local("c", UNKNOWN, NOWHERE)
    among = [
        show([Function("h", (cell,), BY_NAME["masks"].run(Op("in", (Use(cell), e)), facts))])
        for e in (alone, BY_NAME["masks"].run(plain.body, facts))
    ]
    assert among[0] == among[1]
    assert "kept" not in among[0]


def renew() -> None:
    """Write the outcomes anew."""
    texts: dict[str, list[str]] = {}
    for name, before, _ in cases():
        after = "\n".join(line.removeprefix("  ") for line in outcome(name, before).splitlines())
        texts.setdefault(name, []).append(f"{before}\n---\n{after}")
    for name, found in texts.items():
        (FOLDER / f"{name}.txt").write_text("\n\n".join(found) + "\n")


if __name__ == "__main__":
    renew()
