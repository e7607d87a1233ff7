"""Parses and answers write calls: size-limited JSON body, idempotency key, outcome as HTTP response."""

from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import Depends, Request
from pydantic import BaseModel
from pydantic_core import from_json, to_json
from starlette.responses import Response

from services.core.http.errors import BadRequest, PayloadTooLarge, ValidationProblem, count_refusal
from services.core.http.idempotency import LONGEST_KEY
from services.core.http.outcome import Outcome
from services.core.http.web import LARGEST_BODY

KEY_PARAMETER = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY},
}
"""The key in the API document."""


def body_of(model: type[BaseModel]) -> dict[str, Any]:
    """The body in the API document, of a route that reads it itself, so that FastAPI does not put it there."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


async def json_body(request: Request) -> Any:
    """The body as Python values; 400 when it is not JSON, 413 when it is larger than 64 KiB."""
    return await small_json_body(request, LARGEST_BODY)


async def small_json_body(request: Request, largest: int) -> Any:
    """The same for a call whose body never needs more than `largest` bytes."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise BadRequest
    body = await request.body()
    if len(body) > largest:
        raise PayloadTooLarge
    try:
        return from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise BadRequest from error


JsonBody = Annotated[Any, Depends(json_body)]


_MOST_FIELDS = 50


async def _form_body(request: Request) -> dict[str, str]:
    """The fields of a plain HTML form by name; none where the body is no form."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        return {}


FormBody = Annotated[dict[str, str], Depends(_form_body)]


def idempotency_key(request: Request) -> str | None:
    """The caller's key, if there is one; 422 when it cannot be one."""
    key = request.headers.get("idempotency-key")
    if key is None or (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        return key
    message = f"Der Schlüssel braucht 1 bis {LONGEST_KEY} druckbare Zeichen."
    raise ValidationProblem([{"field": "Idempotency-Key", "code": "invalid", "message": message}])


def outcome_response(outcome: Outcome) -> Response:
    """The HTTP response for an outcome; a refusal is counted."""
    if outcome.problem is not None:
        count_refusal(outcome.problem)
    headers = {**outcome.headers, **({"Idempotency-Replayed": "true"} if outcome.is_replay else {})}
    media_type = "application/json" if outcome.status == 200 else "application/problem+json"
    return Response(to_json(outcome.body), outcome.status, headers, media_type)
