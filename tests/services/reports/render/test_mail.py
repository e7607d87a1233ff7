"""The mail a report arrives in: its figures are the screen's, and it says what comes next and how it ends."""

import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from email.message import EmailMessage
from html import unescape
from typing import Any

import pytest

from analytics.definitions import definitions
from analytics.kinds import MEASURES
from analytics.reporting import TableResult
from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.mail.report_letters import ReportArrived
from services.reports.basis import ReportBasis
from services.reports.render.body import body_of
from services.reports.render.cells import shown
from services.reports.render.changes import change
from services.reports.render.mail import contents_of
from services.reports.render.paper_tables import paper_table
from services.reports.run import ReportAnswer
from tests.services.mail.posting import SENDER
from tests.services.reports.recount.told import Year

DELIVERY: dict[str, Any] = {
    "name": "Wochenüberblick",
    "link": "https://voltigo.example/admin/report-schedules/3",
    "owner": "Jana Huber",
    "owner_email": "jana@voltigo.example",
    "next_words": "Montag, 30.11.2026, 6:00 Uhr",
    "kept_until": "19.02.2027",
    "note": "",
    "is_test": False,
    "file_names": ["voltigo-ueberblick.xlsx"],
    "is_attached": True,
}
LONG = "frühling-" * 12


def breakdown(rows: int) -> ReportAnswer:
    """So many campaigns, the first with a long name that would be HTML, too."""
    definition = definitions()["breakdown"]
    table = definition.table("values")
    names = [f"<b>{LONG}</b>", *(f"kampagne-{number}" for number in range(1, rows))][:rows]
    values = [(name, 1_234, 1_300, 12, 9_724, 3, 1, 24_000, 6_000, None, None) for name in names]
    asked = dict.fromkeys(definition.parameters) | {
        "from_day": date(2026, 11, 16), "to_day": date(2026, 11, 22), "field": "utm_campaign",
    }  # fmt: skip
    stand = ReportBasis(datetime(2026, 11, 23, 5, tzinfo=UTC), 9_000, 620, "7-9")
    result = TableResult(table, table.columns, values, rows)
    return ReportAnswer(definition, asked, None, stand, {"values": result}, {"values": "Ein Satz dazu."})


def sent(answer: ReportAnswer, *, with_figures: bool = True, **delivery: Any) -> EmailMessage:
    """As it goes out, by way of what the outbox stores."""
    contents = contents_of(answer, {"ingolstadt": "Ingolstadt"}, with_figures=with_figures)
    letter = ReportArrived(**DELIVERY | delivery, **contents)
    values = json.loads(json.dumps(to_values(letter)))
    row = Leased(1, letter.kind, "a@example.org", values, "x", 1, datetime(2026, 11, 23, 5, tzinfo=UTC))
    return Renderer(SENDER).message(row)


def parts(message: EmailMessage) -> tuple[str, str]:
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None and html is not None
    return text.get_content(), html.get_content()


def bare(text: str) -> str:
    return "".join(text.split())


