"""API schemas of campaign costs: by hand, from files, and the names that platforms have for campaigns."""

import re
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from services.campaigns.costs.mapping import MappingOut, Platform, Vat
from services.campaigns.costs.reader import LARGEST_TEXT, MOST_ROWS, CostQuestionOut
from services.campaigns.field_rules import SignedCents
from services.core.fields import Refused
from services.core.http.answers import Answer
from services.core.inputs import Body, CalendarDay, Choice, Default, Integer, Line, Required, RowIdIn, Rule
from services.core.tables_in.reading import Delimiter
from services.core.tables_in.values import CURRENCIES, DECIMALS, DayFormat, NumberFormat, RateSource

Column = Annotated[int, Integer(0, 999)]
LineNumber = Annotated[int, Integer(1, LARGEST_TEXT)]
LineKey = Annotated[str, Field(pattern="^[1-9][0-9]{0,6}$")]
"""A line number as the member of an object."""
_RATE = re.compile(rf"[0-9]{{1,7}}(?:\.[0-9]{{1,{DECIMALS}}})?")
_LARGEST_RATE = 1_000_000
_RATE_MISSING = "Bitte geben Sie den Kurs an, zum Beispiel 0,9213."
_SOURCE_MISSING = "Bitte wählen Sie, woher der Kurs ist."
Repeated = Literal["ask", "count", "drop"]
"""What becomes of lines that repeat an earlier one word for word."""
Credits = Literal["ask", "count"]
"""What becomes of amounts below zero: a person says that they are credit notes."""
LeftOutReason = Literal["unstated", "not_ours", "booked_elsewhere", "wrong", "repeated", "name"]
"""Why a line does not count: chosen by hand, it repeats another one, or as remembered for its name."""
OwnReason = Literal["unstated", "not_ours", "booked_elsewhere", "wrong"]
"""The reasons among these that people give."""
OnOverlap = Literal["refuse", "keep", "replace"]


class CostOut(Answer):
    """The costs of a day; `import_id` null: entered by hand."""

    id: int
    day: date
    cents: int
    note: str
    import_id: int | None
    clicks: int | None
    impressions: int | None


class CostsOut(BaseModel):
    """Days in order, and their sums. `total_clicks` and `total_impressions` are null if no day has any; `clicked_cents`
    are the costs of days with known clicks, the only basis for a price per click.
    """

    data: list[CostOut]
    total_cents: int
    total_clicks: int | None
    total_impressions: int | None
    clicked_cents: int


class CostIn(Body):
    """The costs of a day; an amount below zero is a credit note."""

    cents: Annotated[SignedCents, Required("Bitte geben Sie den Betrag an.")]
    note: Annotated[str, Line(200), Default("")] = ""


class MappingWishIn(Body):
    """Known parts of the mapping; the others are guessed. Null for `clicks` and `impressions`: ignore them."""

    campaign: Column | None = None
    day: Column | None = None
    amount: Column | None = None
    delimiter: Delimiter | None = None
    number_format: NumberFormat | None = None
    day_format: DayFormat | None = None
    has_header: bool | None = None
    clicks: Column | None = None
    impressions: Column | None = None
    vat: Vat | None = None
    is_spread: bool | None = None


class MappingIn(Body):
    """The whole mapping, as shown in the check."""

    campaign: Column
    day: Column
    amount: Column
    delimiter: Delimiter
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool
    clicks: Column | None = None
    impressions: Column | None = None
    vat: Vat = 0
    is_spread: bool = False


def _rate(value: object) -> Decimal:
    """A rate as typed, `0,9213` or `0.9213`."""
    typed = value.strip().replace(",", ".") if isinstance(value, str) else ""
    if not _RATE.fullmatch(typed) or not 0 < Decimal(typed) <= _LARGEST_RATE:
        raise Refused("rate_unreadable", _RATE_MISSING)
    return Decimal(typed)


def _currency(value: object) -> str:
    if not isinstance(value, str) or value not in CURRENCIES:
        raise Refused("unknown_choice", "Bitte geben Sie je fremder Währung einen Kurs an.")
    return value


