"""Request and response schemas of webhooks in the console."""

from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel, WithJsonSchema

from services.core.fields import Refused
from services.core.http.answers import Answer
from services.core.inputs import Body, Line, Needed, Rule, Version
from services.integrations.models import DeliveryState
from services.integrations.events import EVENTS

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


class SecretOut(BaseModel):
    """A secret that signs at this moment; `ends_at` null: the one in force."""

    created_at: datetime
    ends_at: datetime | None


class LastOut(Answer):
    """The latest attempt; `words` null: it was accepted."""

    at: datetime
    status: int | None
    words: str | None


class WebhookOut(BaseModel):
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

    name: Annotated[str, Line(80), Needed("Bitte geben Sie einen Namen an.")]
    url: Annotated[str, Line(500), Needed("Bitte geben Sie die Adresse an.")]
    events: Annotated[list[str], Rule(_events, _LIST_OF_EVENTS), Needed(_NO_EVENT)]


class WebhookEditIn(WebhookIn):
    version: Version


class WebhookDeliveryOut(Answer):
    """A line of the log. `words` says what became of the last attempt, null when it was accepted or none was made.

    `about` is what people know it by: the reference of a reservation, the title of a report.
    """

    id: int
    webhook_id: int
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
    delivered_at: datetime | None
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
