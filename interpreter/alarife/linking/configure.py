"""The configuration: how many play, and how everything is set.

In: the files in play, options from outside, a number of players or none. Out: a `World`, in which
conditions can be decided, and a `Configuration` that names every option and ruling in play.
Whatever is not allowed is refused with the nearest thing that is."""

from __future__ import annotations

from collections.abc import Mapping

from alarife.diagnostics import Label, Report
from alarife.linking.conditions import World, holds, mentions
from alarife.linking.evaluate import NotKnown
from alarife.linking.gather import Chosen
from alarife.linking.program import Configuration, Setting
from alarife.linking.settings import Declared, declared_in, given_settings
from alarife.linking.walk import below
from alarife.linking.wording import head_line, listed, or_all
from alarife.syntax import tree

MOST_IN_A_ROW = 60
"""How long a chain of options may be of which each is there only if the next is set."""

MOST_SEATS = 20
"""How many seats a game may have."""


_SEATS = f"Write a range such as `players 2..4`; at most {MOST_SEATS} can play."


def configure(
    chosen: Chosen, options: Mapping[str, object], players: int | None, report: Report
) -> tuple[Configuration, World] | None:
    """Decide the number of players and every setting; None if that can't be."""
    before = len(report.errors)
    seats = _seats(chosen, players, report)
    declared = declared_in(chosen.files, report)
    aliases = {
        d.old: d.name for file in chosen.files for d in file.decls if isinstance(d, tree.Formerly)
    }
    idle = chosen.known - {file.name for file in chosen.modules}
    given, outside = given_settings(options, chosen.preset, declared, aliases, idle, report)
    if seats is None or len(report.errors) > before:
        return None
    in_play = frozenset(file.name for file in chosen.modules)
    world = World(seats, in_play, known=frozenset(chosen.known))
    in_play = settle(world, declared, given, report)
    for full in sorted(outside - {d.full for d in in_play}):
        message = f"`{full}` can't be set: it is there only in other configurations."
        report.error(
            "E0214",
            message,
            next(d.decl.head for d in declared if d.full == full),
            hint=_why_absent(full, declared),
        )
    if len(report.errors) > before:
        return None
    settings = sorted((d.full, world.settings[d.decl.name]) for d in in_play)
    return (
        Configuration(chosen.game.name, tuple(sorted(world.modules)), tuple(settings), seats),
        world,
    )


def _why_absent(full: str, declared: list[Declared]) -> str:
    conditions = [d.decl.when for d in declared if d.full == full]
    if any(mentions(condition)[2] for when in conditions for condition in when):
        return "It depends on the number of players."
    return "It depends on other options or modules: see the `when` that it stands under."


# ----------------------------------------------------------------
# players
def range_of(file: tree.File) -> tuple[int, int] | None:
    """For how many players a file is; None if it does not say."""
    if file.players is None:
        return None
    low, high = file.players.low, file.players.high
    first = low.whole if isinstance(low, tree.Int) else None
    last = high.whole if isinstance(high, tree.Int) else None
    return max(first or 1, 1), min(MOST_SEATS if last is None else last, MOST_SEATS)


def _is_sound(file: tree.File) -> bool:
    players = file.players
    if (
        players is None
        or not isinstance(players.low, tree.Int)
        or not isinstance(players.high, tree.Int)
    ):
        return players is None
    return 1 <= players.low.value <= players.high.value <= MOST_SEATS


def _players_at(file: tree.File) -> tree.Span:
    return file.players.at if file.players else file.at


def allowed_players(files: list[tree.File]) -> range:
    """The numbers of players that all of some files allow."""
    ranges = [r for r in map(range_of, files) if r is not None]
    return range(
        max((low for low, _ in ranges), default=1),
        min((high for _, high in ranges), default=MOST_SEATS) + 1,
    )


def usual_players(allowed: range) -> int:
    """How many play if nothing is said: the fewest, but rather three than two."""
    return next((n for n in allowed if n >= 3), allowed[0])


