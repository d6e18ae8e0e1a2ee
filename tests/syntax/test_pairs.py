"""Texts that say different things have different trees; texts that say the same have the same."""

import pytest

from alarife.diagnostics import Report
from alarife.syntax.format import same
from alarife.syntax.parse import parse, parse_expression
from alarife.syntax.tree import Decl, Expr, Span, Step, Stmt

EXPRESSIONS = """\
a is empty | a is not empty
a is empty | a is some b
a is a T | a is not a T
a in b | a not in b
a = b | a differs from b
a at least b | a at most b
a more than b | a less than b
a at least b | a more than b
a and b | a or b
not a | a
not a in b | a not in b
can a | a
a..b | a otherwise b
a + b | a - b
a - b - c | a - (b - c)
a div b | a mod b
a + b * c | (a + b) * c
every x in S: P | some x in S: P
every x in S: P | no x in S: P
every x in S with y in T: P | every x in S: P
count x in S | those x in S
count x in S where P | count x in S
sum x for x in S | list x for x in S
rank x in S by most a | rank x in S by least a
rank x in S by most a then least b | rank x in S by most a then most b
f(a) | f[a]
f | f()
yes | no
-1 | 1
[] | [a]
[[a]] | [a]
none | no
module m | m"""

STATEMENTS = """\
choose x from S "p" | choose some x from S "p"
choose some x from S "p" | choose any x from S "p"
choose x from S where r(x) "p" | choose x from S "p"
choose x from S "p" | choose x from S "q"
choose from m | m
choose from m(x) | choose from m
choose from m\\n  otherwise\\n    pass | choose from m
repeat while a\\n    pass | repeat until a\\n    pass
repeat while a\\n    pass | repeat a times\\n    pass
as each p in S\\n    pass | as each p in S at once\\n    pass
as each p in S\\n    pass | as p\\n    pass
for each p in S\\n    pass | as each p in S\\n    pass
a := b | a += b
a += b | a -= b
move a to b | swap a with b
turn a to b | show a to b
roll a | shuffle a
roll a | roll
turn a to b | turn
draw a from b to c | show a to c
if a\\n    pass | if a\\n    pass\\n  otherwise\\n    pass
if a\\n    pass\\n  otherwise if b\\n    pass | if a\\n    pass\\n  otherwise\\n    if b\\n      pass
together\\n    pass | may "p"\\n    pass
require a | a
raise m(a) | m(a)
never "b" | never "c"
never "b" | pass
pass | pass [BASE-1]
a [BASE-1] | a [BASE-2]
let a = b | a := b"""

DECLARATIONS = """\
place p: T | place p: T?
place p: set of T | place p: list of T
place p: pile of T | place p: bag of T
place p: T, seen by nobody | place p: T
place p: T, seen by nobody | place p: T, top seen by nobody
place p: T, seen by all | place p: T, seen by all when o
place p: T, under l | place p: T
place p: grid of T | place p: grid 2 by 3 of T
place p: grid of T | place p: grid of T, hexagonal
place p: grid 2 by 3 of T | place p: grid wide by 3 of T
place p[K]: T | place p[k: K]: T
place p[1..5]: T | place p[1..most]: T
place p: T, starting with a | place p: T, starting with a at b
note n: yes/no = no | note n: T = no
note n: 0.. = 0 | note n: 0..9 = 0
note n: 0..9 = 0 | note n: 0..most = 0
note n: -3..3 = 0 | note n: 3..3 = 0
value v: T = a | value v: T? = a
value v(a: T): T = a | value v: T = a
value v "T": T = a | value v: T = a
step s\\n  pass | step s
step s\\n  > A. | step s\\n  > B.
before s as l\\n  pass | after s as l\\n  pass
instead of s as l\\n  pass | after s as l\\n  pass
after s as l when a\\n  pass | after s as l\\n  pass
whenever x: T leaves p as l\\n  pass | whenever x: T enters p as l\\n  pass
change a to b | change a as l to b
change a to b | change a when c to b
graph g(x: T)\\n  join a and b for c in d | graph g(x: T)\\n  lead a to b for c in d
type T is U | type T
type T(a: B) | type T(face a: B)
type T(a: B) | type T(a: B = c)
piece P is T\\n  3 of each | piece P is T\\n  4 of each
when a\\n  menu m | when b\\n  menu m
when a\\n  menu m | menu m
rule r in l(g) "T"\\n  > S.\\n  a | rule r "T"\\n  > S.\\n  a
order a before b | order b before a
example "T"\\n  when a\\n  then b | example "T"\\n  when ann: a\\n  then b
example "T"\\n  when ann: a\\n  then b | example "T"\\n  when ann answers a\\n  then b
example "T"\\n  then refused by b | example "T"\\n  then b
example "T"\\n  given a\\n  then b | example "T"\\n  then b"""


