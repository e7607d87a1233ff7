"""Pages that the server writes itself, with the public site's style and without a script: for people who come by a link
and do one thing.
"""

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

PRIVATE: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
}
"""Headers of all answers to such a link: its address is the key."""
_HERE: Final = Path(__file__).with_name("pages")
_STYLE: Final = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)


def templates_in(*folders: Path) -> Environment:
    """Templates of these folders, which may extend `frame.html`."""
    return Environment(
        loader=FileSystemLoader([*folders, _HERE]),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


_OWN: Final = templates_in()


def notice_page(request: Request, title: str, hint: str, presses: Sequence[tuple[str, str]] = ()) -> Response:
    """A sentence to who came with a link, with a button for each value and label of `presses`: it sends the value as
    `press` in a POST to the same address.
    """
    context = {"title": title, "hint": hint, "presses": presses}
    return plain_page(request, _OWN, "notice.html", context)


def plain_page(
    request: Request,
    templates: Environment,
    name: str,
    context: Mapping[str, Any],
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A template, filled, under a policy that allows its own styles and nothing else."""
    styles = [*_site_style(request), (_HERE / "plain.css").read_text(encoding="utf-8")]
    own_styles = [Markup(style) for style in styles]  # noqa: S704 - files of the product  # nosec B704
    content = templates.get_template(name).render(styles=own_styles, **context).encode()
    answered = {**(headers or {}), **PRIVATE, "Content-Security-Policy": _policy(styles), "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, answered["Content-Encoding"] = gzip.compress(content, 6, mtime=0), "gzip"
    return Response(content, status, answered, media_type="text/html; charset=utf-8")


def _site_style(request: Request) -> list[str]:
    """The part of the public site's style that all of its pages share, fonts and dark mode included."""
    pages = request.app.state.pages
    page = pages.site.page("/404") if pages else None
    found = _STYLE.search(page[0]) if page else None
    return [found[1]] if found else []


def _policy(styles: list[str]) -> str:
    digests = (base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles)
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; style-src {hashes}; font-src 'self'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
