"""Who a reservation is about: everything of the product that leads to the same household.

A reservation with a confirmed address proves one mailbox. What came from that mailbox by other ways belongs to the same
person: entries of the waiting list, confirmed or not, since the link to them was mailed there, messages of the contact
form, whose answers went there, conversations with it, and places that another household offered to it. Another
reservation is a separate place: it is exported with this one if its address is confirmed too, and erased only by
itself. An address that nobody confirmed may be a stranger's, and leads to nothing else.

A conversation from another mailbox than the reservation's belongs to its writer, not to the household whose
reference it names, until staff have assigned it. One of a reservation that was merged belongs to that in which it goes
on (`messages/merged.py`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, String, cast, false, func, or_, select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.contracts.models import Contract
from services.core.contact_details import mailbox_of
from services.core.personal_data import Description, Lead, Subject
from services.declarations.models import DeclarationCase
from services.household.hand_over.models import HandOver
from services.messages.merged import standing_for
from services.messages.models import Conversation
from services.reservations.models import Reservation
from services.waiting_list.models import WaitingEntry, WaitingOffer


@dataclass(frozen=True, slots=True)
class Person:
    """Ids by subject. `others`: further reservations of the same confirmed mailbox."""

    ids: Mapping[Subject, Sequence[Any]]
    others: Sequence[int] = ()

    def without(self, *subjects: Subject) -> "Person":
        """The same person without the ids of some subjects."""
        return Person({subject: ids for subject, ids in self.ids.items() if subject not in subjects}, self.others)


def person_of(session: Session, reservation: Reservation, *, by_mailbox: bool = True) -> Person:
    """The person of a reservation. Without `by_mailbox` only what was created with the reservation itself."""
    is_proven = by_mailbox and reservation.email_confirmed_at is not None
    own = [reservation.id]
    # Places it offered to others, the one it took over, and with a proven mailbox those that were offered to it
    taken = (HandOver.reservation_id == reservation.taken_over_from_id) & (HandOver.mailbox == reservation.mailbox)
    is_theirs = (HandOver.reservation_id == reservation.id) | taken
    if is_proven:
        is_theirs |= HandOver.mailbox == reservation.mailbox
    hand_overs = list(session.scalars(select(HandOver.id).where(is_theirs).order_by(HandOver.id)))
    return Person(
        {
            Subject.RESERVATION: own,
            Subject.WAITING: _waiting(session, reservation, is_proven=is_proven),
            Subject.CONTACT: _messages(session, reservation, is_proven=is_proven),
            Subject.CONVERSATION: _conversations(session, reservation, is_proven=is_proven),
            Subject.DECLARATION: _declarations(session, own),
            Subject.HAND_OVER: hand_overs,
            Subject.CONTRACT: _contracts(session, own),
        },
        _others(session, reservation) if is_proven else (),
    )


def with_others(session: Session, person: Person) -> Person:
    """The person with the other reservations of its mailbox, for exports to the household."""
    ids = [*person.ids[Subject.RESERVATION], *person.others]
    of_others = select(Conversation.id).where(_is_about(session, person.others))
    told = {
        Subject.RESERVATION: ids,
        Subject.DECLARATION: _declarations(session, ids),
        Subject.CONTRACT: _contracts(session, ids),
        Subject.CONVERSATION: [*person.ids[Subject.CONVERSATION], *session.scalars(of_others)],
    }
    return Person({**person.ids, **told}, person.others)


def references_of_others(session: Session, person: Person) -> list[str]:
    """References of the further reservations of a person's mailbox, the oldest first."""
    references = select(Reservation.reference).where(Reservation.id.in_(person.others)).order_by(Reservation.id)
    return list(session.scalars(references))


def rows_of(described: Description, person: Person) -> ColumnElement[bool]:
    """The SQL condition on the rows of a table that lead to a person."""
    conditions = [_is_led(described, lead, person.ids.get(lead.subject, ())) for lead in described.leads]
    return or_(false(), *conditions)