def pairs(text: str) -> list[tuple[str, str]]:
    return [tuple(line.replace("\\n", "\n").split(" | ")) for line in text.splitlines()]  # pyright: ignore[reportReturnType]


def expression(text: str) -> Expr:
    report = Report()
    found = parse_expression(text, Span("x", 1, 1, 1, 2), report)
    assert found is not None, report.found
    return found


def declaration(text: str) -> Decl:
    return parse(f'alarife 1\ngame g "G"\n{text}\n', "x").decls[0]


def statement(text: str) -> list[Stmt]:
    step = declaration(f'step s "S"\n  {text}')
    assert isinstance(step, Step)
    assert step.body is not None
    return step.body


@pytest.mark.parametrize(("left", "right"), pairs(EXPRESSIONS))
def test_expressions_differ(left: str, right: str) -> None:
    if right == "f()":
        assert parse_expression(right, Span("x", 1, 1, 1, 2), Report()) is None
        return
    assert not same(expression(left), expression(right))


@pytest.mark.parametrize(("left", "right"), pairs(STATEMENTS))
def test_statements_differ(left: str, right: str) -> None:
    assert not same(statement(left), statement(right))


@pytest.mark.parametrize(("left", "right"), pairs(DECLARATIONS))
def test_declarations_differ(left: str, right: str) -> None:
    assert not same(declaration(left), declaration(right))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("value v: T = a", "value v: T\n  a"),
        ("change a to b", "change a\n  b"),
        ("step s\n  f(a,\n    b)", "step s\n  f(a, b)"),
        ("rule r\n  > S.\n  a\n    and b", "rule r\n  > S.\n  a and b  # both"),
        ("rule r\n  > S.\n  a at  least b", "rule r\n  > S.\n  a at least b"),
        ("kind K\n  |a|b|\n  |c||", "kind K\n  | a | b |\n  | c |   |"),
    ],
)
def test_these_say_the_same(left: str, right: str) -> None:
    assert same(declaration(left), declaration(right))


@pytest.mark.parametrize(
    "word",
    [
        "turn",
        "roll",
        "draw",
        "move",
        "show",
        "face",
        "list",
        "bag",
        "most",
        "times",
        "a",
        "game",
        "step",
    ],
)
def test_words_of_the_language_are_names_where_they_mean_nothing_else(word: str) -> None:
    assert declaration(f"step {word}({word}: T)\n  pass").name == word
    assert same(statement(f"let {word} = 1")[0], statement(f"let  {word}  =  1")[0])


@pytest.mark.parametrize(
    "word", ["turn", "roll", "draw", "move", "show", "pick", "raise", "never", "let"]
)
def test_a_step_may_be_named_like_a_statement(word: str) -> None:
    assert same(statement(word), statement(f"{word} # carried out"))
    assert not same(statement(word), statement(f"{word}(a)"))
    assert not same(statement(word), statement(f"{word} [BASE-1]"))
