"""Reserve a spot for a household that has no form in front of it: the write path of the public call, with a clerk.

Spot, reservation, touch, consent, evidence, audit entry, and the mail or letter, in one transaction.
"""

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.http import idempotency
from services.core.http.errors import IdempotencyMismatch, ValidationProblem
from services.core.http.idempotency import Answer, Call, Earlier
from services.household_links.deadline import confirm_rule
from services.parks.allocation import LockedPark, lock_park, take_lowest, take_wished
from services.reservations.desk import notes
from services.reservations.desk_entry.alike import warnings_of
from services.reservations.desk_entry.entry import Entry, refuse_contradictions, spot_taken
from services.reservations.errors import EntryFull, EntryNotBuilt, EntryPaused, UnseenWarnings
from services.reservations.models import Reservation
from services.reservations.placement import place, unused_references
from services.reservations.storing import store
from services.settings import Settings

_UNKNOWN_PARK = {"field": "park", "code": "unknown_choice", "message": "Diesen Solarpark gibt es nicht."}


@dataclass(frozen=True, slots=True)
class Entered:
    """The new reservation. `by_letter`: its household has no mailbox, and its confirmation is to be printed."""

    id: int
    reference: str
    park: str
    spot_number: int
    by_letter: bool


def enter_once(
    session: Session, settings: Settings, asked: tuple[Entry, Call], by: str, at: datetime
) -> dict[str, Any]:
    """The members of `Entered`, or those that the same call got before: a double click never reserves twice.
    IdempotencyMismatch, and as `enter`.
    """
    entry, call = asked
    claim = idempotency.claim(session, [call], at)[call.key_hash]
    if isinstance(claim, Earlier):
        earlier = claim.answer_to(call)
        if earlier is None:
            raise IdempotencyMismatch
        return earlier.body
    entered = asdict(enter(session, settings, entry, by, at))
    idempotency.remember(session, [(call, Answer(200, entered))], at)
    return entered


def enter(session: Session, settings: Settings, entry: Entry, by: str, at: datetime) -> Entered:
    """Reserve for a household. ValidationProblem, EntryNotBuilt, EntryPaused, UnseenWarnings, EntryFull; a unit of
    work. `by` as in the audit log.
    """
    refuse_contradictions(entry, at, instalments_offered=settings.instalments_offered)
    request, locked = entry.request(at), _open_park(session, entry.wish.park)
    warnings = warnings_of(session, entry.household, settings)
    if unseen := [one.as_json() for one in warnings if one.code not in entry.seen]:
        raise UnseenWarnings(unseen)
    number = _take(session, entry, locked, at)
    (reference,) = unused_references(session, 1)
    has_mailbox = bool(request.email_normalized)
    is_asked = has_mailbox and entry.is_told
    rule = confirm_rule(settings)
    deadline = rule.deadline(at, is_burst=locked.burst_since is not None) if is_asked else None
    placed = place(request, number, is_duplicate=bool(warnings), now=at, reference=reference, confirm_by=deadline)
    placed = replace(placed, desk=entry.desk(by), link_seed=placed.link_seed if is_asked else "")
    store(session, [placed], {request.park: locked}, at, None if entry.is_told else ())
    id_ = session.scalars(select(Reservation.id).where(Reservation.reference == reference)).one()
    if entry.note:
        notes.add_first(session, id_, entry.note, by, at)
    return Entered(id_, reference, request.park, number, by_letter=not has_mailbox)


def _open_park(session: Session, park: str) -> LockedPark:
    """The park, locked: of two entries of one household the second sees the first."""
    locked = lock_park(session, park)
    if locked is None:
        raise ValidationProblem([_UNKNOWN_PARK])
    if locked.cancelled_at:
        raise EntryNotBuilt
    if locked.paused_at:
        raise EntryPaused
    return locked


def _take(session: Session, entry: Entry, locked: LockedPark, at: datetime) -> int:
    wish = entry.wish
    if wish.spot_number is not None and not locked.waiting and locked.fits(wish.annual_kwh):
        if not take_wished(session, wish.park, wish.spot_number, wish.annual_kwh, at):
            raise spot_taken(wish.spot_number)
        return wish.spot_number
    numbers = take_lowest(session, wish.park, [wish.annual_kwh], at, locked)
    if not numbers or numbers[0] is None:
        raise EntryFull
    return numbers[0]
