"""Saved views of the list: filters, sort and columns under a name, private or shared with the team."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.edits import assign
from services.core.http.answers import Answer
from services.core.http.errors import ValidationProblem
from services.core.inputs import Body, Choice, Line, Parameters, Required, absent
from services.reservations.desk.masking import is_personal_search, refuse_personal_search
from services.reservations.errors import MOST_VIEWS, OthersView, TooManyViews, UnknownView
from services.reservations.listing.filters import ListFilters, Order, Sort
from services.reservations.listing.models import SavedView
from services.staff.call import Staff
from services.staff.holdings import Holding, Leaving
from services.staff.models import Account, Role


class ReservationView(BaseModel):
    """A list of reservations that a user saved to see it again."""

    model_config = ConfigDict(extra="forbid")

    filters: ListFilters = Field(default_factory=ListFilters)
    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC
    columns: list[str] | None = Field(None, max_length=60)


Resource = Annotated[Literal["reservations"], Choice("Für diese Liste lassen sich keine Ansichten speichern.")]
"""Lists whose views can be saved."""
Definition = Annotated[ReservationView, Choice("Diese Ansicht enthält Filter oder Spalten, die es hier nicht gibt.")]


def stored(view: ReservationView) -> dict[str, Any]:
    """The definition as it is stored: without absent filters."""
    whole = view.model_dump(mode="json")
    filters = {name: value for name, value in whole["filters"].items() if value not in (None, [])}
    return whole | {"filters": filters}


def is_personal(view: SavedView) -> bool:
    """Whether a stored view searches for a person; unreadable ones are treated as if they did."""
    try:
        shown = ReservationView.model_validate(view.definition)
    except ValidationError:
        return True
    return is_personal_search(shown.filters, shown.sort)


_LONGEST_NAME: Final = 80
Name = Annotated[str, Line(_LONGEST_NAME), Required("Bitte geben Sie der Ansicht einen Namen.")]


class ViewsQuery(Parameters):
    """Of which list."""

    resource: Resource


class ViewOut(Answer):
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


class ViewIn(Body):
    """A view of a list; what a definition may hold depends on the list."""

    resource: Resource
    name: Name
    is_team: bool = False
    definition: Definition


class ViewEditIn(Body):
    """Only what changes."""

    name: Name = absent()
    is_team: bool = absent()
    definition: Definition = absent()


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
    return [view for view in found if not is_personal(view)]


def add(session: Session, wanted: ViewIn, staff: Staff, now: datetime) -> SavedView:
    """Save a new view; ValidationProblem if its name is taken, TooManyViews, PersonalSearch."""
    refuse_personal_search(wanted.definition.filters, staff.role, wanted.definition.sort)
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
        refuse_personal_search(wanted.definition.filters, staff.role, wanted.definition.sort)
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


def held(leaving: Leaving) -> Iterator[Holding]:
    """Each view of the account. One that looks for a person is not for marketing."""
    mine = select(SavedView).where(SavedView.owner_id == leaving.account.id).order_by(SavedView.id)
    for view in leaving.session.scalars(leaving.rows(mine)).all():
        hidden = {Role.MARKETING} if is_personal(view) else set()
        yield Holding("view", f"view:{view.id}", view.name, frozenset(Role) - hidden, partial(_give, leaving, view))


def _give(leaving: Leaving, view: SavedView, heir: Account) -> bool:
    session = leaving.session
    found = session.scalars(select(SavedView).where(SavedView.owner_id == heir.id)).all()
    theirs = {(one.resource, one.name): one for one in found}
    same = theirs.get((view.resource, view.name))
    if same is not None and (same.definition, same.is_team) == (view.definition, view.is_team):
        session.delete(view)
    elif len(theirs) >= MOST_VIEWS:
        return False
    else:
        view.owner_id, view.name = heir.id, _free_name(view, theirs)
        view.version += 1
        view.updated_at = leaving.now
    session.flush()
    return True


def _free_name(view: SavedView, theirs: dict[tuple[str, str], SavedView]) -> str:
    name, number = view.name, 1
    while (view.resource, name) in theirs:
        number += 1
        ending = f" ({number})"
        name = f"{view.name[: _LONGEST_NAME - len(ending)]}{ending}"
    return name
