"""Request and response schemas of webhooks in the console."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from services.core.inputs import Int64
from services.integrations.models import DeliveryState

WebhookState = Literal["active", "failing", "paused"]


class EventOut(BaseModel):
    """A type of event with what people call it."""

    type: str
    words: str


class WebhookPauseOut(BaseModel):
    """`reason` is a German sentence, null where somebody paused it."""

    at: datetime
    by_system: bool
    by_name: str | None
    reason: str | None


class SecretOut(BaseModel):
    """A secret that signs at this moment; `ends_at` null: the one in force."""

    created_at: datetime
    ends_at: datetime | None


class LastOut(BaseModel):
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
    events: list[str]
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


class WebhookIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Any = None
    url: Any = None
    events: Any = None

    def given(self) -> dict[str, Any]:
        """What was typed."""
        return {"name": self.name, "url": self.url, "events": self.events}


class WebhookEditIn(WebhookIn):
    version: Int64


class WebhookDeliveryOut(BaseModel):
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


class WebhookAttemptOut(BaseModel):
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