def check_mail(answer: ReportAnswer, message: EmailMessage) -> None:
    """The subject's words, every large figure and bar, and all rows of the tables one after the other, in both parts.
    The plain part cuts long cells, and has the charts as tables.
    """
    plain, html = parts(message)
    text, laid = bare(plain), bare(unescape(re.sub(r"<style.*?</style>|<[^>]*>", "", html, flags=re.DOTALL)))
    body = body_of(answer)
    assert bare(body.headline) in bare(message["Subject"])
    assert all(bare(one) in part for one in (answer.stand.provisional, *(f.value for f in body.figures))
               for part in (text, laid))  # fmt: skip
    bars = [bar for chart in body.charts for bar in chart.bars]
    assert all(bare(bar.label) + bare(bar.value) in laid for bar in bars)
    drawn = re.findall(r'width="(\d+)%"[^>]*><tr><td class="bar"', html)
    assert (html.count('<th scope="row"'), drawn) == (len(bars), [str(bar.percent) for bar in bars if bar.percent])
    for table in body.tables:
        assert "".join(bare(cell) for row in table.rows for cell in row) in laid, table.title
    for rows in (*([(bar.label, bar.value) for bar in c.bars] for c in body.charts), *(t.rows for t in body.tables)):
        cells = (f"(?:{re.escape(bare(cell))}|{re.escape(bare(cell[:24]))}[^…]*…)" for row in rows for cell in row)
        assert re.search("".join(cells), text), rows


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("count", 1_234_567, "1.234.567"),
        ("count", -3, "−3"),
        ("ppm", 12_345_678, "12,35"),
        ("ppm", 18_000_000, "18"),
        ("ppm", 17_999_999, "18"),
        ("ppm", 1_500_000, "1,50"),
        ("ppm", -1, "0"),
        ("kwh_ppm", 157_000_000_000, "157.000\u00a0kWh"),
        ("share_ppm", 34_500, "3,5\u00a0%"),
        ("cents", 129_950, "1.299,50\u00a0€"),
        ("cents", -5, "−0,05\u00a0€"),
        ("cents_ppm", 123_456_789, "1,23\u00a0€"),
        ("kwh", 24_000, "24.000\u00a0kWh"),
        ("milli_ct", 4_250, "4,250\u00a0ct"),
        ("tenths", 155, "15,5"),
        ("day", date(2026, 11, 5), "05.11.2026"),
        ("month", "2026-03-01", "März 2026"),
        ("moment", datetime.fromisoformat("2026-07-31T22:30"), "01.08.2026, 0:30 Uhr"),
        ("channel", "referrer", "Andere Seite"),
        ("plan", "24m", "24 Raten"),
        ("flag", False, "nein"),
        ("text", "", "ohne Angabe"),
        ("count", None, "–"),
        ("new kind", 7, "7"),
    ],
)
def test_values_read_as_on_the_screen(kind: str, value: Any, words: str) -> None:
    assert shown(kind, value) == words


@pytest.mark.parametrize(
    ("kind", "value", "before", "words"),
    [
        ("count", 117, 100, "↑ +17\u00a0%"),
        ("count", 63, 100, "↓ −37\u00a0%"),
        ("count", 5, 5, "→ unverändert"),
        ("count", 10_001, 10_000, "→ kaum verändert"),
        ("count", 3, 1, "zu wenige, vorher 1"),
        ("count", 0, 3, "zu wenige, vorher 3"),
        ("count", 4, 3, "↑ +33\u00a0%"),
        ("count", 0, 4, "↓ −100\u00a0%"),
        ("count", 4, 0, "↑ vorher 0"),
        ("count", 1_250, 100, "↑ 13-mal so viel"),
        ("share_ppm", 42_000, 34_000, "↑ +0,8 Punkte"),
        ("share_ppm", 24_000, 34_000, "↓ −1 Punkt"),
        ("cents", 4, None, ""),
        ("cents", None, 4, ""),
    ],
)
def test_changes_read_as_on_the_screen(kind: str, value: int | None, before: int | None, words: str) -> None:
    assert change(kind, value, before) == words


def test_a_day_that_is_not_over_says_so_and_is_not_compared_with_a_whole_one() -> None:
    definition = definitions()["overview"]
    table = next(table for table in definition.tables if table.name == "days")
    day, visitors = table.columns[:2]
    columns = (day, visitors, replace(visitors, name="visitors_before"))
    values = [(date(2026, 11, 22), 100, 80), (date(2026, 11, 23), 10, 80)]
    days = {"days": TableResult(table, columns, values, 2)}
    answer = replace(breakdown(1), definition=definition, tables=days, sentences={})
    over, running = [[(cell.text, cell.note) for cell in row] for row in paper_table(answer, "days").rows()]
    assert over == [("22.11.2026", ""), ("100", "↑ +25\u00a0%")]
    assert running == [("23.11.2026, läuft noch", ""), ("10", "")]


def test_a_mail_shows_ten_rows_as_a_table_and_says_how_many_there_are() -> None:
    text, html = parts(sent(breakdown(1_240)))
    for shown_in in (text, html):
        assert "kampagne-9" in shown_in
        assert "kampagne-10" not in shown_in
        assert "Das sind die ersten 10 von 1.240 Zeilen." in shown_in
        assert "16.11.2026 bis 22.11.2026" in shown_in
        assert "Stand: 23.11.2026, 6:00 Uhr" in shown_in
        assert "Der nächste Bericht kommt am Montag, 30.11.2026, 6:00 Uhr." in shown_in
        assert "weil Jana Huber Sie" in shown_in
        assert DELIVERY["link"] in shown_in
    assert html.count('<th scope="col"') == 4
    assert html.count("border-bottom:1px solid #ded6c3") == 40
    assert "<b>" not in html  # a campaign's name is no HTML
    lines = text.splitlines()
    head = max(number for number, line in enumerate(lines) if line.startswith("Wert"))
    table = lines[head : head + 12]
    assert {line.rindex("3") for line in table[2:]} == {len(table[1]) - 1}
    assert max(map(len, table)) < 78
    assert "…" in table[2]


