"""Files of costs as programs write them: delimiter, header, columns and formats are found."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.campaigns.costs.mapping import CostMapping
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


def lines(file: CostFile) -> list[tuple[int, str, date | None, int | None]]:
    return [(line.line, line.campaign, line.day, line.cents) for line in file.lines]


@pytest.mark.parametrize(
    ("text", "mapping", "expected"),
    [
        (
            GERMAN_EXCEL,
            CostMapping(1, 0, 3, ";", "de", "de", True, clicks=2),
            [(2, "Frühling", date(2026, 3, 1), 123_456), (3, "Frühling", date(2026, 3, 2), 0)],
        ),
        (
            ENGLISH,
            CostMapping(0, 1, 3, ",", "en", "iso", True),
            [(2, "Spring", date(2026, 3, 1), 123_456), (3, "Spring", date(2026, 3, 2), 700)],
        ),
        (TITLED, CostMapping(1, 0, 3, "\t", "de", "iso", True), [(4, "Frühling", date(2026, 3, 1), 1250)]),
        (
            QUOTED,
            CostMapping(0, 1, 2, ";", "de", "de", True),
            [(2, 'Sommer; "groß"\nund zwei Zeilen', date(2026, 5, 31), 500), (4, "Herbst", date(2026, 6, 1), 1700)],
        ),
        (
            NO_HEADER,
            CostMapping(0, 1, 2, ";", "de", "iso", False),
            [(1, "frueh", date(2026, 3, 1), 999), (2, "frueh", date(2026, 3, 2), 1000)],
        ),
        (
            AMERICAN,
            CostMapping(0, 1, 2, ",", "en", "us", True),
            [(2, "Spring", date(2026, 5, 31), 1250), (3, "Spring", date(2026, 6, 1), 0)],
        ),
        (
            "sep=,\r\nWas,Wann,Wieviel\r\nFrühling,2026-03-01,7.5\r\n",
            CostMapping(0, 1, 2, ",", "en", "iso", True),
            [(3, "Frühling", date(2026, 3, 1), 750)],
        ),
        (
            "Kampagne;Tag;Kosten\nGesamt Süd;2026-03-01;12,50\nTotal;2026-03-02;1,00\nSumme;;13,50\n",
            CostMapping(0, 1, 2, ";", "de", "iso", True),
            [(2, "Gesamt Süd", date(2026, 3, 1), 1250), (3, "Total", date(2026, 3, 2), 100)],
        ),
    ],
    ids=[
        "German Excel",
        "English",
        "with titles and total",
        "quoted",
        "no header",
        "American",
        "separator line",
        "named as totals",
    ],
)
def test_a_file_is_read_without_being_told_how(text: str, mapping: CostMapping, expected: list[Any]) -> None:
    file = read_costs(text, {})
    assert (file.mapping, lines(file)) == (mapping, expected)
    assert not any(line.is_guess or line.fault for line in file.lines)
    assert lines(read_costs(text, mapping.as_json())) == expected, "and the same when told so"


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
    assert read_costs(TITLED, {}).skipped == 1


def test_what_was_told_goes_before_what_is_guessed() -> None:
    text = "a;b;c;d\nx;2026-03-01;1,00;2,00\n"
    assert read_costs(text, {"amount": 2}).mapping.amount == 2
    assert read_costs(text, {}).mapping.amount == 3, "of two columns of money the right one"
    swapped = read_costs(text, {"campaign": 2, "amount": 3})
    assert (swapped.lines[0].campaign, swapped.lines[0].cents) == ("1,00", 200)
    assert len(read_costs(NO_HEADER, {"has_header": True}).lines) == 1


def test_a_number_that_could_be_two_is_told_unless_somebody_said_how_to_read_it() -> None:
    text = "Kampagne;Tag;Kosten\nA;2026-03-01;1.234\nB;2026-03-01;17\n"
    guessed = read_costs(text, {})
    assert [(line.cents, line.is_guess) for line in guessed.lines] == [(123_400, True), (1700, False)]
    told = read_costs(text, {"number_format": "en"})
    assert [(line.cents, line.is_guess) for line in told.lines] == [(123, False), (1700, False)]
    settled = read_costs(f"{text}C;2026-03-01;0,50\n", {})
    assert [line.is_guess for line in settled.lines] == [False, False, False]


def test_a_day_that_could_be_two_is_told() -> None:
    text = "Kampagne;Tag;Kosten\nA;05/06/2026;1,50\n"
    (line,) = read_costs(text, {}).lines
    assert (line.day, line.is_guess) == (date(2026, 6, 5), True)
    (line,) = read_costs(text, {"day_format": "us"}).lines
    assert (line.day, line.is_guess) == (date(2026, 5, 6), False)


def test_a_blank_after_the_delimiter_does_no_harm() -> None:
    (line,) = read_costs('Campaign, Day, Cost\n"Spring, big", 2026-03-01, "1,234.56"\n', {}).lines
    assert (line.campaign, line.cents) == ("Spring, big", 123_456)


def test_each_faulty_line_is_named_and_the_others_are_read() -> None:
    text = (
        "Kampagne;Tag;Kosten\nA;2026-03-01;1,50\nA;gestern;1,50\nA;;1,50\nA;2026-03-02;viel\nA;2026-03-03;\n"
        "A;2026-03-04\nA;2026-03-05;-3,00\nA;2026-03-06;5 USD\n"
    )
    faults = [(line.line, line.fault.code) for line in read_costs(text, {}).lines if line.fault]
    assert faults == [
        (3, "day_unreadable"),
        (4, "day_missing"),
        (5, "amount_unreadable"),
        (6, "amount_missing"),
        (7, "missing_column"),
        (9, "foreign_currency"),
    ]


def test_a_formula_is_a_text() -> None:
    formula = '=HYPERLINK("http://example.com";"x")'
    text = f'Kampagne;Tag;Kosten\n"{formula.replace(chr(34), chr(34) * 2)}";2026-03-01;1,50\n+1;2026-03-01;=1+2\n'
    first, second = read_costs(text, {}).lines
    assert (first.campaign, first.cents) == (formula, 150)
    assert second.fault is not None and second.fault.code == "amount_unreadable"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("\ufeff\n\n", "empty"),
        ("Kampagne;Tag;Kosten\n", "empty"),
        ('Kampagne;Tag;Kosten\n"A;2026-03-01;1\nB;2026-03-01;1\n', "unreadable"),
        ("PK\x03\x04\x00\x00", "unreadable"),
        pytest.param("a;2026-03-01;1\n" * (MOST_ROWS + 11), "too_many_rows", id="too many rows"),
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


AMOUNT_NAMES = [
    ("Amount spent (GBP)", "GBP"), ("Ausgegebener Betrag (USD)", "USD"), ("Kosten (CHF)", "CHF"),
    ("Kosten in PLN", "PLN"),
    ("Cost ($)", "USD"), ("Kosten (Cent)", "Cent"), ("Kosten (Tsd. €)", "Tsd"), ("Kosten in T€", "T€"),
    ("Kosten (1.000 EUR)", "1.000"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "unit"), AMOUNT_NAMES)
def test_amounts_in_another_currency_or_unit_are_refused_by_its_name(name: str, unit: str) -> None:
    (line,) = read_costs(f"Kampagne;Tag;{name}\nA;2026-03-01;12,50\n", {}).lines
    assert line.fault is not None
    assert (line.fault.code, line.cents) == ("foreign_currency", None)
    assert unit in line.fault.sentence


@pytest.mark.parametrize("name", ["metrics.cost_micros", "metrics.costMicros", "cost_micros", "Cost (micros)"])
def test_millionths_are_euros_and_never_taken_for_whole_ones(name: str) -> None:
    text = f"Campaign,Day,{name}\nA,2026-03-01,1369780000\nA,2026-03-02,-5000\nA,2026-03-03,12.50\n"
    told = [(line.cents, line.fault.code if line.fault else "") for line in read_costs(text, {}).lines]
    assert told == [(136_978, ""), (-1, ""), (None, "amount_unreadable")]


@pytest.mark.parametrize("name", ["Klicks", "Impr.", "Clicks (all)", "Conversions", "Ergebnisse", "Kosten/Conv."])
def test_a_column_that_counts_is_never_taken_for_costs_even_when_told(name: str) -> None:
    text = f"Kampagne;Tag;{name}\nA;2026-03-01;12,50\n"
    for told in ({}, {"amount": 2}):
        (line,) = read_costs(text, told).lines
        assert line.fault is not None
        assert line.fault.sentence == (
            f"Die Spalte „{name}“ nennt keine Kosten. Bitte wählen Sie die Spalte mit den Kosten."
        )


@pytest.mark.parametrize("name", ["Monat", "Woche", "Quartal", "Month", "Week", "segments.month", "By week"])
def test_a_column_of_months_or_weeks_is_no_day_even_when_told(name: str) -> None:
    text = f"Kampagne;{name};Kosten\nA;2026-03-02;310,00\n"
    for told in ({}, {"day": 1}):
        (line,) = read_costs(text, told).lines
        assert line.fault is not None and line.fault.code == "several_days"
    beside = f"Kampagne;{name};Tag;Kosten\nA;2026-03-01;2026-03-02;310,00\n"
    (line,) = read_costs(beside, {}).lines
    assert (line.day, line.fault) == (date(2026, 3, 2), None)


@pytest.mark.parametrize(
    "typed", ["2. Okt. 2025", "2. Oktober 2025", "02 Okt 2025", "2-Oct-2025", "Oct 2, 2025", "October 2 2025"]
)
def test_a_month_in_words_is_a_day_in_every_format(typed: str) -> None:
    for told in ("de", "iso", "us"):
        (line,) = read_costs(f'Kampagne;Tag;Kosten\nA;"{typed}";1,50\n', {"day_format": told}).lines
        assert (line.day, line.fault, line.is_guess) == (date(2025, 10, 2), None, False)


def test_a_question_is_settled_by_what_is_told() -> None:
    text = "Kampagne;Tag;Kosten\nA;2026-03-01;1.234\n"
    (question,) = read_costs(text, {}).questions
    assert (question.about, question.column, [one.value for one in question.readings]) == (
        "number_format", "Kosten", ["de", "en"],
    )  # fmt: skip
    for one in question.readings:
        settled = read_costs(text, {"number_format": one.value})
        assert (settled.questions, settled.lines[0].cents) == ((), one.cents)


@pytest.mark.parametrize(
    "name", ["Kosten (EUR)", "Kosten [€]", "Kosten in Euro", "Kosten (netto)", "Kosten (alle)", "Cost"]
)
def test_euro_and_words_that_are_no_unit_are_read(name: str) -> None:
    (line,) = read_costs(f"Kampagne;Tag;{name}\nA;2026-03-01;12,50\n", {}).lines
    assert (line.fault, line.cents) == (None, 1250)


@pytest.mark.parametrize("column", ["Währungscode", "Currency code", "Währung", "Account currency"])
def test_a_line_whose_currency_column_names_another_one_is_refused(column: str) -> None:
    text = f"Kampagne;{column};Tag;Kosten\nA;EUR;2026-03-01;1,50\nA;CHF;2026-03-02;1,50\nA;;2026-03-03;1,50\n"
    told = [(line.cents, line.fault.sentence if line.fault else "") for line in read_costs(text, {}).lines]
    assert told == [(150, ""), (None, "Der Betrag steht in CHF. Zum Einlesen fehlt der Kurs."), (150, "")]


def test_of_the_same_amounts_in_two_currencies_those_in_euro_are_taken() -> None:
    text = "Campaign;Day;Cost (USD);Cost (EUR)\nA;2026-03-01;20.10;17.30\n"
    file = read_costs(text, {})
    assert (file.mapping.amount, file.lines[0].cents) == (3, 1730)
    (line,) = read_costs(text, {"amount": 2}).lines
    assert line.fault is not None


@pytest.mark.parametrize(
    "day", ["01.06.2026 - 30.06.2026", "2026-06-01 bis 2026-06-30", "2026-06-01–2026-06-30", "06/01/2026 to 06/30/2026"]
)
def test_money_of_a_period_is_not_booked_on_its_first_day(day: str) -> None:
    (line,) = read_costs(f"Kampagne;Zeitraum;Kosten\nA;{day};3000,00\n", {"campaign": 0, "day": 1}).lines
    assert line.fault is not None and line.fault.code == "several_days"


@pytest.mark.parametrize(
    ("first", "last"),
    [("Berichtsstart", "Berichtsende"), ("Reporting starts", "Reporting ends"), ("Startdatum", "Ende")],
)
def test_a_line_that_ends_on_another_day_is_refused(first: str, last: str) -> None:
    head = f"Kampagne;{first};{last};Kosten\n"
    text = f"{head}A;2026-06-01;2026-06-30;3000,00\nA;2026-06-02;2026-06-02;7,00\n"
    assert [line.fault and line.fault.code for line in read_costs(text, {}).lines] == ["several_days", None]


def test_a_time_behind_the_day_is_no_period() -> None:
    text = "Kampagne;Tag;Kosten\nA;2026-06-01 00:00:00;1,00\nA;2026-06-02T10:00:00Z;1,00\nA;2026-06-03 bald;1,00\n"
    assert [line.fault and line.fault.code for line in read_costs(text, {}).lines] == [None, None, "day_unreadable"]


META = (
    "Kampagnenname,Tag,Ausgegebener Betrag (EUR)\n,,{total}\nA,2026-03-01,12.50\nB,2026-03-01,7.00\nA,2026-03-02,0.25\n"
)


def test_a_line_of_sums_without_a_word_is_left_out_where_it_is_the_sum() -> None:
    file = read_costs(META.format(total="19.75"), {})
    assert (file.skipped, [line.line for line in file.lines]) == (1, [3, 4, 5])
    (total, *others) = read_costs(META.format(total="20.75"), {}).lines
    assert total.fault is not None
    assert (total.line, total.fault.code, len(others)) == (2, "total_differs", 3)


def test_lines_that_are_equal_word_for_word_name_the_earlier_one() -> None:
    text = "Kampagne;Gruppe;Tag;Kosten\nA;x;2026-03-01;1,50\nA;y;2026-03-01;1,50\nA;x;2026-03-01;1,50\n"
    assert [line.repeats for line in read_costs(text, {}).lines] == [None, None, 2]
    free = "Kampagne;Tag;Kosten\nA;2026-03-01;0\nA;2026-03-01;0\n"
    assert [line.repeats for line in read_costs(free, {}).lines] == [None, None], "nothing counted twice is nothing"
