"""Where browsers report what a policy refused."""

from typing import Any, Final

from fastapi import APIRouter, Request
from pydantic_core import from_json
from starlette.responses import Response

from services.attacks.reports.reading import violations_of
from services.attacks.tally import Tally
from services.core.http.callers.client_address import client_address
from services.core.http.callers.shared_limit import SharedLimit
from services.core.http.errors import BadRequest, PayloadTooLarge
from services.core.http.openapi import problems
from services.core.http.web import REPORTS

LARGEST: Final = 32 * 1024
"""Bytes of a body."""
LIMIT: Final = ("policy-report", 60, 600)
"""Calls of one caller in so many seconds; a page that violates its policy reports each time."""
_KINDS: Final = frozenset({"application/csp-report", "application/reports+json", "application/json"})

router = APIRouter(tags=["site"])


def _documented() -> dict[str, Any]:
    """A body that is read by hand: browsers differ, and what is no report is passed over."""
    any_json: dict[str, Any] = {"schema": {}}
    return {"requestBody": {"required": True, "content": dict.fromkeys(sorted(_KINDS), any_json)}}


@router.post(
    REPORTS,
    operation_id="report_policy_violation",
    status_code=204,
    response_class=Response,
    responses=problems(400, 413, 429),
    openapi_extra=_documented(),
)
async def report_policy_violation(request: Request) -> Response:
    """Count violations of a page's policy. Kept are page, directive, blocked host, kind of browser, and a number by
    day; neither the address of the caller nor what it sent.
    """
    tally: Tally = request.app.state.tally
    limit: SharedLimit | None = request.app.state.report_limit
    if limit is not None:
        address = client_address(request, request.app.state.settings.proxy_networks)
        await limit.count(request.app.state.db, address, request.app.state.clock())
    body = await _read(request)
    for violation in violations_of(body, request.app.state.site_routes, request.headers.get("user-agent", "")):
        tally.report(violation)
    return Response(status_code=204)


async def _read(request: Request) -> object:
    """The body as Python values, whatever they are."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in _KINDS:
        raise BadRequest
    body = await request.body()
    if len(body) > LARGEST:
        raise PayloadTooLarge
    try:
        found: object = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise BadRequest from error
    return found
