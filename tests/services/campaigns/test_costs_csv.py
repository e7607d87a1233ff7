"""Files of costs as programs write them: delimiter, header, columns and formats are found."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.campaigns.costs.mapping import MappingOut
from services.campaigns.costs.reader import MOST_ROWS, CostFile, read_costs
from services.core.fields import Refused
from services.core.tables_in.reading import sniff_delimiter

GERMAN_EXCEL = (
    "\ufeffDatum;Kampagne;Klicks;Kosten (EUR)\r\n01.03.2026;Frühling;12;1.234,56 €\r\n02.03.2026;Frühling;3;-\r\n"
)
ENGLISH = 'Campaign,Day,Cost per click,Cost\nSpring,2026-03-01,0.10,"1,234.56"\nSpring,2026-03-02,0.20,7\n'
TITLED = (
    "Kampagnenbericht\n1. März 2026 - 2. März 2026\n"
    "Tag\tKampagne\tKosten pro Klick\tKosten\n"
    "2026-03-01\tFrühling\t0,10\t12,50\n"
    "\n"
    "Gesamt: Kampagnen\t--\t0,10\t12,50\n"
)
QUOTED = 'Name;Tag;Betrag\n"Sommer; ""groß""\nund zwei Zeilen";31.05.2026;5,-\nHerbst;1.6.26;17\n'
NO_HEADER = "frueh;2026-03-01;9,99\nfrueh;2026-03-02;10\n"
AMERICAN = "Campaign name,Reporting starts,Amount spent (EUR)\nSpring,05/31/2026,12.50\nSpring,06/01/2026,0\n"


def read_as(campaign: int, day: int, amount: int, *formats: Any, clicks: int | None = None) -> MappingOut:
    names = ("delimiter", "number_format", "day_format", "has_header")
    given = dict(zip(names, formats, strict=True))
    return MappingOut(
        campaign=campaign, day=day, amount=amount, clicks=clicks, impressions=None, vat=0, is_spread=False, **given
    )


def lines(file: CostFile) -> list[tuple[int, str, date | None, int | None]]:
    return [(line.line, line.campaign, line.day, line.cents) for line in file.lines]


@pytest.mark.parametrize(
    ("text", "mapping", "expected"),
    [
        (
            GERMAN_EXCEL,
            read_as(1, 0, 3, ";", "de", "de", True, clicks=2),
            [(2, "Frühling", date(2026, 3, 1), 123_456), (3, "Frühling", date(2026, 3, 2), 0)],
        ),
        (
            ENGLISH,
            read_as(0, 1, 3, ",", "en", "iso", True),
            [(2, "Spring", date(2026, 3, 1), 123_456), (3, "Spring", date(2026, 3, 2), 700)],
        ),
        (TITLED, read_as(1, 0, 3, "\t", "de", "iso", True), [(4, "Frühling", date(2026, 3, 1), 1250)]),
        (
            QUOTED,
            read_as(0, 1, 2, ";", "de", "de", True),
            [(2, 'Sommer; "groß"\nund zwei Zeilen', date(2026, 5, 31), 500), (4, "Herbst", date(2026, 6, 1), 1700)],
        ),
        (
            NO_HEADER,
            read_as(0, 1, 2, ";", "de", "iso", False),
            [(1, "frueh", date(2026, 3, 1), 999), (2, "frueh", date(2026, 3, 2), 1000)],
        ),
        (
            AMERICAN,
            read_as(0, 1, 2, ",", "en", "us", True),
            [(2, "Spring", date(2026, 5, 31), 1250), (3, "Spring", date(2026, 6, 1), 0)],
        ),
        (
            "sep=,\r\nWas,Wann,Wieviel\r\nFrühling,2026-03-01,7.5\r\n",
            read_as(0, 1, 2, ",", "en", "iso", True),
            [(3, "Frühling", date(2026, 3, 1), 750)],
        ),
        (
            "Kampagne;Tag;Kosten\nGesamt Süd;2026-03-01;12,50\nTotal;2026-03-02;1,00\nSumme;;13,50\n",
            read_as(0, 1, 2, ";", "de", "iso", True),
            [(2, "Gesamt Süd", date(2026, 3, 1), 1250), (3, "Total", date(2026, 3, 2), 100)],
        ),
    ],
    ids=["German Excel", "English", "titles and total", "quoted", "no header", "American", "separator", "named totals"],
)
def test_a_file_is_read_without_being_told_how(text: str, mapping: MappingOut, expected: list[Any]) -> None:
    file = read_costs(text, {})
    assert (file.mapping, lines(file)) == (mapping, expected)
    assert not any(line.is_guess or line.fault for line in file.lines)
    assert lines(read_costs(text, mapping.model_dump())) == expected, "and the same when told so"


GOOGLE_GERMAN = (
    "Kampagnenbericht\n01.03.2026 - 02.03.2026\n"
    "Tag,Kampagne,Währungscode,Klicks,Durchschn. CPC,Kosten,Conversions,Kosten/Conv.\n"
    '2026-03-01,Frühling,EUR,12,"1,04","12,50","1,00","12,50"\n'
    'Gesamt: Konto, --,EUR,12,"1,04","12,50","1,00","12,50"\n'
)
META_GERMAN = (
    "Kampagnenname,Tag,Auslieferung der Kampagne,Ergebnisse,Ausgegebener Betrag (EUR),Berichtsbeginn,Berichtsende\n"
    "Frühling,2026-03-01,active,3,12.5,2026-03-01,2026-03-02\n"
)
MICROSOFT = "Gregorian date,Account name,Campaign name,Clicks,Spend\n3/1/2026,Konto,Frühling,3,12.50\n"
LINKEDIN = "Start Date (in UTC)\tCampaign Name\tAverage CPC\tTotal Spent\n03/01/2026\tFrühling\t0.50\t12.50\n"
AGENCY = "Nr.;Datum;Maßnahme;Budget pro Tag;Kosten netto in €\n1;1.3.26;Frühling;20,00;12,50 €\n;;;Summe;12,50 €\n"


@pytest.mark.parametrize("text", [GOOGLE_GERMAN, META_GERMAN, MICROSOFT, LINKEDIN, AGENCY])
def test_exports_of_ad_programs_and_tables_of_agencies_are_understood(text: str) -> None:
    assert [(name, day, cents) for _, name, day, cents in lines(read_costs(text, {}))] == [
        ("Frühling", date(2026, 3, 1), 1250)
    ]


def test_columns_and_first_rows_are_shown_as_they_are() -> None:
    file = read_costs(GERMAN_EXCEL, {})
    assert file.columns == ["Datum", "Kampagne", "Klicks", "Kosten (EUR)"]
    assert file.preview == [["01.03.2026", "Frühling", "12", "1.234,56 €"], ["02.03.2026", "Frühling", "3", "-"]]
    assert read_costs(NO_HEADER, {}).columns == ["Spalte 1", "Spalte 2", "Spalte 3"]
    assert read_costs("Kampagne;;Tag;Kosten\nA;x;2026-03-01;1,50\n", {}).columns[1] == "Spalte 2"
    assert read_costs(TITLED, {}).skipped == 1


def test_what_was_told_goes_before_what_is_guessed() -> None:
    text = "a;b;c;d\nx;2026-03-01;1,00;2,00\n"
    assert read_costs(text, {"amount": 2}).mapping.amount == 2
    assert read_costs(text, {}).mapping.amount == 3, "of two columns of money the right one"
    swapped = read_costs(text, {"campaign": 2, "amount": 3})
    assert (swapped.lines[0].campaign, swapped.lines[0].cents) == ("1,00", 200)
    assert len(read_costs(NO_HEADER, {"has_header": True}).lines) == 1


def test_a_single_line_with_a_day_is_no_header() -> None:
    assert lines(read_costs("frueh;2026-03-01;9,99\n", {})) == [(1, "frueh", date(2026, 3, 1), 999)]


HEAD = "Kampagne;Tag;Kosten\n"
FIRST = "A;2026-03-01;"


def titled(head: str, *rows: str) -> str:
    return "\n".join((head, *rows)) + "\n"


def under(name: str, *amounts: str) -> str:
    """A column of amounts of that name, on the first of March."""
    return titled(f"Kampagne;Tag;{name}", *(f"{FIRST}{amount}" for amount in amounts))


def dated(name: str, *days: str) -> str:
    """1,50 € on each of these days, in a column of that name."""
    return titled(f"Kampagne;{name};Kosten", *(f'A;"{day}";1,50' for day in days))


NO_COSTS = "Die Spalte „{}“ nennt keine Kosten. Bitte wählen Sie die Spalte mit den Kosten."
NO_RATE = "Der Betrag steht in {}. Zum Einlesen fehlt der Kurs."
BY_AD_SET = "Kampagne;Gruppe;Tag;Kosten"
TWO_CURRENCIES = "Campaign;Day;Cost (USD);Cost (EUR)\nA;2026-03-01;20.10;17.30\n"
META = "Kampagnenname,Tag,Ausgegebener Betrag (EUR)\n,,{}\nA,2026-03-01,12.50\nB,2026-03-01,7.00\nA,2026-03-02,0.25\n"
Told = dict[str, Any]
Read = int | date | str | tuple[int | date, str]

LINES: dict[str, list[tuple[str, Told, list[Read]]]] = {
    "each faulty line is named and the others are read": [
        (HEAD + "A;2026-03-01;1,50\nA;gestern;1,50\nA;;1,50\nA;2026-03-02;viel\nA;2026-03-03;\nA;2026-03-04\n"
         "A;2026-03-05;-3,00\nA;2026-03-06;5 USD\n", {},
         [150, "day_unreadable", "day_missing", "amount_unreadable", "amount_missing", "missing_column", -300,
          "foreign_currency"]),
        (f"{HEAD}+1;2026-03-01;=1+2\n", {}, ["amount_unreadable"]),
    ],
    "a number that could be two is told unless somebody said how to read it": [
        (f"{HEAD}{FIRST}1.234\nB;2026-03-01;17\n", {}, [(123_400, "guess"), 1700]),
        (f"{HEAD}{FIRST}1.234\nB;2026-03-01;17\n", {"number_format": "en"}, [123, 1700]),
        (f"{HEAD}{FIRST}1.234\nB;2026-03-01;17\nC;2026-03-01;0,50\n", {}, [123_400, 1700, 50]),
        ('Campaign, Day, Cost\n"Spring, big", 2026-03-01, "1,234.56"\n', {}, [123_456]),
    ],
    "a word that is no currency is not passed over": [
        (under("Kosten", "5 Std", "12,50 EUR"), {}, ["amount_unreadable", 1250]),
    ],
    "a day that could be two is told": [
        (f"{HEAD}A;05/06/2026;1,50\n", {}, [(date(2026, 6, 5), "guess")]),
        (f"{HEAD}A;05/06/2026;1,50\n", {"day_format": "us"}, [date(2026, 5, 6)]),
    ],
    "amounts in another currency or unit are refused by its name": [
        *((under(name, "12,50"), {}, [NO_RATE.format(unit)]) for name, unit in (
            ("Amount spent (GBP)", "GBP"), ("Ausgegebener Betrag (USD)", "USD"), ("Kosten (CHF)", "CHF"),
            ("Kosten in PLN", "PLN"), ("Cost ($)", "USD"))),
        *((under(name, "12,50"), {}, ["foreign_currency"]) for name in (
            "Kosten (Cent)", "Kosten (Tsd. €)", "Kosten in T€", "Kosten (1.000 EUR)")),
        *((titled(f"Kampagne;{name};Tag;Kosten", "A;EUR;2026-03-01;1,50", "A;CHF;2026-03-02;1,50",
                  "A;;2026-03-03;1,50"), {}, [150, NO_RATE.format("CHF"), 150])
          for name in ("Währungscode", "Currency code", "Währung", "Account currency")),
        (TWO_CURRENCIES, {}, [1730]),
        (TWO_CURRENCIES, {"amount": 2}, ["foreign_currency"]),
    ],
    "euro and words that are no unit are read": [
        (under(name, "12,50"), {}, [1250]) for name in (
            "Kosten (EUR)", "Kosten [€]", "Kosten in Euro", "Kosten (netto)", "Kosten (alle)", "Cost")
    ],
    "millionths are euros and never taken for whole ones": [
        (titled(f"Campaign,Day,{name}", "A,2026-03-01,1369780000", "A,2026-03-02,-5000", "A,2026-03-03,12.50"), {},
         [136_978, -1, "amount_unreadable"])
        for name in ("metrics.cost_micros", "metrics.costMicros", "cost_micros", "Cost (micros)")
    ],
    "a column that counts is never taken for costs, even when told": [
        (under(name, "12,50"), told, [NO_COSTS.format(name)]) for told in ({}, {"amount": 2})
        for name in ("Klicks", "Impr.", "Clicks (all)", "Conversions", "Ergebnisse", "Kosten/Conv.")
    ],
    "a column of months or weeks is no day, even when told": [
        *((dated(name, "2026-03-02"), told, ["several_days"]) for told in ({}, {"day": 1})
          for name in ("Monat", "Woche", "Quartal", "Month", "Week", "segments.month", "By week")),
        *((titled(f"Kampagne;{name};Tag;Kosten", "A;2026-03-01;2026-03-02;310,00"), {}, [date(2026, 3, 2)])
          for name in ("Monat", "Week", "segments.month")),
    ],
    "a month in words is a day in every format": [
        (dated("Tag", "2. Okt. 2025", "2. Oktober 2025", "02 Okt 2025", "2-Oct-2025", "Oct 2, 2025", "October 2 2025"),
         {"day_format": told}, [date(2025, 10, 2)] * 6) for told in ("de", "iso", "us")
    ],
    "money of a period is not booked on its first day": [
        *((dated("Zeitraum", period), {"campaign": 0, "day": 1}, ["several_days"]) for period in (
            "01.06.2026 - 30.06.2026", "2026-06-01 bis 2026-06-30", "2026-06-01–2026-06-30",
            "06/01/2026 to 06/30/2026", "Juni 2026", "06/2026", "2026-06")),
        *((titled(f"Kampagne;{ends};Kosten", "A;2026-06-01;2026-06-30;3000,00", "A;2026-06-02;2026-06-02;7,00"), {},
           ["several_days", 700])
          for ends in ("Berichtsstart;Berichtsende", "Reporting starts;Reporting ends", "Startdatum;Ende")),
        (dated("Tag", "2026-06-01 00:00:00", "2026-06-02T10:00:00Z", "2026-06-03 bald"), {},
         [150, 150, "day_unreadable"]),
    ],
    "a line of sums without a word is left out where it is the sum": [
        (META.format("19.75"), {}, [1250, 700, 25]),
        (META.format("20.75"), {}, ["total_differs", 1250, 700, 25]),
    ],
    "lines that are equal word for word name the earlier one": [
        (titled(BY_AD_SET, "A;x;2026-03-01;1,50", "A;y;2026-03-01;1,50", "A;x;2026-03-01;1,50"), {},
         [150, 150, (150, "repeats 2")]),
        (f"{HEAD}{FIRST}0\n{FIRST}0\n", {}, [0, 0]),  # nothing counted twice is nothing
    ],
}  # fmt: skip
"""Of each line its cents or its day, or the code or sentence of its fault; whether it is a guess or a repetition."""


@pytest.mark.parametrize("fact", LINES)
def test_lines_are_read_or_named(fact: str, subtests: pytest.Subtests) -> None:
    for text, told, expected in LINES[fact]:
        with subtests.test(f"{text!r}, {told}"):
            found = read_costs(text, told).lines
            assert [_as_expected(line, one) for line, one in zip(found, expected, strict=True)] == expected


def _as_expected(line: Any, expected: Read) -> Read:
    """What the line says, in the terms of what is expected of it."""
    value, remark = expected if isinstance(expected, tuple) else (expected, "")
    if line.fault:
        return str(line.fault.sentence if line.fault.sentence == value else line.fault.code)
    found = line.day if isinstance(value, date) else line.cents
    remarks = [*(["guess"] if line.is_guess else []), *([f"repeats {line.repeats}"] if line.repeats else [])]
    return (found, *remarks) if remarks or remark else found


def test_a_line_of_sums_is_counted_as_skipped() -> None:
    file = read_costs(META.format("19.75"), {})
    assert (file.skipped, [line.line for line in file.lines]) == (1, [3, 4, 5])


def test_a_formula_is_a_text() -> None:
    formula = '=HYPERLINK("http://example.com";"x")'
    (line,) = read_costs(f'{HEAD}"{formula.replace(chr(34), chr(34) * 2)}";2026-03-01;1,50\n', {}).lines
    assert (line.campaign, line.cents) == (formula, 150)


def test_a_question_is_settled_by_what_is_told() -> None:
    text = f"Kampagne;Tag;Nettokosten\n{FIRST}1.234\n"
    (question,) = read_costs(text, {}).questions
    readings = [one.value for one in question.readings]
    assert (question.about, question.column, readings) == ("number_format", "Nettokosten", ["de", "en"])
    for one in question.readings:
        settled = read_costs(text, {"number_format": one.value})
        assert (settled.questions, settled.lines[0].cents) == ([], one.cents)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("\ufeff\n\n", "empty"),
        ("Kampagne;Tag;Kosten\n", "empty"),
        ('Kampagne;Tag;Kosten\n"A;2026-03-01;1\nB;2026-03-01;1\n', "unreadable"),
        ("PK\x03\x04\x00\x00", "unreadable"),
        pytest.param("a;2026-03-01;1\n" * (MOST_ROWS + 11), "too_many_rows", id="too many rows"),
        pytest.param("a" + 256 * ";" + "\n", "too_many_columns", id="too many columns"),
    ],
)
def test_what_is_no_file_of_costs_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_costs(text, {})
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_the_delimiter_is_the_one_that_cuts_all_lines_alike() -> None:
    assert sniff_delimiter("a;b;c\n1,5;2,5;3,5\n") == ";"
    assert sniff_delimiter('a,b,c\n"x; y; z",2,3\n') == ","
    assert sniff_delimiter("a\tb\tc\n1,5\t2,5\t3,5\n") == "\t"
    assert sniff_delimiter("a|b|c\n1,5|2|3\n") == "|"


@given(st.text(), st.sampled_from([{}, {"delimiter": ";"}, {"campaign": 5, "day": 7, "amount": 9}]))
def test_no_text_breaks_the_reader(text: str, told: dict[str, Any]) -> None:
    try:
        file = read_costs(text, told)
    except Refused:
        return
    assert all(line.fault or (line.day and line.cents is not None) for line in file.lines)
