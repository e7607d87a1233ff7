"""Workbooks: what the text of a sheet says, and that reading one costs the server nothing it has not granted."""

import re
import subprocess
import sys

import pytest

from services.core.fields import Refused
from services.core.tables_in.files import read_file
from services.core.tables_in.workbook import SENTENCES, sheets_apart, sheets_in
from tests.fixtures.servers import ROOT
from tests.fixtures.table_files import FIRST_SHEET, archive, parts_of, workbook

PLAIN = workbook({"Liste": [["Name", "Telefon"], ["Anna", 17055512345.0]]})


def text_of(*cells: object) -> list[str]:
    [sheet] = sheets_in(workbook({"Liste": [cells]}))
    return sheet.text.split("\t")


def test_the_filled_sheets_with_their_gaps_last_values_and_hidden_rows_come_from_a_process_of_their_own() -> None:
    rows: list[list[object]] = [
        ["Name", "Telefon"],
        [],
        ["zwei\r\nZeilen\tund „Tab“", 17112345678.0],
        [{"formula": 'HYPERLINK("x")', "value": "Summe"}],
    ]
    content = workbook({"Leer": [], "Liste": rows, "Mehr": rows[:1]}, hidden=[3])
    found = read_file(content, len(content))
    assert (found.encoding, [(sheet.name, sheet.rows, sheet.hidden) for sheet in found.sheets]) == (
        "Excel",
        [("Liste", 3, 1), ("Mehr", 1, 1)],
    )
    assert found.sheets[0].text == 'Name\tTelefon\n\t\n"zwei\vZeilen\tund „Tab“"\t17112345678\nSumme\t'
    assert found.sheets == sheets_in(content)


def test_the_process_that_reads_them_begins_without_the_web_framework_and_the_database() -> None:
    """Each workbook waits for it to begin: with them a second longer."""
    script = "import sys, services.core.tables_in.workbook; print(*sys.modules)"
    loaded = subprocess.run((sys.executable, "-c", script), cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {"fastapi", "sqlalchemy", "structlog", "pydantic"} & set(loaded.split()) == set()


def test_a_cell_is_written_so_that_it_can_be_read_in_one_way_only() -> None:
    assert text_of(12.5, 1.234, 1234.0, 0.1 + 0.2, 1.005) == ["12.5", "1.2340", "1234", "0.3", "1.0050"]
    assert text_of({"day": 46173}, "Köln", True, "01067", " 1.234 ") == [
        *("2026-05-31", "Köln", "true", "01067", "1.234"),
    ]
    assert text_of("x", {"formula": "1/0", "value": "#DIV/0!"}, "NaN", "NA") == ["x", "#NV", "NaN", "NA"]


def test_a_formula_that_gives_nothing_is_an_empty_cell() -> None:
    parts = parts_of(workbook({"Liste": [["Name"], [{"formula": '""', "value": ""}]]}))
    xml = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1<v></v>", parts[FIRST_SHEET])
    [sheet] = sheets_in(archive({**parts, FIRST_SHEET: xml}))
    assert (sheet.text.split("\n")[0], sheet.rows) == ("Name", 1)


def test_a_long_text_that_many_cells_share_is_not_written_out_for_each() -> None:
    with pytest.raises(Refused) as refused:
        sheets_in(workbook({"Liste": [["x" * 32_000]] * 600}))
    assert refused.value.sentence == SENTENCES["too_large"]


@pytest.mark.parametrize("bound", [{"memory": 128 << 20}, {"seconds": 0}])
def test_a_workbook_that_wants_more_than_is_granted_is_refused(bound: dict[str, int]) -> None:
    with pytest.raises(Refused) as refused:
        sheets_apart(PLAIN, **bound)
    assert refused.value.sentence == SENTENCES["too_large"]


def test_the_refusal_of_the_other_process_is_that_of_this_one() -> None:
    with pytest.raises(Refused) as refused:
        read_file(PLAIN[:300], len(PLAIN))
    assert (refused.value.code, refused.value.sentence) == ("damaged", SENTENCES["damaged"])
