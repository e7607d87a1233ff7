"""Delivery queue of webhooks: endpoint leases, due deliveries, and recording of results.

One process at a time holds an endpoint's lease, so its events are sent in order. After a crash between sending and
recording, the lease expires and the event is sent again under the same `webhook-id`: HTTP cannot guarantee more than
at-least-once delivery.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, delete, func, or_, select
from sqlalchemy.orm import Session

from services.core.clock import CLOCKS_DIFFER
from services.core.db.leases import Leases
from services.integrations.models import WAITING, Delivery, DeliveryState, WebhookAttempt, WebhookEndpoint
from services.integrations.sending import Answer

LEASE: Final = timedelta(seconds=60)
"""Longer than one turn on an endpoint, including the longest exchange."""
_LEASES: Final = Leases(WebhookEndpoint, LEASE)
DELAYS: Final = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 8 * 3600, 12 * 3600, 24 * 3600)
)
"""Backoff before each further attempt; after the last one there are no more attempts."""
MOST_TRIES: Final = len(DELAYS) + 1
PAUSED_AFTER: Final = timedelta(days=1)
_FIRST_REST: Final = timedelta(seconds=5)
_LONGEST_REST: Final = timedelta(minutes=15)
_LONGEST_WISH: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Due:
    """A delivery for this process to send now."""

    id: int
    endpoint_id: int
    message_id: str
    payload: str
    attempt: int


def endpoints_due(session: Session, now: datetime) -> Sequence[int]:
    """Endpoints with due deliveries and no active lease, longest waiting first."""
    waits_since = func.min(Delivery.next_attempt_at)
    query = (
        select(WebhookEndpoint.id)
        .join(Delivery, Delivery.endpoint_id == WebhookEndpoint.id)
        .where(_may_be_sent_to(now), WAITING, Delivery.next_attempt_at <= now)
        .group_by(WebhookEndpoint.id)
        .order_by(waits_since, WebhookEndpoint.id)
    )
    return session.scalars(query).all()


def mend_moments(session: Session, now: datetime) -> int:
    """Deliveries that wait for longer than they can have to were put off by a clock that was ahead, and has been set
    back since: they are due. Returns how many there were.
    """
    late = select(Delivery).where(WAITING, Delivery.next_attempt_at > now + CLOCKS_DIFFER)
    found = [one for one in session.scalars(late) if one.next_attempt_at > now + _longest(one.tries) + CLOCKS_DIFFER]
    for one in found:
        one.next_attempt_at = now
    return len(found)


def _longest(tries: int) -> timedelta:
    return max(DELAYS[min(tries, len(DELAYS)) - 1], _LONGEST_WISH) if tries else timedelta(0)


def take_endpoint(session: Session, endpoint_id: int, owner: str, now: datetime) -> bool:
    """Take the endpoint's lease; False if another process holds it."""
    which = (WebhookEndpoint.id == endpoint_id) & _may_be_sent_to(now)
    return _LEASES.take(session, which, now, lease_owner=owner)


def release_endpoint(session: Session, endpoint_id: int, owner: str) -> None:
    """Release the endpoint's lease, if still held."""
    _LEASES.release(session, _is_ours(endpoint_id, owner), lease_owner=None)


def begin(session: Session, endpoint_id: int, owner: str, now: datetime) -> Due | None:
    """The endpoint's oldest due delivery, with its attempt counted; None if there is none, or the lease was lost."""
    # Before anything else is read: this locks the endpoint.
    if not _LEASES.renew(session, _is_ours(endpoint_id, owner) & _is_open(now), now):
        return None
    oldest = (
        select(Delivery)
        .where(Delivery.endpoint_id == endpoint_id, WAITING, Delivery.next_attempt_at <= now)
        .order_by(Delivery.id)
        .limit(1)
    )
    delivery = session.scalars(oldest).one_or_none()
    if delivery is None:
        return None
    delivery.attempts += 1
    delivery.tries += 1
    # If this process dies now, the delivery is not mistaken for untried.
    delivery.problem = "interrupted"
    return Due(delivery.id, endpoint_id, delivery.message_id, delivery.payload, delivery.attempts)


