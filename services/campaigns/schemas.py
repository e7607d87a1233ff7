"""API schemas of campaigns and links."""

from datetime import date, datetime
from typing import Annotated

from pydantic import BaseModel, ValidationInfo, field_validator

from services.campaigns.field_rules import Cents, SitePage, Spelling, UtmValue, check_order
from services.campaigns.links.slugs import Slug
from services.core.http.answers import Answer
from services.core.inputs import Body, CalendarDay, Default, Line, Lines, Required, Version, absent
from services.referral_codes.codes import CodeText


class HitsOut(Answer):
    people: int
    bots: int


class ShortLinkOut(Answer):
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


class CampaignRowOut(Answer):
    """A campaign in a list. `cost_cents` is the sum of all days; `spent_cents` that of the days between `starts_on` and
    `ends_on`, which count against the budget; `over_cents`: by how much these exceed the budget, negative if some is
    left, null without a budget.
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


Name = Annotated[str, Line(120), Required("Bitte geben Sie der Kampagne einen Namen.")]
Source = Annotated[Spelling, Required("Bitte geben Sie die Quelle an, zum Beispiel newsletter.")]
Medium = Annotated[Spelling, Default("")]
CampaignValue = Annotated[Spelling, Required("Bitte geben Sie den Kennwert der Kampagne an, zum Beispiel fruehling.")]
LandingPath = Annotated[SitePage, Default("/")]
DayOrNone = Annotated[CalendarDay | None, Default(None)]
CentsOrNone = Annotated[Cents | None, Default(None)]
Note = Annotated[str, Lines(1000), Default("")]


class CampaignIn(Body):
    name: Name
    utm_source: Source
    utm_medium: Medium = ""
    utm_campaign: CampaignValue
    landing_path: LandingPath = "/"
    starts_on: DayOrNone = None
    ends_on: DayOrNone = None
    budget_cents: CentsOrNone = None
    note: Note = ""

    @field_validator("ends_on")
    @classmethod
    def _follows_its_beginning(cls, ends_on: date | None, before: ValidationInfo) -> date | None:
        check_order(before.data.get("starts_on"), ends_on)
        return ends_on


class CampaignEditIn(Body):
    """The changed fields, and the version they are based on; null clears an optional field."""

    version: Version
    name: Name = absent()
    utm_source: Source = absent()
    utm_medium: Medium = absent()
    utm_campaign: CampaignValue = absent()
    landing_path: LandingPath = absent()
    starts_on: DayOrNone = absent()
    ends_on: DayOrNone = absent()
    budget_cents: CentsOrNone = absent()
    note: Note = absent()


class LinkIn(Body):
    """A new short link; everything is optional. By default it leads to the campaign's page."""

    slug: Annotated[Slug | None, Default(None)] = None
    target_path: Annotated[SitePage | None, Default(None)] = None
    utm_term: Annotated[UtmValue, Default("")] = ""
    utm_content: Annotated[UtmValue, Default("")] = ""


class LinkDayOut(BaseModel):
    day: date
    people: int
    bots: int


class LinkDaysOut(BaseModel):
    """Days on which the link was called, in order."""

    days: list[LinkDayOut]


class AddressIn(Body):
    """Fields of a URL to compose; nothing is stored."""

    path: LandingPath = "/"
    utm_source: Medium = ""
    utm_medium: Medium = ""
    utm_campaign: Medium = ""
    utm_term: Medium = ""
    utm_content: Medium = ""
    referral_code: Annotated[CodeText, Default("")] = ""


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
