"""Renders the two pages: the site's prerendered page with the part between two markers replaced.

Header, footer and style are those of the build; the templates escape every value.
"""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import Response

from services.core.http.errors import HttpProblem, ValidationProblem, problem_response
from services.declarations.states import DeclarationKind
from services.declarations.submit import Receipt
from services.declarations.wording import NOUN, WITH_PRONOUN, Declared
from services.offer import TERM_YEARS
from services.settings import Settings

_PART: Final = re.compile(r"<!--declaration-->.*?<!--/declaration-->", re.DOTALL)
_TITLE: Final = re.compile(r"<title>(.*?)</title>")
_IN_HISTORY: Final = "private, no-cache"
"""Fetched again each time, but going back shows a page as it was left, with what was typed and the same one-time id;
`no-store` would make it the browser's own page about an expired form."""


def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


_TEMPLATES: Final = _environment()


@dataclass(frozen=True, slots=True)
class Form:
    """One of the two pages. `button` is the word of the law for its last press."""

    kind: DeclarationKind
    address: str
    button: str


FORMS: Final = {
    form.address: form
    for form in (
        Form(DeclarationKind.WITHDRAWAL, "/widerruf", "Widerruf bestätigen"),
        Form(DeclarationKind.NOTICE, "/kuendigen", "jetzt kündigen"),
    )
}


class Page:
    """One of the two pages, as the answer to one request."""

    def __init__(self, request: Request, form: Form, settings: Settings) -> None:
        self.request = request
        self.kind = form.kind
        self._form = form
        self._settings = settings

    def form(self, values: Mapping[str, str], once: str, problem: ValidationProblem | None = None) -> Response:
        """Step 1, with what was typed before and what is wrong with it."""
        faults = {fault["field"]: fault["message"] for fault in problem.errors} if problem else {}
        prefix = "Bitte prüfen: " if faults else ""
        context = {
            "values": values,
            "faults": faults,
            "once": once,
            "settings": self._settings,
            "term_years": TERM_YEARS,
        }
        return self._answer(f"{self.kind}.html", prefix, context, 422 if faults else 200)

    def summary(
        self, declared: Declared, values: Mapping[str, str], once: str, *, has_failed: bool = False
    ) -> Response:
        """Step 2: what will be declared, and the button that declares it."""
        context = {"declared": declared, "values": values, "once": once, "has_failed": has_failed}
        context |= {"button": self._form.button, "settings": self._settings}
        return self._answer("summary.html", "Schritt 2: ", context, 503 if has_failed else 200)

    def receipt(self, receipt: Receipt, once: str) -> Response:
        """What has arrived, and when."""
        context = {"receipt": receipt, "once": once, "arrived": WITH_PRONOUN[self.kind], "settings": self._settings}
        return self._answer("receipt.html", "Eingegangen: ", context)

    def _answer(self, template: str, prefix: str, context: Mapping[str, Any], status: int = 200) -> Response:
        pages = self.request.app.state.pages
        shell = pages.site.page(self._form.address) if pages else None
        if shell is None:
            return problem_response(HttpProblem(404))
        part = _TEMPLATES.get_template(template).render(action=self._form.address, kind=self.kind.value, **context)
        page = _PART.sub(lambda _: part, shell[0], count=1)
        page = _TITLE.sub(lambda found: f"<title>{prefix}{found[1]}</title>", page, count=1)
        headers = {**shell[1], "Cache-Control": _IN_HISTORY}
        content = page.encode()
        if "gzip" in self.request.headers.get("accept-encoding", ""):
            content, headers["Content-Encoding"] = gzip.compress(content, 6, mtime=0), "gzip"
        return Response(content, status, headers)


def receipt_file(receipt: Receipt, settings: Settings) -> Response:
    """The receipt as a text file to keep."""
    declared = receipt.declared
    context = {"receipt": receipt, "arrived": WITH_PRONOUN[declared.kind], "settings": settings}
    text = _TEMPLATES.get_template("receipt.txt").render(context)
    # With line ends and a mark that even the oldest editor understands.
    content = ("\ufeff" + text).replace("\n", "\r\n").encode()
    name = f"{NOUN[declared.kind].lower().replace('ü', 'ue')}-{receipt.reference}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type="text/plain; charset=utf-8")
