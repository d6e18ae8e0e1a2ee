"""The codes of messages: every code has a page that says what it means, shows an example, and says
what to do.

The pages are files of the documentation and come along in the package. `page` gives one as text,
for `alarife explain`."""

from __future__ import annotations

import re

from alarife.diagnostics import rule_error
from alarife.linking.wording import did_you_mean
from alarife.resources import error_pages


def codes() -> list[str]:
    """All codes that have a page."""
    return sorted(path.stem for path in error_pages().glob("E[0-9][0-9][0-9][0-9].md"))


def page(code: str) -> str:
    """The page of a code, as it is read in a terminal. Raises `RuleError` (E0734) for a code that
    there is not."""
    wanted = code.strip().upper()
    path = error_pages() / f"{wanted}.md"
    if not re.fullmatch(r"E\d{4}", wanted) or not path.is_file():
        hint = did_you_mean(wanted, codes()) or "Codes stand in front of messages, like E0301."
        raise rule_error("E0734", f"No message has the code `{code}`.", hint)
    text = path.read_text(encoding="utf-8")
    text = re.sub(
        r"^```\w*\n(.*?)^```\n",
        lambda m: re.sub(r"(?m)^(?=.)", "    ", m[1]),
        text,
        flags=re.DOTALL | re.MULTILINE,
    )
    return re.sub(r"(?m)^#+ (.*)$", lambda m: m[1], text).strip()
