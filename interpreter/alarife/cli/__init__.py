"""The command line: `alarife`.

What comes in: words of a terminal. What goes out: text or JSON, and an exit code: 0 if all is well, 1 if rules or wishes
are wrong, 2 if the words themselves can't be understood. Commands live in a file each and are imported when they are
called, so that `alarife --help` is quick.
"""

from __future__ import annotations

from alarife.cli.group import main

__all__ = ["main"]
