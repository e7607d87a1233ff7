"""Webhooks in tests: an endpoint with its secret, reservations to tell of, and a receiver who checks signatures."""

import base64
import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from services.core.db.db import Database
from services.integrations import endpoints
from services.integrations.addresses import Rules, system_lookup
from services.integrations.delivery import WebhookDelivery
from services.integrations.events import EVENTS
from services.integrations.models import Delivery, WebhookAttempt, WebhookEndpoint
from services.integrations.sending import Sender
from services.integrations.views import WebhookIn
from services.settings import Settings
from tests.fixtures.http_peer import Received
from tests.services.held_clock import HeldClock

KEY = "a secret of tests, thirty-two bytes long"
ACTOR = "staff:1"


def settings(**changes: Any) -> Settings:
    """Of an installation that may send to its own machine."""
    values = {
        "environment": "demo",
        "secret": KEY,
        "public_url": "https://voltigo.example",
    }
    return Settings(_env_file=None, **(values | changes))  # type: ignore[call-arg]


def add_endpoint(db: Database, clock: HeldClock, url: str, events: Sequence[str] = tuple(EVENTS)) -> tuple[int, str]:
    """The id of a new webhook, and its secret."""
    wanted = WebhookIn(name="Abrechnung", url=url, events=list(events))
    made = db.write(lambda session: endpoints.add(session, wanted, ACTOR, KEY.encode(), clock()))
    return made[0].id, made[1]


def deliverer(db: Database, clock: HeldClock, **changes: Any) -> WebhookDelivery:
    return WebhookDelivery(db, settings(**changes), clock, Sender(Rules(True, True), system_lookup))


def deliveries(db: Database) -> list[Delivery]:
    with db.read() as session:
        return list(session.scalars(select(Delivery).order_by(Delivery.id)))


def attempts(db: Database) -> list[WebhookAttempt]:
    with db.read() as session:
        return list(session.scalars(select(WebhookAttempt).order_by(WebhookAttempt.id)))


def endpoint_of(db: Database, id_: int) -> WebhookEndpoint:
    with db.read() as session:
        return session.get_one(WebhookEndpoint, id_)


def told(received: Sequence[Received]) -> list[dict[str, Any]]:
    """What the bodies say."""
    return [json.loads(one.body) for one in received]


def is_signed(received: Received, secret: str) -> bool:
    """As the specification of Standard Webhooks has it, with nothing of the product's own code."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{received.headers['webhook-id']}.{received.headers['webhook-timestamp']}.{received.body.decode()}"
    expected = base64.b64encode(hmac.digest(key, content.encode(), hashlib.sha256)).decode()
    return f"v1,{expected}" in received.headers["webhook-signature"].split(" ")
