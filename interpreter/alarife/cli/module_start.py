"""The text of a new module: a head, and a commented sample of each thing a module can do, in names
of its own game.

What comes in: a name and a game. What goes out: a text that checks without a word, and still does
with its samples uncommented."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from alarife.checking.check import checked
from alarife.checking.scope import Checked
from alarife.linking.configure import allowed_players
from alarife.linking.program import Program
from alarife.linking.walk import below
from alarife.syntax import tree

_FIRST = """A module for {title}. As it is, it changes nothing. Below is a sample of each thing a module can do: take the `#| `
away from the lines of one that you want, and change it. Numbers in sentences stand in braces, so that they can't be wrong."""  # noqa: E501

_LAST = """See also: `alarife rules {game}` for every name that there is, and `alarife diff {game} --with ./{name}.alr` for what
your module changes."""  # noqa: E501

_WIDTH = 110
_MOST_NAMES = 12
_MARKED = re.compile(r"\{=[^{}:]*:([^{}]*)\}")
_WORD = re.compile(r"\w+")


def module_start(name: str, game: str) -> str:
    """The text. Raises `RuleError` if there is no such game, or it is wrong."""
    found = checked(game)
    program = found.program
    head = next(file for file in program.files if file.what == "game")
    players = allowed_players([head])
    title = name.replace("_", " ").capitalize()
    lines = [
        "alarife 2",
        f'module {name} "{title}" for {head.name}',
        "  > Say here what is different with this module.",
        f"  players {players[0]}" + (f"..{players[-1]}" if len(players) > 1 else ""),
        "",
        *_said(_FIRST.format(title=program.title)),
        "",
        *_option(),
        *_value(found),
        *_rule(program),
        *_event(program),
        *_example(found),
        *_said(_LAST.format(game=head.name, name=name)),
    ]
    return "\n".join(lines) + "\n"


def _said(text: str) -> list[str]:
    """A comment over as many lines as it needs."""
    return textwrap.wrap(
        text, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False
    )


def _sample(lines: Iterable[str]) -> Iterator[str]:
    """Lines of the language, as comments that can be told from words."""
    yield from (f"#| {line}" for line in lines)
    yield ""


def _names(names: Iterable[str]) -> str:
    shown = list(names)
    return ", ".join(shown[:_MOST_NAMES]) + (" …" if len(shown) > _MOST_NAMES else "")


# ----------------------------------------------------------------
# samples
def _option() -> Iterator[str]:
    yield from _said(
        "An option: something a table may switch on. Ask for it in what follows: `change … when"
        " strictly to …`."
    )
    yield from _sample(
        [
            'option strictly "Strictly": yes/no = no',
            "  > The rules of this module are taken strictly.",
        ]
    )


def _constants(program: Program) -> list[tuple[tree.Value, int]]:
    """The named numbers of the game."""
    found: list[tuple[tree.Value, int]] = []
    for cases in program.values.values():
        body = cases[0].body
        if (
            len(cases) == 1
            and cases[0].title
            and not cases[0].params
            and isinstance(body, tree.Int)
            and body.whole is not None
        ):
            found.append((cases[0], body.whole))
    return found


def _value(checked: Checked) -> Iterator[str]:
    taken = {
        decl.target
        for file in checked.program.files
        for decl in file.decls
        if isinstance(decl, tree.Change)
    }
    for note in checked.program.notes.values():  # where a note begins must stay within its range
        taken.update(node.id for node in below(note.type) if isinstance(node, tree.Name))
    for source in checked.program.sources.values():
        for hole in _MARKED.findall(source):
            taken.update(
                _WORD.findall(hole)
                # a sentence says this number in words of its own, and would have to be changed as
                # well
            )
    constants = [
        (decl, number) for decl, number in _constants(checked.program) if decl.name not in taken
    ]
    if not constants:
        return
    named = _names(f"{decl.name} ({number})" for decl, number in constants)
    decl, number = constants[0]
    yield from _said(f"Another number. The game names these: {named}.")
    yield from _sample(
        [
            f'change {decl.name} as my_{decl.name} "{decl.title}" to {number + 1}',
            f"  > {decl.title}: {{{decl.name}}}.",
        ]
    )


def _rule(program: Program) -> Iterator[str]:
    rules = [
        rule for rule in program.rules.values() if rule.title and rule.name not in program.changes
    ]
    if not rules:
        return
    rule = rules[0]
    params = rule.law_params if rule.law else [field.name for field in rule.params]
    pattern = f"({', '.join(params)})" if params else ""
    yield from _said(
        "An exception to a rule: `usual` is what the rule says otherwise. The game's rules:"
        f" {_names(r.name for r in rules)}."
    )
    yield from _sample(
        [
            f'change {rule.name}{pattern} as except_for_us "Not at our table"',
            "  > Say here where the rule does not hold.",
            "  usual or players is 1",
        ]
    )


def _event(program: Program) -> Iterator[str]:
    named = [*program.steps.values(), *program.moments.values()]
    events = [decl for decl in named if decl.title and decl.name not in ("play", *program.hooks)]
    if not events:
        return
    decl = next((event for event in events if not event.params), events[0])
    params = [field.name for field in decl.params]
    pattern = f"({', '.join(params)})" if params else ""
    yield from _said(
        "Something more that happens: `before`, `after` or `instead of` something that the game"
        f" names. It names {_names(e.name for e in events)}."
    )
    yield from _sample(
        [
            f'after {decl.name}{pattern} as and_then "And then"',
            "  > Say here what happens.",
            "  pass",
        ]
    )


def _example(checked: Checked) -> Iterator[str]:
    """An example of a fact that holds in any case."""
    constants = _constants(checked.program)
    if constants:
        yield from _said("An example: it is run by `alarife test`, and printed in the rulebook.")
        yield from _sample(
            ['example "Some at least"', f"  then {constants[0][0].name} is at least 0"]
        )
