"""Confirms that a park will be built, and mails every household with a place.

One transaction, under the park's lock. The text that staff write becomes the park's announcement, shown on the site, on
each household's page and in the mail. It can be undone until the first mail has been sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.db.edits import as_json, columns_of
from services.core.german import counted, long_day
from services.mail import outbox
from services.mail.models import Mail
from services.mail.reservation_letters import ParkConfirmed
from services.parks.allocation import lock_park
from services.parks.errors import AlreadyConfirmed, ConfirmationIsSent, NotConfirmed, ParkIsCancelled, UnknownPark
from services.parks.models import Park, ParkChange
from services.reservations.desk.parks.schemas import ConfirmationPreviewOut
from services.reservations.errors import CountChanged
from services.reservations.mails import GRACE, compose, field_members, order_letters
from services.reservations.models import ACTIVE, Reservation
from services.staff import audit

_MINUTES = int(GRACE.total_seconds() // 60)
_CHANGED = ("confirmed_at", "progress_note", "progress_on")


@dataclass(frozen=True, slots=True)
class Wish:
    """The request: the number of households in the preview, the announcement, and an internal reason."""

    confirmed_count: int
    note: str
    reason: str


def preview(session: Session, park_id: str) -> ConfirmationPreviewOut:
    """Dry run. UnknownPark, ParkIsCancelled, AlreadyConfirmed."""
    park = session.get(Park, park_id)
    if park is None:
        raise UnknownPark
    _refuse(park)
    count = len(holding(session, park_id))
    # In the order people ask: households, their pages, the site, what stays as it is
    who = counted(count, "Haushalt mit einem Platz erhält", "Haushalte mit einem Platz erhalten")
    mails = (
        f"{who} in {_MINUTES} Minuten eine Mail: „{ParkConfirmed.subject}“."
        if count
        else "Kein Haushalt hat hier einen Platz, es geht keine Mail hinaus."
    )
    consequences = [
        mails,
        "Der Schritt „Park bestätigt“ auf „Meine Reservierung“ bekommt sein Datum.",
        "Die Website nennt den Tag und Ihre Auskunft statt der bisherigen.",
        "Zum Vertrag eingeladen wird damit noch niemand.",
    ]
    return ConfirmationPreviewOut(households=count, consequences=consequences, lasting=_lasting(count))


def confirm(session: Session, park_id: str, wish: Wish, actor: str, now: datetime) -> None:
    """Confirm the park. UnknownPark, ParkIsCancelled, AlreadyConfirmed; CountChanged if another number of households
    has a place now than in the preview. A unit of work.
    """
    park = locked(session, park_id)
    _refuse(park)
    rows = holding(session, park_id)
    if len(rows) != wish.confirmed_count:
        raise CountChanged(wish.confirmed_count, len(rows))
    before = as_json(columns_of(park, _CHANGED))
    park.confirmed_at, park.progress_note, park.progress_on = now, wish.note, berlin_day(now)
    park.version += 1
    session.flush()
    order_letters(session, _mails(session, park, rows), now)
    _record(session, park, "confirmed", (before, wish.reason, actor), now, households=len(rows))


def take_back(session: Session, park_id: str, reason: str, actor: str, now: datetime) -> None:
    """Take a confirmation back, with its announcement. UnknownPark, ParkIsCancelled, NotConfirmed; ConfirmationIsSent
    once the first mail has gone out. A unit of work.
    """
    park = locked(session, park_id)
    if park.confirmed_at is None:
        raise NotConfirmed
    is_one = (Mail.kind == ParkConfirmed.kind) & (Mail.created_at >= park.confirmed_at)
    stem = [
        f"reservation:{id_}" for id_ in session.scalars(select(Reservation.id).where(Reservation.park_id == park.id))
    ]
    keys = list(session.scalars(select(Mail.dedupe_key).where(is_one, Mail.subject_ref.in_(stem))))
    if len(outbox.unsent(session, keys, now, lock=True)) < len(keys):
        raise ConfirmationIsSent
    outbox.cancel(session, keys, now)
    earlier = _announcement_before(session, park_id)
    before = as_json(columns_of(park, _CHANGED))
    park.confirmed_at, (park.progress_note, park.progress_on) = None, earlier
    park.version += 1
    _record(session, park, "confirmation_taken_back", (before, reason, actor), now)


def announce_to_heir(session: Session, heir: Reservation, now: datetime) -> None:
    """Mail the confirmation to a household that took a place over before the mail to the former one was due, at the
    time planned for that one. It can be undone with the confirmation.
    """
    park = session.get_one(Park, heir.park_id)
    order_letters(session, _mails(session, park, [heir]), now)


def locked(session: Session, park_id: str) -> Park:
    """The park, locked until the transaction ends. UnknownPark, ParkIsCancelled."""
    found = lock_park(session, park_id)
    if found is None:
        raise UnknownPark
    if found.cancelled_at is not None:
        raise ParkIsCancelled
    return session.get_one(Park, park_id, populate_existing=True)


def _refuse(park: Park) -> None:
    if park.cancelled_at is not None:
        raise ParkIsCancelled
    if park.confirmed_at is not None:
        raise AlreadyConfirmed


def holding(session: Session, park_id: str) -> Sequence[Reservation]:
    """The reservations that have a place in it."""
    query = select(Reservation).where(Reservation.park_id == park_id, ACTIVE).order_by(Reservation.id)
    return session.scalars(query).all()


def _mails(session: Session, park: Park, rows: Sequence[Reservation]) -> list[outbox.Order]:
    if park.confirmed_at is None:
        raise ValueError("the mail tells of a confirmation")
    not_before = park.confirmed_at + GRACE
    told = {
        "confirmed_day": long_day(berlin_day(park.confirmed_at)),
        "note": park.progress_note,
        **field_members(session, [park.id])[park.id],
    }
    return [compose(row, ParkConfirmed.kind, _key(park, row), not_before, **told, **_members(row)) for row in rows]


def _members(row: Reservation) -> dict[str, str]:
    return {} if _is_known(row) else {"first_name": "", "last_name": ""}


def _is_known(row: Reservation) -> bool:
    """Whether the address is the household's, as far as we know: only then is its name repeated. A letter has the name
    on its envelope anyway.
    """
    return row.email_confirmed_at is not None or not row.has_mailbox


def _key(park: Park, row: Reservation) -> str:
    """The occasion; a confirmation that was taken back and made again is another one."""
    return f"{ParkConfirmed.kind}:{row.reference}:{park.version}"


def _announcement_before(session: Session, park_id: str) -> tuple[str, date | None]:
    is_one = (ParkChange.park_id == park_id) & (ParkChange.action == "confirmed")
    query = select(ParkChange.before).where(is_one).order_by(ParkChange.id.desc()).limit(1)
    before = session.scalars(query).one()
    day = before["progress_on"]
    return before["progress_note"], date.fromisoformat(day) if day else None


def _record(
    session: Session,
    park: Park,
    action: str,
    note: tuple[dict[str, object], str, str],
    now: datetime,
    **figures: int,
) -> None:
    before, reason, actor = note
    after = as_json(columns_of(park, _CHANGED))
    session.add(
        ParkChange(park_id=park.id, at=now, actor=actor, action=action, before=before, after=after, reason=reason)
    )
    session.flush()
    audit.append(session, [audit.Event(actor, f"park.{action}", f"park:{park.id}", figures)], now)


def _lasting(count: int) -> str:
    if not count:
        return "Die Bestätigung lässt sich jederzeit zurücknehmen."
    return f"Zurücknehmen lässt sich das, solange keine Mail hinausgegangen ist: {_MINUTES} Minuten."
