"""Webhooks and their deliveries as API members."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.integrations.models import Delivery, DeliveryState, WebhookAttempt, WebhookEndpoint
from services.integrations.events import EVENTS, TEST_EVENT
from services.integrations.webhooks.keys import living_secrets
from services.integrations.webhooks.problems import words_of
from services.integrations.webhooks.schemas import (
    LastOut,
    SecretOut,
    WebhookAttemptOut,
    WebhookDeliveryOut,
    WebhookDeliveryShowOut,
    WebhookOut,
    WebhookPauseOut,
    WebhookState,
)
from services.staff.actor_names import actor_names

_DAY = timedelta(days=1)


def shown_webhooks(session: Session, endpoints: Sequence[WebhookEndpoint], now: datetime) -> list[WebhookOut]:
    """Each webhook with its counts."""
    names = actor_names(session, {by for one in endpoints for by in (one.created_by, one.paused_by or "")})
    counts = _counts(session, [one.id for one in endpoints], now)
    return [
        WebhookOut(
            id=one.id,
            name=one.name,
            url=one.url,
            host=urlsplit(one.url).netloc,
            events=one.events,
            state=_state(one),
            paused=_paused(one, names),
            failing_since=one.failing_since,
            next_attempt_at=None if one.paused_at else one.rests_until,
            last=_last(session, one.id),
            waiting=counts.get((one.id, DeliveryState.WAITING.value), 0),
            failed=counts.get((one.id, DeliveryState.FAILED.value), 0),
            delivered=counts.get((one.id, DeliveryState.DELIVERED.value), 0),
            secrets=[
                SecretOut(created_at=s.created_at, ends_at=s.ends_at) for s in living_secrets(session, one.id, now)
            ],
            created_at=one.created_at,
            created_by_name=names.get(one.created_by),
            version=one.version,
        )
        for one in endpoints
    ]


def shown_delivery(row: Delivery) -> WebhookDeliveryOut:
    """One line of the delivery log."""
    return WebhookDeliveryOut.model_validate(_source(row))


def shown_whole(session: Session, row: Delivery) -> WebhookDeliveryShowOut:
    """A delivery with its attempts."""
    of_it = select(WebhookAttempt).where(WebhookAttempt.delivery_id == row.id).order_by(WebhookAttempt.id.desc())
    tries = [
        WebhookAttemptOut.model_validate(Extended(one, words=words_of(one.problem, one.status)))
        for one in session.scalars(of_it)
    ]
    return WebhookDeliveryShowOut.model_validate(Extended(_source(row), tries=tries))


def _source(row: Delivery) -> Extended:
    """What a delivery is read from."""
    data = json.loads(row.payload)["data"]
    return Extended(
        row,
        webhook_id=row.endpoint_id,
        event_words="Testereignis" if row.event == TEST_EVENT else EVENTS.get(row.event, row.event),
        about=data.get("reference") or data.get("title"),
        next_attempt_at=row.next_attempt_at if row.state == DeliveryState.WAITING.value else None,
        words=words_of(row.problem, row.status),
    )


def _state(one: WebhookEndpoint) -> WebhookState:
    if one.paused_at is not None:
        return "paused"
    return "failing" if one.failures else "active"


def _paused(one: WebhookEndpoint, names: dict[str, str]) -> WebhookPauseOut | None:
    if one.paused_at is None:
        return None
    by = one.paused_by or ""
    reason = words_of(one.paused_because, None)
    return WebhookPauseOut(at=one.paused_at, by_system=by == "system", by_name=names.get(by), reason=reason)


def _last(session: Session, endpoint_id: int) -> LastOut | None:
    latest = (
        select(WebhookAttempt)
        .join(Delivery, Delivery.id == WebhookAttempt.delivery_id)
        .where(Delivery.endpoint_id == endpoint_id)
        .order_by(WebhookAttempt.id.desc())
        .limit(1)
    )
    found = session.scalars(latest).one_or_none()
    if found is None:
        return None
    return LastOut.model_validate(Extended(found, words=words_of(found.problem, found.status)))


def _counts(session: Session, ids: Sequence[int], now: datetime) -> dict[tuple[int, str], int]:
    """Counts by endpoint and state; delivered ones of the last day only, without tests."""
    is_counted = (Delivery.state != DeliveryState.DELIVERED.value) | (Delivery.delivered_at > now - _DAY)
    query = (
        select(Delivery.endpoint_id, Delivery.state, func.count())
        .where(Delivery.endpoint_id.in_(ids), is_counted, Delivery.is_test.is_(False))
        .group_by(Delivery.endpoint_id, Delivery.state)
    )
    return {(endpoint_id, state): count for endpoint_id, state, count in session.execute(query)}
