"""Joining: `when` blocks, one namespace, `more`, `fill`, menus and laws, chapters; and what is
refused."""

from __future__ import annotations

import pytest
from tests.linking.texts import GAME, linked, module, refused, try_link

from alarife.syntax import tree

OPTIONS = 'option fast "Fast": yes/no = no\noption depth "Depth": 1..3 = 2\n'


def marked(condition: str) -> str:
    return module("m", OPTIONS + f'when {condition}\n  value mark "Mark": number = 1')


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("players = 2", False),
        ("players = 3", True),
        ("players at least 3", True),
        ("players at most 2", False),
        ("players more than 2", True),
        ("players less than 3", False),
        ("players differs from 3", False),
        ("players in 3..4", True),
        ("players not in [2, 3]", False),
        ("fast", False),
        ("not fast", True),
        ("m.fast or players = 3", True),
        ("not fast and (players = 2 or depth = 2)", True),
        ("tie = both", True),
        ("none_ = tie", False),
        ("tie differs from both", False),
        ("module m", True),
        ("yes", True),
        ("no", False),
    ],
)
def test_conditions_are_decided_before_play(condition: str, holds: bool) -> None:
    assert ("mark" in linked(GAME, marked(condition)).values) is holds


def test_a_module_in_play_can_be_asked_for() -> None:
    asks, asked = module("a", 'when module b\n  value mark "Mark": number = 1'), module("b", "")
    assert "mark" in linked(GAME, asks, asked).values
    assert "mark" not in linked(GAME, asks, asked, modules=["a"]).values


@pytest.mark.parametrize(
    ("condition", "hint"),
    [
        ("few = 5", "options, rulings"),
        ("score[you] = 0", "options, rulings"),
        ("fst", "Did you mean `fast`?"),
        ("tie = bth", "Did you mean `both`?"),
        ("depth", ""),
        ("fast at least 2 and tie more than 3", ""),
    ],
)
def test_other_conditions_are_refused(condition: str, hint: str) -> None:
    wrong = refused(GAME, marked(condition))
    assert wrong.code == "E0220"
    assert hint in wrong.hint


def test_nested_conditions_are_asked_from_the_outside_in() -> None:
    text = 'when players = 2\n  option duel "Duel": yes/no = yes\n  when duel\n    value mark "Mark": number = 1'
    assert "mark" not in linked(GAME, module("m", text)).values
    assert "mark" in linked(GAME, module("m", text), players=2).values
    wrong = refused(GAME, module("m", text + '\nwhen duel\n  value other "O": number = 1'))
    assert "only in other configurations" in wrong.message


def test_asking_for_a_module_that_does_not_exist_is_warned_of() -> None:
    program, found = try_link(GAME, module("m", 'when module mm\n  value mark "Mark": number = 1'))
    assert program is not None
    assert [(d.code, d.severity, d.hint) for d in found] == [
        ("E0221", "warning", "Did you mean `m`?")
    ]


# ----------------------------------------------------------------
# one namespace
def test_a_name_can_mean_one_thing_only() -> None:
    wrong = refused(
        GAME,
        module("a", 'value glow "G": number = 1'),
        module("b", 'rule glow "G"\n  > No.\n  yes'),
    )
    assert wrong.code == "E0230"
    assert [label.at.file for label in wrong.labels] == ["b.alr", "a.alr"]
    assert "`a` and in `b`" in wrong.message
    assert refused(GAME, module("a", 'step few "Few"\n  pass')).code == "E0230"


def test_labels_and_declarations_share_the_namespace() -> None:
    assert refused(GAME, module("a", 'after setup as few "F"\n  pass')).code == "E0230"


def test_complementary_blocks_may_declare_the_same() -> None:
    both = 'option fast "F": yes/no = no\nwhen fast\n  value pace "P": number = 2\nwhen not fast\n  value pace "P": number = 1'
    assert len(linked(GAME, module("a", both)).values["pace"]) == 1


def test_a_value_has_one_case_for_each_type_of_its_first_parameter() -> None:
    more = module("a", 'value worth(t: Coin) "Worth": number = t.worth')
    assert len(linked(GAME, more).values["worth"]) == 2
    assert refused(GAME, module("a", 'value worth(x: Thing) "Worth": number = 2')).code == "E0231"


# ----------------------------------------------------------------
# rows
def cells(rows: list[tree.Row]) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in rows]


