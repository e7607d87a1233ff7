"""The public visit endpoint: the site reports page views and steps."""

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response
from starlette.routing import Route

from services.core.http.callers.client_address import client_address
from services.core.http.calls import body_of, small_json_body
from services.core.http.cross_site import is_of_own_page
from services.core.http.errors import HttpProblem
from services.settings import Settings
from services.visits.record import VisitDesk
from services.visits.validation import LARGEST_VISIT

ROUTE = "/api/visits"

router = APIRouter(tags=["visits"])


class VisitTouchIn(BaseModel):
    """Where the visit came from: its last touch that was not direct, else its first."""

    utm_source: str | None = None
    utm_medium: str | None = None
    utm_campaign: str | None = None
    utm_term: str | None = None
    utm_content: str | None = None
    referral_code: str | None = None
    referrer_host: str | None = None
    landing_path: str | None = None
    clicked_ad: str | None = None
    """Whose click id the address had: google, microsoft, meta, tiktok, linkedin or pinterest. Anything else is none."""


class VisitIn(BaseModel):
    """One page view or step. `validation.py` reads it by hand, since it comes with every page view; a test holds both
    to the same bodies.
    """

    step: Literal["page_view", "calculator_used", "form_started", "step_2", "step_3", "step_4", "answered"]
    path: str | None = None
    is_arrival: bool | None = None
    consent: Literal["not_asked", "unanswered", "yes", "no"] | None = None
    touch: VisitTouchIn | None = None


@router.post(ROUTE, status_code=204, response_class=Response, openapi_extra=body_of(VisitIn))
async def report_visit(request: Request) -> Response:
    """Count one page view or step. The address of the caller is not kept.

    Only scripts of our own pages may report: with `Sec-Fetch-Site: same-origin` or, from browsers that do not send that
    header, with an `Origin` of ours. Any other call is refused like a body that is not JSON, with 400.
    """
    desk: VisitDesk = request.app.state.visit_desk
    settings: Settings = request.app.state.settings
    address = client_address(request, settings.proxy_networks)
    await desk.count(request.app.state.db, address)
    if not is_of_own_page(request.headers, settings.public_url):
        raise HttpProblem(400)
    body = await small_json_body(request, LARGEST_VISIT)
    await desk.record(request.app.state.db, body, address, request.headers.get("user-agent", ""))
    return Response(status_code=204)


HOT_ROUTE = Route(ROUTE, report_visit, methods=["POST"])
"""The same endpoint without FastAPI's matching and parameter solving; see `HotRoutes` in `core/http/web.py`."""