def note(session: Session, due: Due, answer: Answer, begun: datetime, now: datetime) -> tuple[DeliveryState, bool]:
    """Record the result of an attempt on the delivery and its endpoint; says whether it made us pause the endpoint.

    A late result, when another process has already begun the next attempt, is only added to the log.
    """
    _log(session, due, answer, begun)
    endpoint = session.get_one(WebhookEndpoint, due.endpoint_id, with_for_update=True, populate_existing=True)
    delivery = session.get_one(Delivery, due.id, populate_existing=True)
    if delivery.attempts != due.attempt:
        return DeliveryState(delivery.state), False
    _settle(delivery, answer, now)
    if answer.problem is None:
        forgive(endpoint)
        return DeliveryState.DELIVERED, False
    if delivery.tries < MOST_TRIES:
        wished = min(timedelta(seconds=answer.retry_after or 0), _LONGEST_WISH)
        next_attempt = now + max(delay_after(delivery.tries), wished)
        delivery.state, delivery.next_attempt_at = DeliveryState.WAITING.value, next_attempt
    return DeliveryState(delivery.state), _note_failure(endpoint, answer.problem, now)


def note_test(session: Session, due: Due, answer: Answer, begun: datetime, now: datetime) -> None:
    """Record the result of a test: it is tried once, and a failure does not count against the endpoint."""
    _log(session, due, answer, begun)
    _settle(session.get_one(Delivery, due.id), answer, now)
    if answer.problem is None:
        endpoint = session.get_one(WebhookEndpoint, due.endpoint_id, with_for_update=True, populate_existing=True)
        forgive(endpoint)


def delay_after(tries: int) -> timedelta:
    """Backoff before the next attempt, with up to a fifth of random jitter so that retries spread."""
    return DELAYS[tries - 1] * random.uniform(0.8, 1)  # noqa: S311 - spreads load, protects nothing


def _may_be_sent_to(now: datetime) -> ColumnElement[bool]:
    return _is_open(now) & _LEASES.is_free(now)


def _is_open(now: datetime) -> ColumnElement[bool]:
    """Endpoints that are neither removed nor paused nor backing off."""
    until = WebhookEndpoint.rests_until
    is_rested = or_(until.is_(None), until <= now, until > now + _LONGEST_REST + CLOCKS_DIFFER)
    return WebhookEndpoint.removed_at.is_(None) & WebhookEndpoint.paused_at.is_(None) & is_rested


def _is_ours(endpoint_id: int, owner: str) -> ColumnElement[bool]:
    return (WebhookEndpoint.id == endpoint_id) & (WebhookEndpoint.lease_owner == owner)


def _log(session: Session, due: Due, answer: Answer, begun: datetime) -> None:
    session.add(
        WebhookAttempt(
            delivery_id=due.id,
            number=due.attempt,
            at=begun,
            duration_ms=answer.duration_ms,
            status=answer.status,
            problem=answer.problem,
        )
    )


def _settle(delivery: Delivery, answer: Answer, now: datetime) -> None:
    delivery.problem, delivery.status = answer.problem, answer.status
    if answer.problem is None:
        delivery.state, delivery.delivered_at = DeliveryState.DELIVERED.value, now
    else:
        delivery.state = DeliveryState.FAILED.value


def forgive(endpoint: WebhookEndpoint) -> None:
    """Reset the backoff: it accepted an event, or an administrator has just dealt with the cause."""
    endpoint.failures, endpoint.failing_since, endpoint.rests_until = 0, None, None


def _note_failure(endpoint: WebhookEndpoint, problem: str, now: datetime) -> bool:
    """Back off the endpoint; says whether this failure paused it."""
    endpoint.failures += 1
    endpoint.failing_since = endpoint.failing_since or now
    endpoint.rests_until = now + min(_FIRST_REST * 2 ** min(endpoint.failures - 1, 20), _LONGEST_REST)
    if endpoint.paused_at or not (problem == "gone" or now - endpoint.failing_since >= PAUSED_AFTER):
        return False
    endpoint.paused_at, endpoint.paused_by, endpoint.paused_because = now, "system", problem
    return True


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