def test_more_rows_come_under_the_columns_of_their_names() -> None:
    text = (
        'more Coin "More"\n  > More.\n  | copies | worth |\n  | 3      | 9     |\n\n'
        'more Colour "Green"\n  > Green.\n  | name  |\n  | green |'
    )
    more = 'more price "Prices"\n  > Prices.\n  | colour | price |\n  | green  | 7 |'
    program = linked(GAME, module("a", text), module("b", more))
    assert cells(program.pieces["Coin"].rows) == [
        ["worth", "copies"],
        ["1", "4"],
        ["5", "2"],
        ["9", "3"],
    ]
    assert cells(program.kinds["Colour"].rows)[-1] == ["green", ""]
    assert cells(program.tables["price"].rows)[-1] == ["green", "7"]
    assert cells(linked(GAME).pieces["Coin"].rows) == [
        ["worth", "copies"],
        ["1", "4"],
        ["5", "2"],
    ], "the file is as it was"
    assert any(article.decl is program.pieces["Coin"] for article in program.articles)


@pytest.mark.parametrize("row", ["| green | Green | G |", "| green |"])
def test_a_row_of_more_has_as_many_cells_as_its_head(row: str) -> None:
    wrong = refused(GAME, module("a", f'more Colour "Green"\n  | name | title |\n  {row}'))
    assert wrong.code == "E0306"
    assert "but its head has 2." in wrong.message


def test_more_may_bring_the_column_of_copies() -> None:
    game = GAME.replace(
        "| worth | copies |\n  | 1     | 4      |\n  | 5     | 2      |", "| worth |\n  | 1 |"
    )
    more = 'more Coin "More"\n  > More.\n  | worth | copies |\n  | 2 | 3 |'
    assert cells(linked(game, module("a", more)).pieces["Coin"].rows) == [
        ["worth", "copies"],
        ["1", ""],
        ["2", "3"],
    ]


def test_a_crossed_table_can_get_columns_and_rows() -> None:
    table = (
        '\ntable toll[from_: Colour, to_: Colour] "Toll": number\n  > Toll.\n'
        "  | from_ | red | blue |\n  | red | 0 | 1 |\n  | blue | 1 | 0 |\n"
    )
    more = 'more toll "Toll"\n  > Toll.\n  | from_ | green |\n  | red | 2 |\n  | blue | 3 |\n  | green | 0 |'
    rows = cells(linked(GAME + table, module("a", more)).tables["toll"].rows)
    assert rows == [
        ["from_", "red", "blue", "green"],
        ["red", "0", "1", "2"],
        ["blue", "1", "0", "3"],
        ["green", "", "", "0"],
    ]
    again = 'more toll "Toll"\n  > Toll.\n  | from_ | red |\n  | red | 2 |'
    assert refused(GAME + table, module("a", again)).code == "E0242"


def test_only_replaces_the_rows_of_the_file_that_declares_them() -> None:
    game = GAME + '\nmore Coin "More"\n  > More.\n  | worth |\n  | 7     |\n'
    ours = module("a", 'only Coin "Ours"\n  > Our coins.\n  | worth | copies |\n  | 2 | 3 |')
    more = module("b", 'more Coin "Foreign"\n  > Foreign coins.\n  | worth |\n  | 9 |')
    for texts in ((ours, more), (more, ours)):
        coin = linked(game, *texts).pieces["Coin"]
        assert cells(coin.rows) == [["worth", "copies"], ["2", "3"], ["9", ""]]
        assert [prose.text for prose in coin.prose] == ["Our coins."]


def test_remarks_on_rows_go_with_them() -> None:
    table = (
        '\ntable fee[c: Colour] "Fee": number\n  > Fees.\n  reason > Because.\n'
        "  remark > A guess.\n  | c | fee |\n  | red | 1 |\n  | blue | 2 |\n"
    )
    rows = "  | c | fee |\n  | blue | 4 |\n  | red | 3 |"

    def asides(*said: str) -> list[str]:
        ours = module("a", "\n".join(['only fee "Ours"', *said, rows]))
        return [aside.text for aside in linked(GAME + table, ours).tables["fee"].asides]

    assert asides() == ["Because."]
    assert asides("  remark > Counted.") == ["Because.", "Counted."]
    assert asides("  > Our fees.") == []


