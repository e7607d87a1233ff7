"""The public redirect endpoint of short links, `/l/{slug}`."""

import structlog
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from services.campaigns.links.hits import FoundLink, Hit, count_hits, find_link
from services.campaigns.links.target import target_address
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.http.callers.client_address import client_address
from services.core.http.errors import HttpProblem, Problem, RateLimited, problem_response
from services.visits.bots import is_bot
from services.visits.record import VisitDesk

log = structlog.get_logger()

_NOT_STORED = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
"""A kept redirect would not be counted, and would outlive a change of the link."""


async def follow_short_link(request: Request) -> Response:
    """Redirect to the link's page with its campaign; an unknown slug gets the site's own 404 page."""
    db: Database = request.app.state.db
    slug, query = request.path_params["slug"].strip("/"), request.url.query
    try:
        link = await run_in_threadpool(_find, db, slug)
    except SQLAlchemyError as error:
        # The pages need no database: a person with a flyer reaches the site, although uncounted.
        log.error("short_link_not_found_out", error=type(error).__name__)
        return _redirect(target_address("/", {}, query))
    if link is None:
        pages = request.app.state.pages
        return pages.site.not_found(request.headers) if pages else problem_response(HttpProblem(404))
    if await _is_counted(request, db, link):
        hit = (link.id, berlin_day(request.app.state.clock()), is_bot(request.headers.get("user-agent", "")))
        await _count(db, hit)
    return _redirect(link.address(query))


ROUTE = Route("/l/{slug:path}", follow_short_link, methods=["GET"])


def _find(db: Database, slug: str) -> FoundLink | None:
    with db.read() as session:
        return find_link(session, slug)


async def _is_counted(request: Request, db: Database, link: FoundLink) -> bool:
    """Whether a person follows the link, rather than a prefetching browser or a caller beyond the limit."""
    if request.method == "HEAD" or not link.is_enabled or _is_prefetch(request):
        return False
    desk: VisitDesk = request.app.state.visit_desk
    try:
        await desk.count(db, client_address(request, request.app.state.settings.proxy_networks))
    except RateLimited:
        return False
    return True


def _is_prefetch(request: Request) -> bool:
    return any("prefetch" in request.headers.get(name, "") for name in ("sec-purpose", "purpose", "x-moz"))


async def _count(db: Database, hit: Hit) -> None:
    """Count the hit; a failure does not block the redirect."""
    try:
        await db.write_grouped(count_hits, hit, is_minor=True)
    except (SQLAlchemyError, Problem) as error:
        log.error("short_link_not_counted", error=type(error).__name__)


def _redirect(address: str) -> Response:
    return Response(status_code=302, headers={**_NOT_STORED, "Location": address})
