"""Use cases of saved views: list, add, change, delete; private or shared with the team."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.console.errors import MOST_VIEWS, OthersView, TooManyViews, UnknownView
from services.console.views.definitions import checked_definition, is_personal, refuse_personal
from services.console.views.models import SavedView
from services.core.fields import Fields, text
from services.core.http.errors import ValidationProblem
from services.staff.call import Staff
from services.staff.models import Role

LONGEST_NAME = 80
_NAME = "Bitte geben Sie der Ansicht einen Namen."
_TAKEN = {"field": "name", "code": "name_taken", "message": "Eine eigene Ansicht mit diesem Namen gibt es schon."}


@dataclass(frozen=True, slots=True)
class Wish:
    """New values of a view; None leaves a value unchanged."""

    name: Any = None
    is_team: bool | None = None
    definition: Any = None


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


def add(session: Session, resource: str, wish: Wish, staff: Staff, now: datetime) -> SavedView:
    """Save a new view; ValidationProblem if name or definition is invalid, PersonalSearch."""
    definition = checked_definition(resource, wish.definition)
    refuse_personal(resource, definition, staff.role)
    name = _name(wish.name)
    own = session.scalars(select(SavedView.name).where(SavedView.owner_id == staff.id)).all()
    if len(own) >= MOST_VIEWS:
        raise TooManyViews
    _refuse_taken(session, resource, name, staff.id)
    view = SavedView(
        owner_id=staff.id,
        resource=resource,
        name=name,
        is_team=bool(wish.is_team),
        definition=definition,
        version=1,
        created_at=now,
        updated_at=now,
    )
    session.add(view)
    session.flush()
    return view


def alter(session: Session, view_id: int, wish: Wish, staff: Staff, now: datetime) -> SavedView:
    """Change a view; UnknownView, OthersView, ValidationProblem or PersonalSearch."""
    view = _changeable(session, view_id, staff)
    if wish.name is not None and (name := _name(wish.name)) != view.name:
        _refuse_taken(session, view.resource, name, view.owner_id)
        view.name = name
    if wish.is_team is not None:
        view.is_team = wish.is_team
    if wish.definition is not None:
        view.definition = checked_definition(view.resource, wish.definition)
        refuse_personal(view.resource, view.definition, staff.role)
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


def _name(given: Any) -> str:
    fields = Fields({"name": given}, [])
    name = fields.read("name", lambda value: text(value, LONGEST_NAME), _NAME)
    if name is None:
        raise ValidationProblem(fields.errors)
    return name


def _refuse_taken(session: Session, resource: str, name: str, owner_id: int) -> None:
    same = select(SavedView.id).where(
        SavedView.owner_id == owner_id, SavedView.resource == resource, SavedView.name == name
    )
    if session.scalar(same) is not None:
        raise ValidationProblem([_TAKEN])
