"""Application factory: wires up routers, error handlers, web apps and the lifespan."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from copy import copy
from pathlib import Path
from threading import Event

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Scope

from services.api_document import PUBLIC_ROUTERS, STAFF_ROUTERS, public_document
from services.campaigns.costs.staff_api import LARGE_BODIES as LARGE_COSTS
from services.campaigns.links import public_api as short_link_api
from services.checks import public_api as health_api
from services.checks.readiness import Readiness
from services.contracts.guard import guard_of
from services.core.clock import Clock, utc_now
from services.core.db.db import Database
from services.core.http.callers.refusals import refusals_told
from services.core.http.callers.shared_limit import SharedLimit
from services.core.http.callers.unlisted_proxies import UnlistedProxies
from services.core.http.errors import DatabaseUnavailable, NotSetUp, Problem, UnknownHost, install_error_handlers
from services.core.http.hosts import host_check
from services.core.http.shedding import Shedding, bounds_of_staff
from services.core.http.static_files import CONSOLE, PUBLIC_SITE, ConsoleSite, SiteMount, missing_builds, page_addresses
from services.core.http.web import DYNAMIC_PREFIXES, Edge, HotRoutes
from services.core.stored_settings import adopt
from services.core.telemetry.meter import Meter
from services.declarations.form import public_api as declarations_api
from services.jobs.scheduler import running_jobs
from services.messages.answers.staff_api import LARGE_BODIES as LARGE_FILES
from services.messages.forms import open_for_form
from services.operation.metrics import metrics_served
from services.operation.traces import provider_for, trace_requests, traced
from services.payments import public_api as payments_api
from services.payments.bank.staff_api import LARGE_BODIES as LARGE_STATEMENTS
from services.payments.providers import provider_of
from services.reports.links import public_api as report_links_api
from services.reservations import public_api as reservations_api
from services.reservations.imports.staff_api import LARGE_BODIES as LARGE_LISTS
from services.reservations.submit import ReservationDesk
from services.schedules import stop as stop_report_api
from services.settings import Settings
from services.settings_checks import lacking
from services.site import public_api as site_api
from services.site.public_pages import PublicPages
from services.staff.access import refuse_undeclared
from services.staff.live.feed import LiveFeed
from services.visits import public_api as visits_api
from services.visits.record import VisitDesk
from services.waiting_list.sign_in import confirm_first

_CONTACT_PAGE = "/kontakt"
_CORS_HEADERS = (
    *("apikey", "authorization", "content-type", "idempotency-key", "x-client-info", "x-region"),
    *("traceparent", "tracestate", "baggage", "sentry-trace"),  # what tracing adds in browsers, unasked
)


def create_app(
    settings: Settings,
    *,
    clock: Clock = utc_now,
    site: Path = PUBLIC_SITE,
    console: Path = CONSOLE,
    stopping: Event | None = None,
) -> ASGIApp:
    """Build the whole product as one ASGI app. `stopping` is set as soon as the process begins to shut down."""
    app = FastAPI(
        title="Voltigo",
        version="1",
        lifespan=_lifespan,
        openapi_url="/api/openapi.json" if settings.environment == "local" else None,
        docs_url=None,
        redoc_url=None,
    )
    app.openapi = public_document  # type: ignore[method-assign]
    app.state.settings = settings
    app.state.clock = clock
    app.state.stopping = stopping or Event()
    app.state.report_limit = (
        SharedLimit(*site_api.REPORT_LIMIT, settings.secret_key) if settings.rate_limits.are_on else None
    )
    app.state.contact_followers = (open_for_form,)
    app.state.guard = guard_of(settings, clock)
    app.state.reservation_desk = ReservationDesk(settings, clock, confirm_first.keep)
    app.state.site_routes = page_addresses(site)
    app.state.visit_desk = VisitDesk(settings, clock, app.state.site_routes)
    install_error_handlers(app)
    app.add_middleware(Shedding, bounds=bounds_of_staff())
    hot_routes = [visits_api.HOT_ROUTE, reservations_api.HOT_ROUTE]
    app.router.routes += hot_routes
    # Routes are taken as they are: `include_router` would resolve every route's parameters again for each app, 0.3 s in
    # all.
    for router in (health_api.router, site_api.router, declarations_api.router, payments_api.pages):
        app.router.routes += _answering_head(router.routes)
    app.router.routes += [short_link_api.ROUTE, *report_links_api.ROUTES, *stop_report_api.ROUTES]
    if (console / "index.html").is_file():
        app.router.routes.append(ConsoleSite("/admin", console))
    app.state.missing = missing_builds(site, console)
    app.state.pages = _public_pages(app, site) if site.is_dir() else None
    if app.state.pages:
        app.router.routes.append(SiteMount("/", app.state.pages))
    # Routes are tried one after the other, so a page must not have to pass all those of the API first.
    for router in PUBLIC_ROUTERS:
        app.router.routes += _answering_head(router.routes)
    for router in STAFF_ROUTERS:
        app.router.routes += router.routes
    refuse_undeclared(app)
    app.state.traces = provider_for(settings)
    if app.state.traces is not None:
        trace_requests(app, app.state.traces)
    edge = Edge(
        app if app.state.traces else HotRoutes(app, hot_routes),
        public_url=lambda: settings.public_url,
        large_bodies=LARGE_COSTS | LARGE_LISTS | LARGE_FILES | LARGE_STATEMENTS,
        look=UnlistedProxies(settings, clock, lambda: app.state.db).look,
        refusal_of=_refusal_of(app, settings),
        meter=Meter(_plain_routes(app)) if settings.metrics_address else None,
    )
    if not settings.cors_origins:
        return edge
    # Outside the edge, so that even an unhandled error reaches a foreign page with its status.
    return CORSMiddleware(
        edge,
        allow_origins=settings.cors_origins,
        allow_methods=("GET", "POST"),
        allow_headers=_CORS_HEADERS,
        expose_headers=("Idempotency-Replayed", "Retry-After", "X-Request-Id"),
    )


def _answering_head(routes: Sequence[BaseRoute]) -> list[BaseRoute]:
    """Copies of the routes that also answer HEAD, which monitors use, where they answer GET; the server drops the body.
    Copies, since the API documents are generated from the originals and must name each route once.
    """
    copies = [copy(route) for route in routes]
    for route in copies:
        if isinstance(route, APIRoute) and route.methods and "GET" in route.methods:
            route.methods = {*route.methods, "HEAD"}
    return copies


_WHILE_SET_UP = ("/admin", "/api/staff/", "/healthz", "/readyz")


def _refusal_of(app: FastAPI, settings: Settings) -> Callable[[Scope], Problem | None]:
    """A request may be for another host, or for newer code, if the database can no longer take what this one writes.
    In production nobody sees the site while the imprint would name nobody or no mail would arrive.
    """
    names_us = host_check(settings)
    is_production = settings.environment == "production"

    def refusal_of(scope: Scope) -> Problem | None:
        if not names_us(scope):
            return UnknownHost()
        if is_production and not scope["path"].startswith(_WHILE_SET_UP) and lacking(settings):
            return NotSetUp()
        readiness: Readiness | None = getattr(app.state, "readiness", None)
        is_endpoint = scope["path"].startswith(DYNAMIC_PREFIXES)
        return DatabaseUnavailable() if is_endpoint and readiness and readiness.is_too_new() else None

    return refusal_of


def _plain_routes(app: FastAPI) -> dict[object, str]:
    """The path templates of routes that are not FastAPI's, by endpoint."""
    return {route.endpoint: route.path for route in app.router.routes if type(route) is Route}


def _public_pages(app: FastAPI, folder: Path) -> PublicPages:
    settings: Settings = app.state.settings
    origin = settings.contact_widget_origin
    return PublicPages(folder, settings, {_CONTACT_PAGE: origin} if origin else {})


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    app.state.db = Database(settings.database, settings.replica)
    await asyncio.to_thread(adopt, settings, app.state.db)
    app.state.card_checks = provider_of(settings, app.state.db, app.state.clock)
    app.state.live = LiveFeed(app.state.db, app.state.clock, app.state.stopping)
    app.state.readiness = Readiness(settings, app.state.db, app.state.missing)
    pages: PublicPages | None = app.state.pages
    try:
        async with (
            pages.following(app.state.db) if pages else nullcontext(),
            refusals_told(app.state.db, app.state.clock),
        ):
            with (
                traced(app.state.traces, app.state.db),
                metrics_served(settings, app.state.db, app.state.clock),
                running_jobs(settings, app.state.db, app.state.clock, app.state.stopping),
            ):
                yield
    finally:
        app.state.readiness.close()
        app.state.db.close()
