"""Mails that a household's server refused for good: one line per household, whom a clerk telephones to correct the
address, or settles with a reason.

Without mails to an address that is no longer the household's, and settled ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import Email, deliverable_address
from services.mail import outbox
from services.mail.catalogue import LEADS_TO_PAGE, LINK_SEED
from services.mail.models import UNSENT, Mail, MailState
from services.mail.refusals import refusal_words
from services.parks.names import park_labels
from services.reservations.desk.edit import Edit, save
from services.reservations.desk.masking import mask_email, mask_phone
from services.reservations.desk.perform import LOOKING_AHEAD
from services.reservations.mails import lead_to_page
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT, ReservationState
from services.staff import audit
from services.tasks.errors import NotRefused
from services.tasks.schemas import RefusedEntryOut, RefusedMailOut, RefusedReservationOut
from services.waiting_list.desk import correct_address as entries
from services.waiting_list.desk.desk import refuse_stale
from services.waiting_list.desk.schemas import EntryStateOut
from services.waiting_list.models import EntryState, WaitingEntry
from services.waiting_list.rows import OPEN

_RESERVATION: Final = "reservation:"
_WAITING: Final = "waiting:"
_GIVEN_UP: Final = select(Mail).where(UNSENT, Mail.state == MailState.FAILED.value, Mail.settled_at.is_(None))
"""Each is a mistyped address or our fault, so there are few."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A household whose mailbox refuses our mails; `mail` is the latest of `count`. `words`: why, a German sentence."""

    mail: Mail
    household: Reservation | WaitingEntry
    words: str
    count: int

    @property
    def name(self) -> str:
        """Of the household."""
        if isinstance(self.household, Reservation):
            return f"{self.household.first_name} {self.household.last_name}"
        return self.household.name

    @property
    def subject(self) -> str:
        """The subject line of the mail."""
        return self.mail.subject

    @property
    def at(self) -> datetime:
        """When it was refused; if that was not recorded, when it was ordered."""
        return self.mail.failing_since or self.mail.created_at


def given_up(session: Session) -> tuple[list[Refused], list[Mail]]:
    """Unsettled failed mails, the latest first: households whose mailbox refuses them, and all other mails."""
    mails = session.scalars(_GIVEN_UP.order_by(Mail.id.desc())).all()
    subjects = [mail.subject_ref for mail in mails if _words(mail)]
    found: dict[str, Reservation | WaitingEntry] = {}
    reservations = select(Reservation).where(Reservation.id.in_(_ids(subjects, _RESERVATION)))
    found |= {f"{_RESERVATION}{row.id}": row for row in session.scalars(reservations)}
    entries = select(WaitingEntry).where(WaitingEntry.id.in_(_ids(subjects, _WAITING)))
    households = found | {f"{_WAITING}{row.id}": row for row in session.scalars(entries)}
    refused: dict[str, Refused] = {}
    others = []
    for mail in mails:
        household, words = households.get(mail.subject_ref), _words(mail)
        if household is None or not words or mail.recipient != _address_of(household):
            others.append(mail)
            continue
        latest = refused.setdefault(mail.subject_ref, Refused(mail, household, words, 0))
        refused[mail.subject_ref] = replace(latest, count=latest.count + 1)
    return list(refused.values()), others


def _words(mail: Mail) -> str:
    return refusal_words(mail.last_error or "") or ""


def _address_of(household: Reservation | WaitingEntry) -> str:
    """The household's current address."""
    return deliverable_address(household.email, household.email_normalized)


def _ids(subjects: Sequence[str], stem: str) -> list[int]:
    return [int(subject.removeprefix(stem)) for subject in subjects if subject.startswith(stem)]


def shown(session: Session) -> list[RefusedMailOut]:
    """Every household concerned, the latest refusal first."""
    parks = park_labels(session)
    return [_out(one, parks[one.household.park_id].name) for one in given_up(session)[0]]


def _out(one: Refused, park_name: str) -> RefusedMailOut:
    household = one.household
    return RefusedMailOut(
        mail_id=one.mail.id,
        subject=one.subject,
        refused_at=one.at,
        count=one.count,
        words=one.words,
        answer=one.mail.last_error or "",
        recipient=mask_email(one.mail.recipient),
        name=one.name,
        park_name=park_name,
        reservation=_place(household) if isinstance(household, Reservation) else None,
        waiting_entry=_entry(household) if isinstance(household, WaitingEntry) else None,
    )


