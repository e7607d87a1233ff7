"""Paging of lists: `?page=1&per_page=25&sort=field&order=asc&<filters>`."""

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from pydantic import Field
from sqlalchemy import Select
from sqlalchemy.orm import InstrumentedAttribute, Session

from services.core.inputs import Parameters

Row = TypeVar("Row")


class PageQuery(Parameters):
    """Which page of a list."""

    page: int = Field(1, ge=1, le=100_000)
    per_page: int = Field(25, ge=1, le=100)


class ListQuery(PageQuery):
    """What every list understands. A subclass adds `sort`, a Literal of its fields, and its filters."""

    order: Literal["asc", "desc"] = "asc"


def page_of(
    session: Session, query: Select[Row], wanted: ListQuery, by: Sequence[InstrumentedAttribute[Any]]
) -> tuple[Sequence[Row], bool]:
    """The rows of one page in the order of the columns `by`, and whether another page follows.

    The last column is unique, so that no row appears on two pages. One extra row is read instead of counting all.
    """
    ordered = query.order_by(*(column.desc() if wanted.order == "desc" else column.asc() for column in by))
    start = (wanted.page - 1) * wanted.per_page
    rows = session.scalars(ordered.offset(start).limit(wanted.per_page + 1)).all()
    return rows[: wanted.per_page], len(rows) > wanted.per_page
