"""What differs between two configurations, as data and in words."""

from __future__ import annotations

from itertools import pairwise

from tests.linking.texts import GAME, linked, module

from alarife.linking.diff import differences
from alarife.linking.difftext import in_words

TEXT = """
change few as six "Six is fine" [X-1] to usual + 1

change small(n) as smaller "Even smaller"
  > At most {few}, and even.
  usual and n mod 2 = 0

before setup as first_of_all "First of all"
  > Something is done first.
  pass

after setup as last_of_all "Last of all"
  > Something is done last.
  pass

instead of traded(t, n) as not_traded "No trade"
  > Nothing is traded.
  pass

whenever x: Gem enters hand[p] as gained "A gem is won"
  > Whoever wins a gem gets a point.
  score[p] += 1

more Coin "Big coins"
  > Big coins.
  | worth | copies |
  | 5     | 1      |
  | 9     | 3      |

piece Stone(colour: Colour) "stone" is Thing
  > There are {size(Stone)} stones.
  2 of each

place heap "heap": pile of Stone

value many "Many": number = few * 2

action shout in turn_action "Shout"
  > Shout aloud.
  pass
"""


def test_a_module_is_told_in_the_words_of_the_rules() -> None:
    a, b = linked(GAME), linked(GAME, module("m", TEXT))
    told = {(d.kind, d.name, d.label_title): (d.old, d.new) for d in differences(a, b)}
    assert told == {
        ("pieces", "Coin", "5"): ("2", "3"),
        ("pieces", "Coin", "9"): ("0", "3"),
        ("pieces", "Stone", ""): ("", "4"),
        ("place", "heap", ""): ("", ""),
        ("number", "few", "Six is fine"): ("5", "6"),
        ("number", "many", ""): ("", "12"),
        ("added", "shout", ""): ("", "Shout aloud."),
        ("changed", "small", "Even smaller"): ("Not many.", "At most 6, and even."),
        ("preceded", "setup", "First of all"): ("", "Something is done first."),
        ("followed", "setup", "Last of all"): ("", "Something is done last."),
        ("followed", "hand", "A gem is won"): ("", "Whoever wins a gem gets a point."),
        ("replaced", "traded", "No trade"): ("", "Nothing is traded."),
    }
    assert all(d.module == "m" for d in differences(a, b))


def test_the_other_way_round_it_is_gone() -> None:
    a, b = linked(GAME), linked(GAME, module("m", TEXT))
    there, back = differences(a, b), differences(b, a)
    assert len(there) == len(back)
    assert {(d.kind, d.name, d.old, d.new) for d in back} == {
        ("removed" if d.kind == "added" else d.kind, d.name, d.new, d.old) for d in there
    }
    assert "no longer preceded by “First of all”" in in_words(back)


def test_equal_programs_do_not_differ() -> None:
    assert differences(linked(GAME), linked(GAME)) == []
    assert in_words([]) == "There is no difference.\n"


def test_settings_and_what_hangs_on_them_are_told() -> None:
    game = (
        GAME
        + '\nstep close "Close"\n  > The end.\n\nwhen tie = both\n  fill close "Both"\n    > Both win.\n    pass\n'
    )
    game += '\nwhen tie = none_\n  fill close "None"\n    > Nobody wins.\n    pass\n'
    found = differences(linked(game), linked(game, options={"tie": "none_"}, players=4))
    assert [(d.kind, d.name, d.old, d.new) for d in found] == [
        ("setting", "players", "3", "4"),
        ("setting", "tie", "Both", "None"),
        ("changed", "close", "Both win.", "Nobody wins."),
    ]


def test_the_words_show_what_was_and_what_is() -> None:
    text = in_words(differences(linked(GAME), linked(GAME, module("m", TEXT))))
    assert "* Few: 6 instead of 5, by “Six is fine” (m)  [X-1]" in text
    assert "    rule: Not many.\n    but: At most 6, and even." in text
    assert "* Gem" not in text
    assert "* Stone: 4 of them (m)" in text


def test_two_games_can_be_compared() -> None:
    other = (
        GAME.replace("game g", "game h")
        .replace("= 5\n", "= 4\n")
        .replace("Not many.", "Not too many.")
        .replace("| 3     |", "| 2 |")
    )
    found = differences(linked(GAME), linked(other, game="h"))
    assert {(d.kind, d.name, d.old, d.new) for d in found} == {
        ("number", "few", "5", "4"),
        ("number", "price", "3", "2"),
        ("changed", "small", "Not many.", "Not too many."),
    }


