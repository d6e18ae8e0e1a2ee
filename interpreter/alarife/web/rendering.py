"""Templates."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from alarife.table import by_heading
from alarife.texts.spoken import phrased, spoken

HERE = Path(__file__).parent


class _Environment(Environment):
    """Templates read data with a dot; what they read are nearly always dictionaries."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A value by its name: of a dictionary, its keys come first."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates; every text put into one is escaped."""
    made = _Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["safe_svg"] = Markup
    made.filters["coded"] = _coded
    made.globals["assets"] = assets()
    made.globals["by_heading"] = by_heading
    made.globals["phrased"] = phrased
    made.globals["language"] = lambda: spoken().language.replace("_", "-")
    return made


def _coded(text: str) -> Markup:
    """A message with what it quotes between `backquotes` as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return Markup.escape(text)
    quoted = Markup("<code>{}</code>")
    return Markup("").join(
        quoted.format(part) if i % 2 else Markup.escape(part) for i, part in enumerate(parts)
    )


@lru_cache(maxsize=1)
def assets() -> dict[str, str]:
    """The addresses of our files, with a mark of their content, so that browsers may keep them."""
    from hashlib import sha256

    return {
        path.name: f"/static/{path.name}?v={sha256(path.read_bytes()).hexdigest()[:10]}"
        for path in sorted((HERE / "static").iterdir())
    }


def render(request: Request, name: str, status: int = 200, /, **page: Any) -> HTMLResponse:
    """A page."""
    return HTMLResponse(environment().get_template(name).render(page), status)
