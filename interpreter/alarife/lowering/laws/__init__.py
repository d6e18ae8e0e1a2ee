"""How the rules of a law can be asked after a change, and what a result depends on, told from
their text."""
