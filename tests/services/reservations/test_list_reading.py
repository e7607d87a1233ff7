"""Cells and columns as people write them: each is read as it was meant, or refused in German. Whole files are those of
`test_list_files.py`.
"""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from services.reservations.desk_entry.entry import Entry
from services.reservations.imports.carry_out import as_json, from_json
from services.reservations.imports.reading import read_list
from services.reservations.imports.rows import ListRow, Rules, row_of
from services.reservations.listing.columns import COLUMNS
from tests.factories import stored_details
from tests.services.reservations.lists import ANNA, HEADER, as_csv, row

AT = datetime(2026, 11, 25, 12, tzinfo=UTC)
RULES = Rules("ingolstadt", has_statement=True, instalments_offered=True, allow_test_domains=True, at=AT)
PLAIN = as_csv([ANNA])


def read(text: str, rules: Rules = RULES, **given: Any) -> list[ListRow]:
    file = read_list(text, given)
    return [row_of(file, record, rules) for record in file.rows]


def entry(text: str, **given: Any) -> Entry:
    [only] = read(text, **given)
    assert only.entry is not None, only.faults
    return only.entry


ENGLISH = ("First name", "Last name", "E-mail", "Phone", "ZIP code", "City", "Street", "Household size",
           "Monthly payment", "Provider", "Package", "Payment plan", "Credit rate")  # fmt: skip
TAKEN_AS_ANNA = {
    "English names": as_csv([ANNA], ENGLISH),
    "names in capitals with points": as_csv([ANNA], [name.upper() + ":" for name in HEADER]),
    "a soft hyphen and a zero width blank": as_csv([row(last="Be\u00adrg\u200b")]),
    "marks that turn the text": as_csv([row(last="\u202eBerg\u202c")]),
    "a control character": as_csv([row(last="Be\x07rg")]),
    "blanks that do not break": as_csv([row(first="\u00a0Anna\u00a0")]),
    "an apostrophe before the number": as_csv([row(phone="'0170 5551234")]),
    "a number that lost its 0": as_csv([row(phone="1705551234")]),
    "a number that lost its +": as_csv([row(phone="491705551234")]),
    "a number with a word beside it": as_csv([row(phone="0170 5551234 (Karl)")]),
    "a number copied from an address book": as_csv([row(phone="\u202a0170 5551234\u202c")]),
    "an address with its name": as_csv([row(email="Anna Berg <anna@example.org>")]),
    "the package by its name": as_csv([row(kwh="Standard")]),
    "the package as a plain number": as_csv([row(kwh="2000")]),
    "instalments in short": as_csv([row(plan="24m")]),
    "a credit with its unit": as_csv([row(credit="5,5 ct/kWh")]),
}


@pytest.mark.parametrize("text", TAKEN_AS_ANNA.values(), ids=TAKEN_AS_ANNA)
def test_a_list_is_read_as_it_was_meant(text: str) -> None:
    found = entry(text)
    who, wish = found.household, found.wish
    assert (who.first_name, who.last_name, who.email.typed) == ("Anna", "Berg", "anna@example.org")
    assert who.phone.e164 == "+491705551234"
    assert [said for said in who.details.values() if said is not None] == [
        "Am Stein 3",
        "85049",
        "Ingolstadt",
        "E.ON",
        "3",
        8550,
    ]
    assert (wish.annual_kwh, wish.payment_plan, wish.credit_tenth_ct) == (2000, "24m", 55)
    assert from_json(as_json(found), is_told=True) == found, "what waits is entered as it was read"


REPAIRED = {
    "phone": (row(phone="1705551234"), "Der Telefonnummer fehlte der Anfang; gelesen ist 01705551234."),
    "phone with a word": (
        row(phone="0170 5551234 mobil"),
        "In der Zelle des Telefons steht noch Text; gelesen ist +49 170 5551234.",
    ),
    "no credit": (row(credit=""), "Die Gutschrift fehlt; übernommen sind 5 Cent je kWh."),
    "hidden": (row(last="Be\u200brg"), "Unsichtbare Zeichen haben wir entfernt."),
}


