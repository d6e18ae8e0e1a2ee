"""The table of one game and its people: puts together what a seat is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from alarife.checking.types import CellType
from alarife.engine.allowance import one_allowance
from alarife.engine.inspect import (
    first_notes,
    has_value,
    points,
    told_words,
)
from alarife.engine.rules import RuleInfo
from alarife.engine.state import Game, State
from alarife.table.answers import rounds
from alarife.table.foresee import Foresight
from alarife.table.history import History
from alarife.table.last_move import LastMove
from alarife.table.meant import meant
from alarife.table.news import News
from alarife.table.question import Question
from alarife.table.reasons import why_not
from alarife.table.scorings import breakdown
from alarife.table.seen import forgetting, seen
from alarife.table.sides import side_title, sides_of_players
from alarife.table.standings import Standings
from alarife.table.turns import turn_notes
from alarife.table.winning import winning_line
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased

Data = dict[str, Any]
_ROUNDS = 6
"""So many rounds of questions are always shown; the others are asked for."""
_ANSWERS_BACK = 60


class Table:
    """One game, and the names of who plays it. Without `memory`, pieces that everybody has seen are
    only counted where they lie hidden."""

    def __init__(self, game: Game, names: Sequence[str] = (), memory: bool = True) -> None:
        self.game = game
        self.memory = memory
        self.wording = Wording(game, names)
        self._standings = Standings(self.wording)
        self._last_move = LastMove(self.wording)

    # ----------------------------------------------------------------
    # now
    @one_allowance()
    def show(
        self,
        played: History,
        seat: int = 0,
        since: int | None = None,
        picks: Sequence[str] = (),
        position: int | None = None,
    ) -> Data:
        """What a seat is shown (0 watches). `since` is the number of the action after which news
        begins, by default the last one of its own before somebody else answered, so that what the
        others did stays there through its whole turn; `position` looks back. Raises `RuleError` for
        picks that can't be, and where all that is worked out for it takes too long."""
        at = played.position if position is None else min(position, played.position)
        past = at < played.position
        state = played.at(at)
        view = self._view(state, seat)
        asked = state.decision.player if state.decision else 0
        begin = self._since(played, seat, since)
        news = News(self.wording, played, seat).events(min(begin, at) if not past else at - 1, at)
        return {
            "game": self.game.name,
            "title": self.game.title,
            "seq": played.seq,
            "position": at,
            "positions": played.position,
            "seat": seat,
            "asked": asked,
            "yours": bool(asked and asked == seat and not past),
            "people": self._people(state, seat, asked),
            "places": self._places(view),
            "notes": self._notes(view, state.is_over),
            "told": self._told(view),
            "question": self._question(state, view, 0 if past else seat, picks),
            "news": news,
            "last": self._last_move.spots(played, seat, at, self._since(played, seat, None)),
            "answers": self._answers(played, seat, at),
            **self._derived(played, at),
            **self._outcome(state),
            "undo": played.why_no_undo(seat),
        }

    def _view(self, state: State, seat: int) -> Data:
        """What a seat sees and remembers."""
        view = seen(state, seat)
        return view if self.memory or state.is_over else forgetting(state, seat, view)

    def _derived(self, played: History, at: int) -> Data:
        """What follows from the position alone: what has won, and the counts."""
        line = self._kept(played, "line", at, lambda state: winning_line(self.wording, state))
        return {
            "line": line,
            "standings": self._kept(played, "standings", at, self._standings.rows),
        }

    def _outcome(self, state: State) -> Data:
        """Whether the game is over, who has won, and how it ended."""
        if not state.is_over:
            return {"over": False, "winners": [], "end": ""}
        winners = [self.wording.party(w) for w in state.winners]
        return {"over": True, "winners": winners, "end": self.wording.end(state)}

    @staticmethod
    def _kept(
        played: History, what: str, at: int, work: Callable[[State], list[Data]]
    ) -> list[Data]:
        """What is worked out of a state for all seats alike, kept for the newest one asked for."""
        found = played.memo.get(what)
        if found is None or found[0] != at:
            found = played.memo[what] = (at, work(played.at(at)))
        return found[1]

    def _since(self, played: History, seat: int, since: int | None) -> int:
        """After how many answers news begins."""
        if since is not None:
            return played.position_of(since)
        for n in range(played.position - 1, 0, -1):
            if played.seat_at(n) == seat and played.seat_at(n + 1) != seat:
                return n
        return 0

    def _people(self, state: State, seat: int, asked: int) -> list[Data]:
        scores = points(state, seat)
        counted = "score" in self.game.world.notes or has_value(self.game, "score")
        found: list[Data] = []
        for n in range(self.game.world.parties):
            party = self.game.party(n)
            chip = self.wording.chip(party)
            found.append(
                {
                    "party": party,
                    "name": chip.label,
                    "points": scores.get(party) if counted else None,
                    "colour": chip.colour,
                    "symbol": chip.symbol,
                    "letter": chip.letter,
                    "asked": party == asked,
                    "you": party == seat,
                    "side": self._side(n),
                }
            )
        return found

    def _side(self, player: int) -> list[Data]:
        """Which colour, army or the like a player has for good."""
        kinds = self.game.world.kinds
        return [
            {
                "title": side_title(self.game, kind),
                "words": kinds[kind].titles[values[player]],
            }
            for kind, values in sides_of_players(self.game).items()
            if player < len(values)
        ]

    def _places(self, view: Data) -> list[Data]:
        places = view["places"]
        return [
            {
                **same,
                "content": places[same["place"]][same["key"]] if keyed else places[same["place"]],
            }
            for same, keyed in self._instances
        ]

    @cached_property
    def _instances(self) -> list[tuple[Data, bool]]:
        """What is always the same of each instance of a place, and whether it has a key."""
        return [
            (
                {
                    "id": self.wording.place_id(number),
                    "place": place.name,
                    "key": self.wording.key_text(number),
                    "title": self.wording.instance_title(number),
                    "shape": place.shape,
                    "owner": self.wording.owner(number),
                },
                bool(keys),
            )
            for number, (place, keys) in self.wording.instances.items()
            if place.name != "box"
        ]

    def _notes(self, view: Data, over: bool) -> list[Data]:
        """The notes that say something; points are told with the people. Where something is, is
        told once it has been anywhere; whose turn it is, until the game is over."""
        found: list[Data] = []
        turns = turn_notes(self.game) if over else frozenset[int]()
        for number, (name, note) in enumerate(self.game.world.notes.items()):
            if name == "score" or name not in view["notes"] or number in turns:
                continue
            if isinstance(note.type, CellType) and view["notes"][name] == self._firsts[name]:
                continue
            held = view["notes"][name]
            keyed = held.items() if note.domains else [("", held)]
            for key, value in keyed:
                if value in (None, False, [], 0, {"hidden": True}) and value is not True:
                    continue
                found.append(
                    {
                        "id": f"{name}:{key}" if key else name,
                        "note": name,
                        "key": key,
                        "label": self.wording.key_label(note, key),
                        "title": self.wording.note_title(note),
                        "owner": self._note_owner(note, key),
                        "words": "" if value is True else self.wording.value(value, note.type),
                        "value": value,
                    }
                )
        return found

    @cached_property
    def _firsts(self) -> Data:
        """What the notes without keys begin with, as views have it."""
        game, notes = self.game, self.game.world.notes
        return {
            name: game.words.constant(values[0][1], notes[name].type)
            for name, values in first_notes(game).items()
            if not notes[name].domains
        }

    def _told(self, view: Data) -> list[Data]:
        """What the seat has been told and remembers."""
        found: list[Data] = []
        for told in view.get("told", ()):
            what, t, given = told_words(self.game, told["fact"])
            pairs = zip(told["about"], given, strict=True)
            about = [self.wording.value(v, of) for v, of in pairs if v != {"hidden": True}]
            words = self.wording.value(told["is"], t)
            found.append({"title": what, "label": ", ".join(about), "words": words})
        return found

    def _note_owner(self, note: Any, key: str) -> int | str | None:
        from alarife.checking.types import Seat

        if len(note.domains) != 1 or not isinstance(note.domains[0].type, Seat):
            return None
        return int(key) if key.isdigit() else key

    def _question(self, state: State, view: Data, seat: int, picks: Sequence[str]) -> Data | None:
        if state.decision is None:
            return None
        return Question(self.wording, state, view, seat, picks).data()

    # ----------------------------------------------------------------
    # more, when asked for
    def since(self, played: History, seat: int) -> int:
        """After how many answers news for a seat begins: with what others did after its own last
        answer."""
        return self._since(played, seat, None)

    def news(self, played: History, seat: int, position: int) -> list[Data]:
        """What happened after so many answers."""
        return News(self.wording, played, seat).events(min(position, played.position))

    def log(self, played: History, seat: int = 0) -> list[Data]:
        """All that has happened, from the laying out on."""
        return News(self.wording, played, seat).events(-1)

    def answers(self, played: History, seat: int = 0) -> list[Data]:
        """Who answered what, question by question, from the beginning on."""
        return rounds(self.log(played, seat))

    def _answers(self, played: History, seat: int, at: int) -> list[Data]:
        """The newest rounds of `answers`."""
        since = max(at - _ANSWERS_BACK, -1)
        found = rounds(News(self.wording, played, seat).events(since, at))
        return found[-_ROUNDS:] if since < 0 else found[1:][-_ROUNDS:]

    def points(self, played: History) -> list[Data]:
        """How points grew: after each answer at which they changed, and now, the points of all
        parties."""
        found: list[Data] = []
        for position in range(played.position + 1):
            points = {str(p): n for p, n in played.scores_at(position).items()}
            if not found or found[-1]["points"] != points or position == played.position:
                found.append({"position": position, "points": points})
        return found

    def breakdown(self, played: History) -> list[Data]:
        """Each scoring by rule and party, in the order in which they took place."""
        return breakdown(self.log(played))

    def preview(self, played: History, seat: int, key: str) -> Data:
        """What an answer of the seat that is asked certainly does at once. Raises `RuleError` if it
        is not offered."""
        state = played.state
        if state.decision is None or state.decision.player != seat:
            return {"key": key, "words": [], "spots": []}
        state.decision.find(key)
        at = (played.position, seat)
        kept = played.memo.get("foresight")
        if kept is None or kept[0] != at:
            kept = played.memo["foresight"] = (at, Foresight(self.wording, state, seat))
        return kept[1].preview(key)

    def why_not(self, played: History, seat: int, answer: Any) -> list[Data]:
        """The rules that an answer to the question that stands would break; none if it is
        offered, or nothing that could be asked here."""
        state = played.state
        if state.decision is None or state.decision.player != seat:
            return []
        return [self.wording.rule(info) for info in why_not(state, answer)]

    def why(self, played: History, seat: int, words: str) -> Data:
        """Why what somebody names in words can't be chosen: what it is called, whether it is
        offered, and the rules that it would break; both empty if it is nothing that could be
        asked here."""
        state = played.state
        found: Data = {"words": words, "offered": False, "rules": []}
        if state.decision is None or state.decision.player != seat:
            return found
        for name, answer in meant(self.wording, state, seat, words):
            broken = self.why_not(played, seat, answer)
            offered = not broken and self._is_offered(state, answer)
            found = {"words": name, "offered": offered, "rules": broken}
            if broken or offered:
                return found
            if state.decision.kind == "menu":
                return {**found, "rules": [self.wording.rule(self.game.rule(answer))]}
        return found

    @staticmethod
    def _is_offered(state: State, answer: Any) -> bool:
        assert state.decision is not None
        return any(answer in (o.key, o.value, o.raw) for o in state.decision.options)

    def _played(self) -> str:
        """The game, with its modules."""
        modules = [self.wording.file_title(m) for m in self.game.configuration.modules]
        if not modules:
            return self.game.title
        return phrased("{game} with {modules}", game=self.game.title, modules=", ".join(modules))

    def transcript(self, played: History, seat: int = 0) -> list[str]:
        """The game as lines of text: who plays, and all that has happened."""
        lines = [self._played(), ", ".join(self.wording.names), ""]
        for event in self.log(played, seat):
            rule = "" if event["kind"] == "scoring" else event["rule"]["title"]
            lines.append(f"{event['words']}  [{rule}]" if rule else event["words"])
            for row in event.get("rows", ()):
                names = event["names"]
                given = (f"{names[p]} {n:+d}" for p, n in row["points"].items())
                lines.append(f"    {row['title']}: {', '.join(given)}")
        if played.state.is_over:
            winners = [self.wording.party(w) for w in played.state.winners]
            lines += [
                "",
                phrased("Winner: {names}", names=", ".join(winners))
                if winners
                else phrased("A draw"),
            ]
        return lines

    def rules(self, words: str = "") -> list[Data]:
        """The rules in force; those that speak of some words, if any are given."""
        said = words.strip().casefold()
        found = [self._rule_data(r) for r in self.game.rules if r.sentence or r.cites]
        if not said:
            return found
        titled = [r for r in found if said in r["title"].casefold() or said in r["name"]]
        return titled or [r for r in found if said in r["sentence"].casefold()]

    def _rule_data(self, info: RuleInfo) -> Data:
        title = self.wording.file_title(info.module)
        return {
            **self.wording.rule(info),
            "module": info.module,
            "module_title": title,
            "kind": info.kind,
        }
