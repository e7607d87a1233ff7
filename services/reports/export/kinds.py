"""How each kind of report column is written to files: cell type, unit, number of decimals.

Reports hold integers in small units. People get euros, kWh and per cent with the exact number of decimals; programs
get the integers, with the unit noted on each column.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from analytics.kinds import MEASURES, MeasureKind
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


def _measure(kind: MeasureKind) -> FileKind:
    if kind.unit == "%":  # a cell in per cent holds a fraction of 1
        return FileKind(Kind.PERCENT, kind.scale + 2, piece=kind.stored)
    cell = Kind.MONEY if kind.unit == "€" else Kind.DECIMAL if kind.scale else Kind.INTEGER
    number_format = "#,##0" + ("." + "0" * kind.decimals if kind.decimals else "")
    behind = f' "{kind.unit}"' if kind.unit else ""
    return FileKind(cell, kind.scale, kind.unit, number_format + behind, piece=kind.stored)


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
    "channel_group": _TEXT,
    "device": _TEXT,
    "model": _TEXT,
    "step": _TEXT,
    "state": _TEXT,
    "verdict": _TEXT,
    "package": FileKind(Kind.TEXT, piece="kWh a year", field=Kind.INTEGER),
    "plan": _TEXT,
    **{name: _measure(kind) for name, kind in MEASURES.items()},
}
