"""Staff API of the one search, while a clerk types."""

from datetime import date, datetime
from typing import Annotated

from fastapi import Query
from pydantic import Field

from services.core.http.answers import Answer
from services.core.http.dependencies import DatabaseOf
from services.core.inputs import Parameters
from services.reservations.desk.masking import mask_email, mask_phone
from services.reservations.listing.explain import MatchOut, match_out
from services.reservations.listing.find import Hit, find
from services.reservations.listing.search import LONGEST_QUERY
from services.reservations.listing.search_text import catch_up
from services.reservations.states import ReservationState
from services.search.others import OtherHit, OtherKind, find_others
from services.staff.access import ClerkOf, StaffRouter

router = StaffRouter(tag="search")


class SearchQuery(Parameters):
    """What a clerk typed. Fewer than two letters find nobody."""

    q: Annotated[str, Field(max_length=LONGEST_QUERY)] = ""


class HitOut(Answer):
    """A household, with what identifies it on the telephone. `matches`: one for each typed word, in their order."""

    id: int
    reference: str
    first_name: str
    last_name: str
    spot_number: int
    park: str
    state: ReservationState
    phone: str
    postcode: str
    annual_kwh: int
    payment_plan: str
    follow_up_on: date | None
    updated_at: datetime
    matches: list[MatchOut]


class OtherHitOut(Answer):
    """Somebody without a reservation: on a waiting list, as the sender of a message, in a declaration. `about`: the
    park, the subject, or the contract in the household's words.
    """

    kind: OtherKind
    id: int
    name: str
    email: str
    about: str
    at: datetime
    matches: list[MatchOut]


class SearchOut(Answer):
    """The best hits, the best first, and how many there are in all; `has_more`: more than `total` were not counted.
    `others`: who is no household, or was asked for by the reference of a message or declaration.
    """

    data: list[HitOut]
    others: list[OtherHitOut]
    total: int
    has_more: bool


@router.get("/search")
def search_households(query: Annotated[SearchQuery, Query()], _staff: ClerkOf, db: DatabaseOf) -> SearchOut:
    """Households and everybody else who match a typed text, in all parks and states. The text is not logged."""
    catch_up(db)
    with db.read() as session:
        hits = find(session, query.q)
        others = find_others(session, query.q, {hit.row.id for hit in hits.best})
    return SearchOut(
        data=[_hit(hit) for hit in hits.best],
        others=[_other(hit) for hit in others],
        total=hits.total,
        has_more=hits.has_more,
    )


def _hit(hit: Hit) -> HitOut:
    row = dict(hit.row._mapping)
    phone = mask_phone(row["mobile_phone_e164"])
    return HitOut.model_validate(
        row | {"park": row["park_id"], "phone": phone, "matches": [match_out(match) for match in hit.matches]}
    )


def _other(hit: OtherHit) -> OtherHitOut:
    one = hit.other
    return OtherHitOut(
        kind=one.kind,
        id=one.id,
        name=one.name,
        email=mask_email(one.email),
        about=one.about,
        at=one.at,
        matches=[match_out(match) for match in hit.matches],
    )
