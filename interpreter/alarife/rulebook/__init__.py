"""The rulebook: the sentences of the rules with their numbers, and the book that is woven from
them.

Nothing here draws, formats or needs Sphinx: that is done in `alarife.sphinx`, from what is made
here."""
