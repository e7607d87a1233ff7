"""The refused rows of a list as a file: the columns they had, and why. Nothing in it runs in a spreadsheet."""

import csv
import io
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from services.core.table_files.csv import disarmed
from services.reservations.imports.columns import LABELS
from services.reservations.imports.plan import Fate, Plan
from services.reservations.imports.reading import ListFile
from services.reservations.imports.rows import Fault

REASON: Final = "Grund"
_BYTE_ORDER_MARK: Final = "\ufeff"
_KNOWN: Final = "Dieser Haushalt ist schon bekannt und wurde ausgelassen."


def refused_csv(file: ListFile, plan: Plan, later: Mapping[int, str], taken: Collection[int]) -> tuple[str, int]:
    """A CSV for German spreadsheets, and how many rows it has. `later` are sentences for lines that were refused when
    their turn came; other lines that the import has `taken` are left out, whatever a plan says of them by now.
    """
    reasons = {one.row.line: _words(one.faults) for one in plan.rows if one.fate is Fate.REFUSED}
    reasons |= {one.row.line: _KNOWN for one in plan.rows if one.fate is Fate.KNOWN}
    kept = {line: reason for line, reason in reasons.items() if line not in taken} | dict(later)
    return _written(file, kept), len(kept)


def _written(file: ListFile, reasons: Mapping[int, str]) -> str:
    buffer = io.StringIO(newline="")
    buffer.write(_BYTE_ORDER_MARK)
    writer = csv.writer(buffer, delimiter=";", lineterminator="\r\n")
    width = len(file.columns)
    writer.writerow([*map(disarmed, file.columns), REASON])
    for record in file.rows:
        if record.line in reasons:
            cells = [disarmed(cell.replace("\v", "\n")) for cell in record.cells]
            writer.writerow([*cells, *[""] * (width - len(cells)), reasons[record.line]])
    return buffer.getvalue()


def _words(faults: Iterable[Fault]) -> str:
    return " ".join(f"{LABELS[fault.field]}: {fault.message}" if fault.field else fault.message for fault in faults)
