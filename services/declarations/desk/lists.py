"""Lists declarations, and counts those that wait for staff."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from services.core.http.paging import ListQuery
from services.declarations.models import AWAITS_REFUND, Declaration, DeclarationCase
from services.declarations.states import UNDECIDED, CaseState, DeclarationKind
from services.reservations.models import Reservation

_IS_OPEN = DeclarationCase.state.in_([state.value for state in UNDECIDED]) | (
    (DeclarationCase.state == CaseState.ACCEPTED.value) & DeclarationCase.refund_due_on.is_not(None)
)
"""Undecided, or to be refunded."""


class DeclarationsQuery(ListQuery):
    """`state` open: those that wait for staff."""

    sort: Literal["received_at"] = "received_at"
    state: Literal["open", "received", "matched", "accepted", "rejected", "refunded"] | None = None
    kind: DeclarationKind | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A declaration with its case, and the reservation's reference where it has one."""

    declaration: Declaration
    case: DeclarationCase
    reservation_reference: str | None


@dataclass(frozen=True, slots=True)
class Page:
    """Entries, whether more follow, and how many there are."""

    rows: Sequence[Entry]
    has_next: bool
    total: int


def page_of(session: Session, wanted: DeclarationsQuery) -> Page:
    """One page in the order of arrival."""
    conditions: list[ColumnElement[bool]] = []
    if wanted.state == "open":
        conditions.append(_IS_OPEN)
    elif wanted.state is not None:
        conditions.append(DeclarationCase.state == wanted.state)
    if wanted.kind is not None:
        conditions.append(Declaration.kind == wanted.kind.value)
    joined = select(Declaration, DeclarationCase).join(DeclarationCase).where(*conditions)
    order = Declaration.id.desc() if wanted.order == "desc" else Declaration.id.asc()
    start = (wanted.page - 1) * wanted.per_page
    rows = session.execute(joined.order_by(order).offset(start).limit(wanted.per_page + 1)).all()
    count = select(func.count()).select_from(Declaration).join(DeclarationCase).where(*conditions)
    shown = [(declaration, case) for declaration, case in rows[: wanted.per_page]]
    references = _references(session, [case for _, case in shown])
    entries = [Entry(one, case, references.get(case.reservation_id or 0)) for one, case in shown]
    return Page(entries, len(rows) > wanted.per_page, session.scalar(count) or 0)


def refunds_due(session: Session, until: date) -> list[Entry]:
    """Withdrawals whose refund is due on this day or earlier and not noted, whatever else was done about them."""
    joined = select(Declaration, DeclarationCase).join(DeclarationCase)
    rows = session.execute(joined.where(AWAITS_REFUND, DeclarationCase.refund_due_on <= until).order_by(Declaration.id))
    return [Entry(one, case, None) for one, case in rows]


def _references(session: Session, cases: Sequence[DeclarationCase]) -> Mapping[int, str]:
    ids = {case.reservation_id for case in cases} - {None}
    rows = session.execute(select(Reservation.id, Reservation.reference).where(Reservation.id.in_(ids)))
    return {row.id: row.reference for row in rows}
