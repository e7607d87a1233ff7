"""Staff API for reservations: list, count, facets, show, edit, reveal."""

from typing import Annotated

from fastapi import Query
from sqlalchemy.orm import Session

from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.reservations.changes import changes_of
from services.reservations.desk.edit import edit_of, save
from services.reservations.desk.inputs import ReservationEditIn
from services.reservations.desk.masking import refuse_personal_search
from services.reservations.desk.reveal import reveal
from services.reservations.desk.rows import Viewer, rows_of
from services.reservations.desk.schemas import (
    ListQuery,
    ReservationCountOut,
    ReservationFacetsOut,
    ReservationOut,
    ReservationPageOut,
    RevealedOut,
    RevealIn,
    StaleReservationOut,
)
from services.reservations.desk.show import document_of
from services.reservations.listing.facets import facets
from services.reservations.listing.filters import ListFilters
from services.reservations.listing.pages import Slice, exact_count, page_of
from services.reservations.listing.search_text import catch_up
from services.staff.access import AnyStaffOf, ClerkOf, StaffRouter
from services.staff.stale import stale_by, with_current

router = StaffRouter(tag="reservations")


@router.get("/reservations", operation_id="list_reservations", responses=problems(401, 403, 422, 503))
def list_reservations(
    query: Annotated[ListQuery, Query()], staff: AnyStaffOf, db: DatabaseOf, settings: SettingsOf
) -> ReservationPageOut:
    """One page of reservations."""
    refuse_personal_search(query.filters(), staff.role, query.sort)
    if query.q:
        catch_up(db)
    with db.read() as session:
        part = Slice(query.sort, query.order, query.page, query.per_page)
        page = page_of(session, query.filters(), part)
        rows = rows_of(session, page.ids, Viewer(staff.role, settings.secret_key), query.q or "")
    return ReservationPageOut(data=rows, has_next=page.has_next, total=page.total)


@router.get("/reservations/count", operation_id="count_reservations", responses=problems(401, 403, 422, 503))
def count_reservations(
    filters: Annotated[ListFilters, Query()], staff: AnyStaffOf, db: DatabaseOf
) -> ReservationCountOut:
    """How many reservations the filters leave, exactly."""
    refuse_personal_search(filters, staff.role)
    if filters.q:
        catch_up(db)
    with db.read() as session:
        return ReservationCountOut(count=exact_count(session, filters))


@router.get("/reservations/facets", operation_id="reservation_facets", responses=problems(401, 403, 503))
def reservation_facets(staff: AnyStaffOf, db: DatabaseOf) -> ReservationFacetsOut:
    """The values that occur, to choose filters from."""
    with db.read() as session:
        return ReservationFacetsOut.model_validate(facets(session, staff.role))


@router.get(
    "/reservations/{reservation_id:int}", operation_id="show_reservation", responses=problems(401, 403, 404, 422, 503)
)
def show_reservation(
    reservation_id: RowId, staff: AnyStaffOf, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> ReservationOut:
    """Everything stored about one reservation."""
    viewer = Viewer(staff.role, settings.secret_key, settings.public_url)
    with db.read() as session:
        return document_of(session, reservation_id, viewer, staff.actor, clock())


@router.patch(
    "/reservations/{reservation_id:int}",
    operation_id="edit_reservation",
    responses=problems(401, 403, 404, 422, 503) | stale_by(StaleReservationOut),
)
def edit_reservation(
    reservation_id: RowId,
    body: ReservationEditIn,
    staff: ClerkOf,
    db: DatabaseOf,
    clock: ClockOf,
    settings: SettingsOf,
) -> ReservationOut:
    """Correct what is known of a household, tags or follow-up. Refused only where a colleague changed one of
    the same members since `version`, with all that was stored meanwhile; then nothing is saved.
    """
    edit = edit_of(body, allow_test_domains=settings.environment == "local")
    now = clock()
    viewer = Viewer(staff.role, settings.secret_key, settings.public_url)

    def show(session: Session) -> ReservationOut:
        return document_of(session, reservation_id, viewer, staff.actor, now)

    with with_current(db, show, changes_of(reservation_id)):
        db.write(lambda session: save(session, reservation_id, body.version, edit, staff.actor, now))
    with db.read() as session:
        return show(session)


@router.post(
    "/reservations/{reservation_id:int}/reveal",
    operation_id="reveal_reservation",
    responses=problems(401, 403, 404, 422, 503),
)
def reveal_reservation(
    reservation_id: RowId, body: RevealIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> RevealedOut:
    """E-mail or phone in full; who asked is written down."""
    now = clock()
    value = db.write(lambda session: reveal(session, reservation_id, body.field, staff.actor, now))
    return RevealedOut(value=value)
