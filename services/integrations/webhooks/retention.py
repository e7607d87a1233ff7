"""Deletes webhook deliveries and their log after thirty days."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.integrations.models import Delivery, WebhookAttempt

KEPT: Final = timedelta(days=30)
_AT_ONCE: Final = 1000


def forget_old_deliveries(session: Session, now: datetime) -> int:
    """Delete expired deliveries, oldest first, including those a paused webhook never received; returns how many."""
    old = select(Delivery.id).where(Delivery.created_at < now - KEPT).order_by(Delivery.id).limit(_AT_ONCE)
    ids = session.scalars(old).all()
    if ids:
        session.execute(delete(WebhookAttempt).where(WebhookAttempt.delivery_id.in_(ids)))
        session.execute(delete(Delivery).where(Delivery.id.in_(ids)))
    return len(ids)
