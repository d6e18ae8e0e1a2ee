"""Options and rulings: which there are, which values they may have, and which they have.

In: the files in play and what was set. Out: `Declared` options, and typed values. A value that was
not set is the default, which every option and ruling writes down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from alarife.diagnostics import Label, Report
from alarife.linking.program import Setting
from alarife.linking.wording import did_you_mean, listed, or_all
from alarife.syntax import tree
from alarife.syntax.tree import Span

_INTEGER = re.compile(r"-?[0-9]{1,18}")
_YES = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Declared:
    """An option or a ruling and its allowed values: `values` if they can be listed, else a range
    from `low` to `high`."""

    decl: tree.Option | tree.Ruling
    default: Setting
    values: tuple[Setting, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def full(self) -> str:
        """The name by which it is set: "invaders.open"."""
        return f"{self.decl.module}.{self.decl.name}"

    @property
    def count(self) -> int:
        """How many values it may have."""
        return len(self.values) or self.high - self.low + 1

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if not self.values:
            return f"a number from {self.low} to {self.high}"
        return listed((_word(value) for value in self.values), "or")

    def allows(self, value: Setting) -> bool:
        """Whether a value is one of those allowed."""
        if self.values:
            return any(type(value) is type(one) and value == one for one in self.values)
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.low <= value <= self.high
        )

    def all_values(self) -> tuple[Setting, ...]:
        """Every allowed value. There may be very many: see `classes` in `space`."""
        return self.values or tuple(range(self.low, self.high + 1))


def _word(value: Setting) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


# ----------------------------------------------------------------
# what may be set
def declared_in(files: Iterable[tree.File], report: Report) -> list[Declared]:
    """All options and rulings of some files, whatever `when` blocks they stand in."""
    files = list(files)
    found: list[Declared] = []
    for file in files:
        for decl in file.decls:
            made = None
            if isinstance(decl, tree.Ruling):
                made = _ruling(decl, report)
            elif isinstance(decl, tree.Option):
                made = _option(decl, files, report)
            if made is not None:
                found.append(made)
    return found


def _ruling(decl: tree.Ruling, report: Report) -> Declared | None:
    choices = tuple(row.cells[0].text for row in decl.rows[1:] if row.cells)
    if decl.default in choices:
        return Declared(decl, decl.default, choices)
    hint = (
        or_all(decl.default, choices, "The choices are") or "Its table needs a row for each choice."
    )
    report.error(
        "E0216", f"The ruling `{decl.name}` has no choice `{decl.default}`.", decl.head, hint=hint
    )
    return None


def _option(decl: tree.Option, files: list[tree.File], report: Report) -> Declared | None:
    default = constant(decl.default, files)
    made = _of_type(decl, default, files)
    if made is None:
        message = (
            f"The option `{decl.name}` may have a truth value, a number between two bounds, or a"
            " value of a kind."
        )
        report.error(
            "E0215",
            message,
            decl.type.at,
            hint="For instance `yes/no`, `0..10`, or the name of a kind.",
        )
        return None
    if default is not None and made.allows(default):
        return made
    wrong = f"The default of the option `{decl.name}` has to be {made.allowed}."
    if made.count < 1:
        wrong = f"No number is allowed for the option `{decl.name}`: its range is empty."
        report.error("E0216", wrong, decl.type.at, hint="Put the smaller number first.")
        return None
    report.error("E0216", wrong, decl.default.at)
    return None


def _of_type(decl: tree.Option, default: Setting | None, files: list[tree.File]) -> Declared | None:
    default = False if default is None else default
    match decl.type:
        case tree.TruthType():
            return Declared(decl, default, (False, True))
        case tree.RangeType(low=low, high=high):
            bounds = constant(low, files), constant(high, files) if high is not None else None
            if isinstance(bounds[0], int) and isinstance(bounds[1], int):
                return Declared(decl, default, low=bounds[0], high=bounds[1])
        case tree.NamedType(name=name):
            if values := kind_values(name, files):
                return Declared(decl, default, values)
        case _:
            pass
    return None


def kind_values(name: str, files: Iterable[tree.File]) -> tuple[str, ...]:
    """The values of a kind, with those that other files add."""
    rows: list[tree.Row] = []
    for file in files:
        for decl in file.decls:
            if isinstance(decl, (tree.Kind, tree.More)) and decl.name == name:
                rows.extend(decl.rows[1:])
    return tuple(row.cells[0].text for row in rows if row.cells)


def constant(expr: tree.Expr, files: Iterable[tree.File]) -> Setting | None:
    """What an expression is that stands where only a constant may: a number, yes/no, the name of a
    constant or of a choice."""
    if isinstance(expr, tree.Truth):
        return expr.value
    if isinstance(expr, tree.Int):
        return expr.whole
    if not isinstance(expr, tree.Name):
        return None
    for file in files:
        for decl in file.decls:
            if (
                isinstance(decl, tree.Value)
                and decl.name == expr.id
                and isinstance(decl.body, (tree.Int, tree.Truth))
            ):
                return constant(decl.body, ())
    return expr.id


# ----------------------------------------------------------------
# what was set
def typed(declared: Declared, given: object) -> Setting | None:
    """A value from outside (text of a command, JSON, a preset) as a value of an option; None if it
    is not allowed."""
    value: Setting | None = None
    if isinstance(declared.default, bool):
        value = given if isinstance(given, bool) else _YES.get(str(given).strip().lower())
    elif isinstance(declared.default, int):
        text = str(given).strip()
        value = int(text) if not isinstance(given, bool) and _INTEGER.fullmatch(text) else None
    elif isinstance(given, str):
        value = given.strip()
    return value if value is not None and declared.allows(value) else None


def given_settings(
    options: Mapping[str, object],
    preset: tree.File | None,
    declared: list[Declared],
    aliases: Mapping[str, str],
    idle: Set[str],
    report: Report,
) -> tuple[dict[str, Setting], set[str]]:
    """What was set, by full name, typed; and which of it was set from outside rather than by the
    preset. What is set from outside goes before the preset. `aliases` leads from old names of
    settings to those of today; `idle` are the modules that there are and that are not in play."""
    found: dict[str, Setting] = {}
    for name, expr, at in preset.sets if preset else []:
        _give(name, constant(expr, ()), at, declared, aliases, idle, found, report)
    outside: dict[str, Setting] = {}
    for name in sorted(options):
        _give(name, options[name], None, declared, aliases, idle, outside, report)
    return {**found, **outside}, set(outside)


def _give(
    name: str,
    value: object,
    at: Span | None,
    declared: list[Declared],
    aliases: Mapping[str, str],
    idle: Set[str],
    found: dict[str, Setting],
    report: Report,
) -> None:
    places = (Label(at),) if at else ()
    fitting = named(name, declared, aliases)
    if len(fitting) > 1:
        hint = f"Say which: {listed((d.full for d in fitting), 'or')}."
        report.error("E0212", f"Several options are called `{name}`.", *places, hint=hint)
    elif not fitting:
        report.error(
            "E0211",
            f"There is no option or ruling `{name}`.",
            *places,
            hint=_instead(name, declared, idle),
        )
    else:
        result = typed(fitting[0], value)
        if result is None:
            shown = _word(value) if isinstance(value, (bool, int, str)) else "something else"
            report.error(
                "E0213",
                f"`{name}` can't be `{shown}`.",
                *places,
                hint=f"It may be {fitting[0].allowed}.",
            )
        else:
            found[fitting[0].full] = result


def _instead(name: str, declared: list[Declared], idle: Set[str]) -> str:
    """A hint for a name that no option has."""
    owner = name.partition(".")[0]
    if owner in idle:
        return f"The module `{owner}` is not in play. Name it among the modules, if it is to be."
    names = [d.full for d in declared] + [d.decl.name for d in declared]
    return did_you_mean(name, names) or or_all(name, [d.full for d in declared], "The options are")


def named(name: str, declared: list[Declared], aliases: Mapping[str, str]) -> list[Declared]:
    """The options and rulings that a name means: a full name, a bare one, or the old name of
    either."""
    for today in (name, aliases.get(name, name)):
        if fitting := [d for d in declared if today in (d.full, d.decl.name)]:
            return fitting
    owner, _, last = name.rpartition(".")
    if fitting := [
        d
        for d in declared
        if d.decl.name == aliases.get(last, last) and owner in (d.decl.module, "")
    ]:
        return fitting
    return []
