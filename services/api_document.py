"""The API documents, public and staff, from which the web apps' types are generated."""

from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from services.console import mails_api, today_api, views_api
from services.console.exports import exports_api
from services.contact import public_api as contact_api
from services.contact.schemas import ContactIn
from services.parks import public_api as parks_api
from services.parks import staff_api as parks_staff_api
from services.reservations import board_api, capacity_api, operations_api
from services.reservations import public_api as reservations_api
from services.reservations import staff_api as reservations_staff_api
from services.reservations.schemas import ReservationIn
from services.staff import accounts_api, audit_api, own_account_api, session_api, setup_api

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
    mails_api.router,
    today_api.router,
    views_api.router,
    exports_api.router,
)
"""Every router below /api/staff. The app and the document take them from here."""


def public_document() -> dict[str, Any]:
    """OpenAPI of everything an anonymous visitor may call."""
    app = FastAPI(title="Voltigo public API", version="1")
    for router in (parks_api.router, reservations_api.router, contact_api.router):
        app.include_router(router)
    document = app.openapi()
    # The bodies that routes name but read themselves.
    _, schemas = models_json_schema(
        [(ReservationIn, "validation"), (ContactIn, "validation")], ref_template="#/components/schemas/{model}"
    )
    document["components"]["schemas"] |= schemas["$defs"]
    return document


def staff_document() -> dict[str, Any]:
    """OpenAPI of everything the console calls."""
    app = FastAPI(title="Voltigo staff API", version="1")
    for router in STAFF_ROUTERS:
        app.include_router(router)
    return app.openapi()
