"""Large final operations that wait for a second person."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.console.audit.actions import action_label
from services.core.clock import berlin_day
from services.core.german import counted
from services.reservations.desk.approvals.requests import waiting
from services.reservations.desk.models import OperationRequest
from services.staff.actor_names import actor_names
from services.work.source import Description, Ending, Source, Subject, WorkKind


def _waiting(session: Session, now: datetime) -> Sequence[Subject]:
    return [Subject(str(row.id), berlin_day(row.expires_at), at=row.expires_at) for row in waiting(session, now)]


def _described(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    rows = session.scalars(select(OperationRequest).where(OperationRequest.id.in_(map(int, ids)))).all()
    names = actor_names(session, {row.asked_by for row in rows})
    return {str(row.id): _description(row, names.get(row.asked_by, "")) for row in rows}


def _description(row: OperationRequest, asked_by: str) -> Description:
    households = counted(len(row.ids), "Reservierung", "Reservierungen")
    words = f"{households}, vorgelegt von {asked_by}" if asked_by else households
    facts = (("Grund", row.reason),) if row.reason else ()
    return Description(
        action_label(f"operation.{row.name}"), words, f"/operation-requests#request-{row.id}", facts=facts
    )


OPERATION_REQUEST = Source(
    WorkKind("operation_request", "Vorgang wartet auf Freigabe", "Freigeben", Ending.PAGE, 1), _waiting, _described
)
