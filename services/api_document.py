"""The API documents, public and staff, from which the web apps' types are generated."""

from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from services.alerts import staff_api as alerts_api
from services.campaigns import staff_api as campaigns_api
from services.campaigns.aliases import staff_api as aliases_api
from services.campaigns.costs import staff_api as costs_api
from services.campaigns.costs.imports import staff_api as imports_api
from services.campaigns.links import staff_api as links_api
from services.campaigns.notes import staff_api as notes_api
from services.campaigns.site_check import staff_api as self_check_api
from services.console.audit import staff_api as audit_api
from services.console.exports import staff_api as exports_api
from services.console.mails import staff_api as mails_api
from services.console.today import staff_api as today_api
from services.console.views import staff_api as views_api
from services.contact import public_api as contact_api
from services.contact.schemas import ContactIn
from services.core.http.openapi import announce_busy, announce_refusals
from services.core.http.shedding import is_bounded
from services.integrations.tokens import public_api as machine_api
from services.integrations.tokens import staff_api as tokens_api
from services.integrations.webhooks import staff_api as webhooks_api
from services.jobs import staff_api as jobs_api
from services.parks import public_api as parks_api
from services.parks import staff_api as parks_staff_api
from services.referrals import staff_api as referrals_api
from services.reports import staff_api as reports_api
from services.reports.campaigns import staff_api as attribution_api
from services.reports.export import staff_api as files_api
from services.reports.kept import staff_api as kept_api
from services.reports.segments import staff_api as segments_api
from services.reservations import public_api as reservations_api
from services.reservations.board import staff_api as board_api
from services.reservations.desk import staff_api as reservations_staff_api
from services.reservations.operations import staff_api as operations_api
from services.reservations.park_cancellation import staff_api as park_cancellation_api
from services.reservations.schemas import ReservationIn
from services.reservations.spots import staff_api as capacity_api
from services.schedules import staff_api as schedules_api
from services.schedules.runs import staff_api as schedule_runs_api
from services.staff.accounts import staff_api as accounts_api
from services.staff.own_account import staff_api as own_account_api
from services.staff.setup import staff_api as setup_api
from services.staff.sign_in import staff_api as session_api
from services.store import staff_api as store_api
from services.visits import public_api as visits_api

PUBLIC_ROUTERS = (parks_api.router, reservations_api.router, contact_api.router, visits_api.router, machine_api.router)
"""Every router of what anybody may call. The app and the document take them from here."""

STAFF_ROUTERS = (
    session_api.router,
    setup_api.router,
    own_account_api.router,
    accounts_api.router,
    audit_api.router,
    reservations_staff_api.router,
    operations_api.router,
    board_api.router,
    parks_staff_api.router,
    capacity_api.router,
    park_cancellation_api.router,
    mails_api.router,
    today_api.router,
    alerts_api.router,
    views_api.router,
    exports_api.router,
    reports_api.router,
    files_api.router,
    attribution_api.router,  # before the campaigns: /campaigns/audit is none
    campaigns_api.router,
    links_api.router,
    aliases_api.router,
    notes_api.router,
    self_check_api.router,
    costs_api.router,
    imports_api.router,
    store_api.router,
    segments_api.router,
    kept_api.router,
    schedules_api.router,
    schedule_runs_api.router,
    referrals_api.router,
    jobs_api.router,
    webhooks_api.router,
    tokens_api.router,
)
"""Every router below /api/staff. The app and the document take them from here."""


def public_document() -> dict[str, Any]:
    """OpenAPI of everything an anonymous visitor may call."""
    app = FastAPI(title="Voltigo public API", version="1")
    for router in PUBLIC_ROUTERS:
        app.include_router(router)
    document = app.openapi()
    # The bodies that routes name but read themselves.
    bodies = (ReservationIn, ContactIn, visits_api.VisitIn)
    _, schemas = models_json_schema(
        [(body, "validation") for body in bodies], ref_template="#/components/schemas/{model}"
    )
    document["components"]["schemas"] |= schemas["$defs"]
    announce_refusals(document)
    return document


def staff_document() -> dict[str, Any]:
    """OpenAPI of everything the console calls."""
    app = FastAPI(title="Voltigo staff API", version="1")
    for router in STAFF_ROUTERS:
        app.include_router(router)
    document = app.openapi()
    announce_refusals(document)
    announce_busy(document, is_bounded)
    return document
