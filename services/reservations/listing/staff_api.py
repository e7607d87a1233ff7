"""Staff API for finding reservations: lists, saved views of them, duplicates, the search while typing."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field

from services.core.http.answers import Extended
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.paging import PageQuery
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.reservations.desk.duplicates import suspected
from services.reservations.desk.masking import refuse_personal_search
from services.reservations.desk.schemas import (
    DuplicateGroupOut,
    DuplicatePageOut,
    ReservationFacetsOut,
    ReservationRowOut,
)
from services.reservations.desk.show import Viewer, rows_of
from services.reservations.listing import saved_views as views
from services.reservations.listing.facets import facets
from services.reservations.listing.filters import ListFilters, Order, Sort
from services.reservations.listing.models import SavedView
from services.reservations.listing.pages import Slice, exact_count, page_of
from services.reservations.listing.saved_views import ViewEditIn, ViewIn, ViewOut, ViewsOut, ViewsQuery
from services.reservations.listing.search_text import catch_up
from services.staff.access import AnyStaffOf, ClerkOf, StaffRouter
from services.staff.call import Staff

router = StaffRouter(tag="reservations")
views_router = StaffRouter(tag="views")


class ListQuery(ListFilters):
    """A page of the filtered list."""

    page: Annotated[int, Field(ge=1, le=100_000)] = 1
    per_page: Annotated[int, Field(ge=1, le=100)] = 25
    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC

    def filters(self) -> ListFilters:
        """Without page and sort."""
        return ListFilters.model_construct(**{name: getattr(self, name) for name in ListFilters.model_fields})


class ReservationPageOut(BaseModel):
    """`total` is null where there are more than a thousand; see `count`."""

    data: list[ReservationRowOut]
    has_next: bool
    total: int | None


class ReservationCountOut(BaseModel):
    count: int


@router.get("/reservations")
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


@router.get("/reservations/count")
def count_reservations(
    filters: Annotated[ListFilters, Query()], staff: AnyStaffOf, db: DatabaseOf
) -> ReservationCountOut:
    """The exact number of reservations that match the filters."""
    refuse_personal_search(filters, staff.role)
    if filters.q:
        catch_up(db)
    with db.read() as session:
        return ReservationCountOut(count=exact_count(session, filters))


@router.get("/reservations/facets")
def reservation_facets(staff: AnyStaffOf, session: Reads) -> ReservationFacetsOut:
    """The values that occur, to choose filters from."""
    return ReservationFacetsOut.model_validate(facets(session, staff.role))


class _DuplicatesQuery(PageQuery):
    """`group`: the key of the only one that is wanted."""

    group: Annotated[str | None, Field(max_length=30)] = None


@router.get("/reservations/duplicates")
def list_duplicates(
    staff: ClerkOf,
    session: Reads,
    settings: SettingsOf,
    wanted: Annotated[_DuplicatesQuery, Query()],
) -> DuplicatePageOut:
    """Undecided groups, the one with the newest member first; or the one with this key."""
    viewer = Viewer(staff.role, settings.secret_key)
    start = (wanted.page - 1) * wanted.per_page
    end = start + wanted.per_page
    groups = [one for one in suspected(session) if wanted.group in (None, one.key)]
    data = [
        DuplicateGroupOut(key=group.key, members=rows_of(session, group.ids, viewer)) for group in groups[start:end]
    ]
    return DuplicatePageOut(data=data, has_next=len(groups) > end, total=len(groups))


def _view_out(view: SavedView, staff: Staff) -> ViewOut:
    return ViewOut.model_validate(Extended(view, is_mine=view.owner_id == staff.id))


@views_router.get("/views")
def list_views(wanted: Annotated[ViewsQuery, Query()], staff: AnyStaffOf, session: Reads) -> ViewsOut:
    """One's own saved views of a list, and the team's."""
    found = [_view_out(view, staff) for view in views.views_of(session, wanted.resource, staff)]
    return ViewsOut(data=found, has_next=False, total=len(found))


@views_router.post("/views", status_code=201)
def add_view(body: ViewIn, staff: AnyStaffOf, session: Writes, clock: ClockOf) -> ViewOut:
    """Save a view."""
    now = clock()
    return _view_out(views.add(session, body, staff, now), staff)


@views_router.patch("/views/{view_id}")
def change_view(view_id: RowId, body: ViewEditIn, staff: AnyStaffOf, session: Writes, clock: ClockOf) -> ViewOut:
    """Change a view's name, visibility or definition."""
    now = clock()
    return _view_out(views.alter(session, view_id, body, staff, now), staff)


@views_router.delete("/views/{view_id}", status_code=204)
def remove_view(view_id: RowId, staff: AnyStaffOf, session: Writes) -> None:
    """Delete a view."""
    views.remove(session, view_id, staff)