def _place(row: Reservation) -> RefusedReservationOut:
    is_awaited = row.state == ReservationState.RESERVED and row.email_confirmed_at is None
    return RefusedReservationOut(
        id=row.id,
        reference=row.reference,
        spot_number=row.spot_number,
        phone=mask_phone(row.mobile_phone_e164),
        version=row.version,
        state=ReservationState(row.state),
        holds_spot=row.state in HOLDS_A_SPOT,
        confirm_by=row.confirm_by if is_awaited else None,
    )


def _entry(row: WaitingEntry) -> RefusedEntryOut:
    is_awaited = row.state == EntryState.WAITING and row.confirmed_at is None
    return RefusedEntryOut(
        id=row.id,
        version=row.version,
        state=cast(EntryStateOut, row.state),
        is_open=row.state in OPEN,
        confirm_by=row.confirm_by if is_awaited else None,
    )


def correct_address(session: Session, mail_id: int, given: tuple[int, Email], actor: str, now: datetime) -> None:
    """Give the household of a refused mail another address, and write there. `given`: the version of the reservation or
    entry that was seen, and the address. NotRefused, Stale, UnknownReservation, UnknownEntry, EntryOver,
    ValidationProblem. A unit of work.
    """
    subject = session.scalar(select(Mail.subject_ref).where(Mail.id == mail_id)) or ""
    if subject.startswith(_RESERVATION):
        _of_reservation(session, mail_id, given, actor, now)
    elif subject.startswith(_WAITING):
        # The park first, as everywhere in the waiting list; the refusal is the reason that stays with the entry.
        entry_id = int(subject.removeprefix(_WAITING))
        version, email = given
        refuse_stale(session, entry_id, version)
        words = _words(_locked(session, mail_id)[0])
        entries.correct_address(session, entry_id, email, f"Mail abgelehnt: {words}", actor, now)
    else:
        raise NotRefused
    event = audit.Event(actor, "mail.address_corrected", f"mail:{mail_id}", {"about": subject})
    audit.append(session, [event], now)


def _of_reservation(session: Session, mail_id: int, given: tuple[int, Email], actor: str, now: datetime) -> None:
    """What was refused is sent again.

    Links in refused mails have ended with the former address: the mail that its correction sends takes their place.
    What looks ahead is not sent to a household whose place is gone.
    """
    version, email = given
    mail, refused = _locked(session, mail_id)
    reservation_id = int(mail.subject_ref.removeprefix(_RESERVATION))
    columns = {"email": email.typed, "email_normalized": email.normalized}
    save(session, reservation_id, version, Edit(columns, None), actor, now)
    session.flush()
    reservation = session.get_one(Reservation, reservation_id, populate_existing=True)
    again = [one for one in refused if _is_sent_again(one, reservation)]
    settled = [one.id for one in refused if one not in again]
    outbox.settle(session, Mail.id.in_(settled), actor, "Adresse berichtigt", now)
    for one in again:
        outbox.retry(session, one.id, now)
        one.recipient = _address_of(reservation)
        lead_to_page(session, one, reservation, now)


def _is_sent_again(mail: Mail, reservation: Reservation) -> bool:
    is_true = reservation.state in HOLDS_A_SPOT or mail.kind not in LOOKING_AHEAD
    return is_true and (mail.kind in LEADS_TO_PAGE or not mail.values.get(LINK_SEED))


def settle(session: Session, mail_id: int, reason: str, actor: str, now: datetime) -> None:
    """Settle a household's refused mails with a reason. NotRefused. A unit of work."""
    mail, refused = _locked(session, mail_id)
    outbox.settle(session, Mail.id.in_([one.id for one in refused]), actor, reason, now)
    event = audit.Event(actor, "mail.settled", f"mail:{mail.id}", {"about": mail.subject_ref, "mails": len(refused)})
    audit.append(session, [event], now)


def _locked(session: Session, mail_id: int) -> tuple[Mail, list[Mail]]:
    """The mail, locked, and every refused one about the same to the same address, the oldest first; NotRefused if it is
    settled.
    """
    mail = session.scalars(select(Mail).where(Mail.id == mail_id).with_for_update()).one_or_none()
    if mail is None or not mail.subject_ref.startswith((_RESERVATION, _WAITING)):
        raise NotRefused
    same = (Mail.subject_ref == mail.subject_ref) & (Mail.recipient == mail.recipient)
    refused = [one for one in session.scalars(_GIVEN_UP.where(same).order_by(Mail.id)) if _words(one)]
    if mail not in refused:
        raise NotRefused
    return mail, refused
