"""Sentences of rules with their numbers filled in. Entry: `text.sentence`; everybody who shows a
rule to a reader asks here."""
