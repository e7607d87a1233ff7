"""The API document of the public side, from which the web app's types are generated."""

from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from services.parks import public_api as parks_api
from services.reservations import public_api as reservations_api
from services.reservations.schemas import ReservationIn

_SCHEMAS = "#/components/schemas/"


def public_document() -> dict[str, Any]:
    """OpenAPI of everything an anonymous visitor may call."""
    app = FastAPI(title="Voltigo public API", version="1")
    for router in (parks_api.router, reservations_api.router):
        app.include_router(router)
    document = app.openapi()
    _share_reservation_schema(document)
    return document


def _share_reservation_schema(document: dict[str, Any]) -> None:
    """Put the body of the reservation call among the components.

    That route reads its body itself, so FastAPI knows no model for it; and a schema that carries its own `$defs`
    cannot be referred to in OpenAPI.
    """
    _, schemas = models_json_schema([(ReservationIn, "validation")], ref_template=_SCHEMAS + "{model}")
    document["components"]["schemas"] |= schemas["$defs"]
    call = document["paths"][reservations_api.ROUTE]["post"]
    call["requestBody"]["content"]["application/json"]["schema"] = {"$ref": _SCHEMAS + ReservationIn.__name__}
