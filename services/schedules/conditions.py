"""Send conditions of schedules, evaluated on a report's tables. Pure."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from analytics.definitions import Definition, Table
from analytics.kinds import MEASURES
from analytics.reporting import TableResult
from services.core.http.errors import FieldError
from services.core.money import format_decimal
from services.reports.sentences.words import counted
from services.schedules.inputs import ConditionIn

_TABLE: Final = "Diese Tabelle hat der Bericht nicht."
_COLUMN: Final = "Diese Zahl hat die Tabelle nicht."
_SIDES: Final = {"below": "unter", "above": "über"}


def condition_of(body: ConditionIn, definition: Definition, faults: list[FieldError]) -> dict[str, Any]:
    """The condition as it is stored; a table or column that the report lacks is added to the faults."""
    table = _table(definition, body.table)
    if table is None:
        faults.append({"field": "condition.table", "code": "unknown_choice", "message": _TABLE})
        return {}
    if body.kind == "rows":
        return {"kind": "rows", "table": table.name, "least": body.least}
    if body.column not in {one.name for one in table.measures}:
        faults.append({"field": "condition.column", "code": "unknown_choice", "message": _COLUMN})
    return {"kind": "figure", "table": table.name, "column": body.column, "is": body.is_, "value": body.value}


def is_met(condition: Mapping[str, Any], tables: Mapping[str, TableResult]) -> bool:
    """Whether the complete tables meet it: the required number of rows, or at least one row with the figure beyond the
    bound. An unknown figure is neither below nor above.
    """
    found = tables.get(condition["table"])
    if found is None:
        return False
    if condition["kind"] == "rows":
        return bool(found.total_rows >= condition["least"])
    names = [column.name for column in found.columns]
    place = names.index(condition["column"]) if condition["column"] in names else None
    values = [] if place is None else [row[place] for row in found.values if row[place] is not None]
    if condition["is"] == "below":
        return any(value < condition["value"] for value in values)
    return any(value > condition["value"] for value in values)


def condition_words(condition: Mapping[str, Any] | None, definition: Definition | None) -> str:
    """„nur wenn „Quote“ in „Im ganzen Zeitraum“ unter 2 % liegt“; empty if there is no condition."""
    if condition is None:
        return ""
    table = _table(definition, condition["table"])
    title = table.title if table else condition["table"]
    if condition["kind"] == "rows":
        rows = counted(condition["least"], "eine Zeile", "Zeilen")
        return f"nur wenn „{title}“ mindestens {rows} hat"
    column = next((one for one in table.columns if one.name == condition["column"]), None) if table else None
    label, kind = (column.label, column.kind) if column else (condition["column"], "count")
    bound = _amount(kind, condition["value"])
    return f"nur wenn „{label}“ in „{title}“ {_SIDES[condition['is']]} {bound} liegt"


def _table(definition: Definition | None, name: object) -> Table | None:
    tables = definition.tables if definition else ()
    return next((table for table in tables if table.name == name), None)


def _amount(kind: str, value: int) -> str:
    """A bound in the display unit, with the number of decimals it has."""
    measure = MEASURES.get(kind, MEASURES["count"])
    unit = measure.unit
    amount = Decimal(value).scaleb(-measure.scale).normalize()
    exponent = amount.as_tuple().exponent
    decimals = max(0, -exponent) if isinstance(exponent, int) else 0
    written = format_decimal(amount, max(decimals, 2) if decimals and unit == "€" else decimals)
    return f"{written}\u00a0{unit}" if unit else written
