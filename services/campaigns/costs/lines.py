"""Values of one line of a cost file: its campaign, day, amount, and counts. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from services.campaigns.costs.rates import Rate, Rates
from services.core.fields import Refused
from services.core.table_reading.currency import EURO, foreign_code, foreign_currency, iso_code, without_currency
from services.core.table_reading.days import DayFormat, is_ambiguous_day, read_day, spans_days
from services.core.table_reading.numbers import (
    NumberFormat,
    in_foreign_money,
    is_ambiguous,
    read_count,
    read_micros,
    read_signed_cents,
)
from services.core.table_reading.records import Record


@dataclass(frozen=True, slots=True)
class CostMapping:
    """How a file is read. Columns are counted from 0; `clicks` and `impressions` need not be there."""

    campaign: int
    day: int
    amount: int
    delimiter: str
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool
    clicks: int | None = None
    impressions: int | None = None

    def as_json(self) -> dict[str, Any]:
        """To be stored with the import."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Layout:
    """The mapping, further facts from the header, and the rates of foreign currencies."""

    mapping: CostMapping
    is_sure: Mapping[str, bool]
    unit: str | None
    """The unit in the amount column's name, unless euro."""
    currency: int | None
    last_day: int | None
    rates: Rates
    is_micros: bool = False
    """Amounts are millionths, as the interfaces of ad platforms have them."""
    fault: Refused | None = None
    """What the names of the columns say against every line."""


@dataclass(frozen=True, slots=True)
class Amount:
    """Hundredths in the file's currency, and euro cents where that is the euro or has a rate."""

    hundredths: int
    currency: str = EURO
    rate: Rate | None = None

    @property
    def cents(self) -> int | None:
        """Euro cents; None without a rate."""
        if self.currency == EURO:
            return self.hundredths
        return self.rate.euro_cents(self.hundredths) if self.rate else None


@dataclass(frozen=True, slots=True)
class CostLine:
    """One line of the file: its values, or the fault that makes it unreadable. A credit note has negative cents."""

    line: int
    campaign: str
    day: date | None
    cents: int | None
    fault: Refused | None
    is_guess: bool
    """Read by a format that nothing in the column confirms."""
    repeats: int | None = None
    """An earlier line with the very same cells and an amount other than nought."""
    amount: Amount | None = None
    clicks: int | None = None
    impressions: int | None = None
    has_odd_counts: bool = False
    """Its clicks or impressions are no whole numbers and were dropped."""


def read_line(record: Record, layout: Layout) -> CostLine:
    """The values of a line. The first fault is kept; the other values are read all the same."""
    mapping = layout.mapping
    day, amount, faults = None, None, [layout.fault] if layout.fault else []
    if len(record.cells) <= max(mapping.campaign, mapping.day, mapping.amount):
        faults.append(Refused("missing_column", "In dieser Zeile fehlen Spalten."))
    else:
        try:
            day = _only_day(record, layout)
        except Refused as refused:
            faults.append(refused)
        try:
            amount = _amount(record, layout)
            if amount.cents is None:
                faults.append(_without_rate(amount.currency))
        except Refused as refused:
            faults.append(refused)
    counts, has_odd_counts = _counts(record, mapping)
    return CostLine(
        line=record.line,
        campaign=cell_at(record.cells, mapping.campaign),
        day=day,
        cents=amount.cents if amount else None,
        fault=faults[0] if faults else None,
        is_guess=not faults and _is_guess(record, layout),
        amount=amount,
        clicks=counts[0],
        impressions=counts[1],
        has_odd_counts=has_odd_counts,
    )


def cell_at(cells: Sequence[str], place: int) -> str:
    """The cell, empty where the row is shorter."""
    return cells[place] if 0 <= place < len(cells) else ""


def _is_guess(record: Record, layout: Layout) -> bool:
    day, amount = (cell_at(record.cells, place) for place in (layout.mapping.day, layout.mapping.amount))
    is_sure = layout.is_sure
    return (not layout.is_micros and not is_sure["amount"] and is_ambiguous(without_currency(amount))) or (
        not is_sure["day"] and is_ambiguous_day(day)
    )


def _only_day(record: Record, layout: Layout) -> date:
    """The one day of the line; Refused where it has none, or where its period ends on another day."""
    first = read_day(cell_at(record.cells, layout.mapping.day), layout.mapping.day_format)
    end = cell_at(record.cells, layout.last_day) if layout.last_day is not None else ""
    if end and read_day(end, layout.mapping.day_format) != first:
        raise spans_days()
    return first


def without_costs(column: str) -> Refused:
    """The refusal of a column of amounts whose name says that it holds something else."""
    return Refused("no_costs", f"Die Spalte „{column}“ nennt keine Kosten. Bitte wählen Sie die Spalte mit den Kosten.")


def _amount(record: Record, layout: Layout) -> Amount:
    """The amount, in the currency that the column's name, the currency column or the cell itself names."""
    typed = cell_at(record.cells, layout.mapping.amount)
    stated = foreign_code(cell_at(record.cells, layout.currency)) if layout.currency is not None else None
    unit = layout.unit or stated or foreign_currency(typed)
    code = EURO if unit is None else iso_code(unit)
    if code is None:
        raise in_foreign_money(unit or "")
    if layout.is_micros:
        hundredths = read_micros(typed)
    else:
        hundredths = read_signed_cents(without_currency(typed), layout.mapping.number_format)
    return Amount(hundredths, code, layout.rates.get(code))


def _without_rate(currency: str) -> Refused:
    return Refused("foreign_currency", f"Der Betrag steht in {currency}. Zum Einlesen fehlt der Kurs.")


def _counts(record: Record, mapping: CostMapping) -> tuple[tuple[int | None, int | None], bool]:
    """Clicks and impressions, and whether one of them is unreadable. They never keep an amount out."""
    found: list[int | None] = []
    is_odd = False
    for place in (mapping.clicks, mapping.impressions):
        try:
            found.append(None if place is None else read_count(cell_at(record.cells, place)))
        except Refused:
            found.append(None)
            is_odd = True
    return (found[0], found[1]), is_odd