def led_by(described: Description, lead: Lead, ids: Select[Any]) -> ColumnElement[bool]:
    """The SQL condition on the rows that a lead takes to one of the ids that a query selects."""
    column = described.table.c[lead.column]
    if not lead.is_reference:
        return column.in_(ids)
    prefix = f"{lead.subject.value}:"
    spelt = cast(ids.subquery().c[0], String)
    if lead.subject is Subject.CONTACT:  # SQLite stores a UUID without its hyphens
        bare = select(prefix + func.replace(spelt, "-", ""))
        return column.startswith(prefix) & func.replace(column, "-", "").in_(bare)
    return column.in_(select(prefix + spelt))


def _is_led(described: Description, lead: Lead, ids: Iterable[Any]) -> ColumnElement[bool]:
    column = described.table.c[lead.column]
    if lead.is_reference:
        return column.in_([f"{lead.subject.value}:{id_}" for id_ in ids])
    return column.in_(list(ids))


def _waiting(session: Session, reservation: Reservation, *, is_proven: bool) -> list[int]:
    accepted = select(WaitingOffer.entry_id).where(WaitingOffer.reservation_id == reservation.id)
    of_mailbox = WaitingEntry.mailbox == reservation.mailbox
    is_theirs = WaitingEntry.id.in_(accepted) | of_mailbox if is_proven else WaitingEntry.id.in_(accepted)
    return list(session.scalars(select(WaitingEntry.id).where(is_theirs).order_by(WaitingEntry.id)))


def _messages(session: Session, reservation: Reservation, *, is_proven: bool) -> list[UUID]:
    """Those whose conversation is about the reservation, and with a proven mailbox all that came from it."""
    opened = select(Conversation.contact_message_id).where(_is_about(session, [reservation.id]))
    found: list[UUID | None] = list(session.scalars(opened))
    found += _written_from(session, reservation.mailbox) if is_proven else []
    return list(dict.fromkeys(filter(None, found)))


def _written_from(session: Session, mailbox: str) -> list[UUID]:
    """Messages keep the address as it was typed; the mailbox behind it is computed for those of its domain."""
    domain = mailbox.rpartition("@")[2]
    query = select(ContactMessage.id, ContactMessage.email_normalized)
    if domain != "gmail.com":  # which mailboxes of another domain belong to
        query = query.where(ContactMessage.email_normalized.endswith(f"@{domain}", autoescape=True))
    return [id_ for id_, email in session.execute(query) if mailbox_of(email) == mailbox]


def _conversations(session: Session, reservation: Reservation, *, is_proven: bool) -> list[int]:
    """Those about the reservation, and with a proven mailbox all of it that belong to no other one."""
    is_theirs = _is_about(session, [reservation.id])
    if is_proven:
        is_free = Conversation.reservation_id.is_(None) | Conversation.is_other_address
        is_theirs |= (Conversation.mailbox == reservation.mailbox) & is_free
    return list(session.scalars(select(Conversation.id).where(is_theirs).order_by(Conversation.id)))


def _is_about(session: Session, reservations: Sequence[int]) -> ColumnElement[bool]:
    standing = standing_for(session, reservations)
    return Conversation.reservation_id.in_(standing) & ~Conversation.is_other_address


def _declarations(session: Session, reservations: Sequence[int]) -> list[int]:
    matched = select(DeclarationCase.declaration_id).where(DeclarationCase.reservation_id.in_(reservations))
    return list(session.scalars(matched.order_by(DeclarationCase.declaration_id)))


def _contracts(session: Session, reservations: Sequence[int]) -> list[int]:
    of_them = select(Contract.id).where(Contract.reservation_id.in_(reservations))
    return list(session.scalars(of_them.order_by(Contract.id)))


def _others(session: Session, reservation: Reservation) -> list[int]:
    same = (Reservation.mailbox == reservation.mailbox) & (Reservation.id != reservation.id)
    is_theirs = same & Reservation.email_confirmed_at.is_not(None) & Reservation.erased_at.is_(None)
    return list(session.scalars(select(Reservation.id).where(is_theirs).order_by(Reservation.id)))
