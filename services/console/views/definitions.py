"""Validates definitions of saved views: filters, sort and columns known to the list."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from services.core.http.errors import ValidationProblem
from services.reservations.desk.masking import is_personal_search
from services.reservations.errors import PersonalSearch
from services.reservations.listing.filters import ListFilters, Order, Sort
from services.staff.models import Role

MOST_COLUMNS = 60


class ReservationView(BaseModel):
    """A list of reservations as somebody wants to see it again."""

    model_config = ConfigDict(extra="forbid")

    filters: ListFilters = Field(default_factory=ListFilters)
    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC
    columns: list[str] | None = Field(None, max_length=MOST_COLUMNS)


_KINDS: dict[str, type[BaseModel]] = {"reservations": ReservationView}


def checked_definition(resource: str, definition: Any) -> dict[str, Any]:
    """The definition as stored, without absent filters; ValidationProblem if it does not fit the list."""
    kind = _KINDS.get(resource)
    if kind is None:
        raise _problem("resource", "Für diese Liste lassen sich keine Ansichten speichern.")
    try:
        view = kind.model_validate(definition)
    except ValidationError:
        raise _problem("definition", "Diese Ansicht enthält Filter oder Spalten, die es hier nicht gibt.") from None
    whole = view.model_dump(mode="json")
    filters = {name: value for name, value in whole["filters"].items() if value not in (None, [])}
    return whole | {"filters": filters}


def refuse_personal(resource: str, definition: dict[str, Any], role: Role) -> None:
    """PersonalSearch if the role may not see what the view shows."""
    if role is Role.MARKETING and is_personal(resource, definition):
        raise PersonalSearch


def is_personal(resource: str, definition: dict[str, Any]) -> bool:
    """Whether a stored view searches for a person; unreadable ones are treated as if they did."""
    try:
        view = ReservationView.model_validate(definition)
    except ValidationError:
        return True
    return resource == "reservations" and is_personal_search(view.filters, view.sort)


def _problem(field: str, message: str) -> ValidationProblem:
    return ValidationProblem([{"field": field, "code": "unknown_choice", "message": message}])
