"""What translators need: a template of all messages, a catalogue brought up to date with it, what
is wrong in a catalogue, and how much of it is done. Public face: `template`, `updated`, `mistakes`,
`done`."""

from __future__ import annotations

from alarife.translation.checking import mistakes
from alarife.translation.counting import Done, done
from alarife.translation.template import Source, template, updated

__all__ = ["Done", "Source", "done", "mistakes", "template", "updated"]
