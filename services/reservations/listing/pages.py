"""Pages of reservations: one filtered query over the table, whatever the filters and the sort.

One index covers all columns of filters and sorts (`ix_reservations_list`), in the order of the default sort: the
database reads it instead of whole reservations, and stops early if the newest come first.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, TextClause, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import compared, spellings
from services.core.clock import end_of_berlin_day, start_of_berlin_day
from services.reservations.errors import TooDeep
from services.reservations.listing.filters import ListFilters, Order, Sort
from services.reservations.listing.search import query_of
from services.reservations.listing.search_text import found_by_search
from services.reservations.models import (
    FILTERS,
    OPEN_DUPLICATE,
    OPEN_MISMATCH,
    UNCONFIRMED,
    WITH_CAMPAIGN,
    WITH_SOURCE,
    Reservation,
    ReservationTag,
)

Value = TypeVar("Value", str, int)

DEEPEST = 10_000
MOST_COUNTED = 1_000
"""Up to here a page tells how many there are in all."""

_DETAILS = tuple(one.column for one in FILTERS)
_WITH_ADDRESS: Final[Mapping[str, ColumnElement[bool] | TextClause]] = {
    "unconfirmed": UNCONFIRMED,
    "confirmed": Reservation.email_confirmed_at.is_not(None),
    "none": Reservation.email_normalized == "",
}
_SORTED_BY = {
    Sort.CREATED_AT: Reservation.created_at,
    Sort.SPOT_NUMBER: Reservation.spot_number,
    Sort.LAST_NAME: Reservation.name_key,
    Sort.UPDATED_AT: Reservation.updated_at,
    Sort.FOLLOW_UP_ON: Reservation.follow_up_on,
}


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a sorted list."""

    sort: Sort = Sort.CREATED_AT
    order: Order = Order.DESC
    page: int = 1
    per_page: int = 25

    @property
    def offset(self) -> int:
        return (self.page - 1) * self.per_page

    @property
    def end(self) -> int:
        return self.offset + self.per_page


@dataclass(frozen=True, slots=True)
class Page:
    """Ids in order. `total` is None where there are more than `MOST_COUNTED`."""

    ids: Sequence[int]
    has_next: bool
    total: int | None


def page_of(session: Session, filters: ListFilters, part: Slice) -> Page:
    """One page; TooDeep beyond `DEEPEST`."""
    if part.end > DEEPEST:
        raise TooDeep
    # Ids cost next to nothing: those of the page and of all that are counted come in one query.
    ids = session.scalars(_sorted(session, filters, part).limit(max(part.end, MOST_COUNTED) + 1)).all()
    return Page(
        ids=ids[part.offset : part.end],
        has_next=len(ids) > part.end,
        total=len(ids) if len(ids) <= MOST_COUNTED else None,
    )


def _sorted(session: Session, filters: ListFilters, part: Slice) -> Select[int]:
    """The ids that the filters ask for, in order.

    Of many rows a database keeps the first thousand that it has met so far. Numbers of places and follow-ups grow with
    time: read from the oldest on, every row would push out another one, which takes four times as long.
    """
    column = _SORTED_BY[part.sort]
    query = select(Reservation.id, column.label("key")).where(*_conditions(session, filters))
    if part.order is Order.ASC or part.sort not in (Sort.SPOT_NUMBER, Sort.FOLLOW_UP_ON):
        return query.with_only_columns(Reservation.id).order_by(*_ordering(part.sort, part.order))
    # OFFSET 0 keeps both databases from dropping the order within.
    met = query.order_by(*_ordering(Sort.CREATED_AT, part.order)).offset(0).subquery()
    return select(met.c.id).order_by(*_in_order(met.c.key, met.c.id, part.sort, part.order))


def exact_count(session: Session, filters: ListFilters) -> int:
    """How many there are, however long counting takes."""
    counted = select(func.count()).select_from(Reservation)
    return session.scalar(counted.where(*_conditions(session, filters))) or 0


