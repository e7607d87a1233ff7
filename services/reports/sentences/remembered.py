"""Sentences of the models over remembered paths, and of what these come to for all reservations."""

from typing import Any

from analytics.reporting import Tables
from services.core.german import number
from services.reports.sentences.words import counted, origin, pieces

_FEW = 5


def measured(tables: Tables) -> str:
    """How many paths were measured, and what brought most."""
    rows = [row for row in tables["measured"].rows if row["most_ppm"]]
    if not rows:
        return (
            "Bei keiner Reservierung dieser Auswahl durften wir uns frühere Besuche merken: Gemessen ist hier nichts."
        )
    most = max(rows, key=lambda row: row["most_ppm"])
    amount = _between(most["fewest_ppm"], most["most_ppm"])
    return f"{_known(tables)}Am meisten brachte dort, was über {origin(most)} kam: {amount} Reservierungen."


def extrapolated(tables: Tables) -> str:
    """What the origin with most reservations would have brought, and how sure that is."""
    rows = [row for row in tables["extrapolated"].rows if row["chosen_ppm"]]
    if not rows:
        return (
            f"Hochgerechnet ist nichts: Dafür müssten wir uns bei mindestens {_FEW} Reservierungen dieser Auswahl "
            "frühere Besuche merken dürfen."
        )
    most = max(rows, key=lambda row: row["chosen_ppm"])
    words = f"Über {origin(most)} kamen hochgerechnet {pieces(most['chosen_ppm'])} Reservierungen"
    if most["lower_ppm"] == most["upper_ppm"]:
        return f"{words}; alle Wege sind bekannt."
    return (
        f"Wären die unbekannten Wege wie die gemerkten mit demselben letzten Kontakt: {words}, davon "
        f"{pieces(most['seen_ppm'])} gesehen. In acht von zehn Fällen sind es "
        f"{_between(most['lower_ppm'], most['upper_ppm'])}."
    )


def _known(tables: Tables) -> str:
    rows: list[dict[str, Any]] = tables["totals"].rows if "totals" in tables else []
    if not rows or not rows[0]["remembered"]:
        return ""
    of = counted(rows[0]["reservations"], "einer Reservierung", "Reservierungen")
    return f"Gemessen sind die Wege von {number(rows[0]['remembered'])} von {of}. "


def _between(fewest: int, most: int) -> str:
    return pieces(most) if fewest == most else f"{pieces(fewest)} bis {pieces(most)}"
