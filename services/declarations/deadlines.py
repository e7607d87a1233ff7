"""Days that follow from a declaration's arrival, all by the calendar of Berlin. Pure."""

from datetime import date, datetime, timedelta
from typing import Final

from services.core.clock import BERLIN, berlin_day
from services.core.german import WEEKDAYS, long_day

WITHDRAWAL_DAYS: Final = 14
"""§ 355 (2) BGB, from the day after the conclusion of the contract."""
REFUND_DAYS: Final = 14
"""§ 357 (1) BGB, from the day after the withdrawal's arrival."""
ALARM_DAYS: Final = 10
"""Days after the arrival when an open refund raises an alert, which leaves four days to pay."""
KEPT_YEARS: Final = 3
"""A declaration is kept to the end of the third year after the one it arrived in: as long as claims from it last
(§§ 195, 199 BGB). The only place that says so; what deletes it afterwards reads `keep_until`."""

_ZONES: Final = {"CET": "MEZ", "CEST": "MESZ"}
_SATURDAY: Final = 5


def refund_due(received_at: datetime) -> date:
    """The last day for the refund of a withdrawal."""
    return berlin_day(received_at) + timedelta(days=REFUND_DAYS)


def alarm_from(today: date) -> date:
    """Refunds due until this day are alarmed about today."""
    return today + timedelta(days=REFUND_DAYS - ALARM_DAYS)


def keep_until(received_at: datetime) -> date:
    """The last day on which the declaration must not be deleted."""
    return date(berlin_day(received_at).year + KEPT_YEARS, 12, 31)


def withdrawal_ends(concluded_at: datetime) -> date:
    """The last day for a withdrawal. One on a weekend moves to Monday (§ 193 BGB); public holidays, which differ from
    state to state, are left to staff.
    """
    last = berlin_day(concluded_at) + timedelta(days=WITHDRAWAL_DAYS)
    return last + timedelta(days=max(7 - last.weekday(), 0)) if last.weekday() >= _SATURDAY else last


def berlin_wording(moment: datetime) -> str:
    """`Sonntag, 25. Oktober 2026, 02:30:00 Uhr (MEZ)`: with the zone, as one hour of that night comes twice."""
    local = moment.astimezone(BERLIN)
    zone = _ZONES[local.tzname() or ""]
    return f"{WEEKDAYS[local.weekday()]}, {long_day(local)}, {local:%H:%M:%S} Uhr ({zone})"
