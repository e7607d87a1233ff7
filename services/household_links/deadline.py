"""How long a place is held until its address is confirmed. Pure.

During a burst on a park (`reservations/abuse/bursts.py`) new reservations have hours instead of days. The deadline of
an earlier one never changes: its household's mail states it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Final

from services.settings import Settings

_REMINDERS: Final = (Fraction(1, 2), Fraction(6, 7))
"""Parts of the time given after which a reminder is sent: after 7 and 12 of 14 days."""
_LEAST_PLACES: Final = 10
"""As few unconfirmed places are no burst, however small the park."""


@dataclass(frozen=True, slots=True)
class ConfirmRule:
    """`within`: the time given; None: an unconfirmed place is held for good. `burst_percent` of a park's places."""

    within: timedelta | None
    within_in_burst: timedelta
    burst_percent: int

    def deadline(self, now: datetime, *, is_burst: bool) -> datetime | None:
        """Until when a reservation made now has to be confirmed."""
        if self.within is None:
            return None
        return now + (min(self.within, self.within_in_burst) if is_burst else self.within)

    def most_unconfirmed(self, spot_limit: int) -> int:
        """How many places of a park may become unconfirmed within ten minutes; at all it is twice as many."""
        return max(_LEAST_PLACES, spot_limit * self.burst_percent // 100)


def confirm_rule(settings: Settings) -> ConfirmRule:
    """The rule of this installation."""
    days = settings.confirm_within_days
    return ConfirmRule(
        timedelta(days=days) if days else None,
        timedelta(hours=settings.rate_limits.confirm_hours_in_burst),
        settings.rate_limits.confirm_burst_percent,
    )


def reminders_due(created_at: datetime, confirm_by: datetime, now: datetime) -> int:
    """How many reminders should have been sent by now: 0, 1 or 2."""
    given, gone = confirm_by - created_at, now - created_at
    return sum(gone * part.denominator >= given * part.numerator for part in _REMINDERS)
