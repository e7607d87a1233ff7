"""Staff API for saved views of the list."""

from typing import Annotated

from fastapi import Query

from services.core.http.answers import Extended
from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.reservations.listing import saved_views as views
from services.reservations.listing.saved_views import ViewEditIn, ViewIn, ViewOut, ViewsOut, ViewsQuery
from services.reservations.models import SavedView
from services.staff.access import AnyStaffOf, StaffRouter
from services.staff.call import Staff

router = StaffRouter(tag="views")


def _view_out(view: SavedView, staff: Staff) -> ViewOut:
    return ViewOut.model_validate(Extended(view, is_mine=view.owner_id == staff.id))


@router.get("/views", operation_id="list_views", responses=problems(401, 403, 422, 503))
def list_views(wanted: Annotated[ViewsQuery, Query()], staff: AnyStaffOf, db: DatabaseOf) -> ViewsOut:
    """Their own views of a list, and the team's."""
    with db.read() as session:
        found = [_view_out(view, staff) for view in views.views_of(session, wanted.resource, staff)]
    return ViewsOut(data=found, has_next=False, total=len(found))


@router.post("/views", status_code=201, operation_id="add_view", responses=problems(401, 403, 409, 422, 503))
def add_view(body: ViewIn, staff: AnyStaffOf, db: DatabaseOf, clock: ClockOf) -> ViewOut:
    """Save a view."""
    now = clock()
    return _view_out(db.write(lambda session: views.add(session, body, staff, now)), staff)


@router.patch("/views/{view_id}", operation_id="change_view", responses=problems(401, 403, 404, 422, 503))
def change_view(view_id: RowId, body: ViewEditIn, staff: AnyStaffOf, db: DatabaseOf, clock: ClockOf) -> ViewOut:
    """Change a view's name, owner's circle or definition."""
    now = clock()
    return _view_out(db.write(lambda session: views.alter(session, view_id, body, staff, now)), staff)


@router.delete(
    "/views/{view_id}", status_code=204, operation_id="remove_view", responses=problems(401, 403, 404, 422, 503)
)
def remove_view(view_id: RowId, staff: AnyStaffOf, db: DatabaseOf) -> None:
    """Delete a view."""
    db.write(lambda session: views.remove(session, view_id, staff))