class RateIn(Body):
    """The value of one unit of a currency in euros on a day."""

    currency: Annotated[str, Rule(_currency, {"type": "string", "pattern": "^[A-Z]{3}$"})]
    rate: Annotated[Decimal, Rule(_rate, {"type": "string", "minLength": 1, "maxLength": 20}), Required(_RATE_MISSING)]
    on: Annotated[CalendarDay, Required("Bitte geben Sie an, von welchem Tag der Kurs ist.")]
    source: Annotated[RateSource, Choice(_SOURCE_MISSING), Required(_SOURCE_MISSING)]


class ChoicesIn(Body):
    """Decisions about lines: those left out, by their number in the file, with the reason; repeated ones; credit notes;
    and the rates of foreign currencies.
    """

    leave_out: list[LineNumber] = Field([], max_length=MOST_ROWS)
    reasons: dict[LineKey, OwnReason] = Field({}, max_length=MOST_ROWS)
    repeated: Repeated = "ask"
    credits: Credits = "ask"
    rates: list[RateIn] = Field([], max_length=10)


class CheckIn(ChoicesIn):
    """A file as the browser read it."""

    file_name: str = Field(max_length=1000)
    text: str = Field(max_length=LARGEST_TEXT)
    mapping: MappingWishIn | None = None


class ImportIn(ChoicesIn):
    """The same file with the mapping that was checked. `on_overlap`: what to do with days that have costs already;
    `arrival_id`: it came from the watched folder.
    """

    file_name: str = Field(max_length=1000)
    text: str = Field(max_length=LARGEST_TEXT)
    mapping: MappingIn
    on_overlap: OnOverlap
    arrival_id: Annotated[RowIdIn | None, Default(None)] = None


LONGEST_NAME = 400


class PlatformNameIn(Body):
    """What a platform's name means; without a campaign its lines are always left out."""

    platform: Annotated[
        Platform, Choice("Bitte wählen Sie die Plattform."), Required("Bitte wählen Sie die Plattform.")
    ]
    name: Annotated[str, Line(LONGEST_NAME), Required("Bitte geben Sie den Namen an, wie er in der Datei steht.")]
    campaign_id: Annotated[RowIdIn | None, Default(None)] = None


class PlatformNameOut(Answer):
    """A remembered name; `campaign_id` null: always left out."""

    id: int
    platform: Platform
    name: str
    campaign_id: int | None
    campaign_name: str | None
    created_at: datetime
    created_by_name: str | None


class PlatformNamesOut(BaseModel):
    data: list[PlatformNameOut]


class RemarkOut(BaseModel):
    code: str
    message: str


class OverlapOut(BaseModel):
    """The amount already booked on this day."""

    cents: int
    import_id: int | None


class CheckedRowOut(BaseModel):
    """One line. A `problem` keeps the whole file out; a `notice` is worth a look. `name` is the campaign as
    the file names it; `amount` the amount in hundredths of its `currency`, as the file has it. `last_day`: the last of
    the days that it is spread over; null: it is of one day.
    """

    line: int
    name: str
    campaign_id: int | None
    campaign_name: str | None
    day: date | None
    last_day: date | None
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
    """New rows and their sum; days with existing costs that were kept or replaced."""

    id: int
    rows: int
    cents: int
    kept: int
    replaced: int


class LeftOutOut(BaseModel):
    """A line of an import that did not count. `day` and `cents` are null if the line could not be read."""

    line: int
    day: date | None
    cents: int | None
    reason: LeftOutReason


class RateOut(BaseModel):
    """A rate used to convert an import."""

    currency: str
    rate: str
    on: date
    source: RateSource


class ImportOut(Answer):
    """An imported file. Of lines that did not count the first are listed, and `left_out_total` counts all. `vat`: the
    percentage of VAT that was taken off; `is_spread`: amounts of longer periods count evenly on their days.
    """

    id: int
    file_name: str
    rows: int
    cents: int
    rates: list[RateOut]
    vat: Vat
    is_spread: bool
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
    """An undone import: the rows it removed, and the rows it restored."""

    removed: int
    restored: int
