"""The figures of the console's page: per table the number of persons, the oldest row, the rows that are due."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, distinct, func, or_, select, true
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.personal_data import Description, Subject
from services.data_protection.registry import PERSONAL
from services.data_protection.retention.due import BY_ROW, BY_SUBJECT, due_rows
from services.data_protection.retention.rules import RULES, Rule
from services.reservations.models import Reservation


@dataclass(frozen=True, slots=True)
class TableFigures:
    """One table. `persons`: how many different households its rows lead to; None: they lead to none, or to people who
    work here. `oldest`: None without rows, or without a moment.
    """

    described: Description
    rule: Rule
    rows: int
    persons: int | None
    oldest: datetime | None
    due: int


def overview(session: Session, now: datetime) -> Sequence[TableFigures]:
    """The figures of every table with personal data, in the order of the registry."""
    today = berlin_day(now)
    found = []
    for described in PERSONAL:
        conditions = [
            condition for rule in (*BY_SUBJECT, *BY_ROW) if (condition := due_rows(described, rule, today)) is not None
        ]
        found.append(_figures(session, described, conditions))
    return found


def _figures(session: Session, described: Description, is_due: Sequence[ColumnElement[bool]]) -> TableFigures:
    table = described.table
    dated: ColumnElement[Any] | None = table.c[described.dated_by] if described.dated_by else None
    columns = [func.count(), *([func.min(dated)] if dated is not None else [])]
    rows, *oldest = session.execute(select(*columns).select_from(table).where(_is_person(described))).one()
    due = select(func.count()).select_from(table).where(or_(*is_due)) if is_due else None
    return TableFigures(
        described,
        RULES[described.rule],
        rows,
        _persons(session, described),
        oldest[0] if oldest else None,
        (session.scalar(due) or 0) if due is not None else 0,
    )


def _persons(session: Session, described: Description) -> int | None:
    """How many households: rows of one have the same lead."""
    if not described.leads:
        return None
    column = described.table.c[described.leads[0].column]
    query = select(func.count(distinct(column))).select_from(described.table).where(_is_person(described))
    if described.leads[0].is_reference:
        leads = [lead for lead in described.leads if lead.is_reference]
        leads_to_household = or_(
            *(described.table.c[lead.column].startswith(f"{lead.subject.value}:") for lead in leads)
        )
        query = query.where(leads_to_household)
    return session.scalar(query) or 0


def _is_person(described: Description) -> ColumnElement[bool]:
    """Whether a row still leads to a person: what stayed of an erased reservation does not."""
    lead = next((one for one in described.leads if one.subject is Subject.RESERVATION and not one.is_reference), None)
    if lead is None:
        return true()
    if described.table is Reservation.__table__:
        return Reservation.erased_at.is_(None)
    erased = select(Reservation.id).where(Reservation.erased_at.is_not(None))
    return func.coalesce(described.table.c[lead.column].not_in(erased), True)
