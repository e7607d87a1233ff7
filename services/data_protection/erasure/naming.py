"""The words that name a person, and their redaction in texts that others wrote."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.core.folding import fold, plain
from services.core.personal_data import Subject
from services.core.personal_text import number_end
from services.data_protection.person import Person
from services.household_links.models import HouseholdLink
from services.reservations.listing.search import Findable, terms_of, words_of_query
from services.reservations.models import Reservation, ReservationChange
from services.waiting_list.models import WaitingEntry

_NUMBER: Final = re.compile(r"[+(]?[0-9][0-9 ()/.–-]{5,}[0-9]")
_SHORTEST: Final = 4
"""A shorter name alone names nobody: it is a word in too many texts."""
_SEARCHED: Final = "q"
ERASED: Final = "[gelöscht]"
"""Replaces what named the person."""


@dataclass(frozen=True, slots=True)
class Naming:
    """How a person is named in free texts. `phones`: the digits at the end of its numbers."""

    pattern: re.Pattern[str]
    phones: frozenset[str]
    terms: str
    """The words a search finds the reservation by."""
    texts: tuple[str, ...]
    """What the pattern is made of, in every spelling."""

    def names(self, text: str) -> bool:
        """Whether a text names the person."""
        return self.redacted(text) != text

    def redacted(self, text: str) -> str:
        """The text without the words that name the person."""
        return _NUMBER.sub(self._number, self.pattern.sub(ERASED, text))

    def redacted_json(self, value: Any) -> Any:
        """Redact every text in a JSON value; a search for the person is removed."""
        if isinstance(value, str):
            return self.redacted(value)
        if isinstance(value, list):
            return [self.redacted_json(one) for one in value]
        if isinstance(value, dict):
            return {
                self.redacted(name): self.redacted_json(one)
                for name, one in value.items()
                if name != _SEARCHED or not isinstance(one, str) or not self._finds(one)
            }
        return value

    def _number(self, found: re.Match[str]) -> str:
        digits = "".join(letter for letter in found[0] if letter.isdigit())
        return ERASED if digits.endswith(tuple(self.phones)) else found[0]

    def _finds(self, typed: str) -> bool:
        """Whether a search for this finds the person: each of its words begins one of the person's."""
        if self.names(typed):
            return True
        words = [word.text for word in words_of_query(typed) if len(word.text) >= _SHORTEST]
        return bool(words) and all(f" {word}" in self.terms for word in words)


def naming_of(session: Session, reservation: Reservation, person: Person) -> Naming:
    """How the person is named, with the names and addresses it had before."""
    firsts, lasts, emails, phones = _of_reservation(session, reservation)
    wholes = {f"{first} {last}" for first in firsts for last in lasts}
    wholes |= {f"{last}, {first}" for first in firsts for last in lasts}
    for name, email, phone in _elsewhere(session, person):
        wholes |= {name} if " " in name else set()
        emails.add(email)
        phones.add(phone)
    alone = [name for column, names in (("first_name", firsts), ("last_name", lasts)) for name in names
             if len(name) >= _SHORTEST and not _is_shared(session, reservation.id, column, name)]  # fmt: skip
    texts = sorted(text for text in {*wholes, *emails, *alone} if len(text) >= _SHORTEST)
    prefix, first, last = reservation.reference.split("-")
    spelt = [*map(_spelling, texts), rf"(?<!\w)(?:{prefix})?[\W_]*{first}[\W_]*{last}(?!\w)"]
    pattern = re.compile("|".join(sorted(set(spelt), key=len, reverse=True)), re.IGNORECASE)
    ends = frozenset(end for phone in phones if (end := number_end(phone or "")))
    findable = Findable(**{name: getattr(reservation, name) for name in Findable.__dataclass_fields__})
    searched = [form for text in texts for form in _forms(text)] + reservation.reference.split("-")[-1:]
    return Naming(pattern, ends or frozenset({"no number"}), terms_of(findable), tuple(searched))


def _of_reservation(session: Session, reservation: Reservation) -> tuple[set[str], set[str], set[str], set[str | None]]:
    """First names, last names, addresses and numbers, present and former."""
    found: dict[str, set[Any]] = {name: {getattr(reservation, name)} for name in _KEPT_IN_CHANGES}
    changes = select(ReservationChange.before, ReservationChange.after)
    for before, after in session.execute(changes.where(ReservationChange.reservation_id == reservation.id)):
        for name, values in found.items():
            values |= {values_of[name] for values_of in (before, after) if isinstance(values_of.get(name), str)}
    links = select(HouseholdLink.email).where(HouseholdLink.reservation_id == reservation.id)
    emails = {*found["email"], *found["email_normalized"], reservation.mailbox, *session.scalars(links)}
    return found["first_name"], found["last_name"], emails, {*found["mobile_phone_e164"]}


_KEPT_IN_CHANGES: Final = ("first_name", "last_name", "email", "email_normalized", "mobile_phone_e164")


def _elsewhere(session: Session, person: Person) -> Iterable[tuple[str, str, str | None]]:
    """Name, address and number of the person on the waiting list and in messages."""
    entries = select(WaitingEntry.name, WaitingEntry.email).where(WaitingEntry.id.in_(person.ids[Subject.WAITING]))
    yield from ((name, email, None) for name, email in session.execute(entries))
    messages = select(ContactMessage.name, ContactMessage.email, ContactMessage.phone_e164)
    rows = session.execute(messages.where(ContactMessage.id.in_(person.ids[Subject.CONTACT])))
    yield from ((name, email, phone) for name, email, phone in rows)


def _is_shared(session: Session, reservation_id: int, column: str, name: str) -> bool:
    """Whether another household has the same name, which alone is then ambiguous."""
    same = (getattr(Reservation, column) == name) & (Reservation.id != reservation_id)
    return session.scalar(select(Reservation.id).where(same, Reservation.erased_at.is_(None)).limit(1)) is not None


def _spelling(text: str) -> str:
    """A pattern for a text as it is written, without accents, and with blanks of any width."""
    blanks = [re.sub(r"(\\ )+", r"\\s+", re.escape(form)) for form in _forms(text)]
    return rf"(?<!\w)(?:{'|'.join(blanks)})(?!\w)"


def _forms(text: str) -> Sequence[str]:
    return sorted({text, plain(text), fold(text)})
