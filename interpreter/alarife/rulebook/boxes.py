"""What is in the box, and what of it is used: with these players, and with any number of them.

In: a program and its supplies. Out: an inventory, and a table by the number of players, if it makes
a difference."""

from __future__ import annotations

from alarife.rulebook.articles import Articles
from alarife.rulebook.book import Inventory, Picture, Table, Thing
from alarife.rulebook.phrases import phrase
from alarife.rulebook.supplies import Supplies
from alarife.syntax import tree
from alarife.texts.targets import bare_title, capital


def inventory(make: Articles, supplies: Supplies) -> Inventory | None:
    """All that is in the box: pieces first, then what else there is, in file order."""
    things: list[Thing] = []
    for info in make.checked.world.pieces.values():
        if info.decl.title and supplies.box.get(info.name):
            thing = _thing(make, supplies, info.decl)
            thing.picture = Picture("sample", {"looks": make.looks, "type": info.name}, "")
            things.append(thing)
    for box in make.program.boxes.values():
        thing = _thing(make, supplies, box)
        thing.told = make.paragraphs(box)
        things.append(thing)
    return Inventory(things) if things else None


def _thing(make: Articles, supplies: Supplies, decl: tree.Decl) -> Thing:
    count, used = supplies.box[decl.name], supplies.here.used[decl.name]
    title = make.telling.counted(decl, count)
    return Thing(count, used, title, make.modules.get(decl.module, ""))


def by_players(make: Articles, supplies: Supplies) -> Table | None:
    """What differs with the number of players; None if nothing does."""
    t = make.telling.speech
    rows: list[tuple[str, list[int]]] = []
    seats = sorted(supplies.seats)
    for name in supplies.here.used:
        counts = [supplies.seats[players].used.get(name, 0) for players in seats]
        if len(set(counts)) > 1:
            decl = make.program.pieces.get(name) or make.program.boxes[name]
            rows.append((capital(make.telling.counted(decl, max(counts))), counts))
    for name in supplies.here.constants:
        numbers = [supplies.seats[players].constants.get(name, 0) for players in seats]
        if len(set(numbers)) > 1:
            decl = make.program.values[name][0]
            rows.append((capital(bare_title(make.telling.title(decl))), numbers))
    if not rows:
        return None
    head = [phrase("with_players", t), *(str(players) for players in seats)]
    told = [[title, *(str(n) if n else "–" for n in counts)] for title, counts in rows]
    return Table(head, told, title=phrase("by_players", t))
