"""Mails to households that a recipient's server refused for good: one line a household, for a clerk to telephone.

Left out is what needs no work: a mail to an address that is no longer the household's, and one that was settled.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.core.db.rows import fetch
from services.mail.models import UNSENT, Mail, MailState
from services.mail.refusals import refusal_words
from services.parks.names import park_labels
from services.reservations.models import Reservation
from services.waiting_list.models import WaitingEntry

RESERVATION = "reservation:"
WAITING = "waiting:"
_LAST_CHARACTER = "\U0010ffff"
_IS_GIVEN_UP = (Mail.state == MailState.FAILED.value) & Mail.settled_at.is_(None)
_FAILED_ROWS = (
    select(
        Mail.id, Mail.subject_ref, Mail.recipient, Mail.last_error, Mail.failing_since, Mail.created_at, Mail.attempts
    )
    .where(UNSENT, _IS_GIVEN_UP)
    .order_by(Mail.id.desc())
)


class FailedRow(NamedTuple):
    """What the outbox says of a mail that was given up, without what the mail says."""

    id: int
    subject_ref: str
    recipient: str
    last_error: str | None
    failing_since: datetime | None
    created_at: datetime
    attempts: int


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
        return self.mail.subject


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Failed mails that are not settled, the latest first, read without their content. Each is a mistyped address or
    a fault, so they are few.
    """

    refused: list[list[FailedRow]]
    """A list for each household whose mailbox refuses them."""
    others: list[FailedRow]


def given_up(session: Session) -> GivenUp:
    """Every failed mail that is not settled, by what a clerk does about it."""
    rows = [FailedRow(*row) for row in fetch(session, _FAILED_ROWS)]
    of_subject: dict[str, list[FailedRow]] = {}
    for row in rows:
        if row.subject_ref.startswith((RESERVATION, WAITING)) and refusal_words(row.last_error or ""):
            of_subject.setdefault(row.subject_ref, []).append(row)
    addresses = _addresses(session, list(of_subject))
    theirs = {
        subject: found
        for subject, mails in of_subject.items()
        if (found := [mail for mail in mails if mail.recipient == addresses.get(subject)])
    }
    others = [row for row in rows if row.subject_ref not in theirs or row.recipient != addresses[row.subject_ref]]
    return GivenUp(list(theirs.values()), others)


def refused_mails(session: Session) -> list[Refused]:
    """Every household with a refused mail, the latest first."""
    of_households = given_up(session).refused
    households = _households(session, [mails[0].subject_ref for mails in of_households])
    latest = select(Mail).where(Mail.id.in_([mails[0].id for mails in of_households]))
    rows = {mail.id: mail for mail in session.scalars(latest)}
    return [
        Refused(rows[first.id], households[first.subject_ref], refusal_words(first.last_error or "") or "", len(mails))
        for mails in of_households
        for first in mails[:1]
    ]


def refused_to(session: Session, mail: Mail) -> Sequence[Mail]:
    """Every refused mail about the same thing, to the same address, the oldest first."""
    same = (Mail.subject_ref == mail.subject_ref) & (Mail.recipient == mail.recipient)
    rows = session.scalars(select(Mail).where(UNSENT, same, _refused()).order_by(Mail.id)).all()
    return [row for row in rows if refusal_words(row.last_error or "")]


def address_of(household: Reservation | WaitingEntry) -> str:
    """Where a mail to it would go now."""
    return deliverable_address(household.email, household.email_normalized)


def park_name(session: Session, refused: Refused) -> str:
    """Of the household's park."""
    return park_labels(session)[refused.household.park_id].name


def refused_at(mail: Mail | FailedRow) -> datetime:
    """When it was refused; of a mail from before that was kept, when it was ordered."""
    return mail.failing_since or mail.created_at


def _refused() -> ColumnElement[bool]:
    is_to_household = _begins_with(RESERVATION) | _begins_with(WAITING)
    return _IS_GIVEN_UP & is_to_household


def _begins_with(stem: str) -> ColumnElement[bool]:
    return Mail.subject_ref.between(stem, stem + _LAST_CHARACTER)


def _households(session: Session, subjects: Sequence[str]) -> dict[str, Reservation | WaitingEntry]:
    found: dict[str, Reservation | WaitingEntry] = {}
    reservations = select(Reservation).where(Reservation.id.in_(_ids(subjects, RESERVATION)))
    found |= {f"{RESERVATION}{row.id}": row for row in session.scalars(reservations)}
    entries = select(WaitingEntry).where(WaitingEntry.id.in_(_ids(subjects, WAITING)))
    return found | {f"{WAITING}{row.id}": row for row in session.scalars(entries)}


def _addresses(session: Session, subjects: Sequence[str]) -> dict[str, str]:
    """Where a mail to each household would go now."""
    found: dict[str, str] = {}
    for table, stem in ((Reservation, RESERVATION), (WaitingEntry, WAITING)):
        ids = _ids(subjects, stem)
        query = select(table.id, table.email, table.email_normalized).where(table.id.in_(ids))
        rows = fetch(session, query) if ids else ()
        found |= {f"{stem}{id_}": deliverable_address(email, normalized) for id_, email, normalized in rows}
    return found


def _ids(subjects: Sequence[str], stem: str) -> list[int]:
    return [int(subject.removeprefix(stem)) for subject in subjects if subject.startswith(stem)]
