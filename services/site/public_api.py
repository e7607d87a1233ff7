"""Where to report vulnerabilities (`/.well-known/security.txt`, RFC 9116), and where browsers report what a page's
policy refused.
"""

from datetime import timedelta
from typing import Any, Final

import structlog
from fastapi import APIRouter, Request
from pydantic_core import from_json
from starlette.responses import PlainTextResponse, Response

from services.core.http.callers.client_address import client_address
from services.core.http.callers.shared_limit import SharedLimit
from services.core.http.dependencies import ClockOf, SettingsOf
from services.core.http.errors import BadRequest, PayloadTooLarge
from services.core.http.openapi import problems
from services.core.http.web import REPORTS
from services.site.policy_reports import violations_of

log = structlog.get_logger()

router = APIRouter(include_in_schema=False)
reports_router = APIRouter(tags=["site"])

PATH: Final = "/.well-known/security.txt"
_LASTS: Final = timedelta(days=180)
LARGEST_REPORT: Final = 32 * 1024
"""Bytes of a body."""
REPORT_LIMIT: Final = ("policy-report", 60, 600)
"""Calls of one caller in so many seconds; a page that violates its policy reports each time."""
_REPORT_KINDS: Final = frozenset({"application/csp-report", "application/reports+json", "application/json"})


@router.get(PATH)
async def security_txt(settings: SettingsOf, clock: ClockOf) -> PlainTextResponse:
    """Contact and expiry. It expires half a year from the call: as long as the server answers, its mailbox is read."""
    contact = f"mailto:{settings.company_email}"
    lines = (
        f"Contact: {contact}",
        f"Expires: {clock() + _LASTS:%Y-%m-%dT00:00:00Z}",
        "Preferred-Languages: de, en",
        f"Canonical: {settings.public_url}{PATH}",
    )
    return PlainTextResponse("\n".join(lines) + "\n")


def _documented() -> dict[str, Any]:
    """A body that is read by hand: browsers differ, and what is no report is passed over."""
    any_json: dict[str, Any] = {"schema": {}}
    return {"requestBody": {"required": True, "content": dict.fromkeys(sorted(_REPORT_KINDS), any_json)}}


@reports_router.post(
    REPORTS,
    operation_id="report_policy_violation",
    status_code=204,
    response_class=Response,
    responses=problems(400, 413, 429),
    openapi_extra=_documented(),
)
async def report_policy_violation(request: Request) -> Response:
    """Log violations of a page's policy: page, directive, and scheme and host of what was blocked. Nothing is kept."""
    limit: SharedLimit | None = request.app.state.report_limit
    if limit is not None:
        address = client_address(request, request.app.state.settings.proxy_networks)
        await limit.count(request.app.state.db, address, request.app.state.clock())
    for violation in violations_of(await _report(request), request.app.state.site_routes):
        log.warning("policy_violated", **violation._asdict())
    return Response(status_code=204)


async def _report(request: Request) -> object:
    """The body as Python values, whatever they are."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in _REPORT_KINDS:
        raise BadRequest
    body = await request.body()
    if len(body) > LARGEST_REPORT:
        raise PayloadTooLarge
    try:
        found: object = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise BadRequest from error
    return found
