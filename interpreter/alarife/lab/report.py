"""The report: `report.json` with all figures, `index.html` with tables and plots.

What comes in: a plan, its sums, what differs in words. Texts of rule files are data: everything is
escaped. The page is one file and loads nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from alarife.diagnostics import rule_error
from alarife.lab.arms import Plan
from alarife.lab.figures import GROUPS, RATES, Figure, Interval, figures_of
from alarife.lab.plots import curve, dots, histogram
from alarife.lab.sums import SPREAD, Sums
from alarife.linking.diff import Difference
from alarife.linking.difftext import in_words as differences_in_words
from alarife.linking.difftext import parts_of, told

MAIN = ("length.turns", "length.decisions", "length.choices", "points.mean", "points.lead")
_AT_WORK = {"use.action": "taken", "use.rule": "at work", "rule.points": "points"}
_MOST = 40
"""So many rows a table of usage has; all are in the JSON."""
_STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --line: #ddd; --shade: #f6f6f6; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--ink); background: var(--paper); }
pre { white-space: pre-wrap; background: var(--shade); padding: 1rem; }
svg text { fill: var(--ink); } svg .hollow { fill: var(--paper); }
.beside td, .beside th { vertical-align: top; text-align: left; }
.beside table { margin: 0; font-size: 13px; } .beside p { margin: 0; }
.beside ul { margin: 0; padding-left: 1rem; min-width: 15rem; }
table { border-collapse: collapse; margin: 1rem 0; } caption { text-align: left; font-weight: 600; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; font: 12px system-ui, sans-serif; } .grid { stroke: var(--line); }
.zero { stroke: #888; stroke-dasharray: 3 3; } .clear { font-weight: 600; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #16181b; --line: #3a3e44; --shade: #202428; }
  svg { filter: brightness(1.35); } }
@media (max-width: 40rem) { table { display: block; overflow-x: auto; } }
"""


def write(
    folder: Path,
    plan: Plan,
    sums: Sums,
    differences: Sequence[Difference] | None,
    command: str,
    sweep: str = "",
) -> list[Figure]:
    """Write both files; the figures that are in them."""
    figures = figures_of(plan, sums)
    data: dict[str, Any] = {
        **plan.data(),
        "pairs": sums.pairs,
        "differences": "" if differences is None else differences_in_words(differences),
        "command": command,
        "sweep": sweep,
        "figures": [figure.data() for figure in figures],
    }
    page = html(plan, sums, figures, differences, command, sweep)
    try:
        text = json.dumps(data, indent=1, ensure_ascii=False)
        (folder / "report.json").write_text(text + "\n", encoding="utf-8")
        (folder / "index.html").write_text(page, encoding="utf-8")
    except OSError as wrong:
        message = f"The report can't be written to `{folder}`: {wrong.strerror}."
        raise rule_error("E0741", message, "Name another folder.") from None
    return figures


def html(
    plan: Plan,
    sums: Sums,
    figures: list[Figure],
    differences: Sequence[Difference] | None,
    command: str,
    sweep: str,
) -> str:
    """The page."""
    arms = [arm.label for arm in plan.arms]
    game = plan.arms[0].load()
    by_name = {figure.name: figure for figure in figures}
    title = f"{game.title}: {sweep or ' and '.join(arms)}"
    intro = (
        f"{sums.pairs} games of each, from the same seeds, between {_bots(plan)}. Every figure has"
        " its 95 % interval. What holds for these bots may not hold for people."
    )
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{escape(intro)}</p>"]
    if differences is not None:
        parts += ["<h2>What differs in the rules</h2>", _beside(differences, figures)]
    if len(arms) > 1 and not sweep:
        parts.append(_effects(figures, arms))
    if sweep:
        parts += [_sweep(by_name, name, sweep, arms) for name in MAIN if name in by_name]
    for group, heading in GROUPS.items():
        rows = [figure for figure in figures if figure.group == group]
        if rows:
            parts.append(f"<h2>{escape(heading)}</h2>")
            if group.startswith("win."):
                marks = [(f.words, [_per_cent(v.mean, v.interval) for v in f.values]) for f in rows]
                parts.append(_figure(dots(f"{heading}, in per cent", marks, arms)))
            parts.append(_table(rows, arms))
    parts += _curves(sums, by_name, arms)
    parts += [
        "<h2>How to have it again</h2>",
        f"<pre>{escape(command)}</pre>",
        f"<p>Plan {plan.digest}, Alarife {escape(str(plan.data()['version']))}.</p>",
    ]
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        + "\n".join(parts)
        + "</body></html>\n"
    )


