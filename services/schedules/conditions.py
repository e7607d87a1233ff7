"""Send conditions of schedules, evaluated on a report's tables. Pure."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from analytics.definitions import Definition, Table
from analytics.kinds import MEASURES
from analytics.reporting import TableResult
from services.core.fields import Fields, fault
from services.core.money import format_decimal
from services.reports.sentences.words import counted

_MOST: Final = 10**12
_KIND: Final = "Bitte wählen Sie, wann gesendet wird."
_TABLE: Final = "Diese Tabelle hat der Bericht nicht."
_COLUMN: Final = "Diese Zahl hat die Tabelle nicht."
_IS: Final = "Bitte wählen Sie „unter“ oder „über“."
_LEAST: Final = "Bitte geben Sie an, ab wie vielen Zeilen gesendet wird."
_VALUE: Final = "Bitte geben Sie den Schwellenwert an."
_SIDES: Final = {"below": "unter", "above": "über"}


def read_condition(fields: Fields, definition: Definition | None) -> dict[str, Any] | None:
    """Parse the condition, with errors recorded under `condition.…`; None if there is none."""
    given = fields.body.get("condition")
    if given is None:
        return None
    if not isinstance(given, Mapping) or given.get("kind") not in ("rows", "figure"):
        fields.errors.append(fault("condition.kind", "unknown_choice", _KIND))
        return None
    table = _table(definition, given.get("table"))
    if table is None:
        fields.errors.append(fault("condition.table", "unknown_choice", _TABLE))
        return None
    return _rows(fields, given, table) if given["kind"] == "rows" else _figure(fields, given, table)


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


def _rows(fields: Fields, given: Mapping[str, Any], table: Table) -> dict[str, Any]:
    least = given.get("least", 1)
    if type(least) is not int or not 1 <= least <= _MOST:
        fields.errors.append(fault("condition.least", "out_of_range", _LEAST))
    return {"kind": "rows", "table": table.name, "least": least}


def _figure(fields: Fields, given: Mapping[str, Any], table: Table) -> dict[str, Any]:
    column, side, value = given.get("column"), given.get("is"), given.get("value")
    if column not in {one.name for one in table.measures}:
        fields.errors.append(fault("condition.column", "unknown_choice", _COLUMN))
    if side not in _SIDES:
        fields.errors.append(fault("condition.is", "unknown_choice", _IS))
    if type(value) is not int or not -_MOST <= value <= _MOST:
        fields.errors.append(fault("condition.value", "missing" if value is None else "not_whole", _VALUE))
    return {"kind": "figure", "table": table.name, "column": column, "is": side, "value": value}


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