def test_only_replaces_a_table_and_what_is_made_of_each() -> None:
    table = '\ntable fee[c: Colour] "Fee": number\n  > Fees.\n  | c | fee |\n  | red | 1 |\n  | blue | 2 |\n'
    text = 'only fee "Ours"\n  | c | fee |\n  | blue | 4 |\n  | red | 3 |\n\nonly Gem "Ours"\n  | colour |\n  | red |'
    program = linked(GAME + table, module("a", text))
    assert cells(program.tables["fee"].rows)[1:] == [["blue", "4"], ["red", "3"]]
    assert [prose.text for prose in program.tables["fee"].prose] == ["Fees."]
    assert program.pieces["Gem"].each is None
    assert cells(program.pieces["Gem"].rows) == [["colour"], ["red"]]


def test_two_files_may_replace_the_same_rows_by_the_same() -> None:
    text = 'only Coin "Ours"\n  | worth |\n  | 2 |'
    assert linked(GAME, module("a", text), module("b", text))
    other = module("b", 'only Coin "Theirs"\n  | worth |\n  | 3 |')
    assert refused(GAME, module("a", text), other).code == "E0224"
    assert refused(GAME, module("a", 'only Coin "O"\n  | wort |\n  | 3 |')).code == "E0241"


def test_examples_that_count_replaced_rows_go_with_them() -> None:
    game = GAME.replace("\ntype Thing", "\ntype Thing", 1) + (
        '\npiece Bead(worth: number) "bead"\n  > Beads.\n  | worth |\n  | 1 |\n\n'
        'example "One bead"\n  then size(Bead) = 1\n\n'
        'example "Any number"\n  given score[ann] = 2\n  then score[ann] = 2\n'
    )
    text = 'only Bead "Ours"\n  | worth |\n  | 1 |\n  | 2 |'
    titles = {one.title for one in linked(game, module("a", text)).examples}
    assert "One bead" not in titles
    assert "Any number" in titles
    assert "One bead" in {one.title for one in linked(game).examples}


def test_rows_for_nothing_and_unknown_columns_are_refused() -> None:
    rows = '"More"\n  > More.\n  | wort |\n  | 1 |'
    wrong = refused(GAME, module("a", f"more Coni {rows}"))
    assert (wrong.code, wrong.hint) == ("E0240", "Did you mean `Coin`?")
    assert refused(GAME, module("a", f"more setup {rows}")).code == "E0240"
    wrong = refused(GAME, module("a", f"more Coin {rows}"))
    assert (wrong.code, wrong.hint) == ("E0241", "Did you mean `worth`?")
    wrong = refused(GAME, module("a", f"more price {rows}"))
    assert wrong.code == "E0241"
    twice = 'more Colour "Red"\n  > Red.\n  | name | title |\n  | red | Red |'
    assert refused(GAME, module("a", twice)).code == "E0243"


# ----------------------------------------------------------------
# open steps
OPEN = GAME + '\nstep prepare(k: number) "Prepare"\n  > Something is prepared.\n'


def test_an_open_step_gets_a_body_and_the_names_of_its_filler() -> None:
    program = linked(OPEN, module("a", 'fill prepare(n) "Prepared"\n  steps_done += n'))
    assert [field.name for field in program.steps["prepare"].params] == ["n"]
    assert isinstance(program.steps["prepare"].params[0].type, tree.NamedType)
    assert program.steps["prepare"].body
    assert program.fills["prepare"].module == "a"


def test_open_steps_are_filled_exactly_once() -> None:
    fill = 'fill prepare(n) "Prepared"\n  pass'
    assert refused(OPEN).code == "E0236"
    wrong = refused(OPEN, module("a", fill), module("b", fill))
    assert (wrong.code, len(wrong.labels)) == ("E0234", 2)
    assert refused(GAME, module("a", 'fill setup "S"\n  pass')).code == "E0233"
    assert (
        refused(OPEN, module("a", 'fill prepare(n, m) "S"\n  pass'), module("b", fill)).code
        == "E0237"
    )
    _, found = try_link(OPEN, module("a", 'fill prepar "S"\n  pass'))
    assert (found[0].code, found[0].hint) == ("E0232", "Did you mean `prepare`?")


