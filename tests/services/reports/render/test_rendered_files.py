"""Whole reports as files: opened again by a library, each is what the screen is given, value by value."""

import csv as csv_module
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pyarrow import parquet
from pydantic_core import to_jsonable_python

from analytics.definitions import definitions
from analytics.metrics import metrics
from analytics.reporting import TableResult
from services.core.storage.folder import FolderStorage
from services.reports.answer import answer_of
from services.reports.basis import ReportBasis
from services.reports.kept.result_file import read_result, write_result
from services.reports.render.cells import metric_names
from services.reports.render.files import files_of
from services.reports.render.mail import contents_of
from services.reports.run import ReportAnswer
from tests.services.reports.recount.told import Year
from tests.services.reports.render.opened import from_csv, from_excel, from_parquet

PARKS = {"ingolstadt": "Ingolstadt"}
FORMULA = '=HYPERLINK("http://x";"Grüße")'
ASKED: Mapping[str, Mapping[str, Any]] = {
    "overview": {"compare": "previous"},
    "breakdown": {"field": "utm_campaign", "compare": "year"},
    "reservations": {},
    "capacity": {"park": "ingolstadt"},
    "credits": {"park": "ingolstadt", "rate_tenth_ct": "55", "years": "3"},
}


def on_screen(answer: ReportAnswer) -> dict[str, Any]:
    """The answer as a browser gets it."""
    told: dict[str, Any] = json.loads(json.dumps(to_jsonable_python(answer_of(answer))))
    return told


