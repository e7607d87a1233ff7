"""Facts about the parks for the public pages: as values for scripts, and formatted for the built HTML."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final, Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.german import long_day
from services.core.money import format_decimal, format_eur
from services.offer import OFFER
from services.parks.fullness import Fullness, park_fullness
from services.parks.models import Park, ParkStatus, Spot

_STATUS_PHRASES: Final = {
    ParkStatus.PLANNING.value: "in Planung",
    ParkStatus.CONSTRUCTION.value: "im Bau",
    ParkStatus.LIVE.value: "am Netz",
}
"""Continues a sentence after „ist“."""
_TIMELINE: Final = OFFER["timeline"]
_CONTRACT_WHEN: Final = f"Nach etwa {_TIMELINE['contract_weeks_from']} bis {_TIMELINE['contract_weeks_to']}\u00a0Wochen"
_UNCONFIRMED_NEWS: Final = "Sobald der Park bestätigt oder erworben ist, schreiben wir Ihnen."
_CONFIRMED_NEWS: Final = "Der Park ist bestätigt, wir laden Sie zum Vertrag ein."


ParkState = Literal["open", "full", "paused", "cancelled"]
"""Whether a place can be had. In a full park the waiting list is open, whether there is a pause or not."""


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """One park as the site introduces it; the minimum in cents."""

    id: str
    name: str
    location: str
    capacity_kw: int
    households: int
    status: str
    timeline: str
    progress_note: str
    progress_on: date | None
    minimum: int
    spots: int
    is_cancelled: bool = False
    confirmed_on: date | None = None
    state: ParkState = "open"

    def progress(self) -> str:
        """The park's progress with its date; without a note by staff only its status. Starts with the day of its
        confirmation.
        """
        if self.is_cancelled:
            return "Dieser Park wird nicht gebaut."
        confirmed = f"Bestätigt am {long_day(self.confirmed_on)}. " if self.confirmed_on else ""
        return confirmed + self._note()

    def _note(self) -> str:
        if not self.progress_note or self.progress_on is None:
            return f"Stand laut Projekt: {self.status}."
        return f"Stand {long_day(self.progress_on)}: {self.progress_note}"

    def _status(self) -> str:
        return "Abgesagt" if self.is_cancelled else self.status

    def _timeline(self) -> str:
        return "Entfällt" if self.is_cancelled else self.timeline

    def for_scripts(self) -> dict[str, Any]:
        """Keyed by the member names of the site's `Park`."""
        return {
            "name": self.name,
            "location": self.location,
            "capacityKw": self.capacity_kw,
            "households": self.households,
            "status": self._status(),
            "timeline": self._timeline(),
            "isCancelled": self.is_cancelled,
            "isConfirmed": self.confirmed_on is not None,
            "state": self.state,
            "progress": self.progress(),
            "minimum": self.minimum,
            "spots": self.spots,
        }

    def printed(self) -> Mapping[str, str]:
        """As sentences write them; `lib/offer/parkFacts.ts` writes the same in the browser, character by character."""
        return {
            "NAME": self.name,
            "LOCATION": self.location,
            "STATUS": self._status(),
            "STATUS_PHRASE": "abgesagt" if self.is_cancelled else _STATUS_PHRASES[self.status],
            "TIMELINE": self._timeline(),
            "PROGRESS": self.progress(),
            "CONTRACT_WHEN": "Als Nächstes" if self.confirmed_on else _CONTRACT_WHEN,
            "CONTRACT_NEWS": _CONFIRMED_NEWS if self.confirmed_on else _UNCONFIRMED_NEWS,
            "CAPACITY": f"{_at_most(Decimal(self.capacity_kw) / 1000, 2)}\u00a0MW",
            "CAPACITY_KW": f"{_at_most(Decimal(self.capacity_kw), 0)}\u00a0kW",
            "HOUSEHOLDS": _at_most(Decimal(self.households), 0),
            "PER_HOUSEHOLD": f"{_at_most(Decimal(self.capacity_kw) / self.households, 1)}\u00a0kW",
            "MINIMUM": format_eur(self.minimum, short=True),
            "SPOTS": _at_most(Decimal(self.spots), 0),
        }


_ROWS = select(func.count()).select_from(Spot).where(Spot.park_id == Park.id).scalar_subquery()


def site_facts(session: Session) -> list[SiteFacts]:
    full = {found.park.id: found.fullness for found in park_fullness(session)}
    return [
        SiteFacts(
            id=park.id,
            name=park.name,
            location=park.location,
            capacity_kw=park.capacity_kw,
            households=park.households,
            status=park.status,
            timeline=park.timeline,
            progress_note=park.progress_note,
            progress_on=park.progress_on,
            minimum=park.invest_minimum_cents,
            # A cancelled park has a limit of 0; the pages still say how many places were planned.
            spots=rows if park.cancelled_at else park.spot_limit,
            is_cancelled=park.cancelled_at is not None,
            confirmed_on=berlin_day(park.confirmed_at) if park.confirmed_at else None,
            state=_state_of(park, full[park.id]),
        )
        for park, rows in session.execute(select(Park, _ROWS).order_by(Park.id))
    ]


def _state_of(park: Park, fullness: Fullness) -> ParkState:
    if park.cancelled_at is not None:
        return "cancelled"
    if fullness.left == 0:
        return "full"
    return "paused" if park.paused_at is not None else "open"


def _at_most(value: Decimal, places: int) -> str:
    """With at most the given number of decimals, as the browser's number format does: 1.45, but 1.5 and 2."""
    rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    exponent = rounded.normalize().as_tuple().exponent
    return format_decimal(rounded, max(-int(exponent), 0))
