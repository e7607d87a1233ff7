"""Notifies administrators that a webhook was paused."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.integrations.models import WebhookEndpoint
from services.integrations.webhooks.problems import words_of
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.console import WebhookPaused
from services.mail.outbox import Order
from services.settings import Settings
from services.staff import audit
from services.staff.models import Account, AccountState, Role


def tell_paused(session: Session, endpoint_id: int, settings: Settings, now: datetime) -> None:
    """Queue one mail per administrator, and record in the audit log that the system paused it."""
    endpoint = session.get_one(WebhookEndpoint, endpoint_id)
    is_admin = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)
    admins = session.scalars(select(Account).where(is_admin).order_by(Account.id)).all()
    outbox.order(session, [_order(admin, endpoint, settings, now) for admin in admins], now)
    details = {"because": endpoint.paused_because}
    audit.append(session, [audit.Event("system", "webhook.paused", f"webhook:{endpoint.id}", details)], now)


def _order(admin: Account, endpoint: WebhookEndpoint, settings: Settings, now: datetime) -> Order:
    mail = WebhookPaused(
        name=admin.name,
        webhook=endpoint.name,
        reason=_reason(endpoint),
        link=f"{settings.public_url}/admin/webhooks/{endpoint.id}",
    )
    return Order(
        kind=mail.kind,
        recipient=deliverable_address(admin.email, admin.email_normalized),
        subject_ref=f"webhook:{endpoint.id}",
        dedupe_key=f"webhook-paused:{endpoint.id}:{admin.id}:{int(now.timestamp())}",
        values=to_values(mail),
    )


def _reason(endpoint: WebhookEndpoint) -> str:
    words = words_of(endpoint.paused_because, None) or ""
    return words if endpoint.paused_because == "gone" else f"Seit einem Tag scheitert jeder Versuch. Zuletzt: {words}"
