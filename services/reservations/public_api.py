"""The reservation call, and the question whether one arrived."""

import json
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from pydantic_core import from_json
from starlette.responses import Response
from starlette.routing import Route

from services.core.access import ClockOf, DatabaseOf, SettingsOf
from services.core.client_address import client_address
from services.core.db import Database
from services.core.errors import BadRequest, PayloadTooLarge, ValidationProblem
from services.core.idempotency import LONGEST_KEY, find_answer, identify
from services.core.openapi import problems
from services.core.rate_limit import Limit, check_call
from services.core.web import LARGEST_BODY
from services.reservations.schemas import ReservationIn, ReservedOut
from services.reservations.submit import ReservationDesk, Submission

ROUTE = "/functions/v1/reserve-spot"
REQUEST_SCHEMA = f"#/components/schemas/{ReservationIn.__name__}"
"""Where the API document holds the body's shape. The route reads its body itself, so FastAPI does not put it there."""

router = APIRouter(tags=["reservations"])
_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
"""Writes what JSONResponse writes, without making an encoder for every answer."""


async def _json_body(request: Request) -> Any:
    """The body as Python values; 400 when it is not JSON, 413 when it is larger than 64 KiB."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise BadRequest
    body = await request.body()
    if len(body) > LARGEST_BODY:
        raise PayloadTooLarge
    try:
        return from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise BadRequest from error


def _checked_key(key: str | None) -> str | None:
    if key is None or (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        return key
    message = f"Der Schlüssel braucht 1 bis {LONGEST_KEY} druckbare Zeichen."
    raise ValidationProblem([{"field": "Idempotency-Key", "code": "invalid", "message": message}])


@router.post(
    ROUTE,
    operation_id="reserve_spot",
    response_model=ReservedOut,
    responses=problems(400, 409, 413, 422, 429, 503),
    openapi_extra={
        "parameters": [
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": False,
                "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
            }
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": REQUEST_SCHEMA}}},
        },
    },
)
async def reserve_spot(request: Request) -> Response:
    """Reserve the lowest free spot of a park."""
    desk: ReservationDesk = request.app.state.reservation_desk
    db: Database = request.app.state.db
    key = _checked_key(request.headers.get("idempotency-key"))
    body = await _json_body(request)
    checked = desk.check(body)
    bucket = desk.bucket(client_address(request, request.app.state.settings.proxy_networks))
    outcome = await db.write_grouped(desk.submit, Submission(checked, identify(ROUTE, body, key), bucket))
    headers = {**outcome.headers, **({"Idempotency-Replayed": "true"} if outcome.is_replay else {})}
    media_type = "application/json" if outcome.status == 200 else "application/problem+json"
    return Response(_JSON.encode(outcome.body), outcome.status, headers, media_type)


HOT_ROUTE = Route(ROUTE, reserve_spot, methods=["POST"])
"""The same endpoint without FastAPI's matching and parameter solving, which would cost as much as the validation.

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


@router.post("/api/reservations/outcome", operation_id="reservation_outcome", responses=problems(422, 429, 503))
def reservation_outcome(
    asked: OutcomeIn, request: Request, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> OutcomeOut:
    """Tell a browser that lost the answer what happened to its call."""
    now = clock()
    if settings.rate_limits == "on":
        limit = Limit("outcome", settings.rate_limit_outcome.calls, settings.rate_limit_outcome.seconds)
        bucket = limit.bucket(client_address(request, settings.proxy_networks), settings.secret_key)
        if problem := db.write(lambda session: check_call(session, limit, bucket, now)):
            raise problem
    with db.read() as session:
        answer = find_answer(session, asked.idempotency_key, now)
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
