"""Amendments: what they hang on, when they contradict each other, and in which order events come;
and what is refused."""

from __future__ import annotations

import pytest
from tests.linking.texts import GAME, linked, module, refused, try_link

from alarife.linking.effects import Effects
from alarife.linking.families import Families


def change(name: str, body: str, head: str = "", label: str = "") -> str:
    """A module with one change of the value `few`."""
    return module(name, f'{head}change few as {label or name + "_few"} "Few" {body}')


# ----------------------------------------------------------------
# what they hang on
def test_amendments_hang_on_what_they_name() -> None:
    text = (
        'change few as six "Six" to 6\n\nchange six as seven "Seven" when tie = none_ to 7\n\n'
        'after setup as begin "B"\n  steps_done += 1\n\nbefore begin as warm_up "W"\n  steps_done += 2\n\n'
        'instead of traded(t: Gem, n) as gems_only "G" when tie = both and n at least 2\n  usual\n\n'
        'whenever x: Gem enters hand[p] as gained "G"\n  score[p] += 1'
    )
    program = linked(GAME, module("a", text))
    assert [c.name for c in program.changes["few"]] == ["six"]
    assert "six" not in program.changes, "its guard is decided before play"
    assert [h.name for h in program.hooks["setup"].after] == ["begin"]
    assert [h.name for h in program.hooks["begin"].before] == ["warm_up"]
    guard = program.hooks["traded"].instead[0].guard
    assert type(guard).__name__ == "Compare", "only what is decided in play is left of the guard"
    assert [w.name for w in program.whenevers] == ["gained"]
    assert set(program.labels) == {"six", "begin", "warm_up", "gems_only", "gained"}
    other = linked(GAME, module("a", text), options={"tie": "none_"})
    assert other.changes["six"][0].guard is None
    assert "traded" not in other.hooks


def test_what_amends_something_that_is_gone_is_gone_too() -> None:
    text = (
        'option on "On": yes/no = no\nafter setup as one "O" when on\n  pass\n\n'
        'after one as two "T"\n  pass\n\norder one before two'
    )
    program = linked(GAME, module("a", text))
    assert program.hooks == {}
    assert not [a for a in program.articles if a.decl.name in ("one", "two")]


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ('change fw as x "X" to 6', "E0250", "Did you mean `few`?"),
        ('after setpu as x "X"\n  pass', "E0250", "Did you mean `setup`?"),
        ('whenever t: Thing leaves shlef as x "X"\n  pass', "E0250", "Did you mean `shelf`?"),
        ('change setup as x "X" to 6', "E0251", "`before`, `after` or `instead of`"),
        ('before few as x "X"\n  pass', "E0251", "`change`"),
        ('after wait as x "X"\n  pass', "E0251", "a moment with `now`"),
        ('change score as x "X" to 6', "E0251", "steps that write it"),
        ('change small as small "X"\n  > X.\n  yes', "E0252", "`as …`"),
        ('before early as early "X" when 1 = 1\n  pass', "E0252", "`as …`"),
        ('change b1 as a1 "A" to 1\nchange a1 as b1 "B" to 2', "E0253", "a step, value or rule"),
        ('change worth(t, u) as x "X" to 6', "E0255", "worth(t)"),
        ('change few(t) as x "X" to 6', "E0255", "just `few`"),
        ('after setup(t) as x "X"\n  pass', "E0255", "just `setup`"),
        ('change worth(t: Player) as x "X" to 6', "E0256", ""),
        (
            'whenever p: Gem leaves purse as x "X"\n  pass\nplace purse "P": set of Coin',
            "E0256",
            "",
        ),
        ('instead of setup as x "X"\n  usual\n  usual', "E0258", "once"),
    ],
)
def test_amendments_that_hang_on_nothing_are_refused(text: str, code: str, hint: str) -> None:
    wrong = refused(GAME, module("a", text))
    assert wrong.code == code
    assert hint in wrong.hint


def test_what_is_there_in_other_configurations_is_said_so() -> None:
    two = module(
        "a", 'when players = 2\n  value pair "P": number = 2\n\nchange pair as three "T" to 3'
    )
    assert "only when players = 2" in refused(GAME, two).hint
    other = module("b", 'value glow "G": number = 2')
    wrong = refused(GAME, module("a", 'change glow as more_glow "M" to 3'), other, modules=["a"])
    assert "when module b" in wrong.hint


