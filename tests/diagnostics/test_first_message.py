"""One slip in a shipped file gives one message: it stands at the slip and says what was meant."""

from __future__ import annotations

import pytest

from alarife.cli.survey import Survey
from alarife.library import Library
from alarife.web.lobby import shipped

PIG, FOUR, BAZAARS = "classics/pig", "classics/connect_four", "alhambra/bazaars"
RUMMY, MARKET = "classics/rummy", "originals/night_market"


ROW = "    : B :   :   :   :   :   :   :\n"
PLAYERS = 'game pig "Pig"\n  > Roll one die and decide when to stop.\n  players 2..8\n'

SLIPS = [
    (PIG, "note score[Player]", "note score[@Players]", "E0301", "`Player`"),
    (
        PIG,
        'note score[Player] "points": 0..',
        'note score[Player] "points": @int',
        "E0301",
        "`number`",
    ),
    (PIG, "score[you] += pot", "score[you] += @tray.size", "E0341", "`size(…)`"),
    (PIG, "on_turn := on_turn.left", "on_turn := @onward(on_turn, 1)", "E0348", "`p.left`"),
    (PIG, "on_turn := on_turn.left", "@return", "E0340", "A step goes on to its end"),
    (PIG, "on_turn := on_turn.left", "on_turn := @none", "E0331", "`Player?`"),
    (PIG, "10..500 = 100", "@500..10 = 100", "E0216", "smaller number first"),
    (PIG, "on_turn.left", "@on_turn.next", "E0342", "`left`, `right` and `seat`"),
    (PIG, "on_turn.left", "@left", "E0340", "a field of `Player`: write `x.left`"),
    (PIG, "      take_turn", "      @take_turn(on_turn)", "E0346", "Write `take_turn`"),
    (PIG, "require something_rolled", "require @something_roled", "E0340", "`something_rolled`"),
    (PIG, "require something_rolled", "require @pot", "E0330", ""),
    (PIG, "score[you] += pot", "@score(you) += pot", "E0340", "`score[…]`"),
    (PIG, "score[you] += pot", "@you.score += pot", "E0342", "Write `score[you]`"),
    (PIG, "sum d.pips for", "sum @pips for", "E0340", "a field of `Die`: write `x.pips`"),
    (PIG, "score[ann] is 10", "score[@anne] is 10", "E0340", "`ann`"),
    (PIG, "score[ann] is 10", "score[@dan] is 10", "E0340", "under `when players is"),
    (PIG, "given chance = [4", "given @chanse = [4", "E0340", "`chance`"),
    (PIG, PLAYERS, '@game pig "Pig"\n', "E0217", "players 2..4"),
    (PIG, "step play", "step plya", "E0380", "Call it `play`"),
    (PIG, "players 2..8", "players @8..2", "E0222", "players 2..4"),
    (FOUR, "value rows", "value Rows", "E0340", "`Rows`"),
    (FOUR, "grid columns by rows", "grid @colums by rows", "E0340", "`columns`"),
    (FOUR, "div players}", "div @player}", "E0340", "`players`"),
    (FOUR, '"stand" = 1', '"stand" = @one', "E0340", ""),
    (FOUR, "div 2 of each", "div @to of each", "E0340", ""),
    (FOUR, "first(supply[you]) is some", "first(@supply) is some", "E0338", "supply["),
    (FOUR, ROW, ROW[:-5] + "\n", "E0804", "Lines look like"),
    (FOUR, ROW, "    : B @    :   :   :   :   :   :\n", "E0804", "Lines look like"),
    (FOUR, ROW, "    : @C :   :   :   :   :   :   :\n", "E0804", "Capital letters are pieces"),
    (FOUR, ROW, "", "E0804", "Draw the whole board"),
    (
        PIG,
        "    on_turn := on",
        "    @take_turn(9)\n    on_turn := on",
        "E0346",
        "Write `take_turn`",
    ),
    (RUMMY, "symbol: text)", "symbl: text)", "E0307", "`symbl`"),
    (RUMMY, "seen by nobody", "seen by nobody, @seen by all", "E0369", "Leave one of the two"),
    (RUMMY, "seen by nobody", "seen by @noone", "E0340", "Write `nobody`"),
    (RUMMY, "draw 1 from stock to", "draw @one from stock to", "E0340", "Write `1`"),
    (RUMMY, "given hand[ann] = [Card(spades", "given @hand = [Card(spades", "E0338", "hand["),
    (MARKET, "stall[q]: w is a Spice", "stall[q]: @w is Spice", "E0349", "Write `is a Spice`"),
    (MARKET, "step effect(kite: Kite", "@step effect(lantern: Lantern", "E0230", "join the two"),
    (MARKET, "step effect(kite: Kite", "step efect(kite: Kite", "E0330", "`Kite`, too"),
    (MARKET, "kite: Kite, p: Player", "kite: Kite", "E0346", "the same parameters"),
    (MARKET, "type Ware", "type Wares", "E0308", "`Wares`"),
    (BAZAARS, "BAZAAR-10] is BagTile", "BAZAAR-10] is BagTiles", "E0308", "`BagTile`"),
    (BAZAARS, "coinage(tile: Bazaar)", "coinage(tile: @Bazar)", "E0301", "`Bazaar`"),
    (
        BAZAARS,
        "(round) as score_bazaars",
        " as score_bazaars",
        "E0340",
        "`after score_buildings(round) as …`",
    ),
    (BAZAARS, "usual + (those", "@usually + (those", "E0340", "`usual`"),
    (BAZAARS, "when players is 2", "when @treasure", "E0220", "Write `module treasure`"),
    (BAZAARS, "aid scores:", "@aid scors:", "E0245", "`scores`"),
    (BAZAARS, "(city[p], c)", "(city[p])", "E0346", "Write `bustle(g, at)`"),
    (BAZAARS, "for alhambra", "for nim", "E0250", "Is it for the game `alhambra`?"),
    (BAZAARS, "..6\n", "..6\n  needs treasure\n@  excludes treasure\n", "E0209", "`treasure`, too"),
    (BAZAARS, "..6\n", "..6\n@  needs bazaars\n", "E0210", "Take the line away"),
]
"""A file, what stands there, what somebody writes (`@` before the slip), the code, the hint."""


@pytest.mark.parametrize(("file", "old", "new", "code", "says"), SLIPS)
def test_a_slip_gives_one_message_where_it_is(
    file: str, old: str, new: str, code: str, says: str
) -> None:
    path = f"rules/{file}.alr"
    marked = shipped()[path].replace(old, new, 1)
    library = Library(texts={**shipped(), path: marked.replace("@", "")})
    head = library.head_at(path)
    assert head is not None
    survey = Survey(library)
    survey.over([head])
    first, *others = survey.found
    assert first.code == code
    assert says in first.hint
    assert all((d.code, d.hint) == (code, first.hint) for d in others), others
    line = marked[: marked.find("@")].split("\n")
    at = first.at
    assert "@" not in new or (at and (at.line, at.column)) in (
        (len(line), len(line[-1]) + 1),
        (len(line), len(line[-1]) + 3),
    ), first
