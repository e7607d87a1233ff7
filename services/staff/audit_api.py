"""The audit log, for the administration."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, Field
from sqlalchemy import Select, func, select

from services.core.clock import BERLIN
from services.core.openapi import problems
from services.core.paging import ListQuery, page_of
from services.staff.access import AdminOf, CallOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry

router = StaffRouter(tag="audit")

_Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,80}$")]
_Day = Annotated[date, Field(ge=date(2000, 1, 1), le=date(2999, 1, 1))]


class AuditQuery(ListQuery):
    """Filters are exact; days are Berlin's, both included."""

    sort: Literal["id"] = "id"
    order: Literal["asc", "desc"] = "desc"
    action: _Name | None = None
    actor: _Name | None = None
    subject: _Name | None = None
    from_: _Day | None = Field(None, alias="from")
    to: _Day | None = None


class AuditEntryOut(BaseModel):
    """One thing that happened. `actor_name` is known for accounts only."""

    id: int
    at: datetime
    actor: str
    actor_name: str | None
    action: str
    subject: str
    details: dict[str, Any]


class AuditOut(BaseModel):
    data: list[AuditEntryOut]
    has_next: bool
    total: int | None


class VerifiedOut(BaseModel):
    """How long the chain is, and where it is broken, if it is."""

    entries: int
    first_broken: int | None


@router.get("/audit", operation_id="list_audit", responses=problems(401, 403, 422, 503))
def list_audit(call: CallOf, _staff: AdminOf, wanted: Annotated[AuditQuery, Query()]) -> AuditOut:
    """What happened, the latest first. Not counted: the log grows with everything that is done here."""
    with call.db.read() as session:
        rows, has_next = page_of(session, _filtered(wanted), wanted, (AuditEntry.id,))
        names = actor_names(session, {row.actor for row in rows})
    data = [
        AuditEntryOut(
            id=row.id,
            at=row.at,
            actor=row.actor,
            actor_name=names.get(row.actor),
            action=row.action,
            subject=row.subject,
            details=row.details,
        )
        for row in rows
    ]
    return AuditOut(data=data, has_next=has_next, total=None)


def _filtered(wanted: AuditQuery) -> Select[AuditEntry]:
    query = select(AuditEntry)
    for column, value in (
        (AuditEntry.action, wanted.action),
        (AuditEntry.actor, wanted.actor),
        (AuditEntry.subject, wanted.subject),
    ):
        query = query.where(column == value) if value is not None else query
    if wanted.from_ is not None:
        query = query.where(AuditEntry.at >= _midnight(wanted.from_))
    if wanted.to is not None:
        query = query.where(AuditEntry.at < _midnight(wanted.to + timedelta(days=1)))
    return query


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), BERLIN).astimezone(UTC)


@router.post("/audit/verify", operation_id="verify_audit", responses=problems(401, 403, 503))
def verify_audit(call: CallOf, _staff: AdminOf) -> VerifiedOut:
    """Check the hash chain from its first entry to its last."""
    with call.db.read() as session:
        entries = session.scalar(select(func.count()).select_from(AuditEntry)) or 0
        return VerifiedOut(entries=entries, first_broken=first_broken_entry(session))
