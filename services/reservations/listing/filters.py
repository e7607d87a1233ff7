"""Filters and sort orders of reservation lists, shared by the list, its count, exports and views."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from services.core.fields import LARGEST
from services.core.inputs import NOT_BOOLEAN, Day, Parameters
from services.core.members import WithMembers
from services.reservations.listing.search import LONGEST_QUERY
from services.reservations.models import FILTERS
from services.reservations.states import DepositState, ReservationState

MOST_IDS = 1000


class Sort(StrEnum):
    """What a list can be sorted by."""

    CREATED_AT = "created_at"
    SPOT_NUMBER = "spot_number"
    LAST_NAME = "last_name"
    UPDATED_AT = "updated_at"
    FOLLOW_UP_ON = "follow_up_on"


class Order(StrEnum):
    ASC = "asc"
    DESC = "desc"


def _split(value: Any) -> Any:
    """`a,b` and `["a", "b"]` alike: the parameter may be repeated or hold a list."""
    entries = [value] if isinstance(value, str) else value
    if not isinstance(entries, list | tuple):
        return entries
    parts = [part for entry in entries for part in (entry.split(",") if isinstance(entry, str) else [entry])]
    return [part for part in parts if part != ""]


Value = Annotated[str, Field(max_length=200)]
_Whole = Annotated[int, Field(ge=0, le=LARGEST), NOT_BOOLEAN]
Burst = Annotated[str, Field(pattern=r"^(last|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00))$", max_length=40)]
"""What came in one burst: in the `last` one, or in the one that began at this moment."""
Suspicion = Literal["open", "any"]
"""`open`: suspected and not looked at yet; `any`: suspected at all."""
Entry = Literal["site", "telephone", "letter", "fair", "import"]
"""How a reservation came in: by the household itself, or by a `Channel` that staff entered."""
Address = Literal["unconfirmed", "confirmed", "none"]
"""`unconfirmed`: still to be confirmed, or the place goes; `none`: the household gets letters."""


class ListFilters(
    Parameters,
    WithMembers,
    members={one.column: (Value | None, None) for one in FILTERS},
    after="payment_plan",
):
    """Each narrows the list further; an empty text counts as absent. Days are days in Berlin, both inclusive."""

    model_config = ConfigDict(frozen=True)

    q: Annotated[str | None, Field(max_length=LONGEST_QUERY)] = None
    state: Annotated[list[ReservationState], BeforeValidator(_split)] = Field(default_factory=list, max_length=20)
    annual_kwh: Annotated[list[_Whole], BeforeValidator(_split)] = Field(default_factory=list, max_length=20)
    payment_plan: Value | None = None
    park: Value | None = None
    spot_number: Annotated[int, Field(ge=0, le=2**31 - 1), NOT_BOOLEAN] | None = None
    utm_campaign: Value | None = None
    utm_source: Value | None = None
    referral_code: Value | None = None
    tag: Value | None = None
    deposit_state: DepositState | None = None
    channel: Entry | None = None
    address: Address | None = None
    duplicate: Suspicion | None = None
    price_mismatch: Suspicion | None = None
    burst: Burst | None = None
    created_from: Day | None = None
    created_to: Day | None = None
    follow_up_until: Day | None = None
    ids: Annotated[list[_Whole], BeforeValidator(_split)] | None = Field(None, max_length=MOST_IDS)
