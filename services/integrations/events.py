"""Webhook events, made from audit log entries; they contain no personal data.

The audit log is the source because it is complete and ordered: its entries commit one after another, in the
transaction of the change they record. So no other call needs extra code, and there is never an event for a change that
was rolled back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from pydantic_core import to_json
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.campaigns import origin_of
from services.campaigns.models import Campaign
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.integrations.models import Delivery, DeliveryState, WebhookCursor, WebhookEndpoint
from services.offer import PACKAGES
from services.reports.labels import title_of
from services.reports.models import ReportRun
from services.reservations.desk.undoable import undo_name
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import ReservationState
from services.reservations.transitions import CORRECTIONS, STATE_OPERATIONS, UNOFFERED
from services.schedules.runs import RUN_FAILED, TOLD_RUNS, FailedBecause, sent_runs
from services.staff.models import AuditEntry

TEST_EVENT: Final = "webhook.test"

EVENTS: Final = {
    "reservation.created": "Platz reserviert",
    "reservation.invited": "Zum Vertrag eingeladen",
    "reservation.contracted": "Vertrag geschlossen",
    "reservation.activated": "Lieferung begonnen",
    "reservation.ended": "Lieferung beendet",
    "reservation.cancelled": "Storniert",
    "reservation.expired": "Verfallen",
    "reservation.withdrawn": "Widerrufen",
    "reservation.park_cancelled": "Mit dem Park abgesagt",
    "reservation.changed": "Paket, Zahlung oder Platz geändert",
    "reservation.reopened": "Wieder aufgenommen",
    "reservation.undone": "Letzten Schritt zurückgenommen",
    "report_run.generated": "Bericht erstellt",
    "report_run.delivered": "Bericht zugestellt",
    "report_run.failed": "Bericht fehlgeschlagen",
    "alert.opened": "Hinweis eröffnet",
    "alert.closed": "Hinweis beendet",
}
"""Event types with their German labels."""

_CREATED = "reservation.reserved"
_MERGED = "reservation.merge"
_ALERTS: Final = ("alert.opened", "alert.closed")
_TAKEN_OVER = "reservation.take_over"
_CONTINUED = "reservation.take_over_contract"
_OF_OPERATION: Final = {
    "invite": "reservation.invited",
    "contract": "reservation.contracted",
    "activate": "reservation.activated",
    "end": "reservation.ended",
    "cancel": "reservation.cancelled",
    "expire": "reservation.expired",
    "withdraw": "reservation.withdrawn",
    "cancel_park": "reservation.park_cancelled",
    "give_up": "reservation.cancelled",
    "lapse": "reservation.expired",
    "lapse_invitation": "reservation.expired",
    "hand_over": "reservation.cancelled",
    "transfer": "reservation.ended",
    "take_back_import": "reservation.cancelled",
    "change_share": "reservation.changed",
    "move_spot": "reservation.changed",
    "swap_spots": "reservation.changed",
    "reopen": "reservation.reopened",
}
_AFTER: Final = {
    f"reservation.{one.name}": str(one.to_state)
    for one in (*STATE_OPERATIONS, *UNOFFERED.values(), *CORRECTIONS.values())
    if one.to_state is not None
}
_UNDONE: Final = frozenset(f"reservation.{undo_name(name)}" for name in (*_OF_OPERATION, "merge"))
_TYPES: Final = {
    _CREATED: "reservation.created",
    _MERGED: "reservation.cancelled",
    _TAKEN_OVER: "reservation.created",
    _CONTINUED: "reservation.created",
    **{f"reservation.{name}": event for name, event in _OF_OPERATION.items()},
    **dict.fromkeys(_UNDONE, "reservation.undone"),
    **{action: action for action in TOLD_RUNS},
    **{action: action for action in _ALERTS},
}
"""Event type by audit log action."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event ready to be sent."""

    message_id: str
    type: str
    subject: str
    at: datetime
    payload: str


def events_of(session: Session, entries: Iterable[AuditEntry], public_url: str) -> list[Event]:
    """The events of these entries, in order. Entries whose subject no longer exists are skipped."""
    telling = [entry for entry in entries if entry.action in _TYPES]
    ids = {number_of(entry.subject) for entry in telling if entry.subject.startswith("reservation:")}
    found = session.scalars(select(Reservation).where(Reservation.id.in_(ids))) if ids else ()
    reservations = {row.id: row for row in found}
    undone = _states_after_undo(session, [entry for entry in telling if entry.action in _UNDONE])
    runs = sent_runs(session, [number_of(entry.subject) for entry in telling if entry.action in TOLD_RUNS])
    events = []
    for entry in telling:
        number = number_of(entry.subject)
        data: dict[str, Any] | None
        if entry.action in _ALERTS:
            data = _alert_data(session, entry, public_url)
        elif entry.action in TOLD_RUNS:
            data = _run_data(entry, runs.get(number), public_url)
        else:
            data = _reservation_data(entry, reservations.get(number), undone)
        if data is not None:
            events.append(_event(entry, _TYPES[entry.action], data))
    return events


def body_of(event: str, at: datetime, sequence: int, data: Mapping[str, Any]) -> str:
    """The JSON of an event."""
    return to_json({"type": event, "timestamp": at, "sequence": sequence, "data": data}).decode()


def number_of(subject: str) -> int:
    """17 for `reservation:17`; 0 if there is no number."""
    number = subject.rpartition(":")[2]
    return int(number) if number.isdigit() else 0


def _event(entry: AuditEntry, event: str, data: Mapping[str, Any]) -> Event:
    # The entry's hash is as unique as its id, and the same in every process and at every attempt.
    message_id = f"evt_{entry.hash[:32]}"
    return Event(message_id, event, entry.subject, entry.at, body_of(event, entry.at, entry.id, data))


