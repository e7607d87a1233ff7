"""Use cases of webhook endpoints for administrators. Names and URLs stay out of the audit log."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from services.core.db.edits import assign, differing
from services.core.fields import Refused
from services.core.inputs import fault_of
from services.integrations import errors
from services.integrations.addresses import AddressRefused, Lookup, Rules, addresses_of, read_url
from services.integrations.events import TEST_EVENT, Event, body_of, row
from services.integrations.models import Delivery, DeliveryState, WebhookEndpoint
from services.integrations.queue import Due, forgive
from services.integrations.sending import WORDS
from services.integrations.signing import add_secret
from services.integrations.views import WebhookEditIn, WebhookIn
from services.staff.records import Records

_MOST: Final = 20
_WEBHOOKS: Final = Records(
    WebhookEndpoint, "webhook", errors.UnknownWebhook, called="diesen Webhook", ended="removed_at"
)


def check_url(url: str, rules: Rules, lookup: Lookup) -> None:
    """Refuse a URL that may not be called, by ValidationProblem; its host is resolved."""
    with fault_of("url"):
        try:
            addresses_of(read_url(url, rules), rules, lookup)
        except AddressRefused as refusal:
            raise Refused(refusal.code, WORDS[refusal.code]) from refusal


def add(session: Session, wanted: WebhookIn, actor: str, key: bytes, now: datetime) -> tuple[WebhookEndpoint, str]:
    """Add an endpoint; returns it with its secret, which is shown only once."""
    living = select(func.count()).select_from(WebhookEndpoint).where(WebhookEndpoint.removed_at.is_(None))
    if (session.scalar(living) or 0) >= _MOST:
        raise errors.TooManyWebhooks
    endpoint = WebhookEndpoint(
        name=wanted.name,
        url=wanted.url,
        events=wanted.events,
        version=1,
        created_by=actor,
        created_at=now,
        failures=0,
    )
    session.add(endpoint)
    session.flush()
    secret = add_secret(session, endpoint.id, key, now)
    _WEBHOOKS.save(session, endpoint, "added", actor, now, events=wanted.events)
    return endpoint, secret


def edit(session: Session, endpoint_id: int, wanted: WebhookEditIn, actor: str, now: datetime) -> WebhookEndpoint:
    """Save the fields; Stale. A new URL is tried at once."""
    endpoint = _WEBHOOKS.locked(session, endpoint_id, wanted.version)
    changes = differing(endpoint, wanted.given("version"))
    if not changes:
        return endpoint
    assign(endpoint, changes)
    endpoint.version += 1
    if "url" in changes:
        forgive(endpoint)
    _WEBHOOKS.save(session, endpoint, "edited", actor, now, fields=list(changes))
    return endpoint


def remove(session: Session, endpoint_id: int, actor: str, now: datetime) -> None:
    """Stop sending. Its log is deleted with its last deliveries."""
    endpoint = _WEBHOOKS.locked(session, endpoint_id)
    endpoint.removed_at = now
    waiting = (Delivery.endpoint_id == endpoint_id) & (Delivery.state == DeliveryState.WAITING.value)
    session.execute(update(Delivery).where(waiting).values(state=DeliveryState.FAILED.value))
    _WEBHOOKS.save(session, endpoint, "removed", actor, now)


def pause(session: Session, endpoint_id: int, actor: str, now: datetime) -> WebhookEndpoint:
    """Stop sending for now; events are still collected. A second call changes nothing."""
    endpoint = _WEBHOOKS.locked(session, endpoint_id)
    if endpoint.paused_at is None:
        endpoint.paused_at, endpoint.paused_by, endpoint.paused_because = now, actor, None
        _WEBHOOKS.save(session, endpoint, "paused", actor, now)
    return endpoint


def resume(session: Session, endpoint_id: int, actor: str, now: datetime) -> WebhookEndpoint:
    """Send again, beginning with the events collected."""
    endpoint = _WEBHOOKS.locked(session, endpoint_id)
    if endpoint.paused_at is None:
        return endpoint
    endpoint.paused_at = endpoint.paused_by = endpoint.paused_because = None
    forgive(endpoint)
    waiting = (Delivery.endpoint_id == endpoint_id) & (Delivery.state == DeliveryState.WAITING.value)
    session.execute(update(Delivery).where(waiting).values(next_attempt_at=now, tries=0))
    _WEBHOOKS.save(session, endpoint, "resumed", actor, now)
    return endpoint


def rotate(session: Session, endpoint_id: int, actor: str, key: bytes, now: datetime) -> tuple[WebhookEndpoint, str]:
    """Issue a new secret, shown only once; for a day the old one signs as well."""
    endpoint = _WEBHOOKS.locked(session, endpoint_id)
    secret = add_secret(session, endpoint_id, key, now)
    forgive(endpoint)
    _WEBHOOKS.save(session, endpoint, "secret_rotated", actor, now)
    return endpoint, secret


def add_test(session: Session, endpoint_id: int, actor: str, now: datetime) -> Due:
    """A test event, sent at once by the caller only."""
    endpoint = _WEBHOOKS.locked(session, endpoint_id)
    message_id = f"test_{secrets.token_hex(16)}"
    data = {"message": "Wenn Sie das lesen und die Unterschrift stimmt, ist alles bereit."}
    event = Event(message_id, TEST_EVENT, f"webhook:{endpoint_id}", now, body_of(TEST_EVENT, now, 0, data))
    values = row(endpoint_id, event, now, is_test=True)
    delivery = Delivery(**values | {"state": "failed", "problem": "interrupted", "attempts": 1, "tries": 1})
    session.add(delivery)
    session.flush()
    _WEBHOOKS.save(session, endpoint, "tested", actor, now)
    return Due(delivery.id, endpoint_id, message_id, delivery.payload, 1)


def replay(session: Session, delivery_id: int, actor: str, now: datetime) -> Delivery:
    """Resend one delivery, whatever its state, under its old id; raises StillWaiting if it has not been tried yet."""
    delivery = session.get(Delivery, delivery_id, with_for_update=True, populate_existing=True)
    if delivery is None:
        raise errors.UnknownDelivery
    endpoint = _WEBHOOKS.locked(session, delivery.endpoint_id)
    if delivery.state == DeliveryState.WAITING.value and delivery.attempts == 0:
        raise errors.StillWaiting
    delivery.state, delivery.tries, delivery.next_attempt_at = DeliveryState.WAITING.value, 0, now
    delivery.delivered_at = None
    forgive(endpoint)
    _WEBHOOKS.save(session, endpoint, "replayed", actor, now, count=1)
    return delivery


def replay_failed(session: Session, endpoint_id: int, actor: str, now: datetime) -> int:
    """Resend all failed deliveries; returns how many. Tests are not resent."""
    endpoint = _WEBHOOKS.locked(session, endpoint_id)
    given_up = (
        (Delivery.endpoint_id == endpoint_id)
        & (Delivery.state == DeliveryState.FAILED.value)
        & Delivery.is_test.is_(False)
    )
    again = {"state": DeliveryState.WAITING.value, "tries": 0, "next_attempt_at": now}
    revived = session.scalars(update(Delivery).where(given_up).values(again).returning(Delivery.id)).all()
    if revived:
        forgive(endpoint)
        _WEBHOOKS.save(session, endpoint, "replayed", actor, now, count=len(revived))
    return len(revived)


def find(session: Session, endpoint_id: int) -> WebhookEndpoint:
    """The endpoint; UnknownWebhook."""
    return _WEBHOOKS.find(session, endpoint_id)


def all_endpoints(session: Session) -> Sequence[WebhookEndpoint]:
    """Endpoints not removed, by name."""
    living = select(WebhookEndpoint).where(WebhookEndpoint.removed_at.is_(None))
    return session.scalars(living.order_by(func.lower(WebhookEndpoint.name), WebhookEndpoint.id)).all()
