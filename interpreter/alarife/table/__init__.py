"""The table: what a seat sees and may answer, and what has happened, as plain data.

Every front end draws this and nothing else; there is no front end in it. It stands on the engine,
the looks of `alarife.drawing` and the texts of `alarife.rulebook`.

    table = Table(game, names=["Ann", "Bob"])      one for each configuration and cast
    played = History(game, seed=7)                 a game under way; grows by `played.add(...)`
    data = table.show(played, seat=1, since=4)     JSON-able; see below

**Answers.** One action of a history is what one person confirmed at once: `Answer(seat, keys)` with
the engine's keys, several for a set, or `Undo(seat)`, which takes back the newest action that still
counts. Nothing is ever deleted: `played.actions` is the whole story, `played.answers` are the keys
that count, `played.seq` is the number of actions. Who answers names the `seq` that was seen; a
front end refuses another one.

**Sets.** A set is built as a draft that nobody else sees: `show(…, picks=[key, …])` shows the same
question with these taken. Every option keeps its handle and its place in the list until the set is
confirmed; `state` says `picked`, `open` or `shut`. Nothing is added to what was picked, and a set
waits to be confirmed.

**What `show` gives** (all keys are always there):

- `seq`, `position`, `seat` (0 watches), `over`, `asked` (a seat, or 0), `yours`;
- `people`: for each party `seat`, `name`, `points`, `colour`, `symbol`, `letter`, `asked`, `you`;
- `places`: for each instance `id`, `place`, `key`, `title`, `shape`, `owner` (a party or None),
  `content` as `State.view` has it;
- `told`: what the seat was told and remembers: `title`, `label` (what it is about), `words`;
- `notes`: `id`, `note`, `key`, `title`, `label` (the key in words), `owner`, `words`, `value`;
  only those that say something;
- `question`: None, or `prompt`, `kind`, `rule`, `about`, `options`, `picks`, `confirm` (the keys
  that confirm a set as it is picked; empty if that can't be all), `refused` (the actions of a menu
  that can't be done now) and `laws` (the rules that decide what is offered). Of an option: `handle`
  (a number, stable while a set is built; its own, if it is a number or a seat), `key`, `words`,
  `state`, and `spots`: where it lies, each `{"place": id, "at": [x, y]}`, with `column` where all
  of a column stands for it, `{"place": id, "piece": n}`, or `{"place": id, "whole": true}`; an
  option without spots is a button;
- `news`: what happened after the action numbered `since`, oldest first, never shortened. Of an
  event: `n` (number in the log), `position`, `kind` (choice, move, points, scoring, note, shuffle,
  turn, show, pass, answered), `by` (the seat that acted, or 0), `words`, `rule` (`name`, `title`),
  `spots`, `forced`, and of points `party`, `delta`, `total`, of a scoring `title`, `rows`,
  `totals` and `names`, of choice and answered `question` and `answer` (empty: not told);
- `answers`: the newest rounds of questions, oldest first: `question`, `rule`, `position`, and
  `answers`, by party: who bid, asked, guessed, passed; empty for what is not told to this seat;
- `last`: the spots where something was laid or taken by the newest answer;
- `line`: the spots that made somebody win, as far as the rules tell;
- `standings`: counts that scorings or the end ask of every party, and that all may know;
- `winners`: names of parties, when the game is over;
- `undo`: the empty text if this seat may take back, else why not.

`log(…)` tells all of it from the beginning, `answers(…)` all rounds of questions, `points(…)` how
points grew, `breakdown(…)` each scoring by rule and party, `preview(…)` what an answer would do,
`why_not(…)` which rules forbid one, `why(…)` the same for words that somebody has typed,
`transcript(…)` the game as text,
`rules()` the rules in force.

**Secrets.** All of it is made from `seen(state, seat)`, from events whose pieces the seat saw, and
from states that the seat can't tell from the real one. Nothing hidden ever enters the data.
"""

from __future__ import annotations

from alarife.engine.inspect import has_secrets
from alarife.table.history import Answer, History, Undo
from alarife.table.scorings import by_heading
from alarife.table.seen import by_name, seen
from alarife.table.table import Table
from alarife.table.turns import is_out_of_turn

__all__ = [
    "Answer",
    "History",
    "Table",
    "Undo",
    "by_heading",
    "by_name",
    "has_secrets",
    "is_out_of_turn",
    "seen",
]

PUBLIC = (
    "seen",
    "sides",
    "wording",
)
"""Its modules that other packages may import."""
