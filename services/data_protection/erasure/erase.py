"""Erases the person of a reservation: frees its place or turn, deletes and pseudonymises rows, and records the erasure.

Everything is one transaction. Files of mails, the analytical store and freed pages of the database follow after the
commit (`cleanup.py`); the row of the erasure says what is left to do, so that a crash between them loses nothing.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.personal_data import Hold, Subject
from services.data_protection.erasure import last_mail, rows
from services.data_protection.erasure.campaign_values import is_stored, redact_values
from services.data_protection.erasure.contract import RUNNING, Contract, contract_of
from services.data_protection.erasure.free_texts import redact_texts
from services.data_protection.erasure.kept import kept_of
from services.data_protection.erasure.naming import naming_of
from services.data_protection.errors import AlreadyErased, PreviewChanged
from services.data_protection.models import Erasure
from services.data_protection.person import Person, person_of, references_of_others, rows_of
from services.data_protection.registry import REGISTRY
from services.mail.models import Mail
from services.parks import allocation
from services.reservations.changes import Note, change
from services.reservations.desk.perform import Request, lock, perform
from services.reservations.desk.show import find
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT
from services.reservations.transitions import GIVE_UP
from services.staff import audit
from services.waiting_list.answers import end_entry
from services.waiting_list.models import WaitingEntry
from services.waiting_list.rows import OPEN, lock_entry
from services.waiting_list.serve import serve_park

ACTION: Final = "erase"
NIGHTLY: Final = "system"
"""The actor of the nightly job, which erases what was created with the reservation; the rest has other periods."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A request for erasure. `version`: the reservation's version that the actor saw; None: any.

    `is_repeated`: it was done before a restore brought the person back, and the household was notified then.
    """

    reservation_id: int
    actor: str
    version: int | None = None
    is_repeated: bool = False


def erase(session: Session, wish: Wish, now: datetime) -> Erasure:
    """Erase the person; to be run by `Database.write`. UnknownReservation, AlreadyErased, PreviewChanged."""
    reservation, person = _locked(session, wish)
    if gives_up_place(reservation):
        perform(session, Request(GIVE_UP, (reservation.id,), wish.actor), now)
    for entry_id in person.ids[Subject.WAITING]:
        entry, _ = lock_entry(session, entry_id)
        if entry.state in OPEN:
            end_entry(session, entry, "left", now, wish.actor)
            serve_park(session, entry.park_id, now)
    contract = contract_of(session, reservation)
    holds = holds_of(contract, berlin_day(now))
    addressee = last_mail.addressee_of(reservation)
    kept, others = kept_of(session, person, contract, holds), references_of_others(session, person)
    # Message ids of the mails that are deleted, and from when no sender holds any of them any more
    described = REGISTRY[Mail.__tablename__]
    condition = rows_of(described, rows.deletable(described, person, holds))
    found = session.execute(select(Mail.message_id, Mail.leased_until).where(condition)).all()
    files, files_from = [id_ for id_, _ in found], max([now, *(until for _, until in found if until is not None)])
    done = _remove(session, reservation, person, contract, now)
    # A separate change, so that nothing before it can be undone any more
    change(session, reservation, {}, Note(wish.actor, ACTION), now, {"erased": (False, True)})
    session.flush()
    erasure = Erasure(
        reservation_id=reservation.id,
        at=now,
        actor=wish.actor,
        rows=done.counts,
        kept_until=contract.kept_until(Hold.BOOKS) if contract and holds else None,
        is_whole=not holds,
        files=files,
        files_from=files_from,
        needs_store=is_stored(done.values),
    )
    session.add(erasure)
    session.flush()
    if wish.actor != NIGHTLY and addressee.is_reachable and not wish.is_repeated:
        told = last_mail.letter(done.gone, kept, others, addressee.lines)
        last_mail.order(session, erasure.id, addressee.email, told, now)
    details = {"whole": erasure.is_whole, "rows": sum(done.counts.values())}
    audit.append(session, [audit.Event(wish.actor, "reservation.erase", f"reservation:{reservation.id}", details)], now)
    return erasure


@dataclass(frozen=True, slots=True)
class _Done:
    """Rows by table: deleted ones, those with redacted link values, and all."""

    gone: dict[str, int]
    values: dict[str, int]
    counts: dict[str, int]


def _remove(
    session: Session, reservation: Reservation, person: Person, contract: Contract | None, now: datetime
) -> _Done:
    """Delete, redact, empty and replace."""
    holds = holds_of(contract, berlin_day(now))
    naming = naming_of(session, reservation, person)
    values = redact_values(session, reservation)
    if not holds:  # before its evidence goes, which the database holds until then
        reservation.erased_at = now
        session.flush()
    gone = rows.delete_rows(session, person, reservation.reference, holds)
    texts = redact_texts(session, naming, person)
    # Empty and replace what stays; under a hold what it keeps is left alone
    today = berlin_day(now)
    is_voucher = contract is not None and contract.holds(Hold.VOUCHERS, today)
    counts = {"reservation_changes": 0 if is_voucher else rows.change_history(session, reservation.id)}
    if not holds:
        counts["referral_codes"] = rows.change_code(session, reservation.id, {"disabled_at": now})
    counts["contracts"] = rows.change_contracts(session, reservation.id, holds)
    rows.change_reservation(session, reservation, holds)
    changed = {**{table: count for table, count in counts.items() if count}, "reservations": 1}
    return _Done(gone, values, rows.added(gone, values, texts, changed))


def holds_of(contract: Contract | None, today: date) -> rows.Holds:
    """The legal holds in force on data of this reservation."""
    if contract is None:
        return frozenset()
    return frozenset(hold for hold in (Hold.BOOKS, Hold.VOUCHERS, Hold.LETTERS) if contract.holds(hold, today))


def gives_up_place(reservation: Reservation) -> bool:
    """Whether the erasure frees a place: the reservation holds one and has no running contract."""
    return reservation.state in HOLDS_A_SPOT and reservation.state not in RUNNING


def _locked(session: Session, wish: Wish) -> tuple[Reservation, Person]:
    """The reservation and its person, with every park locked whose spots or turns may move: parks first, by their ids,
    as every writer does.
    """
    found = find(session, wish.reservation_id)
    by_mailbox = wish.actor != NIGHTLY
    entries = person_of(session, found, by_mailbox=by_mailbox).ids[Subject.WAITING]
    parks = set(session.scalars(select(WaitingEntry.park_id).where(WaitingEntry.id.in_(entries))))
    for park in sorted(parks | {found.park_id}):
        allocation.lock_park(session, park)
    (reservation,) = lock(session, [wish.reservation_id], with_parks=False)
    if reservation.erased_at is not None:
        raise AlreadyErased
    if wish.version not in (None, reservation.version):
        raise PreviewChanged
    return reservation, person_of(session, reservation, by_mailbox=by_mailbox)
