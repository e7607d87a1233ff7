"""What a clerk does about a refused mail: correct the address, or note why nothing is to be done."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.console.errors import NotRefused
from services.console.refused_mails.refused import RESERVATION, WAITING, refused_to
from services.core.contact_details import Email, deliverable_address
from services.mail import outbox
from services.mail.catalogue import LEADS_TO_PAGE, LINK_SEED
from services.mail.models import Mail
from services.mail.refusals import refusal_words
from services.reservations.desk.edit import Edit, save
from services.reservations.desk.perform import LOOKING_AHEAD
from services.reservations.mails import lead_to_page
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT
from services.staff import audit
from services.waiting_list.desk import correct_address as entries
from services.waiting_list.desk.desk import refuse_stale

_CORRECTED = "Adresse berichtigt"


def correct_address(session: Session, mail_id: int, version: int, email: Email, actor: str, now: datetime) -> None:
    """Give the household of a refused mail another address, and write there. NotRefused, Stale; UnknownReservation;
    UnknownEntry, EntryOver, ValidationProblem. A unit of work.
    """
    subject = session.scalar(select(Mail.subject_ref).where(Mail.id == mail_id)) or ""
    if subject.startswith(RESERVATION):
        mail = _of_reservation(session, mail_id, (version, email), actor, now)
    elif subject.startswith(WAITING):
        entry_id = int(subject.removeprefix(WAITING))
        mail = _of_entry(session, mail_id, entry_id, (version, email), actor, now)
    else:
        raise NotRefused
    event = audit.Event(actor, "mail.address_corrected", f"mail:{mail.id}", {"about": subject})
    audit.append(session, [event], now)


def _of_entry(
    session: Session, mail_id: int, entry_id: int, wanted: tuple[int, Email], actor: str, now: datetime
) -> Mail:
    """The park first, as everywhere in the waiting list; the refusal is the reason that stays with the entry."""
    version, email = wanted
    refuse_stale(session, entry_id, version)
    mail, _ = _refused(session, mail_id)
    words = refusal_words(mail.last_error or "") or ""
    entries.correct_address(session, entry_id, email, f"Mail abgelehnt: {words}", actor, now)
    return mail


def _of_reservation(session: Session, mail_id: int, wanted: tuple[int, Email], actor: str, now: datetime) -> Mail:
    """Version and address are those `wanted`; what was refused is sent again.

    Links in refused mails have ended with the former address: the mail that its correction sends takes their place.
    What looks ahead is not sent to a household whose place is gone.
    """
    version, email = wanted
    mail, refused = _refused(session, mail_id)
    reservation_id = int(mail.subject_ref.removeprefix(RESERVATION))
    columns = {"email": email.typed, "email_normalized": email.normalized}
    save(session, reservation_id, version, Edit(columns, None), actor, now)
    session.flush()
    reservation = session.get_one(Reservation, reservation_id, populate_existing=True)
    again = [one for one in refused if _is_sent_again(one, reservation)]
    outbox.settle(session, Mail.id.in_([one.id for one in refused if one not in again]), actor, _CORRECTED, now)
    for one in again:
        outbox.retry(session, one.id, now)
        one.recipient = deliverable_address(reservation.email, reservation.email_normalized)
        lead_to_page(session, one, reservation, now)
    return mail


def settle(session: Session, mail_id: int, reason: str, actor: str, now: datetime) -> None:
    """Note that nothing more is to be done about a household's refused mails, and why. NotRefused. A unit of work."""
    mail, refused = _refused(session, mail_id)
    outbox.settle(session, Mail.id.in_([one.id for one in refused]), actor, reason, now)
    event = audit.Event(actor, "mail.settled", f"mail:{mail.id}", {"about": mail.subject_ref, "mails": len(refused)})
    audit.append(session, [event], now)


def _refused(session: Session, mail_id: int) -> tuple[Mail, list[Mail]]:
    """The mail, locked, and every refused one to the same address; NotRefused once it is settled."""
    mail = session.scalars(select(Mail).where(Mail.id == mail_id).with_for_update()).one_or_none()
    if mail is None:
        raise NotRefused
    refused = list(refused_to(session, mail))
    if mail not in refused:
        raise NotRefused
    return mail, refused


def _is_sent_again(mail: Mail, reservation: Reservation) -> bool:
    is_true = reservation.state in HOLDS_A_SPOT or mail.kind not in LOOKING_AHEAD
    return is_true and (mail.kind in LEADS_TO_PAGE or not mail.values.get(LINK_SEED))
