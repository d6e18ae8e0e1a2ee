"""What has happened, in lines: news, the log, scorings, counts, the end.

In: events, standings and breakdowns as the table model has them. Out: lines. What always holds:
each event is told, with the rule it follows from; only their layout depends on the width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alarife.play.look import PieceText
from alarife.play.text import Text, flow, join, table, wrapped
from alarife.table import by_heading
from alarife.texts.spoken import phrased

Data = dict[str, Any]
_BARS = " ▁▂▃▄▅▆▇█"
_PLAIN_BARS = " .,-=+*%#"
_LOUD = ("choice", "pass", "answered")


def event_lines(event: Data, width: int, rule: bool = True) -> list[Text]:
    """One event, with the rule it follows from."""
    if event["kind"] == "scoring":
        return [Text((event["words"], "bold")), *_scoring_rows(event, width)]
    loud = event["kind"] in _LOUD
    indent = "" if loud else "  "
    style = "bold" if loud or event["kind"] == "points" else ""
    tail = f"[{event['rule']['title']}]" if rule and _is_news(event) else ""
    lines = [line.styled(style) for line in wrapped(event["words"], width, indent, indent + "    ")]
    if not tail:
        return lines
    if lines[-1].width + 2 + len(tail) <= width:
        gap = " " * (width - lines[-1].width - len(tail))
        return [*lines[:-1], Text(lines[-1], gap, (tail, "dim"))]
    return [*lines, Text((tail, "dim")).pad(width, "right")]


def _is_news(event: Data) -> bool:
    """Whether an event's rule has a title, and is not named by its words."""
    return bool(event["rule"]["title"]) and not event.get("named")


def _scoring_rows(event: Data, width: int) -> list[Text]:
    parties = list(event["totals"])
    names = event["names"]
    heads = [Text(), *(Text(names.get(p, p)) for p in parties)]
    total = [
        Text("  ", (phrased("together"), "bold")),
        *(_points(event["totals"][p]) for p in parties),
    ]
    return _narrowed([heads, *_given(event["rows"], parties), total], width)


def _given(rows: Sequence[Data], parties: Sequence[str]) -> list[list[Text]]:
    """What rules gave to each party; rows of one sort under their heading."""
    found: list[list[Text]] = []
    for under, some in by_heading(rows):
        if under:
            found.append([Text("  ", (under, "dim")), *([Text()] * len(parties))])
        for row in some:
            title = Text("    ", row["short"]) if under else Text("  ", row["title"])
            found.append([title, *(_points(row["points"].get(p)) for p in parties)])
    return found


def _points(n: int | None) -> Text:
    return Text(f"{n:+d}") if n else Text(("-", "dim"))


def _narrowed(rows: list[list[Text]], width: int, numbers: bool = True) -> list[Text]:
    """A table whose first column is cut where it is too wide."""
    right = frozenset(range(1, len(rows[0])) if numbers else ())
    lines = table(rows, 2, right)
    over = max(line.width for line in lines) - width
    if over <= 0:
        return lines
    most = max(row[0].width for row in rows) - over
    return table([[row[0].cut(max(most, 8)), *row[1:]] for row in rows], 1, right)


def news_lines(events: Sequence[Data], width: int) -> list[Text]:
    """Events one below the other."""
    return [line for lines in _told(events, width) for line in lines]


def _told(events: Sequence[Data], width: int) -> list[list[Text]]:
    """The lines of each event; a rule is named once where several follow from it."""
    found: list[list[Text]] = []
    before: Data | None = None
    for event in events:
        same = before is not None and (before["rule"], before["by"]) == (event["rule"], event["by"])
        found.append(event_lines(event, width, rule=not same))
        before = event
    return found


def answer_lines(rounds: Sequence[Data], people: Sequence[Data], width: int) -> list[Text]:
    """Who answered what: under each question, a row for each round of it."""
    lines: list[Text] = []
    names = {str(p["party"]): Text((p["name"], p["colour"])) for p in people}
    before = ""
    for one in rounds:
        if one["question"] != before:
            lines += [line.styled("bold") for line in wrapped(one["question"], width)]
        before = one["question"]
        said = [
            Text(names.get(party, Text(party)), ": ", answer or "…")
            for party, answer in one["answers"].items()
        ]
        lines += flow(said, width, Text("  "), "    ")
    return lines


def log_lines(events: Sequence[Data], width: int) -> list[Text]:
    """Events, each with its rule."""
    return [line for event in events for line in event_lines(event, width)]


