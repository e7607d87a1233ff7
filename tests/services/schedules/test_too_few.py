"""How many rows with figures a report has, and when they are too few to be shown."""

from typing import Any

import pytest

from analytics.definitions import definitions
from analytics.reporting import TableResult
from services.schedules.models import ReportSchedule
from services.schedules.runner import too_few

SEVEN: list[Any] = [7, *[0] * 8, None, None]
NOTHING: list[Any] = [*[0] * 9, None, None]


@pytest.mark.parametrize(
    ("rows", "least", "found"),
    [
        ([], 0, None),
        ([], 1, "keine Zeilen"),
        ([NOTHING, NOTHING], 1, "keine Zeilen"),  # a row of zeros is there whatever happened
        ([NOTHING, SEVEN], 1, None),
        ([NOTHING, SEVEN], 2, "1 Zeile"),
        ([SEVEN] * 4, 5, "4 Zeilen"),
        ([SEVEN] * 5, 5, None),
    ],
)
def test_rows_with_a_figure_are_counted(rows: list[list[Any]], least: int, found: str | None) -> None:
    [table] = definitions()["breakdown"].tables
    values = [(f"kampagne-{number}", *row)[: len(table.columns)] for number, row in enumerate(rows)]
    said = too_few(ReportSchedule(least_rows=least), {"values": TableResult(table, table.columns, values, len(values))})
    assert said.startswith(
        f"Zu wenige Zeilen: Der Bericht hat {found} mit Zahlen, Tabellen kommen ab {least} Zeile"
    ) is (found is not None)
    assert bool(said) is (found is not None)
