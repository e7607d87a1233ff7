"""Validates definitions of saved views: filters, sort and columns known to the list."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.core.inputs import Choice
from services.reservations.desk.masking import is_personal_search
from services.reservations.errors import PersonalSearch
from services.reservations.listing.filters import ListFilters, Order, Sort
from services.staff.models import Role

MOST_COLUMNS = 60


class ReservationView(BaseModel):
    """A list of reservations that a user saved to see it again."""

    model_config = ConfigDict(extra="forbid")

    filters: ListFilters = Field(default_factory=ListFilters)
    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC
    columns: list[str] | None = Field(None, max_length=MOST_COLUMNS)


Resource = Annotated[Literal["reservations"], Choice("Für diese Liste lassen sich keine Ansichten speichern.")]
"""Lists whose views can be saved."""
Definition = Annotated[ReservationView, Choice("Diese Ansicht enthält Filter oder Spalten, die es hier nicht gibt.")]


def stored(view: ReservationView) -> dict[str, Any]:
    """The definition as it is stored: without absent filters."""
    whole = view.model_dump(mode="json")
    filters = {name: value for name, value in whole["filters"].items() if value not in (None, [])}
    return whole | {"filters": filters}


def refuse_personal(view: ReservationView, role: Role) -> None:
    """PersonalSearch if the role may not see what the view shows."""
    if role is Role.MARKETING and is_personal_search(view.filters, view.sort):
        raise PersonalSearch


def is_personal(resource: str, definition: dict[str, Any]) -> bool:
    """Whether a stored view searches for a person; unreadable ones are treated as if they did."""
    try:
        view = ReservationView.model_validate(definition)
    except ValidationError:
        return True
    return resource == "reservations" and is_personal_search(view.filters, view.sort)
