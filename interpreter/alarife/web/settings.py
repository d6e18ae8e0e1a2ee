"""Limits, and where things are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

from alarife.resources import data_folder


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server is told. `database`: a URL for SQLAlchemy, by default SQLite in the person's
    data folder. `behind_proxy`: whether the address of a visitor is taken from the headers that a
    reverse proxy adds."""

    database: str = ""
    behind_proxy: bool = False
    most_upload: int = 200_000
    most_body: int = 400_000
    tables_an_hour: int = 60
    requests_a_minute: int = 1200
    works_a_minute: int = 40
    most_streams: int = 1000
    streams_an_address: int = 60
    most_loaded: int = 300
    idle_seconds: float = 600
    bot_seconds: float = 20
    hint_seconds: float = 2
    bot_workers: int = 2
    poll_seconds: float = 0.3
    log: bool = True

    def unlimited(self) -> Settings:
        """The same, but everybody may ask as often as they like."""
        often = 10**9
        return replace(
            self,
            tables_an_hour=often,
            requests_a_minute=often,
            works_a_minute=often,
            streams_an_address=often,
        )

    @property
    def url(self) -> str:
        """Where the database is."""
        if self.database:
            found = self.database
            for plain in ("postgresql://", "postgres://"):
                if found.startswith(plain):
                    found = "postgresql+psycopg://" + found.removeprefix(plain)
            return found
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return f"sqlite:///{folder / 'tables.db'}"
