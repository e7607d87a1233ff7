"""Sentences of the drill-down to the reservations behind a figure."""

from collections.abc import Mapping

from analytics.reporting import Tables
from services.core.german import number
from services.reports.sentences.words import counted


def sentences(tables: Tables) -> Mapping[str, str]:
    """Their number, and their total kWh per year if all rows are available."""
    if "rows" not in tables:
        return {}
    table = tables["rows"]
    if not table.total_rows:
        return {"rows": "Zu dieser Auswahl gibt es keine Reservierungen."}
    whole, shown = table.total_rows, len(table.values)
    words = f"Zu dieser Auswahl {'gehört' if whole == 1 else 'gehören'} "
    words += counted(whole, "eine Reservierung", "Reservierungen")
    if whole > shown:
        return {"rows": f"{words}; gezeigt sind die neuesten {number(shown)}."}
    together = "über" if whole == 1 else "über zusammen"
    return {"rows": f"{words} {together} {number(sum(row['annual_kwh'] for row in table.rows))} kWh im Jahr."}
