"""Answers of the search for households."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from services.core.http.answers import Answer
from services.core.inputs import Parameters
from services.reservations.listing.search import LONGEST_QUERY
from services.reservations.states import ReservationState


class SearchQuery(Parameters):
    """What a clerk typed. Fewer than two letters find nobody."""

    q: Annotated[str, Field(max_length=LONGEST_QUERY)] = ""


class MatchKind(StrEnum):
    """What of a reservation a typed word is."""

    SPOT = "spot"
    NAME = "name"
    FIRST_NAME = "first_name"
    POSTCODE = "postcode"
    PHONE = "phone"
    REFERENCE = "reference"
    EMAIL = "email"
    TAG = "tag"
    NOTE = "note"


class MatchOut(Answer):
    """Why a reservation was found: `text` from `start` to before `end` is one of the typed words. Of e-mail and
    telephone only that part is open, beside what lists show of them. `start` and `end` count characters of Unicode.
    """

    kind: MatchKind
    text: str
    start: int
    end: int
    is_whole: bool
    one_error: bool


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


class SearchOut(Answer):
    """The best hits, the best first, and how many there are in all; `has_more`: more than `total` were not counted."""

    data: list[HitOut]
    total: int
    has_more: bool