def pages(events: Sequence[Data], width: int, height: int) -> list[list[Text]]:
    """News in pages of so many lines; a scoring has a page of its own, and no event is torn."""
    found: list[list[Text]] = [[]]
    alone = False
    for event, lines in zip(events, _told(events, width), strict=True):
        scoring = event["kind"] == "scoring"
        full = len(found[-1]) + len(lines) > height
        if found[-1] and (scoring or alone or full):
            found.append([])
        for i in range(0, len(lines), height):
            found[-1] += lines[i : i + height]
            if i + height < len(lines):
                found.append([])
        alone = scoring
    return [page for page in found if page]


# ----------------------------------------------------------------
# what is counted
def counts_table(data: Data, look: PieceText) -> Callable[[int], list[Text]] | None:
    """What players count in their heads: a row for each count, a column for each party."""
    rows = data["standings"]
    if not rows:
        return None
    people = {str(p["party"]): p for p in data["people"]}
    parties = [p for p in people if p in rows[0]["numbers"]]
    by_title: dict[str, list[Data]] = {}
    for row in rows:
        by_title.setdefault(row["under"] or row["title"], []).append(row)

    def lines(width: int) -> list[Text]:
        heads = [
            Text((phrased("counts"), "dim")),
            *(Text((people[p]["name"], people[p]["colour"])) for p in parties),
        ]
        told = [
            [Text((title, "dim")), *(_counted(group, p, look) for p in parties)]
            for title, group in by_title.items()
        ]
        return _narrowed([heads, *told], width, numbers=False)

    return lines


def _counted(rows: list[Data], party: str, look: PieceText) -> Text:
    """What one party has: a number, or one for each value of a kind."""
    said = [
        Text(look.sign(row["kind"], row["value"]) if row["kind"] else "", str(n))
        for row in rows
        if (n := row["numbers"][party])
    ]
    return join(said) if said else Text(("-", "dim"))


# ----------------------------------------------------------------
# the end
def final_lines(data: Data, breakdown: Sequence[Data], look: PieceText, width: int) -> list[Text]:
    """Who has won, all points, and where they came from."""
    people = [p for p in data["people"] if p["points"] is not None]
    lines = [Text((data["end"], "bold"))]
    if not people or not any(p["points"] for p in people):
        return lines
    people.sort(key=lambda p: -p["points"])
    parties = [str(p["party"]) for p in people]
    rows = [[Text(), *(Text((p["name"], p["colour"])) for p in people)]]
    for scoring in breakdown:
        rows.append([Text((scoring["title"], "dim"))] + [Text()] * len(parties))
        rows += _given(scoring["rows"], parties)
    rows.append(
        [Text((phrased("Points"), "bold")), *(Text((str(p["points"]), "bold")) for p in people)]
    )
    return [*lines, Text(), *_narrowed(rows, width)]


def growth(points: Sequence[Data], people: Sequence[Data], width: int, fine: bool) -> list[Text]:
    """How points grew, as a row of bars for each party; nothing if nobody has any."""
    most = max((n for p in points for n in p["points"].values()), default=0)
    least = min((0, *(n for p in points for n in p["points"].values())))
    counted = any(person["points"] is not None for person in people)
    if len(points) < 2 or most <= least or not counted:
        return []
    bars = _BARS if fine else _PLAIN_BARS
    edge = max(len(p["name"]) for p in people)
    wide = max(min(width - edge - 8, 60), 10)
    last = points[-1]["position"] or 1
    rows: list[Text] = [Text((phrased("points over time"), "dim"))]
    for person in people:
        key = str(person["party"])
        if key not in points[-1]["points"]:
            continue
        row = ""
        for i in range(wide):
            at = i * last / (wide - 1)
            n = next(p["points"].get(key, 0) for p in reversed(points) if p["position"] <= at)
            row += bars[round((n - least) / (most - least) * (len(bars) - 1))]
        total = points[-1]["points"][key]
        rows.append(Text((person["name"].ljust(edge), person["colour"]), " ", row, f" {total:>5}"))
    return rows


def hint_lines(found: Sequence[Any], handles: dict[str, tuple[str, str]], most: int) -> list[Text]:
    """What a bot thinks of the answers, the best first. `handles`: by key, handle and words."""
    rows = [[Text((phrased("expected"), "dim")), Text((phrased("tried"), "dim")), Text()]]
    for one in found[:most]:
        handle, words = handles.get(one.key, ("", one.label))
        tried = phrased("certain") if one.certain else str(one.playouts)
        rows.append(
            [Text(f"{one.expected:.0%}"), Text(tried), join([Text((handle, "bold")), Text(words)])]
        )
    lines = table(rows, right=frozenset({0, 1}))
    left = len(found) - most
    return [*lines, Text((phrased("and {n} more", n=left), "dim"))] if left > 0 else lines