# ----------------------------------------------------------------
# menus and laws
def test_actions_and_rules_join_what_they_are_in() -> None:
    law = '\nlaw fair(t: Thing) "Fair"\n  > Fair.\n\nrule cheap in fair(x) "Cheap"\n  > Cheap.\n  worth(x) at most few\n'
    more = 'action pass_on in turn_action "Pass"\n  > Pass.\n  pass\n\nrule dear in fair(t) "Dear"\n  > Dear.\n  worth(t) at least 0'
    program = linked(GAME + law, module("a", more))
    assert program.actions_of == {"turn_action": ["wait", "pass_on"]}
    assert program.rules_of == {"fair": ["cheap", "dear"]}
    wrong = refused(GAME, module("a", more.replace("turn_action", "turn_actoin").split("\n\n")[0]))
    assert (wrong.code, wrong.hint) == ("E0235", "Did you mean `turn_action`?")
    assert refused(GAME, module("a", 'action x in few "X"\n  > X.\n  pass')).code == "E0235"
    assert refused(GAME, module("a", 'rule x in turn_action(n) "X"\n  > X.\n  yes')).code == "E0235"
    assert (
        refused(GAME, module("a", 'action x in turn_action(n, m) "X"\n  > X.\n  pass')).code
        == "E0237"
    )


# ----------------------------------------------------------------
# the book
def test_chapters_are_opened_once_and_gone_on_with() -> None:
    body = (
        'chapter main\nsection side "Side"\n\nvalue a1 "A": number = 1\n\n'
        'when players = 3\n  chapter late\n  value a2 "A": number = 2\n\nvalue a3 "A": number = 3'
    )
    program = linked(GAME + '\n\nchapter late "Late"\n', module("a", body))
    where = {article.decl.name: (article.chapter, article.section) for article in program.articles}
    assert where["few"] == ("main", "")
    assert where["a1"] == where["a3"] == ("main", "side")
    assert where["a2"] == ("late", "")
    assert refused(GAME, module("a", 'chapter main "Again"')).code == "E0244"
    own = refused(GAME, module("a", 'chapter bees "Bees"'))
    assert (own.code, own.hint) == ("E0246", "Go on in one of the game's, without a title: `main`.")
    wrong = refused(GAME, module("a", "chapter mian"))
    assert (wrong.code, wrong.hint) == ("E0245", "Did you mean `main`?")
    assert (
        "only when players = 2"
        in refused(GAME, module("a", 'when players = 2\n  chapter two "Two"\nchapter two')).hint
    )


def test_examples_that_hold_here_are_kept() -> None:
    body = 'example "Always"\n  then few = 5\n\nwhen players = 2\n  example "With two"\n    then few = 5'
    assert [e.title for e in linked(GAME, module("a", body)).examples] == ["Always"]
    assert [e.title for e in linked(GAME, module("a", body), players=2).examples] == [
        "Always",
        "With two",
    ]


# ----------------------------------------------------------------
# old names
def test_former_names_lead_to_those_of_today() -> None:
    game = GAME + "\nformerly little now few\n"
    program = linked(game, module("a", 'change little as six "Six" to 6'))
    assert [change.target for change in program.changes["few"]] == ["few"]
    assert program.formerly == {"little": "few"}
    assert refused(GAME, module("a", "formerly few now worth")).code == "E0238"
    assert refused(GAME, module("a", "formerly old now noting")).code == "E0239"


def test_settings_can_be_named_by_former_names() -> None:
    options = module("a", 'option fast "F": yes/no = no\nformerly quick now fast')
    assert linked(GAME, options, options={"quick": True}).settings["fast"] is True
    assert linked(GAME, options, options={"a.quick": True}).settings["fast"] is True


def test_the_order_of_naming_modules_makes_no_difference() -> None:
    texts = [
        GAME,
        *(
            module(
                n,
                f'after setup as {n}_does "S"\n  score[seat(1)] += 1\n\nvalue {n}_v "V": number = 1',
            )
            for n in "cab"
        ),
    ]
    programs = [linked(*texts, modules=names) for names in (["a", "b", "c"], ["c", "a", "b", "a"])]
    assert programs[0].digest == programs[1].digest
    assert [h.name for h in programs[0].hooks["setup"].after] == ["a_does", "b_does", "c_does"]
    assert list(programs[0].values) == list(programs[1].values)
    assert [a.decl.at for a in programs[0].articles] == [a.decl.at for a in programs[1].articles]
