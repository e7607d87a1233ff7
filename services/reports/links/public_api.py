"""The public page of a link, `/bericht/{token}`, and its files.

Neither reads anything of the call but the token and the name of the file: no parameter can ask for other rows.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from analytics.definitions import BEFORE, Column
from analytics.kinds import MEASURES
from analytics.reporting import TableResult
from services.core.db.db import Database
from services.core.http.callers.client_address import client_address
from services.core.http.callers.rate_limit import Limit, check_call
from services.core.http.errors import Problem, as_problem
from services.core.http.plain_pages import PRIVATE
from services.core.storage.installed import files_of
from services.core.table_files.sending import FileResponse, files_folder
from services.parks.names import park_labels
from services.reports.export.table_file import FileFormat, file_of, name_of, table_of
from services.reports.kept.keep import answer_of_run
from services.reports.links import links as store
from services.reports.links.errors import UnknownReportLink
from services.reports.links.models import ReportLink
from services.reports.links.page import problem_page, report_page
from services.reports.models import ReportRun
from services.reports.pool.worker_pool import pool
from services.reports.render.pdf.document import document_of
from services.reports.run import ReportAnswer
from services.settings import Settings
from services.visits.bots import is_bot

PATH: Final = "/bericht"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_CSV: Final = re.compile(r"([a-z_][a-z0-9_]{0,59})\.csv")
_PDF: Final = "bericht.pdf"


def address_of(public_url: str, token: str) -> str:
    """The address to pass on."""
    return f"{public_url}{PATH}/{token}"


@dataclass(frozen=True, slots=True)
class _Opened:
    """A link that may be opened, with what it leads to."""

    link: ReportLink
    answer: ReportAnswer
    park_names: dict[str, str]


def show_report(request: Request) -> Response:
    return _answered(
        request, "page", lambda opened: report_page(request, opened.link, opened.answer, opened.park_names)
    )


def fetch_file(request: Request) -> Response:
    """A table as CSV, or all of it as PDF."""
    file = request.path_params["file"]
    if file == _PDF:
        return _answered(request, "pdf", _pdf)
    named = _CSV.fullmatch(file)
    if named is None:
        return problem_page(request, UnknownReportLink())
    return _answered(request, "csv", lambda opened: _csv(request, opened, named[1]))


ROUTES: Final = (
    Route(f"{PATH}/{{token}}", show_report, methods=["GET"]),
    Route(f"{PATH}/{{token}}/{{file:path}}", fetch_file, methods=["GET"]),
)


def _answered(request: Request, form: str, respond: Callable[[_Opened], Response]) -> Response:
    """Every refusal is a page too: the people who come here have no console."""
    try:
        return respond(_open(request, form))
    except Problem as problem:
        return problem_page(request, problem)
    except SQLAlchemyError as error:
        return problem_page(request, as_problem(error))


def _open(request: Request, form: str) -> _Opened:
    state = request.app.state
    db: Database = state.db
    settings: Settings = state.settings
    now: datetime = state.clock()
    admitted = db.write(lambda session: _admitted(session, request, form, now))
    if isinstance(admitted, Problem):
        raise admitted
    link, run = admitted
    answer = answer_of_run(db, files_of(settings), run)
    if link.without_money:
        answer = without_money(answer)
    with db.read() as session:
        park_names = {park: label.name for park, label in park_labels(session).items()}
    return _Opened(link, answer, park_names)


_MONEY_UNITS: Final = frozenset({"€", "ct"})
_FROM_MONEY: Final = frozenset(
    {"payback_months", "paid_contracted", "free_contracts_ppm", "more_contracts", "more_days", "last_cost_day"}
)
"""Columns in other units that depend on costs and prices."""
_MONEY_WORDS: Final = re.compile(r"€|\bCent\b|Kosten|lohn")


def without_money(answer: ReportAnswer) -> ReportAnswer:
    """The report as a partner gets it: no cell, parameter or sentence says what was paid, or what is judged by it."""
    parameters = {name: None if "_cents" in name else value for name, value in answer.parameters.items()}
    stand = answer.stand
    if _MONEY_WORDS.search(stand.provisional):
        stand = replace(stand, provisional="")
    return replace(
        answer,
        parameters=parameters,
        stand=stand,
        tables={name: _without_money(table) for name, table in answer.tables.items()},
        sentences={name: words for name, words in answer.sentences.items() if not _MONEY_WORDS.search(words)},
    )


def _without_money(table: TableResult) -> TableResult:
    places = [place for place, column in enumerate(table.columns) if not _is_money(column)]
    return replace(
        table,
        columns=tuple(table.columns[place] for place in places),
        values=[tuple(row[place] for place in places) for row in table.values],
    )


def _is_money(column: Column) -> bool:
    unit = MEASURES[column.kind].unit if column.is_measure else ""
    name = column.name.removesuffix(BEFORE)
    return unit in _MONEY_UNITS or column.kind == "verdict" or name in _FROM_MONEY


def admit(session: Session, request: Request) -> Problem | None:
    """Count a call with a link of a report, of whatever kind; the refusal if its caller made too many."""
    settings: Settings = request.app.state.settings
    allowed = settings.rate_limits.report_link
    if not settings.rate_limits.are_on:
        return None
    limit = Limit("report-link", allowed.calls, allowed.seconds)
    bucket = limit.bucket(client_address(request, settings.proxy_networks), settings.secret_key)
    return check_call(session, limit, bucket, request.app.state.clock())


def _admitted(session: Session, request: Request, form: str, now: datetime) -> tuple[ReportLink, ReportRun] | Problem:
    """Refusals are returned, not raised, so that the call is counted: guesses count like other calls."""
    if refused := admit(session, request):
        return refused
    token = request.path_params["token"]
    try:
        if not _TOKEN.fullmatch(token):
            raise UnknownReportLink
        link, run = store.opened(session, token, now)
    except Problem as problem:
        return problem
    if request.method == "GET" and not is_bot(request.headers.get("user-agent", "")):
        store.count_opening(session, link.id, form, now)
    return link, run


def _pdf(opened: _Opened) -> Response:
    answer = opened.answer
    content = pool.run(lambda: document_of(answer, opened.park_names, "in der CSV-Datei"))
    name = name_of((answer.definition.title,), answer.told, "pdf")
    headers = {**PRIVATE, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type="application/pdf")


def _csv(request: Request, opened: _Opened, table: str) -> Response:
    if table not in opened.answer.tables:
        raise UnknownReportLink
    folder: Path = files_folder(request.app.state.settings.data_dir)
    file = file_of(table_of(opened.answer, table), FileFormat.CSV, folder, opened.park_names)
    response = FileResponse(file)
    response.headers.update(PRIVATE)
    return response