def test_a_helper_without_a_title_can_be_amended_with_a_warning() -> None:
    program, found = try_link(GAME, module("a", 'change helper as x "X" to 6'))
    assert program is not None
    assert [(d.code, d.severity) for d in found] == [("E0254", "warning")]
    assert "helper" in program.changes
    assert "Give it a title" in found[0].hint


def test_a_changed_rule_without_a_sentence_is_warned_of() -> None:
    program, found = try_link(GAME, module("a", 'change small(n) as any_number "Any" to yes'))
    assert program is not None
    assert [(d.code, d.severity) for d in found] == [("E0257", "warning")]


# ----------------------------------------------------------------
# changes that agree
AGREE = {
    "the same": ("to 6", "to (6)"),
    "the same condition in other words": ("to 6", "to 6"),
    "sums": ("to usual + 1", "to 2 + usual"),
    "guards of different choices": ("when players = 3 to 6", "when players = 2 to 7"),
}


@pytest.mark.parametrize("pair", AGREE.values(), ids=AGREE)
def test_changes_of_a_value_that_agree(pair: tuple[str, str]) -> None:
    assert linked(GAME, change("a", pair[0]), change("b", pair[1]))


def worths(first: str, second: str) -> tuple[str, str]:
    return module("a", f"change worth(t{first}"), module("b", f"change worth(thing{second}")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (': Gem) as x1 "X" to 2', ': Coin) as x2 "X" to 3'),
        (') as x1 "X" when t is a Gem to 2', ') as x2 "X" when thing is a Coin to 3'),
        (') as x1 "X" when t is a Gem to 2', ') as x2 "X" when thing is not a Gem to 3'),
        (
            ': Gem) as x1 "X" when t.colour = red to 2',
            ': Gem) as x2 "X" when thing.colour = blue to 3',
        ),
        (
            ': Gem) as x1 "X" when t.colour = red to 2',
            ': Gem) as x2 "X" when thing.colour differs from red to 3',
        ),
        (
            ': Coin) as x1 "X" when t.worth at most 3 to 2',
            ': Coin) as x2 "X" when thing.worth more than 3 to 3',
        ),
        (
            ': Coin) as x1 "X" when t.worth in 1..3 to 2',
            ': Coin) as x2 "X" when thing.worth at least 4 to 3',
        ),
        (
            ': Coin) as x1 "X" when t.worth less than few to 2',
            ': Coin) as x2 "X" when few = thing.worth to 3',
        ),
        (') as x1 "X" when shelf is empty to 2', ') as x2 "X" when not shelf is empty to 3'),
    ],
)
def test_changes_for_different_cases_agree(first: str, second: str) -> None:
    assert linked(GAME, *worths(first, second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (': Gem) as x1 "X" to 2', ': Thing) as x2 "X" to 3'),
        (
            ': Gem) as x1 "X" when t.colour = red to 2',
            ': Gem) as x2 "X" when thing.colour = red to 3',
        ),
        (
            ': Coin) as x1 "X" when t.worth at most 3 to 2',
            ': Coin) as x2 "X" when thing.worth at least 3 to 3',
        ),
        (') as x1 "X" to usual + 1', ') as x2 "X" to usual * 2'),
        (') as x1 "X" to usual - 1', ') as x2 "X" to usual - 2'),
    ],
)
def test_changes_for_overlapping_cases_contradict(first: str, second: str) -> None:
    wrong = refused(GAME, *worths(first, second))
    assert wrong.code == "E0260"
    assert [label.at.file for label in wrong.labels] == ["a.alr", "b.alr"]
    assert "when module b\n    change worth(t) as" in wrong.hint


def test_rules_wrapped_in_the_same_way_agree() -> None:
    def text(name: str, body: str) -> str:
        return module(name, f'change small(n) as {name}_s "S"\n  > S.\n  {body}')

    assert linked(GAME, text("a", "usual or n = 7"), text("b", "usual or n = 9"))
    assert (
        refused(GAME, text("a", "usual or n = 7"), text("b", "usual and n less than 9")).code
        == "E0260"
    )


# ----------------------------------------------------------------
# settling
def test_a_block_that_names_the_other_module_settles() -> None:
    settled = module(
        "a", 'change few as six "S" to 6\n\nwhen module b\n  change few as both_ "B" to 9'
    )
    program = linked(GAME, settled, change("b", "to 7"))
    assert [c.name for c in program.changes["few"]] == ["both_", "six", "b_few"]
    third = module("c", 'when module a and module b\n  change few as both_ "B" to 9')
    assert (
        linked(GAME, change("a", "to 6"), change("b", "to 7"), third).changes["few"][0].name
        == "both_"
    )


