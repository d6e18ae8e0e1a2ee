"""`python -m alarife.cli` is the command `alarife`."""

from __future__ import annotations

from alarife.cli import main

main()
