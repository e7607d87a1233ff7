"""API schemas of saved views."""

from typing import Annotated, Any

from pydantic import BaseModel

from services.core.inputs import Body, Line, Needed, Parameters, absent
from services.reservations.saved_views.definitions import Definition, Resource

Name = Annotated[str, Line(80), Needed("Bitte geben Sie der Ansicht einen Namen.")]


class ViewsQuery(Parameters):
    """Of which list."""

    resource: Resource


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
