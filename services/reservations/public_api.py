"""The public reservation endpoint, and the outcome query for a call whose answer was lost."""

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response
from starlette.routing import Route

from services.core.db.db import Database
from services.core.http.callers.client_address import client_address
from services.core.http.callers.rate_limit import Limit, check_call
from services.core.http.calls import KEY_PARAMETER, body_of, idempotency_key, json_body, outcome_response
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.errors import Problem
from services.core.http.idempotency import LONGEST_KEY, find_answer, identify
from services.reservations.abuse.honeypot import refuse_programs
from services.reservations.schemas import ReservationIn, ReservedOut
from services.reservations.submit import ReservationDesk

ROUTE = "/functions/v1/reserve-spot"

router = APIRouter(tags=["reservations"])


@router.post(ROUTE, response_model=ReservedOut, openapi_extra={"parameters": [KEY_PARAMETER], **body_of(ReservationIn)})
async def reserve_spot(request: Request) -> Response:
    """Reserve the lowest free spot of a park."""
    desk: ReservationDesk = request.app.state.reservation_desk
    db: Database = request.app.state.db
    address = client_address(request, request.app.state.settings.proxy_networks)
    try:
        key = idempotency_key(request)
        body = await json_body(request)
        checked = desk.check(body, request.headers.get("user-agent", ""))
        refuse_programs(body, request.headers, request.app.state.settings)
    except Problem:
        await desk.count_refused(db, address)
        raise
    submission = desk.submission(checked, identify(ROUTE, body, key), address)
    outcome = await db.write_grouped(desk.submit, submission)
    return outcome_response(outcome)


HOT_ROUTE = Route(ROUTE, reserve_spot, methods=["POST"])
"""The same endpoint without FastAPI's matching and parameter solving, see `HotRoutes` in `core/http/web.py`.

The app serves this one; the declaration above writes the API document.
"""


class OutcomeIn(BaseModel):
    """Which call is asked about: the key it was sent with. In the body, since addresses end up in logs."""

    idempotency_key: str = Field(min_length=1, max_length=LONGEST_KEY)


class OutcomeOut(BaseModel):
    """What became of it. `unknown`: it has not arrived, so sending it again with the same key is safe."""

    outcome: Literal["reserved", "refused", "unknown"]
    code: str | None
    spot_number: int | None
    reference: str | None
    park: str | None


@router.post("/api/reservations/outcome")
def reservation_outcome(
    asked: OutcomeIn, request: Request, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> OutcomeOut:
    """The outcome of an earlier call, for a browser that lost its answer."""
    now = clock()
    if settings.rate_limits.are_on:
        limit = Limit("outcome", settings.rate_limits.outcome.calls, settings.rate_limits.outcome.seconds)
        bucket = limit.bucket(client_address(request, settings.proxy_networks), settings.secret_key)
        if problem := db.write(lambda session: check_call(session, limit, bucket, now)):
            raise problem
    with db.read() as session:
        answer = find_answer(session, ROUTE, asked.idempotency_key, now)
    if answer is None:
        return OutcomeOut(outcome="unknown", code=None, spot_number=None, reference=None, park=None)
    if answer.status != 200:
        return OutcomeOut(outcome="refused", code=answer.body["code"], spot_number=None, reference=None, park=None)
    return OutcomeOut(
        outcome="reserved",
        code=None,
        spot_number=answer.body["spot_number"],
        reference=answer.body["reference"],
        park=answer.body["park"],
    )
