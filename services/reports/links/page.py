"""HTML of a link's page: a document for a phone, with the public site's style and without a script."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from services.core.german import number, numeric_day
from services.core.http.errors import Problem
from services.core.http.plain_pages import plain_page, templates_in
from services.reports.kept.keep import own_words
from services.reports.links.errors import LinkEnded
from services.reports.links.links import last_day
from services.reports.links.models import ReportLink
from services.reports.parameter_labels import parameters_in_words
from services.reports.render.cells import moment
from services.reports.render.main_figures import main_figures
from services.reports.render.paper_tables import PaperTable, paper_table
from services.reports.run import ReportAnswer

_MOST_ROWS: Final = 100
_TEMPLATES: Final = templates_in(Path(__file__).with_name("templates"))
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
    return plain_page(request, _TEMPLATES, "report.html", context)


def problem_page(request: Request, problem: Problem) -> Response:
    """What is wrong, and what can be done about it."""
    context = {
        "title": problem.detail,
        "hint": problem.hint if isinstance(problem, LinkEnded) else _HINTS.get(problem.status, _OTHERWISE),
        "email": request.app.state.settings.company_email,
    }
    return plain_page(request, _TEMPLATES, "problem.html", context, problem.status, problem.headers)


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
