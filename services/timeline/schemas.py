"""API schemas of the timeline of a reservation."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from services.core.http.answers import Answer
from services.core.inputs import Parameters
from services.declarations.states import DeclarationKind
from services.messages.models import Direction, MessageKind, Origin
from services.reservations.desk.inputs import Revealable
from services.reservations.desk.schemas import (
    ReservationChangeOut,
    ReservationMailOut,
    ReservationNoteOut,
    TouchOut,
    UndoOut,
)


class TimelineGroup(StrEnum):
    """What an entry is about, to filter by."""

    NOTES = "notes"
    MESSAGES = "messages"
    OPERATIONS = "operations"
    MONEY = "money"
    TRACES = "traces"


class DeclarationStepOut(BaseModel):
    """A withdrawal or notice that arrived, or a step of its case."""

    id: int
    reference: str
    kind: DeclarationKind
    step: str


class WaitingStepOut(BaseModel):
    """A step on the waiting list that led to this reservation."""

    entry_id: int
    step: Literal["joined", "offered", "accepted"]


class ToldOut(BaseModel):
    """How the household says it heard of us. `text`: its own words; empty if it chose one of the answers."""

    label: str
    text: str


class TimelineMessageOut(Answer):
    """A message of a conversation about this reservation. `is_other_address`: it came from another address than the
    reservation's; then `actor_name` is who it says it is from.
    """

    conversation_id: int
    reference: str
    subject: str
    excerpt: str
    direction: Direction
    origin: Origin
    kind: MessageKind
    is_other_address: bool
    attachment_count: int


class TimelineEntryOut(BaseModel):
    """One event. Of the members after `is_own`, the one that its kind names is present; `evidence_read` has none.

    `undo` is present at a change that can still be undone.
    """

    key: str
    at: datetime
    kind: Literal[
        "note", "mail", "change", "reveal", "evidence_read", "declaration", "waiting", "touch", "told", "message"
    ]
    group: TimelineGroup
    actor_name: str | None
    is_own: bool
    note: ReservationNoteOut | None = None
    mail: ReservationMailOut | None = None
    change: ReservationChangeOut | None = None
    undo: UndoOut | None = None
    reveal: Revealable | None = None
    declaration: DeclarationStepOut | None = None
    waiting: WaitingStepOut | None = None
    touch: TouchOut | None = None
    told: ToldOut | None = None
    message: TimelineMessageOut | None = None


class TimelineCountsOut(BaseModel):
    """How many entries each filter shows, pinned notes included."""

    all: int
    notes: int
    messages: int
    operations: int
    money: int
    traces: int


class TimelineOut(BaseModel):
    """A page, newest first. `after`: cursor of the next one; null on the last. Pinned notes are in `pinned` only."""

    pinned: list[ReservationNoteOut]
    entries: list[TimelineEntryOut]
    counts: TimelineCountsOut
    after: str | None


class TimelineQuery(Parameters):
    """Which entries. `after` is that of the page before."""

    group: TimelineGroup | None = None
    after: Annotated[str | None, Field(pattern=r"^[0-9]{1,17}_[0-9]{1,2}_[0-9]{1,19}$")] = None
