"""API schemas of what a cost file would bring, and of imports."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from services.campaigns.costs.csv_reader import About
from services.campaigns.costs.platforms import Platform
from services.campaigns.costs.rates import RateSource
from services.campaigns.costs.schemas import LeftOutReason, MappingOut
from services.core.http.answers import Answer


class RemarkOut(BaseModel):
    code: str
    message: str


class OverlapOut(BaseModel):
    """What stands on this day already."""

    cents: int
    import_id: int | None


class CheckedRowOut(BaseModel):
    """One line. A `problem` keeps the whole file out; a `notice` tells what is worth a look. `name` is the campaign as
    the file names it; `amount` the amount in hundredths of its `currency`.
    """

    line: int
    name: str
    campaign_id: int | None
    campaign_name: str | None
    day: date | None
    cents: int | None
    currency: str
    amount: int | None
    clicks: int | None
    impressions: int | None
    problem: RemarkOut | None
    notice: RemarkOut | None
    overlaps: OverlapOut | None
    is_left_out: bool
    left_out: LeftOutReason | None


class CheckTotalsOut(BaseModel):
    """`rows` and `cents` are campaign days, equal ones added up; `lines` are lines; `skipped` are lines with totals.

    `repeated` lines equal an earlier one word for word; `left_out` do not count by choice; `credits` are below zero,
    and `credit_cents` their sum; `clicked_cents` is what the days with known clicks cost.
    """

    lines: int
    rows: int
    cents: int
    problems: int
    notices: int
    overlaps: int
    skipped: int
    repeated: int
    left_out: int
    credits: int
    credit_cents: int
    clicks: int | None
    impressions: int | None
    clicked_cents: int


class CurrencyOut(BaseModel):
    """Foreign money of the file. `cents` is converted line by line, which is what counts; `whole_cents` all at once:
    the two differ by roundings alone. Null without a rate.
    """

    currency: str
    lines: int
    amount: int
    cents: int | None
    whole_cents: int | None


class FileNameOut(BaseModel):
    """A campaign as the file names it, where it is unknown or remembered. `similar` campaigns of ours are ordered, the
    most similar first; `name_id` is what is remembered, without `campaign_id` that it is always left out.
    """

    name: str
    lines: int
    cents: int
    state: Literal["unknown", "ambiguous", "remembered", "left_out"]
    name_id: int | None
    campaign_id: int | None
    campaign_name: str | None
    similar: list[int]


class ChoosableOut(BaseModel):
    id: int
    name: str


class CostReadingOut(Answer):
    """One way to read the file: a value of the mapping, and what the file then comes to."""

    value: str
    cents: int
    first_day: date | None
    last_day: date | None


class CostQuestionOut(Answer):
    """What the file leaves open: the member of the mapping that has to be decided, the column it is about, and the
    readings to choose from. It is settled once the mapping names that member.
    """

    about: About
    column: str
    readings: list[CostReadingOut]


class AlreadyImportedOut(BaseModel):
    id: int
    at: datetime


class CheckedFileOut(BaseModel):
    """What a file would bring; nothing is stored. At most a thousand `rows`, those with problems, overlaps or notices
    before others; `rows_left_out` tells how many are not shown. `not_taken` names the column with the same amounts and
    VAT, where those without were taken.
    """

    platform: Platform
    mapping: MappingOut
    columns: list[str]
    preview: list[list[str]]
    rows: list[CheckedRowOut]
    rows_left_out: int
    totals: CheckTotalsOut
    questions: list[CostQuestionOut]
    not_taken: str | None
    names: list[FileNameOut]
    campaigns: list[ChoosableOut]
    currencies: list[CurrencyOut]
    already_imported: AlreadyImportedOut | None


class TakenOut(BaseModel):
    """New rows and their sum; days where something stood that was kept or replaced."""

    id: int
    rows: int
    cents: int
    kept: int
    replaced: int


class LeftOutOut(BaseModel):
    """A line of an import that did not count. `day` and `cents` are null where the line was unreadable."""

    line: int
    day: date | None
    cents: int | None
    reason: LeftOutReason


class RateOut(BaseModel):
    """A rate by which an import was converted."""

    currency: str
    rate: str
    on: date
    source: RateSource


class ImportOut(Answer):
    """A file that was taken over. Of lines that did not count the first are listed, and `left_out_total` counts all."""

    id: int
    file_name: str
    rows: int
    cents: int
    rates: list[RateOut]
    left_out: list[LeftOutOut]
    left_out_total: int
    at: datetime
    actor: str
    actor_name: str | None
    undone_at: datetime | None
    undone_by_name: str | None


class ImportsOut(BaseModel):
    data: list[ImportOut]
    has_next: bool
    total: int


class UndoneOut(ImportOut):
    """An import that was taken back: rows that went, and rows that came back in their place."""

    removed: int
    restored: int
