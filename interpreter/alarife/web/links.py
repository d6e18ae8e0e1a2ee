"""Links: the tokens of a table's seats, and which seat a link sees."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode

from alarife.web.store import LinkRow


def token_of(host: str, what: str) -> str:
    """A token made from the host's: whoever has that has all."""
    made = hmac.digest(host.encode(), what.encode(), "sha256")[:18]
    return urlsafe_b64encode(made).decode()


def seat_of(link: LinkRow, asked: int) -> int:
    """The seat that a link sees: of several, the one that is asked, else the first; 0 watches."""
    if not link.seats or link.kind in ("watch", "host"):
        return 0
    return asked if asked in link.seats else link.seats[0]