def _states_after_undo(session: Session, entries: Sequence[AuditEntry]) -> dict[tuple[int, int], str]:
    """The state each reservation was left in by an undo, by reservation and operation."""
    ids = {number_of(entry.subject) for entry in entries}
    if not ids:
        return {}
    taken_back = ReservationChange.action.in_([action.removeprefix("reservation.") for action in _UNDONE])
    changes = select(ReservationChange).where(ReservationChange.reservation_id.in_(ids), taken_back)
    return {
        (row.reservation_id, row.operation_id or 0): str(row.after["state"])
        for row in session.scalars(changes.order_by(ReservationChange.id))
        if "state" in row.after
    }


def _reservation_data(
    entry: AuditEntry, reservation: Reservation | None, undone: Mapping[tuple[int, int], str]
) -> dict[str, Any] | None:
    if reservation is None:
        return None
    state = _state_after(entry, undone)
    if state is None:
        return None
    package = PACKAGES.get(reservation.annual_kwh)
    return {
        "id": reservation.id,
        "reference": reservation.reference,
        "park": reservation.park_id,
        "spot": reservation.spot_number,
        "state": state,
        "package": package.name if package else None,
        "annual_kwh": reservation.annual_kwh,
    }


def _state_after(entry: AuditEntry, undone: Mapping[tuple[int, int], str]) -> str | None:
    """The state after this entry, which may not be today's. None: no event."""
    if entry.action in (_CREATED, _TAKEN_OVER):
        return ReservationState.RESERVED.value
    if entry.action == _MERGED:
        is_kept = number_of(entry.subject) == entry.details.get("kept")
        return None if is_kept else ReservationState.CANCELLED.value
    if entry.action in _UNDONE:
        operation = entry.details.get("operation")
        changed = undone.get((number_of(entry.subject), operation)) if isinstance(operation, int) else None
        return changed or entry.details.get("state")
    return _AFTER.get(entry.action) or entry.details.get("state")


def _alert_data(session: Session, entry: AuditEntry, public_url: str) -> dict[str, Any]:
    """`url`, of a figure: its page with the days that were judged; the tags of a campaign are added here, since the log
    keeps no names.
    """
    details = dict(entry.details)
    path = details.pop("path", None)
    if path is None:
        return {"id": number_of(entry.subject), **details}
    campaign = None
    if details.get("about", "").startswith("campaign:") and path.startswith("/reports/"):
        campaign = session.get(Campaign, number_of(details["about"]))
    tags = {} if campaign is None else {f"only_{name}": value for name, value in origin_of(campaign).items()}
    url = f"{public_url}/admin{path}" + (f"&{urlencode(tags)}" if tags else "")
    return {"id": number_of(entry.subject), **details, "url": url}


def _run_data(entry: AuditEntry, run: ReportRun | None, public_url: str) -> dict[str, Any] | None:
    if run is None:
        return None
    step = "delivery" if entry.details.get("why") == FailedBecause.DELIVERY else "computation"
    failed = {"failed_step": step} if entry.action == RUN_FAILED else {}
    path = None if run.schedule_id is None else f"{public_url}/api/reports/{run.schedule_id}/runs/latest.parquet"
    return {
        "id": run.id,
        "schedule": run.schedule_id,
        "report": run.report,
        "title": title_of(run.report),
        "rows": run.rows,
        "sha256": run.sha256,
        "url": path,
        **failed,
    }


_BATCH: Final = 500
_CURSOR: Final = 1
_INSERTION = Insertion(Delivery.__table__, lambda insert: insert.on_conflict_do_nothing())


def fan_out_events(db: Database, public_url: str, now: datetime) -> None:
    """Turn all new entries into deliveries. Safe to run in several processes: the cursor's row lock serialises them."""
    while _has_news(db):
        if not db.write(lambda session: _fan_out(session, public_url, now)):
            return


def _has_news(db: Database) -> bool:
    """Checked first, read-only: usually there is nothing new, and a write would block others."""
    with db.read() as session:
        newest = session.scalar(select(func.max(AuditEntry.id))) or 0
        cursor = session.get(WebhookCursor, _CURSOR)
        return newest > (cursor.audit_id if cursor else 0)


def _fan_out(session: Session, public_url: str, now: datetime) -> bool:
    """One batch; False if another process was faster."""
    cursor = session.get(WebhookCursor, _CURSOR, with_for_update=True)
    if cursor is None:
        cursor = WebhookCursor(id=_CURSOR, audit_id=0)
        session.add(cursor)
    endpoints = session.scalars(select(WebhookEndpoint).where(WebhookEndpoint.removed_at.is_(None))).all()
    if not endpoints:
        cursor.audit_id = max(session.scalar(select(func.max(AuditEntry.id))) or 0, cursor.audit_id)
        return False
    newer = select(AuditEntry).where(AuditEntry.id > cursor.audit_id).order_by(AuditEntry.id).limit(_BATCH)
    entries = session.scalars(newer).all()
    if not entries:
        return False
    events = events_of(session, entries, public_url)
    rows = [row(endpoint.id, event, now) for event in events for endpoint in endpoints if event.type in endpoint.events]
    _INSERTION.run(session, rows)
    cursor.audit_id = entries[-1].id
    return True


def row(endpoint_id: int, event: Event, now: datetime, *, is_test: bool = False) -> dict[str, object]:
    """Column values of a new delivery."""
    return {
        "endpoint_id": endpoint_id,
        "message_id": event.message_id,
        "event": event.type,
        "subject": event.subject,
        "payload": event.payload,
        "is_test": is_test,
        "state": DeliveryState.WAITING.value,
        "attempts": 0,
        "tries": 0,
        "next_attempt_at": now,
        "happened_at": event.at,
        "created_at": now,
    }
