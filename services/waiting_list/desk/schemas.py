"""API schemas of the waiting list for the console. Energy in kWh a year."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel

EntryStateOut = Literal["waiting", "offered", "accepted", "declined", "expired", "left"]
StepName = Literal["offer", "skip", "move", "note", "correct_address", "take_off"]


class WaitingRowOut(BaseModel):
    """One line of the list, the address masked. `position`: null once the entry has ended."""

    id: int
    version: int
    position: int | None
    name: str
    email: str
    annual_kwh: int
    joined_at: datetime
    is_confirmed: bool
    state: EntryStateOut
    passed: int
    is_skipped: bool
    offered_spot: int | None
    offer_ends_at: datetime | None


class WaitingParkOut(BaseModel):
    """How the spots of a park are spread: `active`, `held`, `offered`, `blocked` and `free` sum to `limit`."""

    park: str
    name: str
    limit: int
    active: int
    held: int
    """For the undo of a cancellation."""
    offered: int
    blocked: int
    free: int
    kwh_left: int | None
    is_paused: bool
    is_cancelled: bool
    waiting: int
    """Who can be offered a place."""
    unconfirmed: int


class WaitingRowsOut(BaseModel):
    data: list[WaitingRowOut]
    has_next: bool
    total: int


class WaitingEventOut(BaseModel):
    """One thing that happened; `by_name` is null for the household and for automatic steps."""

    at: datetime
    action: str
    actor: Literal["household", "system", "staff"]
    by_name: str | None
    details: dict[str, Any]
    reason: str


class WaitingEntryOut(WaitingRowOut):
    """An entry with its history, latest first, and the steps that are possible."""

    park: str
    park_name: str
    payment_plan: str
    confirm_by: datetime
    ended_at: datetime | None
    most_passes: int
    reservation_id: int | None
    steps: list[StepName]
    history: list[WaitingEventOut]
