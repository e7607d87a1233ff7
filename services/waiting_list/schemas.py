"""What the pages of the waiting list are given. Money in cents, energy in kWh a year."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from services.household.schemas import OpenedOut
from services.reservations.placement import Placement
from services.reservations.schemas import ReservedOut
from services.waiting_list.queue import Why


class FreedOut(BaseModel):
    """How many places became free in one month, named by its first day."""

    month: date
    places: int


class ForecastOut(BaseModel):
    """From the last full months; `turn_month` is null where too little is known: 1 is the first month from now."""

    months: list[FreedOut]
    per_month_tenths: int
    turn_month: int | None


class WaitingListOut(BaseModel):
    """The list of a park as everybody sees it. `position`: the turn of who enters now."""

    park: str
    park_name: str
    spots_total: int
    is_open: bool
    """Whether one can enter: the park is full, and not called off."""
    is_cancelled: bool
    length: int
    position: int
    most_passes: int
    forecast: ForecastOut


class WaitingLinkShownOut(BaseModel):
    """What a link is good for. It becomes effective by a press only."""

    state: Literal["open", "expired"]
    park_name: str
    is_confirmed: bool
    has_ended: bool
    is_reservation: bool
    """Whether the press makes it a place while there are any, since the household had to confirm first."""
    offered_spot: int | None


class PressedOut(OpenedOut):
    """The page is open. `reserved`: the place of a household that had to confirm first; null: none was free, or it only
    waited.
    """

    reserved: ReservedOut | None


def reserved_out(placed: Placement) -> ReservedOut:
    """A place as the reservation call answers it."""
    request = placed.request
    return ReservedOut(success=True, spot_number=placed.spot_number, reference=placed.reference, park=request.park)


class PassOut(BaseModel):
    """A household behind this one was offered a place first. `freed_kwh`: null where energy was not the reason."""

    at: datetime
    why: Why
    freed_kwh: int | None
    wished_kwh: int


class OfferOut(BaseModel):
    """A spot held for the household."""

    spot_number: int
    package: str
    annual_kwh: int
    is_smaller: bool
    offered_at: datetime
    expires_at: datetime
    price_cents: int
    least_annual_cents: int


class EntryOut(BaseModel):
    """A household's place on the list. `position`: null once the entry has ended."""

    park: str
    park_name: str
    spots_total: int
    name: str
    email: str
    annual_kwh: int
    package: str
    payment_plan: str
    typed: dict[str, str]
    joined_at: datetime
    as_of: datetime
    is_confirmed: bool
    is_written: bool
    """Whether a mail went to this address; false beyond the daily number of mails to one mailbox."""
    confirm_by: datetime
    state: Literal["waiting", "offered", "accepted", "declined", "expired", "left"]
    position: int | None
    most_passes: int
    passes: list[PassOut]
    offer: OfferOut | None
    forecast: ForecastOut | None


class OwnEntryOut(BaseModel):
    """Null: nobody has opened the page in this browser, which is no error."""

    entry: EntryOut | None