@pytest.mark.parametrize(("cells", "remark"), REPAIRED.values(), ids=REPAIRED)
def test_what_was_repaired_is_said(cells: list[str], remark: str) -> None:
    [only] = read(as_csv([cells]))
    assert only.entry is not None and remark in " ".join(only.remarks)


def test_our_own_export_for_programs_is_read_again() -> None:
    header = [column.field for column in COLUMNS]
    as_columns = {name: value for name, value in stored_details().items() if value and name in header}
    cells = dict.fromkeys(header, "") | {
        "reference": "VG-7K3M-Q2XH", "first_name": "Anna", "last_name": "Berg", "email": "anna@example.org",
        "phone": "+491705551234", **as_columns, "monthly_abschlag_eur": "85.50",
        "annual_kwh": "2000", "payment_plan": "24m", "credit_ct_per_kwh": "5.5",
        "created_at": "2026-11-02T10:00:00Z", "monthly_credit_eur": "9.17", "minimum_total_eur": "2000.00",
    }  # fmt: skip
    found = entry(as_csv([list(cells.values())], header, ","))
    who, wish = found.household, found.wish
    assert (who.first_name, who.last_name, who.phone.e164) == ("Anna", "Berg", "+491705551234")
    assert (who.details, wish.payment_plan, wish.credit_tenth_ct) == (stored_details(), "24m", 55)
    assert found.received_on == date(2026, 11, 2)


def test_a_list_without_credit_takes_the_least_and_days_of_both_kinds_are_read() -> None:
    rows = [[*row()[:-1], day] for day in ("02.11.2026", "03.11.2026", "2026-11-04")]
    found = read(as_csv(rows, [*HEADER[:-1], "Eingegangen am"]))
    assert [one.entry and one.entry.wish.credit_tenth_ct for one in found] == [50, 50, 50]
    assert [one.entry and one.entry.received_on for one in found] == [date(2026, 11, day) for day in (2, 3, 4)]


REFUSED = {
    "a name in brackets": (row(last="Test[ Reihe["), "last_name", "not_a_name"),
    "two numbers": (row(phone="0170 5551234 oder 0841 98765"), "mobile_phone", "phone_invalid"),
    "rounded phone": (row(phone="1,71E+10"), "mobile_phone", "phone_rounded"),
    "rounded English phone": (row(phone="1.71234E+10"), "mobile_phone", "phone_rounded"),
    "formula as a name": (row(last='=HYPERLINK("http://x")'), "last_name", "not_a_name"),
    "command as a name": (row(first="=cmd|' /C calc'!A0"), "first_name", "not_a_name"),
    "umlauts in the wrong encoding": (row(last="MÃ¼ller"), "last_name", "wrong_encoding"),
    "letters that were lost": (row(last="M\ufffdller"), "last_name", "wrong_encoding"),
    "no postcode": (row(postcode=""), "postcode", "missing"),
    "an address without a domain": (row(email="anna@"), "email", "email_invalid"),
    "a package that is not sold": (row(kwh="4000"), "annual_kwh", "unknown_choice"),
    "a credit that is not offered": (row(credit="9"), "credit", "rate_not_offered"),
    "a plan that is not offered": (row(plan="36 Raten"), "payment_plan", "unknown_choice"),
    "no mailbox and no street": (row(email="", street=""), "street", "missing"),
    "a name without an end": (row(last="x" * 500), "last_name", "too_long"),
}


@pytest.mark.parametrize(("cells", "field", "code"), REFUSED.values(), ids=REFUSED)
def test_a_row_is_refused_with_its_field(cells: list[str], field: str, code: str) -> None:
    bad, good = read(as_csv([cells, ANNA]))
    assert (bad.entry, bad.faults[0].field, bad.faults[0].code) == (None, field, code)
    assert good.entry is not None, "a bad row is nobody else's"


def test_a_break_within_a_cell_ends_no_row_and_lines_keep_their_numbers() -> None:
    noted = [*row(), "Ruft an.\nAb 18 Uhr; „nur mobil“"]
    first, second = read(as_csv([noted, [*row(last="Roth"), ""]], [*HEADER, "Bemerkung"]))
    assert first.entry is not None and first.entry.note == "Ruft an.\nAb 18 Uhr; „nur mobil“"
    assert (first.line, second.line) == (2, 4)


