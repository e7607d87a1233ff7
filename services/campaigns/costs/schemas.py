"""API schemas of campaign costs."""

import re
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from services.campaigns.costs.csv_reader import LARGEST_TEXT, MOST_ROWS
from services.campaigns.costs.rates import DECIMALS, RateSource
from services.campaigns.field_rules import SignedCents
from services.core.fields import Refused
from services.core.http.answers import Answer
from services.core.inputs import Body, CalendarDay, Choice, Line, Needed, Otherwise, RowIdIn, Rule, Whole
from services.core.table_reading.days import DayFormat
from services.core.table_reading.numbers import NumberFormat

Column = Annotated[int, Whole(0, 999)]
LineNumber = Annotated[int, Whole(1, LARGEST_TEXT)]
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
"""Why a line does not count: chosen by hand, since it repeats another one, or by what is remembered of its name."""
OwnReason = Literal["unstated", "not_ours", "booked_elsewhere", "wrong"]
"""The reasons among these that people give."""
OnOverlap = Literal["refuse", "keep", "replace"]
Delimiter = Literal[";", ",", "\t", "|"]


class CostOut(Answer):
    """What a day cost; `import_id` null: entered by hand."""

    id: int
    day: date
    cents: int
    note: str
    import_id: int | None
    clicks: int | None
    impressions: int | None


class CostsOut(BaseModel):
    """Days in order, and their sums. `total_clicks` and `total_impressions` are null where no day has any;
    `clicked_cents` is what the days with known clicks cost, the only ones that a price of a click may be made of.
    """

    data: list[CostOut]
    total_cents: int
    total_clicks: int | None
    total_impressions: int | None
    clicked_cents: int


class CostIn(Body):
    """What a day cost; an amount below zero is a credit note."""

    cents: Annotated[SignedCents, Needed("Bitte geben Sie den Betrag an.")]
    note: Annotated[str, Line(200), Otherwise("")] = ""


class MappingOut(BaseModel):
    """How a file is read; columns are counted from 0."""

    campaign: int
    day: int
    amount: int
    delimiter: Delimiter
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool
    clicks: int | None
    impressions: int | None


class MappingWishIn(Body):
    """What is known of it; anything else is guessed. Null for `clicks` and `impressions`: they are not wanted."""

    campaign: Column | None = None
    day: Column | None = None
    amount: Column | None = None
    delimiter: Delimiter | None = None
    number_format: NumberFormat | None = None
    day_format: DayFormat | None = None
    has_header: bool | None = None
    clicks: Column | None = None
    impressions: Column | None = None


class MappingIn(Body):
    """All of it, as the caller has seen it in the check."""

    campaign: Column
    day: Column
    amount: Column
    delimiter: Delimiter
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool
    clicks: Column | None = None
    impressions: Column | None = None


def _rate(value: object) -> Decimal:
    """A rate as typed, `0,9213` or `0.9213`."""
    typed = value.strip().replace(",", ".") if isinstance(value, str) else ""
    if not _RATE.fullmatch(typed) or not 0 < Decimal(typed) <= _LARGEST_RATE:
        raise Refused("rate_unreadable", _RATE_MISSING)
    return Decimal(typed)


class RateIn(Body):
    """What one unit of a currency was worth in euro on a day."""

    currency: str = Field(pattern="^[A-Z]{3}$")
    rate: Annotated[Decimal, Rule(_rate, {"type": "string", "minLength": 1, "maxLength": 20}), Needed(_RATE_MISSING)]
    on: Annotated[CalendarDay, Needed("Bitte geben Sie an, von welchem Tag der Kurs ist.")]
    source: Annotated[RateSource, Choice(_SOURCE_MISSING), Needed(_SOURCE_MISSING)]


class ChoicesIn(Body):
    """What was decided about lines: those left out by their number in the file, and why; those that repeat another one;
    credit notes; and the rates of foreign currencies.
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
    """The same file with the mapping that was checked. `on_overlap`: what becomes of days that have costs already;
    `arrival_id`: it arrived by itself.
    """

    file_name: str = Field(max_length=1000)
    text: str = Field(max_length=LARGEST_TEXT)
    mapping: MappingIn
    on_overlap: OnOverlap
    arrival_id: Annotated[RowIdIn | None, Otherwise(None)] = None
