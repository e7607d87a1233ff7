"""Webhook delivery: turns new events into deliveries, sends what is due and records the results."""

import secrets
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from time import monotonic
from typing import Final

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.contact_details import deliverable_address
from services.core.db.db import Database
from services.core.db.leases import shared_now, timed
from services.core.stopping import stop_asked
from services.integrations import queue
from services.integrations.addresses import rules_of, system_lookup
from services.integrations.events import fan_out_events
from services.integrations.models import DeliveryState, WebhookEndpoint
from services.integrations.queue import Due
from services.integrations.sending import Answer, Sender, words_of
from services.integrations.signing import signature, signing_keys
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.console import WebhookPaused
from services.mail.outbox import Order
from services.settings import Settings
from services.staff import audit
from services.staff.models import Account, AccountState, Role

log = structlog.get_logger()

_AT_ONCE: Final = 4
"""Endpoints served in parallel: a hanging one must not block the others."""
_TURN_SECONDS: Final = 10.0
"""Time in which one turn starts new attempts on an endpoint; then others get their turn."""
_MEND_SECONDS: Final = 30.0
_AGENT: Final = "Voltigo-Webhooks/1"


class WebhookDelivery:
    """Delivers through one sender; safe to run in several processes at once."""

    def __init__(self, db: Database, settings: Settings, clock: Clock, sender: Sender | None = None) -> None:
        self._db = db
        self._settings = settings
        self._clock = clock
        self._sender = sender or Sender(rules_of(settings), system_lookup)
        self._mended_at: float | None = None

    def deliver_due(self) -> Counter[DeliveryState]:
        """Send everything due now; returns the number of attempts by resulting state."""
        fan_out_events(self._db, self._settings.public_url, self._clock())
        self._mend_moments()
        with self._db.read() as session:
            endpoints = queue.endpoints_due(session, shared_now(session, self._clock))
        if not endpoints:
            return Counter()
        until, is_stopping = monotonic() + _TURN_SECONDS, stop_asked()

        def is_over() -> bool:
            return is_stopping() or monotonic() >= until

        with ThreadPoolExecutor(min(_AT_ONCE, len(endpoints)), "webhooks") as pool:
            results = pool.map(lambda endpoint: self._serve(endpoint, is_over), endpoints)
            return sum(results, Counter())

    def _mend_moments(self) -> None:
        """At the start and every half a minute: this machine's clock, or another one's, may have been set back."""
        if self._mended_at is None or monotonic() - self._mended_at >= _MEND_SECONDS:
            self._mended_at = monotonic()
            self._db.write(timed(self._clock, queue.mend_moments))

    def send_test(self, due: Due) -> None:
        """Send a test event once, immediately, even if the endpoint is paused."""
        begun = self._clock()
        answer = self._send(due)
        self._db.write(lambda session: queue.note_test(session, due, answer, begun, self._clock()))

    def _serve(self, endpoint_id: int, is_over: Callable[[], bool]) -> Counter[DeliveryState]:
        """Send what is due for one endpoint, in order, until the queue is empty, one fails, or time is up."""
        results: Counter[DeliveryState] = Counter()
        owner = secrets.token_hex(16)
        take = timed(self._clock, lambda s, now: queue.take_endpoint(s, endpoint_id, owner, now))
        begin = timed(self._clock, lambda s, now: queue.begin(s, endpoint_id, owner, now))
        if is_over() or not self._db.write(take):
            return results
        try:
            while not is_over() and (due := self._db.write(begin)):
                results[self._deliver(due)] += 1
        finally:
            self._db.write(lambda session: queue.release_endpoint(session, endpoint_id, owner))
        return results

    def _deliver(self, due: Due) -> DeliveryState:
        begun = self._clock()
        answer = self._send(due)
        now = self._clock()

        def unit(session: Session) -> DeliveryState:
            state, is_paused = queue.note(session, due, answer, begun, now)
            if is_paused:
                _tell_paused(session, due.endpoint_id, self._settings, now)
            return state

        state = self._db.write(unit)
        # Without the URL: it may contain a secret of the receiver.
        told = {"endpoint": due.endpoint_id, "delivery": due.id, "attempt": due.attempt, "status": answer.status}
        if answer.problem is None:
            log.info("webhook_delivered", **told)
        else:
            log.warning("webhook_not_delivered", **told, problem=answer.problem, state=state)
        return state

    def _send(self, due: Due) -> Answer:
        now = self._clock()
        with self._db.read() as session:
            url = session.get_one(WebhookEndpoint, due.endpoint_id).url
            keys = signing_keys(session, due.endpoint_id, self._settings.secret_key, now)
        if not keys:
            return Answer(0, problem="secret_changed")
        body, timestamp = due.payload.encode(), int(now.timestamp())
        headers = {
            "content-type": "application/json",
            "user-agent": _AGENT,
            "webhook-id": due.message_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": signature(keys, due.message_id, timestamp, body),
        }
        return self._sender.post(url, headers, body)


def _tell_paused(session: Session, endpoint_id: int, settings: Settings, now: datetime) -> None:
    """Queue one mail per administrator, and record in the audit log that the system paused it."""
    endpoint = session.get_one(WebhookEndpoint, endpoint_id)
    reason = words_of(endpoint.paused_because, None) or ""
    if endpoint.paused_because != "gone":
        reason = f"Seit einem Tag scheitert jeder Versuch. Zuletzt: {reason}"
    subject, orders = f"webhook:{endpoint_id}", []
    is_admin = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)
    for admin in session.scalars(select(Account).where(is_admin).order_by(Account.id)).all():
        link = f"{settings.public_url}/admin/webhooks/{endpoint_id}"
        mail = WebhookPaused(name=admin.name, webhook=endpoint.name, reason=reason, link=link)
        address = deliverable_address(admin.email, admin.email_normalized)
        key = f"webhook-paused:{endpoint_id}:{admin.id}:{int(now.timestamp())}"
        orders.append(Order(mail.kind, address, subject, key, to_values(mail)))
    outbox.order(session, orders, now)
    audit.append(session, [audit.Event("system", "webhook.paused", subject, {"because": endpoint.paused_because})], now)
