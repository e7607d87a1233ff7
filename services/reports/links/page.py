"""HTML of a link's page: a document for a phone, with the public site's style and without a script."""

import base64
import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from services.core.german import number, numeric_day
from services.core.http.errors import Problem
from services.reports.kept.keep import own_words
from services.reports.links.errors import LinkEnded
from services.reports.links.links import last_day
from services.reports.links.models import ReportLink
from services.reports.parameter_labels import parameters_in_words
from services.reports.render.cells import moment
from services.reports.render.main_figures import main_figures
from services.reports.render.paper_tables import PaperTable, paper_table
from services.reports.run import ReportAnswer

PRIVATE: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
}
"""Headers of all answers to a link: its address is the key."""
_MOST_ROWS: Final = 100
_STYLE: Final = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_TEMPLATES: Final = Path(__file__).with_name("templates")
_ENVIRONMENT: Final = Environment(
    loader=FileSystemLoader(_TEMPLATES),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_HINTS: Final[Mapping[int, str]] = {
    404: "Vielleicht fehlt beim Kopieren das Ende. Bitte öffnen Sie den Link noch einmal aus der Nachricht, in der Sie "
    "ihn bekommen haben.",
    429: "Sie haben die Seite in kurzer Zeit sehr oft geöffnet. In ein paar Minuten geht es weiter.",
}
_OTHERWISE: Final = "Bitte versuchen Sie es in ein paar Minuten noch einmal. An Ihrem Link liegt es nicht."


@dataclass(frozen=True, slots=True)
class _ShownTable:
    """A table as the template takes it. `more` says how many rows are left to the file; empty if none."""

    name: str
    title: str
    sentence: str
    heads: list[tuple[str, bool]]
    rows: list[list[tuple[str, str, bool]]]
    more: str


def report_page(request: Request, link: ReportLink, answer: ReportAnswer, park_names: Mapping[str, str]) -> Response:
    """The figures of a kept run, the first rows of its tables, and its files."""
    definition = answer.definition
    days = {name: value for name, value in answer.told.items() if name in ("from", "to")}
    context = {
        "title": definition.title,
        "question": definition.question,
        "provisional": answer.stand.provisional,
        "asked": [*parameters_in_words(days, answer.compared, {}), *own_words(answer.told, park_names, answer.given)],
        "stand": moment(answer.stand.at),
        "figures": main_figures(answer),
        "tables": list(_tables(answer)),
        "valid_until": numeric_day(last_day(link)),
        "path": request.url.path.rstrip("/"),
    }
    return _page(request, "report.html", context, 200, {})


def problem_page(request: Request, problem: Problem) -> Response:
    """What is wrong, and what can be done about it."""
    context = {
        "title": problem.detail,
        "hint": problem.hint if isinstance(problem, LinkEnded) else _HINTS.get(problem.status, _OTHERWISE),
        "email": request.app.state.settings.company_email,
    }
    return _page(request, "problem.html", context, problem.status, problem.headers)


def notice_page(request: Request, title: str, hint: str, press: str = "") -> Response:
    """A sentence to who came with a link, with a button that sends a POST to the same address if `press` labels one."""
    return _page(request, "notice.html", {"title": title, "hint": hint, "press": press}, 200, {})


def _tables(answer: ReportAnswer) -> Iterator[_ShownTable]:
    for name in answer.to_read:
        table = paper_table(answer, name)
        rows = [
            [(cell.text, cell.note, column.is_number) for column, cell in zip(table.columns, row, strict=True)]
            for row in table.rows(0, _MOST_ROWS)
        ]
        heads = [(column.label, column.is_number) for column in table.columns]
        yield _ShownTable(name, table.title, table.sentence, heads, rows, _more(table, len(rows)))


def _more(table: PaperTable, shown: int) -> str:
    if shown >= table.total_rows:
        return ""
    return f"Das sind die ersten {number(shown)} von {number(table.total_rows)} Zeilen; alle stehen in der CSV-Datei."


def _page(
    request: Request, template: str, context: Mapping[str, Any], status: int, headers: Mapping[str, str]
) -> Response:
    styles = [*_site_style(request), (_TEMPLATES / "report.css").read_text(encoding="utf-8")]
    own_styles = [Markup(style) for style in styles]  # noqa: S704 - files of the product  # nosec B704
    page = _ENVIRONMENT.get_template(template).render(styles=own_styles, **context)
    content = page.encode()
    headers = {**headers, **PRIVATE, "Content-Security-Policy": _policy(styles), "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = gzip.compress(content, 6, mtime=0), "gzip"
    return Response(content, status, headers, media_type="text/html; charset=utf-8")


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
