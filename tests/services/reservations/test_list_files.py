"""Files as people and programs send them: each is read as the table says, or refused, and its rows come to the fate
that the table tells in German. In its texts `{H}` is the header, `{A PLZ=1067&Ort=Riesa}` Anna's row with other cells,
`{A*5000}` so many lines of her row, `{x*500}` a letter so often.
"""

import json
import re
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from services.core.fields import Refused
from services.core.tables_in.files import TableFile, read_file
from services.core.tables_in.workbook import sheets_in
from services.reservations.imports.reading import LARGEST_TEXT, read_list
from services.reservations.imports.rows import ListRow, Rules, row_of
from tests.fixtures.servers import ROOT
from tests.fixtures.table_files import (
    FIRST_SHEET,
    archive,
    as_encrypted,
    claiming,
    parts_of,
    text_bytes,
    with_cell,
    with_dimension,
    workbook,
)
from tests.services.reservations.lists import ANNA, HEADER

TABLE: Final = json.loads((ROOT / "tests" / "golden" / "list_files.json").read_text(encoding="utf-8"))
FILES: Final = {file["what"]: file for file in TABLE["files"]}
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
    read = (
        who.email.typed,
        who.phone.e164,
        who.details["postcode"],
        f"{who.details['monthly_abschlag_cents'] / 100:.2f} €",
    )
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


def annas(changes: str) -> list[str | float]:
    """Anna's cells with others in place of some; a `#` makes a number of one."""
    other = dict(change.split("=", 1) for change in changes.split("&") if change)
    cells = (dict(zip(HEADER, ANNA, strict=True)) | other).values()
    return [float(cell[1:]) if cell.startswith("#") else cell for cell in cells]


def cells_of(row: str | list[Any]) -> list[Any]:
    found: list[Any] = []
    for cell in [row] if isinstance(row, str) else row:
        if cell == "H":
            found += HEADER
        elif isinstance(cell, str) and re.match("A(?: |$)", cell):
            found += annas(cell[2:])
        else:
            found.append(cell)
    return found


def bytes_of(file: dict[str, Any]) -> bytes:
    """The file that the table describes."""
    if "hex" in file:
        return bytes.fromhex(file["hex"]) + file.get("more", "").encode("utf-16-le")
    if "archive" in file:
        return archive(file["archive"])
    if "workbook" in file:
        return workbook_of(file)[: file.get("cut")]
    return text_bytes(expanded(file.get("text", ""), file.get("delimiter", ";")), file.get("encoding"))


def workbook_of(file: dict[str, Any]) -> bytes:
    sheets = {name: [cells_of(row) for row in rows] for name, rows in file["workbook"].items()}
    made = with_cell(file["cell"]) if "cell" in file else workbook(sheets, merged=file.get("merged", ()))
    bomb = file.get("bomb", {})
    more = {FIRST_SHEET: file["sheet"]} if "sheet" in file else {}
    if bomb:
        more["xl/bomb.xml"] = bytes(bomb["megabytes"] << 20)
    made = archive({**parts_of(made), **file.get("parts", {}), **more})
    if "claimed" in bomb:
        made = claiming(made, "xl/bomb.xml", bomb["claimed"])
    if "dimension" in file:
        made = with_dimension(made, file["dimension"])
    return as_encrypted(made) if file.get("encrypted") else made


def read(content: bytes) -> TableFile:
    """As `read_file`, but for workbooks in this very process, which has pandas loaded for all of them."""
    is_archive = content.startswith(b"PK")
    return TableFile("Excel", sheets_in(content)) if is_archive else read_file(content, LARGEST_TEXT)


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_a_file_comes_to_the_fate_that_the_table_tells(file: dict[str, Any]) -> None:
    if "refused" in file:
        with pytest.raises(Refused) as refused:
            read(bytes_of(file))
        assert refused.value.sentence == file["refused"]
        return
    found = read(bytes_of(file))
    text = expanded(file.get("sent", file.get("text", "")), file.get("delimiter", ";"))
    assert (found.encoding, found.sheets[0].text) == (file["read"], text)
    assert fate(text) == file["fate"]


def test_the_table_names_each_file_once_and_tells_of_at_least_forty() -> None:
    assert len({file["what"] for file in TABLE["files"]}) == len(TABLE["files"]) >= 40