def all_ids(session: Session, filters: ListFilters, sort: Sort, order: Order) -> Generator[int]:
    """Every id in order, as a stream: for exports."""
    query = select(Reservation.id).where(*_conditions(session, filters)).order_by(*_ordering(sort, order))
    with closing(session.scalars(query.execution_options(yield_per=1000))) as ids:  # also when the caller stops early
        yield from ids


def _ordering(sort: Sort, order: Order) -> Sequence[ColumnElement[Any]]:
    """Who has no follow-up comes after all that have one, and first in the reverse."""
    return _in_order(_SORTED_BY[sort], Reservation.id, sort, order)


def _in_order(
    column: SQLColumnExpression[Any], number: SQLColumnExpression[int], sort: Sort, order: Order
) -> Sequence[ColumnElement[Any]]:
    up, down = column.asc(), column.desc()
    if sort is Sort.FOLLOW_UP_ON:
        up, down = up.nulls_last(), down.nulls_first()
    return (up, number.asc()) if order is Order.ASC else (down, number.desc())


def _conditions(session: Session, filters: ListFilters) -> Iterable[ColumnElement[bool] | TextClause]:
    """What the filters ask of a reservation."""
    for column, values in (
        (Reservation.state, filters.state or None),
        (Reservation.annual_kwh, filters.annual_kwh or None),
        (Reservation.payment_plan, _given(filters.payment_plan)),
        (Reservation.deposit_state, _given(filters.deposit_state)),
        *((getattr(Reservation, name), _given(getattr(filters, name))) for name in _DETAILS),
        (Reservation.park_id, _given(filters.park)),
        (Reservation.referral_code, _given(filters.referral_code)),
        (Reservation.utm_source, _written(session, Reservation.utm_source, WITH_SOURCE, filters.utm_source)),
        (Reservation.utm_campaign, _written(session, Reservation.utm_campaign, WITH_CAMPAIGN, filters.utm_campaign)),
        (Reservation.spot_number, _given(filters.spot_number)),
        (Reservation.id, filters.ids),
    ):
        if values is not None:
            yield column.in_(values)
    yield from _days(filters)
    if filters.tag:
        yield Reservation.id.in_(select(ReservationTag.reservation_id).where(ReservationTag.tag == filters.tag))
    if filters.duplicate:
        yield OPEN_DUPLICATE if filters.duplicate == "open" else Reservation.duplicate_suspected.is_(True)
    if filters.price_mismatch:
        yield OPEN_MISMATCH if filters.price_mismatch == "open" else Reservation.price_mismatch.is_(True)
    if filters.channel:
        yield Reservation.channel == filters.channel if filters.channel != "site" else Reservation.channel.is_(None)
    if filters.address:
        yield _WITH_ADDRESS[filters.address]
    if filters.q and filters.q.strip():
        yield found_by_search(session, query_of(filters.q))


def _days(filters: ListFilters) -> Iterable[ColumnElement[bool]]:
    if filters.created_from:
        yield Reservation.created_at >= start_of_berlin_day(filters.created_from)
    if filters.created_to:
        yield Reservation.created_at < end_of_berlin_day(filters.created_to)
    if filters.follow_up_until:
        yield Reservation.follow_up_on <= filters.follow_up_until
    if filters.burst:
        last = select(func.max(Reservation.burst_at)).scalar_subquery()
        yield Reservation.burst_at == (last if filters.burst == "last" else _moment(filters.burst))


def _given(value: Value | None) -> Sequence[Value] | None:
    return None if value is None or value == "" else [value]


def _written(
    session: Session, column: InstrumentedAttribute[str], is_written: TextClause, value: str | None
) -> Sequence[str] | None:
    """All that links said that means the same as this value: kept as the links spelt it, and aliases come and go."""
    if not value:
        return None
    wanted = spellings(column.key, value, canonical_values(session))
    written = session.scalars(select(column).where(is_written).distinct())
    return [spelt for spelt in written if compared(spelt) in wanted]


def _moment(text: str) -> datetime:
    """The moment of an ISO text, which a pattern has checked, as far as the calendar allows it."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.max.replace(tzinfo=UTC)
