"""API schemas of notes on days."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from services.core.http.answers import Answer
from services.core.http.paging import ListQuery
from services.core.inputs import (
    Body,
    CalendarDay,
    Choice,
    Day,
    Default,
    Integer,
    Line,
    Required,
    RowId,
    RowIdIn,
    absent,
)

Sending = Literal["newsletter", "radio", "print", "other"]
"""What was sent on a day: mails, a spot, flyers and inserts, or something else."""


class NotesQuery(ListQuery):
    """Days are Berlin's, both included. With a campaign: its notes and the general ones."""

    per_page: int = Field(100, ge=1, le=500)
    sort: Literal["day"] = "day"
    from_: Day | None = Field(None, alias="from")
    to: Day | None = None
    campaign_id: RowId | None = None


class NoteOut(Answer):
    """`campaign_id` null: shown in all charts. `kind` null: no sending. `hour` is Berlin's."""

    id: int
    day: date
    text: str
    campaign_id: int | None
    kind: Sending | None
    hour: int | None
    audience: int | None
    created_at: datetime
    created_by: str
    created_by_name: str | None


class NotesOut(BaseModel):
    data: list[NoteOut]
    has_next: bool
    total: int


WrittenDay = Annotated[CalendarDay, Required("Bitte geben Sie den Tag an.")]
Text = Annotated[str, Line(200), Required("Bitte schreiben Sie, was an diesem Tag war.")]
OfCampaign = Annotated[RowIdIn | None, Default(None)]
Kind = Annotated[Sending | None, Choice("Bitte wählen Sie, was verschickt wurde."), Default(None)]
Hour = Annotated[Annotated[int, Integer(0, 23)] | None, Default(None)]
Audience = Annotated[Annotated[int, Integer(1, 100_000_000)] | None, Default(None)]


class NoteIn(Body):
    """A new note; without a campaign it is shown in all charts."""

    day: WrittenDay
    text: Text
    campaign_id: OfCampaign = None
    kind: Kind = None
    hour: Hour = None
    audience: Audience = None


class NoteEditIn(Body):
    """Only what changes; null shows the note in all charts again."""

    day: WrittenDay = absent()
    text: Text = absent()
    campaign_id: OfCampaign = absent()
    kind: Kind = absent()
    hour: Hour = absent()
    audience: Audience = absent()
