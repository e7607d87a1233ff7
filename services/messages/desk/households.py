"""The reservation of a conversation, and suggestions for one."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.messages.desk.new_facts import PHONE, POSTCODE
from services.messages.desk.schemas import Because, HouseholdOut, SuggestionOut
from services.messages.merged import followed
from services.messages.models import Conversation
from services.parks.names import park_labels
from services.reservations.listing.find import find
from services.reservations.models import Reservation

MOST: Final = 5
_SEARCHED: Final = 20_000
_MOST_OF_A_KIND: Final = 3
_ORDER: Sequence[Because] = ("address", "phone", "name", "postcode")


def households_of(session: Session, ids: Iterable[int | None]) -> dict[int, HouseholdOut]:
    """Reservations by id; a merged one is replaced by the one it was merged into."""
    heirs = followed(session, ids)
    rows = session.scalars(select(Reservation).where(Reservation.id.in_(set(heirs.values()))))
    parks = park_labels(session)
    shown = {
        row.id: HouseholdOut(
            reservation_id=row.id,
            reference=row.reference,
            name=f"{row.first_name} {row.last_name}",
            park_name=parks[row.park_id].name,
            spot_number=row.spot_number,
            state=row.state,
        )
        for row in rows
    }
    return {id_: shown[heir] for id_, heir in heirs.items() if heir in shown}


def suggestions(session: Session, conversation: Conversation, texts: Iterable[str]) -> list[SuggestionOut]:
    """At most `MOST`, those with the strongest and the most reasons first. `texts`: its messages."""
    found: dict[int, list[Because]] = defaultdict(list)
    candidates = list(_candidates(session, conversation, " ".join(texts)[:_SEARCHED]))
    heirs = followed(session, [conversation.reservation_id, *(id_ for _, id_ in candidates)])
    for because, id_ in candidates:
        if because not in found[heirs[id_]]:
            found[heirs[id_]].append(because)
    found.pop(heirs.get(conversation.reservation_id or 0, 0), None)
    ranked = sorted(found, key=lambda id_: (-len(found[id_]), _ORDER.index(found[id_][0]), -id_))[:MOST]
    shown = households_of(session, ranked)
    return [SuggestionOut(**shown[id_].model_dump(), because=found[id_]) for id_ in ranked if id_ in shown]


def _candidates(session: Session, conversation: Conversation, text: str) -> Iterator[tuple[Because, int]]:
    if conversation.mailbox:
        same = select(Reservation.id).where(
            Reservation.mailbox == conversation.mailbox, Reservation.erased_at.is_(None)
        )
        yield from (("address", id_) for id_ in session.scalars(same.order_by(Reservation.id.desc()).limit(MOST)))
    typed: Sequence[tuple[Because, list[str]]] = (
        ("phone", [re.sub(r"[^\d+]", "", one) for one in PHONE.findall(text)]),
        ("name", [conversation.correspondent_name]),
        ("postcode", POSTCODE.findall(text)),
    )
    for because, texts in typed:
        for one in list(dict.fromkeys(filter(None, texts)))[:_MOST_OF_A_KIND]:
            yield from ((because, hit.row.id) for hit in find(session, one[:100]).best)
