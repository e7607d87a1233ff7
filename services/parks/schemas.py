"""API schemas of parks for the console."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationInfo, field_validator

from services.core.fields import Refused
from services.core.http.answers import Answer
from services.core.inputs import (
    Body,
    CalendarDay,
    Choice,
    Default,
    Integer,
    Line,
    Reason,
    ReasonOrNone,
    Required,
    Rule,
    Version,
    absent,
)
from services.parks.fullness import Fullness
from services.parks.models import ParkStatus


class FullnessOut(BaseModel):
    """How full a park is. `reserved`, `held`, `blocked` and `free` sum to the limit, the first three to `occupied`;
    `left`: places that both limits still allow.
    """

    spot_limit: int
    occupied: int
    reserved: int
    held: int
    blocked: int
    free: int
    overbooked: int
    left: int
    kwh_limit: int | None
    kwh_taken: int
    level: Literal[80, 90, 100] | None
    """Per cent that are gone at least of the limit nearer to its end; 100: the park is full."""
    spots_words: str
    """In German: how many spots are taken or blocked, and why."""
    kwh_words: str


def fullness_out(fullness: Fullness) -> FullnessOut:
    """The figures as an API schema."""
    return FullnessOut.model_validate(fullness, from_attributes=True)


class StaffParkOut(Answer):
    id: str
    name: str
    location: str
    capacity_kw: int
    households: int
    status: ParkStatus
    timeline: str
    progress_note: str
    progress_on: date | None
    invest_minimum_cents: int
    spot_limit: int
    kwh_limit: int | None
    kwh_taken: int
    fullness: FullnessOut
    paused_at: datetime | None
    """Since when nobody can reserve here; null: reservations are open."""
    cancelled_at: datetime | None
    """When the park was called off, which is for good."""
    confirmed_at: datetime | None
    """When it was confirmed that the park will be built; null: that is open."""
    version: int


class ParkChangeOut(Answer):
    """One change: `before` and `after` hold only what differed, by field."""

    id: int
    at: datetime
    actor: str
    actor_name: str | None
    action: str
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str | None
    """null for marketing: what staff write down may name people."""


class StaffParkShowOut(StaffParkOut):
    connected_on: date | None
    """The day of its grid connection; null: that is to come."""
    history: list[ParkChangeOut]


class ParksOut(BaseModel):
    data: list[StaffParkOut]
    has_next: bool
    total: int | None


def _minimum(value: object) -> int:
    cents: int = Integer(100, 100_000_000).read(value)
    if cents % 100:
        raise Refused("not_whole", "Bitte geben Sie einen Betrag in ganzen Euro an.")
    return cents


_FILLED = Required("Bitte füllen Sie dieses Feld aus.")
Status = Annotated[ParkStatus, Choice("Bitte wählen Sie Planung, Bauphase oder Live."), _FILLED]
Minimum = Annotated[int, Rule(_minimum, {"type": "integer", "minimum": 100, "maximum": 100_000_000, "multipleOf": 100})]


class ParkPatch(Body):
    """The changed fields and the version they were read at. Overbooking needs a reason."""

    version: Version
    name: Annotated[str, Line(80), _FILLED] = absent()
    location: Annotated[str, Line(80), _FILLED] = absent()
    capacity_kw: Annotated[int, Integer(1, 1_000_000), _FILLED] = absent()
    households: Annotated[int, Integer(1, 1_000_000), _FILLED] = absent()
    status: Status = absent()
    timeline: Annotated[str, Line(40), _FILLED] = absent()
    progress_note: Annotated[str, Line(400), Default("")] = absent()
    """The park's progress, shown to households; empty removes it."""
    progress_on: Annotated[CalendarDay, _FILLED] = absent()
    """The day for which the note holds, as `2026-11-22`; needed with a note, never in the future."""
    invest_minimum_cents: Annotated[Minimum, _FILLED] = absent()
    spot_limit: Annotated[int, Integer(0, 100_000), _FILLED] = absent()
    kwh_limit: Annotated[int | None, Integer(0, 2_000_000_000), Default(None)] = absent()
    """null: no such limit."""
    allow_overbooking: bool = False
    reason: ReasonOrNone = Field("", validate_default=True)

    @field_validator("reason")
    @classmethod
    def _is_given_for_overbooking(cls, reason: str, before: ValidationInfo) -> str:
        if before.data.get("allow_overbooking") and not reason:
            raise Refused("missing", "Bitte nennen Sie den Grund.")
        return reason


class SpotNumbersIn(Body):
    """Spots by number, and the reason."""

    numbers: list[Annotated[int, Field(ge=1, le=1_000_000)]] = Field(min_length=1, max_length=5000)
    reason: Reason


class ParkPauseIn(Body):
    """The reason of a pause."""

    reason: Reason


class ParkResumeIn(Body):
    """An optional reason."""

    reason: ReasonOrNone = ""


class SpotResultOut(BaseModel):
    """The outcome for one spot; `code` and `detail` say why it was not changed."""

    number: int
    outcome: Literal["done", "refused"]
    code: str | None
    detail: str | None


class SpotResultsOut(BaseModel):
    done: int
    refused: int
    results: list[SpotResultOut]