def test_an_exception_leaves_the_rule_as_it_was() -> None:
    text = (
        'change small(n) as big_too "Big too" when n at least 100\n  > Very many will do.\n  yes\n'
    )
    text += '\nwhenever x: Gem leaves hand[p] as lost "Lost"\n  > Gone.\n  pass\n'
    told = in_words(differences(linked(GAME), linked(GAME, module("m", text))))
    assert (
        "* Small: an exception, “Big too” (m)\n    rule: Not many.\n    but: Very many will do."
        in told
    )
    assert "* Hand: “Lost” when something leaves it (m)" in told
    back = in_words(differences(linked(GAME, module("m", text)), linked(GAME)))
    assert "* Small: no longer an exception, “Big too”" in back


ONE = 'after setup as one "One"\n  > One comes.\n  lap += 1\n'
TWO = 'after setup as two "Two"\n  > Two comes.\n  lap := 1\n'


def test_the_order_of_what_follows_is_told() -> None:
    first, second = (
        linked(GAME, module("m", f"{ONE}\n{TWO}\norder {order}\n  > That is the order.\n"))
        for order in ORDERS
    )
    new = [d for d in differences(linked(GAME), first) if d.kind == "order"]
    assert [(d.name, d.label, d.old, d.new) for d in new] == [
        ("setup", "after", "", "“One”, “Two”")
    ]
    turned = [d for d in differences(first, second) if d.kind == "order"]
    assert [(d.old, d.new) for d in turned] == [("“One”, “Two”", "“Two”, “One”")]
    assert "in this order: “Two”, “One” (before: “One”, “Two”)" in in_words(turned)


ORDERS = ("one before two", "two before one")


def test_differences_come_by_chapter_and_a_new_table_with_its_rows() -> None:
    text = 'chapter last\n\ntable bonus[c: Colour] "Bonus": number\n  > Some points.\n'
    text += "  | colour | points |\n  | red    | 1      |\n  | blue   | 2      |\n\n"
    game = GAME + '\n\nchapter last "At last"\n'
    found = differences(linked(game), linked(game, module("m", text + TEXT)))
    chapters = list(dict.fromkeys(d.chapter for d in found))
    assert chapters[-1] == "At last"
    assert sum(1 for a, b in pairwise(found) if a.chapter != b.chapter) == len(chapters) - 1
    table = next(d for d in found if d.what == "table")
    assert [row[1] for row in table.rows] == ["points", "1", "2"]
    assert "points" in in_words([table])


def test_what_is_forbidden_is_told_once() -> None:
    text = """
forbid wait as busy "No rest" when few is more than 3
  > Nobody waits.
"""
    told = differences(linked(GAME), linked(GAME, module("m", text)))
    assert [(d.kind, d.name, d.new) for d in told] == [("added", "busy", "Nobody waits.")]


def test_what_a_module_alters_of_its_own_without_a_word_is_not_told() -> None:
    own = (
        'value next_one "Who is next": Player = ann\n\nchange next_one as turned "Turned" to bob\n'
    )
    said = own.replace("to bob", "to bob\n  > Then it is Bob.")
    a = linked(GAME)
    assert "Turned" not in in_words(differences(a, linked(GAME, module("m", own))))
    assert "Then it is Bob." in in_words(differences(a, linked(GAME, module("m", said))))


def test_cases_of_a_value_for_other_types_are_told_apart() -> None:
    case = """
piece {piece}(colour: Colour) "{piece}" is Thing
  > There is one.
  1 of each

value cost(x: {piece}) "Price of a {piece}": number = {price}
  > It costs {price}.
"""
    a, b = (
        linked(GAME + 'value cost(x: Gem) "Price of a gem": number = 3\n', module("m", text))
        for text in (case.format(piece="Hut", price=0), case.format(piece="Stall", price=7))
    )
    found = {(d.kind, d.title): (d.old, d.new) for d in differences(a, b) if d.name == "cost"}
    assert found == {
        ("added", "Price of a Stall"): ("", "It costs 7."),
        ("removed", "Price of a Hut"): ("It costs 0.", ""),
    }
