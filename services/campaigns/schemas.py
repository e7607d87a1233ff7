"""API schemas of campaigns and links."""

from datetime import date, datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from services.core.inputs import Int64

RowId = Annotated[int, Field(ge=1, le=2**63 - 1)]


class HitsOut(BaseModel):
    people: int
    bots: int


class ShortLinkOut(BaseModel):
    """A short link; `address` is what is printed, `target_path` the page it leads to."""

    id: int
    slug: str
    address: str
    campaign_id: int
    target_path: str
    utm_term: str
    utm_content: str
    created_at: datetime
    disabled_at: datetime | None
    hits: HitsOut


class CampaignRowOut(BaseModel):
    """A campaign in a list.

    `cost_cents` is the sum of all days; `spent_cents` that of the days between `starts_on` and `ends_on`, which alone
    count against the budget; `over_cents` what these exceed the budget by, negative while some of it is left, null
    without a budget.
    """

    id: int
    name: str
    utm_source: str
    utm_medium: str
    utm_campaign: str
    landing_path: str
    starts_on: date | None
    ends_on: date | None
    budget_cents: int | None
    cost_cents: int
    spent_cents: int
    over_cents: int | None
    note: str
    version: int
    created_at: datetime
    created_by: str
    created_by_name: str | None
    archived_at: datetime | None


class CampaignOut(CampaignRowOut):
    """A campaign with its links and the long address to share."""

    address: str
    links: list[ShortLinkOut]


class CampaignsOut(BaseModel):
    data: list[CampaignRowOut]
    has_next: bool
    total: int


class CampaignIn(BaseModel):
    """A new campaign. The rules of each field stand in `campaigns.py`."""

    model_config = ConfigDict(extra="forbid")

    name: Any = None
    utm_source: Any = None
    utm_medium: Any = None
    utm_campaign: Any = None
    landing_path: Any = None
    starts_on: Any = None
    ends_on: Any = None
    budget_cents: Any = None
    note: Any = None


class CampaignEditIn(CampaignIn):
    """Only what changes, and the version it was made on; null takes a value away where there need not be one."""

    version: Int64

    def given(self) -> dict[str, Any]:
        """The members that were sent."""
        return {name: getattr(self, name) for name in self.model_fields_set if name != "version"}


class LinkIn(BaseModel):
    """A new short link; everything may be left out."""

    model_config = ConfigDict(extra="forbid")

    slug: Any = None
    target_path: Any = None
    utm_term: Any = None
    utm_content: Any = None


class LinkDayOut(BaseModel):
    day: date
    people: int
    bots: int


class LinkDaysOut(BaseModel):
    """Days on which the link was called, in order."""

    days: list[LinkDayOut]


class AddressIn(BaseModel):
    """Fields to build a link of; nothing is stored."""

    model_config = ConfigDict(extra="forbid")

    path: Any = None
    utm_source: Any = None
    utm_medium: Any = None
    utm_campaign: Any = None
    utm_term: Any = None
    utm_content: Any = None
    referral_code: Any = None


class CanonicalOut(BaseModel):
    utm_source: str
    utm_medium: str
    utm_campaign: str
    utm_term: str
    utm_content: str
    referral_code: str


class HintOut(BaseModel):
    """`suggestion`: the value already in use that is probably meant; null: the hint suggests none."""

    field: str
    message: str
    suggestion: str | None


class AddressOut(BaseModel):
    """`canonical`: the values as the address has them. `hints` are no refusals."""

    address: str
    canonical: CanonicalOut
    campaign_id: int | None
    hints: list[HintOut]
