"""Request and response schemas of links to kept runs."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.core.inputs import Body, CalendarDay, Default, ImpersonalLine, Parameters, Required, RowId
from services.reports.kept.schemas import AskedOut
from services.reports.segments.schemas import Filters

LinkState = Literal["open", "expired", "revoked", "ended", "resting"]


class ReportLinksQuery(Parameters):
    """`run`: only the links to this kept run."""

    run: RowId | None = None


class ReportLinkIn(Body):
    """`filters`: what it is narrowed to, null for all rows of the run; `expires_on`: the last day in Berlin, null for
    the thirtieth from today; `without_money`: leave out costs, prices and what is judged by them.
    """

    label: Annotated[str, ImpersonalLine(120), Required("Bitte geben Sie an, für wen der Link ist.")]
    filters: Annotated[Filters | None, Default(None)] = None
    expires_on: Annotated[CalendarDay | None, Default(None)] = None
    without_money: Annotated[bool, Default(False)] = False


class ReportLinkOut(Answer):
    """A link without its token. `ended`: its run is no longer kept; `resting`: the account that answers for it is
    switched off. `openings`: of the page and of its files, programs that only look at links left out.
    `answered_by_name`: of the person who made it, until it is handed over.
    """

    id: int
    run_id: int
    run_label: str
    report: str
    title: str
    label: str
    asked: list[AskedOut]
    without_money: bool
    state: LinkState
    openings: int
    last_opened_at: datetime | None
    created_at: datetime
    created_by_name: str | None
    answered_by_name: str | None
    expires_at: datetime
    revoked_at: datetime | None
    revoked_by_name: str | None


class ReportLinksOut(BaseModel):
    data: list[ReportLinkOut]


class NewReportLinkOut(ReportLinkOut):
    """With its address, which no other answer ever shows."""

    address: str
