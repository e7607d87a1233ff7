"""Fan-out of audit log entries: advances the cursor and adds a delivery for each subscribed endpoint."""

from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.integrations.models import Delivery, DeliveryState, WebhookCursor, WebhookEndpoint
from services.integrations.events import Event, events_of
from services.staff.models import AuditEntry

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