def test_what_settles_may_not_build_on_what_it_settles() -> None:
    unsettled = module(
        "a", 'change few as six "S" to 6\n\nwhen module b\n  change few as both_ "B" to usual + 1'
    )
    assert refused(GAME, unsettled, change("b", "to 7")).code == "E0260"
    narrow = module(
        "a",
        'change few as six "S" to 6\n\nwhen module b\n  change few as both_ "B" when shelf is empty to 9',
    )
    assert refused(GAME, narrow, change("b", "to 7")).code == "E0260"


def test_a_module_that_needs_another_was_written_for_it() -> None:
    program = linked(
        GAME, module("a", 'change few as six "S" to usual * 2', "needs b"), change("b", "to 7")
    )
    assert [c.name for c in program.changes["few"]] == ["six", "b_few"]


def test_two_blocks_that_both_settle_contradict() -> None:
    def text(name: str, other: str, value: int) -> str:
        return module(name, f'when module {other}\n  change few as {name}_few "F" to {value}')

    assert refused(GAME, text("a", "b", 6), text("b", "a", 7)).code == "E0260"


def test_two_changes_of_one_file_contradict_too() -> None:
    wrong = refused(GAME, module("a", 'change few as six "S" to 6\nchange few as seven "S" to 7'))
    assert wrong.code == "E0260"
    assert "change six as …" in wrong.hint


def test_an_exception_to_an_exception_is_no_conflict() -> None:
    program = linked(
        GAME,
        change("a", "to 6"),
        module("b", 'change a_few as even_more "E" when shelf is empty to 8'),
    )
    assert [c.name for c in program.changes["a_few"]] == ["even_more"]


def test_a_module_against_the_game_is_told_to_amend_its_label() -> None:
    game = GAME + '\nwhen players = 2\n  change few as fewer "Fewer" to 3\n'
    wrong = refused(game, change("a", "to 6"), players=2)
    assert wrong.code == "E0260"
    assert "change fewer as" in wrong.hint
    assert linked(game, change("a", "to 6"))


def test_two_replacements_at_one_instant_contradict() -> None:
    def text(name: str, body: str) -> str:
        return module(name, f'instead of setup as {name}_setup "S"\n  {body}')

    assert refused(GAME, text("a", "steps_done := 1"), text("b", "steps_done := 2")).code == "E0261"
    assert linked(GAME, text("a", "steps_done := 1"), text("b", "steps_done := (1)"))
    assert refused(GAME, text("a", "usual"), text("b", "usual")).code == "E0261"


# ----------------------------------------------------------------
# order of events
def after(name: str, body: str, extra: str = "") -> str:
    """A module that does something after `setup`."""
    return module(name, f'after setup as {name}_does "D"\n  {body}\n\n{extra}')


COMMUTE = {
    "both add": ("steps_done += 1", "steps_done += 2"),
    "a note without bounds": ("steps_done += 1", "steps_done -= 2"),
    "different notes": ("steps_done := 1", "score[seat(1)] += 1"),
    "different pieces": ("move Gem to store", "move Coin to store"),
    "a face in a row": ("turn Gem to yes", "move Coin to shelf"),
    "into heaps": ("move Gem to hand[seat(1)]", "move Coin to hand[seat(2)]"),
}
COLLIDE = {
    "both set": (("steps_done := 1", "steps_done := 2"), "steps_done"),
    "one adds, one sets": (("steps_done += 1", "steps_done := 2"), "steps_done"),
    "a bounded note": (("score[seat(1)] += 1", "score[seat(2)] -= 1"), "score"),
    "one reads": (("steps_done += 1", "score[seat(1)] += steps_done"), "steps_done"),
    "both draw": (
        ("draw 1 from store to hand[seat(1)]", "draw 1 from store to hand[seat(2)]"),
        "store",
    ),
    "a face of what comes": (("turn Gem to yes", "move Gem to shelf"), "shelf"),
    "into a row": (("move Gem to shelf", "move Coin to shelf"), "shelf"),
}


@pytest.mark.parametrize("bodies", COMMUTE.values(), ids=COMMUTE)
def test_what_commutes_is_sorted_by_label(bodies: tuple[str, str]) -> None:
    program = linked(GAME, after("b", bodies[0]), after("a", bodies[1]))
    assert [h.name for h in program.hooks["setup"].after] == ["a_does", "b_does"]


