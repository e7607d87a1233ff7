"""The public visit endpoint: the site reports page views and steps."""

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response
from starlette.routing import Route

from services.core.http.callers.client_address import client_address
from services.core.http.calls import small_json_body
from services.core.http.cross_site import is_of_own_page
from services.core.http.errors import HttpProblem
from services.core.http.openapi import problems
from services.settings import Settings
from services.visits.record import VisitDesk
from services.visits.validation import LARGEST_VISIT

ROUTE = "/api/visits"

router = APIRouter(tags=["visits"])


class VisitTouchIn(BaseModel):
    """Where the visit came from: its last touch that was not direct, else its first."""

    utm_source: str = ""
    utm_medium: str = ""
    utm_campaign: str = ""
    utm_term: str = ""
    utm_content: str = ""
    referral_code: str = ""
    referrer_host: str = ""
    landing_path: str = ""


class VisitIn(BaseModel):
    """One page view or step, as the API document shows it. The rules themselves stand in `visit_call.py`."""

    step: Literal["page_view", "calculator_used", "form_started", "step_2", "step_3", "step_4", "answered"]
    path: str = ""
    is_arrival: bool = False
    consent: Literal["not_asked", "unanswered", "yes", "no"] = "not_asked"
    touch: VisitTouchIn | None = None


@router.post(
    ROUTE,
    operation_id="report_visit",
    status_code=204,
    response_class=Response,
    responses=problems(400, 413, 422, 429, 503),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{VisitIn.__name__}"}}},
        },
    },
)
async def report_visit(request: Request) -> Response:
    """Count one page view or step. The address of the caller is not kept.

    Only scripts of our own pages may report: with `Sec-Fetch-Site: same-origin` or, from browsers that do not send that
    header, with an `Origin` of ours. Any other call is refused like a body that is not JSON, with 400.
    """
    desk: VisitDesk = request.app.state.visit_desk
    settings: Settings = request.app.state.settings
    address = client_address(request, settings.proxy_networks)
    desk.count(address)
    if not is_of_own_page(request.headers, settings.public_url):
        raise HttpProblem(400)
    body = await small_json_body(request, LARGEST_VISIT)
    await desk.record(request.app.state.db, body, address, request.headers.get("user-agent", ""))
    return Response(status_code=204)


HOT_ROUTE = Route(ROUTE, report_visit, methods=["POST"])
"""The same endpoint without FastAPI's matching and parameter solving; see `reservations/public_api.py`."""
