"""API schemas of answers for the console."""

from datetime import datetime
from typing import Literal

from services.core.http.answers import Answer

DeliveryState = Literal["waiting", "retrying", "sent", "refused", "withdrawn", "unknown"]


class AnswerStateOut(Answer):
    """The delivery state of our answer. `leaves_at` and `can_withdraw` while it waits; `reason`: the other mail
    server's reply, in German; state `unknown`: its mail has been deleted.
    """

    message_id: int
    state: DeliveryState
    leaves_at: datetime | None
    sent_at: datetime | None
    reason: str | None
    can_withdraw: bool
    is_own: bool


class AnswerFileOut(Answer):
    """An uploaded file of an unsent answer."""

    id: int
    filename: str
    content_type: str
    size_bytes: int


class FieldOut(Answer):
    """A template's field and its value here; null: none, so the field has to be replaced."""

    name: str
    label: str
    value: str | None


class FilledTemplateOut(Answer):
    """A template with the values of this household. `missing`: the fields without a value."""

    id: int
    name: str
    topic: str
    subject: str
    text: str
    missing: list[str]


class ComposerOut(Answer):
    """What a clerk needs to write. `problem`: why there is no recipient, a German sentence; `subject`: the default;
    `window_minutes`: how long an answer can be withdrawn.
    """

    version: int | None
    recipient: str
    problem: str | None
    subject: str
    signature: str
    window_minutes: int
    answers: list[AnswerStateOut]
    fields: list[FieldOut]
    templates: list[FilledTemplateOut]


class MessagePreviewOut(Answer):
    """A text as its recipient reads it."""

    subject: str
    html: str
    text: str


class BegunOut(Answer):
    """The conversation that a first message started."""

    conversation_id: int
