"""The export as a PDF: what is stored, why, for how long, and the household's rights."""

from datetime import datetime
from pathlib import Path
from typing import Any, Final

from services.core.german import long_moment
from services.core.paper.typeset import typeset
from services.data_protection.export.household import ExportedTable, HouseholdExport
from services.data_protection.export.words import label_of, words_of

_TEMPLATE: Final = Path(__file__).with_name("data_copy.typ")
_TITLE: Final = "Ihre Daten bei Voltigo"
_MOST: Final = 200
"""Rows printed of a table; the file with all of them is the other download."""
_NOT_SHOWN: Final = frozenset({("mails", "kind"), ("consents", "text_sha256"), ("webhook_deliveries", "payload")})
"""What the file for programs has, and a subject line or a version says to people."""
_LEFT_OUT: Final = "Weitere Zeilen stehen in der JSON-Datei."


def document_of(export: HouseholdExport) -> bytes:
    at = datetime.fromisoformat(export.created_at)
    data = {
        "title": _TITLE,
        "foot": f"{_TITLE}, Reservierung {export.reservation}. Stand: {long_moment(at)}",
        "opening": f"Auskunft nach Art. 15 DSGVO zur Reservierung {export.reservation}, Stand {long_moment(at)}.",
        "controller": f"Verantwortlich: {export.controller}.",
        "tables": [_table(table) for table in export.tables],
        "rights": export.rights,
    }
    return typeset(_TEMPLATE, data, at)


def _table(table: ExportedTable) -> dict[str, Any]:
    shown = {name: what for name, what in table.columns.items() if (table.name, name) not in _NOT_SHOWN}
    rows = [_row(shown, row) for row in table.rows[:_MOST]]
    return {
        "label": table.label,
        "about": [f"Wozu: {table.purpose}", f"Grundlage: {table.legal_basis}", f"Aufbewahrt: {table.kept}"],
        "rows": [row for row in rows if row],
        "more": _LEFT_OUT if len(table.rows) > _MOST else "",
    }


def _row(shown: dict[str, str], row: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Label and lines of each value that a row has."""
    told = ((label_of(what), words_of(name, what, row[name])) for name, what in shown.items())
    return [(label, value.split("\n")) for label, value in told if value]