def test_a_test_says_so_and_figures_are_left_out_where_nobody_asked_for_them() -> None:
    message = sent(breakdown(3), with_figures=False, is_test=True, next_words="", kept_until="")
    text, html = parts(message)
    assert message["Subject"] == "Test: Wochenüberblick: 16.11.2026 bis 22.11.2026"
    assert message["Reply-To"] == "jana@voltigo.example"
    for shown_in in (text, html):
        assert "kampagne-1" not in shown_in
        assert "um einen Test gebeten" in shown_in
        assert "nächste Bericht" not in shown_in
        assert "als Empfänger eingetragen" not in shown_in


def test_files_that_are_too_large_are_fetched_and_an_empty_table_says_so() -> None:
    for shown_in in parts(sent(breakdown(0), is_attached=False, note="Er kommt verspätet.")):
        assert "für eine E-Mail zu groß" in shown_in
        assert "voltigo-ueberblick.xlsx" in shown_in
        assert "In der Konsole bleiben die Dateien bis zum 19.02.2027." in shown_in
        assert "Dazu gibt es nichts." in shown_in
        assert "Er kommt verspätet." in shown_in


def test_a_name_with_a_line_break_is_one_line_of_the_subject() -> None:
    assert sent(breakdown(1), name="Woche\r\nBcc: x@y.de")["Subject"].startswith("Woche Bcc:")


def assert_whole_counts(answer: ReportAnswer) -> None:
    """On paper and in mails alike: 18 contracts are not 18,00."""
    for name in answer.to_read:
        table = paper_table(answer, name)
        counts = {column.name for column in table.result.columns if MEASURES.get(column.kind) in _COUNTS}
        for row in table.rows():
            for column, cell in zip(table.columns, row, strict=True):
                assert column.name not in counts or not re.search(r",0+\b", cell.text), (name, column.name, cell.text)


_COUNTS = [kind for kind in MEASURES.values() if kind.unit in ("", "kWh") and not kind.is_ratio]


@pytest.mark.parametrize("name", [name for name, kind in MEASURES.items() if kind in _COUNTS])
def test_no_kind_writes_a_whole_number_with_decimals(name: str) -> None:
    assert shown(name, 18 * MEASURES[name].parts).split("\u00a0")[0] == "18"


@pytest.mark.xdist_group("demo year")
def test_every_report_has_a_body_and_its_figures_are_cells_of_its_tables(year: Year) -> None:
    for report in definitions():
        answer = year.ask(report, {"park": "ingolstadt", "compare": "previous"})
        body = body_of(answer)
        cells = {
            shown(column.kind, row[column.name])
            for table in answer.tables.values()
            for row in table.rows
            for column in table.columns
        } | {shown("count", table.total_rows) for table in answer.tables.values()}
        assert {figure.value for figure in body.figures} - cells <= {"voll", "–", "nicht absehbar"}, report
        assert 1 <= len(body.tables) <= 3, report
        assert all(1 <= len(table.rows) <= 10 for table in body.tables), report
        assert body.figures or body.tables[0].sentence, report
        assert len(body.charts) == 1, f"{report} has a picture on the screen"
        check_mail(answer, sent(answer))
        assert_whole_counts(answer)
    totals = year.ask("overview", {"compare": "previous"})
    (row,) = totals.tables["totals"].rows
    first = body_of(totals).figures[0]
    assert (first.label, first.value) == ("Besucher", shown("count", row["visitors"]))
    assert first.note == change("count", row["visitors"], row["visitors_before"])
    days = body_of(totals).tables[0]
    assert days.rows[-1][0] == f"{shown('day', totals.tables['days'].rows[-1]['day'])}, läuft noch"
    assert days.more == "Das sind die letzten 10 von 90 Zeilen."
