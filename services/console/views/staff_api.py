"""Staff API for saved views."""

from typing import Annotated, Any

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from services.console.views import views
from services.console.views.models import SavedView
from services.console.views.views import Wish
from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.openapi import problems
from services.staff.access import AnyStaffOf, StaffRouter
from services.staff.call import Staff

router = StaffRouter(tag="views")

ViewId = Annotated[int, Path(ge=1, le=2**63 - 1)]
Resource = Annotated[str, Field(max_length=40)]


class ViewOut(BaseModel):
    """`definition` is `{filters, sort, order, columns}`."""

    id: int
    resource: str
    name: str
    is_team: bool
    is_mine: bool
    definition: dict[str, Any]


class ViewsOut(BaseModel):
    data: list[ViewOut]
    has_next: bool
    total: int


class ViewIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    resource: Resource
    name: Any
    is_team: bool = False
    definition: dict[str, Any]


class ViewEditIn(BaseModel):
    """Only what changes."""

    model_config = ConfigDict(extra="forbid")

    name: Any = None
    is_team: bool | None = None
    definition: dict[str, Any] | None = None


def _view_out(view: SavedView, staff: Staff) -> ViewOut:
    return ViewOut(
        id=view.id,
        resource=view.resource,
        name=view.name,
        is_team=view.is_team,
        is_mine=view.owner_id == staff.id,
        definition=view.definition,
    )


@router.get("/views", operation_id="list_views", responses=problems(401, 403, 422, 503))
def list_views(resource: Annotated[str, Query(max_length=40)], staff: AnyStaffOf, db: DatabaseOf) -> ViewsOut:
    """Their own views of a list, and the team's."""
    with db.read() as session:
        found = [_view_out(view, staff) for view in views.views_of(session, resource, staff)]
    return ViewsOut(data=found, has_next=False, total=len(found))


@router.post("/views", status_code=201, operation_id="add_view", responses=problems(401, 403, 409, 422, 503))
def add_view(body: ViewIn, staff: AnyStaffOf, db: DatabaseOf, clock: ClockOf) -> ViewOut:
    """Save a view."""
    now, wish = clock(), Wish(body.name, body.is_team, body.definition)
    return _view_out(db.write(lambda session: views.add(session, body.resource, wish, staff, now)), staff)


@router.patch("/views/{view_id}", operation_id="change_view", responses=problems(401, 403, 404, 422, 503))
def change_view(view_id: ViewId, body: ViewEditIn, staff: AnyStaffOf, db: DatabaseOf, clock: ClockOf) -> ViewOut:
    """Change a view's name, owner's circle or definition."""
    now, wish = clock(), Wish(body.name, body.is_team, body.definition)
    return _view_out(db.write(lambda session: views.alter(session, view_id, wish, staff, now)), staff)


@router.delete(
    "/views/{view_id}", status_code=204, operation_id="remove_view", responses=problems(401, 403, 404, 422, 503)
)
def remove_view(view_id: ViewId, staff: AnyStaffOf, db: DatabaseOf) -> None:
    """Delete a view."""
    db.write(lambda session: views.remove(session, view_id, staff))
