"""Reports on paper: opened again, they hold the screen's values; rendered, nothing leaves the page."""

import re
import tracemalloc
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pytest

from analytics.definitions import definitions
from analytics.reporting import TableResult
from services.reports.basis import ReportBasis
from services.reports.figures import figures
from services.reports.render.files import files_of
from services.reports.render.pdf.document import MOST_ROWS, document_of
from services.reports.run import ReportAnswer
from tests.fixtures.pdf import is_accessible, pages_of
from tests.services.reports.recount.told import Year
from tests.services.reports.render.paper_check import check_paper

PARKS = {"ingolstadt": "Ingolstadt"}
STAND = ReportBasis(datetime(2026, 11, 23, 5, tzinfo=UTC), 9_000, 620, "7-9")
LONG = "herbst-2026_" * 11 + "ende"
ASKED: Mapping[str, Mapping[str, Any]] = {
    "credits": {"park": "ingolstadt", "rate_tenth_ct": "55"},
    "capacity": {"park": "ingolstadt"},
}
MARGIN_MM = 14


def squeezed(text: str) -> str:
    """Without blanks: names break over lines."""
    return re.sub(r"\s", "", text)


def margins_are_white(content: bytes) -> Iterator[bool]:
    """Of each page, whether anything is drawn beside its margins."""
    with pdfium.PdfDocument(content) as document:
        for page in document:
            drawn = np.asarray(page.render(scale=1, grayscale=True).to_numpy()).squeeze()
            edge = int(MARGIN_MM / 25.4 * 72)
            yield bool((drawn[:, :edge] == 255).all() and (drawn[:, -edge:] == 255).all() and (drawn[:20] == 255).all())


@pytest.mark.sample(3)
@pytest.mark.xdist_group("demo year")
@pytest.mark.parametrize("report", sorted(definitions()))
def test_every_report_is_on_paper_as_on_the_screen(year: Year, report: str, tmp_path: Path) -> None:
    answer = year.ask(report, ASKED.get(report, {"compare": "previous"}))
    (file,) = files_of(answer, ["pdf"], tmp_path, PARKS)
    content = file.path.read_bytes()
    pages = pages_of(content)
    text = " ".join(pages)
    assert answer.definition.title in pages[0]
    assert answer.definition.question in pages[0]
    assert "Stand: 21.11.2026, 21:00 Uhr" in pages[0]
    assert [f"Seite {number} von {len(pages)}" in page for number, page in enumerate(pages, 1)] == [True] * len(pages)
    assert len(pages) <= 2 or answer.definition.name != "credits"
    for name, sentence in answer.sentences.items():
        if name not in answer.to_read:
            continue
        assert squeezed(sentence).replace("→", "›") in squeezed(text), name
    assert all(margins_are_white(content))
    check_paper(answer, content)
    assert is_accessible(content)
    assert any(figures(answer, name, "paper") for name in answer.tables)


def breakdown(*names: str) -> ReportAnswer:
    definition = definitions()["breakdown"]
    table = definition.table("values")
    rows = [
        (name, 1_234 + place, 1_300, 12, 9_724, 3, 1, 24_000, 6_000, None, None) for place, name in enumerate(names)
    ]
    asked = dict.fromkeys(definition.parameters) | {
        "from_day": date(2026, 11, 16), "to_day": date(2026, 11, 22), "field": "utm_campaign",
    }  # fmt: skip
    result = TableResult(table, table.columns, rows, len(rows))
    return ReportAnswer(definition, asked, None, STAND, {"values": result}, {"values": "Ein Satz dazu."})


def test_five_thousand_rows_are_a_short_document_that_says_so() -> None:
    answer = breakdown(*(f"kampagne-{number}" for number in range(5_000)))
    tracemalloc.start()
    content = document_of(answer, PARKS)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    pages = pages_of(content)
    assert "Das sind die ersten 200 von 5.000 Zeilen; alle stehen in der Konsole." in " ".join(pages)
    assert (len(pages) <= 14, len(content) < 500_000) == (True, True)
    assert peak < 40_000_000
    # The last page also names the metrics.
    tables = [page.partition("Kennzahlen und ihre Fassungen")[0] for page in pages if page.count("kampagne-") > 15]
    assert len(tables) > 5
    assert [page.count("Kosten je Reservierung") for page in tables] == [1] * len(tables)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("forms", "elsewhere"),
    [
        (["pdf"], "in der Konsole"),
        (["pdf", "body"], "in der Konsole"),
        (["pdf", "parquet"], "in der Parquet-Datei"),
        (["parquet", "csv", "pdf"], "in der CSV-Datei"),
        (["csv", "pdf", "xlsx"], "in der Excel-Datei"),
    ],
)
def test_paper_names_a_file_that_really_comes_with_it(forms: list[str], elsewhere: str, tmp_path: Path) -> None:
    names = ("你好", *(f"kampagne-{number}" for number in range(MOST_ROWS)))
    made = files_of(breakdown(*names), forms, tmp_path, PARKS)
    (paper,) = [file.path.read_bytes() for file in made if file.form == "pdf"]
    text = " ".join(pages_of(paper))
    assert f"Das sind die ersten 200 von 201 Zeilen; alle stehen {elsewhere}.".replace("-", "") in text.replace("-", "")
    assert f"vollständig steht der Name {elsewhere}.".replace("-", "") in text.replace("-", "")


def test_a_report_without_rows_says_that_there_is_nothing() -> None:
    (page,) = pages_of(document_of(breakdown(), PARKS))
    assert "In diesem Zeitraum gibt es nichts." in page
    assert is_accessible(document_of(breakdown(), PARKS))
    assert "Zeitraum: 16.11.2026 bis 22.11.2026 Feld: Kampagne" in page


def test_long_and_strange_names_are_whole_and_stay_on_the_page() -> None:
    content = document_of(breakdown(LONG, "你好=SUM(A1)", "Łódź ☀", "a" * 5_000), PARKS)
    text = " ".join(pages_of(content))
    assert LONG in squeezed(text)
    assert "a" * 5_000 in squeezed(text)
    assert "??=SUM(A1)" in text
    assert "Łódź ?" in text
    assert "das diese Schrift nicht hat; vollständig steht der Name in der Konsole." in text
    assert all(margins_are_white(content))


def test_names_are_written_as_their_owners_write_them() -> None:
    names = ("Łukasz", "Yılmaz", "Ждан", "Αλέξης", "Ґалина Їжак")
    content = document_of(breakdown(*names), PARKS)
    text = " ".join(pages_of(content))
    assert [name for name in names if name not in text] == []
    assert "das diese Schrift nicht hat" not in text
    assert is_accessible(content)
    assert all(margins_are_white(content))


def test_the_same_answer_is_the_same_document(monkeypatch: pytest.MonkeyPatch) -> None:
    first = document_of(breakdown("a", "b"), PARKS)
    monkeypatch.setattr("time.time", lambda: 1_900_000_000.0)
    assert document_of(breakdown("a", "b"), PARKS) == first
    assert document_of(replace(breakdown("a"), stand=replace(STAND, visits=1)), PARKS) != first
    with pdfium.PdfDocument(first) as document:
        assert document.get_metadata_value("Title") == "Herkunft"
        assert document.get_metadata_value("CreationDate").startswith("D:20261123050000")
