"""What settles a conflict of two amendments, what does not, and what is said of it."""

from __future__ import annotations

import pytest
from tests.linking.texts import GAME, linked, module, refused, try_link

from alarife.linking import conflicts

WORTH = 'change worth({p}) as {n}_worth "W" {g}to {v}'
GEM, COIN, THING = "t: Gem", "t: Coin", "t: Thing"


def worth(name: str, p: str, v: int, guard: str = "", more: str = "") -> str:
    """A module that changes what something is worth."""
    g = f"when {guard} " if guard else ""
    return module(name, more + "\n" + WORTH.format(n=name, p=p, v=v, g=g))


def settling(p: str, guard: str = "", other: str = "b") -> str:
    """A block of module `a` that says what holds if another is in play."""
    g = f"when {guard} " if guard else ""
    text = WORTH.format(n="both", p=p, v=9, g=g)
    return f"when module {other}\n  {text}\n"


@pytest.mark.parametrize(
    ("first", "second", "judge", "guards"),
    [
        (GEM, GEM, GEM, ("", "", "")),
        (GEM, GEM, THING, ("", "", "")),
        (GEM, GEM, "t", ("", "", "")),
        (THING, GEM, THING, ("", "", "")),
        (THING, GEM, GEM, ("", "", "")),
        (GEM, GEM, GEM, ("few more than 1", "", "few more than 1")),
        (GEM, GEM, GEM, ("", "few more than 1", "few more than 1")),
        ("t", GEM, GEM, ("", "", "")),
        ("t: set of Gem", "t: set of Gem", "t: set of Gem", ("", "", "")),
    ],
)
def test_what_settles(first: str, second: str, judge: str, guards: tuple[str, str, str]) -> None:
    a = worth("a", first, 6, guards[0], settling(judge, guards[2]))
    program = linked(GAME, a, worth("b", second, 7, guards[1]))
    assert program.changes["worth"][0].name == "both_worth"


@pytest.mark.parametrize(
    ("first", "second", "judge", "guards"),
    [
        (THING, THING, GEM, ("", "", "")),
        (GEM, GEM, COIN, ("", "", "")),
        (GEM, GEM, "t: set of Gem", ("", "", "")),
        ("t: set of Gem", "t: set of Gem", GEM, ("", "", "")),
        ("t: set of Gem", "t: set of Gem", "t: set of Coin", ("", "", "")),
        ("t", "t", GEM, ("", "", "")),
        (GEM, GEM, GEM, ("", "", "few more than 1")),
        (GEM, GEM, GEM, ("few more than 2", "few more than 3", "few more than 1")),
    ],
)
def test_what_does_not_settle(
    first: str, second: str, judge: str, guards: tuple[str, str, str]
) -> None:
    a = worth("a", first, 6, guards[0], settling(judge, guards[2]))
    _, found = try_link(GAME, a, worth("b", second, 7, guards[1]))
    assert [d.code for d in found] == ["E0260"]


def test_a_block_for_a_third_module_settles_nothing() -> None:
    third = module("c", 'change few as more "M" to 8')
    a = worth("a", GEM, 6, "", settling(GEM, other="c"))
    _, found = try_link(GAME, a, worth("b", GEM, 7), third)
    assert [d.code for d in found] == ["E0260", "E0260"]
    assert "`a_worth` of `a` and `b_worth` of `b` both change `worth`" in found[1].message


