"""Mails to households that a recipient's server refused for good: one line a household, for a clerk to telephone.

Left out is what needs nobody: a mail to an address that is no longer the household's, and one that somebody settled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from services.console.mails.mails import subject_of
from services.core.contact_details import deliverable_address
from services.mail.models import UNSENT, Mail, MailState
from services.mail.refusals import refusal_words
from services.parks.names import park_labels
from services.reservations.models import Reservation
from services.waiting_list.models import WaitingEntry

RESERVATION = "reservation:"
WAITING = "waiting:"
_LAST_CHARACTER = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class Refused:
    """A household whose mailbox refuses our mails; `mail` is the latest of them. `words`: why, a German sentence."""

    mail: Mail
    household: Reservation | WaitingEntry
    words: str
    count: int
    """How many of its mails were refused."""

    @property
    def name(self) -> str:
        """Of the household."""
        if isinstance(self.household, Reservation):
            return f"{self.household.first_name} {self.household.last_name}"
        return self.household.name

    @property
    def subject(self) -> str:
        """The line the mail would have had."""
        return subject_of(self.mail)


def refused_mails(session: Session) -> list[Refused]:
    """Every household with a refused mail, the latest first. Few: each is a mistyped address."""
    found: dict[str, list[Mail]] = {}
    for mail in session.scalars(select(Mail).where(UNSENT, _refused()).order_by(Mail.id.desc())):
        if refusal_words(mail.last_error or ""):
            found.setdefault(mail.subject_ref, []).append(mail)
    households = _households(session, list(found))
    told = []
    for subject, mails in found.items():
        household = households.get(subject)
        if household is None:
            continue
        theirs = [mail for mail in mails if mail.recipient == address_of(household)]
        if theirs:
            words = refusal_words(theirs[0].last_error or "") or ""
            told.append(Refused(theirs[0], household, words, len(theirs)))
    return told


def refused_to(session: Session, mail: Mail) -> Sequence[Mail]:
    """Every refused mail about the same thing, to the same address, the oldest first."""
    same = (Mail.subject_ref == mail.subject_ref) & (Mail.recipient == mail.recipient)
    rows = session.scalars(select(Mail).where(UNSENT, same, _refused()).order_by(Mail.id)).all()
    return [row for row in rows if refusal_words(row.last_error or "")]


def other_failed_mails(session: Session, refused: Sequence[Refused], shown: int | None) -> tuple[int, Sequence[Mail]]:
    """What else was given up and settled by nobody: how many, and the latest few."""
    subjects = {one.mail.subject_ref: address_of(one.household) for one in refused}
    failed = (Mail.state == MailState.FAILED.value) & Mail.settled_at.is_(None)
    others = [~_is_of(subject, address) for subject, address in subjects.items()]
    count = session.scalar(select(func.count()).select_from(Mail).where(UNSENT, failed, *others)) or 0
    rows = session.scalars(select(Mail).where(UNSENT, failed, *others).order_by(Mail.id.desc()).limit(shown)).all()
    return count, rows


def address_of(household: Reservation | WaitingEntry) -> str:
    """Where a mail to it would go now."""
    return deliverable_address(household.email, household.email_normalized)


def park_name(session: Session, refused: Refused) -> str:
    """Of the household's park."""
    return park_labels(session)[refused.household.park_id].name


def refused_at(mail: Mail) -> datetime:
    """When it was refused; of a mail from before that was kept, when it was ordered."""
    return mail.failing_since or mail.created_at


def _refused() -> ColumnElement[bool]:
    is_to_household = _begins_with(RESERVATION) | _begins_with(WAITING)
    failed = (Mail.state == MailState.FAILED.value) & Mail.settled_at.is_(None)
    return failed & is_to_household


def _begins_with(stem: str) -> ColumnElement[bool]:
    return Mail.subject_ref.between(stem, stem + _LAST_CHARACTER)


def _is_of(subject: str, address: str) -> ColumnElement[bool]:
    return (Mail.subject_ref == subject) & (Mail.recipient == address)


def _households(session: Session, subjects: Sequence[str]) -> dict[str, Reservation | WaitingEntry]:
    found: dict[str, Reservation | WaitingEntry] = {}
    reservations = select(Reservation).where(Reservation.id.in_(_ids(subjects, RESERVATION)))
    found |= {f"{RESERVATION}{row.id}": row for row in session.scalars(reservations)}
    entries = select(WaitingEntry).where(WaitingEntry.id.in_(_ids(subjects, WAITING)))
    return found | {f"{WAITING}{row.id}": row for row in session.scalars(entries)}


def _ids(subjects: Sequence[str], stem: str) -> list[int]:
    return [int(subject.removeprefix(stem)) for subject in subjects if subject.startswith(stem)]
