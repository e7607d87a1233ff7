"""Amounts and days as files spell them."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core.fields import Refused
from services.core.money import MOST_CENTS
from services.core.tables_in.reading import Column, Record
from services.core.tables_in.values import read_cents, read_day

AMOUNTS = [
    # as typed, in German, in English; None: no number there
    ("1.234,56 €", 123_456, None),
    ("1,234.56", None, 123_456),
    ("1234,5", 123_450, None),
    ("1234.5", None, 123_450),
    ("1.234", 123_400, 123),
    ("1,234", 123, 123_400),
    ("1.234.567", 123_456_700, None),
    ("1,234,567", None, 123_456_700),
    ("12.34,5", None, None),
    ("0,005", 1, None),
    ("0.005", None, 1),
    (",5", 50, None),
    (".5", None, 50),
    ("17", 1700, 1700),
    ("0", 0, 0),
    ("-", 0, 0),
    ("–", 0, 0),
    ("5,-", 500, None),
    ("1.200,--", 120_000, None),
    ("EUR 12,00", 1200, None),
    ("€12.00", None, 1200),
    ("12,00\u00a0€", 1200, None),
    ("1 234,56", 123_456, None),
    ("1\u202f234,56", 123_456, None),
    ("1'234.50", None, 123_450),
    ("+3,10", 310, None),
    ("-0,00", 0, None),
    ("=1+2", None, None),
    ("1e3", None, None),
    ("zwölf", None, None),
    ("١٢", None, None),
    ("1,2,3", None, None),
    ("NaN", None, None),
]  # fmt: skip


def column(*cells: str) -> Column:
    return Column(0, "", "", [Record(line, [cell]) for line, cell in enumerate(cells, 1)])


def read(typed: str, number_format: str) -> int | None:
    try:
        return read_cents(typed, number_format)  # type: ignore[arg-type]
    except Refused:
        return None


def test_an_amount_is_read_in_its_format() -> None:
    assert [(typed, read(typed, "de"), read(typed, "en")) for typed, *_ in AMOUNTS] == AMOUNTS


REFUSED = {
    "": "amount_missing", " € ": "amount_missing", "-5,00": "negative", "5,00-": "negative", "(5,00)": "negative",
    "−5,00": "negative", "12,00 $": "foreign_currency", "CHF 12,00": "foreign_currency",
    "100.000.000,01": "amount_too_large", "1" + 39 * "0": "amount_too_large", "9" * 41: "amount_unreadable",
    "12,0x": "amount_unreadable",
}  # fmt: skip


def test_what_is_no_cost_is_refused_with_its_reason() -> None:
    for typed, code in REFUSED.items():
        with pytest.raises(Refused) as refused:
            read_cents(typed, "de")
        assert refused.value.code == code, typed
        assert refused.value.sentence.endswith(".")


def english(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02d}"


def german(cents: int) -> str:
    return english(cents).translate(str.maketrans(",.", ".,"))


@given(st.integers(0, MOST_CENTS))
def test_any_amount_comes_back_from_both_spellings(cents: int) -> None:
    assert read_cents(german(cents), "de") == cents
    assert read_cents(f"{german(cents)} €", "de") == cents
    assert read_cents(english(cents), "en") == cents
    assert read_cents(f"€ {english(cents)}", "en") == cents
    assert read_cents(f"{cents // 100},{cents % 100:02d}", "de") == cents
    assert read_cents(f"{cents // 100}.{cents % 100:02d}", "en") == cents


@given(st.lists(st.integers(0, MOST_CENTS), min_size=1))
def test_a_column_gives_its_format_away(amounts: list[int]) -> None:
    assert column(*map(german, amounts)).number_format == "de"
    assert column(*map(english, amounts)).number_format == "en"


@given(st.text())
def test_no_text_breaks_the_reader(typed: str) -> None:
    for number_format in ("de", "en"):
        found = read(typed, number_format)
        assert found is None or 0 <= found <= MOST_CENTS


def test_a_column_that_says_nothing_is_a_guess() -> None:
    assert column("1.234", "17", "-").number_format is None
    assert column("1.234", "1,234", "17", "1.234,00").ambiguous_money == [True, True, False, False]


def test_one_clear_number_settles_those_that_are_not() -> None:
    assert column("1,234", "1.50").number_format == "en"
    assert column("1.234", "1,50").number_format == "de"


DAYS = [
    ("2026-05-31", "iso", date(2026, 5, 31)),
    ("2026/05/31", "iso", date(2026, 5, 31)),
    ("20260531", "iso", date(2026, 5, 31)),
    ("2026-05-31T10:00:00Z", "iso", date(2026, 5, 31)),
    ("2026-05-31 10:00", "iso", date(2026, 5, 31)),
    ("31.05.2026", "de", date(2026, 5, 31)),
    ("1.5.26", "de", date(2026, 5, 1)),
    ("05/06/2026", "de", date(2026, 6, 5)),
    ("05/06/2026", "us", date(2026, 5, 6)),
    ("5-6-2026", "us", date(2026, 5, 6)),
    ("31.05.2026 00:00", "de", date(2026, 5, 31)),
    ("31.02.2026", "de", None),
    ("05.06.2026", "us", None),
    ("31.05.1999", "de", None),
    ("31.05-2026", "de", None),
    ("2026-13-01", "iso", None),
    ("", "iso", None),
    ("46082", "iso", None),
    ("٣١.05.2026", "de", None),
]


def test_a_day_is_read_in_its_format() -> None:
    def found(typed: str, day_format: Any) -> date | None:
        try:
            return read_day(typed, day_format)
        except Refused:
            return None

    assert [(typed, written, found(typed, written)) for typed, written, _ in DAYS] == DAYS


@given(st.lists(st.dates(date(2000, 1, 1), date(2999, 12, 31)), min_size=1))
def test_days_come_back_from_all_three_spellings(days: list[date]) -> None:
    for spelt, day_format in (("%Y-%m-%d", "iso"), ("%d.%m.%Y", "de"), ("%m/%d/%Y", "us")):
        typed = column(*(day.strftime(spelt) for day in days))
        assert [readings[day_format] for readings in typed.spans] == [(day, day) for day in days]  # type: ignore[index]
        assert day_format in typed.day_formats


def test_a_day_beyond_the_twelfth_tells_which_number_is_the_month() -> None:
    assert column("05/06/2026", "13/06/2026").day_formats == ["de"]
    assert column("05/06/2026", "06/13/2026").day_formats == ["us"]
    assert column("05/06/2026").day_formats == ["de", "us"]
    assert column("05/06/2026", "05/05/2026").ambiguous_days == [True, False]
