"""What rule files say in words, and the languages they say it in.

Sentences with holes, paragraphs, the names of things in links, messages for translators, catalogues
of translations, and how a language counts, lists and bends words. Public face: `Catalogue`,
`Speech`, `ENGLISH`, `catalogue_for`, `localise`, `messages`."""

from __future__ import annotations

from alarife.texts.catalogue import Catalogue, catalogue_for, languages
from alarife.texts.english import ENGLISH
from alarife.texts.localise import localise
from alarife.texts.messages import Message, message_of, messages
from alarife.texts.speech import Speech

__all__ = [
    "ENGLISH",
    "Catalogue",
    "Message",
    "Speech",
    "catalogue_for",
    "languages",
    "localise",
    "message_of",
    "messages",
]

PUBLIC = (
    "catalogue",
    "english",
    "holes",
    "localise",
    "messages",
    "paragraphs",
    "speech",
    "spoken",
    "targets",
)
"""Its modules that other packages may import."""