def _per_cent(mean: float, interval: Interval | None) -> tuple[float, Interval | None]:
    return 100 * mean, interval and (100 * interval[0], 100 * interval[1])


def _curves(sums: Sums, by_name: dict[str, Figure], arms: Sequence[str]) -> list[str]:
    """How far the games of an arm lie apart: empirical distribution functions."""
    parts: list[str] = []
    for name in SPREAD:
        if any(name in spread for spread in sums.spread):
            words = by_name[name].words
            spreads = [dict(spread.get(name, {})) for spread in sums.spread]
            parts.append(f"<h3>{escape(words.capitalize())}</h3>")
            parts.append(_figure(histogram(f"Share of games with so many {words}", spreads, arms)))
    said = "The curve says how many games in a hundred have at most so much."
    return [f"<h2>How games differ from one another</h2><p>{said}</p>", *parts] if parts else []


def _beside(differences: Sequence[Difference], figures: Sequence[Figure]) -> str:
    """Every difference in words, and beside it what it did: how often it was used, and points."""
    if not differences:
        return "<p>Nothing.</p>"
    main = [f for f in figures if f.name in MAIN or f.group == "win.seat"]
    rows = f"<tr><td><b>The whole</b></td><td>{_changes(main)}</td></tr>"
    for d in told(differences):
        names = {f"{group}.{name}" for group in _AT_WORK for name in (d.name, d.label)}
        shown = [figure for figure in figures if figure.name in names]
        rows += f"<tr><td>{_entry(d)}</td><td>{_changes(shown)}</td></tr>"
    return (
        f'<table class="beside"><tr><th>In the rules</th><th>In the games</th></tr>{rows}</table>'
    )


def _entry(d: Difference) -> str:
    """One difference: its headline, its sentences, the rows of a table."""
    head, sentences = parts_of(d)
    said = f"<b>{escape(head)}</b>"
    said += "".join(f"<p>{escape(word + text)}</p>" for word, text in sentences if text)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in d.rows)
    return said + (f"<table>{body}</table>" if body else "")


def _cells(row: Sequence[str]) -> str:
    return "".join(f"<td>{escape(cell)}</td>" for cell in row)


def _changes(figures: Sequence[Figure]) -> str:
    lines: list[str] = []
    groups = [figure.group for figure in figures]
    for figure in figures:
        for apart in figure.apart:
            mark = ' class="clear"' if apart.clear else ""
            words = _AT_WORK.get(figure.group, figure.words)
            words = f"wins of {words}" if figure.group == "win.seat" else words
            if figure.group in _AT_WORK and groups.count(figure.group) > 1:
                words += f", {figure.words}"
            said = _said(figure, apart.mean, apart.interval, True)
            lines.append(f"<li{mark}>{escape(words)}: {said}</li>")
    return f"<ul>{''.join(lines)}</ul>" if lines else ""


def _bots(plan: Plan) -> str:
    return ", ".join(plan.bots) if len(set(plan.bots)) > 1 else f"{plan.bots[0]} bots"


def _figure(svg: str) -> str:
    return f"<figure>{svg}</figure>"