def _seats(chosen: Chosen, players: int | None, report: Report) -> int | None:
    files = [chosen.game, *chosen.modules, *([chosen.preset] if chosen.preset else [])]
    wrong = [f for f in files if f.players is not None and not _is_sound(f)]
    for file in wrong:
        report.error(
            "E0222", f"`{file.name}` can't be for so many players.", _players_at(file), hint=_SEATS
        )
    if wrong:
        return None
    if chosen.game.players is None:
        hint = "Write a line such as `players 2..4` under its head."
        message = f"The game `{chosen.game.name}` does not say for how many players it is."
        report.error("E0217", message, head_line(chosen.game), hint=hint)
        return None
    allowed = allowed_players(files)
    if not allowed:
        limits = [Label(f.players.at, f"`{f.name}`") for f in files if f.players is not None]
        report.error(
            "E0219",
            "No number of players suits all of these files.",
            *limits,
            hint="Leave out one of the modules.",
        )
        return None
    if players is None:
        return usual_players(allowed)
    if players in allowed:
        return players
    nearest = min(allowed, key=lambda n: abs(n - players))
    hint = f"The nearest that goes is {nearest} players."
    strict = [f for f in files if (r := range_of(f)) and not r[0] <= players <= r[1]]
    if chosen.game not in strict:
        named = listed(f.name for f in strict if f is not chosen.preset)
        hint += f" Or leave out {named}." if named and chosen.preset not in strict else ""
    text = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
    places = [Label(_players_at(f), f"`{f.name}`") for f in strict]
    report.error(
        "E0218", f"{players} can't play this: it is for {text} players.", *places, hint=hint
    )
    return None


# ----------------------------------------------------------------
# settings
def settle(
    world: World, declared: list[Declared], given: Mapping[str, Setting], report: Report
) -> list[Declared]:
    """Find the value of every option and ruling that is there in this world. Whether one is there
    may hang on another, so they are looked up as they are asked for."""
    by_name: dict[str, list[Declared]] = {}
    for one in declared:
        by_name.setdefault(one.decl.name, []).append(one)
        if isinstance(one.default, str):
            world.choices[one.decl.name] = [str(value) for value in one.values]
    asked: list[str] = []
    in_play: dict[str, Declared] = {}

    def look_up(name: str) -> Setting | None:
        if name in world.absent or name not in by_name:
            return None
        if name in asked:
            circle = [by_name[n][0].decl.head for n in asked[asked.index(name) :]]
            report.error(
                "E0223",
                f"Whether {listed(asked)} are there depends on one another in a circle.",
                *circle,
            )
            return None
        if len(asked) > MOST_IN_A_ROW:
            message = (
                f"Whether `{asked[0]}` is there depends on more than {MOST_IN_A_ROW} other options,"
                " one after the other."
            )
            report.error(
                "E0299",
                message,
                by_name[asked[0]][0].decl.head,
                hint="Ask for fewer of them in `when` blocks.",
            )
            return None
        asked.append(name)
        for one in by_name[name]:
            if in_force(one.decl, world, report):
                world.settings[name] = given.get(one.full, one.default)
                in_play[name] = one
                break
        else:
            world.absent.add(name)
        asked.pop()
        return world.settings.get(name)

    world.look_up = look_up
    for name in by_name:
        world.setting(name)
    world.look_up = None
    return [one for one in declared if in_play.get(one.decl.name) is one]


def in_force(decl: tree.Decl, world: World, report: Report) -> bool:
    """Whether the `when` blocks that a declaration stands in hold, from the outside in."""
    for condition in decl.when:
        try:
            if not holds(condition, world):
                return False
        except NotKnown as wrong:
            told = {label.at for d in report.found for label in d.labels}
            if wrong.at not in told and not any(
                d.code == "E0223" for d in report.found
            ):  # a circle explains the rest
                message = f"A `when` block is decided before play, and {wrong.why}."
                hint = wrong.hint or "It may ask for options, rulings, `players`, and modules."
                report.error("E0220", message, wrong.at, hint=hint)
            return False
    return True


def check_modules_named(chosen: Chosen, report: Report) -> None:
    """Warn of `when module m` where there is no such module for this game: it never holds."""
    conditions = {
        c.at: c for file in (chosen.game, *chosen.modules) for decl in file.decls for c in decl.when
    }
    for node in below(conditions.values()):
        if isinstance(node, tree.InPlay) and node.module not in chosen.known:
            hint = or_all(node.module, chosen.known, f"The modules of `{chosen.game.name}` are")
            report.warn(
                "E0221",
                f"There is no module `{node.module}`, so this never holds.",
                node.at,
                hint=hint,
            )