@pytest.mark.parametrize(("bodies", "what"), COLLIDE.values(), ids=COLLIDE)
def test_what_does_not_commute_needs_an_order(bodies: tuple[str, str], what: str) -> None:
    wrong = refused(GAME, after("a", bodies[0]), after("b", bodies[1]))
    assert wrong.code == "E0262"
    assert f"`{what}`" in wrong.message
    assert wrong.hint.splitlines() == [
        "Say in `a` which comes first, for instance:",
        "  when module b",
        "    order a_does before b_does",
        "or say so in `b`, under `when module a`.",
    ]
    assert [label.at.file for label in wrong.labels] == ["a.alr", "b.alr"]
    settled = after("a", bodies[0], "when module b\n  order b_does before a_does")
    program = linked(GAME, settled, after("b", bodies[1]))
    assert [h.name for h in program.hooks["setup"].after] == ["b_does", "a_does"]


def test_effects_reach_through_steps_values_and_what_they_set_off() -> None:
    raises = 'step mark "Mark"\n  raise traded(first(shelf) otherwise first(Gem), 1)'
    steps = raises + '\n\nafter traded(t, n) as noted "N"\n  steps_done := 1\n'
    assert refused(GAME, after("a", "mark", steps), after("b", "steps_done += 1")).code == "E0262"
    off = 'whenever x: Thing enters shelf as came "C"\n  steps_done := 4'
    assert (
        refused(GAME, after("a", "move Gem to shelf", off), after("b", "steps_done += 1")).code
        == "E0262"
    )
    value = 'value done_so_far "D": number = steps_done'
    assert (
        refused(
            GAME, after("a", "score[seat(1)] += done_so_far", value), after("b", "steps_done += 1")
        ).code
        == "E0262"
    )
    changed = 'change few as counted "C" to steps_done'
    assert (
        refused(
            GAME, after("a", "score[seat(1)] += few", changed), after("b", "steps_done += 1")
        ).code
        == "E0262"
    )


def test_a_move_sets_off_what_waits_for_its_pieces_only() -> None:
    def off(piece: str) -> str:
        return f'whenever x: {piece} enters shelf as came "C"\n  steps_done := 4'

    other = after("b", "steps_done += 1")
    moves = "move Gem to shelf"
    assert linked(GAME, after("a", moves, off("Coin")), other)
    assert refused(GAME, after("a", moves, off("Thing")), other).code == "E0262"


def test_what_replaces_and_does_the_usual_does_what_the_usual_does() -> None:
    program = linked(
        GAME, module("a", 'instead of setup as more_setup "M"\n  usual\n  steps_done += 1')
    )
    effect = Effects(program, Families(program)).of(program.hooks["setup"].instead[0])
    assert ("store", "Gem", "add") in effect.writes


def test_events_of_different_cases_need_no_order() -> None:
    def text(name: str, pattern: str, value: int) -> str:
        return module(
            name, f'after traded(t: {pattern}, n) as {name}_does "D"\n  steps_done := {value}'
        )

    assert linked(GAME, text("a", "Gem", 1), text("b", "Coin", 2))
    assert refused(GAME, text("a", "Gem", 1), text("b", "Thing", 2)).code == "E0262"


def test_events_of_one_file_come_as_written() -> None:
    body = 'after setup as z "Z"\n  steps_done := 1\n\nafter setup as y "Y"\n  steps_done := 2\n\n'
    assert [h.name for h in linked(GAME, module("a", body)).hooks["setup"].after] == ["z", "y"]
    assert [
        h.name for h in linked(GAME, module("a", body + "order y before z")).hooks["setup"].after
    ] == ["y", "z"]


def test_order_holds_through_a_third() -> None:
    order = "order c_does before b_does\norder b_does before a_does"
    texts = [
        after(n, f"steps_done := {v}", order if n == "c" else "")
        for n, v in (("a", 1), ("b", 2), ("c", 3))
    ]
    assert [h.name for h in linked(GAME, *texts).hooks["setup"].after] == [
        "c_does",
        "b_does",
        "a_does",
    ]


