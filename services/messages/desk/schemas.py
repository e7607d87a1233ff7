"""API schemas of messages for the console."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from services.core.fields import Refused
from services.core.http.answers import Answer
from services.core.http.paging import ListQuery
from services.core.inputs import BOOLEAN, Body, Default, Required, RowId, RowIdIn, Version
from services.messages.models import ConversationState, Direction, MatchedBy, MessageKind, Origin
from services.reservations.desk.masking import HiddenEmail, HiddenPhone
from services.reservations.states import ReservationState

Because = Literal["address", "name", "postcode", "phone"]


class ConversationsQuery(ListQuery):
    """`is_matched` false: without a known household, except those marked as no household's. `ids`: only these, to
    refresh rows.
    """

    sort: Literal["last_inbound_at"] = "last_inbound_at"
    order: Literal["asc", "desc"] = "desc"
    state: ConversationState | None = None
    is_matched: bool | None = None
    reservation_id: RowId | None = None
    has_attachment: bool | None = None
    ids: list[RowId] | None = Field(None, max_length=100)


class HouseholdOut(Answer):
    """A reservation, with what identifies it."""

    reservation_id: int
    reference: str
    name: str
    park_name: str
    spot_number: int
    state: ReservationState


class SuggestionOut(HouseholdOut):
    """A reservation that a conversation may be about, and why, the strongest reason first."""

    because: list[Because]


class NewFactOut(Answer):
    """What a household wrote that its reservation does not say; `version` is the reservation's that it was compared
    with.
    """

    field: Literal["postcode", "mobile_phone"]
    value: str
    version: int


class ConversationRowOut(Answer):
    """A row of the list. `excerpt`: the beginning of the last message, `kind` its kind; `is_other_address`: it came
    from another address than the reservation's. `suspected_spam`: by the contact form.
    """

    id: int
    reference: str
    subject: str
    correspondent_name: str
    correspondent_email: HiddenEmail
    state: ConversationState
    version: int
    household: HouseholdOut | None
    belongs_to_none: bool
    is_other_address: bool
    suspected_spam: bool
    excerpt: str
    kind: MessageKind
    direction: Direction
    message_count: int
    attachment_count: int
    last_inbound_at: datetime | None
    last_outbound_at: datetime | None
    created_at: datetime


class ConversationsOut(Answer):
    """`open` and `unmatched`: totals regardless of the filters."""

    data: list[ConversationRowOut]
    has_next: bool
    total: int
    open: int
    unmatched: int


class AttachmentOut(Answer):
    """A file. With `refused_reason`, a German sentence, it has no content and cannot be fetched."""

    id: int
    filename: str
    content_type: str
    size_bytes: int
    refused_reason: str | None


class MessageOut(Answer):
    """One message. `reply_text` is the new part, `body_text` includes quotations. `author_name`: of our answers.
    `mail_id`: its mail, or the one that a bounce reports on.
    """

    id: int
    direction: Direction
    origin: Origin
    kind: MessageKind
    is_other_address: bool
    from_name: str
    from_address: HiddenEmail
    subject: str
    body_text: str
    reply_text: str
    received_at: datetime
    mail_id: int | None
    author_name: str | None
    attachments: list[AttachmentOut]


class ContactFormOut(Answer):
    """The other fields of the contact form; `topic_name` in German. Empty once they were deleted."""

    reference: str
    topic: str
    topic_name: str
    phone: HiddenPhone | None
    reservation_reference: str | None
    project: str | None
    amount_cents: int | None
    payment_method: str | None
    suspected_spam: bool


class ConversationOut(Answer):
    """A conversation with its messages, the oldest first. `suggestions` are present while no household is certain;
    `belongs_to_none`: staff marked it as no household's.
    """

    id: int
    reference: str
    subject: str
    correspondent_name: str
    correspondent_email: HiddenEmail
    state: ConversationState
    version: int
    household: HouseholdOut | None
    belongs_to_none: bool
    matched_by: MatchedBy | None
    is_other_address: bool
    contact: ContactFormOut | None
    messages: list[MessageOut]
    suggestions: list[SuggestionOut]
    new_facts: list[NewFactOut]
    last_inbound_at: datetime | None
    last_outbound_at: datetime | None
    created_at: datetime


class RevealIn(Body):
    """Which of the correspondent's members."""

    field: Annotated[Literal["email", "phone"], Required()]


class AssignIn(Body):
    """The reservation of the conversation. Null: unknown, or with `belongs_to_none` no household's."""

    version: Annotated[Version, Required()]
    reservation_id: Annotated[RowIdIn | None, Default(None)]
    belongs_to_none: Annotated[bool, BOOLEAN, Default(False)] = False

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if self.belongs_to_none and self.reservation_id is not None:
            raise Refused("contradiction", "Eine Nachricht gehört zu einem Haushalt oder zu keinem.")
        return self


class MailboxOut(Answer):
    """The state of the mailbox. `error` is a German sentence; `is_on` false: none is configured. `refusal_count` mails
    could not be parsed and wait for a clerk; `refusals` are the latest of them.
    """

    is_on: bool
    mailbox: str
    checked_at: datetime | None
    error: str | None
    failing_since: datetime | None
    refusal_count: int
    refusals: list["MailboxRefusalOut"]


class MailboxRefusalOut(Answer):
    """A mail that could not be parsed; `reason` is a German sentence."""

    id: int
    reason: str
    size_bytes: int
    received_at: datetime