def test_a_name_in_one_column_is_divided() -> None:
    header = ["Name", *HEADER[2:]]
    for written, first, last in (
        ("Anna Berg", "Anna", "Berg"),
        ("von der Tann, Ludwig", "Ludwig", "von der Tann"),
        ("Ludwig von der Tann", "Ludwig", "von der Tann"),
    ):
        who = entry(as_csv([[written, *ANNA[2:]]], header)).household
        assert (who.first_name, who.last_name) == (first, last)
    [alone] = read(as_csv([["Berg", *ANNA[2:]]], header))
    assert [fault.code for fault in alone.faults] == ["name_incomplete"]


def test_of_two_columns_with_one_name_the_first_counts_and_columns_are_corrected_by_hand() -> None:
    header, cells = [*HEADER, "E-Mail"], [*ANNA, "zwei@example.org"]
    assert entry(as_csv([cells], header)).household.email.typed == "anna@example.org"
    columns = read_list(as_csv([cells], header), {}).mapping.columns
    corrected = {**columns, "email": 13}
    assert entry(as_csv([cells], header), columns=corrected).household.email.typed == "zwei@example.org"


def test_without_a_header_what_can_be_told_is_told_by_content() -> None:
    file = read_list(as_csv([ANNA, row(last="Roth")], header=()), {})
    assert not file.mapping.has_header
    assert {name: file.mapping.columns[name] for name in ("email", "mobile_phone", "postcode")} == {
        "email": 2, "mobile_phone": 3, "postcode": 4,
    }  # fmt: skip


def test_one_value_may_hold_for_the_whole_list_and_a_cell_goes_before_it() -> None:
    header = [name for name in HEADER if name != "Paket"]
    cells = [cell for name, cell in zip(HEADER, ANNA, strict=True) if name != "Paket"]
    assert entry(as_csv([cells], header), fixed={"annual_kwh": "3000"}).wish.annual_kwh == 3000
    assert entry(PLAIN, fixed={"annual_kwh": "3000"}).wish.annual_kwh == 2000


def test_a_column_decides_on_consent_and_else_the_statement_does() -> None:
    said = ["ja", "X", "12.05.2026", "nein", "", "vielleicht"]
    rows = read(as_csv([[*row(), word] for word in said], [*HEADER, "Einwilligung"]))
    codes = [one.faults[0].code if one.faults else None for one in rows]
    assert codes == [None, None, None, "consent_missing", "consent_missing", "consent_unclear"]
    without = Rules("ingolstadt", has_statement=False, instalments_offered=True, allow_test_domains=True, at=AT)
    [undocumented] = read(PLAIN, without)
    assert [fault.code for fault in undocumented.faults] == ["consent_missing"]


def test_days_are_read_in_their_column_s_format_and_none_is_to_come() -> None:
    days = ["12.05.2026", "2.6.26", "26.11.2026", "31.02.2026"]
    rows = read(as_csv([[*row(), day] for day in days], [*HEADER, "Eingegangen am"]))
    kept = [one.entry.received_on.isoformat() for one in rows if one.entry and one.entry.received_on]
    assert kept == ["2026-05-12", "2026-06-02"]
    assert [one.faults[0].code for one in rows[2:]] == ["in_future", "day_unreadable"]


def test_a_column_may_mix_english_numbers_with_german_ones() -> None:
    rows = read(as_csv([row(payment="85.5"), row(payment="85,50")]))
    assert [one.entry and one.entry.household.details["monthly_abschlag_cents"] for one in rows] == [8550, 8550]


def test_campaign_fields_of_the_list_are_the_touch() -> None:
    header = [*HEADER, "utm_source", "utm_campaign"]
    assert entry(as_csv([[*ANNA, "zeitung", "mai"]], header)).touch == {"utm_source": "zeitung", "utm_campaign": "mai"}
    assert entry(PLAIN).touch == {}
