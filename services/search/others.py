"""Finds who has no reservation: on a waiting list, as the sender of messages, in a declaration.

They are few compared with the reservations and have no full text. The latest of each kind are read in narrow columns;
those that hold the typed letters are explained in Python, by the same words and for the same reasons as reservations.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.core.db.rows import fetch
from services.core.folding import fold
from services.declarations.models import Declaration, DeclarationCase
from services.messages.models import Conversation
from services.parks.names import park_labels
from services.reservations.listing import explain
from services.reservations.listing.explain import Found, Level, Match, MatchKind
from services.reservations.listing.find import is_enough
from services.reservations.listing.search import (
    ENOUGH,
    Findable,
    Word,
    differ_by_one_error,
    run_together,
    words_of_query,
)
from services.waiting_list.models import WaitingEntry

MOST: Final = 6
_NO_WORD: Final = re.compile(r"[\W_]+")
_READ: Final = 1_000
"""Of each kind, the latest."""


class OtherKind(StrEnum):
    """Where somebody without a reservation is known from."""

    WAITING = "waiting"
    CONVERSATION = "conversation"
    DECLARATION = "declaration"


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody on the waiting list, a conversation or a declaration. `about`: what it is about, as the row shows it;
    `reservation_id`: whose it is, where that is known.
    """

    kind: OtherKind
    id: int
    name: str
    about: str
    at: datetime
    reservation_id: int | None
    email: str
    references: Sequence[str] = ()
    phone: str = ""
    postcode: str = ""

    @property
    def subject(self) -> str:
        """Searchable too; not the park, which many wait for."""
        return "" if self.kind is OtherKind.WAITING else self.about

    def may_be(self, words: Sequence[Word], level: Level) -> bool:
        """Whether its letters hold every word; spares most of them the explanation."""
        said = (*self.references, self.name, self.email, self.phone, _dialled(self.phone), self.postcode, self.subject)
        folded = fold(" ".join(said))
        joined, names = _NO_WORD.sub("", folded), _NO_WORD.split(fold(self.name)) if level is Level.ONE_ERROR else ()
        return all(
            word.text.removeprefix("plz") in joined
            or any(run_together(one[start:]).startswith(word.text) for one in self.references for start in (0, 3))
            or any(differ_by_one_error(word.text, name) for name in names)
            for word in words
        )

    def readings(self) -> Iterator[Found]:
        """As a search reads it, once by each of its references."""
        for reference in self.references or ("",):
            number = _dialled(self.phone)
            person = Findable(reference, None, "", self.name, self.email, self.phone, number, self.postcode)
            yield Found(person, (), (), self.subject)


@dataclass(frozen=True, slots=True)
class OtherHit:
    """One of them, and the explanation of each typed word."""

    other: Other
    matches: Sequence[Match]

    @property
    def rank(self) -> tuple[object, ...]:
        """The better, the smaller: whole words first, the latest first."""
        levels = [match.level for match in self.matches]
        return max(levels), sum(levels), -self.other.at.timestamp()


def find_others(session: Session, typed: str, households: Collection[int]) -> list[OtherHit]:
    """The best hits, at most `MOST`. What belongs to one of the `households`, which are found already, is left out
    unless its own reference was typed; of several conversations with one correspondent only the best is kept.
    """
    words = words_of_query(typed)
    if not is_enough(words):
        return []
    known = [*_waiting(session), *_conversations(session), *_declarations(session)]
    found = _matching(known, words, Level.ANYWHERE)
    if len(found) < ENOUGH:
        found = _matching(known, words, Level.ONE_ERROR)
    shown = [hit for hit in found if hit.other.reservation_id not in households or _is_by_reference(hit)]
    best: dict[tuple[OtherKind, str], OtherHit] = {}
    for hit in sorted(shown, key=lambda one: one.rank):
        best.setdefault((hit.other.kind, hit.other.email.lower() or str(hit.other.id)), hit)
    return list(best.values())[:MOST]


def _matching(known: Sequence[Other], words: Sequence[Word], level: Level) -> list[OtherHit]:
    hits = []
    for other in (one for one in known if one.may_be(words, level)):
        for reading in other.readings():
            if (matches := explain.matches(reading, words, level)) is not None:
                hits.append(OtherHit(other, matches))
                break
    return hits


def _dialled(phone: str) -> str:
    """The digits with their country, as far as they are known without parsing thousands of numbers at each key."""
    digits = "".join(letter for letter in phone if letter.isdecimal())
    return f"+49{digits[1:]}" if digits.startswith("0") and digits[:2] != "00" else digits.removeprefix("00")


def _is_by_reference(hit: OtherHit) -> bool:
    return all(match.kind is MatchKind.REFERENCE for match in hit.matches)


def _waiting(session: Session) -> Iterator[Other]:
    columns = (WaitingEntry.id, WaitingEntry.name, WaitingEntry.email, WaitingEntry.typed, WaitingEntry.park_id)
    query = select(*columns, WaitingEntry.joined_at).order_by(WaitingEntry.id.desc()).limit(_READ)
    parks = park_labels(session)
    for id_, name, email, typed, park, joined_at in fetch(session, query):
        phone, postcode = typed.get("mobile_phone", ""), typed.get("postcode", "")
        about = parks[park].name
        yield Other(OtherKind.WAITING, id_, name, about, joined_at, None, email, phone=phone, postcode=postcode)


def _conversations(session: Session) -> Iterator[Other]:
    columns = (
        Conversation.id,
        Conversation.correspondent_name,
        Conversation.subject,
        Conversation.created_at,
        Conversation.reservation_id,
        Conversation.correspondent_email,
        Conversation.reference,
        ContactMessage.reference.label("enquiry"),
        ContactMessage.phone,
    )
    joined = select(*columns).outerjoin(ContactMessage, ContactMessage.id == Conversation.contact_message_id)
    for row in fetch(session, joined.order_by(Conversation.id.desc()).limit(_READ)):
        yield Other(
            OtherKind.CONVERSATION,
            row.id,
            row.correspondent_name,
            row.subject,
            row.created_at,
            row.reservation_id,
            row.correspondent_email,
            [row.reference, *filter(None, [row.enquiry])],
            row.phone or "",
        )


def _declarations(session: Session) -> Iterator[Other]:
    columns = (
        Declaration.id,
        Declaration.name,
        Declaration.contract,
        Declaration.received_at,
        DeclarationCase.reservation_id,
        Declaration.email,
        Declaration.reference,
    )
    joined = select(*columns).join(DeclarationCase).order_by(Declaration.id.desc()).limit(_READ)
    for id_, name, contract, received_at, reservation_id, email, reference in fetch(session, joined):
        yield Other(
            OtherKind.DECLARATION, id_, name, contract, received_at, reservation_id, email, references=[reference]
        )
