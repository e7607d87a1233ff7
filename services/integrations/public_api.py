"""API for machine tokens: the newest result of a scheduled report."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy.orm import Session
from starlette.responses import Response, StreamingResponse

from services.core.db.db import Database
from services.core.http.callers.client_address import client_address
from services.core.http.callers.rate_limit import Limit, count_calls, refusal
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.errors import Problem
from services.core.inputs import RowId
from services.core.storage.installed import files_of
from services.core.table_files.sending import FileResponse, files_folder
from services.integrations import tokens
from services.integrations.errors import NoResult, OutOfScope, TokenRefused
from services.integrations.models import MachineToken
from services.schedules.files import newest_result, parquet_of
from services.settings import Settings

router = APIRouter(prefix="/api/reports", tags=["reports"])

_bearer = HTTPBearer(auto_error=False, description="Ein Zugangsschlüssel der Konsole, `vgr_…`.")


@dataclass(frozen=True, slots=True)
class Reader:
    """A call with a token that may be used."""

    token: MachineToken
    db: Database
    settings: Settings
    now: datetime


def _reader(
    request: Request,
    db: DatabaseOf,
    clock: ClockOf,
    settings: SettingsOf,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> Reader:
    """Authenticates the call; raises TokenRefused or RateLimited. Guesses count towards the limit like other calls."""
    now = clock()
    text = given.credentials if given else ""
    limit = Limit("machine", settings.rate_limits.machine.calls, settings.rate_limits.machine.seconds)
    callers = (client_address(request, settings.proxy_networks), tokens.hash_of(text))
    buckets = [limit.bucket(caller, settings.secret_key) for caller in callers]

    def unit(session: Session) -> MachineToken | Problem:
        if settings.rate_limits.are_on:
            most = max(count_calls(session, limit, buckets, now).values())
            if problem := refusal(limit, most, now):
                return problem
        try:
            return tokens.admitted(session, text, now)
        except TokenRefused as refused:
            # Returned, not raised, so that the count is committed.
            return refused

    admitted = db.write(unit)
    if isinstance(admitted, Problem):
        raise admitted
    return Reader(admitted, db, settings, now)


@router.get(
    "/{id}/runs/latest.parquet",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/vnd.apache.parquet": {}}}, 304: {"description": "Unchanged"}},
)
def latest_report_result(
    id: Annotated[RowId, Path(description="The schedule.")],
    reader: Annotated[Reader, Depends(_reader)],
    table: Annotated[str | None, Query(max_length=60, pattern=r"^[a-z_][a-z0-9_]*$")] = None,
    _report: Annotated[int, Query(alias="report", ge=1, le=1, deprecated=True)] = 1,
    if_none_match: Annotated[str | None, Header(max_length=400)] = None,
) -> Response:
    """The newest result of a scheduled report as Parquet, whatever it is sent as: its first table, or the one named.

    `report` is from before every schedule had one report: 2 and more are refused, so that no program takes another
    report for its own.
    """
    if reader.token.schedules is not None and id not in reader.token.schedules:
        raise OutOfScope
    with reader.db.read() as session:
        run = newest_result(session, id, reader.now)
    if run is None:
        raise NoResult
    # Changes with the figures; known before the file is rendered.
    etag = f'"{sha256(f"{run.sha256} {table}".encode()).hexdigest()}"'
    stand = str((run.stand or {}).get("at", run.started_at.isoformat()))
    headers = {"ETag": etag, "X-Run": str(run.id), "X-Stand": stand}
    if if_none_match is not None and etag in [one.strip().removeprefix("W/") for one in if_none_match.split(",")]:
        return Response(status_code=304, headers=headers)
    file = parquet_of(reader.db, files_of(reader.settings), files_folder(reader.settings.data_dir), run, table)
    if file is None:
        raise NoResult
    response = FileResponse(file)
    del response.headers["X-Rows"]
    response.headers.update(headers)
    return response
