"""The whole book on one page that needs no other file: for sending, and for printing.

In: a document. Out: `index.html` with its styles inside. It is Sphinx's own builder of a single
page with a theme of ours, which is nothing but the text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.singlehtml import SingleFileHTMLBuilder

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
THEME = "alarife_page"


class PageBuilder(SingleFileHTMLBuilder):
    """`-b alarife_page`: one page, with its styles inside."""

    name = "alarife_page"
    epilog = "The page is in %(outdir)s."
    search = False

    def init_templates(self) -> None:
        """Use our theme, whatever theme the project has for its site."""
        self.config.html_theme = THEME
        self.config.html_theme_options = {}
        super().init_templates()

    def get_theme_config(self) -> tuple[str, dict[str, Any]]:
        """Ours has no options."""
        return THEME, {}

    def handle_page(self, pagename: str, addctx: dict[str, Any], *rest: Any, **named: Any) -> None:
        """Hand the styles over with the text."""
        styles = [HERE / "static" / "alarife.css", HERE / "static" / "page.css"]
        addctx["alarife_styles"] = "\n".join(s.read_text(encoding="utf-8") for s in styles)
        super().handle_page(pagename, addctx, *rest, **named)

    def copy_assets(self) -> None:
        """There are none: the page is whole."""


def add_theme(app: Sphinx) -> None:
    """Tell Sphinx where the theme is."""
    app.add_html_theme(THEME, str(HERE / "themes" / THEME))
