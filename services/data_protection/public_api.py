"""Public API of a household's own data, in its session only: export, preview of an erasure, erasure."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from pydantic_core import to_json
from starlette.responses import Response

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.transactions import Reads, TransactionRoute
from services.data_protection.erasure.cleanup import finish_erasures
from services.data_protection.erasure.erase import Wish, erase
from services.data_protection.erasure.preview import preview
from services.data_protection.export.document import document_of
from services.data_protection.export.household import HouseholdExport, export_household
from services.data_protection.schemas import ErasedOut, EraseIn, ErasurePreviewOut
from services.household.access import HouseholdOf, drop_cookie
from services.household_links.models import HouseholdSession
from services.reservations.transitions import HOUSEHOLD
from services.settings import Settings

router = APIRouter(prefix="/api/household/reservation/data", tags=["household"], route_class=TransactionRoute)
Responses = dict[int | str, dict[str, Any]]
_JSON: Responses = {200: {"content": {"application/json": {"schema": {"type": "object"}}}}}
_PDF: Responses = {200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}}


@router.get("/file.json", response_class=Response, responses=_JSON)
def own_data_as_json(own: HouseholdOf, db: DatabaseOf, clock: ClockOf, settings: SettingsOf) -> Response:
    """Everything stored about the household, machine-readable."""
    export = _export(own, db, clock, settings)
    return _download(to_json(asdict(export), indent=2), "application/json", f"voltigo-{export.reservation}.json")


@router.get("/file.pdf", response_class=Response, responses=_PDF)
def own_data_as_pdf(own: HouseholdOf, db: DatabaseOf, clock: ClockOf, settings: SettingsOf) -> Response:
    """Everything stored about the household, as a document."""
    export = _export(own, db, clock, settings)
    return _download(document_of(export), "application/pdf", f"voltigo-{export.reservation}.pdf")


@router.get("/erasure")
def preview_own_erasure(own: HouseholdOf, session: Reads, clock: ClockOf) -> ErasurePreviewOut:
    """What an erasure would delete and what would stay; nothing changes."""
    return ErasurePreviewOut.of(preview(session, own.reservation_id, clock()))


@router.post("/erasure")
def erase_own_data(
    body: EraseIn, own: HouseholdOf, response: Response, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> ErasedOut:
    """Erase the household's data for good, and free its place unless a contract runs."""
    wish, now = Wish(own.reservation_id, HOUSEHOLD, body.version), clock()
    done = db.write(lambda session: erase(session, wish, now))
    finish_erasures(db, settings, clock)
    drop_cookie(response, settings)
    return ErasedOut(erased_at=done.at, is_whole=done.is_whole, kept_until=done.kept_until)


def _export(own: HouseholdSession, db: Database, clock: Clock, settings: Settings) -> HouseholdExport:
    with db.read() as session:
        return export_household(session, settings, own.reservation_id, clock())


def _download(content: bytes, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type=media_type)
