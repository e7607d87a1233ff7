"""Staff API for the audit log, for administrators: list, parts of an operation, and filter choices."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.audit.actions import AREAS, AreaName
from services.audit.entries import AuditFilters, parts, reservations_of, rows, whole_of
from services.audit.errors import UnknownOperationEntry
from services.audit.subjects import SubjectOut, named, suggestions
from services.core.http.answers import Answer, Extended
from services.core.http.paging import ListQuery, page_of
from services.core.http.transactions import Reads
from services.core.inputs import Parameters, RowId
from services.reservations.desk.show import Viewer
from services.reservations.listing.search import LONGEST_QUERY
from services.staff.access import AdminOf, CallOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.audit import first_broken_entry
from services.staff.call import Call, Staff
from services.staff.models import Account, AccountState, AuditEntry

router = StaffRouter(tag="audit")


class AuditQuery(AuditFilters, ListQuery):
    """A page of the log."""

    sort: Literal["id"] = "id"
    order: Literal["asc", "desc"] = "desc"


class SubjectsQuery(Parameters):
    """The text to search for."""

    q: str = Field(min_length=1, max_length=LONGEST_QUERY)


class PartsQuery(ListQuery):
    """A page of what belongs to one operation."""

    sort: Literal["id"] = "id"


class AuditEntryOut(Answer):
    """One event. `actor_name` is known for accounts only.

    `reservations`: how many an operation affected; each has a further entry as part of this one. `about`: the subject,
    if it has a name: of an operation on one reservation, that reservation.
    """

    id: int
    at: datetime
    actor: str
    actor_name: str | None
    action: str
    subject: str
    about: SubjectOut | None
    reservations: int | None
    details: dict[str, Any]


class AuditOut(BaseModel):
    data: list[AuditEntryOut]
    has_next: bool
    total: int | None


class VerifiedOut(BaseModel):
    """How long the chain is, and where it is broken, if it is."""

    entries: int
    first_broken: int | None


class ActionOut(BaseModel):
    action: str
    label: str


class AreaOut(BaseModel):
    """A part of the work and what is done there."""

    area: AreaName
    label: str
    actions: list[ActionOut]


class ActorOut(BaseModel):
    """An account by its name; `is_active` is false for one that was disabled or not yet set up."""

    actor: str
    name: str
    is_active: bool


class AuditChoicesOut(BaseModel):
    areas: list[AreaOut]
    accounts: list[ActorOut]


class SubjectsOut(BaseModel):
    data: list[SubjectOut]


@router.get("/audit")
def list_audit(session: Reads, call: CallOf, staff: AdminOf, wanted: Annotated[AuditQuery, Query()]) -> AuditOut:
    """Entries, the latest first; an operation with all its effects is one row. Without a total: the log only grows."""
    found, has_next = page_of(session, rows(wanted), wanted, (AuditEntry.id,))
    return AuditOut(data=_shown(session, found, _viewer(call, staff)), has_next=has_next, total=None)


@router.get("/audit/choices")
def audit_choices(session: Reads, _staff: AdminOf) -> AuditChoicesOut:
    """Choices of the filters: the actions by area, and all accounts."""
    accounts = session.execute(select(Account.id, Account.name, Account.state).order_by(Account.name, Account.id))
    people = [
        ActorOut(actor=f"staff:{id_}", name=name, is_active=state == AccountState.ACTIVE.value)
        for id_, name, state in accounts
    ]
    return AuditChoicesOut(areas=_AREAS, accounts=people)


@router.get("/audit/subjects")
def audit_subjects(call: CallOf, staff: AdminOf, wanted: Annotated[SubjectsQuery, Query()]) -> SubjectsOut:
    """Reservations, parks, mails and accounts that match the typed words by reference, name or number."""
    found = suggestions(call.db, wanted.q, _viewer(call, staff))
    return SubjectsOut(data=found)


@router.get("/audit/{entry}/parts")
def audit_parts(
    session: Reads, call: CallOf, staff: AdminOf, entry: RowId, wanted: Annotated[PartsQuery, Query()]
) -> AuditOut:
    """The effects of an operation, reservation by reservation."""
    whole = whole_of(session, entry)
    if whole is None:
        raise UnknownOperationEntry
    found, has_next = page_of(session, parts(whole), wanted, (AuditEntry.id,))
    data = _shown(session, found, _viewer(call, staff))
    return AuditOut(data=data, has_next=has_next, total=len(reservations_of(whole)))


@router.post("/audit/verify")
def verify_audit(session: Reads, _staff: AdminOf) -> VerifiedOut:
    """Check the hash chain from its first entry to its last."""
    entries = session.scalar(select(func.count()).select_from(AuditEntry)) or 0
    return VerifiedOut(entries=entries, first_broken=first_broken_entry(session))


_AREAS = [
    AreaOut(
        area=area.name,
        label=area.label,
        actions=[ActionOut(action=action, label=label) for action, label in area.actions.items()],
    )
    for area in AREAS
]


def _viewer(call: Call, staff: Staff) -> Viewer:
    return Viewer(staff.role, call.settings.secret_key)


def _shown(session: Session, found: Sequence[AuditEntry], viewer: Viewer) -> list[AuditEntryOut]:
    actors = actor_names(session, {row.actor for row in found})
    subjects = {row.id: _subject_of(row) for row in found}
    names = named(session, subjects.values(), viewer)
    return [
        AuditEntryOut.model_validate(
            Extended(
                row,
                actor_name=actors.get(row.actor),
                about=names.get(subjects[row.id]),
                reservations=len(reservations_of(row)) or None,
            )
        )
        for row in found
    ]


def _subject_of(entry: AuditEntry) -> str:
    """The subject to name: for an operation with one reservation, that reservation."""
    reservations = reservations_of(entry)
    return f"reservation:{reservations[0]}" if len(reservations) == 1 else entry.subject
