"""Files as people and programs send them, by the table that the browser's reading is held to as well.

The browser makes a text of a file (`admin-web/tests/ui/files/listFiles.test.ts`); here the text that it sends comes to
the fate that the table tells in German. In its texts `{H}` is the header, `{A PLZ=1067&Ort=Riesa}` Anna's row with
other cells, `{A*5000}` so many lines of her row, `{x*500}` a letter so often.
"""

import json
import re
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from services.core.fields import Refused
from services.reservations.imports.reading import read_list
from services.reservations.imports.rows import ListRow, Rules, row_of
from tests.fixtures.servers import ROOT
from tests.services.reservations.lists import ANNA, HEADER

TABLE: Final = json.loads((ROOT / "tests" / "golden" / "list_files.json").read_text(encoding="utf-8"))
SENT: Final = {file["what"]: file for file in TABLE["files"] if "refused" not in file}
"""Those that the browser makes a text of."""
RULES: Final = Rules(
    park="ingolstadt",
    has_statement=True,
    instalments_offered=True,
    allow_test_domains=True,
    at=datetime(2026, 11, 25, 12, tzinfo=UTC),
)
MOST_TOLD: Final = 5
"""Of longer lists only the number of rows is told."""


def expanded(template: str, delimiter: str) -> str:
    """The text that a template of the table stands for."""

    def line(cells: list[str]) -> str:
        return delimiter.join(
            '"' + cell.replace('"', '""') + '"' if delimiter in cell or '"' in cell else cell for cell in cells
        )

    def part(match: re.Match[str]) -> str:
        what, times, changes = match.groups()
        if what == "H":
            return line(list(HEADER))
        if what != "A":
            return str(what) * int(times)
        other = dict(change.split("=", 1) for change in (changes or "").split("&") if change)
        row = line(list((dict(zip(HEADER, ANNA, strict=True)) | other).values()))
        return f"{row}\r\n" * int(times) if times else row

    letters = re.sub(r"\{(x;?)\*(\d+)()\}", part, template)
    return re.sub(r"\{([HA])(?:\*(\d+))?(?: ([^}]*))?\}", part, letters)


def told(row: ListRow) -> str:
    """What becomes of a row, in German."""
    if row.entry is None:
        return f"{row.name}: abgewiesen. " + " ".join(fault.message for fault in row.faults)
    who, wish = row.entry.household, row.entry.wish
    read = (who.email.typed, who.phone.e164, who.postcode, f"{wish.monthly_abschlag_cents / 100:.2f} €")
    entered = f"{who.first_name} {who.last_name}, {', '.join(read)}, {wish.annual_kwh} kWh"
    return " ".join((f"{entered}: eingetragen.", *row.remarks)).replace(TABLE["anna"], "{anna}")


def fate(text: str) -> list[str]:
    """What becomes of a text: a sentence a row, or one for all of it."""
    try:
        file = read_list(text, {})
    except Refused as refused:
        return [refused.sentence]
    if len(file.rows) > MOST_TOLD:
        return [f"{len(file.rows)} Zeilen gelesen."]
    return [told(row_of(file, record, RULES)) for record in file.rows]


@pytest.mark.parametrize("file", SENT.values(), ids=SENT)
def test_a_file_comes_to_the_fate_that_the_table_tells(file: dict[str, Any]) -> None:
    text = expanded(file.get("sent", file.get("text", "")), file.get("delimiter", ";"))
    assert fate(text) == file["fate"]


def test_the_table_names_each_file_once_and_tells_of_at_least_forty() -> None:
    assert len({file["what"] for file in TABLE["files"]}) == len(TABLE["files"]) >= 40