@pytest.mark.sample(2)
@pytest.mark.xdist_group("demo year")
@pytest.mark.parametrize("report", ASKED)
def test_every_value_of_the_screen_is_in_every_file(year: Year, report: str, tmp_path: Path) -> None:
    answer = year.ask(report, ASKED[report])
    files = files_of(answer, ["csv", "xlsx", "parquet"], tmp_path, PARKS)
    tables = on_screen(answer)["tables"]
    assert {(file.form, file.table) for file in files} == {("xlsx", ""), ("csv", "")} | {
        (form, name) for form in ("csv", "parquet") for name in tables
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(file.name for file in files)
    workbook = files[0].path.read_bytes()
    sheets = openpyxl.load_workbook(io.BytesIO(workbook)).sheetnames
    assert (len(sheets), sheets[-1]) == (len(tables) + 1, "Angaben")
    assert sum(len(table["rows"]) for table in tables.values()) > 0
    for sheet, (name, table) in zip(sheets, tables.items(), strict=False):
        made = {file.form: file.path for file in files if file.table == name}
        columns = table["columns"]
        shown = [column["name"] for column in columns]
        rows = [{name: row[name] for name in shown} for row in table["rows"]]
        assert list(from_excel(workbook, sheet, columns)) == rows
        assert list(from_csv(made["csv"].read_bytes(), columns)) == rows
        assert list(from_parquet(parquet.read_table(made["parquet"]), columns)) == rows


def campaigns(*values: str) -> ReportAnswer:
    """A breakdown by campaign with these names, and nothing else to tell apart."""
    definition = definitions()["breakdown"]
    table = definition.table("values")
    figures = (1_234, 1_300, 12, 9_724, 3, 1, 24_000, 6_000, 129_950, 10_829)
    rows = [(value, *figures) for value in values]
    asked = dict.fromkeys(definition.parameters) | {
        "from_day": date(2026, 11, 1), "to_day": date(2026, 11, 21), "field": "utm_campaign",
    }  # fmt: skip
    stand = ReportBasis(datetime(2026, 11, 21, 5, tzinfo=UTC), 9_000, 620, "7-9")
    result = TableResult(table, table.columns, rows, len(rows))
    return ReportAnswer(definition, asked, None, stand, {"values": result}, {"values": "Drei Kampagnen – über Ä."})


def test_german_excel_reads_umlauts_commas_and_runs_no_campaign(tmp_path: Path) -> None:
    answer = campaigns("Frühjahrsgrüße", FORMULA, "")
    xlsx, csv, _notes = files_of(answer, ["xlsx", "csv"], tmp_path, PARKS)
    text = csv.path.read_bytes()
    assert text.startswith("\ufeffWert;Besucher;".encode())
    rows = text.decode("utf-8-sig").splitlines()
    assert rows[1] == "Frühjahrsgrüße;1234;1300;12;0,9724;3;1;24000;6000;1299,50;108,29"
    assert rows[2].startswith('"\'=HYPERLINK(""http://x"";""Grüße"")";1234;')
    assert rows[3].startswith("ohne Angabe;")
    sheet = openpyxl.load_workbook(xlsx.path)["Nach Herkunft"]
    assert [sheet[f"A{line}"].value for line in (2, 3, 4)] == ["Frühjahrsgrüße", FORMULA, "ohne Angabe"]
    assert (sheet["A3"].data_type, sheet["A3"].hyperlink) == ("s", None)
    assert (sheet["J2"].value, sheet["J2"].number_format) == (1299.5, '#,##0.00 "€"')


def test_the_workbook_tells_of_each_table_where_it_comes_from(tmp_path: Path) -> None:
    (file,) = files_of(campaigns("a"), ["xlsx"], tmp_path, PARKS)
    assert file.name == "voltigo-herkunft-2026-11-01-bis-2026-11-21.xlsx"
    said = [(line[0].value, line[1].value) for line in openpyxl.load_workbook(file.path)["Angaben"].iter_rows()]
    assert said[:5] == [
        ("Bericht", "Herkunft"),
        ("Frage", "Woher kommt, was bleibt?"),
        ("Zeitraum", "01.11.2026 bis 21.11.2026"),
        ("Feld", "Kampagne"),
        ("Stand", datetime(2026, 11, 21, 6)),  # noqa: DTZ001 - Excel knows no zones
    ]
    assert ("Was sie zeigt", "Drei Kampagnen – über Ä.") in said
    told = dict(said)["Quote"]
    assert str(told).startswith("Reservierungen ÷ Besucher. Wo mehr")
    assert ("quote", "Quote") in said


def test_a_file_beside_the_csv_tells_period_filters_and_metrics(tmp_path: Path) -> None:
    *_, notes = files_of(campaigns("a"), ["csv"], tmp_path, PARKS)
    assert (notes.form, notes.table) == ("csv", "")
    assert notes.name == "voltigo-herkunft-angaben-2026-11-01-bis-2026-11-21.csv"
    said = list(csv_module.reader(io.StringIO(notes.path.read_bytes().decode("utf-8-sig")), delimiter=";"))
    assert said[:6] == [
        ["Angabe", "Wert"],
        ["Bericht", "Herkunft"],
        ["Frage", "Woher kommt, was bleibt?"],
        ["Zeitraum", "01.11.2026 bis 21.11.2026"],
        ["Feld", "Kampagne"],
        ["Stand", "21.11.2026 06:00"],
    ]
    first = said.index(["Kennzahl", "Spalte"]) + 1
    assert said[first : first + 2] == [
        ["visitors", "Besucher"],
        ["sessions", "Besuche"],
    ]
    assert len(said) - first == len(definitions()["breakdown"].tables[0].measures)


def test_the_same_answer_is_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for folder in (tmp_path / "first", tmp_path / "second"):
        folder.mkdir()
        files = files_of(campaigns("a", "b"), ["xlsx", "csv", "parquet"], folder, PARKS)
        made.append([(file.name, file.path.read_bytes()) for file in files])
        monkeypatch.setattr("time.time", lambda: 1_900_000_000.0)
    assert made[0] == made[1]
    later = replace(campaigns("a", "b"), stand=replace(campaigns().stand, at=datetime(2026, 11, 22, 5, tzinfo=UTC)))
    (other,) = files_of(later, ["xlsx"], tmp_path, PARKS)
    assert other.path.read_bytes() != made[0][0][1]


def test_a_kept_answer_is_the_same_files_as_the_one_that_was_computed(tmp_path: Path) -> None:
    answer = campaigns("Grüße → Ä", "", FORMULA)
    kept = write_result(FolderStorage(tmp_path), answer)
    made = []
    for number, one in enumerate((answer, read_result(FolderStorage(tmp_path), kept.path, kept.sha256))):
        folder = tmp_path / str(number)
        folder.mkdir()
        files = files_of(one, ["xlsx", "csv", "parquet", "pdf"], folder, PARKS)
        made.append({file.name: file.path.read_bytes() for file in files})
    assert len(made[0]) == 5
    assert made[0] == made[1]


def test_nothing_is_left_of_files_that_cannot_be_made(tmp_path: Path) -> None:
    taken = tmp_path / "voltigo-herkunft-nach-herkunft-2026-11-01-bis-2026-11-21.parquet"
    taken.write_text("somebody else's")
    with pytest.raises(FileExistsError):
        files_of(campaigns("a"), ["xlsx", "csv", "parquet"], tmp_path, PARKS)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["somebody else's"]
    with pytest.raises(ValueError, match="docx"):
        files_of(campaigns("a"), ["docx"], tmp_path, PARKS)


def named(*keys: str) -> list[str]:
    return [f"{metrics()[key].label} ({key})" for key in keys]


def test_a_report_names_each_metric_once() -> None:
    found = metric_names(campaigns("a", "b"))
    assert found[:3] == named("visitors", "sessions", "reservations")
    assert len(found) == len(set(found)) == 10


def test_a_mail_names_the_metrics_that_it_shows_and_none_without_figures() -> None:
    contents = contents_of(campaigns("a"), {}, with_figures=True)
    labels = {figure["label"] for figure in contents["figures"]}
    labels |= {head["label"] for table in contents["tables"] for head in table["heads"]}
    known = [one for one in metrics().values() if one.label in labels]
    assert sorted(contents["metrics"]) == sorted(f"{one.label} ({one.key})" for one in known)
    assert set(named("visitors", "reservations", "quote")) <= set(contents["metrics"])
    assert contents_of(campaigns("a"), {}, with_figures=False)["metrics"] == []
