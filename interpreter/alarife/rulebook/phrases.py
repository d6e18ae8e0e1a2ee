"""What the book itself says, besides the rules: headings and small words, each a message of the
context "book".

In: a key and a language. Out: words. Nothing is glued from fragments: each phrase is whole, and
holes are named."""

from __future__ import annotations

from alarife.texts.english import ENGLISH
from alarife.texts.speech import Speech

PHRASES: dict[str, str] = {
    "players": "For {count} players",
    "players_one": "For {count} player",
    "modules": "With these modules",
    "played_with": "Played with",
    "citations": (
        "Words such as RULE-7 name the paragraph of the printed rules that a rule or an example"
        " goes back to."
    ),
    "used": "Used with {count} players",
    "used_one": "Used with {count} player",
    "by_players": "By the number of players",
    "with_players": "Players",
    "for_players": "For {low} to {high} players",
    "this_book": "This book is for {count} players.",
    "this_book_one": "This book is for {count} player.",
    "you_need": "What you need",
    "turn_overview": "Your turn",
    "aid": "Player aid",
    "draft": "Draft",
    "draft_intro": "This is a draft: it may say what is not so.",
    "read_again": "Read the example “{example}” again: {module} changes “{name}”.",
    "questions": "Questions and answers",
    "about": "About:",
    "but": "But see:",
    "see_also": "See also:",
    "reason": "Why:",
    "tip": "Tip:",
    "remark": "Editor's note:",
    "synonyms": "Also called:",
    "count": "Number",
    "example": "Example",
    "example_players": "with {count} players",
    "example_players_one": "with {count} player",
    "refused": "Not allowed, because of:",
    "refused_late": "After that not allowed, because of:",
    "was": "Without modules, this reads:",
    "new": "New",
    "before": "Added by {module}",
    "after": "Added by {module}",
    "instead": "Changed by {module}",
    "change": "Changed by {module}",
    "more": "More of them",
    "whenever": "Whenever it happens",
    "rulings": "Rulings",
    "rulings_intro": (
        "Where the printed rules leave something open, or differ from one another, this book says"
        " how it is read here, and whose reading it is."
    ),
    "chosen": "this holds here",
    "see_ruling": "A disputed point; see the rulings:",
    "glossary": "Glossary",
    "index": "Index",
    "see": "See:",
    "rows": "All {count} of them",
    "diff": "What is different",
    "diff_intro": "For those who know the game by heart: what this combination changes.",
    "diff_everywhere": "The game as a whole",
    "diff_place": "New place",
    "diff_added": "New",
    "diff_removed": "Not there any more",
    "diff_changed": "Instead of what “{what}” says",
    "diff_exception": "An exception to “{what}”",
    "diff_otherwise": "It says something else",
    "diff_preceded": "Before “{what}”",
    "diff_followed": "After “{what}”",
    "diff_replaced": "Instead of “{what}”",
    "diff_leaves": "Whenever something leaves “{what}”",
    "diff_enters": "Whenever something enters “{what}”",
    "diff_order_before": "Before “{what}”, in this order: {order}",
    "diff_order_after": "After “{what}”, in this order: {order}",
    "diff_was": "Before, this reads:",
    "diff_rule": "The rule reads:",
    "diff_no_longer": "No longer:",
    "diff_what": "What",
    "diff_before": "Before",
    "diff_now": "Now",
    "diff_by": "By",
    "no_diff": "Nothing is different.",
    "map_of": "The place called “{place}”, drawn from above.",
    "legend": "{letter}: {thing}",
    "broken": "This breaks: {rules}.",
    "lit": "Lies here afterwards",
    "gone": "Goes away",
    "map_before": "Before",
    "map_after": "Afterwards",
    "opening": "The table after the setup with {count} players, as {player} sees it",
    "opening_one": "The table after the setup with {count} player, as {player} sees it",
    "contents": "Contents",
}
"""Key → English; `…_one` is the same where the count is one."""


def phrase(key: str, speech: Speech = ENGLISH, **holes: object) -> str:
    """A phrase in a language, with its holes filled."""
    one = f"{key}_one"
    said = PHRASES[one if one in PHRASES and str(holes.get("count")) == "1" else key]
    text = speech.text("book", said) or said
    for name, value in holes.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