@pytest.mark.parametrize(
    ("first", "second", "agree"),
    [
        ("usual + 1", "2 + usual", True),
        ("1 + usual + 3", "usual + 2", True),
        ("usual * 2", "usual * 3", True),
        ("usual * 2", "usual + 3", False),
        ("few + 1", "few + 2", False),
        ("(usual * 2) + 1", "usual + 2", False),
        ("(usual - 2) + 1", "usual + 2", False),
        ("usual - 1", "usual - 2", False),
        ("usual + usual", "usual + 1", False),
        ("usual + 1", "8", False),
        ("few * 2 + usual * 1", "usual + 1", False),
        ("few + few * 2", "few + usual", False),
        ("few + usual * 2", "usual + 1", False),
        ("highest([usual, 8])", "usual + 1", False),
    ],
)
def test_ways_to_wrap_the_usual_that_commute(first: str, second: str, agree: bool) -> None:
    bodies = [WORTH.format(n=name, p=GEM, g="", v=v) for name, v in (("a", first), ("b", second))]
    program, found = try_link(GAME, *map(module, "ab", bodies))
    assert (program is not None) == agree, found


@pytest.mark.parametrize(
    ("first", "second", "agree"),
    [
        ("usual and n = 1", "n = 2 and usual", True),
        ("usual or n = 1", "n = 2 or usual", True),
        ("usual and n = 1", "usual or n = 2", False),
        ("n = 1 and n = 3", "usual and n = 2", False),
    ],
)
def test_conditions_that_commute(first: str, second: str, agree: bool) -> None:
    bodies = [
        f'change small(n) as {name}_small "S"\n  > S.\n  {body}'
        for name, body in (("a", first), ("b", second))
    ]
    program, _ = try_link(GAME, *map(module, "ab", bodies))
    assert (program is not None) == agree


# ----------------------------------------------------------------
# what is said
def two(first: str, second: str) -> tuple[str, str]:
    """What is said of two changes, and the way out."""
    wrong = refused(GAME, module("a", first), module("b", second))
    assert [label.at.file for label in wrong.labels] == ["a.alr", "b.alr"]
    return wrong.message, wrong.hint


def test_both_are_named() -> None:
    message, hint = two('change few as six "Six" to 6', 'change few as eight "Eight" to 8')
    assert message == "`six` of `a` and `eight` of `b` both change `few`, and can apply at once."
    assert "Say in `a` what holds" in hint
    assert "when module b\n    change few as …" in hint
    message, _ = two('change few "Six" to 6', "change few to 8")
    assert message.startswith("“Six” of `a` and an unnamed amendment of `b` both")
    message, hint = two(
        'instead of setup as one "O"\n  steps_done := 1', 'instead of setup as two "T"\n  pass'
    )
    assert message.startswith("`one` of `a` and `two` of `b` both replace `setup`")
    assert "instead of setup as" in hint
    _, hint = two('change worth as one "O" to 6', 'change worth(u: Gem) as two "T" to 8')
    assert "change worth(u) as" in hint


def test_two_of_one_file_are_named() -> None:
    wrong = refused(GAME, module("a", 'change few as six "Six" to 6\nchange few as seven "S" to 7'))
    assert wrong.message.startswith("`six` and `seven` of `a` both change `few`")
    wrong = refused(GAME, module("a", 'change few "Six" to 6\nchange few as seven "S" to 7'))
    assert "`change seven as …`" in wrong.hint
    wrong = refused(GAME, module("a", 'change few "Six" to 6\nchange few "Seven" to 7'))
    assert wrong.hint == "Give them guards that exclude each other."


def test_the_game_without_a_label_is_amended_itself() -> None:
    game = GAME + '\nwhen players = 2\n  change few "Fewer" to 3\n'
    wrong = refused(game, module("a", 'change few as six "Six" to 6'), players=2)
    assert "`change few as … when …`" in wrong.hint


@pytest.mark.parametrize("number", [0, 1])
def test_too_many_amendments_are_not_compared(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflicts, "MOST_AMENDMENTS", 4)
    texts = [module(f"m{n}", f'change few as six{n} "Six" to 6') for n in range(4 + number)]
    program, found = try_link(GAME, *texts)
    assert [d.code for d in found] == ["E0259"] * number
    assert (program is None) == bool(number)
    if number:
        others = [module(f"m{n}", f'change few as six{n} "Six" to {n}') for n in range(5)]
        assert [d.code for d in try_link(GAME, *others)[1]] == ["E0259"]
