"""The export as a PDF to read: what is stored, why, for how long, and what one can ask of us."""

from contextlib import closing
from datetime import datetime
from typing import Any, Final

from services.core.german import long_moment
from services.core.paper.sheet import CELL, HEADING, LINE, MARGIN, NAME, SMALL, TEXT, TITLE, Sheet
from services.data_protection.export.household import ExportedTable, HouseholdExport
from services.data_protection.export.words import label_of, words_of

_TITLE: Final = "Ihre Daten bei Voltigo"
_LABEL_WIDTH: Final = 62.0
_POINT: Final = 0.3528
_MOST: Final = 200
"""Rows printed of a table; the file with all of them is the other download."""
_NOT_SHOWN: Final = frozenset({("mails", "kind"), ("consents", "text_sha256"), ("webhook_deliveries", "payload")})
"""What the file for programs has, and a subject line or a version says to people."""
_LEFT_OUT: Final = "Weitere Zeilen stehen in der JSON-Datei."


def document_of(export: HouseholdExport) -> bytes:
    """The PDF of an export."""
    at = datetime.fromisoformat(export.created_at)
    foot = f"{_TITLE}, Reservierung {export.reservation}. Stand: {long_moment(at)}"
    with closing(Sheet(_TITLE, foot, at)) as sheet:
        sheet.next_page()
        _opening(sheet, export, at)
        for table in export.tables:
            _section(sheet, table)
        _closing(sheet, export)
        return sheet.finished()


def _opening(sheet: Sheet, export: HouseholdExport, at: datetime) -> None:
    sheet.paragraph(_TITLE, TITLE, after=2)
    sheet.paragraph(
        f"Auskunft nach Art. 15 DSGVO zur Reservierung {export.reservation}, Stand {long_moment(at)}.", TEXT, after=1
    )
    sheet.paragraph(f"Verantwortlich: {export.controller}.", TEXT, after=3)
    sheet.paragraph("Darin steht:", TEXT)
    with sheet.element("L"):
        for table in export.tables:
            with sheet.element("LI"):
                sheet.paragraph(f"– {table.label}", TEXT, role="LBody")
    sheet.set_y(sheet.get_y() + 5)


def _section(sheet: Sheet, table: ExportedTable) -> None:
    sheet.keep(45)
    sheet.start_section(table.label)
    sheet.paragraph(table.label, HEADING, after=1)
    sheet.paragraph(f"Wozu: {table.purpose}", SMALL)
    sheet.paragraph(f"Grundlage: {table.legal_basis}", SMALL)
    sheet.paragraph(f"Aufbewahrt: {table.kept}", SMALL, after=2)
    for row in table.rows[:_MOST]:
        _row(sheet, table, row)
    if len(table.rows) > _MOST:
        sheet.paragraph(_LEFT_OUT, SMALL)
    sheet.set_y(sheet.get_y() + 5)


def _row(sheet: Sheet, table: ExportedTable, row: dict[str, Any]) -> None:
    """One row as pairs of label and value, a thin line above."""
    shown = {name: what for name, what in table.columns.items() if (table.name, name) not in _NOT_SHOWN}
    told = [(label_of(what), words_of(name, what, row[name])) for name, what in shown.items()]
    sheet.keep(min(2 + CELL.line * len(told), 30))
    sheet.rule(sheet.get_y(), LINE)
    sheet.set_y(sheet.get_y() + 1.5)
    if any(value for _, value in told):
        with sheet.element("Table"):
            for label, value in told:
                if value:
                    with sheet.element("TR"):
                        _pair(sheet, label, value)
    sheet.set_y(sheet.get_y() + 1.5)


def _pair(sheet: Sheet, label: str, value: str) -> None:
    labels = sheet.lines(label, NAME, _LABEL_WIDTH - 4)
    values = [line for part in value.split("\n") for line in sheet.lines(part, CELL, sheet.room - _LABEL_WIDTH)]
    head, cell = sheet.new("TH", scope="Row"), sheet.new("TD")
    for place in range(max(len(labels), len(values))):
        sheet.keep(NAME.line)
        baseline = sheet.get_y() + NAME.size * _POINT
        with sheet.within(head):
            sheet.words(MARGIN, baseline, labels[place] if place < len(labels) else "", NAME)
        with sheet.within(cell):
            sheet.words(MARGIN + _LABEL_WIDTH, baseline, values[place] if place < len(values) else "", CELL)
        sheet.set_y(sheet.get_y() + NAME.line)


def _closing(sheet: Sheet, export: HouseholdExport) -> None:
    sheet.keep(35)
    sheet.start_section("Ihre Rechte")
    sheet.paragraph("Ihre Rechte", HEADING, after=1)
    sheet.paragraph(export.rights, TEXT)
