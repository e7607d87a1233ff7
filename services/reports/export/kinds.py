"""How each kind of report column is written to files: cell type, unit, number of decimals.

Reports hold integers in small units. People get euros, kWh and per cent with the exact number of decimals; programs
get the integers, with the unit noted on each column.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.core.table_files.table import Kind


@dataclass(frozen=True, slots=True)
class FileKind:
    """`places`: decimals in files for people. `piece`: the unit of the integers in files for programs."""

    kind: Kind
    places: int = 0
    unit: str = ""
    number_format: str = ""
    piece: str = ""
    field: Kind | None = None
    """Type in files for programs, if it differs."""


_EURO = '#,##0.00 "€"'
_TEXT: Final = FileKind(Kind.TEXT)
KINDS: Final[Mapping[str, FileKind]] = {
    "day": FileKind(Kind.DAY),
    "month": FileKind(Kind.MONTH),
    "moment": FileKind(Kind.MOMENT),
    "flag": FileKind(Kind.BOOLEAN),
    "id": FileKind(Kind.INTEGER, piece="number of a record"),
    "text": _TEXT,
    "field": _TEXT,
    "channel": _TEXT,
    "model": _TEXT,
    "step": _TEXT,
    "state": _TEXT,
    "package": FileKind(Kind.TEXT, piece="kWh a year", field=Kind.INTEGER),
    "plan": _TEXT,
    "count": FileKind(Kind.INTEGER, number_format="#,##0", piece="piece"),
    "ppm": FileKind(Kind.DECIMAL, 6, number_format="#,##0.00", piece="millionth of a piece"),
    "share_ppm": FileKind(Kind.PERCENT, 6, piece="millionth of 1"),
    "cents": FileKind(Kind.MONEY, 2, "€", _EURO, piece="cent"),
    "cents_ppm": FileKind(Kind.MONEY, 8, "€", _EURO, piece="millionth of a cent"),
    "kwh": FileKind(Kind.INTEGER, 0, "kWh", '#,##0 "kWh"', piece="kWh"),
    "kwh_ppm": FileKind(Kind.DECIMAL, 6, "kWh", '#,##0.00 "kWh"', piece="millionth of a kWh"),
    "milli_ct": FileKind(Kind.DECIMAL, 3, "ct", '#,##0.000 "ct"', piece="thousandth of a cent"),
    "tenths": FileKind(Kind.DECIMAL, 1, number_format="#,##0.0", piece="tenth"),
}
