"""Edits of a park: its facts and its two limits, with optimistic locking and a row of history.

Raising the spot limit creates the missing spots. Lowering a limit below what is taken requires explicit
permission to overbook, with a reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.fields import Fields, Refused, choice, number, text
from services.core.http.errors import ValidationProblem
from services.core.money import format_decimal
from services.parks.allocation import add_spots, lock_park
from services.parks.errors import BelowTaken, ParkIsCancelled, StalePark, UnknownPark
from services.parks.models import Park, ParkChange, ParkStatus, Spot, SpotState
from services.staff import audit

LONGEST_REASON = 500
_MOST_SPOTS = 100_000
_MOST_KWH = 2_000_000_000
_LONGEST_NOTE = 400
_LIMITS = frozenset({"spot_limit", "kwh_limit"})
_TAKEN = (SpotState.RESERVED.value, SpotState.HELD.value)


@dataclass(frozen=True, slots=True)
class ParkEdit:
    """Checked new values by column name, and the permission to overbook."""

    version: int
    values: Mapping[str, Any]
    allow_overbooking: bool
    reason: str


def read_edit(version: int, given: Mapping[str, Any], *, allow_overbooking: bool, reason: str) -> ParkEdit:
    """Validate the given values; ValidationProblem with all faults at once."""
    fields = Fields({**given, "reason": reason}, [])
    rules = {name: _RULES[name] for name in given if name in _RULES}
    values = {name: fields.read(name, rule, "Bitte füllen Sie dieses Feld aus.") for name, rule in rules.items()}
    if "kwh_limit" in given:
        values["kwh_limit"] = fields.read_optional("kwh_limit", _whole(0, _MOST_KWH), None)
    if "progress_note" in given:
        values["progress_note"] = fields.read_optional("progress_note", lambda value: text(value, _LONGEST_NOTE), "")
    said = fields.read_optional("reason", _reason, "") or ""
    if allow_overbooking and not said and not fields.errors:
        fields.errors.append({"field": "reason", "code": "missing", "message": "Bitte nennen Sie den Grund."})
    if fields.errors:
        raise ValidationProblem(fields.errors)
    return ParkEdit(version, values, allow_overbooking, said)


def edit(session: Session, park_id: str, wanted: ParkEdit, actor: str, now: datetime) -> None:
    """Save what differs.

    Raises UnknownPark, StalePark, ParkIsCancelled, ValidationProblem, BelowTaken; nothing is saved then.
    """
    if lock_park(session, park_id) is None:
        raise UnknownPark
    park = session.get_one(Park, park_id, populate_existing=True)
    if park.version != wanted.version:
        raise StalePark(version=park.version)
    differing = {name: value for name, value in wanted.values.items() if getattr(park, name) != value}
    if not differing:
        return
    if park.cancelled_at is not None and not _LIMITS.isdisjoint(differing):
        raise ParkIsCancelled
    _refuse_undated_note(park, differing, berlin_day(now))
    if not wanted.allow_overbooking:
        _refuse_below_taken(session, park, differing)
    before = {name: _plain(getattr(park, name)) for name in differing}
    after = {name: _plain(value) for name, value in differing.items()}
    for name, value in differing.items():
        setattr(park, name, value)
    park.version += 1
    if "spot_limit" in differing:
        add_spots(session, park_id, park.spot_limit, now)
    session.add(
        ParkChange(
            park_id=park_id, at=now, actor=actor, action="edited", before=before, after=after, reason=wanted.reason
        )
    )
    session.flush()
    details = {"before": before, "after": after, "overbooking": wanted.allow_overbooking}
    audit.append(session, [audit.Event(actor, "park.edited", f"park:{park_id}", details)], now)


def _refuse_undated_note(park: Park, differing: Mapping[str, Any], today: date) -> None:
    """A note needs the day it refers to, which must not be in the future."""
    note = differing.get("progress_note", park.progress_note)
    day = differing.get("progress_on", park.progress_on)
    if note and day is None:
        raise _fault("missing", "Bitte geben Sie an, von wann diese Auskunft ist.")
    if "progress_on" in differing and day is not None and day > today:
        raise _fault("in_the_future", "Bitte geben Sie heute oder einen Tag davor an.")


def _fault(code: str, message: str) -> ValidationProblem:
    return ValidationProblem([{"field": "progress_on", "code": code, "message": message}])


def _plain(value: object) -> object:
    """As JSON holds it."""
    return value.isoformat() if isinstance(value, date) else value


def _refuse_below_taken(session: Session, park: Park, differing: Mapping[str, Any]) -> None:
    """Spots are given from the lowest, yet one high number that is taken counts: its household has it in writing."""
    if "spot_limit" in differing:
        highest = select(func.max(Spot.number)).where(Spot.park_id == park.id, Spot.state.in_(_TAKEN))
        taken = session.scalar(highest) or 0
        if differing["spot_limit"] < taken:
            raise BelowTaken(field="spot_limit", taken=taken, limit=differing["spot_limit"])
    limit = differing.get("kwh_limit")
    if limit is not None and limit < park.kwh_taken:
        raise BelowTaken(field="kwh_limit", taken=park.kwh_taken, limit=limit)


def _whole(least: int, most: int) -> Any:
    """The rule of a whole number within bounds."""

    def rule(value: object) -> int:
        read = number(value)
        if read != int(read):
            raise Refused("not_whole", "Bitte geben Sie eine ganze Zahl an.")
        if not least <= read <= most:
            low, high = (format_decimal(Decimal(bound), 0) for bound in (least, most))
            raise Refused("out_of_range", f"Bitte geben Sie eine Zahl von {low} bis {high} an.")
        return int(read)

    return rule


def _minimum(value: object) -> int:
    cents: int = _whole(100, 100_000_000)(value)
    if cents % 100:
        raise Refused("not_whole", "Bitte geben Sie einen Betrag in ganzen Euro an.")
    return cents


def _reason(value: object) -> str:
    return text(value, LONGEST_REASON)


def _day(value: object) -> date:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) and len(value) == 10 else None
    except ValueError:
        day = None
    if day is None:
        raise Refused("day_invalid", "Bitte geben Sie einen Tag an, zum Beispiel 24.12.2026.")
    return day


_RULES = {
    "name": lambda value: text(value, 80),
    "location": lambda value: text(value, 80),
    "capacity_kw": _whole(1, 1_000_000),
    "households": _whole(1, 1_000_000),
    "status": choice(tuple(ParkStatus), "Bitte wählen Sie Planung, Bauphase oder Live."),
    "timeline": lambda value: text(value, 40),
    "progress_on": _day,
    "invest_minimum_cents": _minimum,
    "spot_limit": _whole(0, _MOST_SPOTS),
}
