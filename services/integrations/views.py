"""API schemas of webhooks, deliveries and tokens."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, WithJsonSchema
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.fields import LARGEST, Refused
from services.core.http.answers import Answer, Extended
from services.core.inputs import Body, CalendarDay, Default, Line, Required, Rule, Version
from services.integrations.events import EVENTS, TEST_EVENT
from services.integrations.models import Delivery, DeliveryState, WebhookAttempt, WebhookEndpoint
from services.integrations.sending import words_of
from services.integrations.signing import living_secrets
from services.staff.actor_names import actor_names

WebhookState = Literal["active", "failing", "paused"]


_EVENT_NAME: Final = {"type": "string", "enum": list(EVENTS)}
EventName = Annotated[str, WithJsonSchema(_EVENT_NAME)]


class EventOut(BaseModel):
    """A type of event with what people call it."""

    type: EventName
    words: str


class WebhookPauseOut(BaseModel):
    """`reason` is a German sentence, null where an administrator paused it."""

    at: datetime
    by_system: bool
    by_name: str | None
    reason: str | None


class SecretOut(Answer):
    """A secret in use for signing; `ends_at` null: the current one."""

    created_at: datetime
    ends_at: datetime | None


class LastOut(Answer):
    """The latest attempt; `words` null: it was accepted."""

    at: datetime
    status: int | None
    words: str | None


class WebhookOut(Answer):
    """A webhook with how it goes. `waiting` and `failed` count deliveries that are kept, `delivered` those of a day."""

    id: int
    name: str
    url: str
    host: str
    events: list[EventName]
    state: WebhookState
    paused: WebhookPauseOut | None
    failing_since: datetime | None
    next_attempt_at: datetime | None
    last: LastOut | None
    waiting: int
    failed: int
    delivered: int
    secrets: list[SecretOut]
    created_at: datetime
    created_by_name: str | None
    version: int


class WebhooksOut(BaseModel):
    data: list[WebhookOut]
    events: list[EventOut]


class NewWebhookOut(WebhookOut):
    """With the secret, which no other answer ever shows."""

    secret: str


_NO_EVENT = "Bitte wählen Sie mindestens ein Ereignis."


def _events(value: object) -> list[str]:
    if not isinstance(value, list) or not value:
        raise Refused("missing", _NO_EVENT)
    if not all(isinstance(one, str) and one in EVENTS for one in value):
        raise Refused("unknown_choice", "Eines der Ereignisse gibt es nicht.")
    return [event for event in EVENTS if event in value]


_LIST_OF_EVENTS = {"type": "array", "items": _EVENT_NAME, "minItems": 1}


class WebhookIn(Body):
    """Where to send which events."""

    name: Annotated[str, Line(80), Required("Bitte geben Sie einen Namen an.")]
    url: Annotated[str, Line(500), Required("Bitte geben Sie die Adresse an.")]
    events: Annotated[list[str], Rule(_events, _LIST_OF_EVENTS), Required(_NO_EVENT)]


class WebhookEditIn(WebhookIn):
    version: Version


class WebhookDeliveryOut(Answer):
    """A line of the log. `words` says what became of the last attempt, null when it was accepted or none was made.

    `about` is what people know it by: the reference of a reservation, the title of a report.
    """

    id: int
    message_id: str
    event: str
    event_words: str
    subject: str
    about: str | None
    is_test: bool
    state: DeliveryState
    attempts: int
    happened_at: datetime
    next_attempt_at: datetime | None
    status: int | None
    words: str | None


class WebhookAttemptOut(Answer):
    """One attempt; `words` null: it was accepted."""

    number: int
    at: datetime
    duration_ms: int
    status: int | None
    words: str | None


class WebhookDeliveryShowOut(WebhookDeliveryOut):
    """With what was sent, byte for byte, and each attempt, the latest first."""

    payload: str
    tries: list[WebhookAttemptOut]


class WebhookDeliveriesOut(BaseModel):
    data: list[WebhookDeliveryOut]
    has_next: bool
    total: int


class ReplayedOut(BaseModel):
    """How many deliveries are sent again."""

    count: int


MOST_SCHEDULES: Final = 100


class MachineTokenOut(Answer):
    """A token without what makes it one. `schedules` null: all; `expires_at` null: never."""

    id: int
    name: str
    beginning: str
    schedules: list[int] | None
    state: Literal["valid", "expired", "revoked"]
    created_at: datetime
    created_by_name: str | None
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None
    revoked_by_name: str | None


class MachineTokensOut(BaseModel):
    data: list[MachineTokenOut]


class NewMachineTokenOut(MachineTokenOut):
    """With the token, which no other answer ever shows."""

    token: str


def _schedules(value: object) -> list[int]:
    numbers = value if isinstance(value, list) and len(value) <= MOST_SCHEDULES else []
    if not numbers or not all(type(one) is int and 0 < one <= LARGEST for one in numbers):
        raise Refused("unknown_choice", "Bitte wählen Sie mindestens einen Bericht, oder alle.")
    return sorted(set(numbers))


Schedules = Annotated[
    list[int],
    Rule(
        _schedules,
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": LARGEST},
            "minItems": 1,
            "maxItems": MOST_SCHEDULES,
        },
    ),
]


class MachineTokenIn(Body):
    """`schedules` null: all, also later ones; `expires_on` the last day in Berlin, null: none."""

    name: Annotated[str, Line(80), Required("Bitte geben Sie einen Namen an.")]
    schedules: Annotated[Schedules | None, Default(None)] = None
    expires_on: Annotated[CalendarDay | None, Default(None)] = None


_DAY: Final = timedelta(days=1)
_COUNTED: Final = {
    "waiting": DeliveryState.WAITING.value,
    "failed": DeliveryState.FAILED.value,
    "delivered": DeliveryState.DELIVERED.value,
}


def shown_webhooks(session: Session, endpoints: Sequence[WebhookEndpoint], now: datetime) -> list[WebhookOut]:
    names = actor_names(session, {by for one in endpoints for by in (one.created_by, one.paused_by or "")})
    counts = _counts(session, [one.id for one in endpoints], now)
    found = []
    for one in endpoints:
        more = {
            "host": urlsplit(one.url).netloc,
            "state": "paused" if one.paused_at else "failing" if one.failures else "active",
            "paused": _paused(one, names),
            "next_attempt_at": None if one.paused_at else one.rests_until,
            "last": _last(session, one.id),
            **{name: counts.get((one.id, state), 0) for name, state in _COUNTED.items()},
            "secrets": living_secrets(session, one.id, now),
            "created_by_name": names.get(one.created_by),
        }
        found.append(WebhookOut.model_validate(Extended(one, **more)))
    return found


def shown_delivery(row: Delivery) -> WebhookDeliveryOut:
    """One line of the delivery log."""
    return WebhookDeliveryOut.model_validate(_source(row))


def shown_whole(session: Session, row: Delivery) -> WebhookDeliveryShowOut:
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
        event_words="Testereignis" if row.event == TEST_EVENT else EVENTS.get(row.event, row.event),
        about=data.get("reference") or data.get("title"),
        next_attempt_at=row.next_attempt_at if row.state == DeliveryState.WAITING.value else None,
        words=words_of(row.problem, row.status),
    )


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