def _effects(figures: Sequence[Figure], arms: Sequence[str]) -> str:
    """All differences on one scale: standard deviations of the differences within pairs. What only
    one of the arms has at all is left out: it would lie far beyond all others."""
    rows = []
    for figure in figures:
        alone = any(value.mean == 0 for value in figure.values)
        if figure.group.startswith("use.") or (figure.group.startswith("rule.") and alone):
            continue
        marks: list[tuple[float, Interval | None]] = []
        for apart in figure.apart:
            scale = apart.effect / apart.mean if apart.mean else 0.0
            interval = apart.interval
            scaled = (interval[0] * scale, interval[1] * scale) if interval else None
            marks.append((apart.effect, scaled))
        rows.append((_short(figure), marks))
    number = sum(len(f.apart) for f in figures)
    return (
        f"<h2>All differences at a glance</h2>{_figure(dots('Differences', rows, arms[1:], True))}"
        f"<p>Less “{escape(arms[0])}”, in standard deviations of the difference within a pair. With"
        f" {number} figures, about {max(1, round(number / 20))} would look clear by chance alone:"
        " decide beforehand which one you ask for, and take the others as hints.</p>"
    )


def _short(figure: Figure) -> str:
    """A figure beside a plot, where there is room for 54 letters."""
    of = {"win.bot": "wins of ", "win.seat": "wins of ", "rule.points": "points: "}
    seat = "points of " if figure.name.startswith("points.seat.") else ""
    return f"{of.get(figure.group, seat)}{figure.words}"[:54]


def _sweep(by_name: dict[str, Figure], name: str, sweep: str, arms: Sequence[str]) -> str:
    figure = by_name[name]
    points = [
        (label, value.mean, value.interval)
        for label, value in zip(arms, figure.values, strict=True)
    ]
    svg = curve(f"{figure.words} by {sweep}", points)
    return f"<h2>{escape(figure.words.capitalize())} by {escape(sweep)}</h2>{_figure(svg)}"


def _table(rows: Sequence[Figure], arms: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(label)}</th>" for label in arms)
    head += "".join(f"<th>{escape(label)} − {escape(arms[0])}</th>" for label in arms[1:])
    body = ""
    for figure in rows[:_MOST]:
        cells = "".join(f"<td>{_said(figure, v.mean, v.interval)}</td>" for v in figure.values)
        for apart in figure.apart:
            mark = ' class="clear"' if apart.clear else ""
            cells += f"<td{mark}>{_said(figure, apart.mean, apart.interval, True)}</td>"
        body += f"<tr><td>{escape(figure.words)}</td>{cells}</tr>"
    more = f"<p>and {len(rows) - _MOST} more, in report.json</p>" if len(rows) > _MOST else ""
    return f"<table><tr><th></th>{head}</tr>{body}</table>{more}"


def _said(figure: Figure, mean: float, interval: Interval | None, signed: bool = False) -> str:
    return in_words(figure.name, mean, interval, signed)


def in_words(name: str, mean: float, interval: Interval | None, signed: bool = False) -> str:
    """A figure with its interval, as readers have it: `47 % (41 to 53)`."""
    rate = name.startswith(RATES) or name == "lead.clear_after"
    scale, unit = (100.0, " %") if rate else (1.0, "")
    digits = 0 if rate or abs(mean) >= 100 else 1 if abs(mean) >= 10 else 2
    sign = "+" if signed else ""
    said = _minus(f"{mean * scale:{sign}.{digits}f}{unit}")
    if interval is None:
        return said
    if interval[0] == interval[1]:  # always the same
        whole = f"{mean * scale:{sign}.2f}".rstrip("0").rstrip(".")
        return _minus(f"{whole if mean else 0}{unit}")
    low, high = (_minus(f"{end * scale:{sign}.{digits}f}") for end in interval)
    return f"{said} ({low} to {high})"


def _minus(number: str) -> str:
    return number.replace("-", "−")
