"""What things are called in links and in catalogues of translations.

In: a declaration. Out: its target ("alhambra.small"), which stays the same whatever is played and
wherever the declaration is moved within its file, and the words for its construct."""

from __future__ import annotations

import re
import unicodedata

from alarife.syntax import tree

KINDS: dict[type[tree.Decl], str] = {
    tree.Kind: "kind",
    tree.Type: "term",
    tree.Piece: "piece",
    tree.Neutral: "party",
    tree.Place: "place",
    tree.Note: "note",
    tree.Table: "table",
    tree.Value: "value",
    tree.Rule: "rule",
    tree.Law: "law",
    tree.Graph: "graph",
    tree.Moment: "moment",
    tree.Step: "step",
    tree.Menu: "menu",
    tree.Action: "action",
    tree.Option: "option",
    tree.Ruling: "ruling",
    tree.Change: "change",
    tree.Hook: "amendment",
    tree.Whenever: "amendment",
    tree.Fill: "step",
    tree.More: "amendment",
    tree.Example: "example",
    tree.Chapter: "chapter",
    tree.Section: "section",
    tree.Box: "piece",
    tree.Term: "term",
    tree.Aid: "chapter",
}
"""The word for each construct, as kinds of articles."""


def target_of(decl: tree.Decl) -> str:
    """ "alhambra.small"; cases of one value, and things without a name, get what tells them
    apart."""
    name = decl.name or slug(decl.title or "")
    match decl:
        case tree.Example():
            word = "question" if decl.question else "example"
            name = f"{word}.{slug(decl.title or word)}"
        case tree.Aid():
            name = f"aid.{decl.name}"
        case tree.Tell():
            name = f"tell.{decl.what or slug(decl.example or '')}"
        case tree.Chapter() | tree.Section():
            name = f"{KINDS[type(decl)]}.{decl.name}"
        case tree.Tell():
            name = f"tell.{slug(decl.what or decl.example or '')}"
        case tree.Fill():
            name = f"fill.{decl.name}"
        case tree.More():
            name = f"more.{decl.name}"
        case tree.Order():
            name = f"order.{decl.first}.{decl.second}"
        case tree.Change() if not decl.name:
            name = f"change.{decl.target}"
        case tree.Hook() if not decl.name:
            name = f"{decl.how}.{decl.target}"
        case tree.Value() if (
            decl.params
            and isinstance(decl.params[0].type, tree.NamedType)
            and decl.params[0].type.name[:1].isupper()
        ):
            name = f"{decl.name}.{decl.params[0].type.name}"
        case _:
            pass
    return f"{decl.module}.{name}"


def html_id(target: str) -> str:
    """A target as an id of a page."""
    return "r-" + re.sub(r"[^a-z0-9]+", "-", target.lower()).strip("-")


def slug(text: str) -> str:
    """A title as part of a target."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_") or "untitled"


def capital(text: str) -> str:
    """With a capital first letter, as titles begin."""
    return text[:1].upper() + text[1:]


def words_of(identifier: str) -> str:
    """A name as words: "any_building" → "any building"; "BuilderCard" → "builder card"."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", identifier).replace("_", " ")
    return parted if parted.isupper() else parted.lower()


def bare_title(text: str) -> str:
    """A title without a stop at its end."""
    return text.rstrip(".").strip()
