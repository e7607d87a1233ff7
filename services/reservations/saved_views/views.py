"""Use cases of saved views: list, add, change, delete; private or shared with the team."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.edits import assign
from services.core.http.errors import ValidationProblem
from services.reservations.errors import MOST_VIEWS, OthersView, TooManyViews, UnknownView
from services.reservations.models import SavedView
from services.reservations.saved_views.definitions import is_personal, refuse_personal, stored
from services.reservations.saved_views.schemas import ViewEditIn, ViewIn
from services.staff.call import Staff
from services.staff.models import Role

_TAKEN = {"field": "name", "code": "name_taken", "message": "Eine eigene Ansicht mit diesem Namen gibt es schon."}


def views_of(session: Session, resource: str, staff: Staff) -> Sequence[SavedView]:
    """The caller's own and the team's views, by name. Marketing does not get views that search for a person, since
    their names say whom.
    """
    is_visible = SavedView.is_team | (SavedView.owner_id == staff.id)
    query = select(SavedView).where(SavedView.resource == resource, is_visible)
    found = session.scalars(query.order_by(SavedView.name, SavedView.id)).all()
    if staff.role is not Role.MARKETING:
        return found
    return [view for view in found if not is_personal(view.resource, view.definition)]


def add(session: Session, wanted: ViewIn, staff: Staff, now: datetime) -> SavedView:
    """Save a new view; ValidationProblem if its name is taken, TooManyViews, PersonalSearch."""
    refuse_personal(wanted.definition, staff.role)
    own = session.scalars(select(SavedView.name).where(SavedView.owner_id == staff.id)).all()
    if len(own) >= MOST_VIEWS:
        raise TooManyViews
    _refuse_taken(session, wanted.resource, wanted.name, staff.id)
    view = SavedView(
        owner_id=staff.id,
        resource=wanted.resource,
        name=wanted.name,
        is_team=wanted.is_team,
        definition=stored(wanted.definition),
        version=1,
        created_at=now,
        updated_at=now,
    )
    session.add(view)
    session.flush()
    return view


def alter(session: Session, view_id: int, wanted: ViewEditIn, staff: Staff, now: datetime) -> SavedView:
    """Change a view; UnknownView, OthersView, ValidationProblem or PersonalSearch."""
    view = _changeable(session, view_id, staff)
    given = wanted.given()
    if given.get("name", view.name) != view.name:
        _refuse_taken(session, view.resource, wanted.name, view.owner_id)
    if "definition" in given:
        refuse_personal(wanted.definition, staff.role)
        given["definition"] = stored(wanted.definition)
    assign(view, given)
    view.version += 1
    view.updated_at = now
    session.flush()
    return view


def remove(session: Session, view_id: int, staff: Staff) -> None:
    """Delete a view; UnknownView or OthersView."""
    session.delete(_changeable(session, view_id, staff))


def _changeable(session: Session, view_id: int, staff: Staff) -> SavedView:
    view = session.get(SavedView, view_id, with_for_update=True)
    if view is None or (view.owner_id != staff.id and not view.is_team):
        raise UnknownView
    if view.owner_id != staff.id and staff.role is not Role.ADMIN:
        raise OthersView
    return view


def _refuse_taken(session: Session, resource: str, name: str, owner_id: int) -> None:
    same = select(SavedView.id).where(
        SavedView.owner_id == owner_id, SavedView.resource == resource, SavedView.name == name
    )
    if session.scalar(same) is not None:
        raise ValidationProblem([_TAKEN])
