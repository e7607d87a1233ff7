"""How full a park is: the only place that computes and words occupancy.

The console, its alerts and their mails, the reports and the public API take both figures and words from here.
A spot within the limit is reserved, held, blocked or free; one that is not free is „belegt“. A park is „voll“ when the
two limits leave no place to reserve, or what is free belongs to the waiting list.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from services.core.german import number
from services.offer import OFFER
from services.parks.models import Park, Spot, SpotState

LEVELS = (100, 90, 80)
"""Percentages at which staff are alerted how full a park is."""


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a limit is used."""

    part: int
    whole: int
    limited_by: Literal["spots", "kwh"]

    @property
    def percent(self) -> int:
        """Whole per cent, rounded down: at least this much is used. A limit of zero counts as used up."""
        return 100 * self.part // self.whole if self.whole else 100


@dataclass(frozen=True, slots=True)
class Fullness:
    """A park's limits and their use. `reserved`, `held`, `blocked` and `free` are spots within the limit and sum to it;
    `overbooked` ones are reserved or held beyond it. Energy is in kWh a year.
    """

    spot_limit: int
    reserved: int
    held: int
    blocked: int
    free: int
    overbooked: int
    kwh_limit: int | None
    kwh_taken: int
    is_cancelled: bool = False
    waiting: int = 0
    """Households of the waiting list that can be offered a place: what is free is theirs."""

    @property
    def occupied(self) -> int:
        """Spots within the limit that cannot be given."""
        return self.reserved + self.held + self.blocked

    @property
    def left(self) -> int:
        """How many places both limits still allow."""
        return 0 if self.waiting else spots_left(self.free, self.kwh_limit, self.kwh_taken)

    @property
    def is_open(self) -> bool:
        """Whether the park has, or had, places to reserve."""
        return self.spot_limit > 0 or self.overbooked > 0

    @property
    def is_full(self) -> bool:
        """Whether no place is left to reserve."""
        return self.is_open and self.left == 0

    @property
    def is_overbooked(self) -> bool:
        """Whether more is taken than a limit allows, which staff had to confirm."""
        return self.overbooked > 0 or (self.kwh_limit is not None and self.kwh_taken > self.kwh_limit)

    @property
    def share(self) -> Share | None:
        """The used share of the limit that is closer to exhaustion; None for a park that has not been opened."""
        if not self.is_open:
            return None
        shares = [Share(self.occupied, self.spot_limit, "spots")]
        if self.kwh_limit is not None:
            # A remainder smaller than the smallest package counts as used up.
            is_over = self.kwh_limit - self.kwh_taken < SMALLEST_KWH
            shares.append(Share(self.kwh_limit if is_over else self.kwh_taken, self.kwh_limit, "kwh"))
        return max(shares, key=lambda share: Fraction(share.part, share.whole) if share.whole else math.inf)

    @property
    def level(self) -> int | None:
        """80, 90 or 100: the level reached by the limit closer to exhaustion, in per cent; None below that."""
        share = self.share
        return next((step for step in LEVELS if share is not None and share.percent >= step), None)

    @property
    def spots_words(self) -> str:
        """„500 von 500 belegt: 494 reserviert, 2 gehalten, 4 gesperrt“."""
        if self.is_cancelled:
            return "abgesagt"
        return spots_words(self.spot_limit, self.reserved, self.held, self.blocked, self.overbooked)

    @property
    def kwh_words(self) -> str:
        """„659.200 von 1.566.000 kWh im Jahr belegt“."""
        if self.kwh_limit is None:
            return f"{number(self.kwh_taken)} kWh im Jahr belegt, keine Grenze gesetzt"
        words = f"{number(self.kwh_taken)} von {number(self.kwh_limit)} kWh im Jahr belegt"
        left = self.kwh_limit - self.kwh_taken
        if left < 0:
            return f"{words}, {number(-left)} über der Grenze"
        return f"{words}, der Rest reicht für keinen Platz" if 0 < left < SMALLEST_KWH else words

    @property
    def sentence(self) -> str:
        """The spots, and the energy where that limit is the nearer one."""
        share = self.share
        is_of_energy = share is not None and share.limited_by == "kwh"
        return f"{self.spots_words}. {self.kwh_words}." if is_of_energy else f"{self.spots_words}."


def spots_words(limit: int, reserved: int, held: int, blocked: int, overbooked: int = 0) -> str:
    """The occupancy of a park in German. The console's `capacity/capacity.ts` uses the same words for days of a report;
    `tests/golden/fullness_words.json` is the table both are compared with.
    """
    if not limit and not overbooked:
        return "keine Plätze"
    counted = ((reserved, "reserviert"), (held, "gehalten"), (blocked, "gesperrt"))
    parts = ", ".join(f"{number(count)} {word}" for count, word in counted if count)
    words = f"{number(reserved + held + blocked)} von {number(limit)} belegt"
    words += f": {parts}" if parts else ""
    return f"{words}, dazu {number(overbooked)} über der Grenze" if overbooked else words


@dataclass(frozen=True, slots=True)
class ParkFullness:
    park: Park
    fullness: Fullness


def park_fullness(session: Session, park_id: str | None = None) -> list[ParkFullness]:
    """Every park, or the named one, in the order of their names."""
    found = select(Park, *_COUNTS).outerjoin(Spot, Spot.park_id == Park.id).group_by(Park.id).order_by(Park.name)
    if park_id is not None:
        found = found.where(Park.id == park_id)
    return [ParkFullness(park, _fullness(park, counts)) for park, *counts in session.execute(found)]


def _within(state: SpotState) -> Any:
    return func.count().filter(Spot.state == state.value, Spot.number <= Park.spot_limit)


_BEYOND = Spot.number > Park.spot_limit
_TAKEN = Spot.state.in_((SpotState.RESERVED.value, SpotState.HELD.value))
_COUNTS = (
    *(_within(state) for state in (SpotState.RESERVED, SpotState.HELD, SpotState.BLOCKED, SpotState.FREE)),
    func.count().filter(_TAKEN, _BEYOND),
)


def _fullness(park: Park, counts: Sequence[int]) -> Fullness:
    reserved, held, blocked, free, overbooked = counts
    return Fullness(
        spot_limit=park.spot_limit,
        reserved=reserved,
        held=held,
        blocked=blocked,
        free=free,
        overbooked=overbooked,
        kwh_limit=park.kwh_limit,
        kwh_taken=park.kwh_taken,
        is_cancelled=park.cancelled_at is not None,
        waiting=park.waiting,
    )


SMALLEST_KWH: int = min(package["annual_kwh"] for package in OFFER["packages"])
"""The least energy a reservation takes, in kWh a year."""


def spots_left(free: int, kwh_limit: int | None, kwh_taken: int) -> int:
    """How many of the free spots could still be reserved if every household took the smallest package."""
    if kwh_limit is None:
        return free
    return min(free, max(kwh_limit - kwh_taken, 0) // SMALLEST_KWH)


def count_waiting(session: Session, park: str, waiting: int, length: int) -> None:
    """Record how many households on the waiting list can be offered a place, and its length."""
    counted = update(Park).where(Park.id == park).values(waiting=waiting, waiting_length=length)
    session.execute(counted.execution_options(synchronize_session=False))