def test_the_lines_that_are_proposed_make_no_circle() -> None:
    """Whoever writes down all of them is done."""
    lines = ["order c_does before a_does"]
    texts = [after(n, f"steps_done := {v}") for n, v in (("a", 1), ("b", 2))]
    for _ in range(2):
        third = after("c", "steps_done := 3", "\n".join(lines))
        _, found = try_link(GAME, *texts, third)
        hints = [line.strip() for wrong in found for line in wrong.hint.splitlines()]
        lines += [line for line in hints if line.startswith("order ")]
    assert lines[1:] == ["order b_does before c_does", "order b_does before a_does"]
    assert [h.name for h in linked(GAME, *texts, third).hooks["setup"].after] == [
        "b_does",
        "c_does",
        "a_does",
    ]


def test_a_circle_is_all_that_is_said() -> None:
    third = after("c", "steps_done := 3", "order c_does before a_does\norder a_does before c_does")
    texts = [after(n, f"steps_done := {v}") for n, v in (("a", 1), ("b", 2))]
    assert refused(GAME, *texts, third).code == "E0263"


def test_orders_that_go_round_or_name_nothing_are_refused() -> None:
    round_ = after("a", "steps_done += 1", "order a_does before b_does\norder b_does before a_does")
    assert refused(GAME, round_, after("b", "steps_done += 1")).code == "E0263"
    wrong = refused(GAME, after("a", "pass", "order a_does before a_doess"))
    assert (wrong.code, wrong.hint) == ("E0264", "Did you mean `a_does`?")
    assert refused(GAME, after("a", "pass", "order a_does before few")).code == "E0264"


def test_an_order_of_what_never_meets_is_warned_of() -> None:
    text = after("a", "pass", 'before play as early "E"\n  pass\n\norder a_does before early')
    program, found = try_link(GAME, text)
    assert program is not None
    assert [(d.code, d.severity) for d in found] == [("E0265", "warning")]


def whenever(name: str, piece: str, crosses: str, body: str) -> str:
    return module(name, f'whenever x: {piece} {crosses} as {name}_w "W"\n  {body}')


def test_what_crosses_at_once_needs_an_order() -> None:
    first = whenever("a", "Thing", "leaves shelf", "steps_done := 1")
    assert (
        refused(GAME, first, whenever("b", "Gem", "leaves shelf", "steps_done := 2")).code
        == "E0262"
    )
    assert (
        refused(GAME, first, whenever("b", "Gem", "enters hand[p]", "steps_done := 2")).code
        == "E0262"
    )
    assert linked(GAME, first, whenever("b", "Gem", "leaves store", "steps_done := 2"))
    assert linked(
        GAME,
        whenever("a", "Coin", "leaves shelf", "steps_done := 1"),
        whenever("b", "Gem", "leaves shelf", "steps_done := 2"),
    )


def test_crossings_that_set_off_one_another_are_refused() -> None:
    assert refused(GAME, whenever("a", "Gem", "enters shelf", "move Gem to shelf")).code == "E0266"
    body = 'whenever x: Gem enters shelf as w1 "W"\n  move x to store\n\nwhenever x: Gem enters store as w2 "W"\n  move x to shelf'
    wrong = refused(GAME, module("a", body))
    assert (wrong.code, len(wrong.labels)) == ("E0266", 2)


def test_hostile_numbers_of_amendments_are_refused() -> None:
    many = "\n".join(f'change few as c{n} "C" to {n}' for n in range(250))
    assert refused(GAME, module("a", many)).code == "E0259"


def test_very_long_chains_are_refused() -> None:
    chain = (
        "\n".join(f'when o{n + 1}\n  option o{n} "O": yes/no = yes' for n in range(1500))
        + '\noption o1500 "O": yes/no = yes'
    )
    _, found = try_link(GAME, module("a", chain))
    assert {d.code for d in found} & {"E0299", "E0140"}
    labels = (
        "\n".join(f'after l{n + 1} as l{n} "L"\n  pass' for n in range(1500))
        + '\nafter setup as l1500 "L"\n  pass'
    )
    program, found = try_link(GAME, module("a", labels))
    assert program is not None or {d.code for d in found} == {"E0299"}


def test_values_that_ask_one_another_often_are_looked_at_once() -> None:
    values = (
        "\n".join(f'value v{n} "V": set of Thing = v{n + 1} + v{n + 1}' for n in range(60))
        + '\nvalue v60 "V": set of Thing = Gem'
    )
    first = after("a", "move v0 to store", values)
    assert refused(GAME, first, after("b", "move Gem to shelf")).code == "E0262"
